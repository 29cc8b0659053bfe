"""Which names the server answers to: a page that points its own name at this machine gets nothing."""

from __future__ import annotations

import re

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from tenshu.server.errors import Refused
from tenshu.server.http.answers import refusal
from tenshu.server.settings import Settings

HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?)\.?(:\d{1,5})?", re.ASCII)


def host_of(scope: Scope) -> str | None:
    """The name a request calls the server by, without port; None if it calls it nothing that can be a name."""
    given = Headers(scope=scope).getlist("host")
    found = HOST.fullmatch(given[0].lower()) if len(given) == 1 else None
    return found[1].strip("[]") if found else None


class HostCheck:
    """Refuses requests and sockets that mean somebody else."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._known = settings.known_hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._is_meant(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await refusal(Refused("not-understood", place="Host", problem="host"), scope)(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    def _is_meant(self, scope: Scope) -> bool:
        host = host_of(scope)
        return host is not None and (self._known is None or host in self._known)
