"""What can be chosen for a game by people who are not at this computer: names and figures, never a file."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from tenshu.dragon_castle import layouts
from tenshu.dragon_castle.notation import DRAGON_CARDS, SPIRITS
from tenshu.dragon_castle.pieces import COUNTDOWN_PLAYERS_IN_SOLO
from tenshu.dragon_castle.setup import DEFAULT_REALM, chosen_cards, realm_size
from tenshu.table.errors import Malformed
from tenshu.table.games import shown
from tenshu.table.reading import whole
from tenshu.table.state import Document

PLAYERS = (1, 2, 3, 4)
NOT_IN_SOLO = ("power",)
_KNOWN = ("layout", "spirits", "dragons", "first", "realm")


def choices(options: Mapping[str, Any], players: int) -> dict[str, Any]:
    """The options of `new_game` for so many players, checked; one player means solo."""
    for name in options:
        if name not in _KNOWN:
            raise Malformed("options", f"there is no option called {shown(name)}; known: {', '.join(_KNOWN)}")
    solo = whole(players, "players", PLAYERS[0], PLAYERS[-1]) == 1
    chosen = {name: value for name, value in options.items() if value is not None}
    if "layout" in chosen:
        chosen["layout"] = _layout(chosen["layout"])
    for place, known in (("spirits", SPIRITS), ("dragons", DRAGON_CARDS)):
        if place in chosen:
            chosen_cards(chosen[place], place, known, Random(0), NOT_IN_SOLO if solo else ())
    if chosen.get("first", "random") != "random":
        whole(chosen["first"], "first", 0, players - 1)
    if "realm" in chosen:
        chosen["realm"] = list(realm_size(chosen["realm"]))
    return {**chosen, "solo": True} if solo else chosen


def _layout(name: object) -> str:
    known = list(layouts.catalogue())
    if not isinstance(name, str) or name not in known:
        raise Malformed("layout", f"no castle called {shown(name)}; known: {', '.join(known)}")
    return name


def catalogue() -> Document:
    """The castles with their drawings, and the cards."""
    return {
        "players": list(PLAYERS),
        "layouts": [
            {
                "name": layout.key,
                "title": layout.name,
                "players": list(layout.players),
                "heights": [list(row) for row in layout.heights],
                "note": layout.note,
            }
            for layout in layouts.catalogue().values()
        ],
        "basic": {
            str(players): layouts.for_players(players if players > 1 else COUNTDOWN_PLAYERS_IN_SOLO).key
            for players in PLAYERS
        },
        "spirits": list(SPIRITS),
        "dragons": list(DRAGON_CARDS),
        "not_in_solo": list(NOT_IN_SOLO),
        "realm": list(DEFAULT_REALM),
    }
