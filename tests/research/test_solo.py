"""The solo modes in Gymnasium."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tenshu.research.solo as solo
from tenshu.research import dragon_castle_v1

pytestmark = pytest.mark.filterwarnings("ignore:.*Overriding environment.*:UserWarning")


@pytest.mark.parametrize("name", solo.IDS.values())
def test_gymnasium_checks_it(name: str) -> None:
    check_env(gymnasium.make(name).unwrapped, skip_render_check=True)


def test_gymnasium_checks_its_pictures() -> None:
    check_env(gymnasium.make("tenshu/DragonCastleSolo-v1", render_mode="rgb_array").unwrapped)


def random_game(env: Any, seed: int) -> tuple[list[float], dict[str, Any], int]:
    _, info = env.reset(seed=seed)
    rng, rewards, steps = Random(seed), [], 0
    while True:
        legal = np.flatnonzero(info["action_mask"])
        assert (env.action_masks() == info["action_mask"]).all()
        _, reward, over, cut, info = env.step(int(legal[int(rng.random() * len(legal))]))
        steps += 1
        rewards.append(reward)
        assert not cut
        if over:
            return rewards, info, steps


@pytest.mark.parametrize("options", [{}, {"spirits": "random:2", "dragons": "random:2"}])
def test_the_score_is_the_reward(options: dict[str, Any]) -> None:
    for seed in range(3):
        plain, info, _ = random_game(dragon_castle_v1.solo_env(**options), seed)
        shaped, told, _ = random_game(dragon_castle_v1.solo_env(shaping="score", **options), seed)
        assert set(plain[:-1]) <= {0.0}
        assert plain[-1] == info["total"] == told["total"]
        assert sum(shaped) == pytest.approx(info["total"])


def test_an_illegal_number_changes_nothing() -> None:
    env = dragon_castle_v1.solo_env(penalty=-0.5)
    before, _ = env.reset(seed=1)
    after, reward, over, cut, info = env.step(2771)
    assert (before == after).all()
    assert (reward, over, cut, info["illegal"]) == (-0.5, False, False, True)


def test_who_never_plays_is_cut_off() -> None:
    env = gymnasium.make("tenshu/DragonCastleSolo-v1")
    env.reset(seed=1)
    steps, cut = 0, False
    while not cut:
        _, _, _, cut, _ = env.step(2771)
        steps += 1
    assert steps == solo.MOST_STEPS


@pytest.mark.parametrize("wrong", [{"shaping": "wet clay"}, {"render_mode": "loud"}])
def test_wrong_options_are_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        dragon_castle_v1.solo_env(**wrong)


def test_to_look_at(capsys: pytest.CaptureFixture[str]) -> None:
    env = dragon_castle_v1.solo_env(render_mode="ansi")
    env.reset(seed=1)
    assert "Castle: 116 tiles" in env.render()
    env = dragon_castle_v1.solo_env(render_mode="human")
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert "Castle: 115 tiles" in capsys.readouterr().out
