"""What a person who hosts is told when a database cannot be used: one sentence."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection

from tenshu.server.store import Store, StoreTrouble
from tests.server.services import free_port
from tests.server.store.building import begun

pytestmark = pytest.mark.anyio


async def refused(address: str) -> str:
    """Why it cannot be opened."""
    with pytest.raises(StoreTrouble) as caught:
        await Store.open(address, limit=4.0)
    sentence, other = str(caught.value), caught.value.in_words("pt-BR")
    assert sentence != other
    for each in (sentence, other):
        assert "\n" not in each
        assert each.endswith(".")
    return sentence


async def test_a_folder_is_made_and_what_was_stored_is_there_again(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/new/folder/my games.sqlite"
    store = await Store.open(address)
    table = await begun(store, "t")
    await store.close()
    store = await Store.open(address)
    assert await store.table("t") == table
    await store.close()


async def test_a_store_that_is_kept_nowhere_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    stores = [await Store.open("sqlite://"), await Store.open("sqlite:///:memory:")]
    for store in stores:
        await begun(store, "t")
        await store.close()
        await store.close()
    assert list(tmp_path.iterdir()) == []


async def test_sqlite_keeps_every_commit_and_watches_its_references(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path}/t.sqlite")

    def asked(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    assert await store._do(asked) == ["wal", 2, 1]
    await store.close()


async def test_a_second_server_is_kept_away(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/t.sqlite"
    store = await Store.open(address)
    assert await refused(address) == (
        f"“{tmp_path}/t.sqlite” is in use by another server: stop that one, or choose another file."
    )
    await begun(store, "t")
    await store.close()
    await (await Store.open(address)).close()


async def test_a_server_that_was_killed_keeps_nobody_away(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/t.sqlite"
    script = f"""
import asyncio
from tenshu.server.store import Store
async def main():
    await Store.open({address!r})
    print("open", flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        assert "in use by another server" in await refused(address)
        process.send_signal(signal.SIGKILL)
    await (await Store.open(address)).close()


@pytest.mark.parametrize(
    "content", [b"This is no database, it is a letter to my aunt. " * 100, b"SQLite format 3\0" + b"\xaa" * 9000]
)
async def test_a_file_that_is_no_database(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "t.sqlite"
    file.write_bytes(content)
    assert f"“{file}”" in await refused(f"sqlite:///{file}")
    assert file.read_bytes() == content


async def test_a_damaged_database(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite"
    await (await Store.open(f"sqlite:///{file}")).close()
    content = bytearray(file.read_bytes())
    content[100:4096] = b"\xff" * 3996
    file.write_bytes(content)
    assert f"“{file}”" in await refused(f"sqlite:///{file}")


async def test_a_place_that_cannot_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert f"“{tmp_path}/file/t.sqlite”" in await refused(f"sqlite:///{tmp_path}/file/t.sqlite")
    (tmp_path / "folder").mkdir()
    assert f"“{tmp_path}/folder”" in await refused(f"sqlite:///{tmp_path}/folder")


@contextlib.contextmanager
def unprivileged() -> Iterator[None]:
    """Without root's right to write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


async def test_a_file_that_must_not_be_written() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "t.sqlite"
        await (await Store.open(f"sqlite:///{file}")).close()
        folder.chmod(0o755)
        (folder / "t.sqlite.lock").chmod(0o666)
        file.chmod(0o444)
        with unprivileged():
            assert f"“{file}” cannot be used" in await refused(f"sqlite:///{file}")
        (folder / "t.sqlite.lock").unlink()
        folder.chmod(0o555)
        with unprivileged():
            assert f"“{file}” cannot be used" in await refused(f"sqlite:///{file}")


async def test_a_newer_database_is_left_alone(address: str) -> None:
    store = await Store.open(address)
    await store._do(lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'r9999'"))
    await store.close()
    assert "was written by a newer version of Tenshu" in await refused(address)


async def test_a_server_that_is_not_there() -> None:
    sentence = await refused(f"postgresql://me:very-secret@127.0.0.1:{free_port()}/games")
    assert "very-secret" not in sentence
    assert "“postgresql://me:***@127.0.0.1:" in sentence


async def test_a_database_that_is_not_there(postgresql: str) -> None:
    assert "does not exist" in await refused(f"{postgresql}-not-there")


async def test_a_database_that_is_not_ours(postgresql: str) -> None:
    with psycopg.connect(postgresql) as connection:
        connection.execute("CREATE TABLE people (x int)")
    assert "cannot be used" in await refused(postgresql)


async def test_a_file_of_somebody_else(tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "t.sqlite")) as connection:
        connection.execute("CREATE TABLE people (x int)")
    assert "cannot be used" in await refused(f"sqlite:///{tmp_path}/t.sqlite")
    with contextlib.closing(sqlite3.connect(tmp_path / "t.sqlite")) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("people",)]


@pytest.mark.parametrize(
    "address", ["mysql://localhost/games", "games.sqlite", "", "sqlite3:///x", "postgresql://[::1/x"]
)
async def test_an_address_that_is_none(address: str) -> None:
    await refused(address)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg", "postgresql+asyncpg"])
async def test_ways_to_say_postgresql(postgresql: str, scheme: str) -> None:
    store = await Store.open(postgresql.replace("postgresql", scheme, 1))
    await store.ready()
    await store.close()
