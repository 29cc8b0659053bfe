"""Turns end when their time is over, also after a pause, and whatever goes wrong with some of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from tenshu.server.store import NotStored, Store, models
from tenshu.server.tables import clockwork
from tenshu.server.tables.clockwork import ABSENCE, ALIVE, GAP, Clockwork
from tenshu.server.tables.table import Clock as TurnClock
from tenshu.table import games
from tests.server.tables.at import TURN
from tests.server.tables.serving import Clock, Faulty, Service, a_store

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with a_store() as opened:
        yield opened


def works(store: Any) -> tuple[Service, Clockwork, Clock]:
    tables, clock = Service(store), Clock()
    return tables, Clockwork(tables, store, clock), clock


async def test_overdue_turns_end(store: Store) -> None:
    tables, work, clock = works(store)
    await tables.make("me", "bot", name="one", clock=TURN)
    await tables.make("me", "bot", name="two", clock=TurnClock("turn", 61))
    await tables.make("me", "bot", name="none")
    clock.time = 1060
    await work.look()
    waiting = {name: (await tables.position(name)).table.waits_for for name in ("one", "two", "none")}
    assert waiting == {"one": "bot", "two": "ana", "none": "ana"}
    await work.look()
    assert (await tables.position("one")).table.revision == 2


async def test_tables_of_other_rules_stand_in_nobodys_way(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clockwork, "AT_A_LOOK", 2)
    tables, work, clock = works(store)
    for number in range(4):
        await tables.make("me", "bot", name=f"old{number}", clock=TURN)
    await tables.make("me", "bot", name="young", clock=TurnClock("turn", 61))
    newer = replace(games.find_game("pebbles"), rules=2)
    monkeypatch.setitem(games._sources, "pebbles", lambda: newer)
    young = (await tables.position("young")).table
    tables._entries.clear()
    clock.time = 2000
    for _ in range(3):
        await work.look()
    monkeypatch.undo()
    await tables.position("young")
    assert len(work._failed) == 5  # all were tried, two at a time
    assert (await tables.position("young")).table == young
    clock.time += clockwork.AGAIN_AFTER  # the server was updated once more
    await work.look()
    await work.look()
    assert (await tables.position("young")).table.waits_for == "bot"
    assert not work._failed


async def test_the_clock_goes_on_whatever_happens(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clockwork, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(clockwork, "ALIVE_EVERY", 0.01)
    faulty = Faulty(store)
    tables, work, clock = works(faulty)
    await tables.make("me", "bot", clock=TURN)
    tables._entries.clear()
    await work.start()
    faulty.faults = {
        "overdue": [NotStored("away"), ZeroDivisionError()],
        "set_fact": [NotStored("away"), ZeroDivisionError()],
        "table": [NotStored("away")],
        "commit": [NotStored("away")],
    }
    async with asyncio.timeout(60):
        while clock.time < 1060:  # never so long without a sign of life that it would be an absence
            clock.time += 10
            while await store.fact(ALIVE) != repr(clock.time):
                await asyncio.sleep(0.01)
        while (await store.table("T")).waits_for != "bot":  # type: ignore[union-attr]
            await asyncio.sleep(0.01)
    await work.stop()


async def test_a_database_that_was_away_costs_nobody_a_turn(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clockwork, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(clockwork, "ALIVE_EVERY", 0.01)
    faulty = Faulty(store)
    tables, work, clock = works(faulty)
    await tables.make("me", "bot", clock=TURN)
    await work.start()
    faulty.faults = {name: [NotStored("away")] * 1000 for name in ("overdue", "fact", "set_fact", "table", "commit")}
    await asyncio.sleep(0.1)
    clock.time += 500
    await asyncio.sleep(0.1)
    faulty.faults = {}
    async with asyncio.timeout(60):
        while (await tables.position("T")).table.deadline != 1560:
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)
    table = (await tables.position("T")).table
    assert (table.waits_for, table.revision) == ("ana", 1)
    await work.stop()


async def test_a_broken_table_does_not_stop_the_clock_of_others(store: Store) -> None:
    faulty = Faulty(store)
    tables, work, clock = works(faulty)
    await tables.make("me", "bot", name="one", clock=TURN)
    await tables.make("me", "bot", name="two", clock=TURN)
    clock.time = 1060
    faulty.faults["commit"] = [ZeroDivisionError()]
    await work.look()
    waiting = [(await tables.position(name)).table.waits_for for name in ("one", "two")]
    assert sorted(map(str, waiting)) == ["ana", "bot"]
    clock.time += clockwork.AGAIN_AFTER
    await work.look()
    assert [(await tables.position(name)).table.waits_for for name in ("one", "two")] == ["bot", "bot"]


@pytest.mark.parametrize(("away", "given"), [(GAP - 1, 0), (500, 500), (-500, -500)])
async def test_time_without_a_server_is_given_back(store: Store, away: float, given: float) -> None:
    tables, work, clock = works(store)
    await tables.make("me", "bot", name="quick", clock=TURN)
    await tables.make("me", "bot", name="days", clock=TurnClock("turn", 3 * 86_400))
    await work.start()
    await work.stop()
    clocks = [Clockwork(Service(store), store, clock) for _ in range(3)]
    clock.time += away
    await asyncio.gather(*(each.start() for each in clocks))  # of several processes one gives it
    await asyncio.gather(*(each.stop() for each in clocks))
    for _ in range(3):
        clock.time += 2 * GAP
        await clocks[0]._give_back()
        given += 2 * GAP
    facts = await store._all(select(models.facts.c.name).where(models.facts.c.name.startswith(ABSENCE)))
    assert [row.name for row in facts] == [f"{ABSENCE}{clock.time - 2 * GAP!r}"]  # those before are forgotten
    fresh = Service(store)
    assert (await fresh.position("quick")).table.deadline == 1060 + given
    assert (await fresh.position("days")).table.deadline == 1000 + 3 * 86_400
