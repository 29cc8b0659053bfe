"""Finished games as records."""

from __future__ import annotations

from tenshu.server.errors import Refused
from tenshu.server.store import Store
from tenshu.server.tables.table import Table
from tenshu.table.games import find_game, known_games
from tenshu.table.record import RECORD_VERSION
from tenshu.table.state import Document


async def record_of(store: Store, table: Table) -> Document:
    """The record of a finished game; a game that goes on has secrets. A game that was given up has no result, nor
    has one that follows earlier rules than ours and will never go on."""
    if table.status != "finished" and not _is_past(table):
        raise Refused("not-finished")
    deal = await store.snapshot(table.id, 0)
    told: list[str] = []
    for step in await store.moves(table.id, beyond=0, up_to=table.ply):
        told += [step.text, *step.answers]
    result = table.result or {}
    return {
        "record": RECORD_VERSION,
        "game": table.game,
        "rules": table.rules,
        "options": dict(table.options),
        "deal": deal.document,
        "seats": [seat.name for seat in table.seats],
        "moves": told,
        "result": result.get("scores") if result.get("complete") else None,
    }


def _is_past(table: Table) -> bool:
    """Whether a game has begun by rules that were those of an earlier server."""
    return table.status == "playing" and table.game in known_games() and table.rules < find_game(table.game).rules
