"""Nonsense is refused with one sentence; whatever is accepted can be played, and the naive rules agree how.

A plain run draws the same examples every time. `FUZZ=20000 pytest tests/white_castle/test_fuzz.py` draws that many new
ones.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tenshu
from tenshu.table.games import find_game
from tenshu.table.state import Document, State
from tests.table.checker import check_malformed, check_reason, check_sentence, is_refused, refusal_of
from tests.white_castle import naive
from tests.white_castle.promises import strange_move
from tests.white_castle.test_simulation import SETTINGS, eager

PERFT = Path(__file__).parent / "perft"
EXAMPLES = int(os.environ.get("FUZZ", "600"))
SEED = "fuzz" if "FUZZ" not in os.environ else None

WORDS = ["coral", "black", "white", "left", "right", "centre", "gate", "climb", "daimyo", *naive.ROOMS, "home", "at"]
WORDS += [
    "S2",
    "S16",
    "S0",
    "D4",
    "D13",
    "F1",
    "G3",
    "G6",
    "G11",
    "R1",
    "R10",
    "AC",
    "AX",
    "Kc",
    "Kx",
    "Y1a",
    "Y1b",
    "Y9a",
]
WORDS += [
    "T1",
    "T10",
    "c5",
    "b0",
    "w7",
    "x1",
    "L",
    "WELL",
    "2any",
    "0any",
    "s:C",
    "3c:G",
    "9c:G",
    "s:L",
    "ROW-blue",
    "2h",
]
WORDS += [
    "turn",
    "start",
    "gardens",
    "over",
    "light",
    "any",
    "easy",
    "hard",
    "",
    "?",
    "\n",
    "天守",
    "x" * 400,
    "1",
    "2",
    "3",
]
NUMBERS: list[Any] = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 20, 21, 10**9, 10**30, 0.5, 1.0, True, False, None]
ENTRIES: list[Any] = [
    {"start": True}, {"put": "c5", "from": "left"}, {"put": "c5", "from": "up"}, {"put": "c5"}, {"do": ["L", "s:C"]},
    {"do": ["2f", "2f", "L"]}, {"do": ["1s", "2h", "2any", "WELL"]}, {"do": ["99f"]}, {"one": ["G", "C"]},
    {"one": ["C", "C"]}, {"one": []}, {"courtier": ["gate", "climb"]}, {"courtier": ["climb", "gate"]},
    {"courtier": []}, {"gardener": True}, {"gardener": False}, {"warrior": True}, {"gain": 2}, {"gain": 0},
    {"gain": 99}, {"steps": 1}, {"steps": 40}, {"row": "any"}, {"row": "coral"}, {"row": "light"}, {"row": "dark"},
    {"domain": True}, {"light": "S2"}, {"light": "AC"}, {"favour": True}, {"refill": "steward-1"},
    {"refill": "gate"}, {"end": True}, {"rival": ["gate", "2c"]}, {"rival": ["dance"]},
    {"rival-garden": ["G3", "G4"]}, {"rival-garden": ["G1"]}, {"rival-room": 1, "from": "gate"},
    {"rival-room": 3, "from": "gate"}, {"rival-room": 2, "from": "daimyo"}, {}, {"do": ["L"], "one": ["C"]}, [],
    "do",
]  # fmt: skip


@cache
def positions() -> list[str]:
    """Documents of all kinds, as texts: middles and ends of games, views, and the positions of the perft tables."""
    found = [path.read_text("utf-8") for path in sorted(PERFT.iterdir())]
    for number, options in enumerate(SETTINGS):
        state, rng = tenshu.new_game("white-castle", seed=number, **options), Random(number)
        while not state.is_over:
            if rng.random() < 0.08:
                found += [json.dumps(state.to_json()), json.dumps(state.view())]
            state = state.play(eager(state, rng))
        found.append(json.dumps(state.to_json()))
    return found


def any_of(items: Any, rng: Random) -> Any:
    return items[int(rng.random() * len(items))]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container of a document with every key in it."""
    found: list[tuple[Any, Any]] = []
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            found += [(value, key), *places(value[key])]
    return found


def spoil(document: Document, rng: Random) -> None:
    """One change somewhere."""
    everywhere = places(document)
    holder, key = any_of(everywhere, rng)
    way = rng.random()
    if way < 0.25:
        holder[key] = any_of(NUMBERS, rng)
    elif way < 0.45:
        holder[key] = any_of(WORDS, rng)
    elif way < 0.6:
        other, name = any_of(everywhere, rng)
        holder[key] = json.loads(json.dumps(other[name]))
    elif way < 0.7:
        del holder[key]
    elif way < 0.8 and isinstance(holder, list):
        holder.insert(key, json.loads(json.dumps(any_of([holder[key], any_of(WORDS, rng)], rng))))
    elif way < 0.85 and isinstance(holder, dict):
        holder[any_of(WORDS, rng)] = any_of(NUMBERS, rng)
    elif isinstance(document.get("turn"), dict):
        stack = document["turn"].get("stack")
        if isinstance(stack, list):
            stack.append(json.loads(json.dumps(any_of(ENTRIES, rng))))


def spoilt(number: int) -> Document:
    rng = Random(number if SEED is None else f"{SEED} {number}")
    document: Document = json.loads(any_of(positions(), rng))
    for _ in range(1 if rng.random() < 0.6 else 3):
        spoil(document, rng)
    return document


def play_on(state: State, rng: Random, naively: bool) -> None:
    """Some moves of whatever was accepted; a view ends where it would turn over the unknown."""
    for _ in range(12):
        moves = list(map(str, state.legal_moves()))
        assert bool(moves) != state.is_over
        document = state.to_json()
        assert tenshu.load(json.loads(json.dumps(document))) == state
        assert state.scores()["players"]
        if state.is_over:
            return
        if naively:
            assert moves == naive.legal_moves(document)
        move = any_of(moves, rng)
        if state.why_not(move) is not None:
            assert not naively
            return
        state = state.play(move)


@pytest.mark.parametrize("part", range(4))
def test_spoilt_positions_are_refused_or_can_be_played(part: int) -> None:
    refused = 0
    for number in range(part, EXAMPLES, 4):
        document = spoilt(number)
        text = json.dumps(document)
        try:
            if is_refused(document) is not None:
                refused += 1
                continue
            state = tenshu.load(json.loads(text))
            play_on(state, Random(number), naively="unseen" not in document)
        except Exception as problem:
            problem.add_note(f"to repeat, load {text}")
            raise
    assert refused > EXAMPLES // 4 * 0.5


@pytest.mark.parametrize(
    "value", [None, 3, "white-castle", [], {}, {"game": "white-castle"}, [{"game": "white-castle"}]]
)
def test_what_is_no_position_at_all(value: object) -> None:
    assert is_refused(value) is not None


def test_strange_moves_are_refused_with_a_reason() -> None:
    for number, text in enumerate(positions()):
        state, rng = tenshu.load(json.loads(text)), Random(f"moves {number}")
        legal = set(map(str, state.legal_moves()))
        for _ in range(30):
            move = strange_move(rng)
            reason = state.why_not(move)
            if move in legal:
                continue
            assert reason is not None, f"{move} in {text}"
            check_reason(reason)
            with pytest.raises(tenshu.IllegalMove) as caught:
                state.play(move)
            assert caught.value.reason == reason
            check_sentence(str(caught.value))


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "die", "die coral", "die coral left ", "die  coral left", "die coral centre", "die blue left",
        "DIE coral left", "put", "put tower", "put steward-4", "put steward-1 1", "do", "do 3x", "do L L",
        "gate gate", "climb gate", "climb gate home", "garden", "garden G11", "garden S1", "yard 2", "yard",
        "row steward-1", "row steward-1 0", "row daimyo 1", "light 0", "light", "favour middle", "favour",
        "line blue", "line", "gain coin", "gain", "pay 1", "stop now", "room gate", "room", "trade seal", "trade",
        "skip it", "end turn", "start R10", "start AC", "start", "jump", "skip\n", "天守", "x" * 5000,
    ],
)  # fmt: skip
def test_what_is_no_move(text: str) -> None:
    state = tenshu.new_game("white-castle", players=2, seed=1)
    check_malformed(state.play, text)
    check_malformed(state.why_not, text)
    check_malformed(find_game("white-castle").parse, text)


def test_spoilt_records_are_refused() -> None:
    for number, options in enumerate(SETTINGS):
        rng = Random(f"record {number}")
        session = tenshu.Session(tenshu.new_game("white-castle", seed=number, **options))
        while not session.state.is_over:
            session.play(any_of(session.state.legal_moves(), rng))
        record = json.loads(json.dumps(session.record().to_json()))
        assert refusal_of(record) is None
        for _ in range(40):
            changed = json.loads(json.dumps(record))
            holder, key = any_of([place for place in places(changed) if place[0] is not changed["deal"]], rng)
            holder[key] = any_of([*WORDS, *NUMBERS], rng)
            refusal = refusal_of(changed)
            if refusal is not None:
                check_sentence(str(refusal))
