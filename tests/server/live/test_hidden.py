"""Two games that differ only in what is hidden look the same to everybody until something is uncovered."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Callable
from random import Random
from types import FrameType
from typing import Any

import pytest

import tenshu.games  # noqa: F401
from tenshu.server.errors import Refused
from tenshu.server.live.telling import Telling
from tenshu.server.tables import playing, seating
from tenshu.server.tables.position import Decided, Position
from tenshu.server.tables.trail import Trail
from tenshu.table.games import find_game
from tenshu.table.state import State
from tests.server.tables.at import BANK, guest, wishes

PEOPLE = ("ana", "bia", None)


def pair(game: str, seats: int, seed: int) -> tuple[Position, Position]:
    """The same table with two deals that nobody can tell apart."""
    kinds = ["me", "open", "bot", "bot"][:seats]
    begun = seating.created(wishes(*kinds, game=game, clock=BANK, start=True), guest("ana"), "T", 0.0, f"seed{seed}")
    if seats > 1:
        begun = seating.joined(begun.position, guest("bia"), None, 0.0, f"seed{seed}")
    deal = begun.position.state
    other = deal.seen_by(None).determinize(Random(seed))
    assert other.to_json() != deal.to_json()
    return begun.position, Position(begun.position.table, Trail([other]))


def told(position: Position, decided: Decided | None) -> list[bytes]:
    telling = Telling(position, decided.change.step if decided else None, {"ana"})
    return [telling.to(person, "7") for person in PEOPLE]


def refusals(position: Position, rng: Random) -> list[object]:
    """What people hear who ask for what they may not."""
    table = position.table
    heard: list[object] = []
    seat = table.to_move
    person = None if seat is None or table.seats[seat].bot else table.seats[seat].person
    words = ["nonsense", "draw" if table.game == "pebbles" else "place c3"]
    for text in [*words, *(f"take {rng.choice('abcdefgh')}{rng.randint(1, 9)}" for _ in range(2))]:
        try:
            playing.moved(position, person, table.version, text, 1.0)
            heard.append("legal")
        except Refused as refusal:
            heard.append((refusal.code, repr(refusal.facts)))
        try:
            reason = playing.reason_against(position.state, text)
            heard.append(reason and reason.to_json())
        except ValueError as problem:
            heard.append(str(problem))
    acts: list[Callable[[], Decided]] = [
        lambda: playing.undone(position, "ana", table.version, 1.0),
        lambda: playing.takeback(position, "bia", table.version, 1.0),
        lambda: playing.missed(position, 1.0),
    ]
    for act in acts:
        try:
            heard.append(repr(act().change.step))
        except Refused as refusal:
            heard.append((refusal.code, repr(refusal.facts)))
    return heard


def everything(position: Position, decided: Decided | None, seed: int) -> list[object]:
    state: State = position.state
    thought = [state.view(seat) for seat in (None, *range(state.seats))]  # what bots and hints are given
    step = repr(decided.change.step) if decided else None
    return [told(position, decided), thought, step, refusals(position, Random(seed)), position.can_undo]


def moved(position: Position, move: str) -> Decided:
    table = position.table
    assert table.to_move is not None
    seat = table.seats[table.to_move]
    return playing.moved(position, None if seat.bot else seat.person, table.version, move, 2.0)


def parted(position: Position, seed: int) -> tuple[Position, Position]:
    """The same moment twice: as it is, and with everything hidden drawn anew."""
    state, table = position.state, position.table
    other = state.seen_by(None).determinize(Random(seed))
    same = find_game(table.game).load(state.to_json())
    return Position(table, Trail([same])), Position(table, Trail([other]))


@pytest.mark.parametrize("seats", [1, 2, 4])
@pytest.mark.parametrize("game", ["pebbles", "dragon-castle"])
@pytest.mark.parametrize("seed", range(2))
def test_byte_for_byte_until_something_is_uncovered(game: str, seats: int, seed: int) -> None:
    """Through a whole game: after each uncovering what is still hidden is drawn anew."""
    rng, different = Random(seed), 0
    one, two = pair(game, seats, seed)
    first: Decided | None = None
    second: Decided | None = None
    for ply in range(40):
        different += one.state.to_json() != two.state.to_json()
        assert everything(one, first, ply) == everything(two, second, ply)
        if one.state.is_over:
            break
        move = one.state.plausible(rng)
        first, second = moved(one, move), moved(two, move)
        one, two = first.position, second.position
        assert one.state.reveals == two.state.reveals
        if one.state.reveals:
            first = second = None
            one, two = parted(one, seed)
    assert different > 5


# How long an answer takes, is told by what is done for it.


def calls_of(work: Callable[[], object]) -> Counter[str]:
    """How often which function was called, of Python or of a library."""
    counted: Counter[str] = Counter()

    def note(frame: FrameType, event: str, function: Any) -> None:
        if event == "call":
            counted[f"{frame.f_code.co_filename}:{frame.f_code.co_firstlineno}:{frame.f_code.co_qualname}"] += 1
        elif event == "c_call":
            counted[f"{getattr(function, '__module__', '')}.{getattr(function, '__qualname__', function)}"] += 1

    before = sys.getprofile()
    gc.disable()  # what it takes away may have something to say
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
        gc.enable()
    return counted


def work_for(position: Position, move: str, seed: int) -> Counter[str]:
    """What a server does for a table it has just loaded: it tells everybody, looks at moves, refuses some and plays
    one."""
    game, document = find_game(position.table.game), position.state.to_json()
    fresh: list[Position] = []

    def serve() -> None:
        fresh.append(Position(position.table, Trail([game.load(document)])))
        everything(fresh[0], None, seed)
        playing.promises(fresh[0].state, fresh[0].state.legal_moves())
        told(moved(fresh[0], move).position, None)

    serve()  # whatever is remembered for good is remembered now
    fresh.clear()
    return calls_of(serve)


@pytest.mark.parametrize("game", ["pebbles", "dragon-castle"])
@pytest.mark.parametrize("seats", [1, 3])
def test_whatever_is_covered_the_same_work_is_done(game: str, seats: int) -> None:
    """A clock would measure the machine; so the calls are counted, of everything until something is uncovered. Bots and
    hints are given nothing but views, which are the same."""
    rng, compared = Random(seats), 0
    one, two = pair(game, seats, 7)
    for ply in range(24):
        if one.state.is_over:
            break
        hidden = [move for move in one.state.legal_moves() if not one.state.play(move).reveals]
        if hidden and one.state.to_json() != two.state.to_json():
            move = rng.choice(hidden)
            assert work_for(one, move, ply) == work_for(two, move, ply)
            compared += 1
        position = moved(one, one.state.plausible(rng)).position
        one, two = parted(position, ply)
    assert compared > 3


def test_work_that_depends_on_what_is_covered_would_be_noticed() -> None:
    castles = [position.state.to_json()["castle"] for position in pair("dragon-castle", 2, 7)]
    cell = next(cell for cell in castles[0] if castles[0][cell][0] != castles[1][cell][0])
    wanted = castles[0][cell][0]
    one, two = (calls_of(lambda castle=castle: castle[cell][0] == wanted and wanted.lower()) for castle in castles)  # type: ignore[misc]
    assert one - two == {"None.str.lower": 1}
    assert two - one == {}


@pytest.mark.parametrize("game", ["pebbles", "dragon-castle"])
def test_nothing_names_the_deal(game: str) -> None:
    """The seed of a game deals it again: nobody hears it."""
    one, _ = pair(game, 2, 77)
    for message in told(one, None):
        assert b"seed77" not in message
