"""HTTP on the wire: how long and how large the head of a request may be, which uvicorn leaves open."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST_HEAD = 64 * 1024
LARGEST_REQUEST = 16 * 1024 * 1024
"""So much of a body that was refused long ago is still taken and thrown away, so that its sender hears the answer."""
SECONDS_FOR_A_HEAD = 20.0


class BoundedHttp(HttpToolsProtocol):
    """Hangs up on heads that are too large or never come."""

    _head: int | None = 0
    """Bytes of the head that is being received; None behind it."""
    _request = 0
    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._request += len(data)
        if self._head is not None:
            self._head += len(data)
        super().data_received(data)
        if (self._head or 0) > LARGEST_HEAD or self._request > LARGEST_REQUEST:
            self._hang_up()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = self._request = 0
        self._wait()

    def on_headers_complete(self) -> None:
        self._head = None
        self._wait_no_more()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._request = 0
        super().on_message_complete()

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(SECONDS_FOR_A_HEAD, self._hang_up)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _hang_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
