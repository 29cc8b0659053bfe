"""The protocol of a player."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from tenshu.table.search import Budget
from tenshu.table.state import State


class Player(ABC):
    """Answers decisions. For equal states, equal budgets in simulations and equally seeded random sources the answer is
    the same."""

    @abstractmethod
    def choose(self, seen: State, budget: Budget, rng: Random) -> str:
        """One of the legal moves of a state at which this player's seat decides.

        `seen` is the state as the seat knows it (`State.seen_by`): what is hidden is unknown in it, so a move that
        would reveal something has to be tried on a `determinize`d one. `budget` bounds how long it thinks.
        """
