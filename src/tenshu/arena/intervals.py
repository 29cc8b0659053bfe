"""How sure a figure is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log10, sqrt
from statistics import NormalDist, fmean, stdev

_SURE = NormalDist().inv_cdf(0.975)
"""Standard errors on either side of a mean for 95 %, where there are many values."""
_FEW = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706}
"""The same for few degrees of freedom (Student's t), where the expansion below is not good enough."""
_NEVER_SEEN = 3.0
"""What never happened in n tries happens, with 95 %, in less than 3/n of them."""


@dataclass(frozen=True)
class Figure:
    """A mean and half the width of its 95 % interval; None where one value says nothing of it."""

    mean: float
    margin: float | None

    def scaled(self, factor: float) -> Figure:
        return Figure(self.mean * factor, None if self.margin is None else self.margin * factor)

    @property
    def low(self) -> float:
        return self.mean - (self.margin or 0.0)

    @property
    def high(self) -> float:
        return self.mean + (self.margin or 0.0)


def figure(values: Sequence[float]) -> Figure:
    """The mean of independent values and how sure it is."""
    if not values:
        raise ValueError("a mean needs at least one value")
    if len(values) == 1:
        return Figure(values[0], None)
    return Figure(fmean(values), standard_errors(len(values) - 1) * stdev(values) / sqrt(len(values)))


def rate(values: Sequence[float]) -> Figure:
    """The same for values from 0 to 1 that count wins: where all of them are 0 or all are 1, the interval is not empty
    but as wide as so many tries leave it."""
    found = figure(values)
    if found.margin == 0 and found.mean in (0.0, 1.0):
        return Figure(found.mean, min(1.0, _NEVER_SEEN / len(values)))
    return found


def percent(part: Figure, sign: str = "±") -> str:
    """A part of a whole in per cent with its interval; one that would leave 0 to 100 is told by its ends."""
    told = f"{100 * part.mean:.1f}"
    if part.margin is None:
        return told
    if part.low >= 0 and part.high <= 1:
        return f"{told} {sign}{100 * part.margin:.1f}"
    return f"{told} ({100 * max(0.0, part.low):.1f}–{100 * min(1.0, part.high):.1f})"


def games_for(margin: float, part: float) -> int:
    """How many tries make the interval of what happens in such a part of them so narrow."""
    return ceil(_SURE**2 * part * (1 - part) / margin**2)


def standard_errors(freedom: int) -> float:
    """Student's t for 95 % and so many degrees of freedom (Abramowitz and Stegun 26.7.5)."""
    if freedom in _FEW:
        return _FEW[freedom]
    z = _SURE
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def elo(wins: float, games: int, seats: int) -> float:
    """How much better than its rivals a player is on Elo's scale, from the part of its games that it won.

    0 is a fair share, whatever the number of seats. Half a win and half a loss are added, so that nobody is infinitely
    better.
    """
    part = (wins * games + 0.5) / (games + 1)
    return 400 * log10(part / (1 - part) * (seats - 1))
