"""Chance that can be repeated: everything random comes from one `random.Random` handed in by the caller.

Only `Random.random()` is used, the one method whose sequence Python promises to keep for a given seed.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeVar

T = TypeVar("T")


def shuffled(items: Iterable[T], rng: Random) -> list[T]:
    """A new list of the items in random order (Fisher-Yates)."""
    deck = list(items)
    for last in range(len(deck) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def drawn(items: Iterable[T], count: int, rng: Random) -> list[T]:
    """`count` different items drawn at random."""
    return shuffled(items, rng)[:count]
