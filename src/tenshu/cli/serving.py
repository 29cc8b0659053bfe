"""Uvicorn, set up for tables: one process, or several that share a port."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn
from uvicorn.supervisors import Multiprocess

from tenshu.server.application import served_application
from tenshu.server.settings import Settings

SECONDS_TO_FINISH = 6
"""For requests and moves in flight when the server is told to stop."""
SECONDS_TO_BEGIN = 60.0
LARGEST_MESSAGE = 16 * 1024
PING_EVERY, PONG_WITHIN = 20.0, 20.0
FIGURES = "PROMETHEUS_MULTIPROC_DIR"


def run_one(settings: Settings, listener: socket.socket, announce: Callable[[], None]) -> bool:
    """Serve in this process until a signal comes; whether it ever did."""
    server = _Server(_config(settings), announce)
    with suppress(SystemExit):
        server.run([listener])
    return server.started


def run_several(settings: Settings, listener: socket.socket, announce: Callable[[], None]) -> bool:
    """Serve in processes that are replaced if they die; whether they ever did."""
    with TemporaryDirectory(prefix="tenshu-figures-") as folder:
        os.environ[FIGURES] = folder
        listener.listen(2048)
        processes = _Processes(_config(settings), [listener])
        processes.announce = announce
        processes.run()
        return processes.served


def _config(settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        partial(served_application, settings),
        factory=True,
        lifespan="on",
        workers=settings.workers,
        loop="uvloop" if find_spec("uvloop") else "asyncio",
        http=_http(),
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PONG_WITHIN,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
        timeout_keep_alive=30,
        server_header=False,
        access_log=False,
        log_config=None,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
    )


def _http() -> Any:
    """The fast parser, with bounds; the other has bounds of its own."""
    if not find_spec("httptools"):
        return "h11"
    from tenshu.server.http.wire import BoundedHttp

    return BoundedHttp


class _Server(uvicorn.Server):
    """Says so when it has begun."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()


class _Processes(Multiprocess):
    """Says so when the first has begun."""

    announce: Callable[[], None]
    served = False

    def init_processes(self) -> None:
        super().init_processes()
        self.served = self.processes[0].wait_until_ready(SECONDS_TO_BEGIN, self.should_exit)
        if self.served:
            self.announce()
