"""The store: everything the server keeps."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import tempfile
from pathlib import Path
from typing import Self

from sqlalchemy import URL, text

from tenshu.server.store import engines, migrating
from tenshu.server.store.errors import TROUBLE, NotStored, StoreTrouble, reason
from tenshu.server.store.extras import Extras
from tenshu.server.store.people import People
from tenshu.server.store.tables import Tables
from tenshu.server.store.writing import Writer

READY_WITHIN = 2.0
_READY = text("SELECT 1")


class Store(Tables, People, Extras):
    """A database of the server's. Every query there is, is a method of this."""

    _around: contextlib.ExitStack

    @classmethod
    async def open(cls, address: str, *, limit: float = 10.0, synchronous: str = "FULL") -> Self:
        """Open `sqlite:///FILE`, `postgresql://…` or `sqlite://` (kept nowhere), and bring it up to date.

        `limit` is how many seconds anything may take before it is given up; `synchronous` is SQLite's. Raises
        `StoreTrouble`."""
        url = engines.parse(address)
        with contextlib.ExitStack() as around:
            if url.get_backend_name() == "sqlite":
                url, synchronous = _prepare_file(url, synchronous, around)
            await asyncio.to_thread(_migrate, url, limit)
            writing = engines.writing_engine(url, limit, synchronous)
            if url.get_backend_name() == "sqlite" and synchronous == "FULL":
                engines.with_a_long_log(writing)
            store = cls(engines.reading_engine(url, limit, synchronous), Writer(writing, limit), limit)
            store._around = around.pop_all()
        return store

    async def close(self) -> None:
        """Store what is waiting, then let go of everything."""
        await self._writer.close()
        await self._reading.dispose()
        self._around.close()

    @property
    def waiting(self) -> int:
        """How many changes wait to be written."""
        return len(self._writer)

    async def ready(self) -> None:
        """Raises `NotStored` if the database does not answer soon."""
        try:
            async with asyncio.timeout(READY_WITHIN):
                await self._all(_READY)
        except TimeoutError as trouble:
            raise NotStored(f"The database did not answer within {READY_WITHIN:g} seconds.") from trouble


def _prepare_file(url: URL, synchronous: str, around: contextlib.ExitStack) -> tuple[URL, str]:
    """Make the folder and take the lock; a database that is kept nowhere is a file that goes when the store closes."""
    if url.database in {None, "", ":memory:"}:
        folder = around.enter_context(tempfile.TemporaryDirectory(prefix="tenshu-"))
        return url.set(database=str(Path(folder) / "tenshu.sqlite")), "OFF"
    assert url.database is not None
    file = Path(url.database).expanduser().absolute()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = engines.FileLock(file)
    except (OSError, sqlite3.Error) as trouble:
        raise StoreTrouble("no-file", file=file, problem=reason(trouble)) from trouble
    around.callback(lock.release)
    return url.set(database=str(file)), synchronous


def _migrate(url: URL, limit: float) -> None:
    name = engines.shown(url)
    engine = engines.writing_engine(url, limit, "FULL")
    try:
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SET LOCAL statement_timeout = 0"))
                connection.execute(text("SET LOCAL lock_timeout = 0"))
            migrating.upgrade(connection, name)
    except TROUBLE as trouble:
        raise StoreTrouble("unusable", name=name, problem=reason(trouble)) from trouble
    finally:
        engine.dispose()
