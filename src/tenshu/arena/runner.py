"""Plays the games of a match, here or on all cores. A worker process that dies costs nothing but time."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Literal

from tenshu.arena.interrupts import held_back
from tenshu.arena.match import Match
from tenshu.arena.playing import play_game
from tenshu.arena.schedule import Seating
from tenshu.table.record import Record

TRIES = 3
"""A game whose worker dies is played again twice at most."""
_READY: Literal["ready"] = "ready"


@dataclass(frozen=True)
class Lost:
    """A game that could not be played to its end, and why."""

    seating: Seating
    why: str


Answer = Record | Lost


class CannotStart(RuntimeError):
    """No worker process could be started."""


def all_cores() -> int:
    """How many cores this process may use."""
    with suppress(AttributeError):  # not every system knows
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_here(match: Match, seatings: Iterable[Seating]) -> Iterator[Answer]:
    """Play games one after the other in this process."""
    for seating in seatings:
        yield _played(match, seating)


def play_on_cores(match: Match, seatings: Iterable[Seating], cores: int | None = None) -> Iterator[Answer]:
    """Play games in so many processes (left out: one a core) and yield them as they end.

    Every game is the same as `play_here` would play it, as long as budgets are in simulations. Closing the iterator, or
    Ctrl-C, ends the processes; the games they were playing are lost, no other. Programs that call this need the usual
    `if __name__ == "__main__":`, since processes are spawned.
    """
    waiting = deque((seating, 1) for seating in seatings)
    crew = _Crew(match)
    try:
        crew.grow(min(cores or all_cores(), len(waiting)))
        while waiting or crew.busy:
            crew.hand_out(waiting)
            yield from crew.collect(waiting)
    finally:
        crew.leave()


def _played(match: Match, seating: Seating) -> Answer:
    try:
        return play_game(match, seating)
    except Exception as problem:  # told to whoever runs the match; the other games go on
        return Lost(seating, f"{type(problem).__name__}: {problem}")


def _work(match: Match, pipe: Connection) -> None:
    """A worker process: plays what it is handed until the pipe closes. Ctrl-C is for the parent to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):  # the parent has gone
        pipe.send(_READY)
        while True:
            pipe.send(_played(match, pipe.recv()))


@dataclass
class _Worker:
    process: BaseProcess
    pipe: Connection
    is_ready: bool = False
    task: tuple[Seating, int] | None = None
    """The game it plays, and the how manieth try this is."""


class _Crew:
    """The worker processes of a match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.workers: list[_Worker] = []
        self.has_been_ready = False

    @property
    def busy(self) -> bool:
        return any(worker.task for worker in self.workers)

    def grow(self, count: int) -> None:
        context = get_context("spawn")
        resource_tracker.ensure_running()  # started later, it would let interrupts through while a process starts
        for _ in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(self.match, theirs), daemon=True)
            with held_back():
                process.start()
            theirs.close()
            self.workers.append(_Worker(process, ours))

    def hand_out(self, waiting: deque[tuple[Seating, int]]) -> None:
        """A game for everybody who is idle. One that has gone is noticed when its answer is awaited."""
        for worker in self.workers:
            if worker.task is None and waiting:
                worker.task = waiting.popleft()
                with suppress(BrokenPipeError, ConnectionResetError):
                    worker.pipe.send(worker.task[0])

    def collect(self, waiting: deque[tuple[Seating, int]]) -> Iterator[Answer]:
        """Wait until something happens, and yield what has been played. Games of the dead are put back."""
        ready = wait([worker.pipe for worker in self.workers])
        for worker in [worker for worker in self.workers if worker.pipe in ready]:
            try:
                answer = worker.pipe.recv()
            except (EOFError, ConnectionResetError):
                yield from self._bury(worker, waiting)
                continue
            if answer == _READY:
                worker.is_ready = self.has_been_ready = True
            else:
                worker.task = None
                yield answer

    def _bury(self, worker: _Worker, waiting: deque[tuple[Seating, int]]) -> Iterator[Lost]:
        self.workers.remove(worker)
        worker.pipe.close()
        worker.process.join()
        if not self.has_been_ready:
            raise CannotStart(f"worker processes cannot start here ({_end_of(worker.process)})")
        if worker.task is not None:
            seating, tries = worker.task
            if tries < TRIES:
                waiting.appendleft((seating, tries + 1))
            else:
                yield Lost(seating, f"its process died {TRIES} times ({_end_of(worker.process)})")
        if waiting:
            self.grow(1)

    def leave(self) -> None:
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            worker.process.join()
            worker.pipe.close()


def _end_of(process: BaseProcess) -> str:
    code = process.exitcode or 0
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"
