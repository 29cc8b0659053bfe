"""The server is killed again and again while people play. What was acknowledged is there, and everybody finishes."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tenshu.client import Client, Refused
from tenshu.table.record import Record
from tests.server.running import (
    BOT,
    ME,
    OPEN,
    Memory,
    Server,
    eventually,
    guest,
    persistently,
    play,
    processes_of,
    serving,
    stored,
    stored_moves,
)

KILLS = 30
PAUSE = 0.03
"""Seconds somebody thinks about a move, so that games last."""


async def keep_playing(
    people: list[Client], seats: list[Any], rng: Random, memory: Memory, over: Callable[[], bool]
) -> None:
    """Game after game, until no more are wanted; the last one is finished."""
    host, *others = people
    while True:
        table: str = (await persistently(partial(host.create, "dragon-castle", seats)))["id"]
        for each in others:
            await persistently(partial(sit_down, each, table))
        players = [play(each, table, Random(rng.random()), pause=PAUSE, until=memory.note) for each in people]
        async with asyncio.timeout(900):
            await asyncio.gather(*players)
        if over():
            return


async def sit_down(client: Client, table: str) -> None:
    try:
        await client.join(table)
    except Refused as refusal:
        if refusal.code not in ("already-seated", "already-begun"):  # the answer was lost, not the deed
            raise


async def kill_again_and_again(server: Server, rng: Random) -> None:
    for _ in range(KILLS):
        await asyncio.sleep(rng.uniform(0.05, 0.6))
        session = server.pid
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.begin)
        if rng.random() < 0.8:  # else it is killed while it starts
            await asyncio.to_thread(server.wait_until_up)
        await eventually(partial(left_nobody, session))
    await asyncio.to_thread(server.wait_until_up)


async def left_nobody(session: int) -> bool:
    """Nothing of a server that was killed goes on."""
    return not processes_of(session)


@pytest.mark.slow
def test_thirty_kills_lose_no_acknowledged_move(tmp_path: Path) -> None:
    rng, memory, file = Random("thirty kills"), Memory(), tmp_path / "tenshu.db"

    async def evening(server: Server) -> None:
        async with AsyncExitStack() as stack:
            ana, bea, cid, dan, eve = [
                await stack.enter_async_context(guest(server, name)) for name in ("Ana", "Bea", "Cid", "Dan", "Eve")
            ]
            killing = asyncio.create_task(kill_again_and_again(server, rng))
            rounds = [
                ([ana, bea], [ME, OPEN]),
                ([bea, cid, dan], [ME, OPEN, BOT, OPEN]),
                ([dan], [ME, BOT]),
                ([eve, ana], [OPEN, ME]),
                ([eve], [ME]),
            ]
            await asyncio.gather(
                killing, *(keep_playing(*each, Random(rng.random()), memory, killing.done) for each in rounds)
            )
            for table in memory.finished:
                check_record(await cid.record(table))

    with serving(file) as server:
        asyncio.run(evening(server))
        assert len(memory.finished) >= 5
        check_memory(memory, file)


def check_memory(memory: Memory, file: Path) -> None:
    """Every step anybody was told of is in the database, at its place; no table waits for a bot that nobody asks."""
    assert len(memory.steps) > 300
    assert memory.missing(stored(file)) == {}
    assert stored(file, "SELECT id FROM tables WHERE waits_for = 'bot'") == []
    for table in memory.finished:
        stored_moves(file, table)


def check_record(document: dict[str, Any]) -> None:
    assert document["result"] is not None
    states = list(Record.from_json(document).states())
    assert states[-1][1].is_over


def test_restarts_in_order_are_hardly_noticed(tmp_path: Path) -> None:
    """A server that is told to stop ends well, with everything stored; clients come again by themselves."""
    memory, file = Memory(), tmp_path / "tenshu.db"

    async def evening(server: Server) -> None:
        async with guest(server, "Ana") as ana, guest(server, "Bea") as bea:
            playing = asyncio.create_task(
                keep_playing([ana, bea], [ME, OPEN, BOT], Random(1), memory, restarting.is_set)
            )
            for _ in range(3):
                await asyncio.sleep(0.7)
                session = server.pid
                assert await asyncio.to_thread(server.kill, signal.SIGTERM) == 0
                await eventually(partial(left_nobody, session))
                await asyncio.to_thread(server.start)
            restarting.set()
            await playing

    restarting = threading.Event()
    with serving(file) as server:
        asyncio.run(evening(server))
    assert memory.missing(stored(file)) == {}
    assert memory.finished
