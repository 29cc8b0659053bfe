"""`tenshu serve --workers 2`: one command, several processes behind one port, replaced when they die."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path
from random import Random

import psycopg
import pytest

from tests.server.running import HISTORY, Memory, Server, eventually, get, guest, play, serving, table_of_two


def serving_processes(server: Server) -> list[int]:
    """The children that serve: spawned by the first process itself, unlike the thinkers, which they spawn."""
    found = []
    for process in server.processes:
        with suppress(OSError):  # it has ended meanwhile
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            if int(fields[1]) == server.pid and b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes():
                found.append(process)
    return found


@pytest.mark.slow
def test_a_process_of_several_dies_and_is_replaced(postgresql: str, redis: str) -> None:
    memory = Memory()

    async def evening(server: Server) -> None:
        async with guest(server, "Ana") as ana, guest(server, "Bea") as bea:
            table = await table_of_two(ana, bea)
            game = asyncio.gather(
                *(play(each, table, Random(n), pause=0.05, until=memory.note) for n, each in enumerate((ana, bea)))
            )
            await eventually(lambda: begun(memory))
            await eventually(lambda: both_serve(server))
            before = serving_processes(server)
            os.kill(before[0], signal.SIGKILL)
            async with asyncio.timeout(300):
                await game
            await eventually(lambda: replaced(server, before[0]))
            figures = get(f"{server.address}/metrics").text
            assert "tenshu_moves_total" in figures

    with serving(postgresql, "--redis", redis, "--workers", "2") as server:
        asyncio.run(evening(server))
        session = server.pid
        assert server.kill(signal.SIGTERM) == 0
        assert "The table is closed" in server.log
    with psycopg.connect(postgresql) as connection:
        assert memory.missing(connection.execute(HISTORY).fetchall()) == {}
    assert not Path(f"/proc/{session}").exists()


async def begun(memory: Memory) -> bool:
    return len(memory.steps) >= 10


async def both_serve(server: Server) -> bool:
    return len(serving_processes(server)) == 2


async def replaced(server: Server, dead: int) -> bool:
    now = serving_processes(server)
    return len(now) == 2 and dead not in now
