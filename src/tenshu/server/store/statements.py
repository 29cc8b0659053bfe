"""What a group of changes does to the database, statement by statement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Executable, Table, bindparam, delete, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite

from tenshu.server.store import models
from tenshu.server.store.rows import Rows


def upsert(table: Table, dialect: str, *, only_new: bool = False) -> Executable:
    """Insert rows, or overwrite (or leave) those with the same primary key."""
    statement: Any = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}[dialect](table)
    keys = [column.name for column in table.primary_key]
    if only_new:
        return statement.on_conflict_do_nothing(index_elements=keys)  # type: ignore[no-any-return]
    new = {column.name: statement.excluded[column.name] for column in table.columns if column.name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=new)  # type: ignore[no-any-return]


_UPSERT = {
    (table.name, dialect): upsert(table, dialect)
    for table in (models.tables, models.snapshots)
    for dialect in ("sqlite", "postgresql")
}
_NEW_TABLES = insert(models.tables)
_NEW_STEPS = insert(models.steps)
_NEW_PARTICIPANTS = insert(models.participants)
_NEW_DELIVERIES = insert(models.deliveries)
_OLD_PARTICIPANTS = delete(models.participants).where(
    models.participants.c.table_id.in_(bindparam("ids", expanding=True))
)
_UNDO = (
    update(models.steps)
    .where(
        models.steps.c.table_id == bindparam("of"), models.steps.c.ply > bindparam("beyond"), text(models.STANDING_MOVE)
    )
    .values(stands=False)
)
_FORGET = delete(models.snapshots).where(
    models.snapshots.c.table_id == bindparam("of"), models.snapshots.c.ply > bindparam("beyond")
)
_SAME_STEP = select(models.steps).where(
    models.steps.c.table_id == bindparam("of"), models.steps.c.revision == bindparam("at_revision")
)


def write(connection: Connection, changes: Sequence[Rows]) -> None:
    """Store changes of different tables.

    A step comes before the row of its table: it is the step that the database refuses when somebody was faster, or when
    the table is gone. The order of the rows is the same in every process, so that two of them cannot block each other.
    """
    changes = sorted(changes, key=lambda change: change.table["id"])
    dialect = connection.dialect.name
    new = [change.table for change in changes if change.step["revision"] == 1]
    if new:
        connection.execute(_NEW_TABLES, new)
    undone = [
        {"of": change.table["id"], "beyond": change.undone_beyond}
        for change in changes
        if change.undone_beyond is not None
    ]
    if undone:
        connection.execute(_UNDO, undone)
        connection.execute(_FORGET, undone)
    connection.execute(_NEW_STEPS, [change.step for change in changes])
    known = [change.table for change in changes if change.step["revision"] > 1]
    if known:
        connection.execute(_UPSERT["tables", dialect], known)
    snapshots = [change.snapshot for change in changes if change.snapshot]
    if snapshots:
        connection.execute(_UPSERT["snapshots", dialect], snapshots)
    _write_people(connection, changes)


def _write_people(connection: Connection, changes: Sequence[Rows]) -> None:
    anew = [change for change in changes if change.participants is not None]
    if anew:
        connection.execute(_OLD_PARTICIPANTS, {"ids": [change.table["id"] for change in anew]})
        participants = [row for change in anew for row in change.participants or ()]
        if participants:
            connection.execute(_NEW_PARTICIPANTS, participants)
    deliveries = [row for change in changes for row in change.deliveries]
    if deliveries:
        connection.execute(_NEW_DELIVERIES, deliveries)


def is_there(connection: Connection, change: Rows) -> bool:
    """Whether exactly this step was stored."""
    row = connection.execute(
        _SAME_STEP, {"of": change.table["id"], "at_revision": change.step["revision"]}
    ).one_or_none()
    return row is not None and all(
        value == change.step[name] for name, value in row._mapping.items() if name != "stands"
    )
