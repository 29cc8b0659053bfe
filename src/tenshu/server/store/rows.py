"""Tables, steps and what hangs on them, as rows of the database and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from typing import Any

from sqlalchemy import Row

from tenshu.server.store import models
from tenshu.server.tables.table import Change, Clock, Offer, Seat, Snapshot, Step, Table
from tenshu.table.state import Document

_USUAL_SEAT = {field.name: field.default for field in fields(Seat) if field.name != "kind"}
_DOCUMENTS = {"options", "seats", "clock", "banks", "offer"}
_PLAIN = [str(column.name) for column in models.tables.columns if column.name not in _DOCUMENTS]
"""Columns that hold an attribute of the table as it is."""
TABLE_COLUMNS = [column for column in models.tables.columns if column.name != "waits_for"]
STEP_COLUMNS = [column for column in models.steps.columns if column.name not in {"table_id", "stands"}]


@dataclass(slots=True)
class Rows:
    """A change, ready for the database."""

    table: Document
    step: Document
    snapshot: Document | None
    undone_beyond: int | None
    participants: list[Document] | None


def rows_of(change: Change) -> Rows:
    table, step = change.table, change.step
    return Rows(
        table=table_row(table),
        step=step_row(table.id, step),
        snapshot=snapshot_row(table.id, change.snapshot) if change.snapshot else None,
        undone_beyond=change.undone_beyond,
        participants=participant_rows(table) if change.people_changed or table.status == "finished" else None,
    )


def table_row(table: Table) -> Document:
    row = {name: getattr(table, name) for name in _PLAIN}
    row["options"] = dict(table.options)
    row["seats"] = _seat_documents(table.seats)
    row["clock"] = asdict(table.clock) if table.clock else None
    row["banks"] = list(table.banks) if table.banks is not None else None
    row["offer"] = asdict(table.offer) if table.offer else None
    return row


@lru_cache(4096)
def _seat_documents(seats: tuple[Seat, ...]) -> list[Document]:
    return [_seat_document(seat) for seat in seats]


def _seat_document(seat: Seat) -> Document:
    document: Document = {"kind": seat.kind}
    for name, usual in _USUAL_SEAT.items():
        value = getattr(seat, name)
        if value != usual:
            document[name] = value
    return document


def table_of(row: Row[Any]) -> Table:
    return table_from(dict(row._mapping))


def table_from(values: Document) -> Table:
    values["seats"] = tuple(Seat(**seat) for seat in values["seats"])
    if values["clock"] is not None:
        values["clock"] = Clock(**values["clock"])
    if values["banks"] is not None:
        values["banks"] = tuple(map(float, values["banks"]))
    if values["offer"] is not None:
        values["offer"] = Offer(**{**values["offer"], "agreed": tuple(values["offer"]["agreed"])})
    return Table(**values)


def step_row(table_id: str, step: Step) -> Document:
    return {
        "table_id": table_id,
        "revision": step.revision,
        "kind": step.kind,
        "at": step.at,
        "person": step.person,
        "seat": step.seat,
        "version": step.version,
        "ply": step.ply,
        "text": step.text,
        "answers": list(step.answers) if step.answers else None,
        "closed": step.closed,
        "stands": True,
    }


def document_of(row: Row[Any]) -> Document:
    """A row as plain data: the names of columns are no plain text in every dialect."""
    return {str(name): value for name, value in row._mapping.items()}


def step_of(row: Row[Any]) -> Step:
    return Step(**{**row._mapping, "answers": tuple(row.answers or ())})


def snapshot_row(table_id: str, snapshot: Snapshot) -> Document:
    return {"table_id": table_id, "ply": snapshot.ply, "document": snapshot.document}


def participant_rows(table: Table) -> list[Document]:
    """One row for every seat of a person, with its place once the game is over, and its points if it was played to its
    end. The `first` of a person's rows counts for them: that of the seat they play themselves."""
    result = table.result or {}
    places = _places(result.get("places") or ())
    resigned = set(result.get("resigned") or ())
    sheets = ((result.get("scores") or {}).get("players") or ()) if result.get("complete", True) else ()
    own = {person: min(table.seats_of(person), key=lambda n: table.seats[n].beside) for person in table.people}
    rows = []
    for number, seat in enumerate(table.seats):
        if seat.person is None:
            continue
        place, shared = places.get(number, (None, None)) if number not in resigned else (None, None)
        rows.append(
            {
                "table_id": table.id,
                "seat": number,
                "person": seat.person,
                "first": number == own[seat.person],
                "game": table.game,
                "players": len(table.seats),
                "settled": table.changed if table.status == "finished" else None,
                "place": place,
                "shared": shared,
                "points": sheets[number].get("total") if number < len(sheets) else None,
                "resigned": number in resigned,
            }
        )
    return rows


def _places(ranking: Sequence[int | Sequence[int]]) -> Mapping[int, tuple[int, int]]:
    """Place (from 1) and how many share it, by seat; places are seats or groups of seats, best first."""
    places: dict[int, tuple[int, int]] = {}
    for group in ranking:
        seats = [group] if isinstance(group, int) else list(group)
        place = len(places) + 1
        places.update(dict.fromkeys(seats, (place, len(seats))))
    return places
