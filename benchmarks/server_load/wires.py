"""HTTP and WebSocket with as little work as possible: what is measured is the server, not its clients."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import orjson

AT_ONCE = 40
"""Requests and handshakes under way at the same time while tables are set."""
TRIES = 5
LONG = 126
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Wire(asyncio.Protocol):
    """A WebSocket connection. The mask of what it sends is zero, which changes nothing and costs nothing."""

    transport: asyncio.Transport

    def __init__(self) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = ""
        self._buffer = b""

    async def open(self, host: str, port: int, path: str, cookie: str = "") -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, host, port)
        said = [
            f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]  # fmt: skip
        said += [f"Cookie: {cookie}"] if cookie else []
        self.transport.write("\r\n".join([*said, "", ""]).encode())
        await self.opened

    def close(self) -> None:
        self.closed = "by us"
        self.transport.close()

    def send(self, text: bytes) -> None:
        self.transport.write(frame(TEXT, text))

    def heard(self, message: bytes) -> None:
        """A message has come."""

    def lost(self, why: str) -> None:
        """The server has hung up."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's are none by descent

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(f"no WebSocket: {self._buffer[:200]!r}"))
        elif not self.closed:
            self.closed = str(exc or "hung up")
            self.lost(self.closed)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        self._buffer = b""
        if not self.opened.done():
            head, end, buffer = buffer.partition(b"\r\n\r\n")
            if not end or not head.startswith(b"HTTP/1.1 101"):
                self._buffer = head
                return
            self.opened.set_result(None)
        self._read(buffer)

    def _read(self, buffer: bytes) -> None:
        at, end = 0, len(buffer)
        while end - at >= 2:
            length, start = buffer[at + 1], at + 2
            if length >= LONG:
                start += 2 if length == LONG else 8
                length = int.from_bytes(buffer[at + 2 : start], "big")
            if end < start + length:
                break
            kind = buffer[at] & 15
            at = start + length
            if kind == TEXT:
                self.heard(buffer[start:at])
            elif kind == PING:
                self.transport.write(frame(PONG, buffer[start:at]))
            elif kind == CLOSE:
                self.closed = f"closed with {int.from_bytes(buffer[start : start + 2], 'big')}"
                self.lost(self.closed)
        self._buffer = buffer[at:]


def frame(kind: int, payload: bytes) -> bytes:
    """A final frame of a client."""
    size = len(payload)
    length = bytes([128 | size]) if size < LONG else bytes([128 | LONG]) + size.to_bytes(2, "big")
    return bytes([128 | kind]) + length + bytes(4) + payload


class Refusal(Exception):
    """The server did not do what it was asked for."""


class NotStored(Refusal):
    """Nothing has changed, and one may ask again."""


class Http:
    """Requests over a few connections that stay open."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self._free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self._room = asyncio.Semaphore(AT_ONCE)

    async def ask(self, method: str, path: str, body: object = None, cookie: str = "") -> Any:
        return (await self.answer(method, path, body, cookie))[1]

    async def insist(self, method: str, path: str, body: object = None, cookie: str = "") -> Any:
        """Ask again while the database of a busy machine does not answer in time."""
        for _ in range(TRIES - 1):
            try:
                return await self.ask(method, path, body, cookie)
            except NotStored:
                await asyncio.sleep(1)
        return await self.ask(method, path, body, cookie)

    async def answer(self, method: str, path: str, body: object = None, cookie: str = "") -> tuple[str, Any]:
        """The session cookie that was set, if any, and the document."""
        async with self._room:
            reader, writer = await self._connection()
            content = b"" if body is None else orjson.dumps(body)
            head = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}", f"Content-Length: {len(content)}"]
            head += ["Content-Type: application/json"] if content else []
            head += [f"Cookie: {cookie}"] if cookie else []
            writer.write("\r\n".join([*head, "", ""]).encode() + content)
            said = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            headers = dict(line.lower().split(": ", 1) for line in said.split("\r\n")[1:] if ": " in line)
            document = await reader.readexactly(int(headers.get("content-length", 0)))
            self._free.append((reader, writer))
        status = int(said.split(" ", 2)[1])
        if status >= 400:
            kind = NotStored if status == 503 else Refusal
            raise kind(f"{method} {path}: {status} {document[:300].decode(errors='replace')}")
        cookies = [line[12:].split(";")[0] for line in said.split("\r\n") if line.lower().startswith("set-cookie: ")]
        return (cookies[0] if cookies else ""), (orjson.loads(document) if document else None)

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """One that is free and that the server has not closed meanwhile, or a new one."""
        while self._free:
            reader, writer = self._free.pop()
            if not reader.at_eof() and not writer.is_closing():
                return reader, writer
            writer.close()
        return await asyncio.open_connection(self.host, self.port)

    async def close(self) -> None:
        for _, writer in self._free:
            writer.close()
        self._free.clear()
