"""Positions as documents: the full one for storage, the view for everybody's eyes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tenshu.dragon_castle import castle as ruins
from tenshu.dragon_castle.grid import Grid, cells_of
from tenshu.dragon_castle.realm import Realm
from tenshu.dragon_castle.tiles import SYMBOLS, UNKNOWN
from tenshu.table.errors import Malformed
from tenshu.table.games import shown
from tenshu.table.state import Document

if TYPE_CHECKING:
    from tenshu.dragon_castle.castle import Castle, Floors
    from tenshu.dragon_castle.pieces import Turn
    from tenshu.dragon_castle.state import DragonCastle

POSITION_VERSION = 1
WRITTEN = (*SYMBOLS, "?")
"""By tile; the unknown one is the last, and -1."""
assert WRITTEN[UNKNOWN] == "?"
FACE_DOWN = tuple(symbol.lower() for symbol in SYMBOLS)


def symbols(tiles: tuple[int, ...]) -> list[str]:
    return [SYMBOLS[tile] for tile in tiles]


def written(state: DragonCastle) -> Document:
    """The position document of a state."""
    document = _written(state, castle_written(state.castle, state.floors))
    if state.castle.unseen:
        document["unseen"] = counted(state.castle.unseen)
    return document


def _written(state: DragonCastle, castle: dict[str, list[str]]) -> Document:
    setup = state.setup
    document: Document = {
        "game": state.game,
        "version": POSITION_VERSION,
        "realm": [setup.realm.columns, setup.realm.rows],
        "solo": setup.solo,
        "spirits": list(setup.spirits),
        "dragons": list(setup.dragons),
        "castle": castle,
        "supply": state.supply,
        "countdown": state.countdown,
        "first": setup.first,
        "players": [
            {
                "realm": realm_written(seat.realm),
                "shrines": seat.shrines,
                "vp": seat.vp,
                "tokens": seat.tokens,
                "discarded": symbols(seat.discarded),
            }
            for seat in state.players
        ],
        "turn": turn_written(state.turn, state.castle.grid, setup.realm),
    }
    if state.ingenuity is not None:
        document["ingenuity"] = {"tiles": symbols(state.ingenuity.tiles), "tokens": state.ingenuity.tokens}
    return document


def castle_written(castle: Castle, floors: Floors) -> dict[str, list[str]]:
    names = castle.grid.names
    return {names[cell]: [WRITTEN[tile] for tile in stack] for cell, stack in ruins.stacks_of(castle, floors).items()}


def castle_seen(castle: Castle, floors: Floors) -> dict[str, list[str]]:
    """The top of every stack, whatever lies under it as `?`."""
    names = castle.grid.names
    first, second, third = castle.tiles
    stacks = {names[cell]: [WRITTEN[first[cell]]] for cell in cells_of(floors[0])}
    stacks |= {names[cell]: ["?", WRITTEN[second[cell]]] for cell in cells_of(floors[1])}
    stacks |= {names[cell]: ["?", "?", WRITTEN[third[cell]]] for cell in cells_of(floors[2])}
    return stacks


def realm_written(realm: Realm) -> dict[str, list[str]]:
    """A realm that has not changed since it was last written, as most have, is not written again."""
    written = realm.written
    if written is None:
        names = realm.grid.names
        written = {names[cell]: " ".join(stack_written(realm, cell)) for cell in cells_of(realm.occupied)}
        realm.written = written
    return {name: stack.split() for name, stack in written.items()}


def stack_written(realm: Realm, cell: int) -> list[str]:
    """Bottom to top; lower case is face down, `*` a shrine."""
    stack = [FACE_DOWN[tile] for tile in realm.stacks[cell]]
    if realm.up >> cell & 1:
        stack[-1] = stack[-1].upper()
    if realm.shrines >> cell & 1:
        stack.append("*")
    return stack


def turn_written(turn: Turn, castle: Grid, realm: Grid) -> Document:
    """Only what differs from the start of a turn."""
    fields: Document = {
        "phase": "" if turn.phase == "action" else turn.phase,
        "doing": turn.doing,
        "settling": turn.settling,
        "hand": symbols(turn.hand),
        "from": [castle.names[turn.origin[0]], turn.origin[1]] if turn.origin else None,
        "picked": symbols(turn.picked),
        "used": list(turn.used),
        "elegance": turn.elegance,
        "pair": turn.pair,
        "set": realm.named(turn.set),
        "left": turn.left,
        "moved": None if turn.moved is None else realm.names[turn.moved],
    }
    return {"player": turn.player} | {name: value for name, value in fields.items() if value}


def counted(tiles: tuple[int, ...] | list[int]) -> dict[str, int]:
    """A multiset of tiles, in the order of the symbols."""
    return {SYMBOLS[tile]: count for tile, count in Counter(sorted(tiles)).items()}


def seen(state: DragonCastle, seat: int | None) -> Document:
    """The position with every covered tile as `?`, and the multiset of what lies there. Nobody knows more than anybody
    else, so all seats and spectators see the same."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < state.seats):
        raise Malformed("seat", f"{shown(seat)} is not a seat; there are {state.seats}, counted from 0")
    document = _written(state, castle_seen(state.castle, state.floors))
    document["unseen"] = counted(ruins.covered_tiles(state.castle, state.floors))
    return document
