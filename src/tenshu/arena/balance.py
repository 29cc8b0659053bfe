"""What a castle, or a choice of cards, does when equals play: who has the advantage, how long and how close games are,
and what winners do more than losers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean

from tenshu.arena.intervals import Figure, figure, games_for, percent, rate
from tenshu.arena.match import Match
from tenshu.arena.playing import Outcome
from tenshu.arena.results import by_deal, complete
from tenshu.table.places import places
from tenshu.table.texts import Texts

ALLOWED = 0.08
"""A castle is fair if no seat wins more than this above or below its share."""
TELLING = 0.05
"""An interval of so much either way settles it for most castles."""
CLOSE = 5
"""So many points between the first and the second are a close end."""


@dataclass(frozen=True)
class Comparison:
    """Something that winners and losers do, or are paid for, differently."""

    name: str
    winners: float
    losers: float
    difference: Figure
    """Winners less losers, game by game."""
    games: int
    """How many games had it at all."""

    @property
    def weight(self) -> float:
        """How clear the difference is, in widths of its interval; below 1 it may be chance."""
        return abs(self.difference.mean) / self.difference.margin if self.difference.margin else 0.0


@dataclass(frozen=True)
class Balance:
    """What was measured; all parts and shares from 0 to 1."""

    seats: int
    games: int
    wins: tuple[Figure, ...]
    """By seat."""
    points: Figure
    turns: Figure
    decisions: Figure
    lead: Figure
    """Points between the first and the second."""
    leads: tuple[int, ...]
    """The same game by game, sorted."""
    close: Figure
    """The part of the games that ended within `CLOSE` points."""
    actions: tuple[Comparison, ...]
    """How often a game; the clearest difference first."""
    lines: tuple[Comparison, ...]
    """Points on the lines of the score sheet, cards among them; the clearest difference first."""

    @property
    def worst(self) -> int:
        """The seat that is furthest from its share."""
        return max(range(self.seats), key=lambda seat: abs(self.wins[seat].mean - 1 / self.seats))

    @property
    def is_fair(self) -> bool:
        return abs(self.wins[self.worst].mean - 1 / self.seats) <= ALLOWED

    @property
    def is_sure(self) -> bool:
        """Whether more games could hardly change the verdict. That a few games were all shared settles nothing."""
        worst = self.wins[self.worst]
        off = abs(worst.mean - 1 / self.seats)
        if not worst.margin and self.games < self.games_needed:
            return False
        return worst.margin is not None and abs(off - ALLOWED) >= worst.margin

    @property
    def is_open(self) -> bool:
        """Whether there are too few games to judge by: fair or not, both are within a wide interval."""
        margin = self.wins[self.worst].margin
        return not self.is_sure and (not margin or margin > ALLOWED)

    @property
    def games_needed(self) -> int:
        """About how many games would tell, in whole hundreds."""
        return 100 * ceil(games_for(TELLING, 1 / self.seats) / 100)


def balance(match: Match, outcomes: Sequence[Outcome]) -> Balance | None:
    """What a match between equals tells; None as long as no deal is whole."""
    games = complete(match, outcomes)
    if not games:
        return None

    def measured(value: Callable[[Outcome], float]) -> Figure:
        return figure(by_deal([(game, 0) for game in games], lambda game, _: value(game)))

    leads = sorted(_winning_lead(game) for game in games)
    close = by_deal([(game, 0) for game in games], lambda game, _: _winning_lead(game) <= CLOSE)
    return Balance(
        seats=match.seats,
        games=len(games),
        wins=tuple(
            rate(by_deal([(game, seat) for game in games], lambda game, seat: game.share(seat)))
            for seat in range(match.seats)
        ),
        points=measured(lambda game: fmean(game.totals)),
        turns=measured(lambda game: game.turns),
        decisions=measured(lambda game: sum(game.decisions)),
        lead=measured(_winning_lead),
        leads=tuple(leads),
        close=rate(close),
        actions=_comparisons(games, lambda game, seat: game.actions[seat]),
        lines=_comparisons(games, lambda game, seat: game.categories(seat)),
    )


def verdict(found: Balance, name: str, texts: Texts, naming: Callable[[str], str] = str) -> str:
    """What was found, in a sentence; `name` is what was measured, `naming` what lines of the score sheet are called."""
    told = _judgement(found, name, texts)
    length = {"turns": f"{found.turns.mean:.0f}", "lead": f"{found.lead.mean:.1f}", "points": CLOSE}
    told += texts.say("verdict.length", close=f"{100 * found.close.mean:.0f}", **length)
    clear = [one for one in found.lines if one.weight >= 1]
    if not clear:
        return told + texts.say("verdict.decides.nothing")
    difference = f"{clear[0].difference.mean:+.1f}"
    return told + texts.say("verdict.decides", line=naming(clear[0].name), difference=difference)


def _judgement(found: Balance, name: str, texts: Texts) -> str:
    """Whether it is fair, as far as so many games tell."""
    if found.is_open:
        return texts.say("verdict.open", name=name, seats=found.seats, n=found.games, needed=found.games_needed)
    wins, share = percent(found.wins[found.worst], "± "), f"{100 / found.seats:.3g}"
    judged = "fair" if found.is_fair else "unfair"
    key = f"verdict.{judged}" if found.is_sure else f"verdict.{judged}.unsure"
    return texts.say(key, name=name, seats=found.seats, seat=found.worst + 1, share=share, wins=wins)


def _winning_lead(game: Outcome) -> int:
    if len(game.totals) < 2:
        return 0
    first, second, *_ = sorted(game.totals, reverse=True)
    return first - second


def _comparisons(
    games: Sequence[Outcome], counted: Callable[[Outcome, int], Mapping[str, float]]
) -> tuple[Comparison, ...]:
    """Winners beside losers in everything that is counted, in the games where it occurs and not everybody has won."""
    pairs: dict[str, list[tuple[float, float]]] = {}
    for game in games:
        counts = [counted(game, seat) for seat in range(len(game.totals))]
        winners = set(places(game.scores)[0])
        if len(winners) == len(counts):
            continue
        for name in {name for count in counts for name in count}:
            won = fmean(count.get(name, 0) for seat, count in enumerate(counts) if seat in winners)
            lost = fmean(count.get(name, 0) for seat, count in enumerate(counts) if seat not in winners)
            pairs.setdefault(name, []).append((won, lost))
    found = [_comparison(name, values) for name, values in sorted(pairs.items())]
    return tuple(sorted(found, key=lambda one: one.weight, reverse=True))


def _comparison(name: str, values: Sequence[tuple[float, float]]) -> Comparison:
    return Comparison(
        name=name,
        winners=fmean(won for won, _ in values),
        losers=fmean(lost for _, lost in values),
        difference=figure([won - lost for won, lost in values]),
        games=len(values),
    )
