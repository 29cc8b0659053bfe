"""The end of the game: who has how many points, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.dragon_castle import dragons, solo
from tenshu.dragon_castle.grid import cells_of
from tenshu.dragon_castle.realm import Realm
from tenshu.table.state import Document

if TYPE_CHECKING:
    from tenshu.dragon_castle.state import DragonCastle

POINTS_FOR_A_TOKEN = 2
HIGHEST_SHRINE = 3
"""A shrine is worth the floor it stands on, at most 3."""


def shrine_points(realm: Realm) -> int:
    return sum(min(realm.height(cell), HIGHEST_SHRINE) for cell in cells_of(realm.shrines))


def tie_breaks(realm: Realm) -> tuple[int, int]:
    """More stacks with a face-down top win a tie (a shrine may stand on it), then more shrines."""
    return realm.down.bit_count(), realm.shrines.bit_count()


def grounds(state: DragonCastle) -> list[list[Document]]:
    """The cells that earned what shrines and dragons bring: `what` is the way into the sheet of a player."""
    realms = [seat.realm for seat in state.players]
    told = []
    for number, realm in enumerate(realms):
        mine: list[Document] = [
            {"what": "shrines", "points": min(realm.height(cell), HIGHEST_SHRINE), "cells": realm.grid.named(1 << cell)}
            for cell in cells_of(realm.shrines)
        ]
        for card in state.setup.dragons:
            mine += (
                {"what": f"dragons.{card}", "points": points, "cells": realm.grid.named(cells)}
                for points, cells in dragons.merits(card, realms, number)
            )
        told.append(mine)
    return told


def score_sheet(state: DragonCastle) -> Document:
    """The scores document, as if the game ended now."""
    realms = [seat.realm for seat in state.players]
    sheets = []
    for number, seat in enumerate(state.players):
        sheet: Document = {
            "vp": seat.vp,
            "shrines": shrine_points(seat.realm),
            "countdown": POINTS_FOR_A_TOKEN * seat.tokens,
            "dragons": {card: dragons.points(card, realms, number) for card in state.setup.dragons},
        }
        sheet["total"] = sheet["vp"] + sheet["shrines"] + sheet["countdown"] + sum(sheet["dragons"].values())
        sheets.append(sheet)
    places: dict[tuple[int, int, int], list[int]] = {}
    for number, realm in enumerate(realms):
        places.setdefault((sheets[number]["total"], *tie_breaks(realm)), []).append(number)
    scores: Document = {"players": sheets, "ranking": [places[place] for place in sorted(places, reverse=True)]}
    if state.setup.solo:
        with_cards = bool(state.setup.spirits or state.setup.dragons)
        scores["rank"] = solo.rank(sheets[0]["total"], with_cards)
    return scores
