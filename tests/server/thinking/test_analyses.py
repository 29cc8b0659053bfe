"""Analyses of finished games: progress, result, death, and never two of one game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from random import Random
from typing import Any

import pytest

import tenshu.games  # noqa: F401
from tenshu.players.analysis import analyse
from tenshu.server.errors import Refused
from tenshu.server.store import NotStored, Store
from tenshu.server.tables import playing
from tenshu.server.tables.records import record_of
from tenshu.server.tables.table import Table
from tenshu.server.thinking import analyses as rooms
from tenshu.server.thinking import work
from tenshu.server.thinking.analyses import SILENT, Analyses
from tenshu.server.thinking.pool import Lost
from tenshu.table.games import find_game
from tenshu.table.record import Record
from tenshu.table.search import Style
from tests.server.tables.serving import Clock, Faulty, Service, a_store

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with a_store() as opened:
        yield opened


async def finished(store: Any, name: str = "T", plies: int = 3) -> Table:
    tables = Service(store)
    await tables.make("me", "bot", name=name, game="dragon-castle")
    await tables.play_on(plies, Random(1), name)
    return (await tables.act(name, lambda p: playing.resigned(p, "ana", None, 1000.0))).table


def _is_quick(record: Record) -> bool:
    game = find_game(record.game)
    return game.fast_search is not None and game.fast_search(Style(), next(record.states())[1]) is not None


async def ended(analyses: Analyses, table: Table) -> dict[str, Any]:
    async with asyncio.timeout(60):
        while (state := await analyses.state(table))["state"] == "working":
            await asyncio.sleep(0.02)
    return state


class Fake:
    """Stands where a game would be analysed."""

    def __init__(self, result: Any) -> None:
        self.result = result
        self.calls = 0
        self.go_on = False

    def __call__(
        self, record: dict[str, Any], progress: Callable[[int, int], None], stop: Callable[[], bool]
    ) -> dict[str, Any]:
        self.calls += 1
        progress(1, 3)
        while not self.go_on and not stop():
            time.sleep(0.005)
        if isinstance(self.result, Exception):
            raise self.result
        found: dict[str, Any] = self.result
        return found


async def test_it_is_what_players_say(store: Store) -> None:
    table = await finished(store)
    analyses = Analyses(store, Clock())
    assert await analyses.state(table) == {"state": "none", "done": 0, "of": 0, "analysis": None}
    assert (await analyses.begin(table))["state"] == "working"
    state = await ended(analyses, table)
    assert state["state"] == "done"
    record = Record.from_json(await record_of(store, table))
    wanted = analyse(record, work.ANALYSIS)
    assert state["done"] == state["of"] == 3
    assert state["analysis"].keys() == wanted.keys()
    assert state["analysis"]["seats"] == ["Ana", "Mei"]
    if _is_quick(record):  # else the seconds of the budget end the thinking, here and there at another moment
        assert state["analysis"] == wanted
    assert (await analyses.begin(table)) == state  # found, not made again
    await analyses.stop()


async def test_progress_and_one_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "WORD_EVERY", 0.01)
    fake = Fake({"analysis": 1})
    monkeypatch.setattr(rooms, "analysed", fake)
    first, second = await finished(store), await finished(store, "S")
    analyses, elsewhere = Analyses(store, Clock()), Analyses(store, Clock())
    await asyncio.gather(*(analyses.begin(first) for _ in range(5)))
    await analyses.begin(second)
    async with asyncio.timeout(60):
        while (await elsewhere.state(first))["done"] != 1:
            await asyncio.sleep(0.01)
    assert (await elsewhere.state(first))["of"] == 3
    assert (await elsewhere.begin(first))["state"] == "working"
    assert fake.calls == 1
    assert await analyses.state(second) == {"state": "working", "done": 0, "of": 3, "analysis": None}
    fake.go_on = True
    for table in (first, second):
        assert (await ended(elsewhere, table))["analysis"] == {"analysis": 1}
    async with asyncio.timeout(60):
        while analyses._tasks:
            await asyncio.sleep(0.01)
    assert (await elsewhere.state(first))["state"] == "done"  # no late word of progress
    assert fake.calls == 2


@pytest.mark.parametrize("problem", [Lost("died"), ZeroDivisionError()])
async def test_one_that_dies_can_be_begun_again(
    store: Store, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    fake = Fake(problem)
    fake.go_on = True
    monkeypatch.setattr(rooms, "analysed", fake)
    table, analyses = await finished(store), Analyses(store, Clock())
    await analyses.begin(table)
    assert (await ended(analyses, table))["state"] == "failed"
    fake.result = {"analysis": 1}
    await analyses.begin(table)
    assert (await ended(analyses, table))["state"] == "done"


async def test_one_whose_server_died_is_none(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "analysed", Fake({}))
    table, clock = await finished(store), Clock()
    analyses = Analyses(store, clock)
    await analyses.start()
    await analyses.begin(table)
    await asyncio.sleep(0.05)
    await analyses.stop()
    assert (await analyses.state(table))["state"] == "working"
    clock.time += SILENT + 1
    assert (await analyses.state(table))["state"] == "none"


async def test_what_cannot_be_analysed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    tables, analyses = Service(store), Analyses(store, Clock())
    running = (await tables.make("me", "bot")).table
    empty = await finished(store, "S", plies=0)
    for table in (running, empty):
        with pytest.raises(Refused, match="not-finished"):
            await analyses.begin(table)
    monkeypatch.setattr(rooms, "MOST_WAITING", 0)
    with pytest.raises(Refused, match="busy"):
        await analyses.begin(await finished(store, "U"))


async def test_a_database_that_is_away(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "WORD_EVERY", 0.01)
    fake = Fake({"analysis": 1})
    monkeypatch.setattr(rooms, "analysed", fake)
    faulty, table = Faulty(store), await finished(store)
    analyses = Analyses(faulty, Clock())  # type: ignore[arg-type]
    faulty.faults["keep_analysis"] = [NotStored("away")]
    with pytest.raises(NotStored):
        await analyses.begin(table)
    assert not analyses._tasks
    await analyses.begin(table)
    faulty.faults["keep_analysis"] = [NotStored("away"), ZeroDivisionError()]
    async with asyncio.timeout(60):
        while faulty.faults["keep_analysis"]:
            await asyncio.sleep(0.01)
    fake.go_on = True
    assert (await ended(analyses, table))["state"] == "done"
    faulty.faults["snapshot"] = [ZeroDivisionError()]
    other = await finished(store, "S")
    await analyses.begin(other)
    assert (await ended(analyses, other))["state"] == "failed"
