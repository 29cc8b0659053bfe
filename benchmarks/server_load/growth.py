"""Whether many stored games slow anything down: two servers side by side, one with few of them, asked in turns."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

import orjson

from benchmarks.server_load.processes import HOST, Running, tenshu_server
from benchmarks.server_load.stored import store_games
from benchmarks.server_load.wires import Http, Wire

MOVES = 3
"""At each table."""
UNFINISHED = 0.02
"""Of the stored games: given up by their players, nobody knows."""


class Watching(Wire):
    """A socket that is asked for one table message at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._told: asyncio.Queue[bytes] = asyncio.Queue()

    def heard(self, message: bytes) -> None:
        if message.startswith((b'{"type":"table"', b'{"type":"refused"')):
            self._told.put_nowait(message)

    async def told(self) -> dict[str, object]:
        document: dict[str, object] = orjson.loads(await asyncio.wait_for(self._told.get(), 20))
        if document["type"] != "table":
            raise SystemExit(f"a move was refused: {document}")
        return document


@dataclass
class Side:
    """One of the two servers, and how long it took for everything."""

    server: Running
    cookie: str
    seconds: dict[str, list[float]] = field(default_factory=dict)
    wires: dict[str, Watching] = field(default_factory=dict)
    last: dict[str, dict[str, object]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.http = Http(HOST, self.server.port)

    async def lobby(self, _: str) -> None:
        found = await self.http.ask("GET", "/api/tables")
        assert len(found["tables"]) == 20

    async def open(self, table: str) -> None:
        await self.http.ask("GET", f"/api/tables/{table}", cookie=self.cookie)
        wire = self.wires[table] = Watching()
        await wire.open(HOST, self.server.port, f"/api/tables/{table}/live", self.cookie)
        self.last[table] = await wire.told()

    async def move(self, table: str) -> None:
        last = self.last[table]
        assert isinstance(last["moves"], list)
        assert isinstance(last["table"], dict)
        move = Random(f"{table} {last['table']['version']}").choice(last["moves"])
        self.wires[table].send(
            orjson.dumps({"type": "move", "version": last["table"]["version"], "move": move})
        )  # fmt: skip
        self.last[table] = await self.wires[table].told()

    async def close(self) -> None:
        for wire in self.wires.values():
            wire.close()
        await self.http.close()


@dataclass(frozen=True)
class Compared:
    """Medians in seconds."""

    what: str
    few: float
    many: float

    @property
    def ratio(self) -> float:
        return self.many / self.few


@dataclass(frozen=True)
class Growth:
    compared: list[Compared]
    seconds: float
    """That filling the database took."""
    size: int
    """Of it, in bytes."""


async def grown(folder: Path, games: int, under_way: int) -> Growth:
    """Few games against many. Those under way are the same in both: they are in the lobby, opened and played."""
    few, many = folder / "few.db", folder / "many.db"
    cookie, person = await _somebody(few, folder)
    tables = store_games(f"sqlite:///{few}", under_way, status="playing", public=1.0, people=[person])
    shutil.copy(few, many)
    start = perf_counter()
    unfinished = int(games * UNFINISHED)
    store_games(f"sqlite:///{many}", games - unfinished, seed=2)
    store_games(f"sqlite:///{many}", unfinished, status="playing", seed=3)
    seconds = perf_counter() - start
    with tenshu_server(f"sqlite:///{few}", folder) as first, tenshu_server(f"sqlite:///{many}", folder) as second:
        sides = Side(first, cookie), Side(second, cookie)
        compared = [
            await _in_turns("the lobby", sides, Side.lobby, 3 * tables),
            await _in_turns("opening a table", sides, Side.open, tables),
            await _in_turns("a move", sides, Side.move, MOVES * tables),
        ]
        for side in sides:
            await side.close()
    return Growth(compared, seconds, many.stat().st_size)


async def _somebody(database: Path, folder: Path) -> tuple[str, str]:
    """A guest of a new database: cookie and id."""
    with tenshu_server(f"sqlite:///{database}", folder) as server:
        http = Http(HOST, server.port)
        cookie, _ = await http.answer("POST", "/api/session", {"name": "Ana"})
        me = await http.ask("GET", "/api/me", cookie=cookie)
        await http.close()
    return cookie, me["person"]["id"]


async def _in_turns(
    what: str, sides: tuple[Side, Side], action: Callable[[Side, str], Awaitable[None]], tables: list[str]
) -> Compared:
    for number, table in enumerate(tables):
        for side in sides if number % 2 else sides[::-1]:
            start = perf_counter()
            await action(side, table)
            side.seconds.setdefault(what, []).append(perf_counter() - start)
    few, many = (median(side.seconds[what]) for side in sides)
    return Compared(what, few, many)
