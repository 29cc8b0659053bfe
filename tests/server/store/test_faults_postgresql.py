"""A server that is killed, restarts, hangs or loses an answer."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import psycopg
import pytest

from tenshu.server.store import Conflict, InDoubt, NotStored, Store
from tenshu.server.tables.table import Change, Table
from tests.server.services import PostgreSQL
from tests.server.store.building import begun, move

pytestmark = pytest.mark.anyio
LIMIT = 2.0
SOON = 60.0


@pytest.fixture
async def store(postgresql: str) -> AsyncIterator[Store]:
    store = await Store.open(postgresql, limit=LIMIT)
    yield store
    await store.close()


async def test_gone_and_back(store: Store, postgresql_server: PostgreSQL) -> None:
    table = await begun(store, "t")
    postgresql_server.kill()
    with pytest.raises(NotStored):
        await store.commit(move(table))
    for ask in (store.table("t"), store.ready(), store.fact_or("a", "b")):
        with pytest.raises(NotStored):
            await ask
    postgresql_server.start()
    assert await store.table("t") == table
    await store.commit(move(table))
    await store.ready()


@pytest.mark.parametrize("sign", [signal.SIGQUIT, signal.SIGINT])
async def test_a_restart_between_two_commits_is_not_noticed(
    store: Store, postgresql_server: PostgreSQL, sign: signal.Signals
) -> None:
    table = await begun(store, "t")
    await store.ready()
    postgresql_server.kill(sign)
    postgresql_server.start()
    await store.commit(move(table))
    assert len(await store.moves("t")) == 1


async def test_killed_while_everybody_plays(store: Store, postgresql_server: PostgreSQL) -> None:
    tables = [await begun(store, f"t{number}") for number in range(20)]
    acknowledged: dict[str, list[str]] = {table.id: [] for table in tables}
    refused = {NotStored: 0, InDoubt: 0}
    end = time.monotonic() + 5.0

    async def play_on(table: Table) -> None:
        number = 0
        while time.monotonic() < end or refused[NotStored] == 0:
            number += 1
            change = move(table, f"take {number}")
            try:
                await store.commit(change)
            except InDoubt:
                refused[InDoubt] += 1
                table = await reloaded(store, table.id)
                acknowledged[table.id] = [one.text for one in await store.moves(table.id)]
            except NotStored:
                refused[NotStored] += 1
                await asyncio.sleep(0.02)
            else:
                table = change.table
                acknowledged[table.id].append(change.step.text)

    async def disturb() -> None:
        for _ in range(3):
            await asyncio.sleep(0.5)
            await asyncio.to_thread(postgresql_server.kill)
            await asyncio.sleep(0.2)
            await asyncio.to_thread(postgresql_server.start)

    await asyncio.gather(disturb(), *map(play_on, tables))
    for table in tables:
        assert [one.text for one in await store.moves(table.id)] == acknowledged[table.id]
        assert [one.revision for one in await store.steps(table.id)] == list(range(1, len(acknowledged[table.id]) + 3))


async def reloaded(store: Store, name: str) -> Table:
    while True:
        try:
            table = await store.table(name)
        except NotStored:
            await asyncio.sleep(0.05)
        else:
            assert table
            return table


class Rival:
    """Another program in the middle of the same step."""

    def __init__(self, address: str, change: Change) -> None:
        self._connection = psycopg.connect(address)
        self._connection.execute(
            "INSERT INTO steps (table_id, revision, kind, at, version, ply, text, closed, stands)"
            " VALUES (%s, %s, 'move', 1, %s, 1, 'rival', false, true)",
            (change.table.id, change.step.revision, change.step.version),
        )

    def keeps_somebody_waiting(self) -> bool:
        question = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        return self._connection.execute(question).fetchone() is not None

    def commit(self) -> None:
        self._connection.commit()
        self._connection.close()

    def close(self) -> None:
        self._connection.close()


async def test_whoever_stands_in_the_way_is_not_waited_for_without_end(store: Store, postgresql: str) -> None:
    tables = [await begun(store, name) for name in "abc"]
    rival = Rival(postgresql, move(tables[1]))
    async with asyncio.timeout(SOON):
        answers = await asyncio.gather(*(store.commit(move(table)) for table in tables), return_exceptions=True)
    assert [type(answer) for answer in answers] == [NotStored] * 3
    rival.close()
    await asyncio.gather(*(store.commit(move(table)) for table in tables))


async def test_whoever_is_faster_wins(postgresql: str) -> None:
    store = await Store.open(postgresql, limit=SOON)
    table = await begun(store, "t")
    rival = Rival(postgresql, move(table))
    commit = asyncio.create_task(store.commit(move(table)))
    async with asyncio.timeout(SOON):
        while not await asyncio.to_thread(rival.keeps_somebody_waiting):
            await asyncio.sleep(0.05)
    rival.commit()
    with pytest.raises(Conflict):
        await commit
    assert [one.text for one in await store.moves("t")] == ["rival"]
    await store.close()


Commit = Callable[[Any], None]


def lose_the_answer(store: Store, monkeypatch: pytest.MonkeyPatch, *, before: Callable[[Any, Commit], None]) -> None:
    """The next commit's connection breaks; `before` says what happens first."""
    dialect = store._writer._engine.dialect
    commit = dialect.do_commit
    broken = False

    def break_once(connection: Any) -> None:
        nonlocal broken
        if broken:
            commit(connection)
            return
        broken = True
        before(connection, commit)
        connection.dbapi_connection.close()
        raise psycopg.OperationalError("the connection was lost")

    monkeypatch.setattr(dialect, "do_commit", break_once)


async def test_a_commit_whose_answer_was_lost_is_found(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [await begun(store, name) for name in "abc"]
    lose_the_answer(store, monkeypatch, before=lambda connection, commit: commit(connection))
    await asyncio.gather(*(store.commit(move(table)) for table in tables))
    for table in tables:
        assert len(await store.steps(table.id)) == 3


async def test_a_commit_that_was_lost_is_made_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [await begun(store, name) for name in "abc"]
    lose_the_answer(store, monkeypatch, before=lambda _connection, _commit: None)
    await asyncio.gather(*(store.commit(move(table)) for table in tables))
    for table in tables:
        assert len(await store.steps(table.id)) == 3


async def test_a_commit_that_was_lost_to_a_rival_is_a_conflict(
    store: Store, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begun(store, "t")

    def be_faster(connection: Any, _: Commit) -> None:
        connection.rollback()
        Rival(postgresql, move(table)).commit()

    lose_the_answer(store, monkeypatch, before=be_faster)
    with pytest.raises(Conflict):
        await store.commit(move(table))


async def test_a_commit_that_nobody_can_tell_about_is_in_doubt(
    store: Store, postgresql_server: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begun(store, "t")
    lose_the_answer(store, monkeypatch, before=lambda _connection, _commit: postgresql_server.kill())
    async with asyncio.timeout(SOON):
        with pytest.raises(InDoubt):
            await store.commit(move(table))
    postgresql_server.start()
    assert await store.table("t") == table
    await store.commit(move(table))


async def test_other_work_is_not_done_twice(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await begun(store, "t")
    lose_the_answer(store, monkeypatch, before=lambda connection, commit: commit(connection))
    with pytest.raises(InDoubt):
        await store.say("t", "ana", "Ana", "hello", 1.0)
    assert len(await store.messages("t")) == 1


async def test_a_server_that_hangs_is_not_ready(postgresql: str, postgresql_server: PostgreSQL) -> None:
    store = await Store.open(postgresql, limit=2 * SOON)
    os.kill(postgresql_server.pid, signal.SIGSTOP)
    try:
        async with asyncio.timeout(SOON):
            with pytest.raises(NotStored):
                await store.ready()
    finally:
        os.kill(postgresql_server.pid, signal.SIGCONT)
    await store.ready()
    await store.close()


async def test_a_connection_that_hangs_is_left_for_another(store: Store) -> None:
    """A server that has hung is no reason to wait for it for ever: it may have been replaced at the same address."""
    tables = [await begun(store, name) for name in "abc"]
    backend = await store._do(lambda connection: connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one())
    os.kill(backend, signal.SIGSTOP)
    try:
        async with asyncio.timeout(SOON):
            answers = await asyncio.gather(*(store.commit(move(table)) for table in tables), return_exceptions=True)
            assert [type(answer) for answer in answers] == [NotStored] * 3
            await asyncio.gather(*(store.commit(move(table)) for table in tables))
    finally:
        os.kill(backend, signal.SIGCONT)
    await store.set_fact("a", "b")
    for table in tables:
        assert [one.text for one in await store.moves(table.id)] == ["take 1"]


async def test_a_commit_that_hangs_is_in_doubt_and_others_do_not_wait_for_its_end(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = await begun(store, "t"), await begun(store, "u")
    backend = await store._do(lambda connection: connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one())
    dialect = store._writer._engine.dialect
    commit, hung = dialect.do_commit, False

    def hang_once(connection: Any) -> None:
        nonlocal hung
        if not hung:
            hung = True
            os.kill(backend, signal.SIGSTOP)
        commit(connection)

    monkeypatch.setattr(dialect, "do_commit", hang_once)
    try:
        async with asyncio.timeout(SOON):
            with pytest.raises(InDoubt):
                await store.commit(move(table))
            while not await stored(store, move(other)):
                pass
    finally:
        os.kill(backend, signal.SIGCONT)
    assert len(await store.moves("u")) == 1
    async with asyncio.timeout(SOON):  # whichever it heard first, the commit or that its time is over
        with contextlib.suppress(Conflict):
            while not await stored(store, move(table)):
                pass
    assert [one.text for one in await store.moves("t")] == ["take 1"]


async def stored(store: Store, change: Change) -> bool:
    try:
        await store.commit(change)
    except NotStored:
        return False
    return True


async def test_a_slow_statement_is_ended(store: Store) -> None:
    table = await begun(store, "t")
    async with asyncio.timeout(SOON):
        answers = await asyncio.gather(
            store.commit(move(table)),
            store._do(lambda connection: connection.exec_driver_sql("SELECT pg_sleep(600)")),
            return_exceptions=True,
        )
    assert [type(answer) for answer in answers] == [NotStored] * 2
    assert await store.table("t") == table
    await store.commit(move(table))
