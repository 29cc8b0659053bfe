"""What a move did, as plain data. Inside, an event is a tuple; outside, an object with named facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tenshu.dragon_castle.tiles import SYMBOLS
from tenshu.table.state import Document

if TYPE_CHECKING:
    from tenshu.dragon_castle.state import DragonCastle

Raw = tuple[Any, ...]
_Reading = Callable[["DragonCastle", Any], object]


def _plain(_: DragonCastle, value: object) -> object:
    return value


def _tile(_: DragonCastle, tile: int) -> str:
    return SYMBOLS[tile]


def _castle_cell(state: DragonCastle, cell: int) -> str:
    return state.castle.grid.names[cell]


def _realm_cell(state: DragonCastle, cell: int) -> str:
    return state.setup.realm.names[cell]


def _realm_cells(state: DragonCastle, mask: int) -> list[str]:
    return state.setup.realm.named(mask)


EVENTS: dict[str, dict[str, _Reading]] = {
    "taken": {"seat": _plain, "tile": _tile, "cell": _castle_cell, "floor": _plain},
    "uncovered": {"tile": _tile, "cell": _castle_cell, "floor": _plain},
    "shrine-gained": {"seat": _plain},
    "discarded": {"seat": _plain, "tile": _tile, "points": _plain},
    "token-taken": {"seat": _plain, "left": _plain},
    "final-round": {},
    "placed": {"seat": _plain, "tile": _tile, "cell": _realm_cell, "floor": _plain},
    "set-turned": {"seat": _plain, "type": _plain, "cells": _realm_cells, "points": _plain, "how": _plain},
    "shrine-built": {"seat": _plain, "cell": _realm_cell, "floor": _plain},
    "spirit-called": {"seat": _plain, "spirit": _plain},
    "shrine-paid": {"seat": _plain},
    "tile-paid": {"seat": _plain, "tile": _tile, "cell": _realm_cell},
    "destroyed": {"seat": _plain, "tile": _tile, "cell": _castle_cell, "floor": _plain},
    "flipped": {"seat": _plain, "tile": _tile, "cell": _realm_cell},
    "shrine-carried": {"seat": _plain, "from": _realm_cell, "to": _realm_cell},
    "moved": {"seat": _plain, "tile": _tile, "from": _realm_cell, "to": _realm_cell},
    "turn-ended": {"seat": _plain},
    "dragon-took": {"tile": _tile, "cell": _castle_cell, "floor": _plain},
    "dragon-summoned": {"left": _plain},
    "game-over": {},
}
"""Every kind of event and its facts, in the order of the raw tuple."""


def told(state: DragonCastle, raw: Raw) -> Document:
    """An event with its facts named; the end of the game brings the score sheet."""
    name, *values = raw
    event: Document = {"event": name}
    for (fact, reading), value in zip(EVENTS[name].items(), values, strict=True):
        event[fact] = reading(state, value)
    if name == "game-over":
        event["scores"] = state.scores()
    return event
