"""Real server processes for tests, on free ports of loopback, and people who play on them."""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import shutil
import signal
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, ClassVar, TypeVar

import httpx
from redis import Redis
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tenshu.client import Client, LiveTable, Refused, Told
from tests.server.nursery import Nursery
from tests.server.services import PATIENCE, free_port, wait_until

Document = dict[str, Any]
T = TypeVar("T")
ME, OPEN = {"kind": "me"}, {"kind": "open"}
BOT = {"kind": "bot", "level": "visitor"}
UVICORN_TELLS = ("Invalid UTF-8 sequence received from client.",)
"""Faults of clients that Uvicorn writes into the log as if they were its own."""
SOON = 60.0
"""Seconds in which anything happens on a machine that has other work."""


class Running:
    """A command that runs in a process of its own. It can be killed and started again."""

    _nursery: ClassVar[Nursery | None] = None

    def __init__(self, name: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"tenshu-{name}-"))
        self.pid = 0

    def command(self) -> list[str]:
        raise NotImplementedError

    def is_up(self) -> bool:
        raise NotImplementedError

    @property
    def log(self) -> str:
        file = self.folder / "log"
        return file.read_text(errors="replace") if file.exists() else ""

    @property
    def is_alive(self) -> bool:
        """Whether its process has not ended (one that has, but was not waited for, counts as ended)."""
        status = Path(f"/proc/{self.pid}/stat")
        try:
            return self.pid != 0 and status.read_text().rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False

    def trouble(self, kind: str, much: float) -> None:
        """`clock` is wrong by so many seconds, or SQLite has so many `pages`: said before the start, then any time."""
        (self.folder / kind).with_suffix(".new").write_text(str(much))
        (self.folder / kind).with_suffix(".new").replace(self.folder / kind)

    def begin(self) -> None:
        """Start, without waiting for it."""
        if Running._nursery is None:
            Running._nursery = Nursery()
            atexit.register(Running._nursery.end)
        self.pid = Running._nursery.run(self.command(), self.folder)

    def start(self) -> None:
        """Start, and wait until it answers."""
        self.begin()
        self.wait_until_up()

    def wait_until_up(self) -> None:
        try:
            wait_until(self.is_up, PATIENCE, lambda: self.is_alive)
        except TimeoutError:
            raise AssertionError(f"{self.command()} does not start: {self.log[-2000:]}") from None

    def kill(self, sign: signal.Signals = signal.SIGKILL) -> int:
        """End it, as a crash or a restart would; its files stay. The exit status."""
        assert Running._nursery is not None
        os.kill(self.pid, sign)
        code = Running._nursery.wait(self.pid)
        self.pid = 0
        return code

    @property
    def processes(self) -> list[int]:
        """Its own process and all it has started."""
        return processes_of(self.pid)

    def end(self) -> None:
        """For good."""
        if self.pid:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def processes_of(session: int) -> list[int]:
    """The processes of a session that have not ended; a command that runs here has one of its own."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, _, number = file.read_text().rpartition(")")[2].split()[:4]
            if int(number) == session and state != "Z":
                found.append(int(file.parent.name))
    return found


class Server(Running):
    """`tenshu serve`; started again it has the same port and database."""

    def __init__(self, database: str | Path, *options: str, limits: str = "off") -> None:
        super().__init__("server")
        self.port = free_port()
        self.database = str(database)
        self.options = options
        self.limits = limits

    def command(self) -> list[str]:
        return [
            "serve", "--port", str(self.port), "--database", self.database, "--limits", self.limits, "--log", "json",
            "--log-level", "debug", "--bots", "1", *self.options,
        ]  # fmt: skip

    def is_up(self) -> bool:
        try:
            return httpx.get(f"{self.address}/readyz", timeout=2).status_code == 200
        except httpx.TransportError:
            return False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_address(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    @property
    def events(self) -> list[Document]:
        """What the log tells."""
        *whole, _being_written = self.log.split("\n")
        return [json.loads(line) for line in whole if line.startswith("{")]

    def wait_for_events(self, name: str, number: int = 1, **facts: object) -> list[Document]:
        """What the log tells of this, once it does so often: a line is written a moment after what it tells of."""
        found: list[Document] = []

        def there() -> bool:
            told = [event for event in self.events if event["event"] == name]
            found[:] = [event for event in told if facts.items() <= event.items()]
            return len(found) >= number

        try:
            wait_until(there, SOON)
        except TimeoutError:
            raise AssertionError(f"{len(found)} times “{name}” {facts} in the log: {self.log[-2000:]}") from None
        return found

    def wait_for_request(self, answer: httpx.Response) -> Document:
        """The line of the log about a request that was answered."""
        return self.wait_for_events("request", request=answer.headers["x-request-id"])[0]

    @property
    def mistakes(self) -> list[Document]:
        """What the log tells that should never happen: anything nobody caught, anything that has failed."""
        wrong = [event for event in self.events if event.get("level") in ("error", "critical") or "exception" in event]
        return [event for event in wrong if event["event"] not in UVICORN_TELLS]

    def check(self) -> None:
        """Nothing has gone wrong that should not."""
        if self.mistakes:
            raise AssertionError("\n".join(str(value) for event in self.mistakes for value in event.values())[-9000:])


@contextmanager
def serving(database: str | Path, *options: str, limits: str = "off") -> Iterator[Server]:
    """A server that runs as long as the test wants it; at the end nothing went wrong that nobody caught."""
    server = Server(database, *options, limits=limits)
    try:
        server.start()
        yield server
        server.check()
    finally:
        server.end()


class Worker(Running):
    """`tenshu worker`. It is up when servers find it in Redis."""

    def __init__(self, redis: str, processes: int = 1) -> None:
        super().__init__("worker")
        self.redis = redis
        self.thinkers = processes
        self.others = -1
        """How many workers there were before."""

    def command(self) -> list[str]:
        return ["worker", "--redis", self.redis, "--processes", str(self.thinkers)]

    def begin(self) -> None:
        self.others = self._known()
        super().begin()

    def is_up(self) -> bool:
        return self._known() > self.others

    def _known(self) -> int:
        with closing(Redis.from_url(self.redis)) as asking:
            return int(asking.zcard("tenshu:workers"))


# Questions over HTTP, with more patience than a library has.


def get(url: str, **options: Any) -> httpx.Response:
    return httpx.get(url, timeout=SOON, **options)


def post(url: str, **options: Any) -> httpx.Response:
    return httpx.post(url, timeout=SOON, **options)


# People.


@asynccontextmanager
async def guest(server: Server, name: str) -> AsyncIterator[Client]:
    async with Client(server.address) as client:
        await client.become_guest(name)
        yield client


def any_move(told: Told, rng: Random) -> str:
    """Quickly to the end: who summons, shortens the game."""
    return "summon" if "summon" in told.moves else rng.choice(told.moves)


async def play(
    client: Client,
    table: str,
    rng: Random,
    *,
    pause: float = 0.0,
    until: Callable[[Told], bool] = lambda _: False,
    live: LiveTable | None = None,
) -> Told:
    """Play until the game is over or something is seen; what the table told last."""
    async with live or client.sit(table) as seat:
        async for told in seat:
            if until(told):
                return told
            if told.moves:
                if pause:
                    await asyncio.sleep(rng.random() * 2 * pause)
                await seat.move(any_move(told, rng))
    assert seat.last is not None
    assert seat.last.is_over
    return seat.last


class Wire:
    """A raw socket: whatever is sent, whatever comes back."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[Document] = []
        """Every message so far."""
        self.texts: list[str] = []
        """The same, as it came."""

    async def send(self, message: Document | str | bytes) -> None:
        await self.connection.send(json.dumps(message) if isinstance(message, dict) else message)

    async def next(self, *types: str, within: float = SOON, **facts: object) -> Document:
        """The next message of a type, with these facts; those before it are only noted."""
        async with asyncio.timeout(within):
            while True:
                text = await self.connection.recv()
                assert isinstance(text, str)
                message: Document = json.loads(text)
                self.texts.append(text)
                self.heard.append(message)
                fits = all(message.get(name) == value for name, value in facts.items())
                if fits and (not types or message["type"] in types):
                    return message

    async def closed(self, within: float = SOON) -> int:
        """The code with which the server hangs up."""
        with suppress(ConnectionClosed):
            await self.next("nothing", within=within)
        assert self.connection.close_code is not None
        return self.connection.close_code

    async def settled(self, mark: str) -> list[Document]:
        """Everything that comes before the answer to a ping that is sent now."""
        before = len(self.heard)
        await self.send({"type": "ping", "id": mark})
        await self.next("pong", id=mark)
        return self.heard[before:-1]


@asynccontextmanager
async def wire(server: Server, table: str, client: Client | None = None, **headers: str) -> AsyncIterator[Wire]:
    """A raw socket to a table, as somebody or as nobody."""
    credentials = client._credentials() if client else {}
    async with connect(
        f"{server.socket_address}/api/tables/{table}/live",
        additional_headers=credentials | {name.replace("_", "-"): value for name, value in headers.items()},
        compression=None,
        max_size=2**22,
    ) as connection:
        yield Wire(connection)


async def table_of_two(ana: Client, bea: Client, **wishes: Any) -> str:
    """A table at which both sit; the game has begun."""
    table: str = (await ana.create("dragon-castle", [ME, OPEN], **wishes))["id"]
    await bea.join(table)
    return table


async def persistently(ask: Callable[[], Awaitable[T]], within: float = 60.0) -> T:
    """Ask a server that is away now and then, until it answers."""
    async with asyncio.timeout(within):
        while True:
            try:
                return await ask()
            except Refused as refusal:
                if refusal.status not in (0, 503):
                    raise
            await asyncio.sleep(0.1)


async def eventually(condition: Callable[[], Awaitable[bool]], within: float = SOON) -> None:
    """Raises `TimeoutError` if it does not come true."""
    async with asyncio.timeout(within):
        while not await condition():
            await asyncio.sleep(0.05)


class Memory:
    """What people were told: every step, by table and revision. It must all be stored, and nothing twice."""

    def __init__(self) -> None:
        self.steps: dict[tuple[str, int], tuple[int | None, str | None]] = {}
        self.finished: set[str] = set()
        self.refusals: list[Document] = []

    def note(self, told: Told) -> bool:
        """For `play`, which is to go on."""
        if told.step is not None:
            said = told.step["version"], told.step["move"]
            if self.steps.setdefault((told.table["id"], told.step["revision"]), said) != said:
                raise AssertionError(f"told {said} and {self.steps[told.table['id'], told.step['revision']]}")
        if told.is_over:
            self.finished.add(told.table["id"])
        return False

    def overhear(self, message: Document) -> None:
        """For `LiveTable.on_message`."""
        if message["type"] == "refused":
            self.refusals.append(message)

    @property
    def codes(self) -> set[str]:
        return {refusal["code"] for refusal in self.refusals}

    def missing(self, stored: Iterable[tuple[str, int, int | None, str | None]]) -> dict[tuple[str, int], Any]:
        """What was told but is not there, given the rows (table, revision, version, text) of the history."""
        there = {(table, revision): (version, text or None) for table, revision, version, text in stored}
        return {place: said for place, said in self.steps.items() if there.get(place) != said}


# What is stored.

HISTORY = "SELECT table_id, revision, version, text FROM steps"


def stored(file: Path, question: str = HISTORY) -> list[Any]:
    """Rows of an SQLite file."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return connection.execute(question).fetchall()


def stored_moves(file: Path, table: str) -> list[str]:
    """The moves of a table in an SQLite file, in order; the history has no gap."""
    rows = stored(file, f"SELECT revision, version, text, kind FROM steps WHERE table_id = '{table}' ORDER BY revision")
    if [row[0] for row in rows] != list(range(1, len(rows) + 1)):
        raise AssertionError(f"the revisions have gaps: {rows}")
    versions = [row[1] for row in rows if row[1] is not None]
    if versions != list(range(len(versions))):
        raise AssertionError(f"the versions have gaps: {rows}")
    return [row[2] for row in rows if row[3] == "move"]
