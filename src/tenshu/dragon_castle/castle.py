"""The castle that crumbles: which tile lies where, which are available.

A `Castle` is the deal and never changes. What is left of it is a tuple of floor masks `(first, second, third, 0)` held
by the state; the trailing empty floor lets "the floor above" be asked of the third as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tenshu.dragon_castle.grid import Grid, cells_of, column_and_row, grid
from tenshu.dragon_castle.tiles import SYMBOLS, TYPE_OF, TYPES, UNKNOWN

HIGHEST = 3
Floors = tuple[int, int, int, int]


class Castle:
    """The deal: a tile for every cell of every floor, and the way back: symbol or type, then floor, to cells."""

    __slots__ = ("cells_by_symbol", "cells_by_type", "grid", "tiles", "unseen")

    def __init__(self, board: Grid, stacks: Mapping[int, Sequence[int]], unseen: Sequence[int] = ()) -> None:
        self.grid = board
        self.unseen = tuple(sorted(unseen))
        """The tiles under the `?` of a view; empty in a full position."""
        self.tiles: list[list[int]] = [[UNKNOWN] * len(board.names) for _ in range(HIGHEST)]
        self.cells_by_symbol: list[list[int]] = [[0] * HIGHEST for _ in SYMBOLS]
        self.cells_by_type: list[list[int]] = [[0] * HIGHEST for _ in TYPES]
        for cell, stack in stacks.items():
            for level, tile in enumerate(stack):
                self.tiles[level][cell] = tile
                if tile != UNKNOWN:
                    self.cells_by_symbol[tile][level] |= 1 << cell
                    self.cells_by_type[TYPE_OF[tile]][level] |= 1 << cell


def floors_of(stacks: Mapping[int, Sequence[int]]) -> Floors:
    """The floor masks of a castle of which nothing has been taken."""
    first, second, third = (
        sum(1 << cell for cell, stack in stacks.items() if len(stack) > level) for level in range(HIGHEST)
    )
    return first, second, third, 0


def board_for(names: Sequence[str]) -> Grid:
    """The smallest grid that holds cells of these names."""
    places = [column_and_row(name) for name in names]
    return grid(
        max((column for column, _ in places), default=0) + 1,
        max((row for _, row in places), default=0) + 1,
    )


def top_floor(floors: Floors) -> int:
    """The number of the highest floor that still has a tile; 0 when nothing is left."""
    return 3 if floors[2] else 2 if floors[1] else 1 if floors[0] else 0


def height_at(floors: Floors, bit: int) -> int:
    return 3 if floors[2] & bit else 2 if floors[1] & bit else 1 if floors[0] & bit else 0


def uncovered(floors: Floors, floor: int) -> int:
    """The tiles of a floor with nothing on them."""
    return floors[floor - 1] & ~floors[floor]


def available(floors: Floors, floor: int) -> int:
    """Uncovered tiles of a floor with the cell to the west or to the east free on that floor."""
    here = floors[floor - 1]
    return here & ~floors[floor] & ~(here << 1 & here >> 1)


def available_among(floors: Floors, cells: Sequence[int]) -> int:
    """The available tiles among cells given floor by floor: `available` of all floors at once, for speed."""
    first, second, third, _ = floors
    on_first, on_second, on_third = cells
    found = 0
    if on_third & third:
        found = on_third & third & ~(third << 1 & third >> 1)
    if on_second & second:
        found |= on_second & second & ~third & ~(second << 1 & second >> 1)
    if on_first & first:
        found |= on_first & first & ~second & ~(first << 1 & first >> 1)
    return found


def short_side_free(floors: Floors, floor: int, stride: int) -> int:
    """Uncovered tiles of a floor with the cell to the north or to the south free on that floor (Elegance)."""
    here = floors[floor - 1]
    return here & ~floors[floor] & ~(here << stride & here >> stride)


def pickable(floors: Floors, floor: int, stride: int, elegance: str) -> int:
    """What a pick may take on a floor: available tiles; short sides too while Elegance is `on`; only those that
    need Elegance while it `must` be used."""
    if not elegance:
        return available(floors, floor)
    short = short_side_free(floors, floor, stride)
    if elegance == "on":
        return short | available(floors, floor)
    return short & ~available(floors, floor)


def without(floors: Floors, bit: int) -> Floors:
    """The floors after the top tile of a stack is gone."""
    first, second, third, _ = floors
    if third & bit:
        return first, second, third ^ bit, 0
    if second & bit:
        return first, second ^ bit, third, 0
    return first ^ bit, second, third, 0


def stacks_of(castle: Castle, floors: Floors) -> dict[int, list[int]]:
    """All stacks left, each bottom to top, in reading order."""
    first, second, third = castle.tiles
    stacks = {cell: [first[cell]] for cell in cells_of(floors[0])}
    for tiles, floor in ((second, floors[1]), (third, floors[2])):
        for cell in cells_of(floor):
            stacks[cell].append(tiles[cell])
    return stacks


def covered_cells(floors: Floors) -> list[tuple[int, int]]:
    """Level and cell of every tile that lies under another one."""
    return [(level, cell) for level in (0, 1) for cell in cells_of(floors[level + 1])]


def covered_tiles(castle: Castle, floors: Floors) -> list[int]:
    """Every tile that lies under another one, sorted: what is public about the hidden part of the castle."""
    first, second, _ = castle.tiles
    below = [first[cell] for cell in cells_of(floors[1])] + [second[cell] for cell in cells_of(floors[2])]
    return sorted([*(tile for tile in below if tile != UNKNOWN), *castle.unseen] if castle.unseen else below)


def with_covered(castle: Castle, floors: Floors, tiles: Sequence[int], unseen: Sequence[int] = ()) -> Castle:
    """What is left of a castle with other tiles under the top ones, level by level in reading order."""
    visible = [floors[level] & ~floors[level + 1] for level in range(HIGHEST)]
    changed = Castle(castle.grid, {}, unseen)
    changed.tiles = [list(level) for level in castle.tiles]
    changed.cells_by_symbol = [_seen(cells, visible) for cells in castle.cells_by_symbol]
    changed.cells_by_type = [_seen(cells, visible) for cells in castle.cells_by_type]
    for (level, cell), tile in zip(covered_cells(floors), tiles, strict=True):
        changed.tiles[level][cell] = tile
        if tile != UNKNOWN:
            changed.cells_by_symbol[tile][level] |= 1 << cell
            changed.cells_by_type[TYPE_OF[tile]][level] |= 1 << cell
    return changed


def _seen(cells: Sequence[int], visible: Sequence[int]) -> list[int]:
    return [mask & shown for mask, shown in zip(cells, visible, strict=True)]
