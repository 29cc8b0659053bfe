"""Headers that tell browsers what a page of ours may do."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tenshu.server.http.hosts import HOST
from tenshu.server.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'{sockets}; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
ALWAYS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
HSTS = "max-age=31536000"


class SecurityHeaders:
    """Adds them to every answer, and keeps answers about people and tables out of caches."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._always = ALWAYS | ({"strict-transport-security": HSTS} if settings.secure else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self._always)
                headers["content-security-policy"] = policy_for(scope)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, receive, with_headers)


def policy_for(scope: Scope) -> str:
    """`'self'` does not mean sockets in every browser, so they are named."""
    host = Headers(scope=scope).get("host", "").lower()
    named = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    return POLICY.format(sockets=named)
