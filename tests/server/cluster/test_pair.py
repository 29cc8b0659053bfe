"""Two processes serve the same table: moves, chat and presence cross over, and of two moves at one version one wins."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from functools import partial
from random import Random

import psycopg
import pytest

from tenshu.client import Client
from tests.cli.running import complaint, tenshu
from tests.server.running import (
    BOT,
    HISTORY,
    ME,
    OPEN,
    SOON,
    Document,
    Memory,
    Server,
    Wire,
    Worker,
    eventually,
    guest,
    play,
    table_of_two,
    wire,
)
from tests.server.services import Redis, wait_until

Pair = tuple[Server, Server]


def test_players_of_one_table_on_two_processes(pair: Pair, postgresql: str) -> None:
    """Three people and a bot play a whole game; everybody is told the same."""
    memory = Memory()

    async def evening() -> None:
        async with guest(pair[0], "Ana") as ana, guest(pair[1], "Bea") as bea, guest(pair[0], "Cid") as cid:
            table = (await ana.create("dragon-castle", [ME, OPEN, BOT, OPEN]))["id"]
            await bea.join(table)
            await cid.join(table)
            async with asyncio.timeout(120):
                last = await asyncio.gather(
                    *(play(each, table, Random(n), until=memory.note) for n, each in enumerate((ana, bea, cid)))
                )
            results = [told.table["result"] for told in last]
            assert results[0] == results[1] == results[2]

    asyncio.run(evening())
    with psycopg.connect(postgresql) as connection:
        history = connection.execute(HISTORY).fetchall()
    assert memory.missing(history) == {}
    assert len(memory.steps) > 0.9 * len(history)  # after a gap a client is just shown what is


def test_of_two_moves_at_one_version_exactly_one_wins(pair: Pair) -> None:
    async def evening() -> None:
        async with AsyncExitStack() as stack:
            ana = await stack.enter_async_context(guest(pair[0], "Ana"))
            table = (await ana.create("dragon-castle", [ME, {"kind": "here", "name": "Bea"}]))["id"]
            wires = [await stack.enter_async_context(wire(server, table, ana)) for server in pair]
            for _ in range(25):
                await one_race(wires)

    asyncio.run(evening())


async def one_race(wires: list[Wire]) -> None:
    """Both sockets send a move at once, each a different one where there are two."""
    told = [await present(each) for each in wires]
    async with asyncio.timeout(SOON):
        while told[0]["table"]["version"] != told[1]["table"]["version"]:
            await asyncio.sleep(0.05)
            told = [await present(each) for each in wires]
    version, moves = told[0]["table"]["version"], told[0]["moves"]
    assert moves == told[1]["moves"]
    sent = [moves[0], moves[-1]]
    await asyncio.gather(
        *(
            each.send({"type": "move", "version": version, "move": move, "id": f"m{version}"})
            for each, move in zip(wires, sent, strict=True)
        )
    )
    answers = [await each.next("table", "refused", id=f"m{version}") for each in wires]
    won = [answer for answer in answers if answer["type"] == "table"]
    lost = [answer for answer in answers if answer["type"] == "refused"]
    assert len(won) == len(lost) == 1
    assert won[0]["table"]["version"] == version + 1
    assert lost[0]["code"] == "stale"
    for each in wires:
        await eventually(partial(shows, each, version + 1))


async def present(at: Wire) -> Document:
    await at.settled("present")
    return next(message for message in reversed(at.heard) if message["type"] == "table")


async def shows(at: Wire, version: int) -> bool:
    return bool((await present(at))["table"]["version"] == version)


def test_presence_and_chat_cross_over(pair: Pair) -> None:
    async def evening() -> None:
        async with guest(pair[0], "Ana") as ana, guest(pair[1], "Bea") as bea:
            table = await table_of_two(ana, bea)
            people = sorted([(await each.me())["person"]["id"] for each in (ana, bea)])
            async with wire(pair[0], table, ana) as here:
                async with wire(pair[1], table, bea) as there:
                    for each in (here, there):
                        await each.next("presence", here=people, watching=2)
                    await here.send({"type": "chat", "text": "good evening"})
                    await there.send({"type": "chat", "text": "boa noite"})
                    for each in (here, there):
                        await eventually(partial(heard, each, {"good evening", "boa noite"}))
                    numbers = [[said["number"] for said in spoken(each)] for each in (here, there)]
                    assert sorted(numbers[0]) == sorted(numbers[1]) == [1, 2]
                await here.next("presence", watching=1)
                async with wire(pair[1], table, bea) as again:
                    told = (await again.next("chat"))["messages"]
                    assert [said["number"] for said in told] == [1, 2]
            await eventually(partial(nobody_is_here, ana, table))

    asyncio.run(evening())


async def nobody_is_here(client: Client, table: str) -> bool:
    return not any(seat["here"] for seat in (await client.ask("GET", f"/tables/{table}"))["seats"])


def spoken(at: Wire) -> list[Document]:
    return [said for message in at.heard if message["type"] == "chat" for said in message["messages"]]


async def heard(at: Wire, texts: set[str]) -> bool:
    await at.settled("heard")
    return {said["text"] for said in spoken(at)} == texts


def test_a_seat_and_an_offer_are_the_same_everywhere(pair: Pair) -> None:
    """What is not a move crosses over as well: an offer made here is answered there."""

    async def evening() -> None:
        async with guest(pair[0], "Ana") as ana, guest(pair[1], "Bea") as bea:
            table = await table_of_two(ana, bea)
            async with wire(pair[0], table, ana) as here, wire(pair[1], table, bea) as there:
                for each in (here, there):
                    await eventually(partial(has_begun, each))
                mover, other = (here, there) if (await present(here))["moves"] else (there, here)
                while (told := await present(mover))["moves"]:
                    version = told["table"]["version"]
                    await mover.send({"type": "move", "version": version, "move": told["moves"][0]})
                    await eventually(partial(shows, mover, version + 1))
                await eventually(partial(shows, other, told["table"]["version"]))
                await mover.send({"type": "takeback", "version": told["table"]["version"]})
                offer = await other.next("table")
                while not offer["table"]["offer"]:
                    offer = await other.next("table")
                await other.send({"type": "answer", "offer": offer["table"]["offer"]["number"], "agree": True})
                await eventually(partial(is_at_ply, mover, 0))
                await eventually(partial(is_at_ply, other, 0))

    asyncio.run(evening())


async def has_begun(at: Wire) -> bool:
    """Word of the last one to sit down may still be on its way."""
    return bool((await present(at))["table"]["status"] == "playing")


async def is_at_ply(at: Wire, ply: int) -> bool:
    return bool((await present(at))["table"]["ply"] == ply)


# Redis and workers.


def test_redis_goes_and_comes_back(pair: Pair, redis_server: Redis) -> None:
    """Without Redis moves, and what is said, still reach the sockets of the other process, within seconds."""

    async def evening() -> None:
        async with guest(pair[0], "Ana") as ana, guest(pair[1], "Bea") as bea:
            table = await table_of_two(ana, bea)
            async with wire(pair[0], table, ana) as here, wire(pair[1], table, bea) as there:
                await several_moves(here, there)
                await asyncio.to_thread(redis_server.kill)
                try:
                    await several_moves(here, there)
                    await here.send({"type": "chat", "text": "is this thing on?"})
                    await eventually(partial(heard, there, {"is this thing on?"}))
                finally:
                    await asyncio.to_thread(redis_server.start)
                await several_moves(here, there)
                await eventually(partial(chat_crosses, here, there))
            memory = Memory()
            async with asyncio.timeout(60):
                await asyncio.gather(*(play(each, table, Random(3), until=memory.note) for each in (ana, bea)))

    asyncio.run(evening())


async def several_moves(*players: Wire) -> None:
    for _ in range(4):
        told = [await present(each) for each in players]
        mover = players[0] if told[0]["moves"] else players[1]
        version = max(each["table"]["version"] for each in told)
        await eventually(partial(shows, mover, version))
        moves = (await present(mover))["moves"]
        if moves:
            await mover.send({"type": "move", "version": version, "move": moves[0]})
            for each in players:
                await eventually(partial(shows, each, version + 1))


async def chat_crosses(here: Wire, there: Wire) -> bool:
    """Word crosses over again soon after Redis is back."""
    before = len(spoken(there))
    await here.send({"type": "chat", "text": "can you hear me?"})
    await asyncio.sleep(0.3)
    await there.settled("listening")
    return len(spoken(there)) > before


def test_bots_are_answered_by_a_worker(pair: Pair, redis: str) -> None:
    worker = Worker(redis)
    try:
        worker.start()
        asyncio.run(against_a_bot(pair[0]))
        assert [event for event in pair[0].events if event["event"] == "thinking here"] == []
        assert worker.kill(signal.SIGTERM) == 0
        assert "Everything begun was thought to its end." in worker.log
        assert "Traceback" not in worker.log
    finally:
        worker.end()


async def against_a_bot(server: Server) -> None:
    async with guest(server, "Ana") as ana:
        table = (await ana.create("dragon-castle", [ME, BOT]))["id"]
        async with asyncio.timeout(120):
            await play(ana, table, Random(5))


@pytest.mark.slow
def test_a_worker_is_killed_while_it_thinks(pair: Pair, redis: str) -> None:
    """One that has hung or died costs a moment: the server thinks for itself."""
    worker, memory = Worker(redis), Memory()

    async def evening() -> None:
        async with guest(pair[0], "Ana") as ana:
            table = (await ana.create("dragon-castle", [ME, BOT]))["id"]
            game = asyncio.create_task(play(ana, table, Random(5), pause=0.01, until=memory.note))
            await eventually(partial(reached, memory, 12))
            os.kill(worker.pid, signal.SIGSTOP)  # whatever it is thinking about now, it will never tell
            await asyncio.to_thread(pair[0].wait_for_events, "thinking here")
            await asyncio.to_thread(worker.kill)
            async with asyncio.timeout(120):
                await game

    try:
        worker.start()
        asyncio.run(evening())
        assert [event for event in pair[0].events if event["event"] == "nobody thinks; a move is drawn"] == []
    finally:
        worker.end()


async def reached(memory: Memory, steps: int) -> bool:
    return len(memory.steps) >= steps


def test_a_worker_outlives_redis(pair: Pair, redis_server: Redis, redis: str) -> None:
    """When Redis is back, so is the worker."""
    worker = Worker(redis)
    try:
        worker.start()
        redis_server.kill()
        redis_server.start()
        wait_until(lambda: redis_server.ask("ZCARD tenshu:workers") == ":1", SOON, lambda: worker.is_alive)
        for _ in range(5):
            before = len(thought_here(pair[0]))
            asyncio.run(against_a_bot(pair[0]))
            if len(thought_here(pair[0])) == before:
                break  # else a question may have gone down with Redis
        else:
            pytest.fail("the worker is not asked any more")
        assert worker.kill(signal.SIGINT) == 0
    finally:
        worker.end()


def thought_here(server: Server) -> list[Document]:
    return [event for event in server.events if event["event"] == "thinking here"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ([], "say where the questions come from: --redis redis://…"),
        (["--redis", "cache"], "--redis: must begin with redis://, rediss:// or unix://"),
        (["--redis", "redis://127.0.0.1:1"], "Redis cannot be reached: "),
        (
            ["--redis", "redis://cache", "--processes", "0"],
            "--processes: must be a whole number from 1 to 256, not '0'",
        ),
    ],
)
def test_a_worker_that_cannot_begin_says_why(typed: list[str], sentence: str) -> None:
    assert complaint(tenshu("worker", *typed)).startswith(sentence)
    assert complaint(tenshu("worker", *typed, language="pt-BR"))
