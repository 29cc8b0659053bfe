"""Every request has an id, a line in the log and a place in the figures; whatever nobody caught ends here."""

from __future__ import annotations

import re
import secrets
import time
from contextlib import suppress

import structlog
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tenshu.server import metrics
from tenshu.server.errors import Refused
from tenshu.server.http.answers import refusal

log = structlog.get_logger()

QUIET = ("/healthz", "/readyz", "/metrics", "/{path:path}")
TABLE = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,40})")
METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"})
OUR_MISTAKE = 1011
GONE = 499
"""The status in the log of a request whose sender did not wait."""


class Watch:
    """Sees everything that the layers within answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        id = secrets.token_hex(8)
        scope.setdefault("state", {})["request"] = id
        with structlog.contextvars.bound_contextvars(request=id):
            await (self._http if scope["type"] == "http" else self._socket)(scope, receive, send, id)

    async def _http(self, scope: Scope, receive: Receive, send: Send, id: str) -> None:
        begun = time.perf_counter()
        status = GONE

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["x-request-id"] = id
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except Exception:
            log.exception("our mistake")
            if status == GONE:
                await refusal(Refused("our-mistake", id=id), scope, 500)(scope, receive, noted)
        finally:
            _note(scope, status, time.perf_counter() - begun)

    async def _socket(self, scope: Scope, receive: Receive, send: Send, _id: str) -> None:
        try:
            await self._app(scope, receive, send)
        except Exception:
            log.exception("our mistake")
            with suppress(Exception):
                await send({"type": "websocket.close", "code": OUR_MISTAKE})


def _note(scope: Scope, status: int, seconds: float) -> None:
    route = getattr(scope.get("route"), "path", None) or "none"
    method = scope["method"] if scope["method"] in METHODS else "other"
    metrics.REQUESTS.labels(method, route, status).inc()
    metrics.REQUEST_SECONDS.labels(route).observe(seconds)
    tell = log.debug if route in QUIET and status < 400 else log.info
    tell(
        "request", method=method, path=scope["path"][:200], status=status, ms=round(seconds * 1000, 1),
        person=getattr(scope["state"].get("person"), "id", None), **_table(scope["path"]),
    )  # fmt: skip


def _table(path: str) -> dict[str, str]:
    found = TABLE.match(path)
    return {"table": found[1]} if found else {}
