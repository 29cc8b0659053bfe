"""The fixed numbers and bytes of each game: every reachable move has one number, views alone decide what is seen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Any

import pytest

import tenshu
from tenshu.dragon_castle import layouts
from tenshu.dragon_castle.encoding import ENCODING
from tenshu.table.errors import Malformed
from tenshu.table.games import find_game
from tenshu.table.state import State
from tenshu.white_castle.encoding import EFFECTS_OF_AN_ENTRY, ENTRIES
from tenshu.white_castle.encoding import ENCODING as WHITE
from tenshu.white_castle.names import LEVELS
from tenshu.white_castle.notation import GRAMMAR

TABLES: list[dict[str, Any]] = [{"players": 2}, {"players": 3}, {"players": 4}, {"solo": True}]


def games(many: int) -> Iterator[State]:
    """Deals of every castle, table and number of cards."""
    names = list(layouts.catalogue())
    for number in islice(count(), many):
        options = TABLES[number % len(TABLES)]
        cards = number * 3 % 11
        yield tenshu.new_game(
            "dragon-castle",
            seed=number,
            layout=names[number % len(names)],
            spirits=f"random:{cards}" if cards <= 10 else "random:10",
            dragons=f"random:{min(cards, 9)}",
            first=0 if options.get("solo") else "random",
            **options,
        )


def moments(many: int) -> Iterator[State]:
    """Every moment of some games, half at random, half as sensible players go."""
    for number, start in enumerate(games(many)):
        state, rng = start, Random(number)
        while not state.is_over:
            yield state
            moves = state.legal_moves()
            state = state.play(state.plausible(rng) if number % 2 else moves[int(rng.random() * len(moves))])
        yield state


def test_numbers_and_texts_are_one_to_one() -> None:
    texts = [ENCODING.move(number) for number in range(ENCODING.actions)]
    assert len(set(texts)) == ENCODING.actions == 2772
    assert [ENCODING.number(text) for text in texts] == list(range(ENCODING.actions))
    assert all(find_game("dragon-castle").parse(text) == text for text in texts)


@pytest.mark.parametrize("text", ["take z1", "place M7 a1", "place M1 g1", "pass now", "", "build a5"])
def test_what_is_no_move_has_no_number(text: str) -> None:
    with pytest.raises(Malformed, match="has no number"):
        ENCODING.number(text)


@pytest.mark.parametrize("number", [-1, 2772])
def test_what_is_no_number_has_no_text(number: int) -> None:
    with pytest.raises(Malformed, match="0 to 2771"):
        ENCODING.move(number)


def test_every_reachable_move_has_its_number() -> None:
    verbs = set()
    for state in moments(36):
        for move in state.legal_moves():
            assert ENCODING.move(ENCODING.number(move)) == move
            verbs.add(move.split()[0])
    assert len(verbs) == 17, "every verb was met"


def test_what_is_seen_is_decided_by_the_view() -> None:
    for number, state in enumerate(moments(16)):
        if number % 29:
            continue
        for seat in range(state.seats):
            seen = ENCODING.observe(state, seat)
            parts = ENCODING.parts(state.seats)
            assert len(seen) == sum(part.size for part in parts)
            assert seen == ENCODING.observe(tenshu.load(state.view(seat)), seat)
            assert seen == ENCODING.observe(state.determinize(Random(number)), seat)
            assert seen == ENCODING.observe(tenshu.load(json.loads(json.dumps(state.to_json()))), seat)
            most = [part.most for part in parts for _ in range(part.size)]
            assert all(value <= limit for value, limit in zip(seen, most, strict=True))


def test_equal_sights_have_equal_choices() -> None:
    """What an observation leaves out (buried and removed tiles) decides nothing."""
    known: dict[bytes, list[str]] = {}
    for state in moments(8):
        if state.to_move is None:
            continue
        seen = bytes(ENCODING.observe(state, state.to_move))
        moves = list(state.legal_moves())
        assert known.setdefault(seen, moves) == moves


def test_other_boards_are_refused() -> None:
    with pytest.raises(Malformed, match="realms of 6 by 4"):
        ENCODING.check(tenshu.new_game("dragon-castle", realm=(8, 6)))
    with pytest.raises(Malformed, match="is not a seat"):
        ENCODING.observe(tenshu.new_game("dragon-castle"), 2)


# The White Castle.

WHITE_TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    *({"solo": level} for level in LEVELS),
]


def white_moments(many: int) -> Iterator[State]:
    for number in range(many):
        state: State = tenshu.new_game("white-castle", seed=number, **WHITE_TABLES[number % len(WHITE_TABLES)])
        rng = Random(number)
        while not state.is_over:
            yield state
            moves = state.legal_moves()
            state = state.play(state.plausible(rng) if number % 2 else moves[int(rng.random() * len(moves))])
        yield state


def test_white_numbers_and_texts_are_one_to_one() -> None:
    texts = [WHITE.move(number) for number in range(WHITE.actions)]
    assert len(set(texts)) == WHITE.actions == 1020
    assert [WHITE.number(text) for text in texts] == list(range(WHITE.actions))
    assert all(find_game("white-castle").parse(text) == text for text in texts)
    for text in ("do 100f", "row steward-1 4", "die red left"):
        with pytest.raises(Malformed, match="has no number"):
            WHITE.number(text)
    with pytest.raises(Malformed, match="0 to 1019"):
        WHITE.move(1020)


def test_every_reachable_white_move_has_its_number() -> None:
    verbs = set()
    for state in white_moments(60):
        for move in state.legal_moves():
            assert WHITE.move(WHITE.number(move)) == move
            verbs.add(move.split()[0])
    assert verbs == set(GRAMMAR), "every verb was met"


def test_what_is_seen_of_a_white_castle_is_decided_by_the_view() -> None:
    deepest = 0
    for number, state in enumerate(white_moments(24)):
        stack = state.to_json()["turn"]["stack"]
        deepest = max(deepest, len(stack), *(len(entry.get("do", ())) for entry in stack), 0)
        if number % 5:
            continue
        for seat in range(state.seats):
            seen = WHITE.observe(state, seat)
            parts = WHITE.parts(state.seats)
            assert len(seen) == sum(part.size for part in parts)
            assert seen == WHITE.observe(tenshu.load(state.view(seat)), seat)
            assert seen == WHITE.observe(state.determinize(Random(number)), seat)
            most = [part.most for part in parts for _ in range(part.size)]
            assert all(value <= limit for value, limit in zip(seen, most, strict=True))
    assert deepest <= EFFECTS_OF_AN_ENTRY <= ENTRIES


def test_equal_sights_of_a_white_castle_have_equal_choices() -> None:
    known: dict[bytes, list[str]] = {}
    for state in white_moments(24):
        if state.to_move is None:
            continue
        moves = sorted(state.legal_moves())
        assert known.setdefault(bytes(WHITE.observe(state, state.to_move)), moves) == moves


def test_white_seats_need_no_symmetry() -> None:
    """Everybody one place on: who sees what has moved on with them."""
    for number, state in enumerate(white_moments(18)):
        seats = state.seats
        if number % 9 or seats == 1:
            continue
        document = state.to_json()
        document["players"] = [document["players"][-1], *document["players"][:-1]]
        for field in ("order", "track"):
            document[field] = [(seat + 1) % seats for seat in document[field]]
        places = document["daimyo"]["places"]
        document["daimyo"]["places"] = [None if owner is None else (owner + 1) % seats for owner in places]
        if document["turn"]["player"] is not None:
            document["turn"]["player"] = (document["turn"]["player"] + 1) % seats
        if state.is_over:
            continue
        turned = tenshu.load(document)
        for seat in range(seats):
            assert WHITE.observe(state, seat) == WHITE.observe(turned, (seat + 1) % seats)
