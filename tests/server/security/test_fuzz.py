"""A fuzzer of the socket: valid messages, nearly valid ones and rubbish, from people of all kinds, while a game is
played. Nothing fails, no connection ends without a documented reason, and the game can be played to its end."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tenshu.client import Client
from tests.server.running import BOT, ME, OPEN, Document, Server, Wire, guest, play, serving, stored_moves, wire

MESSAGES = 2500
DOCUMENTED = {1002, 1007, 1009, 4400, 4408}
STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 8, 2**31, 2**63, 2**64, -(2**63), 10**30, 0.5, 1e308, "", "a", "\u0000", "\u202e",
    "𐦪", "é" * 64, "x" * 65, "x" * 201, "x" * 301, "take c4", "take c4 ", "TAKE C4", "take  c4", "place M1 a1",
    "spirit faith shrine", "end", "pass", [], [[]], {}, {"type": "move"}, ["move"], "1", "0", "-0", "1e3",
)  # fmt: skip


class Fuzzer:
    """Draws what is said next; half of it from what the table has just told."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def message(self, told: Document) -> Document:
        rng, table = self.rng, told["table"]
        version = table["version"] + rng.choice([0, 0, 0, 0, -1, 1])
        move = rng.choice(told["moves"]) if told["moves"] else rng.choice(["take c4", "shrine", "end", "summon"])
        seat, revision = rng.randrange(-1, 4), table["revision"]
        kinds: list[Document] = [
            {"type": "move", "version": version, "move": move},
            {"type": "undo", "version": version},
            {"type": "takeback", "version": version},
            {"type": "replace", "seat": seat},
            {"type": "answer", "offer": revision + rng.randrange(-2, 2), "agree": rng.random() < 0.7},
            {"type": "return", "seat": seat},
            {"type": "return"},
            {"type": "why", "version": version, "move": move},
            {"type": "chat", "text": rng.choice(["hi", "é" * 300, "\u0000", " ", "\u202eabc"])},
            {"type": "ping"},
            {"type": "hint", "version": version},
        ]
        chosen = rng.choices(kinds, [8, 2, 1, 1, 2, 1, 1, 3, 1, 1, 0.05])[0]
        return chosen | ({"id": rng.choice(["", "x", "é" * 64])} if rng.random() < 0.3 else {})

    def mutated(self, message: Document) -> Document:
        """A field has gone, has another value, or there is one too many."""
        rng = self.rng
        mutant = dict(message)
        for _ in range(rng.randrange(1, 3)):
            name = rng.choice([*mutant, "seat", "version", "id", "type", "extra", ""])
            if rng.random() < 0.3:
                mutant.pop(name, None)
            else:
                mutant[name] = rng.choice(STRANGE)
        return mutant

    def mangled(self, message: Document) -> bytes | str:
        """Bytes have gone, come or changed, or the whole is repeated."""
        rng = self.rng
        raw = bytearray(json.dumps(message, ensure_ascii=rng.random() < 0.5).encode())
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(raw) + 1)
            how = rng.randrange(4)
            if how == 0:
                raw[place:place] = bytes([rng.randrange(256)])
            elif how == 1:
                del raw[place : place + rng.randrange(1, 9)]
            elif how == 2 and place < len(raw):
                raw[place] ^= 1 << rng.randrange(8)
            else:
                raw[place:place] = rng.choice([b'"', b"\\", b"{", b"}", b",", b"[[", b"\\u0000", b"\\ud800", raw])
        data = bytes(raw[:15_000])
        return data if rng.random() < 0.3 else data.decode(errors="replace")

    def anything(self, told: Document) -> Document | str | bytes:
        message = self.message(told)
        kind = self.rng.random()
        if kind < 0.5:
            return message
        return self.mutated(message) if kind < 0.85 else self.mangled(message)


class Voice:
    """A person, or nobody, with a connection that is made again when it was ended for a documented reason."""

    def __init__(self, server: Server, table: str, client: Client | None) -> None:
        self.server, self.table, self.client = server, table, client
        self.stack = AsyncExitStack()
        self.wire: Wire | None = None
        self.ends: list[int] = []

    async def say(self, message: Document | str | bytes, mark: str) -> None:
        if self.wire is None:
            self.wire = await self.stack.enter_async_context(wire(self.server, self.table, self.client))
            await self.wire.next("chat")
        try:
            await self.wire.send(message)
            await self.wire.settled(mark)
        except ConnectionClosed as problem:
            self.ends.append(problem.rcvd.code if problem.rcvd else 1006)
            self.wire = None

    def told(self) -> Document:
        found = [message for message in (self.wire.heard if self.wire else []) if message["type"] == "table"]
        return found[-1] if found else {"table": {"version": 0, "revision": 0}, "moves": []}


@pytest.mark.slow
def test_the_socket_survives_everything(tmp_path: Path) -> None:
    rng, file = Random("fuzzer"), tmp_path / "tenshu.db"
    fuzzer, ends, answers, tables = Fuzzer(rng), set[int](), set[str](), list[str]()

    async def evening(server: Server) -> None:
        async with AsyncExitStack() as stack:
            ana, bea, mal = [await stack.enter_async_context(guest(server, name)) for name in ("Ana", "Bea", "Mal")]
            tables.append((await ana.create("dragon-castle", [ME, OPEN, BOT]))["id"])
            await bea.join(tables[0])
            voices = [Voice(server, tables[0], each) for each in (ana, bea, ana, mal, None)]
            for number in range(MESSAGES):
                voice = rng.choices(voices, [4, 4, 2, 1, 1])[0]
                await voice.say(fuzzer.anything(voice.told()), f"m{number}")
            for voice in voices:
                ends.update(voice.ends)
                answers.update(message["type"] for message in (voice.wire.heard if voice.wire else []))
                await voice.stack.aclose()
            for each in (ana, bea):
                async with wire(server, tables[0], each) as socket:
                    await socket.send({"type": "return"})
                    await socket.settled("back")
            async with asyncio.timeout(120):
                await asyncio.gather(*(play(each, tables[0], Random(n)) for n, each in enumerate((ana, bea))))

    with serving(file) as server:
        asyncio.run(evening(server))
    assert ends <= DOCUMENTED
    assert answers >= {"table", "refused", "chat", "presence", "pong", "why"}
    assert len(stored_moves(file, tables[0])) > 100
