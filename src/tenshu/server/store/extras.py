"""What goes with tables: chat, analyses, webhook calls still to be made, and facts about the server itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from tenshu.server.store import models
from tenshu.server.store.database import Database, portions
from tenshu.server.store.errors import Conflict
from tenshu.server.store.rows import document_of
from tenshu.server.store.statements import upsert
from tenshu.table.state import Document

TRIES = 5
_messages, _deliveries, _facts = models.messages, models.deliveries, models.facts
_MESSAGES = (
    select(_messages.c.number, _messages.c.person, _messages.c.name, _messages.c.text, _messages.c.at)
    .where(_messages.c.table_id == bindparam("table"), _messages.c.number > bindparam("after"))
    .order_by(_messages.c.number.desc())
    .limit(bindparam("limit"))
)
_LAST_MESSAGES = (
    select(_messages.c.table_id, func.max(_messages.c.number).label("number"))
    .where(_messages.c.table_id.in_(bindparam("ids", expanding=True)))
    .group_by(_messages.c.table_id)
)
_NEXT_NUMBER = select(func.coalesce(func.max(_messages.c.number), 0) + 1).where(
    _messages.c.table_id == bindparam("table")
)
_ANALYSIS = select(models.analyses.c.document).where(models.analyses.c.table_id == bindparam("table"))
_FACT = select(_facts.c.value).where(_facts.c.name == bindparam("fact"))
_DUE = (
    select(_deliveries.c.id)
    .where(_deliveries.c.due <= bindparam("now"))
    .order_by(_deliveries.c.due)
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True)
    .cte("now_due")
)
_CLAIM = (
    update(_deliveries)
    .where(_deliveries.c.id.in_(select(_DUE.c.id)))
    .values(due=bindparam("until"), tries=_deliveries.c.tries + 1)
    .returning(_deliveries)
)


@dataclass(frozen=True, slots=True)
class Delivery:
    """A webhook call still to be made."""

    id: int
    table: str
    person: str
    event: str
    """`turn` or `finished`."""
    revision: int
    """Of the table, when it was asked for."""
    at: float
    tries: int
    """Including the present one."""


class Extras(Database):
    """Every question about what goes with tables."""

    async def say(self, table: str, person: str | None, name: str, text: str, at: float) -> int:
        """Add to the chat of a table; the number of the message. Raises `Conflict` if there is no such table."""

        def add(connection: Connection) -> int:
            number: int = connection.execute(_NEXT_NUMBER, {"table": table}).scalar_one()
            row = {"table_id": table, "number": number, "person": person, "name": name, "text": text, "at": at}
            connection.execute(insert(_messages), row)
            return number

        for _ in range(TRIES - 1):
            try:
                return await self._do(add)
            except Conflict:
                continue
        return await self._do(add)

    async def messages(self, table: str, limit: int = 50, after: int = 0) -> list[Document]:
        """The latest ones beyond a number, in order: number, person, name, text, at."""
        rows = await self._all(_MESSAGES, table=table, limit=limit, after=after)
        return [document_of(row) for row in reversed(rows)]

    async def last_messages(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last message of each of these tables at which something was said."""
        found: dict[str, int] = {}
        for ids in portions(tables):
            found.update((row.table_id, row.number) for row in await self._all(_LAST_MESSAGES, ids=ids))
        return found

    async def analysis(self, table: str) -> Document | None:
        row = await self._one(_ANALYSIS, table=table)
        return row.document if row else None

    async def keep_analysis(self, table: str, document: Document) -> None:
        """Raises `Conflict` if there is no such table."""
        await self._execute(upsert(models.analyses, self._dialect), table_id=table, document=document)

    async def fact(self, name: str) -> str | None:
        row = await self._one(_FACT, fact=name)
        return row.value if row else None

    async def set_fact(self, name: str, value: str) -> None:
        await self._execute(upsert(_facts, self._dialect), name=name, value=value)

    async def forget_facts(self, beginning: str, but: str) -> None:
        """All whose names begin like this, but for one."""
        these = _facts.c.name.startswith(beginning, autoescape=True), _facts.c.name != but
        await self._execute(delete(_facts).where(*these))

    async def fact_or(self, name: str, value: str) -> str:
        """The fact as it is; if it is not there, it becomes this value, the same for everybody who asks."""

        def settle(connection: Connection) -> str:
            connection.execute(upsert(_facts, self._dialect, only_new=True), {"name": name, "value": value})
            settled: str = connection.execute(_FACT, {"fact": name}).scalar_one()
            return settled

        return await self._do(settle)

    async def add_delivery(self, table: str, person: str, event: str, revision: int, at: float) -> None:
        row = {"table_id": table, "person": person, "event": event, "revision": revision, "at": at, "due": at}
        await self._execute(insert(_deliveries), **row, tries=0)

    async def claim_deliveries(self, now: float, limit: int = 20, lease: float = 60.0) -> list[Delivery]:
        """Those that are due; they come up again after the lease, unless they are postponed or done. No two who ask
        get the same one."""

        def claim(connection: Connection) -> list[Delivery]:
            rows = connection.execute(_CLAIM, {"now": now, "limit": limit, "until": now + lease})
            return [
                Delivery(row.id, row.table_id, row.person, row.event, row.revision, float(row.at), row.tries)
                for row in rows
            ]

        return sorted(await self._do(claim), key=lambda delivery: delivery.id)

    async def postpone_delivery(self, delivery: int, due: float) -> None:
        """Try again then."""
        await self._execute(update(_deliveries).where(_deliveries.c.id == delivery).values(due=due))

    async def finish_delivery(self, delivery: int) -> None:
        """It was made, or will never be."""
        await self._execute(delete(_deliveries).where(_deliveries.c.id == delivery))
