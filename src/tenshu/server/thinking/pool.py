"""Processes that think. One that dies or never answers is replaced, and its work is asked again."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any

import structlog

from tenshu.server.thinking import work

PATIENCE = 30.0
"""Seconds for one question: far more than any level may think about a turn."""
ATTEMPTS = 3

log = structlog.get_logger("tenshu.thinking")


class Lost(Exception):
    """A question that nobody could answer."""


class Pool:
    """Answers questions of `work` in processes of its own."""

    def __init__(self, processes: int, patience: float = PATIENCE) -> None:
        self.processes = processes
        self.patience = patience
        self._pool: ProcessPoolExecutor | None = None

    async def start(self) -> None:
        """The processes begin while the server does; nobody waits for them."""
        self._pool = self._new()
        for _ in range(self.processes):
            self._pool.submit(work.ready)

    async def stop(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(_end, pool)

    async def ask(self, kind: str, **arguments: Any) -> Any:
        """The answer to a question; raises `Lost` if three processes in a row have failed."""
        for attempt in range(1, ATTEMPTS + 1):
            pool = self._pool
            if pool is None:
                raise Lost("the server is going away")
            try:
                future = asyncio.wrap_future(pool.submit(work.answer, kind, arguments))
                return await asyncio.wait_for(future, self.patience)
            except (BrokenProcessPool, TimeoutError, RuntimeError) as problem:
                log.warning("thinking failed", kind=kind, attempt=attempt, problem=type(problem).__name__)
                self._replace(pool)
        raise Lost(f"{kind} failed {ATTEMPTS} times")

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        """A new pool in the place of one that has lost a process; the first to notice makes it."""
        if self._pool is broken:
            self._pool = self._new()
            asyncio.get_running_loop().run_in_executor(None, _end, broken)

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.processes, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)

    @property
    def pids(self) -> list[int]:
        """The processes there are at the moment."""
        return list(self._pool._processes) if self._pool is not None and self._pool._processes else []


def _begin() -> None:
    """In a new process: Ctrl-C is the server's business, and computing gives way to serving."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):
        os.nice(5)


def _end(pool: ProcessPoolExecutor) -> None:
    """Lets go of a pool, whatever its processes are doing."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
    for process in processes:
        process.join(5)


def analysed(record: dict[str, Any], progress: Callable[[int, int], None], stop: Callable[[], bool]) -> dict[str, Any]:
    """A game judged in a process of its own, with word of how far it is. Blocks: for a thread.

    Raises `Lost` if the process dies or is not wanted any more."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_analyse, args=(record, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        while not stop():
            if not ours.poll(0.5):
                if not process.is_alive() and not ours.poll(0):
                    break
                continue
            kind, *facts = ours.recv()
            if kind == "done":
                found: dict[str, Any] = facts[0]
                return found
            if kind == "failed":
                raise Lost(facts[0])
            progress(*facts)
    except EOFError:
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
