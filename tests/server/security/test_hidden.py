"""Two games that differ only in covered tiles give the same traffic, byte for byte, until one of those is uncovered.

A game is prepared, its database copied, and two covered tiles change places in the copy. Then two servers are talked to
in the same words: everything that comes back over sockets and HTTP, the log, the figures and the questions that
computer players are asked must be equal. Only time is masked (`at`, `changed`, `deadline`, milliseconds, the header
`date`), and the id that a request is drawn (`x-request-id`, `request` in the log); ids of people and tables, names,
cookies and versions are the same because the database is. How long an answer takes is not measured here:
`tests/server/live/test_hidden.py` counts what is done for it.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import signal
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from redis import Redis as RedisClient

import tenshu.games  # noqa: F401  (makes the games known)
from tenshu.client import Client, Refused
from tenshu.table.games import load
from tests.server.running import BOT, ME, OPEN, SOON, Document, Server, Wire, eventually, guest, serving, wire

TIMES = re.compile(r'("(?:at|changed|deadline)":)\d+(?:\.\d+)?')
FROM_THE_CASTLE = re.compile(r"(?:take|pair|destroy) (\S+)")
MOST_MOVES = 40


def masked(text: str) -> str:
    return TIMES.sub(r"\1T", text)


class Evening:
    """A prepared game, twice: the same but for two covered tiles."""

    def __init__(self, folder: Path) -> None:
        self.files = folder / "one.db", folder / "two.db"
        self.tables: dict[str, str] = {}
        self.cookies: list[Any] = []
        self.swapped: set[str] = set()
        """The cells of the two stacks with a tile that is another one in the copy."""
        with serving(self.files[0]) as server:
            asyncio.run(self._prepare(server))
            assert server.kill(signal.SIGTERM) == 0
        shutil.copy(*self.files)
        self._swap()

    async def _prepare(self, server: Server) -> None:
        async with guest(server, "Ana") as ana, guest(server, "Bea") as bea, guest(server, "Eve") as eve:
            wishes: Document = {"public": True, "hints": False}
            self.tables["people"] = (await ana.create("dragon-castle", [ME, OPEN], **wishes))["id"]
            await bea.join(self.tables["people"])
            self.tables["bots"] = (await ana.create("dragon-castle", [ME, BOT]))["id"]
            self.cookies = [each._http.cookies for each in (ana, bea, eve)]

    def _swap(self) -> None:
        """In the copy, the bottoms of two stacks of three change places, at every table."""
        with closing(sqlite3.connect(self.files[1])) as connection:
            for table, text in connection.execute("SELECT table_id, document FROM snapshots").fetchall():
                deal = json.loads(text)
                before = load(deal).view()
                one, two = _two_bottoms(deal["castle"])
                deal["castle"][one][0], deal["castle"][two][0] = deal["castle"][two][0], deal["castle"][one][0]
                assert load(deal).view() == before
                self.swapped |= {one, two}
                connection.execute("UPDATE snapshots SET document = ? WHERE table_id = ?", (json.dumps(deal), table))
            connection.commit()


def _two_bottoms(castle: dict[str, list[str]]) -> tuple[str, str]:
    high = [cell for cell, stack in castle.items() if len(stack) == 3]
    return next((one, two) for one in high for two in high if castle[one][0] != castle[two][0])


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return Evening(tmp_path_factory.mktemp("hidden"))


class Transcript:
    """Everything that a server says to anybody, in order, with time masked."""

    def __init__(self, server: Server, evening: Evening) -> None:
        self.server = server
        self.evening = evening
        self.table = evening.tables["people"]
        self.lines: list[str] = []
        self.wires: list[Wire] = []
        self.people: list[Client] = []
        self.asked = 0

    async def run(self, stack: AsyncExitStack) -> None:
        """Whatever can be asked and done at a table; nobody takes what lies on the two tiles."""
        rng = Random("the same words")
        for cookies in self.evening.cookies:
            client = await stack.enter_async_context(Client(self.server.address))
            client._http.cookies = cookies
            self.people.append(client)
        for each in (*self.people, None):
            self.wires.append(await stack.enter_async_context(wire(self.server, self.table, each)))
            await self.hear()
        await self.ask_everything()
        for number in range(MOST_MOVES):
            told = await self.present()
            mover = self.wires[told["table"]["to_move"]]
            moves = [move for move in (await self.present(mover))["moves"] if not self.uncovers(move, told["view"])]
            if not moves:
                break
            if number % 4 == 0:
                await self.bother(rng, told["table"]["version"])
            move = rng.choice(moves)
            await self.say(mover, type="move", version=told["table"]["version"], move=move)
            if number % 7 == 3:
                await self.say(mover, type="undo", version=(await self.present())["table"]["version"])
            if number % 10 == 9:
                await self.take_back(mover)
        await self.ask_everything()
        await self.refuse_everything()

    def uncovers(self, move: str, view: Document) -> bool:
        """Whether a move takes what lies on one of the two tiles."""
        found = FROM_THE_CASTLE.fullmatch(move)
        return bool(found and found[1] in self.evening.swapped and len(view["castle"][found[1]]) == 2)

    async def present(self, at: Wire | None = None) -> Document:
        return next(message for message in reversed((at or self.wires[-1]).heard) if message["type"] == "table")

    async def say(self, at: Wire, **message: Any) -> None:
        await at.send(message | {"id": "said"})
        await self.hear(self.wires.index(at))

    async def hear(self, first: int = 0) -> None:
        """What everybody is told, until nobody is told more; who has said something hears the answer first."""
        for number, each in sorted(enumerate(self.wires), key=lambda pair: pair[0] != first):
            before = len(each.texts)
            await each.settled("hear")
            self.lines += [f"{number} {masked(text)}" for text in each.texts[before:]]

    async def bother(self, rng: Random, version: int) -> None:
        """Questions and moves that are refused; some reach for the two stacks."""
        cells = sorted(self.evening.swapped)
        for move in (*(f"take {cell}" for cell in cells), f"pair {cells[0]}", "shrine", "summon", "nonsense", "end"):
            for each in (self.wires[0], self.wires[-1]):
                await self.say(each, type="why", version=version, move=move)
        for each in self.wires:
            await self.say(each, type="move", version=version - 1, move=f"take {cells[1]}")
            await self.say(each, type="move", version=version, move="build a1")
            await self.say(each, type="hint", version=version)
        await self.say(self.wires[0], type="chat", text=f"hm {rng.random()}")

    async def take_back(self, mover: Wire) -> None:
        await self.say(mover, type="takeback", version=(await self.present())["table"]["version"])
        offer = (await self.present())["table"]["offer"]
        if offer:
            for each in self.wires[:2]:
                await self.say(each, type="answer", offer=offer["number"], agree=True)

    async def ask_everything(self) -> None:
        """Every address that can be asked without changing anything, as everybody."""
        last = (await self.present())["table"]["ply"]
        one = f"/api/tables/{self.table}"
        paths = ["/api/tables", one, f"{one}/moves", f"{one}/moves?from={last // 2}&limit=3", f"{one}/record"]
        paths += [f"{one}/analysis", f"/tables/{self.table}", "/api/games", "/api/me", "/api/me/tables"]
        paths += [f"{one}/moments/{ply}" for ply in range(0, last + 2, 3)] + ["/api/me/statistics"]
        people = [seat["person"] for seat in (await self.present())["table"]["seats"]]
        paths += [f"/api/people/{person}" for person in people]
        for person, client in enumerate(self.people):
            for path in paths:
                await self.ask(person, client, "GET", path)

    async def refuse_everything(self) -> None:
        """What cannot be done now, over HTTP."""
        version = (await self.present())["table"]["version"]
        moves = [{"version": version, "move": f"take {cell}"} for cell in ("zz99", "a99")]
        moves += [{"version": version - 1, "move": f"take {cell}"} for cell in sorted(self.evening.swapped)]
        for person, client in enumerate(self.people):
            for move in moves:
                await self.ask(person, client, "POST", f"/api/tables/{self.table}/moves", move)
            for action in ("join", "leave", "start", "rematch", "analysis"):
                await self.ask(person, client, "POST", f"/api/tables/{self.table}/{action}", {})
        await self.hear()

    async def ask(self, person: int, client: Client, method: str, path: str, body: Any = None) -> None:
        answer = await client._http.request(method, path, json=body)
        self.asked += 1
        hidden = {"date", "x-request-id", "content-length"}  # the length is that of the masked text below
        headers = sorted(f"{name}: {value}" for name, value in answer.headers.items() if name not in hidden)
        headers = [header.replace(str(self.server.port), "PORT") for header in headers]
        text = masked(answer.text)
        self.lines.append(f"{person} {method} {path} {answer.status_code} {headers} {len(text)} {text}")


def transcripts(evening: Evening) -> Iterator[tuple[Transcript, Server]]:
    for file in evening.files:
        with serving(file) as server:

            async def listen(server: Server = server) -> Transcript:
                async with AsyncExitStack() as stack:
                    transcript = Transcript(server, evening)
                    await transcript.run(stack)
                return transcript

            yield asyncio.run(listen()), server


def test_covered_tiles_change_no_byte(evening: Evening) -> None:
    lines, logs, figures = [], [], []
    for transcript, server in transcripts(evening):
        lines.append(transcript.lines)
        server.wait_for_events("request", transcript.asked)  # the last are told, and counted, after the answer
        figures.append(asyncio.run(figures_of(server)))
        assert server.kill(signal.SIGTERM) == 0
        logs.append(log_of(server))
        assert not any(covered in server.log for covered in covered_parts(evening))
    assert len(lines[0]) > 1000
    for one, two in zip(*lines, strict=True):
        assert one == two
    assert logs[0] == logs[1]
    assert figures[0] == figures[1]
    kinds = Counter(line.split(" ", 1)[1][:20] for line in lines[0])
    assert len(kinds) > 10
    assert any('"events":[{"event":"taken"' in line for line in lines[0])


def log_of(server: Server) -> Counter[str]:
    """The lines of the log without time and without the ids that requests are drawn; how often a test has asked whether
    the server is ready, and how long there was none before, belongs to the test."""
    drawn = {"timestamp", "request", "ms"}
    ours = [
        event
        for event in server.events
        if event.get("path") not in ("/readyz", "/metrics") and "given back" not in event["event"]
    ]
    told = [{name: value for name, value in event.items() if name not in drawn} for event in ours]
    return Counter(json.dumps(event, sort_keys=True) for event in told)


async def figures_of(server: Server) -> list[str]:
    """What is counted, without what is measured, when everybody has gone; which of two requests at once was first
    counted, is chance."""
    text = ""

    async def has_settled() -> bool:
        nonlocal text
        text = (await client._http.get("/metrics")).text
        return "\ntenshu_sockets 0.0\n" in text

    async with Client(server.address) as client:
        await eventually(has_settled)
    measured = re.compile(r"_seconds|^process_|^python_|_created|^#|commit|/readyz|/metrics")
    return sorted(line for line in text.splitlines() if not measured.search(line))


def covered_parts(evening: Evening) -> list[str]:
    """How the stacks of the deal would look in a log."""
    with closing(sqlite3.connect(evening.files[0])) as connection:
        deals = [json.loads(row[0]) for row in connection.execute("SELECT document FROM snapshots WHERE ply = 0")]
    stacks = [stack for deal in deals for stack in deal["castle"].values() if len(stack) == 3]
    return [json.dumps(stack) for stack in stacks] + [json.dumps(stack, separators=(",", ":")) for stack in stacks]


def test_this_test_would_notice(evening: Evening) -> None:
    """Where a hidden tile is told, as in the record of a game that is over, the two differ."""
    records = []
    for file in evening.files:
        with serving(file) as server:

            async def give_up(server: Server = server) -> Document:
                async with Client(server.address) as ana:
                    ana._http.cookies = evening.cookies[0]
                    table = evening.tables["people"]
                    async with wire(server, table, ana) as socket:
                        with pytest.raises(Refused, match="not over"):
                            await ana.record(table)
                        await socket.send({"type": "resign"})
                        while (await socket.next("table"))["table"]["status"] != "finished":
                            pass
                        return await ana.record(table)

            records.append(asyncio.run(give_up()))
    assert records[0]["deal"]["castle"].keys() == records[1]["deal"]["castle"].keys()
    assert records[0]["deal"] != records[1]["deal"]


def test_computer_players_are_asked_the_same(evening: Evening, redis: str) -> None:
    """The test is the worker: what a bot and a hint are asked tells nothing that is covered."""
    questions: list[list[Document]] = [[], []]
    for number, file in enumerate(evening.files):
        copy = file.with_suffix(f".{number}")
        shutil.copy(file, copy)
        address = f"{redis.rpartition('/')[0]}/{number + 1}"
        with closing(RedisClient.from_url(address)) as worker, serving(copy, "--redis", address) as server:
            worker.zadd("tenshu:workers", {"test": 2e10})
            asyncio.run(question(server, evening, worker, questions[number]))
    assert [asked["kind"] for asked in questions[0]] == ["hint", "turn"]
    assert questions[0] == questions[1]


async def question(server: Server, evening: Evening, worker: Any, asked: list[Document]) -> None:
    async with Client(server.address) as ana:
        ana._http.cookies = evening.cookies[0]
        async with wire(server, evening.tables["bots"], ana) as socket:
            told = await socket.next("table")
            await socket.send({"type": "hint", "version": told["table"]["version"]})
            asked.append(await next_question(worker))
            while told["moves"]:
                move = next(move for move in told["moves"] if not FROM_THE_CASTLE.fullmatch(move) or "take" in move)
                await socket.send({"type": "move", "version": told["table"]["version"], "move": move})
                told = await socket.next("table")
            asked.append(await next_question(worker))


async def next_question(worker: Any) -> Document:
    found = await asyncio.to_thread(worker.brpop, ["tenshu:jobs"], int(SOON))
    job: Document = json.loads(found[1])
    assert job["arguments"].pop("seed")
    return {"kind": job["kind"], "arguments": job["arguments"]}
