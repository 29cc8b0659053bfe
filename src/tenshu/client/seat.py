"""A live table: what happens there, and what one does about it, over a socket that is made again when it breaks."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

Document = dict[str, Any]
FOR_GOOD = {
    4400: "was not understood",
    4401: "belongs to a session that is over",
    4403: "comes from a foreign page",
    4404: "asks for a table that is not there",
    4409: "asks for a table that this server cannot play",
}
"""Close codes after which coming again is of no use; after 4401 it is, with other credentials."""
SESSION_OVER = 4401
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
AFTER_TROUBLE = 0.5
TROUBLE = ("not-stored", "busy", "too-fast")

log = logging.getLogger("tenshu.client")
log.addHandler(logging.NullHandler())


class Gone(Exception):
    """The server does not want this connection."""


@dataclass(frozen=True)
class Told:
    """The table as it is now."""

    table: Document
    seats: list[int]
    """Those I play."""
    seat: int | None
    """The one the view is of."""
    view: Document | None
    scores: Document | None
    moves: list[str]
    """What I may play now; empty if it is not my decision."""
    undo: bool
    step: Document | None
    """What has changed; None at first and after a gap."""
    whole: Document = field(repr=False)

    @property
    def version(self) -> int:
        found: int = self.table["version"]
        return found

    @property
    def is_over(self) -> bool:
        return bool(self.table["status"] == "finished")


class LiveTable:
    """Iterate over it to hear of every change; the first word is how things are. The iteration ends with the game."""

    def __init__(self, address: str, credentials: Callable[[], dict[str, str]]) -> None:
        self._address = address
        self._credentials = credentials
        self._socket: ClientConnection | None = None
        self._sent: Document | None = None
        """A move whose fate is not known yet."""
        self.last: Told | None = None
        self.refusals: list[Document] = []
        """What the server has refused, the latest last."""
        self.on_message: Callable[[Document], None] = lambda _: None
        """Is told of every other message: chat, presence, hints, refusals."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._socket is not None:
            await self._socket.close()

    async def __aiter__(self) -> AsyncIterator[Told]:
        pause = FIRST_PAUSE
        while True:
            credentials = self._credentials()
            try:
                async with connect(
                    self._address, additional_headers=credentials, max_size=2**22, compression=None
                ) as socket:
                    self._socket = socket
                    async for told in self._listen(socket):
                        pause = FIRST_PAUSE
                        yield told
                        if told.is_over:
                            return
            except (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError) as problem:
                await self._unless_for_good(problem, credentials)
                log.info("the connection was lost (%s); coming again", type(problem).__name__)
            finally:
                self._socket = None
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _listen(self, socket: ClientConnection) -> AsyncIterator[Told]:
        fresh = True
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "table":
                told = _told(message)
                self.last = told
                await asyncio.sleep(self._patience())
                await self._settle(told, again=fresh)
                fresh = False
                yield told
            else:
                if message["type"] == "refused":
                    self.refusals.append(message)
                    self._sent = None
                self.on_message(message)

    def _patience(self) -> float:
        """Where the server could not store a move, it is given a moment before the next attempt."""
        pause = AFTER_TROUBLE if self.refusals and self.refusals[-1]["code"] in TROUBLE else 0.0
        if pause:
            self.refusals.pop()
        return pause

    async def _settle(self, told: Told, *, again: bool) -> None:
        """A move that was on its way when the connection broke is sent again, if the table has not moved on since."""
        if self._sent is None:
            return
        if told.version != self._sent["version"]:
            self._sent = None
        elif again:
            await self._send(self._sent)

    async def _unless_for_good(self, problem: Exception, used: dict[str, str]) -> None:
        """Raises `Gone` where the server has said that it is of no use to come again."""
        closed = problem.rcvd if isinstance(problem, ConnectionClosed) else None
        if closed is None or closed.code not in FOR_GOOD:
            return
        if closed.code == SESSION_OVER:
            await asyncio.sleep(AFTER_TROUBLE)  # who has just changed the password is about to get another cookie
            if used != self._credentials():
                return
        raise Gone(f"this connection {FOR_GOOD[closed.code]}") from None

    async def move(self, move: str) -> None:
        """Play. What becomes of it is the next thing the table tells."""
        assert self.last is not None, "listen first: a move answers what the table has told"
        self._sent = {"type": "move", "version": self.last.version, "move": move}
        await self._send(self._sent)

    async def say(self, type: str, **facts: Any) -> None:
        """Any other message of the protocol: `say("chat", text="…")`, `say("resign")`."""
        await self._send({"type": type, **facts})

    async def _send(self, message: Document) -> None:
        if self._socket is None:
            return
        try:
            await self._socket.send(json.dumps(message))
        except ConnectionClosed:
            log.info("the connection was lost; the message will be thought of again")


def _told(message: Document) -> Told:
    names = ("table", "seats", "seat", "view", "scores", "moves", "undo", "step")
    return Told(**{name: message[name] for name in names}, whole=message)
