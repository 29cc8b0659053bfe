"""The native core plays the rules of the Python text: at every decision the same legal moves in the same order, the
same document, the same scores. A million decisions of random games, the games of the rare-rule seekers, and every
position of the rule cases."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest

import tenshu
from tenshu import Malformed
from tenshu.dragon_castle import layouts
from tenshu.table.state import State
from tests.dragon_castle import case_runner
from tests.dragon_castle.seekers import any_move, builder, caller, mostly
from tests.dragon_castle.test_simulation import rare_games
from tests.native.lockstep import Scores, compare, compare_all_moves, fits, follow, load
from tests.table.checker import Chooser

BATCHES = 50
DECISIONS_IN_A_BATCH = int(os.environ.get("TENSHU_LOCKSTEP_DECISIONS", "20000"))
"""50 × 20,000 is the promised million; the sanitizers take fewer."""

PLAYERS: list[dict[str, Any]] = [{"players": 2}, {"players": 3}, {"players": 4}, {"solo": True}]
CARDS: list[dict[str, Any]] = [
    {},
    {"spirits": "random:1", "dragons": "random:1"},
    {"spirits": "random:3", "dragons": "random:3"},
    {},
    {"spirits": "random:10", "dragons": "random:9"},
]
REALMS = [(6, 4), (2, 2), (6, 4), (4, 4), (8, 6), (6, 4), (2, 4), (26, 2), (4, 2), (2, 20), (6, 8)]
CHOOSERS: list[Chooser] = [any_move] * 11 + [mostly(builder), mostly(caller)]


def settings(number: int) -> tuple[dict[str, Any], Chooser]:
    """The lists have lengths without common factors, so every setting meets every other."""
    names = [*layouts.catalogue(), None]
    options = PLAYERS[number % 4] | CARDS[number % 5]
    options |= {"layout": names[number // 3 % len(names)], "realm": REALMS[number % 11]}
    options["first"] = 0 if options.get("solo") else "random"
    return options, CHOOSERS[number % 13]


def test_random_games_have_every_setting() -> None:
    seen = [settings(number)[0] for number in range(2000)]
    assert {game["layout"] for game in seen} == {*layouts.catalogue(), None}
    for players in PLAYERS:
        for cards in CARDS:
            same = [game for game in seen if players.items() <= game.items() and cards.items() <= game.items()]
            assert {game["realm"] for game in same} == set(REALMS)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games(batch: int) -> None:
    compared = 0
    for number in count(batch * 1000):
        options, choose = settings(number)
        start = tenshu.new_game("dragon-castle", seed=f"lockstep {number}", **options)
        compared += follow(start, choose, Random(number), f"game {number}", DECISIONS_IN_A_BATCH - compared)
        if compared >= DECISIONS_IN_A_BATCH:
            return


PARTS = 8


def rare_games_of(part: int) -> Iterator[tuple[int, State, Chooser]]:
    for number, (start, choose) in enumerate(rare_games()):
        if number % PARTS == part:
            yield number, start, choose


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_games_that_seek_rare_rules(part: int) -> None:
    """Together these games use every rule: test_simulation counts that."""
    for number, start, choose in rare_games_of(part):
        if DECISIONS_IN_A_BATCH < 20000 and number // PARTS % 5:
            continue
        follow(start, choose, Random(number), f"rare game {number}")


CASES = case_runner.all_cases()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_positions_of_the_rule_cases(case: case_runner.Case) -> None:
    """Along the moves of each case: every legal move; the view; and some random games from where it ends."""
    document = case_runner.document_of(case.data)
    try:
        state = case_runner.load(document)
    except Malformed:
        refused_or_harmless(document)
        return
    grid = state.castle.grid
    if not fits(document, grid.columns, grid.rows):
        too_large(document)
        return
    native = load(json.loads(json.dumps(document)))
    for move in case.data.get("play", ()):
        compare_all_moves(state, native, case)
        if move not in state.legal_moves():
            break
        state = state.play(move)
        native.play(move)
    compare_all_moves(state, native, case)
    view = state.seen_by()
    compare_all_moves(view, load(view.to_json()), f"{case}, its view")
    full = state.determinize(Random(1))
    for seed in range(2):
        follow(full, any_move, Random(seed), f"{case}, on from there", 150)


def refused_or_harmless(document: dict[str, Any]) -> None:
    """The Python rules judge positions. The core may take one they refuse, but must be able to play on with it."""
    try:
        native = load(document)
    except (ValueError, TypeError, RuntimeError):
        return
    native.scores()
    native.to_json()
    native.determinize(1)
    native.playouts(20, seed=1)


def too_large(document: dict[str, Any]) -> None:
    from tenshu_native import TooLarge

    with pytest.raises(TooLarge, match="too large for the native core"):
        load(document)


def test_a_loaded_position_is_the_same_game() -> None:
    """Documents taken in mid-game from one side and read by the other, on a board that may be smaller by then."""
    for number in range(12):
        options, _ = settings(number)
        python = tenshu.new_game("dragon-castle", seed=number, **options)
        rng = Random(number)
        while python.legal_moves():
            if rng.random() < 0.1:
                native = load(python.to_json())
                again = tenshu.load(native.to_json())
                assert json.dumps(native.to_json()) == json.dumps(python.to_json())
                compare(again, native, Scores(), number)  # type: ignore[arg-type]
            python = python.play(any_move(python, rng))
