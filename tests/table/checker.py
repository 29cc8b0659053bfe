"""One checker for every game: it plays a game through the table's contract and looks for broken promises on the way.

`check_game` knows no game. What only a game can know (which pieces there are, which events it tells) a game says in a
subclass of `Promises`. A broken promise is a `Fault` with a kind, a sentence, and notes from which to repeat the game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from tenshu.table.errors import IllegalMove, Impossible, Malformed, Reason
from tenshu.table.games import find_game, load
from tenshu.table.randomness import shuffled
from tenshu.table.record import Record
from tenshu.table.session import Session
from tenshu.table.state import Document, State

Chooser = Callable[[State, Random], str]

LONGEST_SENTENCE = 300
NO_MOVES = (
    "",
    " ",
    "pass ",
    " pass",
    "abracadabra",
    "take\nc4",
    "¿",
    "pass pass",
    "TAKE C4",
    "x" * 5000,
    "\x00",
    "take 9z",
)
"""Texts that are no move of any game."""


class Fault(AssertionError):
    """A promise that a game does not keep."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind = kind


def claim(is_so: bool, kind: str, what: str, *about: object) -> None:
    if not is_so:
        raise Fault(kind, what.format(*about))


class Promises:
    """What a game promises beyond the contract of the table: it overrides what it has to say and raises `Fault`s."""

    events: Collection[str] | None = None
    """The names of all events; None if the game does not list them."""

    def at_decision(self, state: State, moves: Sequence[str]) -> None:
        """Asked at every decision, so it should be quick."""

    def at_position(self, state: State, document: Document) -> None:
        """About one position: pieces are conserved, moves are in order."""

    def at_step(self, before: Document, move: str, after: State, document: Document) -> None:
        """About one move: what may change, and how."""

    def at_view(self, document: Document, view: Document, seat: int | None) -> None:
        """Nothing hidden shows, nothing public is missing."""

    def at_scores(self, document: Document, scores: Document) -> None:
        """A total is the sum of its parts, the ranking follows from the totals."""

    def strange_moves(self, state: State, rng: Random) -> Iterable[str]:
        """Well-formed moves, legal or not, that are worth trying here."""
        return ()


@dataclass
class Scrutiny:
    """How closely a game is looked at."""

    every: int = 1
    """On average one decision in so many is checked in full; the rest only quickly."""
    tries: int = 3
    """How many other moves are tried beside the chosen one at a full check."""
    record: bool = True
    """Whether the finished game's record is checked, and spoilt in many ways."""
    most_decisions: int = 5000
    """A longer game counts as endless."""


@dataclass
class _Game:
    """A game under scrutiny."""

    session: Session
    promises: Promises
    scrutiny: Scrutiny
    rng: Random
    shadow: State
    """A private copy that is advanced move by move beside the game."""
    heard: dict[str, None] = field(default_factory=dict)
    """Moves that were legal at some time: good questions for `why_not` later."""
    hidden: int = 0
    redrawn: int = 0

    def index(self, below: int) -> int:
        return int(self.rng.random() * below)

    def some(self, items: Iterable[str], count: int) -> list[str]:
        return shuffled(items, self.rng)[:count]


def check_game(
    start: State,
    choose: Chooser,
    promises: Promises | None = None,
    *,
    rng: Random | None = None,
    scrutiny: Scrutiny | None = None,
    session_class: type[Session] = Session,
) -> Session:
    """Play a game to its end and check it; gives the session of the finished game."""
    game = _Game(
        session_class(start), promises or Promises(), scrutiny or Scrutiny(), rng or Random(0), shadow=start.copy()
    )
    try:
        while not game.session.state.is_over:
            decisions = len(game.session.moves)
            claim(decisions < game.scrutiny.most_decisions, "endless", "not over after {} decisions", decisions)
            _decision(game, choose)
        _end(game)
    except Exception as problem:
        problem.add_note(f"to repeat, load {json.dumps(start.to_json(), default=repr)}")
        problem.add_note(f"and play {json.dumps(game.session.moves)}")
        raise
    return game.session


def _decision(game: _Game, choose: Chooser) -> None:
    state = game.session.state
    moves = [*state.legal_moves()]
    claim(bool(moves), "dead end", "the game is not over but there is no legal move")
    seat = state.to_move
    claim(seat is not None and 0 <= seat < state.seats, "seat", "no seat decides ({!r}) although it is not over", seat)
    game.promises.at_decision(state, moves)
    in_full = game.scrutiny.every == 1 or game.rng.random() * game.scrutiny.every < 1
    if in_full:
        check_state(game, state)
    move = choose(state, game.rng)
    if not in_full:
        game.session.play(move)
        game.shadow.advance(move)
        return
    for tried in dict.fromkeys([move, *game.some(moves, game.scrutiny.tries)]):
        check_move(game, state, tried)
    check_undo(game, move)
    check_advance(game, move)
    game.heard.update(dict.fromkeys(str(move) for move in moves))


def _end(game: _Game) -> None:
    last = game.session.state
    _same(game.shadow, last, "advance")
    claim(not last.legal_moves(), "end", "the game is over but has legal moves: {}", last.legal_moves())
    claim(last.to_move is None, "end", "the game is over but seat {} decides", last.to_move)
    check_state(game, last)
    few = 20
    claim(game.redrawn > 0 or game.hidden < few, "determinize", "drew nothing anew in {} positions", game.hidden)
    if game.scrutiny.record:
        check_record(game.session, game.rng)


# One state.


def check_state(game: _Game, state: State) -> None:
    """Everything that can be asked of a state without choosing a move."""
    before = _frozen(state)
    document = state.to_json()
    check_moves(state)
    check_document(state, document)
    check_views(game, state, document)
    check_scores(game, state, document)
    check_refusals(game, state)
    game.promises.at_position(state, document)
    claim(_frozen(state) == before, "mutated", "the state changed although it was only asked questions")
    for gift in (document, state.scores(), *state.events):
        _scribble(gift)
    moves = state.legal_moves()
    if isinstance(moves, list):
        moves.clear()
    claim(_frozen(state) == before, "shared", "the state changed when somebody changed what it had handed out")


def _frozen(state: State) -> tuple[object, ...]:
    """All of a state that can be compared, as it is now."""
    return (
        _as_text(state.to_json()),
        hash(state),
        tuple(map(str, state.legal_moves())),
        state.to_move,
        state.is_over,
        _as_text(state.events),
    )


def _as_text(document: object) -> str:
    try:
        return json.dumps(document, allow_nan=False)
    except (TypeError, ValueError) as problem:
        raise Fault("json", f"{problem} in {document!r:.200}") from None


def _scribble(value: Any) -> None:
    """Spoil a document in every part."""
    parts = list(value.values()) if isinstance(value, dict) else list(value) if isinstance(value, list) else []
    for part in parts:
        _scribble(part)
    if isinstance(value, dict):
        value["scribbled"] = True
    elif isinstance(value, list):
        value.append("scribbled")


def check_moves(state: State) -> None:
    """Legal moves are texts, each one once, that parse back to themselves and that `why_not` has nothing against."""
    moves = state.legal_moves()
    claim(len(set(moves)) == len(moves), "duplicate moves", "{}", sorted(m for m in moves if moves.count(m) > 1))
    parse = find_game(state.game).parse
    for move in moves:
        claim(isinstance(move, str), "move", "{!r} is no text", move)
        text = str(move)
        parsed = parse(text)
        claim(parsed == move and str(parsed) == text, "parse", "{!r} is read as {!r}", text, parsed)


def check_document(state: State, document: Document) -> None:
    """The document is JSON, and loading it gives the same state."""
    text = _as_text(document)
    read = json.loads(text)
    claim(read == document, "json", "the document does not survive being written and read")
    loaded = load(read)
    _same(loaded, state, "round trip")
    claim(_as_text(loaded.to_json()) == text, "round trip", "the loaded state writes another document")
    claim(not loaded.events and not loaded.answers, "round trip", "a loaded state tells events")
    claim(not loaded.reveals and not loaded.turn_passed, "round trip", "a loaded state follows no move")


def _same(one: State, other: State, kind: str) -> None:
    claim(one == other, kind, "the states are not equal")
    claim(hash(one) == hash(other), kind, "the states are equal, their hashes are not")
    claim(one.to_json() == other.to_json(), kind, "the states are equal, their documents are not")
    mine, others = list(map(str, one.legal_moves())), list(map(str, other.legal_moves()))
    claim(mine == others, kind, "legal moves differ: {} and {}", mine, others)
    claim(
        (one.to_move, one.is_over, one.seats) == (other.to_move, other.is_over, other.seats),
        kind,
        "who decides differs",
    )


def check_views(game: _Game, state: State, document: Document) -> None:
    """A view hides what is hidden, is a document of its own, and is all that a player gets to know."""
    redrawn = state.determinize(Random(game.index(1 << 30)))
    claim(load(redrawn.to_json()) == redrawn, "determinize", "gives a state whose document is another one")
    known: list[tuple[Document, State]] = []
    for seat in dict.fromkeys([state.to_move, None, game.index(state.seats)]):
        view, seen = state.view(seat), state.seen_by(seat)
        game.promises.at_view(document, view, seat)
        claim(redrawn.view(seat) == view, "leak", "the view of {} tells what is hidden", _named(seat))
        if (view, seen) not in known:
            check_view(game, view, seen, seat)
            known.append((view, seen))
    moves, others = list(map(str, state.legal_moves())), list(map(str, known[0][1].legal_moves()))
    claim(moves == others, "view", "the player in turn is told other moves: {} and {}", moves, others)
    if known[0][0] != document:
        game.hidden += 1
        game.redrawn += redrawn.to_json() != document


def check_view(game: _Game, view: Document, seen: State, seat: int | None) -> None:
    """A view is a position of its own: it can be loaded, seen again, and filled without being changed."""
    loaded = load(json.loads(_as_text(view)))
    _same(loaded, seen, "view")
    claim(loaded.view(seat) == view, "view", "the view of a loaded view is another one")
    drawn = seen.determinize(Random(game.index(1 << 30)))
    claim(drawn.view(seat) == view, "determinize", "the view of {} is not kept", _named(seat))


def _named(seat: int | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


def check_scores(game: _Game, state: State, document: Document) -> None:
    """There is a score sheet at any time, and its ranking places every seat once."""
    scores = state.scores()
    _as_text(scores)
    places = [[place] if isinstance(place, int) else place for place in scores["ranking"]]
    placed = sorted(seat for place in places for seat in place)
    sheets = list(range(len(scores["players"])))  # more than seats, where the game itself plays one
    claim(placed == sheets, "ranking", "{} does not place every seat once", scores["ranking"])
    claim(len(sheets) >= state.seats, "scores", "there are {} sheets", len(sheets))
    claim(all(places), "ranking", "{} has an empty place", scores["ranking"])
    for seat in range(state.seats):
        claim(isinstance(state.estimate(seat), float), "estimate", "of seat {} is no number", seat)
    game.promises.at_scores(document, scores)


def check_refusals(game: _Game, state: State) -> None:
    """What is not legal is refused with a reason, and `why_not` gives the same one; what is no move is `Malformed`."""
    legal = set(state.legal_moves())
    for move in game.some(legal, game.scrutiny.tries):
        reason = state.why_not(move)
        claim(reason is None, "reason", "why_not has {} against the legal move {}", reason, move)
    asked = {*game.some(game.heard, game.scrutiny.tries), *game.promises.strange_moves(state, game.rng)}
    for text in sorted(asked - legal):
        reason = state.why_not(text)
        if reason is None:
            raise Fault("reason", f"why_not has nothing against {text!r}, which is not legal")
        check_reason(reason)
        try:
            state.play(text)
        except IllegalMove as refusal:
            check_sentence(str(refusal))
            claim(refusal.reason == reason, "reason", "play says {}, why_not {}", refusal.reason, reason)
        else:
            raise Fault("illegal", f"{text!r} was played although it is not legal")
    for text in game.some(NO_MOVES, game.scrutiny.tries):
        check_malformed(state.play, text)
        check_malformed(state.why_not, text)


def check_malformed(call: Callable[[str], object], text: str) -> None:
    try:
        call(text)
    except Malformed as refusal:
        check_sentence(str(refusal))
    else:
        raise Fault("malformed", f"{text[:40]!r} is no move but was taken for one")


def check_reason(reason: Reason) -> None:
    claim(bool(reason.code) and reason.code == reason.code.strip(), "reason", "{!r} is no code", reason.code)
    read = json.loads(_as_text(reason.to_json()))
    claim(read == reason.to_json(), "reason", "{} is no JSON data", reason)


def check_sentence(text: str) -> None:
    """One sentence for a person: not empty, not long, one line."""
    claim(bool(text.strip()), "sentence", "there is none")
    claim(len(text) < LONGEST_SENTENCE, "sentence", "{} letters: {}", len(text), text)
    claim(text.isprintable(), "sentence", "{!r} is not one printable line", text)


# One move.


def check_move(game: _Game, state: State, move: str) -> None:
    """A legal move leads to one new state, whatever the state was made from, and tells what it did."""
    before = _frozen(state)
    after = state.play(move)
    again = state.play(str(move))
    claim(_frozen(state) == before, "mutated", "playing {} changed the state it was played on", move)
    _same(again, after, "chance")
    claim(again.events == after.events and again.answers == after.answers, "chance", "{} tells different things", move)
    document = state.to_json()
    copied = load(document).play(move)
    _same(copied, after, "round trip")
    claim(copied.events == after.events, "round trip", "{} tells other events on the loaded state", move)
    check_events(game, after)
    check_knowledge(state, move, after)
    passed = after.to_move != state.to_move
    claim(after.turn_passed or not passed, "turn", "{} passed the turn without saying so", move)
    game.promises.at_step(document, str(move), after, after.to_json())


def check_events(game: _Game, after: State) -> None:
    """Events are JSON objects with a known name."""
    told = _as_text(list(after.events))
    claim(json.loads(told) == list(after.events), "events", "{} are no JSON data", told)
    known = game.promises.events
    for event in after.events:
        name = event.get("event")
        claim(isinstance(name, str) and (known is None or name in known), "events", "{!r} is not a known name", name)
    for answer in after.answers:
        claim(bool(answer), "answers", "{!r} is no text", answer)


def check_knowledge(state: State, move: str, after: State) -> None:
    """A move reveals something exactly if the player's own view cannot tell what follows from it."""
    seat = state.to_move
    seen = state.seen_by(seat)
    try:
        foreseen = seen.play(move)
    except IllegalMove as refusal:
        check_sentence(str(refusal))
        claim(after.reveals, "reveals", "{} needs something hidden but is said to reveal nothing", move)
        claim(seen.why_not(move) == refusal.reason, "reason", "why_not of a view differs from its play")
        return
    claim(not after.reveals, "reveals", "{} is said to reveal something, yet a view can tell what follows", move)
    _same(foreseen, after.seen_by(seat), "view")


def check_undo(game: _Game, move: str) -> None:
    """Plays the move in the session: it can be taken back exactly if it revealed nothing and did not pass the turn."""
    session = game.session
    before = session.state
    count = len(session.moves)
    after = session.play(move)
    claim(session.state == after and len(session.moves) == count + 1, "session", "{} is not the present", move)
    if after.reveals or after.turn_passed:
        claim(not session.can_undo, "undo", "{} can be undone although it showed something or passed the turn", move)
        try:
            session.undo()
        except ValueError as refusal:
            check_sentence(str(refusal))
        else:
            raise Fault("undo", f"{move} was undone although it showed something or passed the turn")
        claim(session.state == after and len(session.moves) == count + 1, "undo", "a refused undo changed the present")
        return
    claim(session.can_undo, "undo", "{} cannot be undone although it showed nothing and did not pass the turn", move)
    claim(session.undo() == session.state, "undo", "it gives something else than the present")
    _same(session.state, before, "undo")
    claim(len(session.moves) == count, "undo", "the undone move stays in the history")
    claim(session.play(move) == after, "undo", "playing the same again leads elsewhere")


def check_advance(game: _Game, move: str) -> None:
    """Advancing a private copy leads where playing leads, and touches nothing but the copy."""
    after = game.session.state
    game.shadow.advance(move)
    _same(game.shadow, after, "advance")
    claim(game.shadow.events == after.events, "advance", "{} tells other events when advanced", move)
    claim(game.shadow.answers == after.answers, "advance", "{} is answered differently when advanced", move)
    said = game.shadow.reveals, game.shadow.turn_passed
    claim(said == (after.reveals, after.turn_passed), "advance", "{} says other things of itself when advanced", move)
    before = _frozen(after)
    copied = after.copy()
    _same(copied, after, "copy")
    claim(copied.events == after.events and copied.answers == after.answers, "copy", "a copy tells other things")
    for _ in range(4):
        moves = copied.legal_moves()
        if moves:
            copied.advance(moves[game.index(len(moves))])
    claim(_frozen(after) == before, "copy", "advancing a copy changed the state it was made of")


# The whole game.


def check_record(session: Session, rng: Random) -> None:
    """The record of a finished game replays to the same end; spoilt in any way it is refused."""
    record = json.loads(_as_text(session.record().to_json()))
    refused = refusal_of(record)
    claim(refused is None, "record", "it is refused: {}", refused)
    states = list(Record.from_json(record).states())
    claim(len(states) == len(session.moves) + 1, "record", "{} states, {} moves", len(states), len(session.moves))
    claim(states[-1][1] == session.state, "record", "it leads to another end")
    claim(states[-1][0] == len(record["moves"]), "record", "it does not tell all moves")
    claim(Record.from_json(record).to_json() == record, "record", "it is written differently than it was read")
    for what, spoilt in spoilt_records(record, states, rng):
        refused = refusal_of(spoilt)
        claim(refused is not None, "record", "it was accepted with {}", what)
        check_sentence(str(refused))
    for what, altered in altered_records(record, states, rng):
        refused = refusal_of(altered)
        if refused is not None:
            check_sentence(str(refused))
        else:
            *_, (_, last) = Record.from_json(altered).states()
            claim(last.is_over and last.scores() == altered["result"], "record", "it was accepted with {}", what)


def refusal_of(record: object) -> Malformed | None:
    """The sentence against a record; None if it is in order. Anything but `Malformed` and `Impossible` is a fault."""
    try:
        for _ in Record.from_json(record).states():
            pass
    except Malformed as refusal:
        return refusal
    return None


def spoilt_records(
    record: Document, states: Sequence[tuple[int, State]], rng: Random
) -> Iterable[tuple[str, Document]]:
    """Copies of a finished game's record, each with one thing wrong that must not go unnoticed."""
    moves: list[str] = record["moves"]
    place, state = states[int(rng.random() * (len(states) - 1))]
    yield "its last move missing", record | {"moves": moves[:-1]}
    yield "no moves", record | {"moves": []}
    yield "a move after the end", record | {"moves": [*moves, moves[0]]}
    illegal = next((move for move in moves if move not in state.legal_moves()), None)
    if illegal is not None:
        yield "an illegal move too many", record | {"moves": [*moves[:place], illegal, *moves[place:]]}
        yield "an illegal move instead", record | {"moves": [*moves[:place], illegal, *moves[place + 1 :]]}
    yield "a move that is none", record | {"moves": [*moves[:place], "abracadabra", *moves[place + 1 :]]}
    yield "a number as a move", record | {"moves": [*moves[:place], 7, *moves[place + 1 :]]}
    answered = next((n for (told, _), (n, _) in pairwise(states) if n > told + 1), None)
    if answered is not None:
        yield "an answer missing", record | {"moves": moves[: answered - 1] + moves[answered:]}
        yield "another answer", record | {"moves": [*moves[: answered - 1], "abracadabra", *moves[answered:]]}
    yield "no result", record | {"result": None}
    yield "another result", record | {"result": record["result"] | {"ranking": []}}
    yield "a result that is none", record | {"result": 3}
    yield "a seat too many", record | {"seats": [*record["seats"], "nobody"]}
    yield "a seat that is none", record | {"seats": [*record["seats"][:-1], None]}
    yield "an unknown field", record | {"surprise": 1}
    yield "another game", record | {"game": "no such game"}
    yield "a deal of another game", record | {"deal": record["deal"] | {"game": "no such game"}}
    yield "other rules", record | {"rules": record["rules"] + 1}
    yield "another version", record | {"record": record["record"] + 1}
    yield "moves that are none", record | {"moves": "".join(moves)}
    yield "options that are none", record | {"options": []}
    for name in record:
        yield f"{name} missing", {other: value for other, value in record.items() if other != name}


def altered_records(
    record: Document, states: Sequence[tuple[int, State]], rng: Random
) -> Iterable[tuple[str, Document]]:
    """Copies with one move left out, repeated or replaced by another legal one. As a rule they fit no longer; by chance
    one may be an honest record of another game, which nobody can hold against it."""
    moves: list[str] = record["moves"]
    for _ in range(3):
        place, state = states[int(rng.random() * (len(states) - 1))]
        yield f"move {place} left out", record | {"moves": moves[:place] + moves[place + 1 :]}
        yield f"move {place} repeated", record | {"moves": [*moves[: place + 1], *moves[place:]]}
        for other in shuffled(state.legal_moves(), rng)[:1]:
            yield f"move {place} replaced", record | {"moves": [*moves[:place], str(other), *moves[place + 1 :]]}


def is_refused(document: object) -> Impossible | Malformed | None:
    """The sentence against a position; None if it loads. Anything but `Malformed` and `Impossible` is a fault."""
    try:
        load(document)
    except Malformed as refusal:
        check_sentence(str(refusal))
        return refusal
    return None
