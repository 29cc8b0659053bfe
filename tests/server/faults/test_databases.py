"""A database that refuses, is slow, locked or full, and then is well again: players are told, nothing is lost, the game
goes on."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from random import Random

import httpx
import psycopg
import pytest

from tenshu.client import Client
from tests.server.running import (
    HISTORY,
    SOON,
    Memory,
    Server,
    eventually,
    guest,
    play,
    serving,
    stored,
    stored_moves,
    table_of_two,
)
from tests.server.services import PostgreSQL, wait_until

Deed = Callable[[], Awaitable[None]]


async def evening(server: Server, memory: Memory, cause: Deed, cure: Deed, meanwhile: Deed) -> None:
    """A game of two with some trouble in its middle."""
    async with guest(server, "Ana") as ana, guest(server, "Bea") as bea:
        table = await table_of_two(ana, bea)
        players = [asyncio.create_task(keep_on(each, table, memory, seed)) for seed, each in enumerate((ana, bea))]
        await eventually(lambda: reached(memory, 10))
        await cause()
        try:
            await meanwhile()
        finally:
            await cure()
        async with asyncio.timeout(120):
            await asyncio.gather(*players)


async def keep_on(client: Client, table: str, memory: Memory, seed: int) -> None:
    live = client.sit(table)
    live.on_message = memory.overhear
    await play(client, table, Random(seed), pause=0.02, until=memory.note, live=live)


async def reached(memory: Memory, steps: int) -> bool:
    return len(memory.steps) >= steps


def refused_clearly(server: Server, memory: Memory, *, reads_too: bool = False) -> Deed:
    """Somebody's move is refused; it says so in words, over HTTP too, and the server says that it is not ready."""

    async def wait() -> None:
        await eventually(lambda: said(memory, "not-stored"))
        assert memory.refusals[0]["sentence"].startswith("This could not be stored, so nothing has changed.")
        async with httpx.AsyncClient(base_url=server.address, timeout=SOON) as browser:
            answer = await browser.post("/api/session", json={"name": "Cid"})
            assert answer.status_code == 503
            assert answer.json()["error"]["code"] == "not-stored"
            assert (await browser.get("/healthz")).status_code == 200
            assert (await browser.get("/readyz")).status_code == (503 if reads_too else 200)

    return wait


async def said(memory: Memory, code: str) -> bool:
    return code in memory.codes


async def a_moment() -> None:
    await asyncio.sleep(1.5)


moments = pytest.mark.parametrize(
    "long", [pytest.param(False, id="a moment"), pytest.param(True, id="long", marks=pytest.mark.slow)]
)


# SQLite.


@moments
def test_a_locked_file(tmp_path: Path, long: bool) -> None:
    file, memory = tmp_path / "tenshu.db", Memory()
    with serving(file) as server, closing(sqlite3.connect(file, isolation_level=None)) as other:

        async def lock() -> None:
            other.execute("BEGIN IMMEDIATE")

        async def release() -> None:
            other.execute("ROLLBACK")

        asyncio.run(evening(server, memory, lock, release, refused_clearly(server, memory) if long else a_moment))
    assert memory.codes == ({"not-stored"} if long else set())
    check_file(file, memory)


def test_a_full_disk(tmp_path: Path) -> None:
    file, memory = tmp_path / "tenshu.db", Memory()
    server = Server(file)
    server.trouble("pages", 2**30)
    try:
        server.start()

        async def fill() -> None:
            server.trouble("pages", 1)  # SQLite takes what there is already as the least

        async def empty() -> None:
            server.trouble("pages", 2**30)

        asyncio.run(evening(server, memory, fill, empty, lambda: eventually(lambda: said(memory, "not-stored"))))
        wait_until(lambda: any("full" in event.get("problem", "") for event in server.events), SOON)
        server.check()
    finally:
        server.end()
    check_file(file, memory)


def check_file(file: Path, memory: Memory) -> None:
    assert memory.missing(stored(file)) == {}
    (table,) = memory.finished
    assert len(stored_moves(file, table)) > 50


# PostgreSQL.


def check_database(url: str, memory: Memory) -> None:
    with psycopg.connect(url) as connection:
        assert memory.missing(connection.execute(HISTORY).fetchall()) == {}
    assert len(memory.finished) == 1


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT], ids=["killed", "shut down"])
def test_postgresql_goes_and_comes_back(postgresql_server: PostgreSQL, postgresql: str, sign: signal.Signals) -> None:
    memory = Memory()

    async def stop() -> None:
        await asyncio.to_thread(postgresql_server.kill, sign)

    async def start() -> None:
        await asyncio.to_thread(postgresql_server.start)

    with serving(postgresql) as server:
        asyncio.run(evening(server, memory, stop, start, refused_clearly(server, memory, reads_too=True)))
    check_database(postgresql, memory)


@pytest.mark.slow
def test_postgresql_hangs_and_goes_on(postgresql_server: PostgreSQL, postgresql: str) -> None:
    """Nothing answers and no connection ends: whoever plays is told within the limit, and again if they try again."""
    memory = Memory()

    async def hang() -> None:
        postgresql_server.hang()

    async def go_on() -> None:
        postgresql_server.go_on()

    with serving(postgresql) as server:
        asyncio.run(evening(server, memory, hang, go_on, refused_clearly(server, memory, reads_too=True)))
    check_database(postgresql, memory)


@moments
def test_a_lock_in_postgresql(postgresql: str, long: bool) -> None:
    memory = Memory()
    with serving(postgresql) as server, psycopg.connect(postgresql) as other:

        async def lock() -> None:
            await asyncio.to_thread(other.execute, "LOCK TABLE steps, people IN EXCLUSIVE MODE")

        async def release() -> None:
            other.rollback()

        asyncio.run(evening(server, memory, lock, release, refused_clearly(server, memory) if long else a_moment))
    assert memory.codes == ({"not-stored"} if long else set())
    check_database(postgresql, memory)


def test_a_postgresql_that_only_reads(postgresql_server: PostgreSQL, postgresql: str) -> None:
    memory, name = Memory(), postgresql.rpartition("/")[2]

    async def only_reads(yes: bool) -> None:
        postgresql_server.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {'on' if yes else 'off'}")
        postgresql_server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            f" WHERE datname = '{name}' AND pid <> pg_backend_pid()"
        )

    with serving(postgresql) as server:
        asyncio.run(
            evening(
                server, memory, lambda: only_reads(True), lambda: only_reads(False), refused_clearly(server, memory)
            )
        )
    check_database(postgresql, memory)
