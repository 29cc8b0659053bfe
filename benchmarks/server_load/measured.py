"""What one stretch of load has shown."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from benchmarks.server_load.processes import Running

JITTER = 0.5
"""How much earlier or later than evenly things happen, as a part of the interval."""


@dataclass
class Stretch:
    """Latencies in seconds and counts of one stretch, and who has worked how long for it."""

    latencies: list[float] = field(default_factory=list)
    done: int = 0
    seconds: float = 0.0
    server: float = 0.0
    """Processor time of the server that was loaded."""
    load: float = 0.0
    """Processor time of the load itself."""
    late: int = 0
    """What could not be sent in time because the answer before was not there yet."""

    @property
    def rate(self) -> float:
        return self.done / self.seconds

    @property
    def rate_by_processor(self) -> float:
        """How many a second of the server's processor time."""
        return self.done / max(self.server, 1e-9)

    def quantile(self, share: float) -> float:
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Pace:
    """When each of many senders sends: as soon as it may, or evenly but for a jitter."""

    def __init__(self, interval: float, rng: Random) -> None:
        self.interval = interval
        """Of one sender; 0 is as soon as it may."""
        self._rng = rng
        self._loop = asyncio.get_running_loop()
        self.stretch = Stretch()
        self.running = True

    def first(self, send: Callable[[], None]) -> float:
        """Begin; the time for which the first one is planned."""
        due = self._loop.time() + self._rng.random() * self.interval
        self._loop.call_at(due, self._unless_over, send)
        return due

    def next(self, due: float, send: Callable[[], None]) -> float:
        """Go on after an answer; the time for which the next one is planned."""
        if not self.interval:
            send()
            return 0.0
        due += self.interval * (1 + JITTER * (2 * self._rng.random() - 1))
        now = self._loop.time()
        if due < now:
            self.stretch.late += 1
            due = now
        self._loop.call_at(due, self._unless_over, send)
        return due

    def _unless_over(self, send: Callable[[], None]) -> None:
        if self.running:
            send()

    @contextmanager
    def measured(self, server: Running) -> Iterator[None]:
        """Everything from here on counts."""
        stretch = self.stretch = Stretch()
        clock, worked, ours = time.perf_counter(), server.processor_time(), time.process_time()
        yield
        stretch.seconds = time.perf_counter() - clock
        stretch.server = server.processor_time() - worked
        stretch.load = time.process_time() - ours
        self.stretch = Stretch()
