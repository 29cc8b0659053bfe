"""Learners of other people on our environments; they need torch, so they run with `make test-research`."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

pytest.importorskip("sb3_contrib", reason="torch is too large for make test; make test-research runs this")

EXAMPLE = Path(__file__).parents[2] / "examples" / "research" / "solo_ppo.py"


@pytest.mark.parametrize("game", ["dragon-castle", "white-castle"])
@pytest.mark.filterwarnings("default")
def test_stable_baselines_checks_it(game: str) -> None:
    from stable_baselines3.common.env_checker import check_env

    from tenshu.research.solo import SoloEnv

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(SoloEnv(game))


def test_maskable_ppo_learns(tmp_path: Path) -> None:
    """Half a minute of learning is enough to leave random moves far behind on deals it never met."""
    found = tmp_path / "found.json"
    command = [sys.executable, str(EXAMPLE), "--minutes", "0.5", "--games", "40", "--out", str(found)]
    subprocess.run(command, check=True)
    result = json.loads(found.read_text("utf-8"))
    assert result["learnt"]["mean"] - result["learnt"]["±"] > 1.5 * (result["random"]["mean"] + result["random"]["±"])
