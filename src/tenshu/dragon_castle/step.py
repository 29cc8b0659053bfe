"""The contract of a step: one question of a turn, in one place that lists, plays and explains its answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from tenshu.dragon_castle.notation import Move
from tenshu.table.errors import Reason

if TYPE_CHECKING:
    from tenshu.dragon_castle.state import DragonCastle


class Step(ABC):
    """Steps hold no data of their own: everything is in the state, so one object serves all games."""

    verbs: frozenset[str]
    """The moves that can answer this step, `spirit` aside."""

    @abstractmethod
    def moves(self, state: DragonCastle) -> list[Move]:
        """The legal answers in the documented order."""

    @abstractmethod
    def play(self, state: DragonCastle, move: Move) -> None:
        """Carry a legal answer out on a state under construction."""

    @abstractmethod
    def why_not(self, state: DragonCastle, move: Move) -> Reason:
        """Why a move of `verbs` is no legal answer now."""
