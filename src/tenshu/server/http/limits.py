"""How much anybody may ask for."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import structlog
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage, RedisStorage
from limits.aio.strategies import FixedWindowRateLimiter
from limits.errors import StorageError
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from tenshu.server.errors import Refused
from tenshu.server.http.answers import refusal
from tenshu.server.services import services_of
from tenshu.server.settings import Settings

log = structlog.get_logger()

RULES: Mapping[str, tuple[type[RateLimitItem], int, int]] = {
    "requests": (RateLimitItemPerMinute, 1200, 1),
    "guests": (RateLimitItemPerHour, 60, 1),
    "sign-ins": (RateLimitItemPerMinute, 20, 10),
    "sign-ins-to": (RateLimitItemPerMinute, 40, 10),
    "accounts": (RateLimitItemPerHour, 20, 1),
    "secrets": (RateLimitItemPerHour, 60, 1),
    "webhooks": (RateLimitItemPerHour, 30, 1),
    "tables": (RateLimitItemPerHour, 120, 1),
    "analyses": (RateLimitItemPerHour, 30, 1),
    "sockets": (RateLimitItemPerMinute, 120, 1),
}
"""By name: so many in how many minutes or hours."""
REDIS_IS_ASKED_AGAIN = 5.0
REDIS_PATIENCE = 1.0
SWEPT_EVERY = 5.0


class Memory(MemoryStorage):
    """The library looks through everything it remembers at every hit; every few seconds is enough."""

    _swept = float("-inf")

    async def _MemoryStorage__schedule_expiry(self) -> None:  # noqa: N802
        if time.monotonic() - self._swept >= SWEPT_EVERY:
            self._swept = time.monotonic()
            await super()._MemoryStorage__schedule_expiry()  # type: ignore[misc]


class Limits:
    """Counts in memory, or in Redis where several processes serve; while Redis is away, each counts for itself."""

    def __init__(self, settings: Settings) -> None:
        self._factor = settings.limits
        self._own = FixedWindowRateLimiter(Memory())
        self._redis = _redis(settings.redis) if settings.redis else None
        self._shared = FixedWindowRateLimiter(self._redis) if self._redis else None
        self._shared_from = 0.0
        self._items = {
            name: kind(max(1, round(most * self._factor)), many, namespace=f"tenshu:{name}")
            for name, (kind, most, many) in RULES.items()
        }

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        if self._redis:
            bridge: Any = self._redis.bridge
            with suppress(Exception):
                await bridge.storage.aclose()

    async def hit(self, rule: str, who: str) -> None:
        """Count one more. Raises `Refused("too-fast", seconds=…)`."""
        if not self._factor:
            return
        item = self._items[rule]
        if self._shared and time.monotonic() >= self._shared_from:
            try:
                await _hit(self._shared, item, who)
                return
            except (StorageError, OSError) as problem:
                self._shared_from = time.monotonic() + REDIS_IS_ASKED_AGAIN
                log.warning("limits without redis", problem=type(problem.__cause__ or problem).__name__)
        await _hit(self._own, item, who)


async def _hit(limiter: FixedWindowRateLimiter, item: RateLimitItem, who: str) -> None:
    if not await limiter.hit(item, who):
        ends = (await limiter.get_window_stats(item, who)).reset_time
        raise Refused("too-fast", seconds=max(1, round(ends - time.time() + 0.5)))


def _redis(url: str) -> RedisStorage:
    """It asks for `redis+unix` where everybody else says `unix`."""
    address = "redis+" + url if url.startswith("unix:") else url
    return RedisStorage(
        f"async+{address}", wrap_exceptions=True, implementation="redispy",
        socket_connect_timeout=REDIS_PATIENCE, socket_timeout=REDIS_PATIENCE,
    )  # fmt: skip


def address_of(connection: HTTPConnection) -> str:
    """Who calls, as far as the network tells. A household has a whole network of the new addresses."""
    client = connection.client
    try:
        address = ipaddress.ip_address(client.host) if client else None
    except ValueError:
        return "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped or ipaddress.ip_network((address, 64), strict=False))
    return str(address or "unknown")


class RequestLimit:
    """The limit on requests of any kind, by address."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/api"):
            connection = HTTPConnection(scope)
            try:
                await services_of(connection).limits.hit("requests", address_of(connection))
            except Refused as problem:
                await refusal(problem, scope)(scope, receive, send)
                return
        await self._app(scope, receive, send)
