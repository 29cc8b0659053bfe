"""Players that play what a search finds."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from random import Random

from tenshu.players.outlook import worth_of_a_point
from tenshu.players.player import Player
from tenshu.table.search import Budget, Candidate, Searcher
from tenshu.table.state import State

Source = Callable[[State], Searcher]
"""Finds the search for games like the one a state belongs to."""
AT_ONCE = Budget(simulations=1)


class SearchPlayer(Player):
    """Plays the best move a search finds; with a temperature above 0, now and then one that is nearly as good.

    The search is looked for when a game begins, so one player is for one game at a time.
    """

    def __init__(self, source: Source, temperature: float = 0.0) -> None:
        self.source = source
        self.temperature = temperature
        """In points, or what they are worth in the chance to win: a move that loses so much is chosen about a third as
        often as the best."""
        self._searcher: Searcher | None = None
        self._game: tuple[str, int] | None = None

    def choose(self, seen: State, budget: Budget, rng: Random) -> str:
        if self._searcher is None or self._game != (seen.game, seen.seats):
            self._searcher, self._game = self.source(seen), (seen.game, seen.seats)
        no_choice = len(seen.legal_moves()) == 1
        thought = self._searcher.think(seen, AT_ONCE if no_choice else budget, rng)
        return _drawn(thought.candidates, worth_of_a_point(seen), self.temperature, rng).move


def _drawn(candidates: tuple[Candidate, ...], point: float, temperature: float, rng: Random) -> Candidate:
    """The best candidate, or one drawn by what it loses. In a game that is as good as decided no move changes the
    chance to win, yet nobody plays just anything: what is lost is the larger of value and points."""
    best = candidates[0]
    if temperature <= 0 or len(candidates) == 1:
        return best
    losses = [max(0.0, (best.value - each.value) / point, best.points - each.points) for each in candidates]
    weights = [exp(-loss / temperature) for loss in losses]
    mark = rng.random() * sum(weights)
    for candidate, weight in zip(candidates, weights, strict=True):
        mark -= weight
        if mark < 0:
            return candidate
    return best
