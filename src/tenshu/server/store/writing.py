"""The one who writes: everything that came while the previous transaction was under way is stored in the next one."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError, SQLAlchemyError

from tenshu.server.store import statements
from tenshu.server.store.errors import Conflict, InDoubt, NotStored
from tenshu.server.store.rows import Rows

T = TypeVar("T")
Work = Callable[[Connection], T]
LARGEST_GROUP = 500
_TRY_AGAIN = {"40001", "40P01"}
"""PostgreSQL: another transaction stood in the way of this one, a deadlock."""


class GivenUp(Exception):
    """The time is over and nothing has been committed."""


class Lost(Exception):
    """The connection broke while the transaction was being committed."""


class Member:
    """Something to be stored, and who waits for it."""

    __slots__ = ("attempt", "error", "future", "settled", "value", "work")

    def __init__(self, work: Rows | Work[Any], future: asyncio.Future[Any]) -> None:
        self.work = work
        self.future = future
        self.attempt: Attempt | None = None
        self.settled = False
        self.value: Any = None
        self.error: BaseException | None = None

    def settle(self, error: BaseException | None = None) -> None:
        self.settled = True
        self.error = error

    def answer(self) -> None:
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
        self._lock = threading.Lock()
        self._given_up = False
        self._committing: list[Member] = []
        self._connection: Connection | None = None

    @contextlib.contextmanager
    def uses(self, connection: Connection) -> Any:
        self._connection = connection
        try:
            yield
        finally:
            with self._lock:
                self._connection = None
                self._committing = []

    def check(self) -> None:
        if self._given_up:
            raise GivenUp

    def begin_to_commit(self, members: list[Member]) -> None:
        with self._lock:
            self.check()
            self._committing = members

    def give_up(self) -> list[Member]:
        """From now on nothing is committed any more. Returns those for whom this is certain."""
        with self._lock:
            self._given_up = True
            if self._connection is not None and not self._committing:
                interrupt = getattr(self._connection.connection.dbapi_connection, "interrupt", None)
                if interrupt is not None:
                    interrupt()
            return [member for member in self.members if not member.settled and member not in self._committing]


class Writer:
    """Stores in one thread, over one connection; answers within a limit, and never says no to what is there."""

    def __init__(self, engine: Engine, limit: float) -> None:
        self.limit = limit
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="tenshu-store")
        self._queue: deque[Member] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._serve(), name="tenshu-store")

    async def close(self) -> None:
        """Store what is waiting, then end."""
        if self._closing:
            return
        self._closing = True
        self._wake.set()
        await self._task
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()

    async def store(self, work: Rows | Work[T]) -> T:
        """Run in the next transaction; when this returns, it is durable."""
        if self._closing:
            raise NotStored("The store is closed.")
        loop = asyncio.get_running_loop()
        member = Member(work, loop.create_future())
        self._queue.append(member)
        self._wake.set()
        timer = loop.call_later(self.limit, self._expire, member)
        try:
            return await member.future  # type: ignore[no-any-return]
        finally:
            timer.cancel()

    def _expire(self, member: Member) -> None:
        hopeless = [member] if member.attempt is None else member.attempt.give_up()
        for each in hopeless:
            if not each.future.done():
                each.future.set_exception(NotStored(f"The database did not answer within {self.limit:g} seconds."))

    async def _serve(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._wake.wait()
            group = self._take()
            if group:
                attempt = Attempt(group)
                for member in group:
                    member.attempt = attempt
                await loop.run_in_executor(self._thread, self._store, attempt)
                for member in group:
                    member.answer()
            elif self._closing:
                return
            else:
                self._wake.clear()

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
        try:
            self._transaction(attempt, members)
        except Lost:
            for member in members:
                self._find_out(attempt, member)
        except DBAPIError as trouble:
            if not trouble.connection_invalidated:
                raise
            self._transaction(attempt, members)

    def _transaction(self, attempt: Attempt, members: list[Member]) -> None:
        attempt.check()
        with self._engine.connect() as connection, attempt.uses(connection):
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
            except DBAPIError as trouble:
                if trouble.connection_invalidated:
                    raise Lost from trouble
                transaction.rollback()
                raise
            for member in members:
                member.settle()

    def _find_out(self, attempt: Attempt, member: Member) -> None:
        """Whether a commit that was never answered has happened: do it again, and the database will say."""
        change = member.work
        if not isinstance(change, Rows):
            member.settle(InDoubt("The database went away."))
            return
        try:
            self._transaction(attempt, [member])
        except IntegrityError:
            try:
                with self._engine.connect() as connection:
                    there = statements.is_there(connection, change)
                member.settle(None if there else Conflict())
            except SQLAlchemyError:
                member.settle(InDoubt("The database went away."))
        except (Lost, GivenUp, SQLAlchemyError):
            member.settle(InDoubt("The database went away."))


def _is_away(trouble: Exception) -> bool:
    """Whether the fault is the database's, so that nobody in the group would fare better alone."""
    if isinstance(trouble, GivenUp | Lost):
        return True
    if not isinstance(trouble, OperationalError | InterfaceError):
        return False
    return getattr(trouble.orig, "sqlstate", None) not in _TRY_AGAIN


def _answer_to(trouble: Exception) -> Exception:
    """What the one who waits is told."""
    if isinstance(trouble, IntegrityError):
        return Conflict(str(trouble.orig))
    if isinstance(trouble, GivenUp):
        return NotStored("The database did not answer in time.")
    if isinstance(trouble, SQLAlchemyError | UnicodeError):
        return NotStored(str(getattr(trouble, "orig", None) or trouble))
    return trouble
