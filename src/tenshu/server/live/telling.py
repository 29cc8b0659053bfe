"""What people are told of a table: the documents of docs/protocol.md. Only views stand in them."""

from __future__ import annotations

from collections.abc import Collection

import orjson

from tenshu.server.tables.playing import asked_about, who_decides, who_may_undo
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
        common: Document = {
            "type": "table",
            "table": table_document(self.table, here),
            "scores": position.state.scores() if position.trail else None,
            "step": step_document(position, step) if step else None,
        }
        self._common = orjson.dumps(common)[:-1]
        self._decides = who_decides(self.table)
        self._undoes = who_may_undo(position)
        self._views: dict[int | None, bytes] = {}
        self._told: dict[tuple[tuple[int, ...], str | None], bytes] = {}

    def to(self, person: str | None, message: str | None = None) -> bytes:
        """The message for a person, who sits here or not."""
        mine = self.table.seats_of(person)
        key = mine, message
        told = self._told.get(key)
        if told is None:
            told = self._told[key] = self._written(person, mine, message)
        return told

    def _written(self, person: str | None, mine: tuple[int, ...], message: str | None) -> bytes:
        """What all share, as it is written already, and behind it what is this person's own."""
        seat = self.table.to_move if self.table.to_move in mine else (mine[0] if mine else None)
        return b"".join(
            (
                self._common,
                b',"seats":',
                orjson.dumps(mine),
                b',"seat":',
                orjson.dumps(seat),
                b',"view":',
                self._view(seat),
                b',"moves":',
                self._moves() if person is not None and person == self._decides else b"[]",
                b',"undo":true' if person is not None and person == self._undoes else b',"undo":false',
                b',"id":' + orjson.dumps(message) + b"}" if message else b"}",
            )
        )

    def _view(self, seat: int | None) -> bytes:
        if not self.position.trail:
            return b"null"
        if not self.position.state.views_differ:
            seat = None
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = orjson.dumps(self.position.state.view(seat))
        return view

    def _moves(self) -> bytes:
        return orjson.dumps(list(self.position.state.legal_moves()))


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
