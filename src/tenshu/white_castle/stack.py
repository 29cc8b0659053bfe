"""The contract of a stack entry: one question of a turn, in one place that lists, plays and explains its answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from tenshu.table.errors import Reason
from tenshu.table.state import Document
from tenshu.white_castle.notation import Move

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle


class Entry(ABC):
    """Entries never change, so states share them: an entry that goes on as another one is replaced on the stack."""

    __slots__ = ()

    name: ClassVar[str]
    """The first key of its document; also the question in the catalogues."""
    verbs: ClassVar[frozenset[str]]
    """The moves that can answer it."""
    always_asked: ClassVar[bool] = False
    """Whether a single legal move is still a decision."""

    @abstractmethod
    def ask(self, state: WhiteCastle) -> list[Move] | None:
        """Settle the entry, which lies on top. Gives the legal answers, a list that nobody changes, or None if there
        is nothing to decide: then the stack is another one."""

    @abstractmethod
    def play(self, state: WhiteCastle, move: Move) -> None:
        """Carry out a legal answer on a state under construction."""

    @abstractmethod
    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        """Why a move of `verbs` is no legal answer now."""

    @abstractmethod
    def to_json(self) -> Document:
        """The entry as it stands in `turn.stack`."""

    def key(self) -> tuple[object, ...]:
        """What tells it from other entries of its class."""
        return ()

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self.key() == other.key())

    def __hash__(self) -> int:
        return hash((self.name, self.key()))
