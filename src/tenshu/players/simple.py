"""A player that looks to the end of its own turn and no further."""

from __future__ import annotations

from random import Random

from tenshu.players.player import Player
from tenshu.table.randomness import drawn
from tenshu.table.state import State


class SimplePlayer(Player):
    """Tries each move a few times, going on more or less at random to the end of the turn, and keeps the one that ended
    best by the game's own estimate."""

    def __init__(self, tries: int = 60, care: int = 3) -> None:
        self.tries = tries
        """How many turns are played in thought for one decision, shared among its moves."""
        self.care = care
        """How many random continuations are compared at each step of such a turn."""

    def choose(self, seen: State, rng: Random) -> str:
        moves = list(seen.legal_moves())
        if len(moves) == 1:
            return moves[0]
        seat = seen.to_move
        assert seat is not None
        if len(moves) > self.tries:
            moves = drawn(moves, self.tries, rng)
        each = self.tries // len(moves)
        known = seen.determinize(rng)
        best, chosen = float("-inf"), moves[0]
        for move in moves:
            after = known.play(move)
            if after.turn_passed:
                value = after.estimate(seat)
            else:
                value = max(self._outcome(after, seat, rng) for _ in range(each))
            value += rng.random() * 0.01
            if value > best:
                best, chosen = value, move
        return chosen

    def _outcome(self, state: State, seat: int, rng: Random) -> float:
        """What the turn is worth to its player if it goes on like this."""
        state = state.copy()
        while not state.turn_passed:
            moves = state.legal_moves()
            ways = [moves[int(rng.random() * len(moves))] for _ in range(min(self.care, len(moves)))]
            if len(ways) == 1:
                state.advance(ways[0])
            else:
                state = max((state.play(way) for way in ways), key=lambda after: after.estimate(seat)).copy()
        return state.estimate(seat)
