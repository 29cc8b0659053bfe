"""Exact play to the end of a small game with nothing hidden: the judge of the puzzles."""

from __future__ import annotations

from tenshu.players.outlook import WORTH_OF_A_POINT
from tenshu.table.state import State

Worth = tuple[float, ...]
"""By seat what the end of the game is worth: the win first, the margin second; alone, the points."""


class Solver:
    """Every seat does what is best for itself; of equally good moves the first."""

    def __init__(self) -> None:
        self._known: dict[State, Worth] = {}

    def best_moves(self, state: State) -> list[str]:
        """All moves that are best for the seat that decides."""
        seat = state.to_move
        assert seat is not None
        found = {move: self.worth(state.play(move))[seat] for move in state.legal_moves()}
        most = max(found.values())
        return [move for move, worth in found.items() if worth > most - 1e-9]

    def worth(self, state: State) -> Worth:
        if state not in self._known:
            self._known[state] = self._at_the_end(state) if state.is_over else self._after_the_best_move(state)
        return self._known[state]

    def _after_the_best_move(self, state: State) -> Worth:
        seat = state.to_move
        assert seat is not None
        return max((self.worth(state.play(move)) for move in state.legal_moves()), key=lambda worth: worth[seat])

    @staticmethod
    def _at_the_end(state: State) -> Worth:
        scores = state.scores()
        totals = [sheet["total"] for sheet in scores["players"]]
        if state.seats == 1:
            return tuple(totals)
        winners = scores["ranking"][0]
        return tuple(
            (seat in winners) / len(winners) + WORTH_OF_A_POINT * (total - max(totals[:seat] + totals[seat + 1 :]))
            for seat, total in enumerate(totals)
        )
