"""Backup and restore, by the very commands of docs/hosting.md, while a game is played."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest

from tenshu.client import Client
from tests.server.running import HISTORY, Memory, Server, eventually, guest, play, serving, stored, table_of_two
from tests.server.services import PostgreSQL, find

PAGE = Path(__file__).parents[3] / "docs" / "hosting.md"


def documented(beginning: str, **replaced: str) -> str:
    """The command of the page that begins like this, with the test's own paths and addresses."""
    (found,) = {line for line in PAGE.read_text().splitlines() if line.startswith(beginning)}
    for there, here in replaced.items():
        old = {
            "file": "/var/lib/tenshu/tenshu.db",
            "backup": "/var/backups/tenshu.",
            "url": "postgresql://tenshu@db/tenshu",
        }
        assert old[there] in found or there not in ("file", "url")
        found = found.replace(old[there], here)
    return found


def shell(command: str, *folders: str) -> None:
    path = os.pathsep.join([*folders, os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path}
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, "")


async def evening(server: Server, memory: Memory, back_up: Callable[[], None]) -> tuple[str, list[Any], set[Any]]:
    """A game of two, backed up in its middle: its table, the players' cookies, and what had been told before."""
    async with guest(server, "Ana") as ana, guest(server, "Bea") as bea:
        table = await table_of_two(ana, bea)
        players = [
            asyncio.create_task(play(each, table, Random(seed), pause=0.05, until=memory.note))
            for seed, each in enumerate((ana, bea))
        ]
        await eventually(lambda: reached(memory, 20))
        before = set(memory.steps)
        await asyncio.to_thread(back_up)
        later = len(memory.steps) + 5
        await eventually(lambda: reached(memory, later))
        await asyncio.to_thread(server.kill)
        for each in players:
            each.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        return table, [each._http.cookies for each in (ana, bea)], before


async def reached(memory: Memory, steps: int) -> bool:
    return len(memory.steps) >= steps


async def next_day(server: Server, table: str, cookies: list[Any]) -> Memory:
    """The same people, at the server that was restored, finish the game."""
    memory = Memory()
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Client(server.address)) for _ in cookies]
        for client, cookie in zip(people, cookies, strict=True):
            client._http.cookies = cookie
        async with asyncio.timeout(120):
            await asyncio.gather(*(play(each, table, Random(7), until=memory.note) for each in people))
    return memory


def check(before: set[Any], memory: Memory, later: Memory, history: list[Any]) -> None:
    """What was told before the backup is there as it was told; what came after it was played anew."""
    missing = memory.missing(history)
    assert not before & missing.keys()
    assert later.missing(history) == {}
    assert later.finished


def test_sqlite(tmp_path: Path) -> None:
    file, backup, memory = tmp_path / "tenshu.db", tmp_path / "backup", Memory()
    tools = str(Path(find("sqlite3", "sqlite3")).parent)
    saving = documented('sqlite3 /var/lib/tenshu/tenshu.db "VACUUM', file=str(file), backup=f"{backup}.")
    removing = documented("rm -f /var/lib", file=str(file))
    restoring = documented("cp /var/backups", file=str(file), backup=f"{backup}.")
    with serving(file) as server:
        table, cookies, before = asyncio.run(evening(server, memory, lambda: shell(saving, tools)))
    shell(removing)
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith("tenshu.db")] == ["tenshu.db.lock"]
    shell(restoring)
    with serving(file) as server:
        later = asyncio.run(next_day(server, table, cookies))
    check(before, memory, later, stored(file))


@pytest.mark.slow
def test_postgresql(tmp_path: Path, postgresql_server: PostgreSQL, postgresql: str) -> None:
    memory = Memory()
    tools = str(Path(find("postgres", "postgresql")).resolve().parent)
    saving = documented("pg_dump", url=postgresql, backup=f"{tmp_path}/tenshu.")
    restoring = documented("pg_restore", url=postgresql, backup=f"{tmp_path}/tenshu.")
    with serving(postgresql) as server:
        table, cookies, before = asyncio.run(evening(server, memory, lambda: shell(saving, tools)))
    shell(restoring, tools)
    with serving(postgresql) as server:
        later = asyncio.run(next_day(server, table, cookies))
    with psycopg.connect(postgresql) as connection:
        check(before, memory, later, connection.execute(HISTORY).fetchall())
    with postgresql_server.database() as empty:  # and into a database that has nothing yet
        shell(restoring.replace(postgresql, empty), tools)
        with psycopg.connect(empty) as connection:
            assert not before & memory.missing(connection.execute(HISTORY).fetchall()).keys()


def test_the_page_names_what_there_is() -> None:
    """Options, figures and files of the page exist."""
    from tenshu.server import metrics
    from tenshu.server.settings import READERS

    page = PAGE.read_text()
    ours = {f"--{name.replace('_', '-')}" for name in READERS} | {"--processes", "--help"}
    for command in re.findall(r"^(?:/opt/tenshu/bin/)?tenshu .*$|`--[a-z-]+[^`]*`", page, re.MULTILINE):
        assert set(re.findall(r"--[a-z-]+", command)) <= ours, command
    figures = metrics.exposition().decode()
    for figure in re.findall(r"`(tenshu_[a-z_]+)", page):
        assert figure in figures or figure.removesuffix("_total") in figures
    for link in re.findall(r"\]\(([^)]+)\)", page):
        assert (PAGE.parent / link).exists(), link


@pytest.mark.parametrize("unit", ["tenshu.service", "tenshu-worker.service"])
def test_the_units_are_understood(unit: str) -> None:
    analyse = shutil.which("systemd-analyze")
    file = PAGE.parents[1] / "examples" / "hosting" / unit
    assert "ExecStart=/opt/tenshu/bin/tenshu" in file.read_text()
    if analyse:
        done = subprocess.run([analyse, "verify", file], capture_output=True, text=True, check=False)
        complaints = [line for line in done.stderr.splitlines() if "/opt/tenshu" not in line and unit in line]
        assert complaints == []
