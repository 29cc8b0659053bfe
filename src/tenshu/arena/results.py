"""What a match tells: a standing for each contestant, with intervals.

Games of one deal are not independent of each other: they share their luck. So a figure is the mean over deals of what a
contestant did in all games of that deal, and its interval comes from how these differ. Deals that have not been played
from every seat are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, quantiles

from tenshu.arena.intervals import Figure, elo, figure, rate
from tenshu.arena.match import Match, whole_deals
from tenshu.arena.playing import Outcome

Seat = tuple[Outcome, int]
"""One seat of one game."""


@dataclass(frozen=True)
class Standing:
    """How one contestant did."""

    contestant: str
    deals: int
    """How many independent values the figures come from."""
    games: int
    wins: Figure
    """The part of the games that it won, a shared win counted in parts; of contestants with several seats, by seat."""
    points: Figure
    lead: Figure
    """Points before the best rival."""
    elo: float
    """From the part of the games that it won: see `intervals.elo`."""
    totals: tuple[int, ...]
    """Every total, sorted."""
    categories: Mapping[str, float]
    """The mean of each line of the score sheet; what stands within a line (cards, say) is added up."""
    ranks: Mapping[str, int]
    """Played alone: how often it earned which rank, the best first."""
    has_rival: bool
    """Played alone: whether the game itself plays somebody who is to be beaten."""
    decisions: int
    seconds: float
    faults: int

    @property
    def pace(self) -> float:
        """Decisions in a second of thinking."""
        return self.decisions / self.seconds if self.seconds else 0.0

    @property
    def quartiles(self) -> tuple[float, float, float]:
        """A quarter, a half and three quarters of the games ended below."""
        if len(self.totals) == 1:
            return (float(self.totals[0]),) * 3
        low, middle, high = quantiles(self.totals, n=4, method="inclusive")
        return low, middle, high


def complete(match: Match, outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The games of whole deals, in the order of the schedule."""
    deals = set(whole_deals(match, [outcome.seating for outcome in outcomes]))
    return sorted((one for one in outcomes if one.seating.deal in deals), key=lambda one: one.seating)


def standings(match: Match, outcomes: Sequence[Outcome]) -> list[Standing]:
    """A standing for each contestant, in the order of the match; empty as long as no deal is whole."""
    games = complete(match, outcomes)
    if not games:
        return []
    ranks = rank_order(games)
    return [_standing(name, _seats_of(name, games), match.seats, ranks) for name in match.contestants]


def meetings(match: Match, outcomes: Sequence[Outcome]) -> dict[tuple[str, str], Figure]:
    """Two at a table: the part of the games of each pair that the first one won."""
    games = complete(match, outcomes)
    found: dict[tuple[str, str], Figure] = {}
    for group, (one, other) in enumerate(match.groups):
        mine = [seat for seat in _seats_of(one, games) if seat[0].seating.group == group]
        if mine and one != other:
            found[one, other] = rate(by_deal(mine, lambda game, seat: game.share(seat)))
    return found


def _seats_of(contestant: str, games: Sequence[Outcome]) -> list[Seat]:
    return [(game, seat) for game in games for seat, name in enumerate(game.seating.seats) if name == contestant]


def _standing(contestant: str, mine: Sequence[Seat], seats: int, ranks: Sequence[str]) -> Standing:
    wins = rate(by_deal(mine, lambda game, seat: game.share(seat)))
    earned = Counter(game.scores["rank"] for game, _ in mine if "rank" in game.scores)
    return Standing(
        contestant=contestant,
        deals=len({game.seating.deal for game, _ in mine}),
        games=len({game.seating for game, _ in mine}),
        wins=wins,
        points=figure(by_deal(mine, lambda game, seat: game.totals[seat])),
        lead=figure(by_deal(mine, lambda game, seat: game.lead(seat))),
        elo=elo(wins.mean, len(mine), seats) if seats > 1 else 0.0,
        totals=tuple(sorted(game.totals[seat] for game, seat in mine)),
        categories=_mean_categories(mine),
        ranks={rank: earned[rank] for rank in ranks},
        has_rival=any(len(game.totals) > len(game.seating.seats) for game, _ in mine),
        decisions=sum(game.decisions[seat] for game, seat in mine),
        seconds=sum(game.seconds[seat] for game, seat in mine),
        faults=sum(game.faults[seat] for game, seat in mine),
    )


def by_deal(seats: Sequence[Seat], value: Callable[[Outcome, int], float]) -> list[float]:
    """What seats came to, one mean for each deal: these are independent of each other."""
    deals: dict[int, list[float]] = {}
    for game, seat in seats:
        deals.setdefault(game.seating.deal, []).append(value(game, seat))
    return [fmean(values) for values in deals.values()]


def rank_order(games: Sequence[Outcome]) -> list[str]:
    """The ranks that were earned, the one with most points first."""
    points: dict[str, list[int]] = {}
    for game in games:
        if "rank" in game.scores:
            points.setdefault(game.scores["rank"], []).append(game.totals[0])
    return sorted(points, key=lambda rank: fmean(points[rank]), reverse=True)


def _mean_categories(mine: Sequence[Seat]) -> dict[str, float]:
    lines: dict[str, float] = {}
    for game, seat in mine:
        for name, points in game.categories(seat).items():
            line = name.partition(".")[0]
            lines[line] = lines.get(line, 0.0) + points
    return {name: points / len(mine) for name, points in lines.items()}
