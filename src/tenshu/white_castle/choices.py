"""What can be chosen for a game by people who are not at this computer, and what a board needs to know of its cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenshu.table.errors import Malformed
from tenshu.table.games import shown
from tenshu.table.reading import whole
from tenshu.table.state import Document
from tenshu.white_castle.cards import (
    DECREES,
    DIPLOMATS,
    FAVOURS,
    GARDENS,
    STARTING_ACTIONS,
    STARTS,
    STEWARDS,
    YARD_TILES,
)
from tenshu.white_castle.names import COLOURS, LEVELS, POSITIONS, SPACES
from tenshu.white_castle.notation import GARDEN_NAMES
from tenshu.white_castle.setup import LEVEL_OF_A_SOLO_GAME, checked_level
from tenshu.white_castle.solo import SOLO_CARDS, SOLO_NAMES

PLAYERS = (1, 2, 3, 4)


def choices(options: Mapping[str, Any], players: int) -> dict[str, Any]:
    """The options of `new_game` for so many players, checked; one player means solo."""
    for name in options:
        if name != "solo":
            raise Malformed("options", f"there is no option called {shown(name)}; known: solo")
    alone = whole(players, "players", PLAYERS[0], PLAYERS[-1]) == 1
    level = checked_level(options.get("solo"))
    if not alone:
        if level is not None:
            raise Malformed("solo", "is a level of the rival; with several players there is none")
        return {}
    return {"solo": level or LEVEL_OF_A_SOLO_GAME}


def catalogue() -> Document:
    """The numbers of players, the levels of the rival, and every card and tile."""
    return {
        "players": list(PLAYERS),
        "levels": list(LEVELS),
        "level": LEVEL_OF_A_SOLO_GAME,
        "stewards": {
            f"S{number}": {"rows": [row.split() for row in card.rows], "dark": card.dark, "many": card.many}
            for number, card in enumerate(STEWARDS, start=1)
        },
        "diplomats": {
            f"D{number}": {
                "rows": [block.split() for block in card.blocks],
                "dark": card.dark,
                "first_serves": card.first_serves,
                "many": card.many,
            }
            for number, card in enumerate(DIPLOMATS, start=1)
        },
        "favours": {f"F{number}": list(places) for number, places in enumerate(FAVOURS, start=1)},
        "gardens": {
            name: {"food": garden.food, "points": garden.points, "action": garden.action}
            for name, garden in zip(GARDEN_NAMES, GARDENS, strict=True)
        },
        "yards": {
            f"Y{number}{side}": effect
            for number, tile in enumerate(YARD_TILES, start=1)
            for side, effect in zip("ab", tile, strict=True)
        },
        "starts": {
            f"R{number}": {
                "gains": start.gains.split(),
                "back": start.back,
                "decree": f"K{start.decree}" if start.decree else None,
            }
            for number, start in enumerate(STARTS, start=1)
        },
        "actions": {f"A{worker}": worker for worker in STARTING_ACTIONS},
        "decrees": {f"K{what}": f"1{what}" for what in DECREES},
        "solo": {
            name: {
                "die": [COLOURS[card.colour], POSITIONS[card.position]],
                "space": SPACES[card.space],
                "actions": list(card.actions),
            }
            for name, card in zip(SOLO_NAMES, SOLO_CARDS, strict=True)
        },
    }
