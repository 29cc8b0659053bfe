"""Many games in the encoding `dragon_castle_v1`: bytes and masks are those of the Python text, after every move."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tenshu
from tenshu.dragon_castle.encoding import ENCODING

TABLES: list[dict[str, Any]] = [
    {"players": 2, "layout": "four-seasons"},
    {"players": 3, "spirits": "random:5", "dragons": "random:5"},
    {"players": 4, "first": "random", "spirits": "random:10"},
    {"solo": True, "spirits": "random:3"},
]


def start(**options: Any) -> dict[str, Any]:
    return tenshu.new_game("dragon-castle", seed=5, **options).to_json()


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_bytes_and_masks(options: dict[str, Any]) -> None:
    from tenshu_native import Vector

    games = Vector(3, start(**options), seed=2)
    ended = step = 0
    while not ended or step < 400:
        game = step // 300 % 3  # one game at a time, so that its end is met
        state = tenshu.load(games.state(game).to_json())
        assert state.to_move is not None
        assert bytes(games.observation[game]) == bytes(ENCODING.observe(state, state.to_move))
        assert np.flatnonzero(games.mask[game]).tolist() == sorted(map(ENCODING.number, state.legal_moves()))
        actions = games.random_actions()
        after = state.play(ENCODING.move(int(actions[game])))
        _, done, totals = games.step(actions)
        assert bool(done[game]) == after.is_over
        if after.is_over:
            assert totals[game].tolist() == [sheet["total"] for sheet in after.scores()["players"]]
            assert bytes(games.final_observation()[game]) == bytes(ENCODING.observe(after, state.to_move))
            ended += 1
        step += 1


def test_the_same_seed_gives_the_same_games() -> None:
    from tenshu_native import Vector

    one, other = Vector(5, start(players=2), seed=7), Vector(5, start(players=2), seed=7)
    for _ in range(300):
        actions = one.random_actions()
        assert (actions == other.random_actions()).all()
        one.step(actions)
        other.step(actions)
    assert (one.observation == other.observation).all()
    one.reset(7)
    assert (one.observation == Vector(5, start(players=2), seed=7).observation).all()


def test_what_cannot_begin_is_refused() -> None:
    from tenshu_native import Vector

    with pytest.raises(ValueError, match="at least 1"):
        Vector(0, start(players=2))
    with pytest.raises(ValueError, match="realms of 6 x 4"):
        Vector(1, start(players=2, realm=(8, 6)))
    taken = tenshu.new_game("dragon-castle", seed=1)
    with pytest.raises(ValueError, match="start of a turn"):
        Vector(1, taken.play(taken.legal_moves()[0]).to_json())
    with pytest.raises(IndexError):
        Vector(1, start(players=2)).state(1)
