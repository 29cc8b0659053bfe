"""The 116 tiles: 29 symbols, four copies of each.

A tile is a small number, its place in `SYMBOLS`; a type is its place in `TYPES`. Documents use the same orders.
"""

from __future__ import annotations

TYPES = "MSFEWD"
TYPE_NAMES = ("merchants", "soldiers", "farmers", "seasons", "winds", "dragons")
MERCHANTS, SOLDIERS, FARMERS, SEASONS, WINDS, DRAGONS = range(6)
FACTIONS = (MERCHANTS, SOLDIERS, FARMERS)
SPECIALS = (SEASONS, WINDS, DRAGONS)

_SYMBOLS_OF_TYPE = {"M": 6, "S": 6, "F": 6, "E": 4, "W": 4, "D": 3}
COPIES = 4

SYMBOLS = tuple(f"{letter}{n}" for letter, count in _SYMBOLS_OF_TYPE.items() for n in range(1, count + 1))
TILE = {symbol: tile for tile, symbol in enumerate(SYMBOLS)}
TYPE_OF = tuple(TYPES.index(symbol[0]) for symbol in SYMBOLS)
NUMBER_OF = tuple(int(symbol[1]) if symbol[0] in "MSF" else 0 for symbol in SYMBOLS)
"""The number on a faction tile; 0 on a special tile, whose symbol is no number."""

UNKNOWN = -1
"""A covered tile in a view."""

FULL_SET = tuple(tile for tile in range(len(SYMBOLS)) for _ in range(COPIES))


def is_special(kind: int) -> bool:
    return kind >= SEASONS
