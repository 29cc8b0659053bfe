"""Word between processes, over a real Redis that may go away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tenshu.server.live.bus import NoBus, RedisBus
from tenshu.server.live.hub import Hub, Watcher
from tests.server.live.test_hub import messages
from tests.server.services import Redis
from tests.server.tables.serving import Clock, Service, a_store

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def until(condition: Callable[[], object], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


class Listening(RedisBus):
    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.words: list[tuple[str, dict[str, Any]]] = []
        self.listeners.append(lambda kind, facts: self.words.append((kind, facts)))


@asynccontextmanager
async def buses(url: str, count: int) -> AsyncIterator[list[Listening]]:
    there = [Listening(url) for _ in range(count)]
    for bus in there:
        await bus.start()
    try:
        yield there
    finally:
        for bus in there:
            await bus.stop()


async def test_word_arrives_at_the_others_in_order(redis: str) -> None:
    async with buses(redis, 3) as (one, two, three):
        await until(lambda: one.heard and two.heard and three.heard)
        for revision in range(50):
            one.say("table", table="T", revision=revision)
        two.say("chat", table="T", message={"text": "¡olá!"})
        await until(lambda: len(two.words) == 50 and len(three.words) == 51)
        assert two.words == [("table", {"table": "T", "revision": revision}) for revision in range(50)]
        assert one.words == [("chat", {"table": "T", "message": {"text": "¡olá!"}})]
        assert not one.alone


async def test_nonsense_is_not_the_end(redis: str) -> None:
    async with buses(redis, 2) as (one, two):
        await until(lambda: one.heard and two.heard)

        def broken(kind: str, _facts: dict[str, Any]) -> None:
            if kind == "bad":
                raise ZeroDivisionError

        two.listeners.insert(0, broken)
        for nonsense in (b"\xff", b"[]", b"{}", b'"x"', b'{"from": "me", "kind": "table"}'):
            await one._redis.publish("tenshu", nonsense)
        one.say("bad")
        one.say("good")
        await until(lambda: two.words)
        assert two.words == [("good", {})]
        assert two.heard


async def test_redis_goes_and_comes_back(redis: str, redis_server: Redis) -> None:
    async with buses(redis, 2) as (one, two):
        await until(lambda: one.heard and two.heard)
        redis_server.kill()
        try:
            await until(lambda: not one.heard and not two.heard)
            for _ in range(20_000):  # more than is kept for it
                one.say("lost")
            await asyncio.sleep(0.6)
            assert one._out.qsize() <= 10_000
        finally:
            redis_server.start()
        await until(lambda: one.heard and two.heard)

        def arrives() -> bool:
            one.say("found")
            return ("found", {}) in two.words

        await until(arrives)


async def test_nobody_at_all() -> None:
    bus = RedisBus("redis://127.0.0.1:1/0")
    await bus.start()
    bus.say("table", table="T", revision=1)
    await asyncio.sleep(0.1)
    assert not bus.heard
    await bus.stop()
    await RedisBus("redis://127.0.0.1:1/0").stop()


async def test_a_server_that_is_one_process() -> None:
    bus = NoBus()
    await bus.start()
    bus.say("table", table="T", revision=1)
    await bus.stop()
    assert bus.alone
    assert bus.heard


async def test_a_move_is_seen_in_the_other_process_also_without_redis(redis: str, redis_server: Redis) -> None:
    async with a_store() as store, buses(redis, 2) as (one, two):
        here, there = Service(store), Service(store)
        Hub(here, store, one, Clock())
        hub = Hub(there, store, two, Clock())
        await hub.start()
        await here.make("me", "bot")
        await hub.welcome(ana := Watcher("T", "ana", "en"))
        messages(ana)
        await until(lambda: one.heard and two.heard)

        async def seen(move: str) -> None:
            await here.move("ana", move)
            heard: list[dict[str, Any]] = []

            def arrives() -> bool:
                heard.extend(each for each in messages(ana) if each["type"] == "table")
                return bool(heard)

            await until(arrives)
            assert [each["step"]["move"] for each in heard] == [move]

        await seen("reach left")
        redis_server.kill()
        try:
            await seen("draw")
        finally:
            redis_server.start()
        await until(lambda: one.heard and two.heard)
        await seen("keep")
        await hub.stop()
