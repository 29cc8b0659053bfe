"""A fitted judgement of positions as a small network, evaluated without numpy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any


class Network:
    """A hidden layer beside a linear part: points to come = bias + w·x + Σ v·max(0, u·x + c)."""

    def __init__(self, numbers: dict[str, Any]) -> None:
        self.numbers = numbers
        """As they stand in the file."""
        self.constant: list[float] = [numbers["bias"], *numbers["offset"]]
        self.rows: list[list[float]] = [[w, *u] for w, u in zip(numbers["linear"], numbers["inner"], strict=True)]
        """What each feature adds to the linear part and to each hidden unit."""
        self.outer: list[float] = numbers["outer"]
        self.doubt_at: list[float] = numbers["doubt"]
        """By rounds left: 0, 1, 2, …"""
        self._share = lru_cache(maxsize=8192)(self._new_share)

    def __call__(self, features: Sequence[float]) -> float:
        """Points to come. Features the network does not know are left out."""
        share = self._share
        known = enumerate(features[: len(self.rows)])
        shares = [share(place, value) for place, value in known if value]
        plain, *units = map(sum, zip(self.constant, *shares, strict=True))
        return plain + sum([weight * unit for weight, unit in zip(self.outer, units, strict=True) if unit > 0])

    def _new_share(self, place: int, value: float) -> list[float]:
        """What a feature adds at this value. Most values are small counts that return: kept, they cost no product."""
        return [value * weight for weight in self.rows[place]]

    def doubt(self, rounds: float) -> float:
        """How far the difference of two seats' estimates is off, typically."""
        last = len(self.doubt_at) - 1
        place = min(max(rounds, 0.0), float(last))
        below = min(int(place), last - 1)
        part = place - below
        return (1 - part) * self.doubt_at[below] + part * self.doubt_at[below + 1]
