"""The ten dragon cards: bonus points at the end of the game.

A card gives its merits: points with the cells of the realm that earned them, so that a score can be shown as well as
counted. Where the card lets the player choose, the best choice is made for them. "Adjacent" is seen from above.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tenshu.dragon_castle.grid import cells_of
from tenshu.dragon_castle.realm import Realm
from tenshu.dragon_castle.tiles import DRAGONS, FACTIONS, NUMBER_OF, SPECIALS

Merit = tuple[int, int]
"""Points, and the mask of the cells that earned them."""


def each(cells: int) -> list[Merit]:
    """One point for each cell."""
    return [(1, 1 << cell) for cell in cells_of(cells)]


def humility(realm: Realm) -> list[Merit]:
    """Shrines whose stack stands beside a higher one."""
    scoring = 0
    for cell in cells_of(realm.shrines):
        beside = cells_of(realm.grid.beside(1 << cell))
        if any(realm.height(other) > realm.height(cell) for other in beside):
            scoring |= 1 << cell
    return each(scoring)


def righteousness(realm: Realm) -> list[Merit]:
    """The shrines of the best row and of the best column; a line filled with shrines brings 2 more."""
    grid = realm.grid

    def line(mask: int) -> Merit:
        shrines = realm.shrines & mask
        return shrines.bit_count() + (2 if shrines == mask else 0), shrines

    best_row = max((line(grid.row_mask(row)) for row in range(grid.rows)), key=lambda merit: merit[0])
    best_column = max((line(grid.column_mask(column)) for column in range(grid.columns)), key=lambda merit: merit[0])
    return [merit for merit in (best_row, best_column) if merit[0]]


def tranquility(realm: Realm) -> list[Merit]:
    """Connected groups of face-down tiles."""
    return [(1, group) for group in realm.grid.groups(realm.down)]


def bravery(realm: Realm) -> list[Merit]:
    """Stacks higher than everything around them, diagonals included."""
    scoring = 0
    for cell in cells_of(realm.occupied):
        around = cells_of(realm.grid.around(1 << cell))
        if all(realm.height(other) < realm.height(cell) for other in around):
            scoring |= 1 << cell
    return each(scoring)


def majesty(realm: Realm) -> list[Merit]:
    """Of each faction, the highest number lying face up on the third floor or above."""
    high = realm.heights_at_least(3)
    merits = []
    for faction in FACTIONS:
        cells = cells_of(realm.types[faction] & high)
        if cells:
            best = max(cells, key=lambda cell: NUMBER_OF[realm.top(cell)])
            merits.append((NUMBER_OF[realm.top(best)], 1 << best))
    return merits


def strongest_group(realm: Realm, faction: int) -> Merit:
    """The connected face-up group of a faction with the highest sum of numbers; (0, 0) without a tile."""

    def total(group: int) -> int:
        return sum(NUMBER_OF[realm.top(cell)] for cell in cells_of(group))

    groups = realm.grid.groups(realm.types[faction])
    return max(((total(group), group) for group in groups), key=lambda merit: merit[0], default=(0, 0))


def power(realm: Realm, neighbours: Sequence[Realm]) -> list[Merit]:
    """Of each faction, the strongest group against each neighbour's: higher 2, equal 1."""
    merits = []
    for faction in FACTIONS:
        mine, group = strongest_group(realm, faction)
        for neighbour in neighbours:
            theirs, _ = strongest_group(neighbour, faction)
            if group and mine >= theirs:
                merits.append((2 if mine > theirs else 1, group))
    return merits


def knowledge(realm: Realm) -> list[Merit]:
    """Two points for each different special symbol lying face up."""
    cells_by_symbol: dict[int, int] = {}
    for kind in SPECIALS:
        for cell in cells_of(realm.types[kind]):
            symbol = realm.top(cell)
            cells_by_symbol[symbol] = cells_by_symbol.get(symbol, 0) | 1 << cell
    return [(2, cells) for cells in cells_by_symbol.values()]


def harmony(realm: Realm) -> list[Merit]:
    """Stacks mirrored across the middle lines 4 each, shrines (at their heights) 2 each; nothing mirrors nothing."""
    merits = []
    for points, cells in ((4, realm.occupied), (2, realm.shrines)):
        heights = [[realm.height(cell) if cells >> cell & 1 else 0 for cell in row] for row in _rows(realm)]
        if cells and all(row == row[::-1] for row in heights):
            merits.append((points, cells))
        if cells and heights == heights[::-1]:
            merits.append((points, cells))
    return merits


def _rows(realm: Realm) -> list[list[int]]:
    return [cells_of(realm.grid.row_mask(row)) for row in range(realm.grid.rows)]


def devotion(realm: Realm) -> list[Merit]:
    """Shrines beside a face-up Dragon tile."""
    return each(realm.shrines & realm.grid.beside(realm.types[DRAGONS]))


def fortitude(realm: Realm) -> list[Merit]:
    """Shrines on the edge."""
    return each(realm.shrines & realm.grid.edge)


CARDS: dict[str, Callable[[Realm], list[Merit]]] = {
    "humility": humility,
    "righteousness": righteousness,
    "tranquility": tranquility,
    "bravery": bravery,
    "majesty": majesty,
    "knowledge": knowledge,
    "harmony": harmony,
    "devotion": devotion,
    "fortitude": fortitude,
}
"""The cards that look at one realm; Power compares several."""


def merits(card: str, realms: Sequence[Realm], seat: int) -> list[Merit]:
    """What a card gives a seat."""
    if card != "power":
        return CARDS[card](realms[seat])
    sides = {(seat - 1) % len(realms), (seat + 1) % len(realms)} - {seat}
    return power(realms[seat], [realms[side] for side in sorted(sides)])


def points(card: str, realms: Sequence[Realm], seat: int) -> int:
    return sum(merit[0] for merit in merits(card, realms, seat))
