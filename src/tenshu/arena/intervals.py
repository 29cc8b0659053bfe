"""How sure a figure is."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

_SURE = 1.96
"""Standard errors on either side of a mean for 95 %."""


def mean_and_margin(values: Sequence[float]) -> tuple[float, float]:
    """The mean of many games and half the width of its 95 % interval."""
    if len(values) < 2:
        raise ValueError("an interval needs at least two games")
    return fmean(values), _SURE * stdev(values) / sqrt(len(values))
