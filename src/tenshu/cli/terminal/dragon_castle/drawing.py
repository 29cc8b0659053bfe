"""The castle and the realms as text, from above. Two sizes: tiles of two lines, and tiles of one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rich.text import Text

from tenshu.cli.terminal.blocks import Block
from tenshu.cli.terminal.dragon_castle import palette
from tenshu.cli.terminal.dragon_castle.look import Look, Stack, cell_at
from tenshu.cli.terminal.dragon_castle.palette import BLOCKED, NOW, SECOND, TileSigns
from tenshu.cli.terminal.menu import Choice

TILE = 4
"""Columns of the screen that a tile takes."""
Piece = tuple[str, str]
"""Text and style."""
BRACKETS = {NOW: ("[", "]"), SECOND: ("(", ")"), BLOCKED: (" ", " ")}
EDGE = "│"
"""Keeps face-down tiles apart that lie side by side."""
NOTHING: list[Piece] = [("", ""), ("", "")]
Numbers = Mapping[str, tuple[int, Choice]]
"""The choices of the open question by cell, with their numbers."""


@dataclass(frozen=True)
class Size:
    """How large tiles are drawn: lines of a tile, and columns from one tile to the next."""

    lines: int
    pitch: int


class Drawing:
    """Draws boards with one set of signs at one size."""

    def __init__(self, signs: TileSigns, size: Size) -> None:
        self.signs = signs
        self.size = size

    # The castle.

    def castle(self, look: Look, columns: int, rows: int, takeable: Collection[str] | None) -> Block:
        """The castle with the cells that can be taken now; None while the castle is not asked about."""
        pieces = {
            cell: self._castle_tile(look.top(cell), len(stack), tier_of(look, cell, takeable))
            for cell, stack in look.castle.items()
        }
        return self._board(pieces, columns, rows)

    def _castle_tile(self, symbol: str, floor: int, tier: str) -> list[Piece]:
        style = palette.tile_style(symbol, tier)
        if self.size.lines == 2 and self.signs.frames:
            left, right, below, end = self.signs.frames[tier]
            return [(f"{left}{symbol}{right}", style), (f"{below}{floor}{end}", style)]
        before, after = BRACKETS[tier]
        raised = self.signs.floor(floor)[-1]
        if self.size.pitch > TILE:
            return [(f"{before}{symbol}{after}{raised}", style)]
        return [(f"{before}{symbol}{raised}", style)]

    # A realm.

    def realm(self, look: Look, seat: int, numbers: Numbers) -> Block:
        """A realm; choices of the open question are drawn as numbers on their cells."""
        columns, rows = look.realm_size
        pieces = {}
        for row in range(rows):
            for column in range(columns):
                cell = cell_at(column, row)
                pieces[cell] = self._realm_cell(look.stack(seat, cell), numbers.get(cell))
        return self._board(pieces, columns, rows)

    def draws_number(self, stack: Stack | None) -> bool:
        """Whether a choice on this cell can show its number: a face-up tile of one line has no room for it."""
        return self.size.lines == 2 or stack is None or not stack.face_up

    def _realm_cell(self, stack: Stack | None, choice: tuple[int, Choice] | None) -> list[Piece]:
        if self.size.lines == 1:
            said, style = self._realm_line(stack, choice)
            return [(said[-self.size.pitch :], style)]
        return self._realm_tile(stack, choice)

    def _realm_line(self, stack: Stack | None, choice: tuple[int, Choice] | None) -> Piece:
        height = self.signs.floor(stack.height) if stack else " "
        if choice and self.draws_number(stack):
            number, what = choice
            return f"{number:>3}{'+' if what.mark else height}", self._choice_style(what)
        if stack is None:
            return f"  {self.signs.empty} ", palette.EMPTY
        if stack.face_up:
            return f" {stack.face_up}{height}", palette.tile_style(stack.face_up, NOW)
        if stack.shrine:
            return f" {self.signs.shrine}{self.signs.shrine}{height}", palette.SHRINE
        return f" {self.signs.down * 2}{height}", palette.FACE_DOWN

    def _realm_tile(self, stack: Stack | None, choice: tuple[int, Choice] | None) -> list[Piece]:
        picture = self._stack_picture(stack)
        if choice is None:
            return picture
        number, what = choice
        style = self._choice_style(what)
        if stack is not None and stack.face_up:
            return [picture[0], (f"<{number:>2}>", style)]
        if what.mark:
            return [(f"<{number:>2}>", style), (f"{what.mark:^4}", style)]
        return [(f"<{number:>2}>", style), picture[1] if stack else (" " * TILE, palette.CHOICE_GROUND)]

    @staticmethod
    def _choice_style(choice: Choice) -> str:
        return palette.BRINGS_POINTS if choice.mark else palette.CHOICE

    def _stack_picture(self, stack: Stack | None) -> list[Piece]:
        """A cell without a choice on it."""
        down = self.signs.down
        if stack is None:
            return [(f" {self.signs.empty * 2} ", palette.EMPTY), ("", "")]
        if stack.face_up:
            return self._face_up(stack)
        base = (f"{EDGE}{stack.height:{down}>2}{EDGE}", palette.FACE_DOWN)
        if stack.shrine:
            return [(f"{EDGE}{self.signs.shrine * 2}{EDGE}", palette.SHRINE), base]
        return [(f"{EDGE}{down * 2}{EDGE}", palette.FACE_DOWN), base]

    def _face_up(self, stack: Stack) -> list[Piece]:
        assert self.signs.frames is not None
        left, right, below, end = self.signs.frames[SECOND]
        style = palette.tile_style(stack.face_up, NOW)
        return [(f"{left}{stack.face_up}{right}", style), (f"{below[0]}{stack.height:{below[1]}>2}{end}", style)]

    # Any board.

    def _board(self, pieces: Mapping[str, list[Piece]], columns: int, rows: int) -> Block:
        """Cells in rows under the letters of the columns, beside the numbers of the rows."""
        margin = len(str(rows)) + 1
        lines = [Text(" " * margin + "".join(self._letter(column) for column in range(columns)), "dim")]
        for row in range(rows):
            cells = [pieces.get(cell_at(column, row), NOTHING) for column in range(columns)]
            for number in range(self.size.lines):
                line = Text().append(f"{row + 1:>{margin - 1}} " if number == 0 else " " * margin, "dim")
                for cell in cells:
                    said, style = cell[number]
                    line.append(said, style).append(" " * (self.size.pitch - len(said)))
                lines.append(line)
        return lines

    def width(self, columns: int, rows: int) -> int:
        """The screen columns a board takes."""
        return len(str(rows)) + 1 + columns * self.size.pitch

    def height(self, rows: int) -> int:
        """The screen lines a board takes."""
        return 1 + rows * self.size.lines

    def _letter(self, column: int) -> str:
        letter = chr(ord("a") + column)
        return f" {letter:<{self.size.pitch - 1}}"


def tier_of(look: Look, cell: str, takeable: Collection[str] | None) -> str:
    """Whether a tile can be taken now, is merely available, or is closed in."""
    if takeable is not None and cell in takeable:
        return NOW
    if not look.is_available(cell):
        return BLOCKED
    return NOW if takeable is None and len(look.castle[cell]) == look.top_floor else SECOND
