"""PettingZoo's own tests, and what they do not ask."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.test import test_save_obs as save_obs_test

from tenshu.research import dragon_castle_v1, white_castle_v1
from tenshu.research.aec import env, raw_env

# PettingZoo warns of dictionaries except in the environments it ships, whose masks are such.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]
TABLES: list[dict[str, Any]] = [
    {"game": "dragon-castle", "players": 2},
    {"game": "dragon-castle", "players": 3, "spirits": "random:2", "dragons": "random:2"},
    {"game": "dragon-castle", "players": 4, "first": "random", "layout": "gates-of-destiny"},
    {"game": "white-castle", "players": 2},
    {"game": "white-castle", "players": 4},
]


@pytest.fixture(params=TABLES, ids=lambda table: f"{table['game']}-{table['players']}")
def table(request: pytest.FixtureRequest) -> dict[str, Any]:
    return dict(request.param)


def test_api(table: dict[str, Any]) -> None:
    api_test(env(**table), num_cycles=400)


def test_parallel_api(table: dict[str, Any]) -> None:
    from tenshu.research.aec import parallel_env

    parallel_api_test(parallel_env(**table), num_cycles=100)


def test_seeds(table: dict[str, Any]) -> None:
    seed_test(lambda: env(**table), num_cycles=60)


@pytest.mark.parametrize("module", [dragon_castle_v1, white_castle_v1], ids=lambda module: module.GAME)
def test_cycles(module: ModuleType) -> None:
    max_cycles_test(module)


def test_pictures_can_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save_obs_test(dragon_castle_v1.env(observation="picture"))
    saved = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    assert [path.stat().st_size > 10_000 for path in saved] == [True, True]


@pytest.mark.parametrize("module", [dragon_castle_v1, white_castle_v1], ids=lambda module: module.GAME)
def test_rendering(module: ModuleType) -> None:
    render_test(module.env)


def test_what_is_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    shown = dragon_castle_v1.env(render_mode="ansi")
    shown.reset(seed=1)
    page = shown.render()
    assert "Castle: 116 tiles" in page
    assert "\x1b" not in page
    table = dragon_castle_v1.env(render_mode="human")
    table.reset(seed=1)
    table.render()
    assert "Castle: 116 tiles" in capsys.readouterr().out


def played(table: Any, seed: int) -> Iterator[tuple[str, Any]]:
    """A random game: agent and what `last` told, move by move."""
    table.reset(seed=seed)
    rng = Random(seed)
    for agent in table.agent_iter():
        last = table.last()
        yield agent, last
        legal = np.flatnonzero(last[0]["action_mask"])
        table.step(None if last[2] or last[3] else int(legal[int(rng.random() * len(legal))]))


def test_rewards_are_places(table: dict[str, Any]) -> None:
    for seed in range(2):
        found = {}
        for agent, (_, reward, terminated, truncated, info) in played(env(**table), seed):
            assert not truncated
            if terminated:
                found[agent] = (reward, info["total"])
            else:
                assert reward == 0
        assert len(found) == table["players"]
        assert sum(reward for reward, _ in found.values()) == pytest.approx(0)
        best = max(found.values())
        assert best[1] == max(total for _, total in found.values())


def test_only_who_is_asked_has_a_mask() -> None:
    for number, (agent, (seen, *_)) in enumerate(played(table := dragon_castle_v1.env(players=3), 3)):
        if number > 40:
            break
        others = [other for other in table.agents if other != agent]
        assert seen["action_mask"].any()
        assert not any(table.observe(other)["action_mask"].any() for other in others)
        assert (seen["observation"] == table.unwrapped.table.observation(int(agent[-1]))).all()


def test_an_illegal_number_ends_the_game_at_a_cost(caplog: pytest.LogCaptureFixture) -> None:
    table = dragon_castle_v1.env()
    table.reset(seed=1)
    table.step(2771)
    assert "Illegal move made" in caplog.text
    assert table.rewards == {"player_0": -1, "player_1": 0}
    assert all(table.terminations.values())


def test_without_wrappers_it_raises() -> None:
    table = raw_env("dragon-castle")
    table.reset(seed=1)
    with pytest.raises(ValueError, match="end"):
        table.step(2771)


@pytest.mark.parametrize(
    "wrong", [{"render_mode": "loud"}, {"observation": "smell"}, {"players": 5}, {"realm": (8, 6)}]
)
def test_wrong_options_are_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        dragon_castle_v1.env(**wrong)


def test_a_seed_is_a_deal() -> None:
    one, other = dragon_castle_v1.raw_env(), dragon_castle_v1.raw_env()
    one.reset(seed=7)
    other.reset(seed=7)
    assert one.table.state == other.table.state
    one.reset()
    assert one.table.state != other.table.state
    other.reset()
    assert one.table.state == other.table.state
