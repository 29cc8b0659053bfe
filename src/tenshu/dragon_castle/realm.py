"""A player's realm: stacks of tiles, face up on top or face down below, and shrines. A realm is an immutable value."""

from __future__ import annotations

from collections.abc import Mapping

from tenshu.dragon_castle.grid import Grid, cells_of
from tenshu.dragon_castle.tiles import NUMBER_OF, TYPE_OF

Stack = tuple[int, ...]


class Realm:
    """Face-up tiles are always the top of their stack; a shrine stands on a face-down top and closes its stack."""

    __slots__ = ("grid", "occupied", "open", "shrines", "stacks", "types", "up", "written")

    grid: Grid
    stacks: list[Stack]
    """Tiles bottom to top, by cell."""
    occupied: int
    up: int
    """Cells whose top tile is face up."""
    shrines: int
    types: list[int]
    """Cells with a face-up tile of each type."""
    open: int
    """Cells that can take a tile: empty, or face down without a shrine."""
    written: dict[str, str] | None
    """The stacks by cell as they stand in documents, a text each, once somebody has asked."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.stacks = [()] * len(grid.names)
        self.occupied = self.up = self.shrines = 0
        self.types = [0] * 6
        self.open = grid.all
        self.written = None

    @classmethod
    def of(cls, grid: Grid, stacks: Mapping[int, Stack], up: int, shrines: int) -> Realm:
        realm = cls(grid)
        for cell, stack in stacks.items():
            realm.stacks[cell] = stack
            realm.occupied |= 1 << cell
            if up >> cell & 1:
                realm.types[TYPE_OF[stack[-1]]] |= 1 << cell
        realm.up = up
        realm.shrines = shrines
        realm.open = grid.all & ~up & ~shrines
        return realm

    def _copy(self) -> Realm:
        realm = Realm.__new__(Realm)
        realm.grid = self.grid
        realm.stacks = self.stacks.copy()
        realm.occupied = self.occupied
        realm.up = self.up
        realm.shrines = self.shrines
        realm.types = self.types.copy()
        realm.open = self.open
        realm.written = None
        return realm

    # What can be seen.

    @property
    def down(self) -> int:
        """Cells whose top tile is face down, under a shrine or not."""
        return self.occupied & ~self.up

    @property
    def bare(self) -> int:
        """Cells whose top tile is face down without a shrine."""
        return self.occupied & ~self.up & ~self.shrines

    def height(self, cell: int) -> int:
        return len(self.stacks[cell])

    def top(self, cell: int) -> int:
        """The top tile of a stack that is not empty."""
        return self.stacks[cell][-1]

    def heights_at_least(self, height: int) -> int:
        """The cells whose stack has at least so many tiles."""
        return sum(1 << cell for cell in cells_of(self.occupied) if len(self.stacks[cell]) >= height)

    def numbers(self) -> list[int]:
        """Cells with a face-up faction tile of each number; entry 0 holds the special tiles."""
        masks = [0] * 7
        for cell in cells_of(self.up):
            masks[NUMBER_OF[self.stacks[cell][-1]]] |= 1 << cell
        return masks

    def sets(self, least: int = 4) -> list[int]:
        """Connected groups of face-up tiles of one type with at least so many tiles, by their first cells."""
        found: list[int] = []
        stride = self.grid.stride
        for mask in self.types:
            if mask.bit_count() >= least:
                # Most tiles stand alone: leaving those out first spares nearly all of the search.
                mask &= mask << 1 | mask >> 1 | mask << stride | mask >> stride
                if mask.bit_count() >= least:
                    found += self.grid.groups(mask, least)
        if len(found) > 1:
            found.sort(key=lambda group: group & -group)
        return found

    # What can happen to it; each gives a new realm.

    def placed(self, cell: int, tile: int) -> Realm:
        """A tile face up onto an open cell."""
        realm = self._copy()
        bit = 1 << cell
        realm.stacks[cell] += (tile,)
        realm.occupied |= bit
        realm.up |= bit
        realm.open ^= bit
        realm.types[TYPE_OF[tile]] |= bit
        return realm

    def turned(self, mask: int) -> Realm:
        """The face-up tiles of a mask face down."""
        realm = self._copy()
        realm.up &= ~mask
        realm.open |= mask
        realm.types = [kind & ~mask for kind in realm.types]
        return realm

    def built(self, cell: int) -> Realm:
        """A shrine onto a bare cell."""
        realm = self._copy()
        realm.shrines |= 1 << cell
        realm.open ^= 1 << cell
        return realm

    def carried(self, source: int, target: int) -> Realm:
        """The shrine of one cell to another."""
        realm = self._copy()
        realm.shrines ^= 1 << source | 1 << target
        realm.open ^= 1 << source | 1 << target
        return realm

    def taken_off(self, cell: int) -> Realm:
        """The top tile of a stack without a shrine gone; what lay under it is face down."""
        realm = self._copy()
        bit = 1 << cell
        stack = realm.stacks[cell]
        if realm.up & bit:
            realm.up ^= bit
            realm.open ^= bit
            realm.types[TYPE_OF[stack[-1]]] ^= bit
        realm.stacks[cell] = stack[:-1]
        if len(stack) == 1:
            realm.occupied ^= bit
        return realm

    def moved(self, source: int, target: int) -> Realm:
        """The top tile of one stack onto an open cell, keeping its face."""
        tile = self.stacks[source][-1]
        if self.up >> source & 1:
            return self.taken_off(source).placed(target, tile)
        realm = self.taken_off(source)
        realm.stacks[target] += (tile,)
        realm.occupied |= 1 << target
        return realm

    def _key(self) -> tuple[object, ...]:
        return self.grid.columns, tuple(self.stacks), self.up, self.shrines

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Realm) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())
