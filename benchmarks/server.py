"""What one server process carries, beside a bare uvicorn WebSocket echo, in one run.

    make bench-server                       python -m benchmarks.server [--quick] [--folder /where/the/database/lies]

One `tenshu serve` with a fresh SQLite file and no limits; four scripted guests at every table, each with a socket. Who
may move plays a seeded choice as soon as all four have heard of the move before. A table fails the benchmark if a
version does not reach each of its four sockets once and in order, or if in the end the database does not hold exactly
the moves that were acknowledged.

The yardstick is an application that says what it hears, under the same uvicorn with the same settings and as many
sockets; its messages are as long as our mean message with a view, both ways. Both are measured in turns, several rounds
each, and the best round of each side counts, so that a busy machine disturbs both alike.

- Latency: from a move sent to the last of four views received, at one move a second at each table; the echo's round
  trip with as many messages a second in total, in and out.
- Sustained: moves a second when every table moves as soon as it can; the echo's messages a second when every socket
  does. The same is told for each second of the server's processor time, which other work on the machine disturbs less.
- The load is this process; its own share of a processor is told.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

import uvloop

from benchmarks.server_load.echoing import Echoes
from benchmarks.server_load.growth import Growth, grown
from benchmarks.server_load.measured import Stretch
from benchmarks.server_load.processes import Running, echo_server, tenshu_server
from benchmarks.server_load.tables import SEATS, Crowd
from tests.server.services import PostgreSQL, Redis, ServiceMissing

LATENCY, SUSTAINED, SLOWDOWN = 8.0, 1 / 4, 1.5
"""At most so many times the echo's p99; at least such a part of its messages by fan-out; at most so much slower with
many stored games."""
IN_AND_OUT = (1 + SEATS) / 2
"""A move is one message in and four out, an echo one and one: so many echoes are as many messages as a move."""
MEGABYTE = 1e6


@dataclass(frozen=True)
class Size:
    """Of a run."""

    tables: int
    more_tables: int
    """For the memory of each."""
    rounds: int
    seconds: float
    """Of each measurement."""
    games: int
    """Stored."""
    under_way: int
    """Games that are opened and played while those are stored."""


FULL = Size(tables=250, more_tables=750, rounds=3, seconds=5.0, games=100_000, under_way=120)
QUICK = Size(tables=100, more_tables=50, rounds=2, seconds=2.0, games=2_000, under_way=40)


@dataclass
class Report:
    """What is printed in the end, and whether all is well."""

    goals: list[tuple[str, bool]] = field(default_factory=list)

    def row(self, what: str, ours: str, echo: str = "", ratio: str = "") -> None:
        print(f"{what:<46} {ours:>16} {echo:>16} {ratio:>10}", flush=True)

    def goal(self, sentence: str, met: bool) -> None:
        self.goals.append((sentence, met))

    def close(self) -> int:
        print()
        for sentence, met in self.goals:
            print(f"{'met   ' if met else 'MISSED'}  {sentence}")
        return 0 if all(met for _, met in self.goals) else 1


@dataclass
class Rounds:
    """The same measurement of both sides, in turns."""

    ours: list[Stretch] = field(default_factory=list)
    echo: list[Stretch] = field(default_factory=list)

    async def add(
        self, ours: Callable[[], Awaitable[Stretch]], echo: Callable[[], Awaitable[Stretch]], rounds: int
    ) -> Rounds:
        for _ in range(rounds):
            self.ours.append(await ours())
            self.echo.append(await echo())
        return self

    def least(self, share: float) -> tuple[float, float]:
        """A quantile of the latencies, in the best round of each side."""
        ours, echo = (min(each.quantile(share) for each in side) for side in (self.ours, self.echo))
        return ours, echo

    def most(self, figure: Callable[[Stretch], float]) -> tuple[float, float]:
        ours, echo = (max(map(figure, side)) for side in (self.ours, self.echo))
        return ours, echo


async def one_process(report: Report, size: Size, folder: Path) -> None:
    """A server and the echo."""
    address = f"sqlite:///{folder / 'tenshu.db'}"
    with ExitStack() as stack:
        server = stack.enter_context(tenshu_server(address, folder))
        echo = stack.enter_context(echo_server(folder))
        crowd, echoes = Crowd(server), Echoes(echo)
        empty = server.memory()
        await crowd.add(size.tables)
        fresh = server.memory()
        await echoes.open(SEATS * size.tables)
        quiet()
        await crowd.run(1.0)
        await under_load(report, size, crowd, echoes)
        echoes.close()
        await memory(report, size, crowd, server, empty, fresh)
        await crowd.close()
    report_moves(report, crowd, address, "one process, SQLite")


async def under_load(report: Report, size: Size, crowd: Crowd, echoes: Echoes) -> None:
    seconds, rate, bytes_of_a_view = size.seconds, float(size.tables), crowd.view_size
    paced = await Rounds().add(
        lambda: crowd.run(seconds, rate),
        lambda: echoes.run(seconds, IN_AND_OUT * rate, bytes_of_a_view, seed=1),
        size.rounds,
    )
    full = await Rounds().add(
        lambda: crowd.run(seconds),
        lambda: echoes.run(seconds, 0.0, bytes_of_a_view, seed=1),
        size.rounds,
    )
    sockets = SEATS * size.tables
    print(f"\n{size.tables} tables, {sockets} sockets; a message with a view has {bytes_of_a_view} bytes\n")
    report.row("", "tenshu", "echo", "ratio")
    report.row("at a move a second at each table: messages/s", f"{5 * rate:.0f}", f"{5 * rate:.0f}")
    for name, share in (("median", 0.5), ("p99", 0.99)):
        ours, theirs = paced.least(share)
        report.row(f"  {name}, move to four views; round trip", ms(ours), ms(theirs), f"{ours / theirs:.1f} ×")
    report.row("  processor: server, load", shares(paced.ours[-1]), shares(paced.echo[-1]))
    moves, messages = full.most(lambda stretch: stretch.rate)
    wanted = messages / SEATS * SUSTAINED
    report.row("as much as it can: moves/s; messages/s", f"{moves:.0f}", f"{messages:.0f}", f"1/{messages / moves:.1f}")
    by_moves, by_messages = full.most(lambda stretch: stretch.rate_by_processor)
    report.row(
        "  by second of the server's processor time", f"{by_moves:.0f}", f"{by_messages:.0f}",
        f"1/{by_messages / by_moves:.1f}",
    )  # fmt: skip
    report.row("  processor: server, load", shares(full.ours[-1]), shares(full.echo[-1]))
    ours, theirs = paced.least(0.99)
    report.goal(f"p99 is {ours / theirs:.1f} times the echo's; at most {LATENCY:g}", ours <= LATENCY * theirs)
    report.goal(f"{moves:.0f} moves/s are sustained; at least {wanted:.0f}", moves >= wanted)


async def memory(report: Report, size: Size, crowd: Crowd, server: Running, empty: int, fresh: int) -> None:
    played = server.memory()
    plies = sum(len(table.played) for table in crowd.tables) / len(crowd.tables)
    await crowd.add(size.more_tables)
    full = server.memory()
    report.row("memory of the server, no tables", mb(empty))
    report.row(f"  with {size.tables} tables, four sockets each", mb(fresh), "", kb((fresh - empty) / size.tables))
    report.row(f"  after {plies:.0f} moves at each", mb(played), "", kb((played - empty) / size.tables))
    report.row(
        f"  with {size.tables + size.more_tables} tables", mb(full), "", kb((full - played) / size.more_tables)
    )  # fmt: skip


def report_moves(report: Report, crowd: Crowd, address: str, where: str) -> None:
    stored = crowd.compare(address)
    for violation in crowd.violations:
        print(f"  {violation}")
    report.goal(f"{where}: {stored} moves, none lost, none doubled, all in order", not crowd.violations)


async def many_games(report: Report, size: Size, folder: Path) -> None:
    growth: Growth = await grown(folder, size.games, size.under_way)
    print(
        f"\n{size.games:,} stored games ({growth.size / 1e9:.2f} GB, filled in {growth.seconds:.0f} s)"
        " beside a database without them, medians\n"
    )
    report.row("", "with", "without", "ratio")
    for each in growth.compared:
        report.row(each.what, ms(each.many), ms(each.few), f"{each.ratio:.2f} ×")
    slowest = max(growth.compared, key=lambda each: each.ratio)
    sentence = f"with {size.games:,} games, {slowest.what} takes {slowest.ratio:.2f} times as long; at most {SLOWDOWN}"
    report.goal(sentence, slowest.ratio <= SLOWDOWN)


async def two_processes(report: Report, size: Size, folder: Path) -> None:
    """Beside it, without a goal but that every move arrives."""
    with ExitStack() as stack:
        try:
            postgresql, redis = PostgreSQL(), Redis()
            for service in (postgresql, redis):
                stack.callback(service.end)
                service.start()
        except ServiceMissing as problem:
            print(f"\nTwo processes with PostgreSQL and Redis were left out: {problem}")
            return
        address = stack.enter_context(postgresql.database())
        with tenshu_server(address, folder, "--redis", redis.url, "--workers", "2") as server:
            crowd = Crowd(server, seed=2)
            await crowd.add(size.tables)
            paced, full = await crowd.run(size.seconds, float(size.tables)), await crowd.run(size.seconds)
            await crowd.close()
        print(f"\ntwo processes, PostgreSQL and Redis, {size.tables} tables, {SEATS * size.tables} sockets\n")
        report.row("at a move a second at each table: median, p99", ms(paced.quantile(0.5)), ms(paced.quantile(0.99)))
        report.row("as much as it can: moves/s", f"{full.rate:.0f}")
        report.row("  by second of both processes' processor time", f"{full.rate_by_processor:.0f}")
        report_moves(report, crowd, address, "two processes, PostgreSQL and Redis")


def disk(report: Report, folder: Path) -> None:
    """What a commit waits for at least."""
    taken = []
    with (folder / "probe").open("wb") as file:
        for _ in range(200):
            start = perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fdatasync(file.fileno())
            taken.append(perf_counter() - start)
    taken.sort()
    print()
    report.row("the disk alone, one write made durable: median, p99", ms(taken[100]), ms(taken[197]))


def ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"


def mb(size: float) -> str:
    return f"{size / MEGABYTE:.0f} MB"


def kb(size: float) -> str:
    return f"{size / 1000:.0f} kB each"


def shares(stretch: Stretch) -> str:
    return f"{100 * stretch.server / stretch.seconds:.0f} %, {100 * stretch.load / stretch.seconds:.0f} %"


def quiet() -> None:
    """The load makes no cycles; its collector would only disturb what is measured."""
    gc.collect()
    gc.freeze()
    gc.disable()


async def run(size: Size, place: str | None) -> int:
    report = Report()
    print(
        f"tenshu {version('tenshu')}, uvicorn {version('uvicorn')}, Python {sys.version.split()[0]},"
        f" {os.cpu_count()} cores, load of the machine {os.getloadavg()[0]:.1f}"
    )
    with tempfile.TemporaryDirectory(prefix="tenshu-bench-", dir=place) as name:
        folder = Path(name)
        await one_process(report, size, folder)
        disk(report, folder)
        await many_games(report, size, folder)
        await two_processes(report, size, folder)
    return report.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a smaller run of under a minute")
    parser.add_argument("--folder", help="where the databases are made; the system's folder for temporary files")
    arguments = parser.parse_args()
    return uvloop.run(run(QUICK if arguments.quick else FULL, arguments.folder))


if __name__ == "__main__":
    sys.exit(main())
