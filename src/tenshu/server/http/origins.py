"""Which pages may act here: our own only."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from tenshu.server.errors import Refused
from tenshu.server.http.answers import refusal
from tenshu.server.services import services_of

SAFE = ("GET", "HEAD", "OPTIONS")
FOREIGN = ("cross-site", "same-site")
SECURE = ("https", "wss")


def allowed(connection: HTTPConnection) -> bool:
    """Whether a request that changes something, or a socket, comes from our own page or from no page at all."""
    origins = connection.headers.getlist("origin")
    if not origins:
        return connection.headers.get("sec-fetch-site", "none") not in FOREIGN
    return len(origins) == 1 and origins[0] in own_origins(connection)


def own_origins(connection: HTTPConnection) -> set[str]:
    """How a browser names the page it got from here. A proxy may add the s of https without telling us."""
    host = connection.headers.get("host", "").lower()
    own = {f"https://{host}"}
    if connection.scope["scheme"] not in SECURE:
        own.add(f"http://{host}")
    public = services_of(connection).settings.public_url
    return own | {public} if public else own


class OriginCheck:
    """Refuses whatever a foreign page wants to change. Sockets ask `allowed` themselves: they have a code for it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        unsafe = scope["type"] == "http" and scope["method"] not in SAFE
        if unsafe and not allowed(HTTPConnection(scope)):
            await refusal(Refused("foreign-origin"), scope)(scope, receive, send)
        else:
            await self._app(scope, receive, send)
