"""Games between computer players, repeatable from their seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tenshu.players.player import Player
from tenshu.table.games import find_game
from tenshu.table.search import Budget
from tenshu.table.state import Document, State


@dataclass(frozen=True)
class Result:
    """How one game ended."""

    scores: Document
    decisions: int

    def share(self, seat: int) -> float:
        """What a seat won: 1 for the first place alone, a part of it when shared, else 0."""
        winners = self.scores["ranking"][0]
        return 1 / len(winners) if seat in winners else 0.0

    @property
    def totals(self) -> list[int]:
        return [player["total"] for player in self.scores["players"]]


def play_game(
    game: str, options: Mapping[str, Any], players: Sequence[Player], budgets: Sequence[Budget], seed: int
) -> Result:
    """One game, one player a seat, each with the budget of its decisions.

    Deal and players' thoughts all come from the seed, each from its own stream.
    """
    state: State = find_game(game).new(seed=seed, **options)
    thoughts = [Random(f"{seed}/{seat}") for seat in range(state.seats)]
    decisions = 0
    while (seat := state.to_move) is not None:
        state = state.play(players[seat].choose(state.seen_by(seat), budgets[seat], thoughts[seat]))
        decisions += 1
    return Result(state.scores(), decisions)
