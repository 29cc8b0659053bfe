"""A plausible move is a legal one, whatever is asked, and one a sensible player may make."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random
from typing import Any

import pytest

import tenshu
from tenshu.dragon_castle.notation import SPIRITS
from tenshu.dragon_castle.state import STEPS, DragonCastle
from tests.dragon_castle.seekers import any_move


def deal(seed: object, **options: Any) -> DragonCastle:
    state = tenshu.new_game("dragon-castle", seed=str(seed), **options)
    assert isinstance(state, DragonCastle)
    return state


def drawn_in_a_game(state: DragonCastle, rng: Random) -> Counter[str]:
    """Checks a game, played mostly by habit; counts what was asked."""
    asked: Counter[str] = Counter()
    while not state.is_over:
        asked[state.asked] += 1
        moves = state.legal_moves()
        habits = [state.plausible(rng) for _ in range(3)]
        assert set(habits) <= set(moves)
        state = state.play(habits[0] if rng.random() < 0.8 else any_move(state, rng))
    return asked


def test_every_plausible_move_is_legal_whatever_is_asked() -> None:
    asked: Counter[str] = Counter()
    for seed in range(16):
        for spirit in SPIRITS:
            asked += drawn_in_a_game(deal(seed, players=2, spirits=[spirit]), Random(seed))
        asked += drawn_in_a_game(deal(seed, players=2, spirits="random:10"), Random(seed))
    for options in ({"players": 4, "realm": [2, 2]}, {"solo": True}, {"players": 3, "layout": "parade-ground"}):
        drawn_in_a_game(deal(1, **options), Random(1))
    assert set(asked) == set(STEPS)


def test_spirits_are_called_seldom() -> None:
    rng, calls = Random(1), 0
    state = deal(1, players=2, spirits=["destruction"])
    for _ in range(500):
        calls += state.plausible(rng).verb == "spirit"
    assert calls == pytest.approx(500 * 20 / 256, abs=20)


def test_a_pair_is_seldom_given_away() -> None:
    """Where there is a twin it is taken, and a tile alone brings a shrine."""
    rng, verbs = Random(1), Counter[str]()
    for seed in range(8):
        state = deal(seed, players=2)
        while not state.is_over:
            move = state.plausible(rng)
            if state.asked == "complete" and any(each.verb == "pair" for each in state.legal_moves()):
                verbs[move.verb] += 1
            state = state.play(move)
    assert verbs["pair"] > 5 * (verbs["shrine"] + verbs["discard"]) > 0


def test_habits_need_nothing_but_the_chance_they_are_given() -> None:
    """What lies covered makes no difference, and a state that went through a pickle has the same habits."""
    state, rng = deal(3, players=2, spirits=["wind"]), Random(3)
    for step in range(60):
        others = state.seen_by(state.to_move), state.determinize(Random(step)), pickle.loads(pickle.dumps(state))
        expected = [state.plausible(Random(seed)) for seed in range(5)]
        assert all([other.plausible(Random(seed)) for seed in range(5)] == expected for other in others)
        state = state.play(any_move(state, rng))
