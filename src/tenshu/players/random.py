"""A player without a plan."""

from __future__ import annotations

from random import Random

from tenshu.players.player import Player
from tenshu.table.search import Budget
from tenshu.table.state import State


class RandomPlayer(Player):
    """Any legal move, all equally likely; it needs no time."""

    def choose(self, seen: State, budget: Budget, rng: Random) -> str:
        moves = seen.legal_moves()
        return moves[int(rng.random() * len(moves))]
