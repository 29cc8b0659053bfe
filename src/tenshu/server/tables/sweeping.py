"""Takes away tables that were laid and never begun, when nobody has been there for days."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from tenshu.server.clock import WallClock
from tenshu.server.loops import goes_on
from tenshu.server.store import Conflict, NotStored, Store
from tenshu.server.tables.service import Tables

DAY = 86_400.0
LOOK_EVERY = 600.0
AT_A_LOOK = 200

log = structlog.get_logger("tenshu.tables")


class Sweeper:
    """Every process looks; a table that somebody watches, in this one or another, stays."""

    def __init__(
        self, tables: Tables, store: Store, clock: WallClock, days: float, watching: Callable[[str], int]
    ) -> None:
        self.tables = tables
        self.store = store
        self.clock = clock
        self.days = days
        """0: nothing is ever taken away."""
        self.watching = watching
        self._looking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        if self.days:
            self._looking = asyncio.create_task(self._look())

    async def stop(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _look(self) -> None:
        """After a start people have the time to come back first."""
        while goes_on():
            await asyncio.sleep(LOOK_EVERY)
            try:
                await self.look()
            except NotStored as problem:
                log.warning("cannot look for abandoned tables", problem=str(problem))
            except Exception:
                log.exception("cannot look for abandoned tables")

    async def look(self) -> None:
        """Those that are watched are met again and again, but there are few of them."""
        until = self.clock.now() - self.days * DAY
        watched = 0
        while abandoned := await self.store.abandoned(until, AT_A_LOOK, skip=watched):
            for table in abandoned:
                if self.watching(table.id) or not await self._remove(table.id, table.revision):
                    watched += 1

    async def _remove(self, name: str, revision: int) -> bool:
        """Unless something has happened to it meanwhile."""
        try:
            await self.store.delete_table(name, revision)
        except Conflict:
            return False
        self.tables.forget(name)
        log.info("an abandoned table was removed", table=name)
        return True
