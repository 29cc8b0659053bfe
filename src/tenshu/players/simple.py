"""A player that looks to the end of its own turn and no further."""

from __future__ import annotations

from random import Random

from tenshu.players.player import Player
from tenshu.table.state import State


class SimplePlayer(Player):
    """Tries each move a few times, going on at random to the end of the turn, and keeps the one that ended best."""

    def __init__(self, tries: int = 60) -> None:
        self.tries = tries
        """How many turns are played in thought for one decision, shared among its moves."""

    def choose(self, seen: State, rng: Random) -> str:
        moves = list(seen.legal_moves())
        if len(moves) == 1:
            return moves[0]
        each = max(1, self.tries // len(moves))
        known = seen.determinize(rng)
        best, chosen = float("-inf"), moves[0]
        for move in moves:
            value = max(self._outcome(known, move, rng) for _ in range(each)) + rng.random() * 0.01
            if value > best:
                best, chosen = value, move
        return chosen

    def _outcome(self, state: State, move: str, rng: Random) -> float:
        """What the turn is worth to its player if it goes on like this; the best rival's worth counts half."""
        seat = state.to_move
        assert seat is not None
        state = state.play(move)
        while not state.turn_passed:
            moves = state.legal_moves()
            state = state.play(moves[int(rng.random() * len(moves))])
        rivals = [state.estimate(rival) for rival in range(state.seats) if rival != seat]
        return state.estimate(seat) - max(rivals, default=0.0) / 2
