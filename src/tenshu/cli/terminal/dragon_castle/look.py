"""A position as somebody at the table sees it: the view document, with the questions that drawing asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tenshu.table.state import State

SHRINE = "*"


def column_and_row(cell: str) -> tuple[int, int]:
    return ord(cell[0]) - ord("a"), int(cell[1:]) - 1


def cell_at(column: int, row: int) -> str:
    return f"{chr(ord('a') + column)}{row + 1}"


@dataclass(frozen=True)
class Stack:
    """A stack of a realm seen from above."""

    height: int
    face_up: str
    """The symbol on top if it lies face up, else empty."""
    shrine: bool


class Look:
    """What can be seen; nothing here knows more than the view document says."""

    def __init__(self, state: State, seat: int | None = None) -> None:
        self.document = state.view(seat)
        self.scores = state.scores()
        self.castle: dict[str, list[str]] = self.document["castle"]
        self.turn: dict[str, Any] = self.document["turn"]
        self.players: list[dict[str, Any]] = self.document["players"]
        self.realm_size: tuple[int, int] = tuple(self.document["realm"])
        self.solo: bool = self.document["solo"]

    @property
    def asked(self) -> str:
        """The name of the question that is open."""
        return str(
            self.turn.get("doing") or ("consolidate" if self.turn.get("settling") else self.turn.get("phase", "action"))
        )

    @property
    def hand(self) -> list[str]:
        return list(self.turn.get("hand", []))

    @property
    def unseen(self) -> dict[str, int]:
        """The hidden tiles by symbol."""
        return dict(self.document["unseen"])

    def top(self, cell: str) -> str:
        return self.castle[cell][-1]

    def height(self, column: int, row: int) -> int:
        return len(self.castle.get(cell_at(column, row), ()))

    @property
    def top_floor(self) -> int:
        return max(map(len, self.castle.values()), default=0)

    def is_available(self, cell: str) -> bool:
        """A long side is free: the stack to the west or to the east is lower."""
        column, row = column_and_row(cell)
        beside = (self.height(side, row) if side >= 0 else 0 for side in (column - 1, column + 1))
        return min(beside) < len(self.castle[cell])

    def twins(self, cell: str) -> list[str]:
        """Other available tiles with the same symbol."""
        return [
            other
            for other in self.castle
            if other != cell and self.top(other) == self.top(cell) and self.is_available(other)
        ]

    def stack(self, seat: int, cell: str) -> Stack | None:
        """A stack of a realm; None where there is none."""
        tiles: list[str] = self.players[seat]["realm"].get(cell, [])
        if not tiles:
            return None
        shrine = tiles[-1] == SHRINE
        top = "" if shrine or tiles[-1].islower() else tiles[-1]
        return Stack(len(tiles) - shrine, top, shrine)

    @property
    def last_countdown(self) -> int:
        """Tokens on the track once the final round has begun."""
        return 7 - (3 if self.solo else len(self.players))
