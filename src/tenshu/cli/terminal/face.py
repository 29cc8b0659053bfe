"""What the terminal needs of a game: its questions as menus, its table as a picture, its rules in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rich.console import Console, RenderableType

from tenshu.cli.terminal.menu import Menu
from tenshu.cli.terminal.typed import Aliases
from tenshu.table.state import State


@dataclass(frozen=True)
class Scene:
    """A moment to be drawn."""

    state: State
    seat: int
    """Whose realm lies before the viewer."""
    log: Sequence[str]
    """What happened so far, one line a move, oldest first."""
    menu: Menu | None = None
    """The question to the player; None while somebody else is at it."""
    status: str = ""
    names: Sequence[str] = field(default=())
    title: str = ""


class Face(Protocol):
    """One game as the terminal shows it, in one language."""

    aliases: Aliases
    """The words of moves in the player's language."""

    def menu(self, state: State) -> Menu:
        """The decision that is open."""

    def picture(self, scene: Scene, console: Console) -> RenderableType:
        """The table, in the most comfortable form that fits the console."""

    def rivals(self, scene: Scene, console: Console) -> RenderableType:
        """What lies before the other players."""

    def sheet(self, state: State, names: Sequence[str]) -> RenderableType:
        """The score sheet."""

    def unseen(self, state: State) -> RenderableType:
        """What is still hidden."""

    def well_formed(self, state: State, typed: Sequence[str]) -> str | None:
        """The move a typed line spells, legal or not; None if it is none at all."""

    def cards(self, state: State, typed: Sequence[str]) -> list[tuple[str, str]]:
        """Name and text of the cards that a typed line names; of those in play if it is empty."""
