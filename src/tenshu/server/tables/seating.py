"""Before a game: making a table, sitting down and standing up, beginning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from tenshu.players.levels import LEVELS, USUAL_LEVEL
from tenshu.server.errors import Refused
from tenshu.server.tables.clocks import turn_begun
from tenshu.server.tables.position import Decided, Position, stepped
from tenshu.server.tables.table import Clock, Seat, Snapshot, Table, Takebacks
from tenshu.server.tables.trail import Trail
from tenshu.table.errors import Malformed
from tenshu.table.games import Game, find_game

BOT_NAMES = ("Mei", "Kenji", "Aiko", "Ren", "Yuki", "Taro", "Hana", "Jun")
MOST_SEATS = 8
_OPEN = Seat("open")


@dataclass(frozen=True, slots=True)
class SeatWish:
    """Who is to sit on a chair of a new table."""

    kind: Literal["me", "here", "open", "bot"]
    name: str = ""
    """Of somebody at the same screen."""
    level: str = USUAL_LEVEL


@dataclass(frozen=True, slots=True)
class Wishes:
    """A new table as it is asked for."""

    game: str
    seats: Sequence[SeatWish]
    options: Mapping[str, Any]
    public: bool = False
    start: bool = True
    clock: Clock | None = None
    hints: bool = True
    takebacks: Takebacks = "agree"
    chat: bool = True


@dataclass(frozen=True, slots=True)
class Guest:
    """A person as a table knows them."""

    id: str
    name: str


def created(wishes: Wishes, host: Guest, name: str, now: float, seed: str) -> Decided:
    """A new table; it begins at once if it may and nobody is missing."""
    game, options = _game(wishes)
    table = Table(
        id=name,
        game=game.name,
        rules=game.rules,
        options=options,
        seats=_seats(wishes.seats, host),
        host=host.id,
        created=now,
        public=wishes.public,
        autostart=wishes.start,
        clock=wishes.clock,
        hints=wishes.hints,
        chat=wishes.chat,
    )
    table = replace(table, takebacks=_takebacks(wishes.takebacks, table))
    return _perhaps_begun(stepped(table, "created", now, person=host.id, people_changed=True), now, seed)


def _game(wishes: Wishes) -> tuple[Game, dict[str, Any]]:
    try:
        game = find_game(wishes.game)
        players = len(wishes.seats)
        if players not in game.catalogue()["players"]:
            raise Malformed("seats", f"{game.name} is not played by {players}")
        return game, game.choices(wishes.options, players)
    except Malformed as problem:
        raise Refused("not-understood", place=problem.place, problem=problem.problem) from None


def _takebacks(wished: Takebacks, table: Table) -> Takebacks:
    alone = len(table.people) == 1 and all(seat.kind != "open" for seat in table.seats)
    return "agree" if wished == "free" and not alone else wished


def _seats(wishes: Sequence[SeatWish], host: Guest) -> tuple[Seat, ...]:
    if sum(wish.kind == "me" for wish in wishes) > 1:
        raise Refused("not-understood", place="seats", problem="'me' can sit on one chair only; others here have names")
    taken = {wish.name.casefold() for wish in wishes} | {host.name.casefold()}
    names = _free_names(taken)
    return tuple(_seat(wish, host, names) for wish in wishes)


def _seat(wish: SeatWish, host: Guest, names: Iterator[str]) -> Seat:
    if wish.kind == "me":
        return Seat("person", host.name, host.id)
    if wish.kind == "here":
        return Seat("person", wish.name or host.name, host.id, beside=True)
    if wish.kind == "open":
        return Seat("open")
    return _bot(wish.level, next(names))


def _bot(level: str, name: str) -> Seat:
    if level not in LEVELS:
        problem = f"there is no level called {level[:40]!r}; known: {', '.join(LEVELS)}"
        raise Refused("not-understood", place="level", problem=problem)
    return Seat("bot", name, level=level)


def _free_names(taken: set[str]) -> Iterator[str]:
    yield from (name for name in BOT_NAMES if name.casefold() not in taken)
    yield from (f"Mei {number}" for number in range(2, MOST_SEATS + 2))


def joined(position: Position, guest: Guest, seat: int | None, now: float, seed: str) -> Decided:
    """Somebody sits down: on the seat that waits for them, the one they name, or the first that is free for all."""
    table = position.table
    _must_be_open(table)
    if table.seats_of(guest.id):
        raise Refused("already-seated")
    if seat is not None and not 0 <= seat < len(table.seats):
        raise Refused("no-such-seat", seat=seat)
    free = [n for n, each in enumerate(table.seats) if each.kind == "open" and each.reserved in (None, guest.id)]
    mine = [n for n in free if table.seats[n].reserved == guest.id]
    if seat is not None and seat not in free:
        raise Refused("seat-taken", seat=seat)
    if not free:
        raise Refused("table-full")
    chosen = seat if seat is not None else (mine or free)[0]
    for number in mine:
        table = _with_seat(table, number, _waited_for(table.seats[number], guest, mine) if chosen in mine else _OPEN)
    if chosen not in mine:
        table = _with_seat(table, chosen, Seat("person", guest.name, guest.id))
    return _perhaps_begun(stepped(table, "joined", now, person=guest.id, seat=chosen, people_changed=True), now, seed)


def _waited_for(seat: Seat, guest: Guest, mine: Sequence[int]) -> Seat:
    """Who played several seats at one screen gets them all back, by the names they had."""
    return Seat("person", seat.name if len(mine) > 1 and seat.name else guest.name, guest.id, beside=seat.beside)


def left(position: Position, person: str, now: float) -> Decided | None:
    """Somebody stands up. None if nobody is left: the table is gone then."""
    table = position.table
    _must_be_open(table)
    mine = table.seats_of(person)
    if not mine and table.host != person:
        raise Refused("not-seated")
    for number in mine:
        table = _with_seat(table, number, _OPEN)
    if not table.people:
        return None
    if table.host == person:
        table = replace(table, host=table.people[0])
    return stepped(table, "left", now, person=person, seat=mine[0] if mine else None, people_changed=True)


def seat_changed(
    position: Position, person: str, seat: int, kind: Literal["open", "bot"], level: str, now: float, seed: str
) -> Decided:
    """The host opens a seat, asking whoever sits there to leave, or gives it to a bot."""
    table = position.table
    _must_be_open(table)
    _must_be_host(table, person)
    if not 0 <= seat < len(table.seats):
        raise Refused("no-such-seat", seat=seat)
    if kind == "open":
        changed = _OPEN
    else:
        changed = _bot(level, next(_free_names({each.name.casefold() for each in table.seats})))
    before, table = table, _with_seat(table, seat, changed)
    if before.seats_of(person) and not table.seats_of(person):  # the host stands up; one who never sat stays host
        if not table.people:
            raise Refused("last-person")
        table = replace(table, host=table.people[0])
    return _perhaps_begun(stepped(table, "seat", now, person=person, seat=seat, people_changed=True), now, seed)


def started(position: Position, person: str, now: float, seed: str) -> Decided:
    """The host begins."""
    _must_be_open(position.table)
    _must_be_host(position.table, person)
    if any(seat.kind == "open" for seat in position.table.seats):
        raise Refused("seats-open")
    return _begun(position.table, now, seed, person)


def _perhaps_begun(decided: Decided, now: float, seed: str) -> Decided:
    """The last one has sat down: the same step begins the game."""
    table = decided.change.table
    if not table.autostart or any(seat.kind == "open" for seat in table.seats):
        return decided
    begun = _begun(replace(table, revision=table.revision - 1), now, seed, decided.change.step.person)
    step = replace(begun.change.step, kind=decided.change.step.kind, seat=decided.change.step.seat)
    return Decided(replace(begun.change, step=step), begun.position)


def _begun(table: Table, now: float, seed: str, person: str | None) -> Decided:
    state = find_game(table.game).new(players=len(table.seats), seed=seed, **table.options)
    table = replace(table, status="playing", started=now, takebacks=_takebacks(table.takebacks, table))
    table = turn_begun(table, state, now)
    deal = Snapshot(0, state.to_json())
    return stepped(table, "started", now, person=person, trail=Trail([state]), people_changed=True, snapshot=deal)


def rematch(
    position: Position, person: str, name: str, now: float, instead_of: str | None = None
) -> tuple[Decided, Decided]:
    """The same table once more, the seats moved on by one: the new one, and the old one that leads to it.

    Whoever asks sits down at once; the seats of the others wait for them. There is one rematch, unless everybody has
    left it: then another takes its place."""
    old = position.table
    if old.status != "finished":
        raise Refused("not-finished")
    if not old.seats_of(person):
        raise Refused("not-seated")
    if old.rematch and old.rematch != instead_of:
        raise Refused("rematch-made", table=old.rematch)
    moved_on = (*old.seats[1:], old.seats[0])
    table = Table(
        id=name,
        game=old.game,
        rules=find_game(old.game).rules,
        options=old.options,
        seats=tuple(_again(seat, person) for seat in moved_on),
        host=person,
        created=now,
        public=old.public,
        clock=old.clock,
        hints=old.hints,
        takebacks=old.takebacks,
        chat=old.chat,
    )
    new = stepped(table, "created", now, person=person, people_changed=True)
    return new, stepped(replace(old, rematch=name), "rematch", now, person=person, trail=position.trail)


def _again(seat: Seat, person: str) -> Seat:
    if seat.kind == "person" and seat.person != person:
        return Seat("open", reserved=seat.person, name=seat.name, beside=seat.beside)
    return Seat(seat.kind, seat.name, seat.person, seat.level, beside=seat.beside)


def begun_if_complete(decided: Decided, now: float, seed: str) -> Decided:
    """A rematch against bots, or of people at one screen, has everybody at the table already."""
    return _perhaps_begun(decided, now, seed)


def _with_seat(table: Table, number: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def _must_be_open(table: Table) -> None:
    if table.status != "open":
        raise Refused("already-begun")


def _must_be_host(table: Table, person: str) -> None:
    if table.host != person:
        raise Refused("not-host")
