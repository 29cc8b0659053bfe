"""Thinking elsewhere: workers behind a real Redis, and what happens without them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import orjson
import pytest

from tenshu.server.thinking import queue as queues
from tenshu.server.thinking.pool import Lost, Pool
from tenshu.server.thinking.queue import JOBS, WORKERS, Queue, Worker
from tests.server.services import Redis

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Own(Pool):
    """A pool without processes: says who answers."""

    def __init__(self, name: str, delay: float = 0.0) -> None:
        super().__init__(1)
        self.name = name
        self.delay = delay
        self.asked: list[dict[str, Any]] = []
        self.fault: Exception | None = None

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass

    async def ask(self, kind: str, **arguments: Any) -> Any:
        self.asked.append(arguments)
        await asyncio.sleep(self.delay)
        if self.fault is not None:
            raise self.fault
        return [self.name, kind, arguments]


async def until(condition: Callable[[], Any], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while True:
            found = condition()
            if await found if asyncio.iscoroutine(found) else found:
                return
            await asyncio.sleep(0.01)


@asynccontextmanager
async def a_queue(url: str, patience: float = 20.0) -> AsyncIterator[Queue]:
    queue = Queue(url, Own("own"), patience)
    await queue.start()
    try:
        yield queue
    finally:
        await queue.stop()


@asynccontextmanager
async def a_worker(url: str, delay: float = 0.0) -> AsyncIterator[Worker]:
    worker = Worker(url, 2)
    worker._pool = Own("worker", delay)
    await worker.ready()
    stop = asyncio.Event()
    working = asyncio.create_task(worker.run(stop))
    try:
        yield worker
    finally:
        stop.set()
        await working


async def known(queue: Queue, workers: int) -> None:
    await until(lambda: _is_known(queue, workers))


async def _is_known(queue: Queue, workers: int) -> bool:
    return bool(await queue._redis.zcard(WORKERS) == workers)


async def test_a_worker_answers(redis: str) -> None:
    async with a_queue(redis) as queue, a_queue(redis) as other:
        assert await queue.ask("turn", view={}) == ["own", "turn", {"view": {}}]
        async with a_worker(redis):
            await known(queue, 1)
            answers = await asyncio.gather(*(each.ask("turn", n=n) for n in range(20) for each in (queue, other)))
            assert answers == [["worker", "turn", {"n": n}] for n in range(20) for _ in range(2)]
            assert not queue._asked
        assert await queue._redis.zcard(WORKERS) == 0
        assert (await queue.ask("turn"))[0] == "own"


async def test_a_worker_that_is_killed(redis: str) -> None:
    """It has taken the question along: after a while this process thinks for itself."""
    async with a_queue(redis, patience=0.3) as queue:
        await queue._redis.zadd(WORKERS, {"dead": await queues._time(queue._redis)})
        assert (await queue.ask("turn"))[0] == "own"
        assert await queue._redis.llen(JOBS) == 0  # nobody finds it later
        await queue._redis.zadd(WORKERS, {"dead": await queues._time(queue._redis) - queues.ALIVE_FOR - 1})
        queue._patience = 60.0
        assert (await queue.ask("turn"))[0] == "own"


async def test_a_late_answer_is_no_answer(redis: str) -> None:
    async with a_queue(redis, patience=0.3) as queue, a_worker(redis, delay=0.6):
        await known(queue, 1)
        assert (await queue.ask("turn"))[0] == "own"
        await asyncio.sleep(0.6)
        queue._patience = 20.0
        assert (await queue.ask("turn"))[0] == "worker"


async def test_a_worker_that_cannot(redis: str) -> None:
    async with a_queue(redis) as queue, a_worker(redis) as worker:
        await known(queue, 1)
        assert isinstance(worker._pool, Own)
        worker._pool.fault = Lost("no")
        assert (await queue.ask("turn"))[0] == "own"
        worker._pool.fault = ZeroDivisionError()
        assert (await queue.ask("turn"))[0] == "own"
        worker._pool.fault = None
        assert (await queue.ask("turn"))[0] == "worker"


async def test_nonsense_is_not_the_end(redis: str) -> None:
    async with a_queue(redis) as queue, a_worker(redis):
        await known(queue, 1)
        for nonsense in (b"\xff", b"[]", b"7", b"{}", orjson.dumps({"number": "1", "kind": "turn", "arguments": 3})):
            await queue._redis.lpush(JOBS, nonsense)
            await queue._redis.lpush(queue._answers, nonsense)
        for _ in range(3):
            assert (await queue.ask("turn"))[0] == "worker"


async def test_redis_goes_and_comes_back(redis: str, redis_server: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "ALIVE_EVERY", 0.1)
    async with a_queue(redis, patience=600.0) as queue, a_worker(redis, delay=0.2):
        await known(queue, 1)
        under_way = asyncio.create_task(queue.ask("turn", n=1))
        await asyncio.sleep(0.1)
        redis_server.kill()
        try:
            assert (await queue.ask("turn"))[0] == "own"
            assert (await under_way)[0] in ("own", "worker")  # without waiting for what cannot come
        finally:
            redis_server.start()
        queue._patience = 1.0
        await until(lambda: _is_known(queue, 1))

        async def answered() -> bool:
            return bool((await queue.ask("turn"))[0] == "worker")

        await until(answered)


async def test_who_asked_is_gone(redis: str) -> None:
    async with a_queue(redis) as queue, a_worker(redis, delay=0.2):
        await known(queue, 1)
        asked = asyncio.create_task(queue.ask("turn"))
        await asyncio.sleep(0.1)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        assert not queue._asked
        assert (await queue.ask("turn"))[0] == "worker"


async def test_no_redis_at_all() -> None:
    async with a_queue("redis://127.0.0.1:1/0") as queue:
        assert (await queue.ask("turn"))[0] == "own"
