"""Puts the parts of the server together, starts and stops them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from fastapi import FastAPI

from tenshu import __version__
from tenshu.server.clock import WallClock
from tenshu.server.people.service import People
from tenshu.server.services import Part, Services, services_of
from tenshu.server.settings import Settings

__all__ = ["Part", "Services", "create_application", "services_of"]

SECONDS_TO_STOP = 10.0
ROUTERS = ("tenshu.server.http.tables", "tenshu.server.live.socket")
"""Modules with a `router`, besides those of this page."""


def create_application(settings: Settings, store: Any = None) -> FastAPI:
    """The server as an ASGI application. A test may bring its own store, open already."""

    @asynccontextmanager
    async def lifespan(application: FastAPI) -> AsyncIterator[None]:
        services = await _build(settings, store)
        application.state.services = services
        started: list[Part] = []
        try:
            for part in services.parts:
                started.append(part)
                await part.start()
            yield
        finally:
            services.closing = True
            await _stop(started)
            if store is None:
                await services.store.close()

    application = FastAPI(
        title="Tenshu", version=__version__, lifespan=lifespan,
        openapi_url="/api/openapi.json", docs_url=None, redoc_url=None,
    )  # fmt: skip
    for module in ROUTERS:
        if find_spec(module):
            application.include_router(import_module(module).router)
    return application


async def _build(settings: Settings, store: Any) -> Services:
    """Every part, none of them started. The order of `parts` is the order of starting."""
    clock = WallClock()
    store = store or await _open_store(settings)
    people = People(store, clock)
    services = Services(settings, clock, store, people)
    services.parts += [people]
    return services


async def _open_store(settings: Settings) -> Any:
    from tenshu.server.store import Store  # type: ignore[attr-defined, import-not-found, unused-ignore]

    return await Store.open(settings.database_url)


async def _stop(parts: list[Part]) -> None:
    """Last started, first stopped; all together have ten seconds."""
    deadline = asyncio.get_running_loop().time() + SECONDS_TO_STOP
    for part in reversed(parts):
        try:
            async with asyncio.timeout_at(deadline):
                await part.stop()
        except TimeoutError:
            continue
