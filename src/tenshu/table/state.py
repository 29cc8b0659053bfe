"""The contract between a game and everybody who plays, stores, shows or studies it.

This file is the specification: players, arena, server and research know a game only through it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Self

from tenshu.table.errors import Reason

Document = dict[str, Any]
"""Plain JSON data."""


class State(ABC):
    """One moment of one game: a value. Nothing that is called on it from outside changes it.

    A state rests either at a decision of exactly one player or at the end of the game; steps that leave no choice are
    taken inside `play`. Equal states have equal documents, equal hashes and equal legal moves.
    """

    __slots__ = ()

    game: ClassVar[str]
    """The name of the game, as it stands in documents."""
    views_differ: ClassVar[bool] = True
    """Whether seats may see different things; where they do not, one view serves all."""

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many seats take part; they are numbered from 0."""

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat that decides now; None when the game is over."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended; then, and only then, `legal_moves` is empty."""

    @abstractmethod
    def legal_moves(self) -> Sequence[str]:
        """All moves of the decision, each text once, in the documented order."""

    def plausible(self, rng: Random) -> str:
        """A legal move that a sensible player may make, drawn at random; any of them, unless the game knows better. Of
        the state it may use what the seat to move can know."""
        moves = self.legal_moves()
        return moves[int(rng.random() * len(moves))]

    @abstractmethod
    def play(self, move: str) -> Self:
        """The state after a legal move. Raises `IllegalMove`, or `Malformed` if the text is no move at all."""

    def promises(self, move: str) -> tuple[Document, ...]:
        """The events of a legal move together with what would follow of itself, as far as the seat to move can foresee
        them: what is shown to a person who has not confirmed the move yet."""
        after = self.play(move)
        return () if after.reveals else after.events

    @abstractmethod
    def copy(self) -> Self:
        """A private copy that may be `advance`d."""

    @abstractmethod
    def advance(self, move: str) -> None:
        """Play a legal move in place. Only for a private copy that nobody else holds: simulations, where `play` would
        make one state a move. After an error the copy is spoilt."""

    @abstractmethod
    def why_not(self, move: str) -> Reason | None:
        """Why `play` would refuse a well-formed move; None if it would not."""

    @abstractmethod
    def scores(self) -> Document:
        """The score sheet as if the game ended now; `ranking` lists the places, best first: see `table.places`."""

    def grounds(self) -> list[list[Document]]:
        """What earned the points of `scores`, seat by seat, as far as it can be shown on the table: each with `what`
        (its place in the score sheet), `points` and `cells`. Empty lists where a game shows nothing."""
        return [[] for _ in range(self.seats)]

    def tie_breaks(self) -> list[list[int]]:
        """What decides between equal totals, seat by seat, most important first; empty lists where nothing does."""
        return [[] for _ in range(self.seats)]

    @abstractmethod
    def estimate(self, seat: int) -> float:
        """The points a seat may expect in the end, from public facts only; when the game is over, its total."""

    @property
    def doubt(self) -> float:
        """How far off, typically, the difference between two seats' estimates is from the one the game will end with;
        0 when it is over. It turns a lead in points into a chance to win."""
        return 0.0 if self.is_over else 10.0

    @abstractmethod
    def to_json(self) -> Document:
        """The complete position, hidden things included: for storage, never for a player."""

    @abstractmethod
    def view(self, seat: int | None = None) -> Document:
        """The position as a seat (None: a spectator) may see it. Only this may leave the server."""

    @abstractmethod
    def seen_by(self, seat: int | None = None) -> Self:
        """The state as a seat knows it, the same as loading its view: what computer players are given."""

    @abstractmethod
    def determinize(self, rng: Random) -> Self:
        """A state in which everything hidden is drawn anew from what is unseen; a view becomes a full position."""

    @property
    @abstractmethod
    def events(self) -> tuple[Document, ...]:
        """What the move that led here did, in order; empty for a state that was dealt or loaded."""

    @property
    @abstractmethod
    def answers(self) -> tuple[str, ...]:
        """The moves the game itself made after the player's move (a solo rival); part of the record."""

    @property
    @abstractmethod
    def reveals(self) -> bool:
        """Whether the move that led here showed something nobody knew: it can then not be undone."""

    @property
    @abstractmethod
    def turn_passed(self) -> bool:
        """Whether the move that led here ended a turn: it can then not be undone."""
