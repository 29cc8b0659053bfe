"""Tables and their history."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    bindparam,
    case,
    delete,
    func,
    select,
    text,
    tuple_,
    update,
)

from tenshu.server.store import models
from tenshu.server.store.database import Database, portions
from tenshu.server.store.errors import Conflict
from tenshu.server.store.rows import STEP_COLUMNS, TABLE_COLUMNS, document_of, rows_of, step_of, table_of
from tenshu.server.tables.table import BOT, Change, Snapshot, Status, Step, Table
from tenshu.table.state import Document

Before = float | tuple[float, str]
"""Where a list goes on: before a time or, where two tables may have changed at once, before (changed, id)."""
DAY = 86400.0

_tables, _steps, _snapshots, _participants = models.tables, models.steps, models.snapshots, models.participants
_this: BindParameter[str] = bindparam("table")
_TABLE = select(*TABLE_COLUMNS).where(_tables.c.id == _this)
_REVISIONS = select(_tables.c.id, _tables.c.revision).where(_tables.c.id.in_(bindparam("ids", expanding=True)))
_STEPS = select(*STEP_COLUMNS).where(_steps.c.table_id == _this, _steps.c.revision > bindparam("after"))
_STEPS = _STEPS.order_by(_steps.c.revision)
_STANDING = select(*STEP_COLUMNS).where(_steps.c.table_id == _this, text(models.STANDING_MOVE))
_MOVES = _STANDING.where(_steps.c.ply > bindparam("beyond"), _steps.c.ply <= bindparam("up_to")).order_by(_steps.c.ply)
_LAST_MOVE = _STANDING.order_by(_steps.c.ply.desc()).limit(1)
_SNAPSHOT = (
    select(_snapshots.c.ply, _snapshots.c.document)
    .where(_snapshots.c.table_id == _this, _snapshots.c.ply <= bindparam("ply"))
    .order_by(_snapshots.c.ply.desc())
    .limit(1)
)
_NEWEST_FIRST = (_tables.c.changed.desc(), _tables.c.id.desc())
_LOBBY = select(*TABLE_COLUMNS).where(text(models.IN_THE_LOBBY)).order_by(*_NEWEST_FIRST).limit(bindparam("limit"))
_MINE = select(_participants.c.table_id).where(_participants.c.person == bindparam("person"), text("first"))
_UNSETTLED = _MINE.where(_participants.c.settled.is_(None))
_SETTLED = (
    _MINE.where(_participants.c.settled.is_not(None))
    .order_by(_participants.c.settled.desc(), _participants.c.table_id.desc())
    .limit(bindparam("limit"))
)
_THESE = select(*TABLE_COLUMNS).where(_tables.c.id.in_(bindparam("ids", expanding=True)))
_THESE = _THESE.order_by(*_NEWEST_FIRST).limit(bindparam("limit"))
_WAITING = (
    select(*TABLE_COLUMNS)
    .where(_tables.c.waits_for == bindparam("person"))
    .order_by(_tables.c.changed.desc())
    .limit(bindparam("limit"))
)
_WAITING_FOR_BOTS = (
    select(_tables.c.id)
    .where(_tables.c.waits_for == bindparam("bot"))
    .order_by(_tables.c.changed)
    .limit(bindparam("limit"))
)
_OVERDUE = (
    select(_tables.c.id)
    .where(_tables.c.deadline <= bindparam("now"), _tables.c.status == "playing")
    .order_by(_tables.c.deadline)
    .limit(bindparam("limit"))
)
_ABANDONED = (
    select(*TABLE_COLUMNS)
    .where(_tables.c.changed <= bindparam("until"), text(models.OPEN))
    .order_by(_tables.c.changed)
    .limit(bindparam("limit"))
    .offset(bindparam("skip"))
)
_GIVE_TIME = (
    update(_tables)
    .where(
        _tables.c.deadline.is_not(None),
        _tables.c.status == "playing",
        _tables.c.clock["seconds"].as_float() < bindparam("shorter_than"),
    )
    .values(deadline=_tables.c.deadline + bindparam("seconds"))
)
_STATISTICS = (
    select(
        _participants.c.game,
        _participants.c.players,
        func.count().label("games"),
        func.sum(case((_participants.c.place == 1, 1.0 / _participants.c.shared), else_=0.0)).label("wins"),
        func.avg(_participants.c.points).label("mean"),
        func.max(_participants.c.points).label("best"),
        func.max(_participants.c.settled).label("last"),
    )
    .where(_participants.c.person == bindparam("person"), text("first AND settled IS NOT NULL"))
    .group_by(_participants.c.game, _participants.c.players)
    .order_by(_participants.c.game, _participants.c.players)
)


class Tables(Database):
    """Every question about tables."""

    async def commit(self, change: Change) -> None:
        """Store a change, together with others that come at the same time; when this returns it is durable.

        Raises `Conflict` if its revision or version is already there or the table is gone, `NotStored` if the database
        cannot; in both cases nothing of it was stored."""
        await self._store(rows_of(change))

    async def table(self, table: str) -> Table | None:
        row = await self._one(_TABLE, table=table)
        return table_of(row) if row else None

    async def revisions(self, tables: Iterable[str]) -> dict[str, int]:
        """The revision of each of these tables that there is."""
        found: dict[str, int] = {}
        for ids in portions(list(tables)):
            found.update((row.id, row.revision) for row in await self._all(_REVISIONS, ids=ids))
        return found

    async def steps(self, table: str, after: int = 0) -> list[Step]:
        """The steps beyond a revision, in order."""
        return [step_of(row) for row in await self._all(_STEPS, table=table, after=after)]

    async def moves(self, table: str, beyond: int = 0, up_to: int = 2**31 - 1) -> list[Step]:
        """The moves that stand, in order, beyond < ply <= up_to."""
        return [step_of(row) for row in await self._all(_MOVES, table=table, beyond=beyond, up_to=up_to)]

    async def last_move(self, table: str) -> Step | None:
        """The last one that stands."""
        row = await self._one(_LAST_MOVE, table=table)
        return step_of(row) if row else None

    async def snapshot(self, table: str, ply: int) -> Snapshot:
        """The nearest at or before a ply. Raises `LookupError` if there is none: no table, or no game yet."""
        row = await self._one(_SNAPSHOT, table=table, ply=ply)
        if row is None:
            raise LookupError(f"no snapshot of table {table} at or before ply {ply}")
        return Snapshot(row.ply, row.document)

    async def delete_table(self, table: str, revision: int | None = None) -> None:
        """Remove a table and all that hangs on it. Raises `Conflict` if it is not at the revision that is given."""
        statement = delete(_tables).where(_tables.c.id == table)
        if revision is None:
            await self._execute(statement)
        elif not await self._execute(statement.where(_tables.c.revision == revision)):
            raise Conflict(f"table {table} is not at revision {revision}")

    async def lobby(self, game: str | None = None, before: Before | None = None, limit: int = 20) -> list[Table]:
        """Public tables that are open or being played, newest change first."""
        statement = _LOBBY
        if game is not None:
            statement = statement.where(_tables.c.game == game)
        return await self._listed(_older(statement, before, _tables.c.changed, _tables.c.id), limit=limit)

    async def tables_of(
        self, person: str, status: Status | None = None, before: Before | None = None, limit: int = 20
    ) -> list[Table]:
        """A person's tables, newest change first."""
        found: list[Table] = []
        if status != "finished":
            these = _older(_THESE, before, _tables.c.changed, _tables.c.id)
            if status is not None:
                these = these.where(_tables.c.status == status)
            live = [row.table_id for row in await self._all(_UNSETTLED, person=person)]
            for ids in portions(live):
                found += await self._listed(these, ids=ids, limit=limit)
        if status in {None, "finished"}:
            over = _older(_SETTLED, before, _participants.c.settled, _participants.c.table_id)
            ids = [row.table_id for row in await self._all(over, person=person, limit=limit)]
            for portion in portions(ids):
                found += await self._listed(_THESE, ids=portion, limit=limit)
        found.sort(key=lambda table: (table.changed, table.id), reverse=True)
        return found[:limit]

    async def waiting_for(self, person: str, limit: int = 20) -> list[Table]:
        """The tables that wait for a person, newest change first."""
        return await self._listed(_WAITING, person=person, limit=limit)

    async def waiting_for_bots(self, limit: int = 100) -> list[str]:
        """Tables in which the computer is to decide, the longest waiting first."""
        return [row.id for row in await self._all(_WAITING_FOR_BOTS, bot=BOT, limit=limit)]

    async def overdue(self, now: float, limit: int = 100) -> list[str]:
        """Tables whose time is over, the earliest first."""
        return [row.id for row in await self._all(_OVERDUE, now=now, limit=limit)]

    async def abandoned(self, until: float, limit: int = 100, skip: int = 0) -> list[Table]:
        """Tables that wait for people, to which nothing has happened since then; the earliest first."""
        return await self._listed(_ABANDONED, until=until, limit=limit, skip=skip)

    async def give_time(self, seconds: float, shorter_than: float = DAY) -> None:
        """Move on the deadlines of all running tables with a quick clock."""
        await self._execute(_GIVE_TIME, seconds=seconds, shorter_than=shorter_than)

    async def statistics(self, person: str) -> list[Document]:
        """By game and number of players: games, wins (a shared one in parts), mean and best points, and when last."""
        return [document_of(row) for row in await self._all(_STATISTICS, person=person)]

    async def _listed(self, statement: Select[Any], **values: object) -> list[Table]:
        return [table_of(row) for row in await self._all(statement, **values)]


def _older(
    statement: Select[Any], before: Before | None, changed: ColumnElement[Any], key: ColumnElement[Any]
) -> Select[Any]:
    if before is None:
        return statement
    time, last = before if isinstance(before, tuple) else (before, "")
    return statement.where(tuple_(changed, key) < tuple_(time, last))
