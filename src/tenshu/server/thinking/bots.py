"""Plays for whoever the computer plays for."""

from __future__ import annotations

import asyncio
import secrets
from random import Random
from typing import Protocol

import structlog

from tenshu.players.random import RandomPlayer
from tenshu.server.clock import WallClock
from tenshu.server.errors import Refused
from tenshu.server.store import NotStored, Store
from tenshu.server.tables.playing import moved
from tenshu.server.tables.position import Position
from tenshu.server.tables.service import Tables
from tenshu.server.tables.table import BOT, Step
from tenshu.server.thinking.pool import Lost
from tenshu.table.search import Budget

LOOK_EVERY = 3.0
"""Seconds between two looks for tables that wait for a bot nobody has asked."""
AT_A_LOOK = 200

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
        tables.listeners.append(self._changed)

    async def start(self) -> None:
        self._looking = asyncio.create_task(self._look())

    async def stop(self) -> None:
        tasks = [*self._at_work.values(), *([self._looking] if self._looking else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _changed(self, position: Position, step: Step | None) -> None:
        if step is not None and position.table.waits_for == BOT:
            self.consider(position.table.id)

    def consider(self, name: str) -> None:
        """See to it that somebody thinks about this table."""
        if name not in self._at_work and self._looking is not None:
            task = self._at_work[name] = asyncio.create_task(self._play(name))
            task.add_done_callback(lambda _: self._at_work.pop(name, None))

    async def _look(self) -> None:
        while True:
            try:
                for name in await self.store.waiting_for_bots(AT_A_LOOK):
                    self.consider(name)
            except NotStored as problem:
                log.warning("cannot look for waiting bots", problem=str(problem))
            await asyncio.sleep(LOOK_EVERY)

    async def _play(self, name: str) -> None:
        """Plays as long as the table waits for the computer."""
        with structlog.contextvars.bound_contextvars(table=name):
            try:
                while (position := await self.tables.position(name)).table.waits_for == BOT:
                    await self._play_turn(position)
            except Refused as refusal:
                log.info("a bot's move was refused", code=refusal.code)
            except Exception:
                log.exception("a bot has failed")

    async def _play_turn(self, position: Position) -> None:
        table = position.table
        assert table.to_move is not None
        level = table.seats[table.to_move].bot
        seen = position.state.view(table.to_move)
        try:
            moves = await self.thinkers.ask("turn", view=seen, level=level, seed=secrets.token_hex(8))
            assert isinstance(moves, list)
        except Lost:
            log.warning("nobody thinks; a move is drawn")
            known = position.state.seen_by(table.to_move)
            moves = [RandomPlayer().choose(known, Budget(simulations=1), Random(secrets.token_hex(8)))]
        version = table.version
        for move in moves:
            after = await self._move(table.id, version, str(move))
            version = after.table.version

    async def _move(self, name: str, version: int, move: str) -> Position:
        return await self.tables.act(name, lambda position: moved(position, None, version, move, self.clock.now()))
