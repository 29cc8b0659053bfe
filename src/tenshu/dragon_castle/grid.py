"""Cells as bits: the ground under castle and realms.

Cell `a1` is bit 0; bits run through a row from west to east, then through the rows from north to south, so that rising
bits are reading order. One guard column, always empty, ends each row: a shift by one never wraps into the next row.
"""

from __future__ import annotations

import re
from functools import lru_cache

MOST_COLUMNS = 26
MOST_ROWS = 99
CELL = re.compile(r"[a-z][1-9][0-9]?")


def cell_name(column: int, row: int) -> str:
    return f"{chr(ord('a') + column)}{row + 1}"


def column_and_row(name: str) -> tuple[int, int]:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


class _Runs(dict[int, tuple[int, ...]]):
    """The cells of sixteen bits in a row, by those bits and, above them, the number of the run; worked out once."""

    def __missing__(self, key: int) -> tuple[int, ...]:
        first = (key >> 16) * 16
        self[key] = cells = tuple(first + bit for bit in range(16) if key >> bit & 1)
        return cells


_runs = _Runs()


def cells_of(mask: int) -> list[int]:
    """The cells of a mask in reading order."""
    cells: list[int] = []
    run = 0
    while mask:
        part = mask & 0xFFFF
        if part:
            cells += _runs[run | part]
        mask >>= 16
        run += 0x10000
    return cells


def first_cell(mask: int) -> int:
    """The first cell of a non-empty mask in reading order."""
    return (mask & -mask).bit_length() - 1


class Grid:
    """A board of columns × rows."""

    __slots__ = ("all", "columns", "index", "names", "rows", "stride")

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.stride = columns + 1
        self.names = [
            cell_name(column, row) if column < columns else "" for row in range(rows) for column in range(self.stride)
        ]
        self.index = {name: cell for cell, name in enumerate(self.names) if name}
        self.all = sum(1 << cell for cell in self.index.values())

    def named(self, mask: int) -> list[str]:
        """The names of the cells of a mask in reading order."""
        names = self.names
        return [names[cell] for cell in cells_of(mask)]

    def beside(self, mask: int) -> int:
        """Every cell orthogonally next to a cell of the mask (cells of the mask itself may be among them)."""
        stride = self.stride
        return (mask << 1 | mask >> 1 | mask << stride | mask >> stride) & self.all

    def around(self, mask: int) -> int:
        """Like `beside`, diagonals included."""
        row = mask | mask << 1 | mask >> 1
        return (mask << 1 | mask >> 1 | row << self.stride | row >> self.stride) & self.all

    def row_mask(self, row: int) -> int:
        return (1 << self.columns) - 1 << row * self.stride

    def column_mask(self, column: int) -> int:
        return sum(1 << row * self.stride + column for row in range(self.rows))

    @property
    def edge(self) -> int:
        """The cells along the border."""
        return (
            self.row_mask(0) | self.row_mask(self.rows - 1) | self.column_mask(0) | self.column_mask(self.columns - 1)
        )

    def group(self, seed: int, among: int) -> int:
        """The orthogonally connected group of `among` that holds the cells of `seed`."""
        stride = self.stride
        group = seed
        while True:
            grown = (group | group << 1 | group >> 1 | group << stride | group >> stride) & among
            if grown == group:
                return group
            group = grown

    def groups(self, among: int, least: int = 1) -> list[int]:
        """The orthogonally connected groups of a mask with at least so many cells, by their first cells."""
        found = []
        while among.bit_count() >= least and among:
            group = self.group(among & -among, among)
            among &= ~group
            if group.bit_count() >= least:
                found.append(group)
        return found


@lru_cache(maxsize=256)
def grid(columns: int, rows: int) -> Grid:
    """The one grid of this size."""
    return Grid(columns, rows)
