"""What a position promises to each seat: points, the chance to win, and the one figure a search maximises."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, pi, sqrt

from tenshu.table.places import places
from tenshu.table.state import State

WORTH_OF_A_POINT = 0.002
"""What a point of margin counts beside the chance to win: the win comes first, the margin second."""
LEAST_DOUBT = 1e-3


@dataclass(frozen=True, slots=True)
class Outlook:
    """By seat: `values` are what a seat maximises (the chance to win and a little of the margin; alone, the points),
    `wins` the chance to win (alone, 1) and `points` the total to expect."""

    values: tuple[float, ...]
    wins: tuple[float, ...]
    points: tuple[float, ...]


def outlook(state: State, own: float = 0.0) -> Outlook:
    """The judgement of a position by the game's own estimate; of a finished game, the truth.

    A point of one's own counts `own` beside the chance to win, whatever the rivals have.
    """
    points = tuple(state.estimate(seat) for seat in range(state.seats))
    if len(points) == 1:
        return Outlook(points, (1.0,), points)
    wins = _shares(state) if state.is_over else _chances(points, state.doubt)
    values = tuple(
        win + WORTH_OF_A_POINT * (mine - max(points[:seat] + points[seat + 1 :])) + own * mine
        for seat, (win, mine) in enumerate(zip(wins, points, strict=True))
    )
    return Outlook(values, wins, points)


def worth_of_a_point(state: State) -> float:
    """How much of its value a seat gains with a point while all seats are level."""
    if state.seats == 1:
        return 1.0
    fair = 1 / state.seats
    return fair * (1 - fair) / _scale(state.doubt) + WORTH_OF_A_POINT


def _scale(doubt: float) -> float:
    """The scale of the logistic distribution whose standard deviation is the doubt."""
    return max(doubt, LEAST_DOUBT) * sqrt(3) / pi


def _chances(points: tuple[float, ...], doubt: float) -> tuple[float, ...]:
    most, scale = max(points), _scale(doubt)
    weights = [exp((mine - most) / scale) for mine in points]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def _shares(state: State) -> tuple[float, ...]:
    """The win of a finished game, shared if several seats have the first place."""
    winners = places(state.scores())[0]
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(state.seats))
