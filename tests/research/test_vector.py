"""Many games in arrays: the same as the Python rules say, with Gymnasium's conventions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import tenshu
from tenshu.research import dragon_castle_v1, white_castle_v1
from tenshu.research.dragon_castle_v1 import vector_env
from tenshu.research.table import encoding_of, named, rewards_of, totals
from tenshu.research.vector import TenshuVectorEnv

if TYPE_CHECKING:
    import tenshu_native
    import tenshu_native.white_castle

pytestmark = pytest.mark.skipif(
    find_spec("tenshu_native") is None and os.environ.get("TENSHU_WITHOUT_NATIVE") == "1",
    reason="left out: TENSHU_WITHOUT_NATIVE=1",
)
DRAGON, WHITE = "dragon-castle", "white-castle"
TABLES: list[tuple[str, dict[str, Any]]] = [
    (DRAGON, {"players": 2}),
    (DRAGON, {"players": 3, "layout": "fortress", "spirits": "random:4", "dragons": "random:4"}),
    (DRAGON, {"players": 4, "first": "random", "spirits": "random:10"}),
    (DRAGON, {"solo": True, "spirits": "random:2"}),
    (WHITE, {"players": 2}),
    (WHITE, {"players": 3}),
    (WHITE, {"players": 4}),
    (WHITE, {"solo": "medium"}),
]


@pytest.mark.parametrize(("game_name", "options"), TABLES, ids=str)
def test_arrays_say_what_the_rules_say(game_name: str, options: dict[str, Any]) -> None:
    encoding = encoding_of(game_name)
    envs = TenshuVectorEnv(game_name, 6, **options)
    observations, infos = envs.reset(seed=3)
    core: tenshu_native.Vector | tenshu_native.white_castle.Vector = envs._games  # type: ignore[assignment]
    ended = 0
    for step in count():
        if ended and step > 300:
            break
        game = step // 200 % 6  # long enough to see the end of a game
        state = tenshu.load(core.state(game).to_json())
        assert state.to_move is not None
        assert bytes(observations[game]) == bytes(encoding.observe(state, state.to_move))
        assert infos["to_move"][game] == state.to_move
        assert list(np.flatnonzero(infos["action_mask"][game])) == sorted(map(encoding.number, state.legal_moves()))
        for seat in range(state.seats):
            assert bytes(core.state(game).observation(seat)) == bytes(encoding.observe(state, seat))
        actions = envs.random_actions()
        after = state.play(encoding.move(int(actions[game])))
        observations, rewards, done, cut, infos = envs.step(actions)
        assert not cut.any()
        assert bool(done[game]) == after.is_over
        if after.is_over:
            ended += 1
            assert bytes(infos["final_obs"][game]) == bytes(encoding.observe(after, state.to_move))
            assert list(infos["totals"][game]) == totals(after)
            wanted = rewards_of(after) if after.seats > 1 else [float(totals(after)[0])]
            assert list(infos["rewards"][game]) == pytest.approx(wanted)
            assert rewards[game] == pytest.approx(wanted[state.to_move])
        else:
            assert rewards[game] == 0


@pytest.mark.parametrize(("make", "size"), [(dragon_castle_v1.vector_env, 539), (white_castle_v1.vector_env, 436)])
def test_conventions(make: Callable[..., TenshuVectorEnv], size: int) -> None:
    envs = make(3)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = envs.reset(seed=1)
    assert observations in envs.observation_space
    assert observations.shape == (3, size)
    assert infos["action_mask"].shape == (3, envs.single_action_space.n)
    again, _ = envs.reset(seed=1)
    other, _ = envs.reset()
    assert (observations == again).all()
    assert (observations != other).any()


def test_parts_of_many_by_name() -> None:
    envs = vector_env(3)
    parts = named(envs.parts, envs.reset(seed=1)[0])
    assert parts["castle heights"].shape == (3, 11, 13)
    assert parts["castle heights"].sum() == 3 * 116


def test_copies_and_the_arrays_themselves() -> None:
    copied, shared = vector_env(4), vector_env(4, copy=False)
    for envs, is_same in ((copied, False), (shared, True)):
        before, _ = envs.reset(seed=2)
        after, *_ = envs.step(envs.random_actions())
        assert np.shares_memory(before, after) == is_same
    assert (copied.step(copied.random_actions())[0] == shared.step(shared.random_actions())[0]).all()


@pytest.mark.parametrize("copy", [True, False])
def test_what_was_seen_at_the_end_may_be_kept(copy: bool) -> None:
    """A copy stays as it was; the core's own array shows the ends of the last step only."""
    envs = white_castle_v1.vector_env(4, solo="easy", copy=copy)
    envs.reset(seed=1)
    finals = [infos["final_obs"] for infos in ends_of(envs, 2)]
    assert np.shares_memory(finals[0], finals[1]) != copy
    assert all(final.any() for final in finals)
    envs.reset(seed=1)
    assert bool(finals[1].any()) == copy


def ends_of(envs: TenshuVectorEnv, many: int) -> Iterator[dict[str, Any]]:
    while many:
        _, _, done, _, infos = envs.step(envs.random_actions())
        if done.any():
            many -= 1
            yield infos


def test_an_illegal_number_moves_no_game() -> None:
    envs = vector_env(4)
    before, _ = envs.reset(seed=2)
    actions = envs.random_actions()
    actions[2] = 2771
    with pytest.raises(ValueError, match=r"actions\[2\]: 2771 is not legal"):
        envs.step(actions)
    with pytest.raises(ValueError, match="one number for each game"):
        envs.step(actions[:2])
    assert (envs._games.observation == before).all()


def test_one_seed_for_all() -> None:
    with pytest.raises(ValueError, match="one number"):
        vector_env(2).reset(seed=[1, 2])  # type: ignore[arg-type]
