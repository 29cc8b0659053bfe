"""What every part of the store stands on: reading, writing, opening and closing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable, Row
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from tenshu.server.store.errors import TROUBLE, NotStored, reason
from tenshu.server.store.rows import Rows
from tenshu.server.store.writing import Writer

T = TypeVar("T")
PORTION = 1000
"""How many rows one statement names."""


class Database:
    """Reads over a few connections, writes over one."""

    def __init__(self, reading: AsyncEngine, writer: Writer, limit: float) -> None:
        self.limit = limit
        self._reading = reading
        self._writer = writer
        self._dialect = reading.dialect.name

    async def _all(self, statement: Executable, **values: object) -> Sequence[Row[Any]]:
        """The rows of one statement; asked twice if the connection turns out to be broken."""
        try:
            async with asyncio.timeout(self.limit):
                try:
                    return await self._ask(statement, values)
                except DBAPIError as trouble:
                    if not trouble.connection_invalidated:
                        raise
                    return await self._ask(statement, values)
        except TimeoutError as trouble:
            raise NotStored(f"The database did not answer within {self.limit:g} seconds.") from trouble
        except TROUBLE as trouble:
            raise NotStored(reason(trouble)) from trouble

    async def _one(self, statement: Executable, **values: object) -> Row[Any] | None:
        rows = await self._all(statement, **values)
        return rows[0] if rows else None

    async def _ask(self, statement: Executable, values: Mapping[str, object]) -> Sequence[Row[Any]]:
        async with self._reading.connect() as connection:
            return (await connection.execute(statement, values)).all()

    async def _do(self, work: Callable[[Connection], T]) -> T:
        """Run in the next transaction of the writer."""
        return await self._writer.store(work)

    async def _execute(self, statement: Executable, **values: object) -> int:
        """One statement of the next transaction; how many rows it has met."""
        return await self._do(lambda connection: connection.execute(statement, values).rowcount)

    async def _store(self, rows: Rows) -> None:
        await self._writer.store(rows)


def portions(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """Names, as many at a time as one statement takes."""
    for start in range(0, len(ids), PORTION):
        yield ids[start : start + PORTION]
