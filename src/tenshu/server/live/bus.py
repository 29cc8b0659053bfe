"""Word between the processes of a server. It is a hint, never the truth: what is lost is found in the database."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

import orjson
import structlog

from tenshu.server.loops import goes_on

Document = dict[str, Any]
Heard = Callable[[str, Document], None]
"""Is told what another process says: a kind of news, and its facts."""

log = structlog.get_logger("tenshu.bus")


class Bus(Protocol):
    listeners: list[Heard]

    @property
    def alone(self) -> bool:
        """There is no other process."""
        ...

    @property
    def heard(self) -> bool:
        """Others can be heard at the moment."""
        ...

    def say(self, kind: str, **facts: Any) -> None: ...

    async def start(self) -> None: ...

    async def stop(self) -> None: ...


class NoBus:
    """The bus of a server that is one process."""

    alone = True
    heard = True

    def __init__(self) -> None:
        self.listeners: list[Heard] = []

    def say(self, kind: str, **facts: Any) -> None:
        pass

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass


class RedisBus:
    """Publishes on one channel of Redis. When Redis is away, nothing is kept for it: others look into the database."""

    alone = False

    def __init__(self, url: str, channel: str = "tenshu") -> None:
        from redis.asyncio import Redis

        self.listeners: list[Heard] = []
        self.heard = False
        self.name = secrets.token_hex(8)
        self._redis = Redis.from_url(url, socket_connect_timeout=2, socket_timeout=5, health_check_interval=10)
        self._channel = channel
        self._out: asyncio.Queue[bytes] = asyncio.Queue(10_000)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._speak())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(Exception):
            await self._redis.aclose()

    def say(self, kind: str, **facts: Any) -> None:
        with suppress(asyncio.QueueFull):
            self._out.put_nowait(orjson.dumps({"from": self.name, "kind": kind, "facts": facts}))

    async def _speak(self) -> None:
        while goes_on():
            waiting = [await self._out.get()]
            while not self._out.empty():
                waiting.append(self._out.get_nowait())
            try:
                await self._publish(waiting)
            except Exception as problem:
                log.warning("redis is away", problem=type(problem).__name__)
                self._forget()
                await asyncio.sleep(0.5)

    async def _publish(self, messages: list[bytes]) -> None:
        """Everything that has come meanwhile goes on one way."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for message in messages:
                pipeline.publish(self._channel, message)
            await pipeline.execute()

    def _forget(self) -> None:
        while not self._out.empty():
            self._out.get_nowait()

    async def _listen(self) -> None:
        while goes_on():
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(self._channel)
                    self.heard = True
                    while goes_on():
                        message = await channel.get_message(ignore_subscribe_messages=True, timeout=3.0)
                        if message is not None:
                            self._hear(message["data"])
            except Exception as problem:
                log.warning("redis is away", problem=type(problem).__name__)
            finally:
                self.heard = False
            await asyncio.sleep(0.5)

    def _hear(self, data: bytes) -> None:
        try:
            message = orjson.loads(data)
            if message["from"] == self.name:
                return
            for listener in self.listeners:
                listener(message["kind"], message["facts"])
        except Exception as problem:
            log.warning("a message that is none was heard", problem=type(problem).__name__)
