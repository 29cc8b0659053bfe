"""Clients that break off, flood, lie or talk nonsense: each ends in a clear state, and nobody else notices."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tenshu.client import Client
from tests.server.running import SOON, Server, Wire, eventually, guest, serving, table_of_two, wire

MESSAGE_TYPES = (
    "move", "undo", "takeback", "resign", "replace", "answer", "return", "hint", "why", "chat", "ping",
)  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("clients") / "tenshu.db") as running:
        yield running


@dataclass
class Scene:
    """A game of two, both connected, and a stranger with a name of his own."""

    server: Server
    table: str
    ana: Wire
    bea: Wire
    mal: Client
    players: tuple[Client, Client]

    async def plays_on(self) -> None:
        """A move is made and reaches both, and neither was told anything that concerns somebody else."""
        for each in (self.ana, self.bea):
            strange = [message for message in await each.settled("before") if message["type"] == "refused"]
            assert strange == []
        told = await self.present(self.ana)
        mover = self.ana if told["moves"] else self.bea
        told = await self.present(mover)
        version, move = told["table"]["version"], told["moves"][0]
        await mover.send({"type": "move", "version": version, "move": move})
        for each in (self.ana, self.bea):
            after = await each.next("table")
            while after["table"]["version"] == version:
                after = await each.next("table")
            assert after["table"]["version"] == version + 1
            assert after["step"]["move"] == move

    async def present(self, at: Wire) -> dict[str, Any]:
        """The table as a player was last told."""
        await at.settled("present")
        return next(message for message in reversed(at.heard) if message["type"] == "table")


@asynccontextmanager
async def scene(server: Server) -> AsyncIterator[Scene]:
    async with guest(server, "Ana") as ana, guest(server, "Bea") as bea, guest(server, "Mal") as mal:
        table = await table_of_two(ana, bea)
        async with wire(server, table, ana) as one, wire(server, table, bea) as two:
            await one.next("chat")
            await two.next("chat")
            yield Scene(server, table, one, two, mal, (ana, bea))


def played(server: Server, part: Callable[[Scene], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with scene(server) as found:
            await part(found)
            await found.plays_on()

    asyncio.run(whole())


# What cannot be understood.

NONSENSE = {
    "no JSON": "take c4",
    "half of it": '{"type": "move", "version": 1, "mo',
    "a list": "[]",
    "a number": "7",
    "nothing": "",
    "null": "null",
    "no type": "{}",
    "unknown type": '{"type": "castle"}',
    "type of another type": '{"type": {"move": 1}}',
    "deep lists": "[" * 8000,
    "deep objects": '{"type":' * 2000,
    "deep value": '{"type": "ping", "id": ' + "[" * 4000 + "]" * 4000 + "}",
    "a long number": '{"type": "undo", "version": ' + "9" * 5000 + "}",
    "not a number": '{"type": "undo", "version": NaN}',
    "endless": '{"type": "undo", "version": 1e999}',
    "half a character": '{"type": "chat", "text": "\\ud800"}',
    "bytes": bytes(range(256)),
    "zeros": b"\0" * 1000,
    "bytes of another encoding": '{"type": "ping"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"type": "ping"}',
}


@pytest.mark.parametrize("nonsense", NONSENSE.values(), ids=NONSENSE.keys())
def test_nonsense_is_refused_in_words(server: Server, nonsense: str | bytes) -> None:
    async def part(found: Scene) -> None:
        async with wire(server, found.table, found.mal) as mal:
            await mal.next("chat")
            await mal.send(nonsense)
            refused = await mal.next("refused")
            assert refused["code"] == "not-understood"
            assert refused["sentence"]
            assert len(json.dumps(refused)) < 1000
            assert await mal.settled("still here") == []

    played(server, part)


KNOWN = {
    "not-understood", "not-seated", "stale", "cannot-undo", "no-such-offer", "not-your-turn", "nothing-to-return-to",
}  # fmt: skip
WRONG: tuple[Any, ...] = (None, True, -1, 1.5, "", "x" * 400, [], {}, 2**70)


def test_wrong_types_are_refused(server: Server) -> None:
    async def part(found: Scene) -> None:
        fields = ("version", "move", "seat", "offer", "agree", "text", "id")
        right: dict[str, Any] = {"version": 0, "move": "take a1", "offer": 0, "agree": True, "text": "hi", "seat": 0}
        for kind in MESSAGE_TYPES:
            for field in fields:
                async with wire(server, found.table, found.mal) as mal:
                    for number, value in enumerate(WRONG):
                        await mal.send(right | {"type": kind, field: value, "id": f"w{number}"} | {field: value})
                    await mal.settled("done")
                    codes = {message["code"] for message in mal.heard if message["type"] == "refused"}
                    assert codes <= KNOWN

    played(server, part)


def test_who_goes_on_with_nonsense_is_shown_the_door(server: Server) -> None:
    async def part(found: Scene) -> None:
        async with wire(server, found.table, found.mal) as mal:
            for _ in range(21):
                await mal.send("what?")
            assert await mal.closed() == 4400

    played(server, part)


def test_a_message_of_megabytes_ends_the_connection(server: Server) -> None:
    async def part(found: Scene) -> None:
        for size in (17 * 1024, 4 * 1024 * 1024):
            async with wire(server, found.table, found.mal) as mal:
                await mal.next("chat")
                with suppress(ConnectionClosed):
                    await mal.send(json.dumps({"type": "chat", "text": "x" * size}))
                assert await mal.closed() == 1009

    played(server, part)


# Below the messages.


@asynccontextmanager
async def bare(found: Scene, client: Client) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection on which a test writes frames by hand."""
    reader, writer = await asyncio.open_connection("127.0.0.1", found.server.port)
    key = base64.b64encode(os.urandom(16)).decode()
    headers = {"Host": f"127.0.0.1:{found.server.port}", "Upgrade": "websocket", "Connection": "Upgrade"}
    headers |= {"Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13", **client._credentials()}
    lines = [f"GET /api/tables/{found.table}/live HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    assert b" 101 " in await reader.readline()
    while await reader.readline() != b"\r\n":
        pass
    yield reader, writer
    writer.close()


def frame(payload: bytes, first: int = 0x81, length: int | None = None, masked: bool = True) -> bytes:
    """A frame of the WebSocket protocol, which may lie about its length."""
    header = bytes([first, 0xFE if masked else 0x7E]) + struct.pack(">H", len(payload) if length is None else length)
    return header + (b"\0\0\0\0" if masked else b"") + payload


async def code_of_the_end(reader: asyncio.StreamReader) -> int:
    """The code in the frame with which the server ends a connection."""
    async with asyncio.timeout(SOON):
        while True:
            first, second = await reader.readexactly(2)
            length = second & 0x7F
            if length >= 126:
                size = {126: 2, 127: 8}[length]
                length = int.from_bytes(await reader.readexactly(size), "big")
            payload = await reader.readexactly(length)
            if first & 0x0F == 8:
                return int.from_bytes(payload[:2], "big")


BROKEN_FRAMES = {
    "not UTF-8": (frame(b'{"type": "chat", "text": "\xff\xfe"}'), 1007),
    "cut in the middle of a character": (frame(b'{"type": "chat", "text": "\xe5"}'), 1007),
    "unmasked": (frame(b'{"type": "ping"}', masked=False), 1002),
    "an unknown kind of frame": (frame(b"x", first=0x83), 1002),
    "reserved bits": (frame(b"x", first=0xF1), 1002),
    "a continuation of nothing": (frame(b"x", first=0x80), 1002),
    "announced as endless": (b"\x81\xff" + struct.pack(">Q", 2**62) + b"\0\0\0\0", 1009),
}


@pytest.mark.parametrize(("sent", "code"), BROKEN_FRAMES.values(), ids=BROKEN_FRAMES.keys())
def test_broken_frames_end_the_connection(server: Server, sent: bytes, code: int) -> None:
    async def part(found: Scene) -> None:
        async with bare(found, found.mal) as (reader, writer):
            writer.write(sent)
            assert await code_of_the_end(reader) == code

    played(server, part)


@pytest.mark.parametrize("how", ["closed", "reset"])
def test_a_connection_that_breaks_in_the_middle_of_a_message(server: Server, how: str) -> None:
    async def part(found: Scene) -> None:
        before = await found.present(found.ana)
        mover = found.players[0] if before["moves"] else found.players[1]
        async with bare(found, mover) as (_, writer):
            await found.ana.next("presence", watching=3)
            move = {"type": "move", "version": before["table"]["version"], "move": "take a1"}
            writer.write(frame(json.dumps(move).encode()[:-5], length=200))
            await writer.drain()
            if how == "reset":
                raw = writer.get_extra_info("socket")
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.close()
            await found.ana.next("presence", watching=2)
        assert (await found.present(found.ana))["table"]["revision"] == before["table"]["revision"]

    played(server, part)


def test_a_connection_that_does_not_wait_for_its_welcome(server: Server) -> None:
    """Nothing of it is left, and it is no mistake of ours."""

    async def part(found: Scene) -> None:
        request = f"GET /api/tables/{found.table}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        request += "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        request += f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n"
        for _ in range(30):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(request.encode())
            await writer.drain()
            raw = writer.get_extra_info("socket")
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.close()
        await eventually(partial(only_two_sockets, found.mal))

    played(server, part)


async def only_two_sockets(client: Client) -> bool:
    figures = (await client._http.get("/metrics")).text
    return "\ntenshu_sockets 2.0\n" in figures


@pytest.mark.parametrize("name", ["nothing", "n%00thing-here", "%ff%fe%fd%fc-here", "n" * 3000])
def test_a_table_that_cannot_be(server: Server, name: str) -> None:
    async def part(found: Scene) -> None:
        async with wire(server, name, found.mal) as mal:
            assert await mal.closed() == 4404

    played(server, part)


def test_who_does_not_listen_is_let_go(server: Server) -> None:
    """Ten thousand answers that nobody reads: the connection ends, the memory of the server does not grow for it."""

    async def part(found: Scene) -> None:
        ana, _ = found.players
        async with bare(found, ana) as (reader, writer):
            reader._limit = 2**10  # type: ignore[attr-defined]  # the transport stops reading at twice this
            await found.ana.next("presence", watching=3)
            stale = frame(b'{"type": "takeback", "version": 99}')
            for _ in range(100):
                writer.write(stale * 100)
                await asyncio.sleep(0)
            await found.ana.next("presence", watching=2)
        await found.ana.settled("and on")

    played(server, part)


# Messages that are well-formed and wrong.


def test_stale_and_repeated_messages_change_nothing(server: Server) -> None:
    async def part(found: Scene) -> None:
        told = await found.present(found.ana)
        mover = found.ana if told["moves"] else found.bea
        told = await found.present(mover)
        move = {"type": "move", "version": told["table"]["version"], "move": told["moves"][0], "id": "once"}
        for _ in range(5):
            await mover.send(move)
        first = await mover.next("table", id="once")
        assert first["table"]["version"] == move["version"] + 1
        for _ in range(4):
            refused = await mover.next("refused", id="once")
            assert refused["code"] == "stale"
            assert refused["facts"] == {"version": move["version"] + 1}
            again = await mover.next("table")
            assert again["table"]["version"] == move["version"] + 1
            assert again["step"] is None
        for kind in ("undo", "takeback", "hint"):
            await mover.send({"type": kind, "version": move["version"], "id": kind})
            assert (await mover.next("refused", id=kind))["code"] == "stale"

    played(server, part)


def test_forged_messages_are_those_of_their_sender(server: Server) -> None:
    """Whatever a stranger writes into a message, it stays a stranger's."""

    async def part(found: Scene) -> None:
        told = await found.present(found.ana)
        players = [seat["person"] for seat in told["table"]["seats"]]
        before = told["table"]["revision"]
        async with wire(server, found.table, found.mal) as mal:
            for person in players:
                for kind in MESSAGE_TYPES:
                    forged = {"person": person, "seat": 0, "seats": [0, 1], "host": person, "as": person}
                    right = {"version": told["table"]["version"], "move": "take a1", "offer": before, "agree": True}
                    await mal.send({"type": kind, "text": "I am Ana", "id": kind} | right | forged)
            await mal.settled("done")
            answers = [message for message in mal.heard if message.get("id") in MESSAGE_TYPES]
            told_to_mal = {message["id"]: message["type"] for message in answers}
            assert told_to_mal == dict.fromkeys(MESSAGE_TYPES, "refused") | {"why": "why", "ping": "pong"}
        now = await found.present(found.ana)
        assert now["table"]["revision"] == before

    played(server, part)


# Floods.


def test_a_flood_is_refused_and_then_ended(tmp_path: Path) -> None:
    async def part(found: Scene) -> None:
        async with wire(found.server, found.table, found.mal) as mal:
            for _ in range(400):
                await mal.send({"type": "ping"})
            assert await mal.closed() == 4429
        too_fast = [message for message in mal.heard if message["type"] == "refused"]
        assert {message["code"] for message in too_fast} == {"too-fast"}
        assert len([message for message in mal.heard if message["type"] == "pong"]) >= 60

    with serving(tmp_path / "tenshu.db", limits="on") as server:
        played(server, part)
        played(server, chat_in_a_rush)


async def chat_in_a_rush(found: Scene) -> None:
    for number in range(8):
        await found.ana.send({"type": "chat", "text": f"word {number}", "id": str(number)})
    refused = await found.ana.next("refused")
    assert refused["code"] == "too-fast"
    await found.ana.settled("done")
    await found.bea.settled("done")
    heard = [said["text"] for message in found.bea.heard if message["type"] == "chat" for said in message["messages"]]
    assert heard[:5] == [f"word {number}" for number in range(5)]
    assert 5 <= len(heard) < 8
