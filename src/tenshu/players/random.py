"""A player without a plan."""

from __future__ import annotations

from random import Random

from tenshu.players.player import Player
from tenshu.table.state import State


class RandomPlayer(Player):
    """Any legal move, all equally likely."""

    def choose(self, seen: State, rng: Random) -> str:
        moves = seen.legal_moves()
        return moves[int(rng.random() * len(moves))]
