"""Thinking elsewhere: questions go through a list of Redis to `tenshu worker`, answers come back the same way."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import orjson
import structlog

from tenshu.server.loops import goes_on
from tenshu.server.thinking.pool import Lost, Pool

if TYPE_CHECKING:
    from redis.asyncio import Redis

JOBS = "tenshu:jobs"
WORKERS = "tenshu:workers"
"""A sorted set: every worker with the time at which it was last alive, by the clock of Redis, which all share."""
ALIVE_EVERY = 2.0
ALIVE_FOR = 8.0
ANSWER_KEPT = 60
JOBS_KEPT = 60
"""Seconds: nobody waits longer."""
PATIENCE = 12.0
"""Seconds until this process thinks for itself."""

_AWAY = object()

log = structlog.get_logger("tenshu.thinking")


class Queue:
    """Asks workers while there are any, and the pool of this process where there are none or none answers."""

    def __init__(self, url: str, own: Pool, patience: float = PATIENCE) -> None:
        from redis.asyncio import Redis

        self._redis = Redis.from_url(url, socket_connect_timeout=2, socket_timeout=10)
        self._own = own
        self._patience = patience
        self._answers = f"tenshu:answers:{secrets.token_hex(8)}"
        self._asked: dict[str, asyncio.Future[Any]] = {}
        self._listening: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self._own.start()
        self._listening = asyncio.create_task(self._listen())

    async def stop(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        with suppress(Exception):
            await self._redis.aclose()
        await self._own.stop()

    async def ask(self, kind: str, **arguments: Any) -> Any:
        """The answer of a worker, or our own."""
        try:
            return await self._ask_workers(kind, arguments)
        except Lost as problem:
            log.info("thinking here", kind=kind, problem=str(problem))
            return await self._own.ask(kind, **arguments)

    async def _ask_workers(self, kind: str, arguments: dict[str, Any]) -> Any:
        from redis.exceptions import RedisError

        number = secrets.token_hex(8)
        future = self._asked[number] = asyncio.get_running_loop().create_future()
        job = orjson.dumps({"number": number, "reply": self._answers, "kind": kind, "arguments": arguments})
        try:
            if not await self._redis.zcount(WORKERS, await _time(self._redis) - ALIVE_FOR, "+inf"):
                raise Lost("there is no worker")
            await self._redis.lpush(JOBS, job)
            await self._redis.expire(JOBS, JOBS_KEPT)
            try:
                answer = await asyncio.wait_for(future, self._patience)
            except TimeoutError:
                await self._redis.lrem(JOBS, 1, job)  # type: ignore[arg-type]
                raise Lost("no worker has answered") from None
            if answer is _AWAY:
                raise Lost("redis went away with the question")
            return answer
        except (RedisError, OSError) as problem:
            raise Lost(f"redis is away ({type(problem).__name__})") from None
        finally:
            self._asked.pop(number, None)

    async def _listen(self) -> None:
        from redis.exceptions import RedisError

        while goes_on():
            try:
                found = await self._redis.brpop([self._answers], timeout=5)
                if found is not None:
                    self._answered(orjson.loads(found[1]))
            except Exception as problem:  # whatever it was, the next answer is listened to
                if isinstance(problem, RedisError | OSError):
                    self._give_up()
                log.warning("no answers of workers", problem=type(problem).__name__)
                await asyncio.sleep(0.5)

    def _give_up(self) -> None:
        """Questions and answers are gone with Redis: whoever waits for one thinks here."""
        for future in self._asked.values():
            if not future.done():
                future.set_result(_AWAY)

    def _answered(self, answer: dict[str, Any]) -> None:
        future = self._asked.get(answer["number"])
        if future is None or future.done():
            return
        if "problem" in answer:
            future.set_exception(Lost(answer["problem"]))
        else:
            future.set_result(answer["answer"])


class Worker:
    """Answers questions for servers, as many at a time as it has processes."""

    def __init__(self, url: str, processes: int) -> None:
        from redis.asyncio import Redis

        self._redis = Redis.from_url(url, socket_connect_timeout=2, socket_timeout=10)
        self._pool = Pool(processes)
        self._processes = processes
        self.name = secrets.token_hex(8)

    async def run(self, stop: asyncio.Event) -> None:
        """Works until it is told to stop; what is under way is finished."""
        await self._pool.start()
        tasks = [asyncio.create_task(self._work(stop)) for _ in range(self._processes)]
        alive = asyncio.create_task(self._live())
        try:
            await asyncio.gather(*tasks)
        finally:
            alive.cancel()
            await asyncio.gather(alive, return_exceptions=True)
            with suppress(Exception):
                await self._redis.zrem(WORKERS, self.name)
                await self._redis.aclose()
            await self._pool.stop()

    async def ready(self) -> None:
        """Raises if Redis cannot be reached."""
        await self._redis.ping()

    async def _live(self) -> None:
        while goes_on():
            try:
                now = await _time(self._redis)
                await self._redis.zremrangebyscore(WORKERS, "-inf", now - 10 * ALIVE_FOR)
                await self._redis.zremrangebyscore(WORKERS, now + ALIVE_FOR, "+inf")  # its clock was set back
                await self._redis.zadd(WORKERS, {self.name: now})
            except Exception as problem:
                log.warning("redis is away", problem=type(problem).__name__)
            await asyncio.sleep(ALIVE_EVERY)

    async def _work(self, stop: asyncio.Event) -> None:
        from redis.exceptions import RedisError

        while goes_on() and not stop.is_set():
            try:
                found = await self._redis.brpop([JOBS], timeout=1)
                if found is not None:
                    await self._answer(orjson.loads(found[1]))
            except (RedisError, OSError) as problem:
                log.warning("redis is away", problem=type(problem).__name__)
                await asyncio.sleep(1)
            except Exception as problem:
                log.warning("a question that is none was found", problem=type(problem).__name__)

    async def _answer(self, job: dict[str, Any]) -> None:
        answer: dict[str, Any] = {"number": job["number"]}
        try:
            answer["answer"] = await self._pool.ask(job["kind"], **job["arguments"])
        except Exception as problem:
            log.warning("a question could not be answered", problem=f"{type(problem).__name__}: {problem}")
            answer["problem"] = type(problem).__name__
        await self._redis.lpush(job["reply"], orjson.dumps(answer))
        await self._redis.expire(job["reply"], ANSWER_KEPT)


async def _time(redis: Redis) -> float:
    seconds, microseconds = await redis.time()
    return float(seconds) + microseconds / 1e6
