"""Load on the yardstick: many sockets, each with one message on its way."""

from __future__ import annotations

import asyncio
from random import Random
from time import perf_counter

from benchmarks.server_load.measured import Pace, Stretch
from benchmarks.server_load.processes import HOST, Running
from benchmarks.server_load.wires import AT_ONCE, Wire


class EchoWire(Wire):
    """Says something, waits until it comes back, and says it again."""

    pace: Pace
    payload = b""
    waiting = False

    def begin(self, pace: Pace, payload: bytes) -> None:
        self.pace, self.payload = pace, payload
        self._due = pace.first(self._say)

    def _say(self) -> None:
        if self.pace.running:
            self.waiting = True
            self._sent = perf_counter()
            self.send(self.payload)

    def heard(self, message: bytes) -> None:
        if len(message) != len(self.payload):
            raise SystemExit("the echo is not what was said")
        self.waiting = False
        stretch = self.pace.stretch
        stretch.latencies.append(perf_counter() - self._sent)
        stretch.done += 1
        if self.pace.running:
            self._due = self.pace.next(self._due, self._say)


class Echoes:
    """All sockets to the echo."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.wires: list[EchoWire] = []

    async def open(self, count: int) -> None:
        self.wires = [EchoWire() for _ in range(count)]
        room = asyncio.Semaphore(AT_ONCE)

        async def connect(wire: EchoWire) -> None:
            async with room:
                await wire.open(HOST, self.server.port, "/")

        await asyncio.gather(*map(connect, self.wires))

    async def run(self, seconds: float, rate: float, size: int, seed: int, warm_up: float = 1.0) -> Stretch:
        """So many messages a second over all sockets; with a rate of 0, as many as there can be."""
        pace = Pace(len(self.wires) / rate if rate else 0.0, Random(seed))
        payload = b"x" * size
        for wire in self.wires:
            wire.begin(pace, payload)
        await asyncio.sleep(warm_up)
        with pace.measured(self.server):
            stretch = pace.stretch
            await asyncio.sleep(seconds)
        pace.running = False
        while any(wire.waiting for wire in self.wires):
            await asyncio.sleep(0.05)
        return stretch

    def close(self) -> None:
        for wire in self.wires:
            wire.close()
