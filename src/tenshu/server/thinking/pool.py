"""Processes that think. One that dies or never answers is replaced, and its work is asked again."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from time import monotonic
from typing import Any, TypeVar

import structlog

from tenshu.server.thinking import work

PATIENCE = 30.0
"""Seconds for one question: far more than any level may think about a turn."""
ATTEMPTS = 3
SILENCE = 60.0
"""Seconds without word of an analysis, which looks at a decision in two."""
T = TypeVar("T")

log = structlog.get_logger("tenshu.thinking")


class Lost(Exception):
    """A question that nobody could answer."""


class _Failed(Exception):
    """Not the question but a process has failed: others may do better."""


class Pool:
    """Answers questions of `work` in processes of its own."""

    def __init__(self, processes: int, patience: float = PATIENCE) -> None:
        self.processes = processes
        self.patience = patience
        self._pool: ProcessPoolExecutor | None = None
        self._free = asyncio.Semaphore(processes)
        """Nobody is handed to a pool that is busy: patience begins when a process does."""
        self._under_way: set[asyncio.Future[Any]] = set()

    async def start(self) -> None:
        """The processes begin while the server does; nobody waits for them."""
        self._pool = self._new()
        for _ in range(self.processes):
            self._pool.submit(work.ready)

    async def stop(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(_end, pool)
        while self._under_way:
            await asyncio.gather(*self._under_way, return_exceptions=True)

    async def ask(self, kind: str, **arguments: Any) -> Any:
        """The answer to a question; raises `Lost` if three processes in a row have failed, or if the question cannot be
        answered. One that nobody waits for any more is still looked after, so that no process hangs for ever."""
        return await asyncio.shield(self._keep(asyncio.create_task(self._ask(kind, arguments))))

    async def _ask(self, kind: str, arguments: dict[str, Any]) -> Any:
        async with self._free:
            for attempt in range(1, ATTEMPTS + 1):
                pool = self._pool
                if pool is None:
                    raise Lost("the server is going away")
                try:
                    return await self._answer(pool, kind, arguments)
                except _Failed as problem:
                    log.warning("thinking failed", kind=kind, attempt=attempt, problem=str(problem))
                    self._replace(pool)
        raise Lost(f"{kind} failed {ATTEMPTS} times")

    async def _answer(self, pool: ProcessPoolExecutor, kind: str, arguments: dict[str, Any]) -> Any:
        """Raises `_Failed` if it is the pool that has failed, `Lost` if it is the question."""
        try:
            job = pool.submit(work.answer, kind, arguments)
        except RuntimeError as trouble:  # broken, or being let go
            raise _Failed(type(trouble).__name__) from None
        future = asyncio.wrap_future(job)
        await asyncio.wait([future], timeout=self.patience)
        if not future.done():
            future.cancel()
            raise _Failed("no answer")
        if future.cancelled():
            raise _Failed("cancelled")
        problem = future.exception()
        if isinstance(problem, BrokenProcessPool):
            raise _Failed(type(problem).__name__)
        if problem is not None:
            log.error("a question cannot be answered", kind=kind, exc_info=problem)
            raise Lost(f"{kind}: {type(problem).__name__}")
        return future.result()

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        """A new pool in the place of one that has lost a process; the first to notice makes it."""
        if self._pool is broken:
            self._pool = self._new()
            self._keep(asyncio.get_running_loop().run_in_executor(None, _end, broken))

    def _keep(self, work: asyncio.Future[T]) -> asyncio.Future[T]:
        self._under_way.add(work)
        work.add_done_callback(self._done)
        return work

    def _done(self, work: asyncio.Future[Any]) -> None:
        """Nobody may be left to hear how it went."""
        self._under_way.discard(work)
        _ = work.cancelled() or work.exception()

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.processes, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)

    @property
    def pids(self) -> list[int]:
        """The processes there are at the moment."""
        return list(self._pool._processes) if self._pool is not None and self._pool._processes else []


def _begin() -> None:
    """In a new process: Ctrl-C is the server's business, computing gives way to serving, and no server is survived."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    with suppress(AttributeError, OSError):
        os.nice(5)


def _end_with_the_server() -> None:
    """A server that is killed cannot end its processes; they would wait for work for ever."""
    if (server := multiprocessing.parent_process()) is not None:
        server.join()
        os._exit(1)


def _end(pool: ProcessPoolExecutor) -> None:
    """Lets go of a pool, whatever its processes are doing."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
    for process in processes:
        process.join(5)


def analysed(
    record: dict[str, Any],
    progress: Callable[[int, int], None],
    stop: Callable[[], bool],
    silence: float = SILENCE,
) -> dict[str, Any]:
    """A game judged in a process of its own, with word of how far it is. Blocks: for a thread.

    Raises `Lost` if the process dies, says nothing for too long, or is not wanted any more."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_analyse, args=(record, theirs), daemon=True)
    process.start()
    theirs.close()
    heard = monotonic()
    try:
        while not stop() and monotonic() - heard < silence:
            if not ours.poll(0.5):
                if not process.is_alive() and not ours.poll(0):
                    break
                continue
            kind, *facts = ours.recv()
            heard = monotonic()
            if kind == "done":
                found: dict[str, Any] = facts[0]
                return found
            if kind == "failed":
                raise Lost(facts[0])
            progress(*facts)
    except (EOFError, OSError):
        pass
    finally:
        process.kill()
        process.join(5)
        ours.close()
    raise Lost("the analysis was cut off")


def _analyse(record: dict[str, Any], answers: Any) -> None:
    _begin()
    try:
        answers.send(("done", work.examination(record, lambda done, of: answers.send(("progress", done, of)))))
    except Exception as problem:
        answers.send(("failed", f"{type(problem).__name__}: {problem}"))
