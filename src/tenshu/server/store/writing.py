"""The one who writes: everything that came while the previous transaction was under way is stored in the next one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError

from tenshu.server import metrics
from tenshu.server.store import statements
from tenshu.server.store.errors import TROUBLE, Conflict, InDoubt, NotStored, reason
from tenshu.server.store.rows import Rows

T = TypeVar("T")
Work = Callable[[Connection], T]
LARGEST_GROUP = 500
RESOLUTION = 0.001
"""Of the timers of event loops, in seconds."""
PAUSE = 0.1
"""Seconds before a database that is away is asked again."""
_TRY_AGAIN = {"40001", "40P01"}
"""PostgreSQL: another transaction stood in the way of this one, a deadlock."""


class GivenUp(Exception):
    """The time is over and nothing has been committed."""


class Lost(Exception):
    """The connection broke while the transaction was being committed."""


class Member:
    """Something to be stored, and who waits for it."""

    __slots__ = ("attempt", "due", "error", "expired", "future", "settled", "value", "work")

    def __init__(self, work: Rows | Work[Any], future: asyncio.Future[Any], due: float) -> None:
        self.work = work
        self.future = future
        self.due = due
        """When it is given up or, if it has `expired` without being given up for certain, despaired of."""
        self.expired = False
        self.attempt: Attempt | None = None
        self.settled = False
        self.value: Any = None
        self.error: BaseException | None = None

    def settle(self, error: BaseException | None = None) -> None:
        self.settled = True
        self.error = error

    def answer(self) -> None:
        self.attempt = None  # they know each other, and would have to wait for Python's collector to be forgotten
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.value)
        else:
            self.future.set_exception(self.error)


class Attempt:
    """A group on its way into the database. It can be given up until it is being committed."""

    def __init__(self, members: list[Member]) -> None:
        self.members = members
        self.seconds = 0.0
        """How long it took."""
        self._lock = threading.Lock()
        self._given_up = False
        self._committing: list[Member] = []
        self._doubtful: list[Member] = []
        self._interrupt: Callable[[], None] | None = None

    @contextlib.contextmanager
    def over(self, connection: Connection) -> Iterator[None]:
        """A transaction of this attempt. SQLite can be interrupted; PostgreSQL ends its statements itself, and if it
        has hung so that it does not, the connection is cut."""
        driver: Any = connection.connection.dbapi_connection
        self._interrupt = getattr(driver, "interrupt", None) or (lambda: _cut(driver))
        try:
            yield
        finally:
            with self._lock:
                self._interrupt = None
                self._committing = []

    def check(self) -> None:
        if self._given_up:
            raise GivenUp

    def begin_to_commit(self, members: list[Member]) -> None:
        with self._lock:
            self.check()
            self._committing = members

    def lose(self, members: list[Member]) -> None:
        """Nobody knows whether these were committed."""
        with self._lock:
            self._doubtful += members

    def give_up(self) -> list[Member]:
        """From now on nothing is committed any more. Returns those for whom this is certain."""
        with self._lock:
            self._given_up = True
            if self._interrupt is not None and not self._committing:
                self._interrupt()
            unknown = self._committing + self._doubtful
            return [member for member in self.members if not member.settled and member not in unknown]

    def cut_off(self) -> None:
        """A commit that does not end is waited for no longer: others have to be stored as well."""
        with self._lock:
            if self._interrupt is not None:
                self._interrupt()


def _cut(connection: Any) -> None:
    """Ends a connection under whoever waits for an answer over it in another thread."""
    with contextlib.suppress(Exception), socket.socket(fileno=os.dup(connection.fileno())) as ours:
        ours.shutdown(socket.SHUT_RDWR)


class Writer:
    """Stores in one thread, over one connection; answers within a limit, and never says no to what is there."""

    def __init__(self, engine: Engine, limit: float) -> None:
        self.limit = limit
        self._engine = engine
        self._kept: Connection | None = None
        """In the thread, between two transactions."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="tenshu-store")
        self._queue: deque[Member] = deque()
        self._waiting: deque[Member] = deque()
        """Everybody who has no answer yet, and perhaps some who have; in the order they came."""
        self._watch: asyncio.TimerHandle | None = None
        """Looks after those who wait. One for all: nearly everybody has long been answered when it would be time."""
        self._loop = asyncio.get_running_loop()
        self._busy = False
        """Something is on its way into the database, or will be in a moment."""
        self._at_rest: asyncio.Future[None] | None = None
        """Set by whoever waits for the end."""
        self._closing = False

    def __len__(self) -> int:
        return len(self._queue)

    async def close(self) -> None:
        """Store what is waiting, then end."""
        if self._closing:
            return
        self._closing = True
        if self._busy:
            self._at_rest = self._loop.create_future()
            await self._at_rest
        if self._watch is not None:
            self._watch.cancel()
        await self._loop.run_in_executor(self._thread, self._let_go)
        self._thread.shutdown()

    async def store(self, work: Rows | Work[T]) -> T:
        """Run in the next transaction; when this returns, it is durable."""
        if self._closing:
            raise NotStored("The store is closed.")
        loop = self._loop
        member = Member(work, loop.create_future(), loop.time() + self.limit)
        self._queue.append(member)
        self._waiting.append(member)
        if self._watch is None:
            self._watch = loop.call_at(member.due, self._look_after)
        if not self._busy:
            self._busy = True
            loop.call_soon(self._begin)  # others may come before it is our turn
        return await member.future  # type: ignore[no-any-return]

    def _look_after(self) -> None:
        """Whoever has waited for too long gets an answer."""
        waiting = [member for member in self._waiting if not member.future.done()]
        now = self._loop.time()
        for member in waiting:
            if member.due > now + RESOLUTION:
                continue
            if member.expired:
                self._despair(member)
            else:
                member.expired = True
                member.due += self.limit
                self._expire(member)
        self._waiting = deque(member for member in waiting if not member.future.done())
        self._watch = None
        if self._waiting:
            self._watch = self._loop.call_at(min(member.due for member in self._waiting), self._look_after)

    def _expire(self, member: Member) -> None:
        """Give up what has not reached its commit; what has, is waited for, because it may succeed."""
        hopeless = [member] if member.attempt is None else member.attempt.give_up()
        for each in hopeless:
            if not each.future.done():
                each.future.set_exception(NotStored(f"The database did not answer within {self.limit:g} seconds."))

    def _despair(self, member: Member) -> None:
        if member.attempt is not None:
            member.attempt.cut_off()
        if not member.future.done():
            member.future.set_exception(InDoubt(f"The database did not finish within {2 * self.limit:g} seconds."))

    def _begin(self) -> None:
        """Send what has come into the thread, or rest."""
        group = self._take()
        if group:
            attempt = Attempt(group)
            for member in group:
                member.attempt = attempt
            self._thread.submit(self._carry_out, attempt)
            return
        self._busy = False
        if self._at_rest is not None and not self._at_rest.done():
            self._at_rest.set_result(None)

    def _end(self, attempt: Attempt) -> None:
        """The next group is on its way while this one is answered."""
        group = attempt.members
        self._begin()
        metrics.COMMIT_SECONDS.observe(attempt.seconds)
        metrics.COMMITTED.inc(sum(member.error is None for member in group))
        for member in group:
            member.answer()
        while self._waiting and self._waiting[0].future.done():
            self._waiting.popleft()

    def _take(self) -> list[Member]:
        """What is stored next, in the order it came; of each table one change, the others wait."""
        group: list[Member] = []
        later: list[Member] = []
        tables: set[str] = set()
        while self._queue and len(group) < LARGEST_GROUP:
            member = self._queue.popleft()
            if member.future.done():
                continue
            if isinstance(member.work, Rows):
                table = member.work.table["id"]
                if table in tables:
                    later.append(member)
                    continue
                tables.add(table)
            group.append(member)
        self._queue.extendleft(reversed(later))
        return group

    # From here on: in the thread.

    def _carry_out(self, attempt: Attempt) -> None:
        start = time.perf_counter()
        try:
            self._store(attempt)
        except BaseException as trouble:  # whoever waits gets an answer, and the next one a turn, whatever happens
            for member in attempt.members:
                if not member.settled:
                    member.settle(trouble)
        attempt.seconds = time.perf_counter() - start
        self._loop.call_soon_threadsafe(self._end, attempt)

    def _store(self, attempt: Attempt) -> None:
        """Settle every member."""
        try:
            self._together(attempt, attempt.members)
        except Exception as trouble:
            if len(attempt.members) == 1 or _is_away(trouble):
                for member in attempt.members:
                    member.settle(_answer_to(trouble))
            else:
                for member in attempt.members:
                    self._alone(attempt, member)

    def _alone(self, attempt: Attempt, member: Member) -> None:
        try:
            self._together(attempt, [member])
        except Exception as trouble:
            member.settle(_answer_to(trouble))

    def _together(self, attempt: Attempt, members: list[Member]) -> None:
        """One transaction; once more if the connection turns out to be broken."""
        for once_more in (True, False):
            try:
                return self._transaction(attempt, members)
            except Lost:
                return self._find_out(members)
            except DBAPIError as trouble:
                if not (once_more and trouble.connection_invalidated):
                    raise
        return None

    @contextlib.contextmanager
    def _connected(self) -> Iterator[Connection]:
        """One connection from transaction to transaction; after any trouble it is given back."""
        connection, self._kept = self._kept or self._engine.connect(), None
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        self._kept = connection

    def _let_go(self) -> None:
        if self._kept is not None:
            self._kept.close()
        self._engine.dispose()

    def _transaction(self, attempt: Attempt, members: list[Member]) -> None:
        attempt.check()
        with self._connected() as connection, attempt.over(connection):
            transaction = connection.begin()
            try:
                changes = [member.work for member in members if isinstance(member.work, Rows)]
                if changes:
                    statements.write(connection, changes)
                for member in members:
                    if not isinstance(member.work, Rows):
                        member.value = member.work(connection)
                attempt.begin_to_commit(members)
            except BaseException:
                transaction.rollback()
                raise
            try:
                transaction.commit()
            except Exception as trouble:
                if isinstance(trouble, DBAPIError) and not trouble.connection_invalidated:
                    raise
                attempt.lose(members)
                raise Lost from trouble
            for member in members:
                member.settle()

    def _find_out(self, members: list[Member]) -> None:
        """Whether a commit that was never answered has happened: do it again, and the database will say."""
        end = time.monotonic() + self.limit
        for member in members:
            if isinstance(member.work, Rows):
                while not self._do_again(member, member.work) and time.monotonic() < end:
                    time.sleep(PAUSE)
            if not member.settled:
                member.settle(InDoubt("The database went away."))

    def _do_again(self, member: Member, change: Rows) -> bool:
        try:
            self._transaction(Attempt([member]), [member])
        except IntegrityError:
            return self._compare(member, change)
        except (Lost, *TROUBLE):
            return False
        return True

    def _compare(self, member: Member, change: Rows) -> bool:
        """Whether what is there instead of a change is that very change."""
        try:
            with self._engine.connect() as connection:
                there = statements.is_there(connection, change)
        except TROUBLE:
            return False
        member.settle(None if there else Conflict("Somebody was faster."))
        return True


def _is_away(trouble: Exception) -> bool:
    """Whether the fault is the database's, so that nobody in the group would fare better alone."""
    if isinstance(trouble, GivenUp | Lost):
        return True
    if isinstance(trouble, sqlite3.OperationalError):
        return True
    if not isinstance(trouble, OperationalError | InterfaceError):
        return False
    return getattr(trouble.orig, "sqlstate", None) not in _TRY_AGAIN


def _answer_to(trouble: Exception) -> Exception:
    """What the one who waits is told."""
    if isinstance(trouble, IntegrityError):
        return Conflict(reason(trouble))
    if isinstance(trouble, GivenUp):
        return NotStored("The database did not answer in time.")
    if isinstance(trouble, TROUBLE):
        return NotStored(reason(trouble))
    return trouble
