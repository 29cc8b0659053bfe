"""What one process says of a change, and what another makes of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random
from typing import Any

import orjson
import pytest

from tenshu.server.live import news
from tenshu.server.live.bus import Document
from tests.server.live.test_hub import Process, Wire, messages, processes, settled
from tests.server.tables.at import BANK, TURN, At
from tests.server.tables.serving import Faulty, a_store, stored_as_remembered

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def faulty() -> AsyncIterator[Faulty]:
    async with a_store() as opened:
        yield Faulty(opened)


@pytest.mark.parametrize("clock", [None, TURN, BANK])
def test_what_is_said_is_what_is_heard(clock: Any) -> None:
    at = At.of("ana", "bia", "caio", clock=clock)
    at.turn("ana")
    at.takeback("ana")
    changed = at.last.change
    assert changed.table.offer is not None
    for table in (changed.table, replace(changed.table, options={"lonely": True}, result={"places": [[0], [1, 2]]})):
        assert news.read(orjson.loads(orjson.dumps(news.written(table, changed.step)))) == (table, changed.step)


@pytest.mark.parametrize("facts", [{}, {"row": {}}, {"row": {"seats": 1}, "step": {}}, {"row": None, "step": None}])
def test_what_another_version_says(facts: Document) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        news.read(facts)


async def test_who_hears_everything_asks_nothing(faulty: Faulty) -> None:
    one, two = processes(faulty)
    await one.tables.make("me", "open")
    watcher = await two.comes("ana")
    messages(watcher)
    asked = faulty.asked.copy()
    await one.tables.join("bia")
    await settled(two)
    assert (faulty.asked - asked)["snapshot"] == 1  # the deal is not said, but read
    messages(watcher)
    asked = faulty.asked.copy()
    await one.tables.play_on(30, Random(1))
    await settled(two)
    assert (faulty.asked - asked).keys() == {"commit"}
    heard = messages(watcher)
    assert [message["step"]["revision"] for message in heard] == list(range(3, 33))
    assert [message["table"]["version"] for message in heard] == list(range(1, 31))
    here, there = await one.tables.position("T"), await two.tables.position("T")
    assert here == there
    assert here.state.events == there.state.events
    await stored_as_remembered(two.tables)


async def test_who_has_missed_something_asks(faulty: Faulty) -> None:
    one, two = processes(faulty)
    await one.tables.make("me", "bot")
    watcher = await two.comes("ana")
    messages(watcher)
    cut(one, two)
    await one.tables.move("ana", "reach left")
    join(one, two)
    asked = faulty.asked.copy()
    await one.tables.move("ana", "rest")
    await settled(two)
    assert (faulty.asked - asked)["steps"] == 1
    assert [(message["table"]["version"], message["step"]) for message in messages(watcher)] == [(2, None)]
    await one.tables.move(None, "reach right")
    await settled(two)
    assert (faulty.asked - asked)["steps"] == 1
    assert [message["table"]["version"] for message in messages(watcher)] == [3]
    await stored_as_remembered(two.tables)


async def test_an_undo_is_read_again(faulty: Faulty) -> None:
    one, two = processes(faulty)
    await one.tables.make("me", "bot")
    watcher = await two.comes("ana")
    await one.tables.move("ana", "reach left")
    await one.tables.undo("ana")
    await one.tables.move("ana", "reach right")
    await settled(two)
    assert [message["table"]["version"] for message in messages(watcher) if message["type"] == "table"][-1] == 3
    assert (await two.tables.position("T")).state == (await one.tables.position("T")).state
    await stored_as_remembered(two.tables)


@pytest.mark.parametrize("spoilt", [{"row": {}, "step": {}}, {"row": None, "step": 5}])
async def test_news_that_cannot_be_read_are_a_hint(faulty: Faulty, spoilt: Document) -> None:
    one, two = processes(faulty)
    await one.tables.make("me", "bot")
    watcher = await two.comes("ana")
    messages(watcher)
    cut(one, two)
    position = await one.tables.move("ana", "reach left")
    two.hub._heard("table", {"table": "T", "revision": position.table.revision, **spoilt})
    await settled(two)
    assert [message["table"]["version"] for message in messages(watcher)] == [1]


async def test_nobody_follows_a_table_they_do_not_have(faulty: Faulty) -> None:
    one, two = processes(faulty)
    await one.tables.make("me", "bot")
    await one.tables.move("ana", "reach left")
    assert not two.hub._following
    assert len(two.tables) == 0


def cut(one: Process, two: Process) -> None:
    assert isinstance(one.wire, Wire)
    one.wire.others.clear()


def join(one: Process, two: Process) -> None:
    assert isinstance(one.wire, Wire)
    assert isinstance(two.wire, Wire)
    one.wire.others.append(two.wire)
