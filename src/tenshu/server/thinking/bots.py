"""Plays for whoever the computer plays for."""

from __future__ import annotations

import asyncio
import secrets
from contextvars import Context
from random import Random
from typing import Protocol

import structlog

from tenshu.players.random import RandomPlayer
from tenshu.server import metrics
from tenshu.server.clock import WallClock
from tenshu.server.errors import Refused
from tenshu.server.loops import goes_on
from tenshu.server.store import NotStored, Store
from tenshu.server.tables.playing import moved
from tenshu.server.tables.position import Position
from tenshu.server.tables.service import Tables
from tenshu.server.tables.table import BOT
from tenshu.server.thinking.pool import Lost
from tenshu.table.search import Budget
from tenshu.table.state import State

LOOK_EVERY = 3.0
"""Seconds between two looks for tables that wait for a bot nobody has asked."""
AT_A_LOOK = 200
ELSEWHERE = 5.0
"""Seconds for which another process may be thinking about a table, before this one does."""
AGAIN_AFTER = 60.0
"""Seconds until a table whose bot cannot play is tried again; until then it stands in nobody's way."""

OVERTAKEN = frozenset({"stale", "not-your-turn", "not-playing", "illegal"})
"""The table has moved on since the bot was asked: it is looked at anew."""
HOPELESS = frozenset({"other-rules", "unknown-game", "not-there"})

log = structlog.get_logger("tenshu.bots")


class Thinkers(Protocol):
    """Who is asked: a pool of this process, or workers behind Redis."""

    async def ask(self, kind: str, **arguments: object) -> object: ...


class Bots:
    """Asks for a bot's turn as soon as it begins and plays it like anybody's moves; one question a table at a time."""

    def __init__(self, tables: Tables, thinkers: Thinkers, store: Store, clock: WallClock) -> None:
        self.tables = tables
        self.thinkers = thinkers
        self.store = store
        self.clock = clock
        self._at_work: dict[str, asyncio.Task[None]] = {}
        self._looking: asyncio.Task[None] | None = None
        self._failed: dict[str, float] = {}
        """Tables whose bot cannot play, such as those of other rules, and until when they are left alone."""
        tables.published.append(self._changed)

    async def start(self) -> None:
        self._looking = asyncio.create_task(self._look())

    async def stop(self) -> None:
        tasks = [*self._at_work.values(), *([self._looking] if self._looking else [])]
        self._looking = None
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _changed(self, name: str, _revision: int) -> None:
        """This process has changed a table; who has changed one elsewhere asks for its bots there."""
        position = self.tables.remembered(name)
        if position is not None and position.table.waits_for == BOT:
            self.consider(name)

    def consider(self, name: str) -> None:
        """See to it that somebody thinks about this table."""
        if name not in self._at_work and self._looking is not None:
            # In a context of its own: a bot's move is no answer to the message of whoever moved before it.
            self._at_work[name] = asyncio.create_task(self._play(name), context=Context())

    async def _look(self) -> None:
        while goes_on():
            try:
                await self.look()
            except NotStored as problem:
                log.warning("cannot look for waiting bots", problem=str(problem))
            except Exception:
                log.exception("cannot look for waiting bots")
            await asyncio.sleep(LOOK_EVERY)

    async def look(self) -> None:
        """Find the tables that wait for a bot nobody has asked."""
        now = self.clock.now()
        self._failed = {name: until for name, until in self._failed.items() if until > now}
        for name in await self.store.waiting_for_bots(AT_A_LOOK + len(self._failed)):
            if name in self._failed or name in self._at_work:
                continue
            known = self.tables.remembered(name)
            if known is None or now - known.table.changed >= ELSEWHERE:
                self.consider(name)

    async def _play(self, name: str) -> None:
        """Plays as long as the table waits for the computer."""
        with structlog.contextvars.bound_contextvars(table=name):
            try:
                # Between the last look at the table and the end there is no await: whatever happens next is noticed.
                while (position := await self.tables.position(name)).table.waits_for == BOT:
                    await self._play_turn(position)
            except Refused as refusal:
                log.info("a bot cannot play", code=refusal.code)
                self._failed[name] = self.clock.now() + (AGAIN_AFTER if refusal.code in HOPELESS else LOOK_EVERY)
            except Exception:
                log.exception("a bot has failed")
                self._failed[name] = self.clock.now() + AGAIN_AFTER
            finally:
                self._at_work.pop(name, None)

    async def _play_turn(self, position: Position) -> None:
        table = position.table
        assert table.to_move is not None
        moves = await self._thought_of(position, table.to_move)
        version = table.version
        try:
            for move in moves:
                after = await self._move(table.id, version, move)
                version = after.table.version
        except Refused as refusal:
            if refusal.code == "illegal" and version == table.version:  # asked again, the bot might say the same again
                log.warning("a bot's move is illegal; a move is drawn", move=moves[0])
                await self._move(table.id, version, _drawn(position.state))
            elif refusal.code not in OVERTAKEN:
                raise
            else:
                log.info("a bot's move comes too late", code=refusal.code)

    async def _thought_of(self, position: Position, seat: int) -> list[str]:
        """At least one move; drawn, if nobody thinks."""
        level, begun = position.table.seats[seat].bot, self.clock.now()
        try:
            moves = await self.thinkers.ask(
                "turn", view=position.state.view(seat), level=level, seed=secrets.token_hex(8)
            )
            if not isinstance(moves, list) or not moves:
                raise Lost("no moves")
            metrics.BOT_JOBS.labels("answered").inc()
            metrics.BOT_SECONDS.observe(self.clock.now() - begun)
        except Exception as problem:
            metrics.BOT_JOBS.labels("lost").inc()
            log.warning("nobody thinks; a move is drawn", problem=f"{type(problem).__name__}: {problem}")
            return [_drawn(position.state.seen_by(seat))]
        return [str(move) for move in moves]

    async def _move(self, name: str, version: int, move: str) -> Position:
        return await self.tables.act(name, lambda position: moved(position, None, version, move, self.clock.now()))


def _drawn(state: State) -> str:
    return str(RandomPlayer().choose(state, Budget(simulations=1), Random(secrets.token_hex(8))))
