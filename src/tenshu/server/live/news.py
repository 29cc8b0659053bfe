"""A change of a table on its way to another process.

It is said after the change is stored, so it is as true as the database. Who has the table as it was before needs no
question to the database to follow; whoever has missed something asks.
"""

from __future__ import annotations

from typing import Any

from tenshu.server.store.rows import step_row, table_from, table_row
from tenshu.server.tables.table import Step, Table

Document = dict[str, Any]


def written(table: Table, step: Step) -> Document:
    row, entry = table_row(table), step_row(table.id, step)
    del row["waits_for"], entry["table_id"], entry["stands"]
    return {"row": row, "step": entry}


def read(document: Document) -> tuple[Table, Step]:
    """Raises `KeyError`, `TypeError` or `ValueError` where another version of the program has said it."""
    step = document["step"]
    return table_from({**document["row"]}), Step(**{**step, "answers": tuple(step["answers"] or ())})
