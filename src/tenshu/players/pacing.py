"""Thinking like a person does: longest when something new is on the table."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tenshu.players.player import Player
from tenshu.table.search import Budget
from tenshu.table.state import State

LATER = 0.4
"""The part of the budget for a decision that was foreseen when the turn began."""


class Paced(Player):
    """Another player with its whole budget at the beginning of a turn and where a move showed something new, and with
    part of it while the turn goes on as foreseen."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self._foreseen: State | None = None

    def choose(self, seen: State, budget: Budget, rng: Random) -> str:
        move = self.player.choose(seen, _later(budget) if seen == self._foreseen else budget, rng)
        after = seen.determinize(Random(0)).play(move)
        self._foreseen = None if after.turn_passed else after.seen_by(seen.to_move)
        return move


def _later(budget: Budget) -> Budget:
    simulations = None if budget.simulations is None else max(1, int(budget.simulations * LATER))
    seconds = None if budget.seconds is None else budget.seconds * LATER
    return replace(budget, simulations=simulations, seconds=seconds)
