"""Makes things happen at tables: load, decide, store, tell; the same four steps for every request."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

import structlog

from tenshu.server.clock import WallClock
from tenshu.server.errors import Refused
from tenshu.server.store import Conflict, NotStored, Store
from tenshu.server.tables.position import MEMORY, Decided, Position
from tenshu.server.tables.table import Step, Table
from tenshu.table.errors import Malformed
from tenshu.table.games import Game, find_game
from tenshu.table.state import State

Decide = Callable[[Position], Decided]
Listener = Callable[[Position, Step | None], None]
"""Is told of every new position and of the step that led there; None where several steps were made elsewhere."""
T = TypeVar("T")
ATTEMPTS = 5
"""How often a request is decided anew because another process was faster."""
MOST_AT_REST = 2_000
"""Tables kept in memory although nobody watches them."""

log = structlog.get_logger("tenshu.tables")


@dataclass(eq=False)
class _Entry:
    """A table in memory. `doubtful` after a failure: it is read again before anything is decided."""

    position: Position
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    doubtful: bool = False


class Tables:
    """The tables this process has in memory. The database is the truth; memory follows it."""

    def __init__(self, store: Store, clock: WallClock) -> None:
        self.store = store
        self.clock = clock
        self.listeners: list[Listener] = []
        self.published: list[Callable[[str, int], None]] = []
        """Told of every table this process has changed, and its revision: word for other processes."""
        self.in_use: Callable[[str], bool] = lambda _: False
        """Whether somebody watches a table, so that it stays in memory."""
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._loading: dict[str, asyncio.Task[_Entry]] = {}

    def __len__(self) -> int:
        return len(self._entries)

    async def position(self, name: str) -> Position:
        """A table as it is now; raises `Refused` if there is none, or if it follows rules this server does not play."""
        return (await self._entry(name)).position

    def remembered(self, name: str) -> Position | None:
        entry = self._entries.get(name)
        return entry.position if entry else None

    def in_memory(self) -> dict[str, int]:
        """The revision of every table in memory."""
        return {name: entry.position.table.revision for name, entry in self._entries.items()}

    async def add(self, decided: Decided) -> Position:
        """Stores a new table."""
        return await _unhurried(self._add(decided))

    async def _add(self, decided: Decided) -> Position:
        await self._commit(decided)
        name = decided.position.table.id
        self._keep(name, _Entry(decided.position))
        self._tell(decided.position, decided.change.step)
        return decided.position

    async def act(self, name: str, decide: Decide) -> Position:
        """Decides about a table as it is, stores what was decided, and only then makes it so.

        A request that is cut off is carried to its end all the same: memory never falls behind the database.
        """
        return await _unhurried(self._act(name, decide))

    async def _act(self, name: str, decide: Decide) -> Position:
        entry = await self._entry(name)
        async with entry.lock:
            for _ in range(ATTEMPTS):
                if entry.doubtful:
                    await self._reload(name, entry)
                decided = decide(entry.position)
                try:
                    await self._commit(decided)
                except Conflict:
                    entry.doubtful = True
                except Refused:
                    entry.doubtful = True
                    raise
                else:
                    entry.position = decided.position
                    self._tell(decided.position, decided.change.step)
                    return decided.position
        raise Refused("busy")

    async def delete(self, name: str) -> None:
        """A table that nobody sits at any more."""
        await self._stored(self.store.delete_table(name))
        self._entries.pop(name, None)

    async def follow(self, name: str, revision: int) -> None:
        """Another process says that a table is at this revision: if it is in memory here, it is brought up to date."""
        entry = self._entries.get(name)
        if entry is None or entry.position.table.revision >= revision:
            return
        async with entry.lock:
            if entry.position.table.revision < revision:
                await self._reload(name, entry)

    async def _reload(self, name: str, entry: _Entry) -> None:
        before = entry.position
        table = await self._stored(self.store.table(name))
        if table is None:
            raise Refused("not-there")
        steps = await self._stored(self.store.steps(name, after=before.table.revision))
        steps = [step for step in steps if step.revision <= table.revision]
        trail = _followed(before, table, steps)
        entry.position = Position(table, trail) if trail is not None else await self._load(table)
        entry.doubtful = False
        if steps:
            self._notify(entry.position, steps[-1] if len(steps) == 1 and steps[0].kind != "undo" else None)

    async def _entry(self, name: str) -> _Entry:
        entry = self._entries.get(name)
        if entry is not None:
            self._entries.move_to_end(name)
            return entry
        loading = self._loading.get(name)
        if loading is None:
            loading = self._loading[name] = asyncio.create_task(self._first_load(name))
            loading.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(loading)

    async def _first_load(self, name: str) -> _Entry:
        table = await self._stored(self.store.table(name))
        if table is None:
            raise Refused("not-there")
        entry = _Entry(await self._load(table))
        return self._keep(name, entry)

    def _keep(self, name: str, entry: _Entry) -> _Entry:
        entry = self._entries.setdefault(name, entry)
        if len(self._entries) > MOST_AT_REST:
            self._make_room()
        return entry

    def _make_room(self) -> None:
        for name in list(self._entries)[: MOST_AT_REST // 10]:
            if not self._entries[name].lock.locked() and not self.in_use(name):
                del self._entries[name]

    async def _load(self, table: Table) -> Position:
        if table.status == "open":
            return Position(table)
        return Position(table, await self.trail(table, table.ply))

    async def trail(self, table: Table, ply: int) -> tuple[State, ...]:
        """The states up to a ply, as many as a table remembers; the same short work however long the game is."""
        game = playable(table)
        snapshot = await self._stored(self.store.snapshot(table.id, max(0, ply - MEMORY)))
        moves = await self._stored(self.store.moves(table.id, beyond=snapshot.ply, up_to=ply))
        return _replayed(game, snapshot.document, moves)[-MEMORY:]

    async def moment(self, table: Table, ply: int) -> State:
        """The state after so many moves."""
        game = playable(table)
        snapshot = await self._stored(self.store.snapshot(table.id, ply))
        if snapshot.ply == ply > 0:  # the events of the last move are wanted too
            snapshot = await self._stored(self.store.snapshot(table.id, ply - 1))
        moves = await self._stored(self.store.moves(table.id, beyond=snapshot.ply, up_to=ply))
        return _replayed(game, snapshot.document, moves)[-1]

    async def _commit(self, decided: Decided) -> None:
        await self._stored(self.store.commit(decided.change))

    async def _stored(self, work: Awaitable[T]) -> T:
        try:
            return await work
        except NotStored as problem:
            log.warning("not stored", problem=str(problem))
            raise Refused("not-stored") from None

    def _tell(self, position: Position, step: Step) -> None:
        self._notify(position, step)
        for publish in self.published:
            publish(position.table.id, position.table.revision)

    def _notify(self, position: Position, step: Step | None) -> None:
        for listener in self.listeners:
            listener(position, step)


def playable(table: Table) -> Game:
    """The game of a table, if this server plays it by the same rules."""
    try:
        game = find_game(table.game)
    except Malformed:
        raise Refused("unknown-game", game=table.game) from None
    if game.rules != table.rules:
        raise Refused("other-rules", rules=table.rules, ours=game.rules)
    return game


def _replayed(game: Game, document: dict[str, object], moves: list[Step]) -> tuple[State, ...]:
    trail = [game.load(document)]
    for step in moves:
        trail.append(trail[-1].play(game.parse(step.text)))
    return tuple(trail)


def _followed(before: Position, table: Table, steps: list[Step]) -> tuple[State, ...] | None:
    """The states after steps that were made elsewhere; None if they cannot be told from what is remembered."""
    trail = before.trail
    if not trail:
        return None if table.status != "open" else ()
    for step in steps:
        if step.kind == "move":
            trail = (*trail[1 - MEMORY :], trail[-1].play(find_game(table.game).parse(step.text)))
        elif step.kind == "undo":
            return None
    return trail


async def _unhurried(work: Awaitable[T]) -> T:
    """Awaits work that goes on to its end even if whoever waits for it is cut off."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be left to hear of it
    return await asyncio.shield(task)
