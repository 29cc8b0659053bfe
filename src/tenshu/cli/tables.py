"""Tables of names and figures as text. In a narrow terminal titles give way first, then names; figures never."""

from __future__ import annotations

import io
from collections.abc import Collection, Mapping
from shutil import get_terminal_size

from rich import box
from rich.cells import cell_len
from rich.console import Console, JustifyMethod
from rich.table import Column, Table

WIDTH = 120
"""Where nobody looks at a terminal."""
GAP = 2
"""Blanks between two columns."""
SHORTEST_NAME = 12
"""A name is folded into lines of no less."""


def table_of(titles: Mapping[str, str], names: Collection[str]) -> Table:
    """An empty table with the titles of its columns; `names` are the columns of words, the others hold figures."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for name, title in titles.items():
        justify: JustifyMethod = "left" if name in names else "right"
        table.add_column(title, justify=justify, overflow="fold")
    return table


def drawn(table: Table) -> str:
    """A table as wide as the terminal, or wider where figures would be cut; no blanks at its right edge."""
    width = _give_widths(table)
    out = io.StringIO()
    Console(file=out, width=width, color_system=None, highlight=False, emoji=False, markup=False).print(table)
    return "\n".join(line.rstrip() for line in out.getvalue().rstrip("\n").split("\n"))


def has_room(table: Table) -> bool:
    """Whether the terminal is wide enough for it without folding a name."""
    widths = (_narrowest(column) if _is_of_figures(column) else _widest(column) for column in table.columns)
    return sum(widths) + _gaps(table) <= _room()


def _give_widths(table: Table) -> int:
    """Every column gets what it would like, less what the terminal lacks; gives the width of them all."""
    widths = list(map(_widest, table.columns))
    lacking = sum(widths) + _gaps(table) - _room()
    for place in sorted(range(len(widths)), key=lambda place: not _is_of_figures(table.columns[place])):
        given = min(max(lacking, 0), widths[place] - _narrowest(table.columns[place]))
        widths[place] -= given
        lacking -= given
    for column, width in zip(table.columns, widths, strict=True):
        column.width = width
    return sum(widths) + _gaps(table)


def _widest(column: Column) -> int:
    """What a column would like."""
    return max(cell_len(str(column.header)), _longest_line(column))


def _narrowest(column: Column) -> int:
    """With its title broken between words and, if it holds names, those folded."""
    cells = _longest_line(column)
    words = max((cell_len(word) for word in str(column.header).split()), default=0)
    return max(words, cells if _is_of_figures(column) else min(cells, SHORTEST_NAME))


def _longest_line(column: Column) -> int:
    return max((cell_len(line) for cell in column.cells for line in str(cell).splitlines()), default=0)


def _is_of_figures(column: Column) -> bool:
    return column.justify == "right"


def _gaps(table: Table) -> int:
    return GAP * (len(table.columns) - 1)


def _room() -> int:
    return get_terminal_size((WIDTH, 0)).columns
