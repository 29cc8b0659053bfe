"""SQLite's log has its length from the beginning: a file that does not grow is quick to make durable."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tenshu.server.store import Store, engines
from tenshu.server.store.engines import PAGE, WAL_PAGES

pytestmark = pytest.mark.anyio


async def test_the_log_does_not_grow(tmp_path: Path) -> None:
    file, log = tmp_path / "store.sqlite", tmp_path / "store.sqlite-wal"
    store = await Store.open(f"sqlite:///{file}")
    await store.set_fact("a", "b")
    length = log.stat().st_size
    assert length > WAL_PAGES * PAGE
    for number in range(20):
        await store.set_fact("a", str(number))
    assert log.stat().st_size == length
    assert await store.fact("a") == "19"
    await store.close()
    assert file.stat().st_size < WAL_PAGES * PAGE // 8
    with closing(sqlite3.connect(file)) as connection:
        assert not connection.execute("SELECT name FROM sqlite_master WHERE name = 'lengthening'").fetchall()


def test_a_log_that_cannot_be_lengthened_stays_as_it_is(tmp_path: Path) -> None:
    file, log = tmp_path / "store.sqlite", tmp_path / "store.sqlite-wal"
    with closing(sqlite3.connect(file, isolation_level=None)) as rival:
        rival.execute("PRAGMA journal_mode = WAL")
        rival.execute("CREATE TABLE a (b)")
        with closing(sqlite3.connect(file, isolation_level=None, timeout=7)) as connection:
            connection.execute("PRAGMA cache_size = -1234")
            rival.execute("BEGIN IMMEDIATE")
            engines._lengthen_log(connection, None)
            assert log.stat().st_size < WAL_PAGES * PAGE // 8
            rival.execute("ROLLBACK")
            assert connection.execute("PRAGMA busy_timeout").fetchone() == (7000,)
            assert connection.execute("PRAGMA cache_size").fetchone() == (-1234,)
            connection.execute("INSERT INTO a VALUES (1)")
            assert connection.execute("SELECT * FROM a").fetchall() == [(1,)]
