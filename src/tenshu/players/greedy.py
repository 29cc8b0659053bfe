"""A search that looks to the end of the present turn and no further, and the player that relies on it."""

from __future__ import annotations

from math import ceil
from random import Random

from tenshu.players.clock import Clock
from tenshu.players.outlook import outlook
from tenshu.players.thinking import SearchPlayer
from tenshu.players.turns import varied
from tenshu.table.randomness import shuffled
from tenshu.table.search import Budget, Candidate, Thought
from tenshu.table.state import State


class GreedySearch:
    """Tries whole turns, one simulation each: a move is as good as the best end it was seen to lead to.

    All moves begin equal; the more of the budget is spent, the fewer of them, the best ones, are still tried.
    """

    def think(self, seen: State, budget: Budget, rng: Random) -> Thought:
        seat = seen.to_move
        assert seat is not None
        clock, known = Clock(budget), seen.determinize(rng)
        moves = [_Try(move, known.play(move), seat) for move in shuffled(seen.legal_moves(), rng)]
        race = moves.copy()
        while len(race) > 1 or not clock.simulations:
            for move in race:
                if clock.is_over and clock.simulations:
                    break
                move.try_again(rng)
                clock.tick()
            race.sort(key=lambda move: move.lead, reverse=True)
            del race[ceil(len(moves) ** (1 - clock.spent)) :]
        found = sorted(moves, key=lambda move: (move is race[0], move.lead), reverse=True)
        tried = tuple(move.candidate() for move in found if move.visits)
        return Thought(tried, clock.simulations, clock.seconds)


class _Try:
    """A move and the best turn it was seen to begin."""

    def __init__(self, move: str, after: State, seat: int) -> None:
        self.move = move
        self.seat = seat
        self.visits = 0
        self.line = [after]
        self.lead = lead(after, seat) if after.turn_passed else float("-inf")

    def try_again(self, rng: Random) -> None:
        self.visits += 1
        if self.line[0].turn_passed:
            return
        line = varied(self.line, rng)
        reached = lead(line[-1], self.seat)
        if reached > self.lead:
            self.line, self.lead = line, reached

    def candidate(self) -> Candidate:
        hope = outlook(self.line[-1])
        win = hope.wins[self.seat] if len(hope.wins) > 1 else None
        return Candidate(self.move, self.visits, hope.values[self.seat], win, hope.points[self.seat])


class GreedyPlayer(SearchPlayer):
    """Begins the turn that ends best by the game's own estimate."""

    def __init__(self, temperature: float = 0.0) -> None:
        super().__init__(lambda _: GreedySearch(), temperature)


def lead(state: State, seat: int) -> float:
    """How far a seat is before its best rival by estimate; alone, its own estimate."""
    rivals = [state.estimate(other) for other in range(state.seats) if other != seat]
    return state.estimate(seat) - max(rivals, default=0.0)
