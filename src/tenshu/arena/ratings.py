"""Ratings: strength on one scale for everybody of a match, whoever met whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from tenshu.arena.extra import load
from tenshu.arena.playing import Outcome


@dataclass(frozen=True)
class Rating:
    """A guess of strength and its standard deviation; everybody begins at 25 ± 8.3."""

    mu: float
    sigma: float


def ratings(outcomes: Sequence[Outcome]) -> dict[str, Rating]:
    """The ratings after all games in the order of the schedule, by openskill's Plackett-Luce model.

    Contestants do not change during a match, so doubt is never added (tau is 0). Where a contestant has several seats
    of a game, its rating moves by their mean. Raises `MissingExtra`.
    """
    model = load("openskill.models").PlackettLuce(tau=0)
    rated: dict[str, Any] = {}
    for outcome in sorted(outcomes, key=lambda outcome: outcome.seating):
        names = outcome.seating.seats
        if len(names) < 2:
            continue
        teams = [[rated.setdefault(name, model.rating())] for name in names]
        after = model.rate(teams, ranks=[float(outcome.place(seat)) for seat in range(len(names))])
        for name in dict.fromkeys(names):
            mine = [team[0] for team, other in zip(after, names, strict=True) if other == name]
            rated[name] = model.rating(mu=fmean(one.mu for one in mine), sigma=fmean(one.sigma for one in mine))
    return {name: Rating(one.mu, one.sigma) for name, one in rated.items()}
