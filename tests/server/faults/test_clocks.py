"""The wall clock jumps: nobody loses a turn, a session or a seat by it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.server.running import Server, Wire, guest, play, stored, table_of_two, wire

HOUR = 3600.0
jumps = pytest.mark.parametrize("jump", [HOUR, -HOUR], ids=["forward", "back"])


@contextmanager
def with_a_wrong_clock(file: Path) -> Iterator[Server]:
    server = Server(file)
    server.trouble("clock", 0)
    try:
        server.start()
        yield server
        server.check()
    finally:
        server.end()


@jumps
def test_the_clock_jumps_while_the_server_runs(tmp_path: Path, jump: float) -> None:
    async def evening(server: Server) -> None:
        async with guest(server, "Ana") as ana, guest(server, "Bea") as bea:
            table = await table_of_two(ana, bea, clock={"kind": "turn", "seconds": 60})
            before = (await ana.ask("GET", f"/tables/{table}"))["deadline"]
            async with wire(server, table, ana) as socket:
                first = await pong(socket)
                server.trouble("clock", jump)
                await asyncio.sleep(2.5)  # the deadlines are looked at every second
                assert 0 < await pong(socket) - first < 30
            assert (await ana.ask("GET", f"/tables/{table}"))["deadline"] == before
            assert (await bea.me())["person"]["name"] == "Bea"  # a session that was signed in the other time
            async with guest(server, "Cid") as cid:
                assert (await cid.me())["person"]["name"] == "Cid"
            last = await asyncio.gather(*(play(each, table, Random(n)) for n, each in enumerate((ana, bea))))
            assert last[0].table["ended"] - last[0].table["started"] < 100

    file = tmp_path / "tenshu.db"
    with with_a_wrong_clock(file) as server:
        asyncio.run(evening(server))
    assert stored(file, "SELECT revision FROM steps WHERE kind = 'missed'") == []


async def pong(socket: Wire) -> float:
    await socket.send({"type": "ping", "id": "time"})
    return float((await socket.next("pong", id="time"))["at"])


@jumps
def test_the_clock_is_set_between_two_runs(tmp_path: Path, jump: float) -> None:
    """The server cannot tell an hour without it from a clock that was set: in both cases a turn has what it had left,
    and a clock of days goes on as the calendar does."""

    async def evening(server: Server) -> None:
        async with guest(server, "Ana") as ana, guest(server, "Bea") as bea:
            quick = await table_of_two(ana, bea, clock={"kind": "turn", "seconds": 60})
            days = await table_of_two(ana, bea, clock={"kind": "turn", "seconds": 3 * 86_400})
            before = [(await ana.ask("GET", f"/tables/{table}"))["deadline"] for table in (quick, days)]
            await asyncio.to_thread(server.kill)
            server.trouble("clock", jump)
            await asyncio.to_thread(server.start)
            after = [(await ana.ask("GET", f"/tables/{table}"))["deadline"] for table in (quick, days)]
            assert after[0] - before[0] == pytest.approx(jump, abs=30)
            assert after[1] == before[1]
            await asyncio.sleep(1.5)
            last = await asyncio.gather(*(play(each, quick, Random(n)) for n, each in enumerate((ana, bea))))
            assert last[0].is_over

    file = tmp_path / "tenshu.db"
    with with_a_wrong_clock(file) as server:
        asyncio.run(evening(server))
    assert stored(file, "SELECT revision FROM steps WHERE kind = 'missed'") == []
