"""Ends turns whose time is over, and gives back the time in which no server, or no database, was there."""

from __future__ import annotations

import asyncio
import secrets

import structlog

from tenshu.server.clock import WallClock
from tenshu.server.errors import Refused
from tenshu.server.loops import goes_on
from tenshu.server.store import NotStored, Store
from tenshu.server.tables.playing import missed
from tenshu.server.tables.service import Tables

LOOK_EVERY = 1.0
AT_A_LOOK = 200
AGAIN_AFTER = 30.0
"""Seconds until a table whose turn could not be ended is tried again; until then it stands in nobody's way."""
ALIVE = "alive"
ABSENCE = "absence:"
"""Begins the fact that says who gives the time of an absence back."""
ALIVE_EVERY = 5.0
GAP = 15.0
"""Seconds without a sign of life that count as an absence."""
CORRESPONDENCE = 86_400.0
"""A clock of a day or more goes on while the server sleeps."""

log = structlog.get_logger("tenshu.clock")


class Clockwork:
    """Looks at the deadlines in the database, so that every process and every restart sees the same."""

    def __init__(self, tables: Tables, store: Store, clock: WallClock) -> None:
        self.tables = tables
        self.store = store
        self.clock = clock
        self._tasks: list[asyncio.Task[None]] = []
        self._failed: dict[str, float] = {}
        """Tables whose turn cannot be ended, such as those of other rules, and until when they are left alone."""
        self._troubled = False
        """The database was away: nobody could play, so no turn ends before the time is given back."""

    async def start(self) -> None:
        await self._give_back()
        self._tasks = [asyncio.create_task(self._look()), asyncio.create_task(self._live())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _give_back(self) -> None:
        """After an absence, or a clock that was set between two runs, deadlines move along; one process sees to it.

        What is remembered of tables has the old deadlines then, in every process that noticed."""
        before, now = await self.store.fact(ALIVE), self.clock.now()
        if before is not None and abs(now - float(before)) > GAP:
            ours, absence = secrets.token_hex(8), f"{ABSENCE}{before}"
            if await self.store.fact_or(absence, ours) == ours:
                await self.store.give_time(now - float(before), shorter_than=CORRESPONDENCE)
                await self.store.forget_facts(ABSENCE, absence)  # who noticed an earlier one has long been told
                log.info("time was given back", seconds=round(now - float(before)))
            self._troubled = True
        await self.store.set_fact(ALIVE, repr(now))
        if self._troubled:
            self.tables.doubt_all()
            self._troubled = False

    async def _live(self) -> None:
        while goes_on():
            await asyncio.sleep(ALIVE_EVERY)
            try:
                await self._give_back()
            except NotStored as problem:
                self._troubled = True
                log.warning("no sign of life could be stored", problem=str(problem))
            except Exception:
                log.exception("no sign of life could be stored")

    async def _look(self) -> None:
        while goes_on():
            await asyncio.sleep(LOOK_EVERY)
            try:
                if not self._troubled:
                    await self.look()
            except NotStored as problem:
                self._troubled = True
                log.warning("cannot look at the clocks", problem=str(problem))
            except Exception:
                log.exception("cannot look at the clocks")

    async def look(self) -> None:
        """Ends the turns whose time is over."""
        now = self.clock.now()
        self._failed = {name: until for name, until in self._failed.items() if until > now}
        overdue = await self.store.overdue(now, AT_A_LOOK + len(self._failed))
        await asyncio.gather(*(self._end_turn(name) for name in overdue if name not in self._failed))

    async def _end_turn(self, name: str) -> None:
        try:
            await self.tables.act(name, lambda position: missed(position, self.clock.now()))
        except Refused as refusal:
            log.info("a turn was not ended", table=name, code=refusal.code)
            self._troubled = self._troubled or refusal.status == 503
            if refusal.code in ("other-rules", "unknown-game"):
                self._failed[name] = self.clock.now() + AGAIN_AFTER
        except Exception:
            log.exception("a turn could not be ended", table=name)
            self._failed[name] = self.clock.now() + AGAIN_AFTER
