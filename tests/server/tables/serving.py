"""Tables over a real store, with whatever may go wrong."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from tenshu.server.clock import WallClock
from tenshu.server.store import Store
from tenshu.server.tables import playing, seating
from tenshu.server.tables.position import Position
from tenshu.server.tables.service import Tables
from tenshu.server.tables.table import Step
from tests.server.tables.at import guest, wishes


class Clock(WallClock):
    """Stands still until it is set."""

    def __init__(self, time: float = 1000.0) -> None:
        self.time = time

    def now(self) -> float:
        return self.time


class Faulty:
    """A store that can be told to fail or to wait, and counts what it is asked."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.asked: Counter[str] = Counter()
        self.faults: dict[str, list[Exception]] = {}
        self.after: dict[str, Callable[[], Any]] = {}
        """Called once, after the store has answered a question and before it is told."""
        self.open = asyncio.Event()
        self.open.set()

    async def is_asked(self, name: str, times: int = 1) -> None:
        """Until it has been asked so often."""
        async with asyncio.timeout(60):
            while self.asked[name] < times:
                await asyncio.sleep(0.01)

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.store, name)

        async def ask(*arguments: Any, **named: Any) -> Any:
            self.asked[name] += 1
            await self.open.wait()
            if self.faults.get(name):
                raise self.faults[name].pop(0)
            answer = await method(*arguments, **named)
            if name in self.after:
                await self.after.pop(name)()
            return answer

        return ask


class Service(Tables):
    """The tables of one process, and what it was told."""

    store: Any

    def __init__(self, store: Any) -> None:
        super().__init__(store, Clock())
        self.shared = True
        self.told: list[tuple[Position, Step | None]] = []
        self.said: list[tuple[str, int]] = []
        self.listeners.append(lambda position, step: self.told.append((position, step)))
        self.published.append(lambda name, revision: self.said.append((name, revision)))

    async def make(self, *seats: str, name: str = "T", **rest: Any) -> Position:
        return await self.add(seating.created(wishes(*seats, **rest), guest("ana"), name, 1000.0, "seed"))

    async def join(self, person: str, name: str = "T") -> Position:
        return await self.act(name, lambda p: seating.joined(p, guest(person), None, 1000.0, "seed"))

    async def move(self, person: str | None, *moves: str, name: str = "T", version: int | None = None) -> Position:
        for move in moves:

            def decide(p: Position, move: str = move) -> Any:
                return playing.moved(p, person, p.table.version if version is None else version, move, 1000.0)

            await self.act(name, decide)
        return await self.position(name)

    async def undo(self, person: str, name: str = "T") -> Position:
        return await self.act(name, lambda p: playing.undone(p, person, p.table.version, 1000.0))

    async def play_on(self, moves: int, rng: Random, name: str = "T") -> Position:
        """So many moves by whoever is to move, or all that are left."""
        position = await self.position(name)
        for _ in range(moves):
            if position.table.status != "playing":
                break
            seat = position.table.seats[position.table.to_move or 0]
            position = await self.move(None if seat.bot else seat.person, position.state.plausible(rng), name=name)
        return position


@asynccontextmanager
async def a_store() -> AsyncIterator[Store]:
    store = await Store.open("sqlite://")
    try:
        yield store
    finally:
        await store.close()


async def stored_as_remembered(service: Service, name: str = "T") -> None:
    """Memory and database say the same."""
    fresh = Service(service.store)
    remembered, stored = await service.position(name), await fresh.position(name)
    assert remembered.table == stored.table
    assert remembered.state == stored.state if stored.trail else not remembered.trail
    assert remembered.trail[-8:] == stored.trail[-8:]
    steps = await service.store.steps(name)
    assert [step.revision for step in steps] == list(range(1, stored.table.revision + 1))
    versions = [step.version for step in steps if step.version is not None]
    assert versions == list(range(stored.table.version))
