"""MaskablePPO learns Dragon Castle alone, from nothing, in a few minutes on one core.

    pip install "tenshu[gymnasium]" sb3-contrib matplotlib
    python examples/research/solo_ppo.py --minutes 5 --plot curve.png

It learns with the reward shaped by the score sheet (`shaping="score"`), and is judged by final scores on deals that it
never met, beside moves at random on the same deals.
"""

from __future__ import annotations

import argparse
import json
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from time import process_time
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv

from tenshu.research.dragon_castle_v1 import solo_env
from tenshu.research.solo import SoloEnv

EXAM = 1_000_000
"""Seeds from here on are never learnt from."""
TYPES = torch.tensor([0] + [1] * 6 + [2] * 6 + [3] * 6 + [4] * 4 + [5] * 4 + [6] * 3)
"""Of a tile as an observation tells it; 0 is none."""


class Sight(BaseFeaturesExtractor):  # type: ignore[misc]
    """Bytes as a network likes them: kinds of tiles as one-hot, figures small."""

    def __init__(self, space: Any, env: SoloEnv, width: int = 256) -> None:
        super().__init__(space, width)
        self.places: dict[str, slice] = {}
        begin = 0
        for part in env.table.parts:
            self.places[part.name] = slice(begin, begin + part.size)
            begin += part.size
        inputs = self._describe(torch.zeros(1, begin)).shape[1]
        self.layer = torch.nn.Sequential(torch.nn.Linear(inputs, width), torch.nn.ReLU())

    def _describe(self, seen: torch.Tensor) -> torch.Tensor:
        part = {name: seen[:, place].long() for name, place in self.places.items()}
        one_hot = torch.nn.functional.one_hot
        turn = part["turn"]
        up = (part["realm 0 faces"] == 1).unsqueeze(-1)
        pieces = [
            one_hot(TYPES[part["castle tiles"]], 7).flatten(1),
            part["castle heights"] / 3,
            (one_hot(TYPES[part["realm 0 tiles"]], 7) * up).flatten(1),
            one_hot(part["realm 0 faces"], 4).flatten(1),
            part["realm 0 heights"] / 3,
            part["seat 0"][:, :3] / 10,
            part["table"] / 40,
            one_hot(turn[:, 1], 4),
            one_hot(turn[:, 2], 11),
            one_hot(turn[:, 4:6], 30).flatten(1),
            one_hot(TYPES[turn[:, 4:6]], 7).flatten(1),
            part["set"],
        ]
        return torch.cat([piece.float() for piece in pieces], dim=1)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return self.layer(self._describe(seen))


class Curve(BaseCallback):  # type: ignore[misc]
    """Keeps the scores of the games that are learnt from, and stops after so much processor time."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.end = process_time() + seconds
        self.points: list[tuple[int, int]] = []

    def _on_step(self) -> bool:
        self.points += [(self.num_timesteps, info["total"]) for info in self.locals["infos"] if "total" in info]
        return process_time() < self.end


def exam(games: int, model: MaskablePPO | None, seed: int) -> list[int]:
    """Final scores on deals that were never learnt from: of the model, or of moves at random."""
    env, rng, scores = solo_env(), Random(seed), []
    for number in range(games):
        seen, info = env.reset(seed=EXAM + number)
        while "total" not in info:
            legal = np.flatnonzero(info["action_mask"])
            if model is None:
                action = int(legal[int(rng.random() * len(legal))])
            else:
                action = int(model.predict(seen, action_masks=env.action_masks(), deterministic=True)[0])
            seen, _, _, _, info = env.step(action)
        scores.append(info["total"])
    return scores


def told(scores: list[int]) -> dict[str, float]:
    """Mean, and half of its 95 % interval."""
    return {"mean": round(mean(scores), 2), "±": round(1.96 * stdev(scores) / sqrt(len(scores)), 2), "n": len(scores)}


def plot(points: list[tuple[int, int]], result: dict[str, Any], file: Path) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    window = max(1, len(points) // 60)
    steps = [points[place][0] for place in range(window, len(points))]
    means = [mean(score for _, score in points[place - window : place]) for place in range(window, len(points))]
    figure, axes = plt.subplots(figsize=(7, 4))
    axes.plot(steps, means, color="#3fa7d6", label=f"while learning (mean of {window} games)")
    axes.axhline(result["learnt"]["mean"], color="#2b6a62", label="learnt, on unseen deals")
    axes.axhline(result["random"]["mean"], color="#c2402a", linestyle="--", label="at random, on the same deals")
    axes.set_xlabel("decisions")
    axes.set_ylabel("score")
    axes.set_ylim(bottom=0)
    axes.legend()
    figure.tight_layout()
    figure.savefig(file, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5, help="of processor time")
    parser.add_argument("--games", type=int, default=200, help="of the exam")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--envs", type=int, default=16)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--out", type=Path, help="the figures as JSON")
    wishes = parser.parse_args()
    torch.set_num_threads(1)
    envs = DummyVecEnv([lambda: solo_env(shaping="score")] * wishes.envs)
    envs.seed(wishes.seed)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=256,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.95,
        learning_rate=5e-4,
        ent_coef=0.02,
        seed=wishes.seed,
        device="cpu",
        policy_kwargs={
            "features_extractor_class": Sight,
            "features_extractor_kwargs": {"env": solo_env()},
            "net_arch": [256],
        },
    )
    curve = Curve(60 * wishes.minutes)
    model.learn(total_timesteps=10**9, callback=curve)
    result = {
        "random": told(exam(wishes.games, None, wishes.seed)),
        "learnt": told(exam(wishes.games, model, wishes.seed)),
        "decisions": model.num_timesteps,
        "games": len(curve.points),
        "minutes": wishes.minutes,
    }
    print(json.dumps(result, indent=1, ensure_ascii=False))
    if wishes.out is not None:
        wishes.out.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", "utf-8")
    if wishes.plot is not None:
        plot(curve.points, result, wishes.plot)


if __name__ == "__main__":
    main()
