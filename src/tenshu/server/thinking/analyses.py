"""Analyses of finished games: one at a time, with word of how far they are."""

from __future__ import annotations

import asyncio
from typing import Any

import structlog

from tenshu.server.clock import WallClock
from tenshu.server.errors import Refused
from tenshu.server.loops import goes_on
from tenshu.server.store import NotStored, Store
from tenshu.server.tables.records import record_of
from tenshu.server.tables.service import playable
from tenshu.server.tables.table import Table
from tenshu.server.thinking.pool import analysed
from tenshu.table.state import Document

SILENT = 20.0
"""Seconds without word after which an analysis counts as dead."""
MOST_WAITING = 20
WORD_EVERY = 1.0

log = structlog.get_logger("tenshu.analysis")


class Analyses:
    """Kept in the database, so that any process knows how far one is and none is made twice."""

    def __init__(self, store: Store, clock: WallClock) -> None:
        self.store = store
        self.clock = clock
        self._one = asyncio.Semaphore(1)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stopping = False

    async def start(self) -> None:
        self._stopping = False

    async def stop(self) -> None:
        self._stopping = True
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def state(self, table: Table) -> Document:
        """How far the analysis of a table is: `state`, `done`, `of`, and in the end `analysis`."""
        found = await self.store.analysis(table.id)
        if found is None:
            return _told("none")
        if found["state"] == "working" and self.clock.now() - found["at"] > SILENT:
            return _told("none")
        return _told(found["state"], found["done"], found["of"], found.get("analysis"))

    async def begin(self, table: Table) -> Document:
        """Begins one unless there is one."""
        if table.status != "finished" or not table.ply:
            raise Refused("not-finished")
        playable(table)
        state = await self.state(table)
        if state["state"] in ("done", "working"):
            return state
        if len(self._tasks) >= MOST_WAITING:
            raise Refused("busy")
        await self._keep(table.id, "working", 0, table.ply)
        if table.id not in self._tasks:  # two may have asked at once
            self._tasks[table.id] = asyncio.create_task(self._make(table))
        return _told("working", 0, table.ply)

    async def _make(self, table: Table) -> None:
        progress = [0, table.ply]
        try:
            waiting = asyncio.create_task(self._say_how_far(table, progress))
            try:
                found = await self._found(table, progress)
            finally:
                waiting.cancel()
                await asyncio.gather(waiting, return_exceptions=True)
            await self._keep(table.id, "done", progress[1], progress[1], found)
        except NotStored as problem:
            log.warning("an analysis could not be stored", table=table.id, problem=str(problem))
        except Exception as problem:
            log.warning("an analysis has failed", table=table.id, problem=f"{type(problem).__name__}: {problem}")
            await self._keep_failure(table)
        finally:
            self._tasks.pop(table.id, None)

    async def _found(self, table: Table, progress: list[int]) -> Document:
        def go_on(done: int, of: int) -> None:
            progress[:] = [done, of]

        async with self._one:
            record = await record_of(self.store, table)
            return await asyncio.to_thread(analysed, record, go_on, lambda: self._stopping)

    async def _keep_failure(self, table: Table) -> None:
        try:
            await self._keep(table.id, "failed", 0, 0)
        except Exception as problem:
            log.warning("word of an analysis could not be stored", table=table.id, problem=str(problem))

    async def _say_how_far(self, table: Table, progress: list[int]) -> None:
        while goes_on():
            await asyncio.sleep(WORD_EVERY)
            try:
                await self._keep(table.id, "working", *progress)
            except Exception as problem:
                log.warning("word of an analysis could not be stored", table=table.id, problem=str(problem))

    async def _keep(self, table: str, state: str, done: int, of: int, analysis: Any = None) -> None:
        document = {"state": state, "done": done, "of": of, "at": self.clock.now(), "analysis": analysis}
        await self.store.keep_analysis(table, document)


def _told(state: str, done: int = 0, of: int = 0, analysis: Any = None) -> Document:
    return {"state": state, "done": done, "of": of, "analysis": analysis}
