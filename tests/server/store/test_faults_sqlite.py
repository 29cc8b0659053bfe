"""A file that is locked, full, read-only or slow: nothing is stored, somebody is told, and later it works again."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event

from tenshu.server.store import InDoubt, NotStored, Store
from tenshu.server.tables.table import Snapshot, Table
from tests.server.store.building import begun, move

pytestmark = pytest.mark.anyio
LIMIT = 1.0


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tenshu.sqlite"


@pytest.fixture
async def store(file: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite:///{file}", limit=LIMIT)
    yield store
    await store.close()


async def pragma(store: Store, setting: str) -> object:
    """Of the connection that writes."""
    writer = store._writer

    def ask() -> object:
        with writer._connected() as connection:
            driver: Any = connection.connection.driver_connection
            row = driver.execute(f"PRAGMA {setting}").fetchone()
            return row and row[0]

    return await asyncio.get_running_loop().run_in_executor(writer._thread, ask)


async def nothing_is_stored(store: Store, *tables: Table) -> None:
    """Each table stays as it was, and each who asked is told so."""
    answers = await asyncio.gather(*(store.commit(move(table)) for table in tables), return_exceptions=True)
    assert [type(answer) for answer in answers] == [NotStored] * len(tables)
    for table in tables:
        assert await store.table(table.id) == table
        assert await store.moves(table.id) == []


async def works_again(store: Store, *tables: Table) -> None:
    await asyncio.gather(*(store.commit(move(table)) for table in tables))
    for table in tables:
        assert len(await store.moves(table.id)) == 1


async def test_locked_by_another_program(store: Store, file: Path) -> None:
    tables = [await begun(store, name) for name in "abc"]
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await nothing_is_stored(store, *tables)
        await store.ready()
        other.execute("ROLLBACK")
    await works_again(store, *tables)


async def test_locked_for_a_moment(file: Path) -> None:
    store = await Store.open(f"sqlite:///{file}", limit=60.0)
    table = await begun(store, "t")
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        commit = asyncio.create_task(store.commit(move(table)))
        await asyncio.sleep(0.3)
        other.execute("ROLLBACK")
        await commit
    assert len(await store.moves("t")) == 1
    await store.close()


async def test_full(store: Store) -> None:
    tables = [await begun(store, name) for name in "abc"]
    await pragma(store, f"max_page_count = {await pragma(store, 'page_count')}")
    large = replace(move(tables[0]), snapshot=Snapshot(4, {"heap": "x" * 100_000}))
    answers = await asyncio.gather(
        store.commit(large), *(store.commit(move(table)) for table in tables[1:]), return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [NotStored] * 3
    assert "full" in str(answers[0])
    assert [await store.table(table.id) for table in tables] == tables
    await pragma(store, "max_page_count = 1000000")
    await works_again(store, *tables)


async def test_read_only(store: Store) -> None:
    tables = [await begun(store, name) for name in "abc"]
    await pragma(store, "query_only = ON")
    await nothing_is_stored(store, *tables)
    with pytest.raises(NotStored):
        await store.say("a", "ana", "Ana", "hello", 1.0)
    await pragma(store, "query_only = OFF")
    await works_again(store, *tables)


async def test_slow(store: Store) -> None:
    tables = [await begun(store, name) for name in "abc"]
    at_last = threading.Event()

    def linger(_: Connection) -> None:
        at_last.wait(60)

    hanging = asyncio.create_task(store._do(linger))
    await nothing_is_stored(store, *tables)
    with pytest.raises(NotStored):
        await hanging
    await nothing_is_stored(store, *tables)
    at_last.set()
    await store.set_fact("a", "b")
    for table in tables:
        assert await store.table(table.id) == table, "a late success"
    await works_again(store, *tables)


async def test_a_statement_without_end_is_interrupted(store: Store) -> None:
    table = await begun(store, "t")
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
    with pytest.raises(NotStored):
        await store._do(lambda connection: connection.exec_driver_sql(endless).scalar())
    await works_again(store, table)


async def test_a_commit_that_has_begun_is_waited_for(file: Path) -> None:
    limit = 4.0
    store = await Store.open(f"sqlite:///{file}", limit=limit)
    table = await begun(store, "t")

    def linger(_: Connection) -> None:
        time.sleep(1.05 * limit)

    event.listen(store._writer._engine, "commit", linger)
    await store.commit(move(table))
    event.remove(store._writer._engine, "commit", linger)
    assert len(await store.moves("t")) == 1
    await store.close()


async def test_a_commit_that_does_not_end_is_in_doubt(store: Store) -> None:
    table = await begun(store, "t")
    at_last = threading.Event()

    def linger(_: Connection) -> None:
        at_last.wait(60)

    event.listen(store._writer._engine, "commit", linger)
    with pytest.raises(InDoubt):
        await store.commit(move(table))
    event.remove(store._writer._engine, "commit", linger)
    at_last.set()
    await store.set_fact("a", "b")
    assert len(await store.moves("t")) == 1


async def test_a_mistake_in_the_program_is_told_to_the_one_who_made_it(store: Store) -> None:
    table = await begun(store, "t")

    def broken(_: Connection) -> None:
        raise ZeroDivisionError

    answers = await asyncio.gather(store.commit(move(table)), store._do(broken), return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), ZeroDivisionError]
    assert len(await store.moves("t")) == 1
