"""Addresses of databases, and connections to them."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tenshu.server.store.errors import StoreTrouble

OLDEST_SQLITE = (3, 35)
WAL_PAGES = 4000
"""How long SQLite's log grows (16 MB) before it is carried into the file."""
PAGE = 4096


def parse(address: str) -> URL:
    """An address of the documented kinds."""
    try:
        url = make_url(address)
    except (SQLAlchemyError, ValueError) as trouble:
        raise StoreTrouble("no-address", address=address) from trouble
    family = {"postgres": "postgresql"}.get(url.get_backend_name(), url.get_backend_name())
    if family not in {"sqlite", "postgresql"}:
        raise StoreTrouble("unknown-kind", kind=family)
    if family == "postgresql" and find_spec("psycopg") is None:
        raise StoreTrouble("missing-extra", install="pip install 'tenshu[cluster]'")
    if family == "sqlite" and sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise StoreTrouble("old-sqlite", version=sqlite3.sqlite_version)
    return url.set(drivername=family)


def shown(url: URL) -> str:
    """How a sentence names a database: a file by its path, a server without the password."""
    if url.get_backend_name() == "sqlite":
        return f"“{url.database}”"
    return f"“{url.render_as_string(hide_password=True)}”"


def dumps(value: object) -> str:
    return orjson.dumps(value).decode()


def writing_engine(url: URL, limit: float, synchronous: str) -> Engine:
    """For one thread that writes: every transaction takes the right to write at once."""
    if url.get_backend_name() == "sqlite":
        engine = create_engine(
            url.set(drivername="sqlite+pysqlite"),
            json_serializer=dumps,
            json_deserializer=orjson.loads,
            connect_args={"timeout": limit / 2, "isolation_level": None},
            pool_size=1,
            max_overflow=0,
        )
        event.listen(engine, "connect", _pragmas(synchronous))
        event.listen(engine, "begin", _begin)
    else:
        engine = create_engine(
            url.set(drivername="postgresql+psycopg"),
            json_serializer=dumps,
            json_deserializer=orjson.loads,
            connect_args=_postgresql(limit),
            pool_size=1,
            max_overflow=0,
        )
    return engine


def with_a_long_log(engine: Engine) -> None:
    """Give SQLite's log its full length at once.

    To make a write durable at the end of a file, the file system has to write down its new length as well: that takes
    twice as long, and much longer while others write to the same disk. So a transaction that is too large for the
    cache goes into the log, and is taken back."""
    event.listen(engine, "connect", _lengthen_log)


def _lengthen_log(connection: sqlite3.Connection, _record: object) -> None:
    (patience,), (cache,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("busy_timeout", "cache_size"))
    connection.execute("PRAGMA busy_timeout = 0")
    connection.execute("PRAGMA cache_size = 16")
    with contextlib.suppress(sqlite3.Error):  # nobody needs it: a full disk or a lock is met when something is stored
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("CREATE TABLE lengthening (filler)")
        connection.execute("INSERT INTO lengthening VALUES (zeroblob(?))", (WAL_PAGES * PAGE,))
    if connection.in_transaction:
        connection.execute("ROLLBACK")
    connection.execute(f"PRAGMA cache_size = {cache}")
    connection.execute(f"PRAGMA busy_timeout = {patience}")


def _begin(connection: Connection) -> None:
    driver: Any = connection.connection.driver_connection
    driver.execute("BEGIN IMMEDIATE")


def reading_engine(url: URL, limit: float, synchronous: str) -> AsyncEngine:
    """For everybody who only reads: one statement is one transaction."""
    sqlite = url.get_backend_name() == "sqlite"
    engine = create_async_engine(
        url.set(drivername="sqlite+aiosqlite" if sqlite else "postgresql+psycopg"),
        json_serializer=dumps,
        json_deserializer=orjson.loads,
        connect_args={"timeout": limit / 2, "isolation_level": None} if sqlite else _postgresql(limit),
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
        pool_size=4,
        max_overflow=4,
        pool_timeout=limit,
    )
    if sqlite:
        event.listen(engine.sync_engine, "connect", _pragmas(synchronous))
    return engine


def _pragmas(synchronous: str) -> Callable[[Any, object], None]:
    def set_up(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute(f"PRAGMA synchronous = {synchronous}")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
        cursor.execute("PRAGMA cache_size = -16384")
        cursor.close()

    return set_up


def _postgresql(limit: float) -> dict[str, Any]:
    milliseconds = int(limit * 500)
    return {
        "connect_timeout": max(2, round(limit / 2)),
        "application_name": "tenshu",
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 2,
        "tcp_user_timeout": int(limit * 1000),
        "options": f"-c statement_timeout={milliseconds} -c lock_timeout={milliseconds}"
        f" -c idle_in_transaction_session_timeout={2 * milliseconds}",
    }


class FileLock:
    """Keeps a second server away from an SQLite file, and lets go of it when the process ends, however it ends."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(f"{file}.lock", timeout=0, isolation_level=None, check_same_thread=False)
        try:
            self._connection.execute("PRAGMA journal_mode = MEMORY")
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as trouble:
            self._connection.close()
            if trouble.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise StoreTrouble("in-use", file=file) from trouble

    def release(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._connection.execute("ROLLBACK")
        self._connection.close()
