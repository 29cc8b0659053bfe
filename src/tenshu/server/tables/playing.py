"""During a game: moves, undo, takebacks, giving up, standing in for one another, the clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from tenshu.players.levels import USUAL_LEVEL
from tenshu.server.errors import Refused
from tenshu.server.tables.clocks import PATIENCE, is_overdue, time_stopped, turn_begun, turn_over
from tenshu.server.tables.position import Decided, Position, stepped
from tenshu.server.tables.table import Change, Offer, Seat, Snapshot, Step, Table
from tenshu.server.tables.trail import SNAPSHOT_EVERY
from tenshu.table.errors import IllegalMove, Malformed, Reason
from tenshu.table.games import find_game
from tenshu.table.places import places
from tenshu.table.state import Document, State

FOR_THE_CLOCK = "gardener"
"""The level that ends a turn whose time is over: quick, and nobody gains by it. As a stand-in it stays until the end of
that turn, in which the owner of the seat can do nothing any more: else they could gain time without end."""


def moved(position: Position, person: str | None, version: int, text: str, now: float) -> Decided:
    """A move of whoever is to decide: a person, or nobody for a bot."""
    table = _playing(position, version)
    seat = table.to_move
    assert seat is not None
    _may_move(table, seat, person)
    move, after = _played(position.state, table.game, text)
    ply = table.ply + 1
    turn_ends = after.turn_passed or after.is_over or after.to_move != seat
    seated = _present(table, seat, turn_ends) if person else _relieved(table, seat, turn_ends)
    people_changed = seated is not table
    took_over = bool(person and table.seats[seat].bot)
    table = replace(seated, version=table.version + 1, ply=ply, offer=None, revision=table.revision + 1, changed=now)
    if after.is_over:
        table = _finished(turn_over(table, seat, now), now, after.scores(), complete=True)
    elif turn_ends:
        table = turn_begun(turn_over(table, seat, now), after, now)
    elif took_over:
        table = turn_begun(table, after, now)
    closed = after.reveals or after.turn_passed or bool(after.answers)
    step = Step(table.revision, "move", now, person, seat, version, ply, str(move), tuple(after.answers), closed)
    snapshot = Snapshot(ply, after.to_json()) if ply % SNAPSHOT_EVERY == 0 else None
    change = Change(table, step, snapshot, people_changed=people_changed or after.is_over)
    return Decided(change, Position(table, position.trail.played(str(move), after)))


def _playing(position: Position, version: int | None = None) -> Table:
    table = position.table
    if table.status != "playing":
        raise Refused("not-playing")
    if version is not None and version != table.version:
        raise Refused("stale", version=table.version)
    return table


def _may_move(table: Table, seat: int, person: str | None) -> None:
    chair = table.seats[seat]
    if person is None:
        if not chair.bot:
            raise Refused("not-your-turn", name=chair.name)
    elif chair.person != person:
        raise Refused("not-your-turn" if table.seats_of(person) else "not-seated", name=chair.name)
    elif chair.resigned:
        raise Refused("resigned")
    elif chair.stands_in == FOR_THE_CLOCK:
        raise Refused("not-your-turn", name=chair.name)


def may_decide(table: Table, person: str | None) -> bool:
    """Whether a person may make the next move."""
    return person is not None and person == who_decides(table)


def who_decides(table: Table) -> str | None:
    """The person who may make the next move, if it is one."""
    if table.status != "playing" or table.to_move is None:
        return None
    chair = table.seats[table.to_move]
    return None if chair.resigned or chair.stands_in == FOR_THE_CLOCK else chair.person


def _played(state: State, game: str, text: str) -> tuple[str, State]:
    try:
        move = find_game(game).parse(text)
    except Malformed:
        raise Refused("illegal", move=text[:80], reason=Reason("unreadable").to_json()) from None
    try:
        return move, state.play(move)
    except IllegalMove as problem:
        reason = reason_against(state, move) or problem.reason
        raise Refused("illegal", move=text[:80], reason=reason.to_json()) from None


def reason_against(state: State, move: str) -> Reason | None:
    """Why a move is not legal, told from what the seat that decides can know: everything hidden is drawn anew."""
    return state.seen_by(state.to_move).determinize(Random(0)).why_not(move)


def promises(state: State, moves: Sequence[str], further: bool = False) -> dict[str, Document]:
    """What each of these moves would bring, as far as the seat that decides can know; illegal ones are left out.
    `ends`: it ends the turn. If asked for, `next` lists what can be chosen then, unless that depends on what is hidden.
    """
    seen = state.seen_by(state.to_move).determinize(Random(0))
    legal = frozenset(str(move) for move in seen.legal_moves())
    return {move: _promise(seen, move, further) for move in moves if move in legal}


def _promise(seen: State, move: str, further: bool) -> Document:
    after = seen.play(move)
    ends = after.turn_passed or after.is_over or after.to_move != seen.to_move
    told: Document = {"events": list(seen.promises(move)), "ends": ends and not after.reveals}
    if further:
        told["next"] = [] if ends or after.reveals else [str(each) for each in after.legal_moves()]
    return told


def _present(table: Table, seat: int, turn_ends: bool) -> Table:
    """A person who moves is back; who ends a turn has not let the clock do it."""
    chair = table.seats[seat]
    if chair.stands_in is None and not (turn_ends and chair.missed):
        return table
    return _with_seat(table, seat, replace(chair, stands_in=None, missed=0 if turn_ends else chair.missed))


def _relieved(table: Table, seat: int, turn_ends: bool) -> Table:
    """Who ended a turn for the clock goes, unless the owner has let too many turns pass."""
    chair = table.seats[seat]
    if chair.kind != "person" or chair.stands_in != FOR_THE_CLOCK or not turn_ends:
        return table
    return _with_seat(table, seat, replace(chair, stands_in=None if chair.missed < PATIENCE else USUAL_LEVEL))


def _finished(table: Table, now: float, scores: Document, *, complete: bool) -> Table:
    """The end: `complete` when the game itself ended, not when somebody gave up. Who gave up comes last, whatever the
    computer has made of it; the others by their points."""
    resigned = [number for number, seat in enumerate(table.seats) if seat.resigned]
    playing = [[seat for seat in place if seat not in resigned] for place in places(scores)]
    order = [place for place in [*playing, resigned] if place]
    result = {"scores": scores, "places": order, "resigned": resigned, "complete": complete}
    return replace(table, status="finished", ended=now, result=result, to_move=None, deadline=None, offer=None)


def undone(position: Position, person: str, version: int, now: float) -> Decided:
    """The last move is taken back by who made it."""
    table = _playing(position, version)
    if not may_undo(position, person):
        raise Refused("cannot-undo")
    return _back(position, table.ply - 1, person, now, same_turn=True)


def may_undo(position: Position, person: str | None) -> bool:
    """Whether a person may take the last move back."""
    return person is not None and person == who_may_undo(position)


def who_may_undo(position: Position) -> str | None:
    """The person who may take the last move back, if anybody may."""
    seat = position.last_mover
    if position.table.status != "playing" or seat is None:
        return None
    chair = position.table.seats[seat]
    return None if chair.bot or not position.can_undo else chair.person


def _back(position: Position, ply: int, person: str | None, now: float, *, same_turn: bool = False) -> Decided:
    table = position.table
    trail = position.trail[: len(position.trail) - (table.ply - ply)]
    state = trail.last
    seat = state.to_move
    if seat != table.to_move or not same_turn:  # else the clock just goes on
        if seat is not None and seat == table.to_move:
            table = time_stopped(table, seat, now)
        table = turn_begun(table, state, now)
    table = replace(table, version=table.version + 1, revision=table.revision + 1, ply=ply, offer=None, changed=now)
    step = Step(table.revision, "undo", now, person, seat, position.table.version, ply)
    return Decided(Change(table, step, undone_beyond=ply), Position(table, trail))


def takeback(position: Position, person: str, version: int, now: float) -> Decided:
    """Somebody wants their last turn back: at once, or by the agreement of the others."""
    table = _playing(position, version)
    mine = _still_playing(table, person)
    if table.takebacks == "never":
        raise Refused("no-takebacks")
    ply = _own_turn_before(position, mine)
    if ply is None:
        raise Refused("nothing-to-take-back")
    if table.takebacks == "free" or not _others(table, person):
        return _back(position, ply, person, now)
    offer = Offer(table.revision + 1, "takeback", person, position.trail[ply - table.ply - 1].to_move or 0, ply)
    return _offered(position, offer, now)


def _still_playing(table: Table, person: str) -> list[int]:
    """The seats of somebody who has a say."""
    mine = table.seats_of(person)
    if not mine:
        raise Refused("not-seated")
    playing = [number for number in mine if not table.seats[number].resigned]
    if not playing:
        raise Refused("resigned")
    return playing


def _own_turn_before(position: Position, mine: list[int]) -> int | None:
    """The ply at which the last turn of one of these seats began, if something was played since."""
    states = tuple(position.trail)
    for back in range(2, len(states) + 1):
        state = states[-back]
        ply = position.table.ply - back + 1
        if state.to_move in mine and (state.turn_passed or ply == 0):
            return ply
    return None


def replacement(position: Position, person: str, seat: int, away: bool, now: float) -> Decided:
    """Somebody proposes that the computer plays for a person who is away."""
    table = _playing(position)
    _still_playing(table, person)
    if not 0 <= seat < len(table.seats):
        raise Refused("no-such-seat", seat=seat)
    chair = table.seats[seat]
    if chair.kind != "person" or chair.bot or chair.person == person:
        raise Refused("cannot-replace")
    if not away:
        raise Refused("not-away", name=chair.name)
    offer = Offer(table.revision + 1, "replace", person, seat, table.ply)
    if not _others(table, person, chair.person):
        return _replaced(position, seat, person, now)
    return _offered(position, offer, now)


def _offered(position: Position, offer: Offer, now: float) -> Decided:
    if position.table.offer is not None:
        raise Refused("offer-pending")
    table = replace(position.table, offer=offer)
    return stepped(table, "offer", now, person=offer.by, seat=offer.seat, trail=position.trail)


def answered(position: Position, person: str, number: int, agree: bool, now: float) -> Decided:
    """An answer to an offer; with the last agreement it is carried out, with one refusal it ends."""
    table = _playing(position)
    offer = table.offer
    if offer is None or offer.number != number:
        raise Refused("no-such-offer")
    asked = asked_about(table, offer)
    if person not in asked and (agree or person not in _concerned(table, offer)):
        raise Refused("not-asked")
    if not agree:
        return stepped(replace(table, offer=None), "answer", now, person=person, trail=position.trail)
    agreed = tuple(dict.fromkeys((*offer.agreed, person)))
    if not set(asked) <= set(agreed):
        waiting = replace(table, offer=replace(offer, agreed=agreed))
        return stepped(waiting, "answer", now, person=person, trail=position.trail)
    if offer.kind == "replace":
        return _replaced(position, offer.seat, person, now)
    return _back(position, offer.ply, person, now)


def asked_about(table: Table, offer: Offer) -> list[str]:
    """The people who must agree."""
    replaced = table.seats[offer.seat].person if offer.kind == "replace" else None
    return _others(table, offer.by, replaced)


def _concerned(table: Table, offer: Offer) -> tuple[str | None, ...]:
    """Who may end an offer without being asked: who made it, and who is to be replaced but has come back."""
    return (offer.by, table.seats[offer.seat].person) if offer.kind == "replace" else (offer.by,)


def _others(table: Table, *without: str | None) -> list[str]:
    """The people whose word counts, besides these: those who sit here and play for themselves."""
    playing = {seat.person for seat in table.seats if seat.kind == "person" and not seat.bot and not seat.resigned}
    return [person for person in table.people if person in playing and person not in without]


def _replaced(position: Position, seat: int, person: str, now: float) -> Decided:
    table = replace(position.table, offer=None)
    if table.to_move == seat:
        table = time_stopped(table, seat, now)
    table = _with_seat(table, seat, _stood_in)
    if table.to_move == seat:
        table = turn_begun(table, position.state, now)
    return stepped(table, "replaced", now, person=person, seat=seat, trail=position.trail, people_changed=True)


def _stood_in(chair: Seat) -> Seat:
    return replace(chair, stands_in=USUAL_LEVEL, missed=0)


def returned(position: Position, person: str, seat: int | None, now: float) -> Decided:
    """Somebody takes their seat back from the computer."""
    table = _playing(position)
    mine = [n for n in table.seats_of(person) if table.seats[n].stands_in and not table.seats[n].resigned]
    if not mine or (seat is not None and seat not in mine):
        raise Refused("nothing-to-return-to")
    chosen = mine[0] if seat is None else seat
    if table.seats[chosen].stands_in == FOR_THE_CLOCK:
        if not table.seats[chosen].missed:
            raise Refused("nothing-to-return-to")  # who plays this turn to its end goes by themselves
        table = _with_seat(table, chosen, lambda chair: replace(chair, missed=0))
    else:
        table = _with_seat(table, chosen, lambda chair: replace(chair, stands_in=None, missed=0))
        if table.to_move == chosen:
            table = turn_begun(table, position.state, now)
    return stepped(table, "returned", now, person=person, seat=chosen, trail=position.trail, people_changed=True)


def resigned(position: Position, person: str, seat: int | None, now: float) -> Decided:
    """Somebody gives up: of two, the other has won; of more, the computer goes on in their place."""
    table = _playing(position)
    mine = _still_playing(table, person)
    if seat is not None and seat not in mine:
        raise Refused("no-such-seat", seat=seat)
    gone = mine if seat is None else [seat]
    if table.to_move in gone:
        table = time_stopped(table, table.to_move, now)
    for number in gone:
        table = _with_seat(table, number, lambda chair: replace(_stood_in(chair), resigned=True))
    playing_on = [n for n, chair in enumerate(table.seats) if chair.kind == "person" and not chair.resigned]
    if len(table.seats) <= 2 or not playing_on:
        table = _finished(table, now, position.state.scores(), complete=False)
    elif table.to_move in gone:
        table = turn_begun(replace(table, offer=None), position.state, now)
    else:
        table = replace(table, offer=None)
    return stepped(table, "resigned", now, person=person, seat=gone[0], trail=position.trail, people_changed=True)


def missed(position: Position, now: float) -> Decided:
    """The time of whoever is to move is over: the computer ends the turn."""
    table = _playing(position)
    if not is_overdue(table, now):
        raise Refused("not-overdue")
    seat = table.to_move
    assert seat is not None
    if table.banks is not None:
        table = replace(table, banks=tuple(0.0 if n == seat else bank for n, bank in enumerate(table.banks)))
    table = _with_seat(table, seat, lambda chair: replace(chair, stands_in=FOR_THE_CLOCK, missed=chair.missed + 1))
    table = replace(table, deadline=None, offer=None)
    return stepped(table, "missed", now, seat=seat, trail=position.trail, people_changed=True)


def _with_seat(table: Table, number: int, change: Callable[[Seat], Seat] | Seat) -> Table:
    seat = change if isinstance(change, Seat) else change(table.seats[number])
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))
