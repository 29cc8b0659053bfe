"""Who watches which table, and what they are sent."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import orjson
import structlog

from tenshu.server.clock import WallClock
from tenshu.server.errors import Refused
from tenshu.server.live import news
from tenshu.server.live.bus import Bus
from tenshu.server.live.chats import Chats
from tenshu.server.live.telling import Telling
from tenshu.server.loops import goes_on
from tenshu.server.store import NotStored, Store
from tenshu.server.tables.position import Position
from tenshu.server.tables.service import Tables
from tenshu.server.tables.table import Step, Table

MOST_UNSENT = 100
"""Messages that wait for a slow listener before the connection is given up; it comes back to the present view."""
AWAY_AFTER = 30.0
"""Seconds without a connection after which a person counts as gone."""
LOOK_EVERY = 2.0
LOOK_EVERY_WITHOUT_REDIS = 0.5
ALL_EVERY = 5
"""Looks at the tables until chats and sessions are looked at as well: nobody tells that word of them was lost."""
LATEST_MESSAGES = 50
PRESENCE_EVERY = 10.0
PRESENCE_LASTS = 25.0
TOO_SLOW = 4408
SESSION_OVER = 4401
NO_TABLE = 4404

answering: ContextVar[tuple[Watcher, str | None] | None] = ContextVar("answering", default=None)
"""Whose message is being carried out, and its id: the answer repeats it."""
log = structlog.get_logger("tenshu.live")


class Watcher:
    """One connection to a table."""

    def __init__(self, table: str, person: str | None, language: str, token: str | None = None, epoch: int = 0) -> None:
        self.table = table
        self.person = person
        self.token = token
        """The access token of a program, by its id."""
        self.epoch = epoch
        """That of the person's sessions when it was opened."""
        self.language = language
        self.unsent: deque[bytes] = deque()
        self.close_code: int | None = None
        self._awaited: asyncio.Future[None] | None = None

    def send(self, message: bytes) -> None:
        if self.close_code is not None:
            return
        if len(self.unsent) >= MOST_UNSENT:
            self.close(TOO_SLOW)
        else:
            self.unsent.append(message)
            self._wake()

    def send_document(self, **document: Any) -> None:
        self.send(orjson.dumps(document))

    def close(self, code: int) -> None:
        """Send what is unsent no more and hang up."""
        if self.close_code is None:
            self.close_code = code
            self.unsent.clear()
            self._wake()

    async def anything_unsent(self) -> bool:
        """Waits until there is something to be sent; false if there will be nothing any more."""
        while not self.unsent and self.close_code is None:
            self._awaited = asyncio.get_running_loop().create_future()
            await self._awaited
        return bool(self.unsent)

    def _wake(self) -> None:
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """Who is connected to a table in another process, as far as was heard."""

    until: float
    """It counts so long: a process that has died says nothing any more."""
    people: frozenset[str]
    watching: int


class Hub:
    """Tells watchers what happens at their tables, here and in other processes."""

    def __init__(self, tables: Tables, store: Store, bus: Bus, clock: WallClock) -> None:
        self.tables = tables
        self.store = store
        self.bus = bus
        self.clock = clock
        self._name = secrets.token_hex(8)
        self._watchers: dict[str, set[Watcher]] = {}
        self._since = clock.now()
        self._elsewhere: dict[str, dict[str, _Elsewhere]] = {}
        """By table and process."""
        self._chats = Chats()
        self._looks = 0
        self._was_deaf = True
        """Others could not be heard at some time since the last look at what was said."""
        self._gone: dict[str, dict[str, float]] = {}
        """By table that is watched here: who played there and was connected, and since when they are not."""
        self._latest: tuple[Position, Step | None] | None = None
        """What has happened last."""
        self._tasks: list[asyncio.Task[None]] = []
        self._following: set[asyncio.Task[None]] = set()
        tables.listeners.append(self._changed)
        tables.published.append(self._say_changed)
        tables.gone.append(self._table_gone)
        tables.shared = not bus.alone
        tables.in_use = self._watchers.__contains__
        bus.listeners.append(self._heard)

    async def start(self) -> None:
        if not self.bus.alone:
            self._tasks = [asyncio.create_task(self._look()), asyncio.create_task(self._announce())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._following, return_exceptions=True)

    @property
    def sockets(self) -> int:
        return sum(map(len, self._watchers.values()))

    def close_all(self, code: int) -> None:
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.close(code)

    def sessions_ended(self, person: str, token: str | None = None) -> None:
        """Somebody's sessions are over, or one of their tokens is gone: so are the connections, in every process."""
        self._close_sockets_of(person, token)
        self.bus.say("person", person=person, token=token)

    def _close_sockets_of(self, person: str, token: str | None) -> None:
        for watchers in self._watchers.values():
            for watcher in watchers:
                if watcher.person == person and watcher.token == token:
                    watcher.close(SESSION_OVER)

    # Coming and going.

    async def welcome(self, watcher: Watcher) -> None:
        """A new connection: it is told everything as it is, and the others that somebody is here."""
        position = await self.tables.position(watcher.table)
        self._watchers.setdefault(watcher.table, set()).add(watcher)
        self._seen(watcher.table, [watcher.person])
        watcher.send(Telling(position, None, self.here(watcher.table)).to(watcher.person))
        self._tell_presence(watcher.table)

    def goodbye(self, watcher: Watcher) -> None:
        watchers = self._watchers.get(watcher.table, set())
        if watcher not in watchers:  # never welcomed
            return
        watchers.discard(watcher)
        self._not_seen(watcher.table, [watcher.person])
        if not watchers:
            self._watchers.pop(watcher.table, None)
            self._gone.pop(watcher.table, None)
            self._chats.end(watcher.table)
        self._tell_presence(watcher.table)

    def here(self, table: str) -> set[str]:
        """The people connected to a table, here or elsewhere."""
        return self._here_now(table).union(*(each.people for each in self._others(table)))

    def watching(self, table: str) -> int:
        return len(self._watchers.get(table, ())) + sum(each.watching for each in self._others(table))

    def is_away(self, table: str, person: str | None) -> bool:
        """Whether somebody has not been seen at a table for a while."""
        if person is None or person in self.here(table):
            return False
        position = self.tables.remembered(table)
        never_seen = max(self._since, position.table.changed if position else 0.0)
        return self.clock.now() - self._gone.get(table, {}).get(person, never_seen) >= AWAY_AFTER

    def _here_now(self, table: str) -> set[str]:
        return {watcher.person for watcher in self._watchers.get(table, ()) if watcher.person}

    def _others(self, table: str) -> list[_Elsewhere]:
        """What other processes say of a table."""
        now = self.clock.now()
        return [each for each in self._elsewhere.get(table, {}).values() if each.until > now]

    def _seen(self, table: str, people: Iterable[str | None]) -> None:
        gone = self._gone.get(table, {})
        for person in people:
            gone.pop(person or "", None)

    def _not_seen(self, table: str, people: Iterable[str | None]) -> None:
        """Since now, unless they are connected in another way; of those who only looked on nothing is kept."""
        position = self.tables.remembered(table)
        if position is None or table not in self._watchers:
            return
        for person in set(people) - self.here(table):
            if person and position.table.seats_of(person):
                self._gone.setdefault(table, {})[person] = self.clock.now()

    def _tell_presence(self, table: str) -> None:
        self._send_presence(table)
        self._say_presence(table)

    def _send_presence(self, table: str) -> None:
        watchers = self._watchers.get(table)
        if watchers:
            document = {"type": "presence", "here": sorted(self.here(table)), "watching": self.watching(table)}
            message = orjson.dumps(document)
            for watcher in watchers:
                watcher.send(message)

    def _say_presence(self, table: str) -> None:
        here = sorted(self._here_now(table))
        self.bus.say("presence", table=table, process=self._name, here=here, n=len(self._watchers.get(table, ())))

    # What happens.

    def _changed(self, position: Position, step: Step | None) -> None:
        self._latest = position, step
        watchers = self._watchers.get(position.table.id)
        if not watchers:
            return
        asked = answering.get()
        telling = Telling(position, step, self.here(position.table.id))
        for watcher in watchers:
            message = asked[1] if asked and asked[0] is watcher else None
            watcher.send(telling.to(watcher.person, message))

    def _say_changed(self, name: str, revision: int) -> None:
        """Follows `_changed` at once where the change was made here."""
        if self.bus.alone or self._latest is None:
            return
        position, step = self._latest
        told = news.written(position.table, step) if step and position.table.id == name else {}
        self.bus.say("table", table=name, revision=revision, **told)

    def _table_gone(self, table: str) -> None:
        for watcher in self._watchers.get(table, ()):
            watcher.close(NO_TABLE)

    def show(self, watcher: Watcher, position: Position, message: str | None = None) -> None:
        """Tell one watcher how things are."""
        watcher.send(Telling(position, None, self.here(watcher.table)).to(watcher.person, message))

    def said(self, table: str, message: dict[str, Any]) -> None:
        """Somebody has said something at a table, in this process."""
        self._send_chat(table, message)
        self.bus.say("chat", table=table, message=message)

    def read_chat(self, watcher: Watcher, messages: list[dict[str, Any]]) -> None:
        """Tell a watcher what was said before."""
        if watcher in self._watchers.get(watcher.table, ()):
            self._chats.begin(watcher.table, messages[-1]["number"] if messages else 0)
        watcher.send_document(type="chat", messages=messages)

    def _send_chat(self, table: str, message: dict[str, Any]) -> None:
        if not self._chats.is_new(table, message["number"]):
            return
        document = orjson.dumps({"type": "chat", "messages": [message]})
        for watcher in self._watchers.get(table, ()):
            watcher.send(document)

    # Other processes.

    def _heard(self, kind: str, facts: dict[str, Any]) -> None:
        if kind == "table":
            if self.tables.remembered(facts["table"]):
                self._follow(facts["table"], facts["revision"], facts)
        elif kind == "chat":
            self._send_chat(facts["table"], facts["message"])
        elif kind == "person":
            self._close_sockets_of(facts["person"], facts["token"])
        elif kind == "presence":
            until = self.clock.now() + PRESENCE_LASTS
            self._heard_presence(
                facts["table"], facts["process"], _Elsewhere(until, frozenset(facts["here"]), facts["n"])
            )

    def _heard_presence(self, table: str, process: str, heard: _Elsewhere) -> None:
        before = self.here(table), self.watching(table)
        processes = self._elsewhere.setdefault(table, {})
        known = processes.pop(process, None)
        if heard.watching:
            processes[process] = heard
        elif not processes:
            del self._elsewhere[table]
        self._seen(table, heard.people)
        if known is not None:
            self._not_seen(table, known.people)
        if before != (self.here(table), self.watching(table)):
            self._send_presence(table)

    def _follow(self, table: str, revision: int, facts: dict[str, Any] | None = None) -> None:
        task = asyncio.get_running_loop().create_task(self._follow_quietly(table, revision, facts or {}))
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    async def _follow_quietly(self, table: str, revision: int, facts: dict[str, Any]) -> None:
        try:
            await self.tables.follow(table, revision, _news(facts))
        except Refused as refusal:
            log.warning("a table could not be followed", table=table, code=refusal.code)
        except Exception:
            log.exception("a table could not be followed", table=table)

    async def _look(self) -> None:
        """Whatever word was lost: look at the tables in memory."""
        while goes_on():
            await asyncio.sleep(LOOK_EVERY if self.bus.heard else LOOK_EVERY_WITHOUT_REDIS)
            try:
                await self.look()
            except NotStored as problem:
                log.warning("cannot look after tables", problem=str(problem))
            except Exception:
                log.exception("cannot look after tables")

    async def look(self) -> None:
        """Follow the tables in memory that have changed elsewhere."""
        ours = self.tables.in_memory()
        theirs = await self.store.revisions(list(ours))
        for name, revision in ours.items():
            if name not in theirs:
                self.tables.forget(name)
            elif theirs[name] > revision:
                self._follow(name, theirs[name])
        self._looks += 1
        deaf = not self.bus.heard
        if deaf or self._was_deaf or self._chats.have_gaps or self._looks % ALL_EVERY == 0:
            await self._look_at_chats()
            await self._look_at_sessions()
            self._was_deaf = deaf

    async def _look_at_chats(self) -> None:
        """Tell what was said elsewhere and never heard of here."""
        latest = await self.store.last_messages(self._chats.tables)
        for table, after in self._chats.behind(latest).items():
            for message in await self.store.messages(table, LATEST_MESSAGES, after):
                self._send_chat(table, message)
            self._chats.caught_up(table, latest[table])

    async def _look_at_sessions(self) -> None:
        """End the connections of sessions and tokens that ended elsewhere, of which nothing was heard here."""
        there = [each for watchers in self._watchers.values() for each in watchers if each.person]
        epochs = await self.store.epochs({each.person for each in there if each.person})
        programs = {each.person for each in there if each.person and each.token}
        tokens = {person: {kept.id for kept in await self.store.secrets_of(person, "token")} for person in programs}
        for watcher in there:
            person, token = watcher.person or "", watcher.token
            if token not in tokens[person] if token else watcher.epoch < epochs.get(person, 0):
                watcher.close(SESSION_OVER)

    async def _announce(self) -> None:
        """Who is here is said again and again: a process that has died is forgotten."""
        while goes_on():
            await asyncio.sleep(PRESENCE_EVERY)
            self._forget_the_dead()
            for table in list(self._watchers):
                self._say_presence(table)

    def _forget_the_dead(self) -> None:
        now = self.clock.now()
        for table, processes in list(self._elsewhere.items()):
            dead = [process for process, each in processes.items() if each.until <= now]
            lost = {person for process in dead for person in processes.pop(process).people}
            if not processes:
                del self._elsewhere[table]
            if dead:
                self._not_seen(table, lost)
                self._send_presence(table)


def _news(facts: dict[str, Any]) -> tuple[Table, Step] | None:
    """What another process says of a change; None if it says too little, or in the words of another version."""
    try:
        return news.read(facts)
    except (KeyError, TypeError, ValueError):
        return None
