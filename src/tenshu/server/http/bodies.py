"""What may be sent: 64 KiB within twenty seconds, and text that every database can hold."""

from __future__ import annotations

import asyncio
import re

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tenshu.server.errors import Refused
from tenshu.server.http.answers import refusal

LARGEST = 64 * 1024
PATIENCE = 20.0
BODILESS = ("GET", "HEAD")
ESCAPE = re.compile(rb"\\(?:ud[89ab]..\\ud[c-f]..|u(?P<bad>0000|d[89a-f]..)|.)", re.DOTALL | re.IGNORECASE)
"""Escapes in JSON: a character in two halves, something no text can hold, or anything else."""


class BodyCheck:
    """Reads the whole body before anybody looks at it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            _check_address(scope)
            body = b"" if scope["method"] in BODILESS else await _body(scope, receive)
        except Refused as problem:
            await refusal(problem, scope)(scope, receive, send)
        else:
            if body is not None:
                await self._app(scope, _once(body, receive), send)


def _check_address(scope: Scope) -> None:
    if "\0" in scope["path"] or b"%00" in scope["query_string"]:
        raise Refused("not-understood", place="path", problem="text")


async def _body(scope: Scope, receive: Receive) -> bytes | None:
    """The body; None if its sender has gone."""
    length = Headers(scope=scope).get("content-length", "0")
    if length.isdigit() and int(length[:20]) > LARGEST:
        raise Refused("too-large", most=LARGEST)
    try:
        async with asyncio.timeout(PATIENCE):
            body = await _read(receive)
    except TimeoutError:
        raise Refused("not-understood", place="body", problem="slow") from None
    if body and not _can_be_kept(body):
        raise Refused("not-understood", place="body", problem="text")
    return body


async def _read(receive: Receive) -> bytes | None:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > LARGEST:
            raise Refused("too-large", most=LARGEST)
        if not message.get("more_body", False):
            return bytes(body)


def _can_be_kept(body: bytes) -> bool:
    """UTF-8 without NUL and without half characters, which JSON can name but no database holds."""
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in body and not any(found["bad"] for found in ESCAPE.finditer(body))


def _once(body: bytes, receive: Receive) -> Receive:
    """Gives out the body that was read, then whatever else comes."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
