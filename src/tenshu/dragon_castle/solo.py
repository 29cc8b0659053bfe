"""Solo: the Dragon of Ingenuity, who takes what you wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.dragon_castle import castle as ruins
from tenshu.dragon_castle.grid import first_cell
from tenshu.dragon_castle.pieces import Ingenuity
from tenshu.dragon_castle.tiles import DRAGONS, SPECIALS, TYPE_OF

if TYPE_CHECKING:
    from tenshu.dragon_castle.state import DragonCastle

RANKS = (
    (60, "Diamond Dragon"),
    (59, "Jade Dragon"),
    (57, "Gold Dragon"),
    (55, "Silver Dragon"),
    (53, "Dragon"),
    (50, "Grand Master"),
    (46, "Master"),
    (40, "Devotee"),
)
LOWEST_RANK = "Student"
POINTS_OFF_WITH_CARDS = 15


def rank(total: int, with_cards: bool) -> str:
    """The rank of a score; with any spirit or dragon in play 15 points are taken off first."""
    points = total - (POINTS_OFF_WITH_CARDS if with_cards else 0)
    return next((name for least, name in RANKS if points >= least), LOWEST_RANK)


def answer(state: DragonCastle) -> tuple[str, ...]:
    """The Dragon's turn on a state under construction; gives its moves as the record tells them."""
    assert state.ingenuity is not None
    taken, tokens = state.ingenuity.tiles, state.ingenuity.tokens
    names = state.castle.grid.names
    if ruins.top_floor(state.floors) <= 1:
        state.take_token("dragon-summoned")
        state.ingenuity = Ingenuity(taken, tokens + 1)
        return ("dragon summon",)
    cell = first_cell(wanted(state))
    tile, _ = state.lift("dragon-took", cell)
    told: tuple[str, ...] = (f"dragon take {names[cell]}",)
    taken += (tile,)
    twins = identical(state, tile)
    if twins:
        second = first_cell(twins)
        state.lift("dragon-took", second)
        told += (f"dragon pair {names[second]}",)
        taken += (tile,)
    state.ingenuity = Ingenuity(taken, tokens)
    return told


def wanted(state: DragonCastle) -> int:
    """The available tiles of the top floor the Dragon likes best: of a type you took, a Dragon, a special, any."""
    floor = ruins.top_floor(state.floors)
    available = ruins.available(state.floors, floor)
    for kinds in ({TYPE_OF[tile] for tile in state.turn.picked}, {DRAGONS}, set(SPECIALS)):
        found = 0
        for kind in kinds:
            found |= available & state.castle.cells_by_type[kind][floor - 1]
        if found:
            return found
    return available


def identical(state: DragonCastle, tile: int) -> int:
    """The available tiles of any floor with this symbol."""
    return ruins.available_among(state.floors, state.castle.cells_by_symbol[tile])
