"""What people are told of a table: the documents of docs/protocol.md. Only views stand in them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import orjson

from tenshu.server.tables.playing import asked_about, may_decide, may_undo
from tenshu.server.tables.position import Position
from tenshu.server.tables.table import Seat, Step, Table
from tenshu.table.state import Document


def table_document(table: Table, here: Collection[str] = ()) -> Document:
    """A table as everybody may see it."""
    clock = table.clock
    return {
        "id": table.id,
        "game": table.game,
        "rules": table.rules,
        "options": dict(table.options),
        "status": table.status,
        "public": table.public,
        "host": table.host,
        "seats": [_seat_document(seat, here) for seat in table.seats],
        "autostart": table.autostart,
        "clock": clock and {"kind": clock.kind, "seconds": clock.seconds, "increment": clock.increment},
        "hints": table.hints,
        "takebacks": table.takebacks,
        "chat": table.chat,
        "revision": table.revision,
        "version": table.version,
        "ply": table.ply,
        "to_move": table.to_move,
        "deadline": table.deadline,
        "banks": None if table.banks is None else list(table.banks),
        "offer": _offer_document(table),
        "result": table.result,
        "rematch": table.rematch,
        "created": table.created,
        "started": table.started,
        "ended": table.ended,
        "changed": table.changed,
    }


def _seat_document(seat: Seat, here: Collection[str]) -> Document:
    return {
        "kind": seat.kind,
        "name": seat.name,
        "person": seat.person,
        "level": seat.level,
        "here": seat.person in here,
        "stands_in": seat.stands_in,
        "reserved": seat.reserved,
        "resigned": seat.resigned,
    }


def _offer_document(table: Table) -> Document | None:
    offer = table.offer
    if offer is None:
        return None
    return {
        "number": offer.number,
        "kind": offer.kind,
        "by": offer.by,
        "seat": offer.seat,
        "ply": offer.ply,
        "agreed": list(offer.agreed),
        "asked": asked_about(table, offer),
    }


class Telling:
    """One position, told to many: what they share is written once."""

    def __init__(self, position: Position, step: Step | None, here: Collection[str]) -> None:
        self.position = position
        self.table = position.table
        self._common: dict[str, Any] = {
            "type": "table",
            "table": table_document(self.table, here),
            "scores": position.state.scores() if position.trail else None,
            "step": step_document(position, step) if step else None,
        }
        self._common = {name: orjson.Fragment(orjson.dumps(part)) for name, part in self._common.items()}
        self._views: dict[int | None, orjson.Fragment] = {}
        self._told: dict[tuple[tuple[int, ...], str | None], bytes] = {}

    def to(self, person: str | None, message: str | None = None) -> bytes:
        """The message for a person, who sits here or not."""
        mine = self.table.seats_of(person)
        key = mine, message
        if key not in self._told:
            answer = {"id": message} if message else {}
            self._told[key] = orjson.dumps(self._common | self._own(person, mine) | answer)
        return self._told[key]

    def _own(self, person: str | None, mine: tuple[int, ...]) -> dict[str, Any]:
        seat = self.table.to_move if self.table.to_move in mine else (mine[0] if mine else None)
        return {
            "seats": list(mine),
            "seat": seat,
            "view": self._view(seat),
            "moves": self._moves(person),
            "undo": may_undo(self.position, person),
        }

    def _view(self, seat: int | None) -> orjson.Fragment | None:
        if not self.position.trail:
            return None
        if not self.position.state.views_differ:
            seat = None
        if seat not in self._views:
            self._views[seat] = orjson.Fragment(orjson.dumps(self.position.state.view(seat)))
        return self._views[seat]

    def _moves(self, person: str | None) -> list[str]:
        if not may_decide(self.table, person):
            return []
        return [str(move) for move in self.position.state.legal_moves()]


def step_document(position: Position, step: Step) -> Document:
    """What has changed, as everybody may know it."""
    events = list(position.state.events) if step.kind == "move" and position.trail else []
    return {
        "kind": step.kind,
        "revision": step.revision,
        "version": step.version,
        "ply": step.ply,
        "seat": step.seat,
        "person": step.person,
        "move": step.text or None,
        "answers": list(step.answers),
        "events": events,
        "at": step.at,
    }
