"""Load on the server: four scripted players at each table, who watch that every move reaches all of them once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any

import orjson
from sqlalchemy import create_engine, text

from benchmarks.server_load.measured import Pace, Stretch
from benchmarks.server_load.processes import HOST, Running
from benchmarks.server_load.wires import AT_ONCE, Http, Wire

SEATS = 4
GAME = "dragon-castle"
ENOUGH = 20
"""Violations that are remembered; one is enough to fail."""
_TABLE, _MOVES, _REFUSED = b'{"type":"table"', b'"moves":[', b'{"type":"refused"'
_REVISION, _VERSION, _PLAYING = b'"revision":', b'"version":', b'"status":"playing"'


@dataclass(frozen=True)
class Guest:
    """Somebody who plays: known by a cookie."""

    name: str
    cookie: str


class SeatWire(Wire):
    """The socket of one player."""

    def __init__(self, table: LiveTable, seat: int) -> None:
        super().__init__()
        self.table = table
        self.seat = seat
        self.revision = self.version = -1
        self.is_playing = False
        """It knows that the game has begun: another process may hear of that a moment later."""
        self.size = 0
        """Of the last view."""

    def heard(self, message: bytes) -> None:
        if message.startswith(_TABLE):
            self.table.told(self, message)
        elif message.startswith(_REFUSED):
            self.table.violation(f"refused: {message[:300].decode()}")

    def lost(self, why: str) -> None:
        self.table.violation(f"seat {self.seat} was cut off: {why}")


class LiveTable:
    """A table and its four sockets. The next move is made when everybody has heard of the one before."""

    def __init__(self, name: str, guests: Sequence[Guest], rng: Random, violations: list[str]) -> None:
        self.name = name
        self.guests = guests
        self.wires = [SeatWire(self, seat) for seat in range(len(guests))]
        self.played: list[str] = []
        """The moves that were acknowledged."""
        self.waiting = False
        self.is_over = False
        self._violations = violations
        self._rng = rng
        self._mover: SeatWire | None = None
        self._moves: list[str] = []
        self._move = ""
        self._heard = 0
        self._pace: Pace | None = None

    def violation(self, what: str) -> None:
        if len(self._violations) < ENOUGH:
            self._violations.append(f"table {self.name}: {what}")

    async def open(self, ports: Sequence[int], room: asyncio.Semaphore) -> None:
        async def connect(wire: SeatWire, guest: Guest, port: int) -> None:
            async with room:
                await wire.open(HOST, port, f"/api/tables/{self.name}/live", guest.cookie)

        several = [ports[seat % len(ports)] for seat in range(len(self.wires))]
        await asyncio.gather(*map(connect, self.wires, self.guests, several))
        while self._mover is None or not all(wire.is_playing for wire in self.wires):
            await asyncio.sleep(0.01)

    def close(self) -> None:
        for wire in self.wires:
            wire.close()

    def begin(self, pace: Pace) -> None:
        self._pace = pace
        self._due = pace.first(self._play)

    def _play(self) -> None:
        assert self._pace is not None
        if not self._pace.running or self.is_over:
            return
        if self._mover is None:
            self.violation("nobody may move")
            return
        self._move = self._moves[int(self._rng.random() * len(self._moves))]
        self._heard = 0
        self.waiting = True
        version = len(self.played)
        said = b'{"type":"move","version":%d,"move":%b,"id":"%d"}' % (version, orjson.dumps(self._move), version)
        self._sent = perf_counter()
        self._mover.send(said)

    def told(self, wire: SeatWire, message: bytes) -> None:
        revision, version = _number(message, _REVISION), _number(message, _VERSION)
        wire.size = len(message)
        moves = _moves_in(message)
        if revision <= wire.revision:
            self.violation(f"seat {wire.seat} heard revision {revision} after {wire.revision}")
        wire.revision = revision
        if self._pace is None:  # the welcome, and word from another process that somebody has sat down
            wire.version = version
            wire.is_playing = _PLAYING in message
            if moves:
                self._mover, self._moves = wire, moves
            return
        if version != wire.version + 1 or version != len(self.played) + 1:
            self.violation(f"seat {wire.seat} heard version {version} after {wire.version}")
        if wire is self._mover and self._heard < SEATS and b'"id":"%d"' % (version - 1) not in message:
            self.violation(f"version {version} was not acknowledged to who made it")
        wire.version = version
        self._heard += 1
        if moves:
            self._next = wire, moves
        if self._heard == SEATS:
            self._complete(version)

    def _complete(self, version: int) -> None:
        assert self._pace is not None
        self.waiting = False
        self.played.append(self._move)
        stretch = self._pace.stretch
        stretch.latencies.append(perf_counter() - self._sent)
        stretch.done += 1
        if any(wire.version != version for wire in self.wires):
            self.violation(f"somebody has not heard version {version}")
        (self._mover, self._moves), self._next = self._next, _NOBODY
        self.is_over = self._mover is None
        if self._pace.running and not self.is_over:
            self._due = self._pace.next(self._due, self._play)

    _due: float = 0.0
    _sent: float = 0.0
    _next: tuple[SeatWire | None, list[str]] = (None, [])


_NOBODY: tuple[None, list[str]] = (None, [])


def _number(message: bytes, name: bytes) -> int:
    at = message.index(name) + len(name)
    return int(message[at : message.index(b",", at)])


def _moves_in(message: bytes) -> list[str]:
    """What the reader of this message may play; nothing for all but one."""
    at = message.rindex(_MOVES) + len(_MOVES)
    if message[at] == ord("]"):
        return []
    found: list[str] = orjson.loads(message[at - 1 : message.index(b'"]', at) + 2])
    return found


class Crowd:
    """Guests, their tables and their sockets."""

    def __init__(self, server: Running, ports: Sequence[int] = (), seed: int = 1) -> None:
        self.server = server
        self.http = Http(HOST, server.port)
        self.tables: list[LiveTable] = []
        self.over: list[LiveTable] = []
        self.guests: list[Guest] = []
        self.violations: list[str] = []
        self._ports = ports or [server.port]
        self._seed = seed

    async def add(self, count: int) -> None:
        """So many more tables, all guests connected. Guests sit at several tables once there are enough of them."""
        if not self.guests:
            self.guests = list(await asyncio.gather(*(self._guest(number) for number in range(SEATS * count))))
        room = asyncio.Semaphore(AT_ONCE)
        self.tables += await asyncio.gather(*(self._table(number % len(self.guests), room) for number in range(count)))

    async def _guest(self, number: int) -> Guest:
        cookie, document = await self.http.answer("POST", "/api/session", {"name": f"Guest {number}"})
        return Guest(str((document.get("person") or document)["name"]), cookie)

    async def _table(self, number: int, room: asyncio.Semaphore) -> LiveTable:
        guests = [self.guests[(SEATS * number + seat) % len(self.guests)] for seat in range(SEATS)]
        seats = [{"kind": "me"}, *({"kind": "open"} for _ in guests[1:])]
        wish = {"game": GAME, "seats": seats, "public": number % 5 == 0}
        made: dict[str, Any] = await self.http.insist("POST", "/api/tables", wish, guests[0].cookie)
        for seat, guest in enumerate(guests[1:], 1):
            await self.http.insist("POST", f"/api/tables/{made['id']}/join", {"seat": seat}, guest.cookie)
        table = LiveTable(made["id"], guests, Random(f"{self._seed} {number}"), self.violations)
        await table.open(self._ports, room)
        return table

    async def replace_finished(self) -> None:
        """Where a game is over, a new one begins at a new table."""
        finished = [table for table in self.tables if table.is_over]
        for table in finished:
            table.close()
        self.over += finished
        self.tables = [table for table in self.tables if not table.is_over]
        await self.add(len(finished))

    async def run(self, seconds: float, rate: float = 0.0, warm_up: float = 1.0) -> Stretch:
        """So many moves a second over all tables; with a rate of 0, as many as there can be."""
        await self.replace_finished()
        pace = Pace(len(self.tables) / rate if rate else 0.0, Random(self._seed))
        for table in self.tables:
            table.begin(pace)
        await asyncio.sleep(warm_up)
        with pace.measured(self.server):
            stretch = pace.stretch
            await asyncio.sleep(seconds)
        pace.running = False
        end = perf_counter() + 20
        while any(table.waiting for table in self.tables):
            await asyncio.sleep(0.05)
            if perf_counter() > end:
                lost = sum(table.waiting for table in self.tables)
                self.violations.append(f"{lost} moves were not answered within 20 seconds")
                break
        return stretch

    async def play_until(self, plies: int) -> None:
        """Play until most tables have seen so many moves."""
        while sum(len(table.played) >= plies or table.is_over for table in self.tables) < 0.9 * len(self.tables):
            await self.run(1.0, warm_up=0.0)

    @property
    def view_size(self) -> int:
        """Bytes of a message with a view, in the mean."""
        sizes = [wire.size for table in self.tables for wire in table.wires]
        return sum(sizes) // len(sizes)

    async def close(self) -> None:
        for table in self.tables:
            table.close()
        await self.http.close()

    def compare(self, database: str) -> int:
        """Whether the database holds exactly the moves that were acknowledged; how many there are."""
        engine = create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
        query = text("SELECT version, text FROM steps WHERE table_id = :id AND kind = 'move' ORDER BY revision")
        counted = 0
        with engine.connect() as connection:
            for table in (*self.tables, *self.over):
                stored = [tuple(row) for row in connection.execute(query, {"id": table.name})]
                counted += len(stored)
                if stored != list(enumerate(table.played)):
                    table.violation(f"{len(stored)} moves are stored, {len(table.played)} were acknowledged")
            whole = connection.execute(text("SELECT count(*) FROM steps WHERE kind = 'move'")).scalar_one()
        engine.dispose()
        if whole != counted:
            self.violations.append(f"{whole} moves are stored, {counted} of them at our tables")
        return counted
