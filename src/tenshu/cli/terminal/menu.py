"""Choices: the legal moves of a decision, numbered, and in two steps where one list would be too long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Spot:
    """A cell of a board on which the number of a choice can be drawn."""

    board: str
    cell: str


@dataclass(frozen=True)
class Choice:
    """One entry of a menu: a whole move, or the first half of several."""

    label: str
    move: str = ""
    further: Menu | None = None
    """What is asked next, if this is no whole move yet."""
    word: str = ""
    """What can be typed for it, besides its number."""
    spot: Spot | None = None
    telling: bool = False
    """Whether the label says more than the cell on which the number is drawn."""
    mark: str = ""
    """What the drawing adds to the number, such as the points a placement brings."""


@dataclass(frozen=True)
class Menu:
    """A question and its answers."""

    asked: str
    choices: tuple[Choice, ...]

    def numbered(self) -> Iterator[tuple[int, Choice]]:
        return enumerate(self.choices, start=1)

    def on(self, board: str) -> dict[str, tuple[int, Choice]]:
        """The choices that belong to cells of a board, with their numbers."""
        return {
            choice.spot.cell: (number, choice)
            for number, choice in self.numbered()
            if choice.spot is not None and choice.spot.board == board
        }
