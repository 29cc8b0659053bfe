"""Fitting the numbers of a judgement to lessons: a hidden layer beside a linear part, by Adam.

Needs numpy, a part of the extra `arena`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tenshu.table.school import Lessons, Numbers

HIDDEN = 32
EPOCHS = 3
BATCH = 256
RATE, LAST_RATE = 2e-3, 1e-5
SMOOTHNESS = 1e-5
"""How much weights are drawn to zero."""
RIDGE = 1e-3
FARTHEST = 8.0
"""Standard deviations from the mean beyond which a feature counts no more, while fitting."""
LARGEST_ERROR = 25.0
STILL = 1e-3
"""A feature that varies less is left as it is."""
BLOCK = 1 << 15
ROUNDS_OF_DOUBT = 25
ENOUGH_FOR_DOUBT = 50
LEAST_DOUBT = 1.0
"""Where nothing is known of it."""

Array = NDArray[np.float32]


@dataclass(frozen=True)
class Trained:
    """The network, and the linear part it began with."""

    network: Numbers
    linear: Numbers


def train(lessons: Lessons, seed: int, hidden: int = HIDDEN, told: Callable[[float], None] = lambda _: None) -> Trained:
    """Fit to lessons, whose features are overwritten; `told` hears which part is done."""
    mean, spread = _normalised(lessons.features)
    rng = np.random.default_rng(seed)
    weights = _begun(lessons, hidden, rng)
    linear = _folded({**weights, "v": np.zeros(hidden, np.float32)}, mean, spread)
    adam = _Adam(weights)
    rows = len(lessons.to_come)
    batch = min(BATCH, rows)
    steps = EPOCHS * (rows // batch)
    for _ in range(EPOCHS):
        order = rng.permutation(rows)
        for first in range(0, rows - batch + 1, batch):
            chosen = order[first : first + batch]
            slope = _slope(weights, lessons.features[chosen], lessons.to_come[chosen])
            adam.step(slope, RATE * (1 - adam.steps / steps) + LAST_RATE)
            if adam.steps % 100 == 0:
                told(adam.steps / steps)
    return Trained(_folded(weights, mean, spread), linear)


def predicted(numbers: Numbers, features: Array) -> Array:
    """Points to come, by row."""
    inside = np.maximum(features @ numbers["inner"] + numbers["offset"], 0)
    found: Array = features @ numbers["linear"] + np.float32(numbers["bias"]) + inside @ numbers["outer"]
    return found


def error(numbers: Numbers, lessons: Lessons) -> float:
    """How far the points to come are off: the root of the mean square."""
    return _root_mean_square(lessons.to_come - predicted(numbers, lessons.features))


def doubt(numbers: Numbers, lessons: Lessons) -> Array:
    """How far the difference of two seats (alone, the points of the one) is off, by rounds left: 0, 1, 2, …"""
    off = (lessons.to_come - predicted(numbers, lessons.features)).reshape(-1, lessons.seats)
    rounds = lessons.rounds.reshape(-1, lessons.seats)[:, 0]
    difference = off[:, 0] - off[:, 1] if lessons.seats > 1 else off[:, 0]
    found: list[float] = []
    last = _root_mean_square(difference) if len(difference) else LEAST_DOUBT
    for left in range(ROUNDS_OF_DOUBT + 1):
        near = np.abs(rounds - left) <= 1.0 if left else rounds < 0.6
        if near.sum() > ENOUGH_FOR_DOUBT:
            last = _root_mean_square(difference[near])
        found.append(last)
    return np.array(found, np.float32)


def pooled(parts: Sequence[Lessons]) -> Lessons:
    """All of them as one, in new arrays."""
    features, to_come, rounds = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("features", "to_come", "rounds")
    )
    return Lessons(features, to_come, rounds, parts[0].seats)


Weights = dict[str, Array]
"""In normalised features: w linear, b its constant, U into the hidden layer, c its constants, v out of it."""


def _begun(lessons: Lessons, hidden: int, rng: np.random.Generator) -> Weights:
    """The linear part solved (ridge), the hidden layer small and random."""
    features, to_come = lessons.features, lessons.to_come
    rows, inputs = features.shape
    level = to_come.mean()
    square = features.T @ features / rows + RIDGE * np.eye(inputs, dtype=np.float32)
    return {
        "w": np.linalg.solve(square, features.T @ (to_come - level) / rows).astype(np.float32),
        "b": np.array([level], np.float32),
        "U": (rng.normal(size=(inputs, hidden)) / np.sqrt(inputs)).astype(np.float32),
        "c": np.zeros(hidden, np.float32),
        "v": (rng.normal(size=hidden) * 0.1).astype(np.float32),
    }


def _slope(weights: Weights, features: Array, to_come: Array) -> Weights:
    """Of the mean square error of a batch, by weight."""
    before = features @ weights["U"] + weights["c"]
    inside = np.maximum(before, 0)
    off = features @ weights["w"] + weights["b"][0] + inside @ weights["v"] - to_come
    pull = np.clip(off, -LARGEST_ERROR, LARGEST_ERROR) * np.float32(2 / len(to_come))
    back = np.outer(pull, weights["v"]) * (before > 0)
    return {
        "w": features.T @ pull + SMOOTHNESS * weights["w"],
        "b": pull.sum(keepdims=True),
        "U": features.T @ back + SMOOTHNESS * weights["U"],
        "c": back.sum(0),
        "v": inside.T @ pull,
    }


class _Adam:
    """Kingma and Ba 2015; changes the weights in place."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.steps = 0
        self._first = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self._second = {name: np.zeros_like(weight) for name, weight in weights.items()}

    def step(self, slope: Weights, rate: float) -> None:
        self.steps += 1
        for name, weight in self.weights.items():
            first, second = self._first[name], self._second[name]
            first += 0.1 * (slope[name] - first)
            second += 0.001 * (slope[name] ** 2 - second)
            size = np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8
            weight -= rate * (first / (1 - 0.9**self.steps)) / size


def _normalised(features: Array) -> tuple[Array, Array]:
    """Changes features in place to mean 0 and spread 1, and gives what mean and spread were.

    In blocks: there may be gigabytes of them.
    """
    blocks = [features[first : first + BLOCK] for first in range(0, len(features), BLOCK)]
    mean = sum(block.sum(0, dtype=np.float64) for block in blocks) / len(features)
    for block in blocks:
        block -= mean.astype(np.float32)
    spread = np.sqrt(sum((block**2).sum(0, dtype=np.float64) for block in blocks) / len(features))
    spread[spread < STILL] = 1
    for block in blocks:
        block /= spread.astype(np.float32)
        np.clip(block, -FARTHEST, FARTHEST, out=block)
    return mean.astype(np.float32), spread.astype(np.float32)


def _folded(weights: Weights, mean: Array, spread: Array) -> Numbers:
    """The same for features as they are."""
    shift = mean / spread
    return {
        "bias": float(weights["b"][0] - shift @ weights["w"]),
        "linear": weights["w"] / spread,
        "inner": np.ascontiguousarray(weights["U"] / spread[:, None]),
        "offset": weights["c"] - shift @ weights["U"],
        "outer": weights["v"].copy(),
    }


def _root_mean_square(off: Array) -> float:
    return float(np.sqrt(np.mean(off.astype(np.float64) ** 2)))
