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
