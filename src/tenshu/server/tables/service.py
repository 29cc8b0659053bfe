"""Makes things happen at tables: load, decide, store, tell; the same four steps for every request."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from typing import Any, TypeVar

import structlog

from tenshu.server import metrics
from tenshu.server.clock import WallClock
from tenshu.server.errors import Refused
from tenshu.server.store import Conflict, InDoubt, NotStored, Store
from tenshu.server.tables.position import Decided, Position
from tenshu.server.tables.table import Step, Table
from tenshu.server.tables.trail import MEMORY, Trail
from tenshu.table.errors import IllegalMove, Malformed
from tenshu.table.games import Game, find_game
from tenshu.table.state import State

Decide = Callable[[Position], Decided | None]
"""What is to happen at a table as it is; None: it is gone, nobody sits there any more."""
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
        """Told of every table this process has changed, and its revision: word for other processes. Called right after
        the listeners."""
        self.gone: list[Callable[[str], None]] = []
        """Told of every table that is there no more."""
        self.in_use: Callable[[str], bool] = lambda _: False
        """Whether somebody watches a table, so that it stays in memory."""
        self.shared = False
        """Whether other processes serve the same tables."""
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._loading: dict[str, asyncio.Task[_Entry]] = {}
        self._under_way: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._entries)

    async def position(self, name: str) -> Position:
        """A table as it is now; raises `Refused` if there is none, or if it follows rules this server does not play."""
        entry = await self._entry(name)
        if entry.doubtful:
            async with entry.lock:
                with suppress(Refused):  # what is remembered is better than nothing; nothing is decided from it
                    if entry.doubtful:
                        await self._reload(name, entry)
        return entry.position

    def remembered(self, name: str) -> Position | None:
        entry = self._entries.get(name)
        return entry.position if entry else None

    def doubt_all(self) -> None:
        """The database was changed behind our back: every table is read again before anything is decided."""
        for entry in self._entries.values():
            entry.doubtful = True

    def in_memory(self) -> dict[str, int]:
        """The revision of every table in memory."""
        return {name: entry.position.table.revision for name, entry in self._entries.items()}

    async def add(self, decided: Decided) -> Position:
        """Stores a new table."""
        return await self._unhurried(self._add(decided))

    async def _add(self, decided: Decided) -> Position:
        await self._commit(decided)
        name = decided.position.table.id
        self._keep(name, _Entry(decided.position))
        self._tell(decided.position, decided.change.step)
        return decided.position

    async def act(self, name: str, decide: Decide) -> Position:
        """Decides about a table as it is, stores what was decided, and only then makes it so. Returns the table as it
        is then; one that is gone, as it was.

        A request that is cut off is carried to its end all the same: memory never falls behind the database.
        """
        return await self._unhurried(self.carry_out(name, decide))

    async def carry_out(self, name: str, decide: Decide) -> Position:
        """`act` for a task that is not cut off before this has come to its end."""
        while True:
            entry = await self._entry(name)
            async with entry.lock:
                if self._entries.get(name) is entry:  # it may have been let go or deleted while we waited
                    return await self._act(name, entry, decide)

    async def _act(self, name: str, entry: _Entry, decide: Decide) -> Position:
        """For whoever has the lock of a table."""
        for _ in range(ATTEMPTS):
            if entry.doubtful:
                await self._reload(name, entry)
            try:
                decided = decide(entry.position)
            except Refused:
                if not await self._is_behind(entry):
                    raise
                entry.doubtful = True
                continue
            try:
                await (self._commit(decided) if decided else self._remove(entry.position.table))
            except Conflict:
                entry.doubtful = True
            except Exception:
                entry.doubtful = True
                raise
            else:
                if decided is None:
                    return entry.position
                entry.position = decided.position
                if _is_short(decided.position):
                    entry.doubtful = True
                self._tell(decided.position, decided.change.step)
                return decided.position
        raise Refused("busy")

    def see_to_the_end(self, task: asyncio.Task[Any]) -> None:
        """Something that nobody waits for any more is waited for when the server stops."""
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        task.add_done_callback(_heard)

    async def _is_behind(self, entry: _Entry) -> bool:
        """Whether another process has changed a table and word has not come: nobody is refused because of that."""
        if not self.shared:
            return False
        ours = entry.position.table
        try:
            return (await self.store.revisions([ours.id])).get(ours.id) != ours.revision
        except NotStored:
            return False

    async def start(self) -> None:
        """Nothing is in memory until somebody asks for it."""

    async def stop(self) -> None:
        """Lets what is under way come to its end."""
        while self._under_way:
            await asyncio.gather(*self._under_way, return_exceptions=True)

    async def delete(self, name: str) -> None:
        """A table that nobody sits at any more."""
        await self._stored(self.store.delete_table(name))
        self.forget(name)

    async def _remove(self, table: Table) -> None:
        """Unless somebody has sat down meanwhile."""
        await self._stored(self.store.delete_table(table.id, table.revision))
        self.forget(table.id)

    def forget(self, name: str) -> None:
        """There is no such table any more."""
        self._entries.pop(name, None)
        for listener in self.gone:
            _call(listener, name)

    async def follow(self, name: str, revision: int, news: tuple[Table, Step] | None = None) -> None:
        """Another process says that a table is at this revision: if it is in memory here, it is brought up to date. The
        news are the table as it is there, and the last step."""
        entry = self._entries.get(name)
        if entry is None or entry.position.table.revision >= revision:
            return
        async with entry.lock:
            if entry.position.table.revision >= revision or self._entries.get(name) is not entry:
                return
            if news is None or not self._take_over(entry, *news):
                await self._reload(name, entry)

    def _take_over(self, entry: _Entry, table: Table, step: Step) -> bool:
        """Follow one step that was made elsewhere without asking the database, if it is the next one."""
        before = entry.position
        if entry.doubtful or table.id != before.table.id or table.revision != before.table.revision + 1:
            return False
        trail = _followed(before, table, [step])
        if trail is None:
            return False
        entry.position = Position(table, trail)
        Context().run(self._notify, entry.position, step)
        return True

    async def _reload(self, name: str, entry: _Entry) -> None:
        before = entry.position
        table = await self._stored(self.store.table(name))
        if table is None:
            self.forget(name)
            raise Refused("not-there")
        steps = await self._stored(self.store.steps(name, after=before.table.revision))
        steps = [step for step in steps if step.revision <= table.revision]
        trail = _followed(before, table, steps)
        entry.position = Position(table, trail) if trail is not None else await self._load(table)
        entry.doubtful = False
        if steps:  # none of them is the answer to what is being asked here
            Context().run(self._notify, entry.position, steps[0] if len(steps) == 1 else None)

    async def _entry(self, name: str) -> _Entry:
        entry = self._entries.get(name)
        if entry is not None:
            self._entries.move_to_end(name)
            return entry
        loading = self._loading.get(name)
        if loading is None:
            loading = self._loading[name] = asyncio.create_task(self._first_load(name))
            loading.add_done_callback(_heard)
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
        """Those not used for the longest time go; one that is watched counts as used."""
        for name in list(self._entries):
            if len(self._entries) <= MOST_AT_REST - MOST_AT_REST // 10:
                return
            if self._entries[name].lock.locked() or self.in_use(name):
                self._entries.move_to_end(name)
            else:
                del self._entries[name]

    async def _load(self, table: Table) -> Position:
        """A table with its game. Another process may change it meanwhile: then it is read again."""
        for _ in range(ATTEMPTS):
            if table.status == "open":
                return Position(table)
            trail = await self.trail(table, table.ply)
            if trail is not None:
                return Position(table, trail)
            newer = await self._stored(self.store.table(table.id))
            if newer is None:
                raise Refused("not-there")
            table = newer
        raise Refused("busy")

    async def trail(self, table: Table, ply: int) -> Trail | None:
        """The states up to a ply, as many as a table remembers; the same short work however long the game is. None if
        the table is not the same any more."""
        return await self._trail(table, max(0, ply - MEMORY), ply)

    async def moment(self, table: Table, ply: int) -> State:
        """The state after so many moves, with the events of the last of them."""
        trail = await self._trail(table, max(0, ply - 1), ply)
        if trail is None:
            raise Refused("busy")
        return trail.last

    async def _trail(self, table: Table, first: int, last: int) -> Trail | None:
        """The states from a ply, or some before it, to another."""
        game = playable(table)
        try:
            snapshot = await self._stored(self.store.snapshot(table.id, first))
        except LookupError:
            raise Refused("not-there") from None
        moves = await self._stored(self.store.moves(table.id, beyond=snapshot.ply, up_to=last))
        if len(moves) != last - snapshot.ply or any(step.revision > table.revision for step in moves):
            return None
        return _replayed(game, snapshot.document, moves)

    async def _commit(self, decided: Decided) -> None:
        await self._stored(self.store.commit(decided.change))

    async def _stored(self, work: Awaitable[T]) -> T:
        try:
            return await work
        except InDoubt as problem:
            log.warning("nobody knows whether it is stored", problem=str(problem))
            raise Refused("in-doubt") from None
        except NotStored as problem:
            log.warning("not stored", problem=str(problem))
            raise Refused("not-stored") from None

    def _tell(self, position: Position, step: Step) -> None:
        if step.kind == "move":
            metrics.MOVES.inc()
        self._notify(position, step)
        for publish in self.published:
            _call(publish, position.table.id, position.table.revision)

    def _notify(self, position: Position, step: Step | None) -> None:
        for listener in self.listeners:
            _call(listener, position, step)

    async def _unhurried(self, work: Coroutine[Any, Any, T]) -> T:
        """Awaits work that goes on to its end even if whoever waits for it is cut off."""
        task = asyncio.create_task(work)
        self.see_to_the_end(task)
        return await asyncio.shield(task)


def _heard(done: asyncio.Task[Any]) -> None:
    """Nobody may be left to hear of a failure."""
    _ = done.cancelled() or done.exception()


def _call(listener: Callable[..., None], *facts: object) -> None:
    """What is stored has happened, whatever somebody who is told makes of it."""
    try:
        listener(*facts)
    except Exception:
        log.exception("somebody could not be told")


def _is_short(position: Position) -> bool:
    """After many takebacks: more is there to be remembered than is."""
    return len(position.trail) < min(MEMORY // 2, position.table.ply + 1)


def playable(table: Table) -> Game:
    """The game of a table, if this server plays it by the same rules."""
    try:
        game = find_game(table.game)
    except Malformed:
        raise Refused("unknown-game", game=table.game) from None
    if game.rules != table.rules:
        raise Refused("other-rules", rules=table.rules, ours=game.rules)
    return game


def _replayed(game: Game, document: dict[str, object], moves: list[Step]) -> Trail:
    states = [game.load(document)]
    for step in moves:
        states.append(states[-1].play(game.parse(step.text)))
    return Trail(states, [step.text for step in moves])


def _followed(before: Position, table: Table, steps: list[Step]) -> Trail | None:
    """The states after steps that were made elsewhere; None if they cannot be told from what is remembered."""
    trail = before.trail
    if not trail:
        return None if table.status != "open" else trail
    if _is_short(before):
        return None
    try:
        for step in steps:
            if step.kind == "move":
                trail = trail.played(step.text, trail.last.play(find_game(table.game).parse(step.text)))
            elif step.kind == "undo":
                return None
    except IllegalMove:
        return None
    return trail
