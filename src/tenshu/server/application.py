"""Puts the parts of the server together, starts and stops them."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

import structlog
from fastapi import FastAPI
from starlette.middleware import Middleware

from tenshu import __version__
from tenshu.server import metrics
from tenshu.server.assembly import add_tables
from tenshu.server.clock import WallClock
from tenshu.server.http import health, people, tables
from tenshu.server.http.bodies import BodyCheck
from tenshu.server.http.client import ClientRoute, folder_of_the_client
from tenshu.server.http.errors import add_handlers
from tenshu.server.http.headers import SecurityHeaders
from tenshu.server.http.hosts import HostCheck
from tenshu.server.http.limits import Limits, RequestLimit
from tenshu.server.http.openapi import describe
from tenshu.server.http.origins import OriginCheck
from tenshu.server.http.watching import Watch
from tenshu.server.live import socket
from tenshu.server.logs import configure_logs
from tenshu.server.people.service import People
from tenshu.server.people.webhooks import Webhooks
from tenshu.server.services import Part, Services, services_of
from tenshu.server.settings import Settings
from tenshu.server.store import Store

__all__ = ["Part", "Services", "create_application", "prepare", "served_application", "services_of"]

SECONDS_TO_STOP = 4.0
"""For all parts together; requests in flight have had six before."""
COLLECTED_AFTER = (25_000, 20, 20)
"""The thresholds of Python's collector, youngest objects first."""
TURNS_OF_THREADS = 0.0003
"""Seconds after which the thread that works lets another one work: with Python's usual 5 ms, whoever stores a move
waits for whoever tells of another one."""

log = structlog.get_logger("tenshu")


def create_application(settings: Settings, store: Store | None = None) -> FastAPI:
    """The server as an ASGI application. A test may bring its own store, which stays open."""

    @asynccontextmanager
    async def lifespan(application: FastAPI) -> AsyncIterator[None]:
        opened = store or await Store.open(settings.database_url)
        try:
            services = application.state.services = _build(settings, opened)
            async with _running(services):
                yield
        finally:
            if store is None:
                until = asyncio.get_running_loop().time() + SECONDS_TO_STOP
                await _bounded(opened.close(), "store", until)

    application = FastAPI(
        title="Tenshu", version=__version__, lifespan=lifespan, redirect_slashes=False,
        openapi_url="/api/openapi.json", docs_url=None, redoc_url=None, middleware=_layers(settings),
    )  # fmt: skip
    add_handlers(application)
    describe(application)
    for module in (health, people, tables, socket):
        application.include_router(module.router)
    application.router.routes.append(ClientRoute(folder_of_the_client()))
    return application


def served_application(settings: Settings) -> FastAPI:
    """The application of a process that serves."""
    configure_logs(settings)
    metrics.forget_the_dead()
    application = create_application(settings)
    _calm_the_collector()
    sys.setswitchinterval(TURNS_OF_THREADS)
    return application


def _calm_the_collector() -> None:
    """A table keeps the states of its last moves, none of them in a cycle. With its usual thresholds Python's collector
    would go through all of them again and again, which took a fifth of the processor and stopped everybody for as long
    as 0.8 s: what was imported is left alone, and the rest is looked at more seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)


async def prepare(settings: Settings) -> None:
    """Bring the database up to date, once, before any process serves. Raises `StoreTrouble`."""
    store = await Store.open(settings.database_url)
    await store.close()


def _layers(settings: Settings) -> list[Middleware]:
    """What a request passes, the outermost layer first."""
    return [
        Middleware(SecurityHeaders, settings=settings),
        Middleware(Watch),
        Middleware(HostCheck, settings=settings),
        Middleware(RequestLimit),
        Middleware(OriginCheck),
        Middleware(BodyCheck),
    ]


def _build(settings: Settings, store: Store) -> Services:
    """Every part, none of them started. The order of `parts` is the order of starting."""
    clock = WallClock()
    people = People(store, clock)
    webhooks = Webhooks(store, people, clock, settings)
    limits = Limits(settings)
    services = Services(settings, clock, store, people, webhooks, limits)
    services.parts += [people, limits]
    add_tables(services)
    webhooks.attend(services.tables, services.hub)
    services.parts.append(webhooks)
    return services


@asynccontextmanager
async def _running(services: Services) -> AsyncIterator[None]:
    """Last started, first stopped; one that cannot be started stops those before it."""
    started: list[Part] = []
    try:
        for part in services.parts:
            started.append(part)
            await part.start()
        yield
    finally:
        services.closing = True
        until = asyncio.get_running_loop().time() + SECONDS_TO_STOP
        for part in reversed(started):
            await _bounded(part.stop(), type(part).__name__, until)


async def _bounded(stopping: Awaitable[None], name: str, until: float) -> None:
    """Whatever hangs or fails while it stops must not keep the others from stopping."""
    try:
        async with asyncio.timeout_at(until):
            await stopping
    except TimeoutError:
        log.warning("did not stop in time", part=name)
    except Exception:
        log.exception("did not stop cleanly", part=name)
