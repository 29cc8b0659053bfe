"""Players that play what a search finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from random import Random

from tenshu.players.outlook import worth_of_a_point
from tenshu.players.player import Player
from tenshu.table.search import Budget, Candidate, Searcher, Thought
from tenshu.table.state import State

Source = Callable[[State], Searcher]
"""Finds the search for games like the one a state belongs to."""
AT_ONCE = Budget(simulations=1)
IDEAS = 3
"""How often a player with a temperature asks itself what else it could do."""


class SearchPlayer(Player):
    """Plays the best move a search finds; with a temperature above 0, now and then another that comes to mind.

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
        if no_choice or self.temperature <= 0:
            return thought.best.move
        ideas = _come_to_mind(seen, thought, rng)
        return _drawn(ideas, worth_of_a_point(seen), self.temperature, rng).move


def _come_to_mind(seen: State, thought: Thought, rng: Random) -> list[Candidate]:
    """The best candidate and a few others as they occur to a sensible player: one that errs is not absurd, and many bad
    moves do not add up to a likely one."""
    others = {seen.plausible(rng) for _ in range(IDEAS)}
    return [each for each in thought.candidates if each is thought.best or each.move in others]


def _drawn(candidates: Sequence[Candidate], point: float, temperature: float, rng: Random) -> Candidate:
    """The first candidate, or one drawn by what it loses. In a game that is as good as decided no move changes the
    chance to win, yet nobody plays just anything: what is lost is the larger of value and points."""
    best = candidates[0]
    if temperature <= 0:
        return best
    losses = [max(0.0, (best.value - each.value) / point, best.points - each.points) for each in candidates]
    weights = [exp(-loss / temperature) for loss in losses]
    return rng.choices(candidates, weights)[0]
