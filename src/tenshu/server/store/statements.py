"""What a group of changes does to the database, statement by statement."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from sqlalchemy import (
    JSON,
    Connection,
    Dialect,
    Executable,
    Table,
    bindparam,
    delete,
    insert,
    literal_column,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlalchemy.dialects.sqlite.base import SQLiteDialect
from sqlalchemy.exc import IntegrityError

from tenshu.server.store import models
from tenshu.server.store.engines import dumps
from tenshu.server.store.rows import Rows
from tenshu.table.state import Document

_DIALECTS: Mapping[str, Dialect] = {"sqlite": SQLiteDialect(), "postgresql": PGDialect()}  # type: ignore[no-untyped-call]


def upsert(table: Table, dialect: str, *, only_new: bool = False) -> Executable:
    """Insert rows, or overwrite (or leave) those with the same primary key."""
    statement: Any = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}[dialect](table)
    keys = [column.name for column in table.primary_key]
    if only_new:
        return statement.on_conflict_do_nothing(index_elements=keys)  # type: ignore[no-any-return]
    new = {column.name: statement.excluded[column.name] for column in table.columns if column.name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=new)  # type: ignore[no-any-return]


def directly(connection: Connection, statement: str, values: Sequence[Any] = ()) -> None:
    """What every move needs, without SQLAlchemy's account of it, which takes longer than SQLite does. Refusals are the
    same as elsewhere; other trouble comes as `sqlite3` tells it."""
    driver: Any = connection.connection.driver_connection
    try:
        driver.execute(statement, values)
    except sqlite3.IntegrityError as refusal:
        raise IntegrityError(statement, None, refusal) from refusal


class Many:
    """Insert rows with one statement.

    All rows travel in one: the interpreter's lock is let go of and waited for once a statement, not once a row, which
    under load is the difference between milliseconds and a second. SQLite gets a list of values; PostgreSQL one JSON
    text, so that the statement is always the same and understood once."""

    def __init__(self, table: Table, *, overwrite: bool = False) -> None:
        columns = [column for column in table.columns if column is not table.autoincrement_column]
        self._names = [column.name for column in columns]
        self._json = [place for place, column in enumerate(columns) if isinstance(column.type, JSON)]
        self._row = f"({', '.join('?' * len(columns))})"
        self._sqlite = self._around(table, "sqlite", overwrite)
        before, after = self._around(table, "postgresql", overwrite)
        kinds = ", ".join(f"{column.name} {column.type.compile(dialect=_DIALECTS['postgresql'])}" for column in columns)
        names = ", ".join(self._names)
        self._postgresql = f"{before}SELECT {names} FROM json_to_recordset(%s::json) AS rows({kinds}){after}"

    def _around(self, table: Table, dialect: str, overwrite: bool) -> list[str]:
        """The statement before and after its values."""
        statement: Any = upsert(table, dialect) if overwrite else insert(table)
        marks: dict[str, Any] = {name: literal_column("?") for name in self._names}
        return str(statement.values(marks).inline().compile(dialect=_DIALECTS[dialect])).split(f"VALUES {self._row}")

    def __call__(self, connection: Connection, rows: Sequence[Document]) -> None:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(self._postgresql, (dumps(rows),))
        else:
            before, after = self._sqlite
            marks = ", ".join([self._row] * len(rows))
            values = tuple(chain.from_iterable(map(self._values, rows)))
            directly(connection, f"{before}VALUES {marks}{after}", values)

    def _values(self, row: Document) -> list[Any]:
        values = [row[name] for name in self._names]
        for place in self._json:
            if values[place] is not None:
                values[place] = dumps(values[place])
        return values


_new_tables = Many(models.tables)
_known_tables = Many(models.tables, overwrite=True)
_new_steps = Many(models.steps)
_new_snapshots = Many(models.snapshots, overwrite=True)
_new_participants = Many(models.participants)
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
    new = [change.table for change in changes if change.step["revision"] == 1]
    if new:
        _new_tables(connection, new)
    undone = [
        {"of": change.table["id"], "beyond": change.undone_beyond}
        for change in changes
        if change.undone_beyond is not None
    ]
    if undone:
        connection.execute(_UNDO, undone)
        connection.execute(_FORGET, undone)
    _new_steps(connection, [change.step for change in changes])
    known = [change.table for change in changes if change.step["revision"] > 1]
    if known:
        _known_tables(connection, known)
    snapshots = [change.snapshot for change in changes if change.snapshot]
    if snapshots:
        _new_snapshots(connection, snapshots)
    _write_people(connection, changes)


def _write_people(connection: Connection, changes: Sequence[Rows]) -> None:
    anew = [change for change in changes if change.participants is not None]
    if anew:
        connection.execute(_OLD_PARTICIPANTS, {"ids": [change.table["id"] for change in anew]})
        participants = [row for change in anew for row in change.participants or ()]
        if participants:
            _new_participants(connection, participants)


def is_there(connection: Connection, change: Rows) -> bool:
    """Whether exactly this step was stored."""
    row = connection.execute(
        _SAME_STEP, {"of": change.table["id"], "at_revision": change.step["revision"]}
    ).one_or_none()
    return row is not None and all(
        value == change.step[name] for name, value in row._mapping.items() if name != "stands"
    )
