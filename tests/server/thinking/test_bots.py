"""The computer plays, whatever happens to those who think for it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

import pytest

import tenshu.games  # noqa: F401
from tenshu.server.live.hub import Watcher, answering
from tenshu.server.store import NotStored, Store
from tenshu.server.tables import playing
from tenshu.server.tables.position import Position
from tenshu.server.tables.service import Tables
from tenshu.server.tables.table import Clock as TurnClock
from tenshu.server.thinking import bots as rooms
from tenshu.server.thinking.bots import Bots
from tenshu.server.thinking.pool import Lost, Pool
from tenshu.table import games
from tests.server.tables.serving import Clock, Faulty, Service, a_store, stored_as_remembered

pytestmark = pytest.mark.anyio
TURN = ["reach left", "rest"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with a_store() as opened:
        yield opened


class Thinkers:
    """Answers as it is told to; what it is asked is kept."""

    def __init__(self, *answers: object, then: object = None) -> None:
        self.answers = list(answers)
        self.then = then
        self.asked: list[dict[str, Any]] = []
        self.open = asyncio.Event()
        self.open.set()

    async def ask(self, kind: str, **arguments: Any) -> object:
        assert kind == "turn"
        self.asked.append(arguments)
        answer = self.answers.pop(0) if self.answers else self.then
        await self.open.wait()
        if isinstance(answer, Exception):
            raise answer
        return answer


@asynccontextmanager
async def bots(tables: Tables, thinkers: Any, store: Any = None) -> AsyncIterator[Bots]:
    there = Bots(tables, thinkers, store or tables.store, Clock())
    await there.start()
    try:
        yield there
    finally:
        await there.stop()


async def until(tables: Tables, condition: Callable[[Position], bool], name: str = "T") -> Position:
    async with asyncio.timeout(60):
        while not condition(position := await tables.position(name)):
            await asyncio.sleep(0.01)
    return position


async def at_rest(there: Bots) -> None:
    """Until no bot has anything to do."""
    async with asyncio.timeout(60):
        while there._at_work:
            await asyncio.sleep(0.01)


async def asked(thinkers: Thinkers, number: int = 1) -> None:
    """Until they have been asked so often."""
    async with asyncio.timeout(60):
        while len(thinkers.asked) < number:
            await asyncio.sleep(0.01)


def waits_for(person: str) -> Callable[[Position], bool]:
    return lambda position: position.table.waits_for == person


async def test_a_turn_is_thought_of_and_played(store: Store) -> None:
    tables, thinkers = Service(store), Thinkers(then=TURN)
    async with bots(tables, thinkers) as there:
        await tables.make("me", "bot", "bot")
        await tables.move("ana", *TURN)
        position = await until(tables, waits_for("ana"))
        await at_rest(there)
        assert position.table.ply == 6
        assert [asked["level"] for asked in thinkers.asked] == ["visitor"] * 2
        assert thinkers.asked[0]["view"]["bag"] == [0] * 10  # nothing hidden is handed out
    await stored_as_remembered(tables)


@pytest.mark.parametrize("answer", [Lost("gone"), ZeroDivisionError(), [], None, ["no move"], ["draw"]])
async def test_nobody_thinks(store: Store, answer: object) -> None:
    tables = Service(store)
    async with bots(tables, Thinkers(then=answer)):
        await tables.make("me", "bot")
        await tables.move("ana", *TURN)
        await until(tables, waits_for("ana"))
    await stored_as_remembered(tables)


async def test_a_turn_that_goes_wrong_in_the_middle_is_thought_of_anew(store: Store) -> None:
    tables, thinkers = Service(store), Thinkers(["reach left", "keep", "rest"], ["rest"])
    async with bots(tables, thinkers):
        await tables.make("me", "bot")
        await tables.move("ana", *TURN)
        await until(tables, waits_for("ana"))
    assert [asked["view"]["side"] for asked in thinkers.asked] == ["", "left"]


async def test_a_bots_move_answers_nobody(store: Store) -> None:
    tables = Service(store)
    heard: list[object] = []
    tables.listeners.append(lambda *_: heard.append(answering.get()))
    async with bots(tables, Thinkers(then=TURN)):
        await tables.make("me", "bot")
        token = answering.set((Watcher("T", "ana", "en"), "7"))
        await tables.move("ana", *TURN)
        answering.reset(token)
        await until(tables, waits_for("ana"))
    assert [each is not None for each in heard] == [False, True, True, False, False]


async def test_a_takeback_while_the_bot_thinks(store: Store) -> None:
    tables, thinkers = Service(store), Thinkers(then=TURN)
    async with bots(tables, thinkers) as there:
        await tables.make("me", "bot", takebacks="free")
        thinkers.open.clear()
        await tables.move("ana", *TURN)
        await asked(thinkers)
        await tables.act("T", lambda p: playing.takeback(p, "ana", p.table.version, 1000.0))
        thinkers.open.set()
        await at_rest(there)
        assert (await tables.position("T")).table.ply == 0
        thinkers.open.clear()
        await tables.move("ana", *TURN)
        await asked(thinkers, 2)
        await tables.act("T", lambda p: playing.takeback(p, "ana", p.table.version, 1000.0))
        await tables.move("ana", "reach right", "rest")  # it is the bot's turn again before it has answered
        thinkers.open.set()
        await until(tables, lambda position: position.table.ply == 4)
    assert len(thinkers.asked) == 3


async def test_a_person_comes_back_in_the_middle(store: Store) -> None:
    tables, thinkers = Service(store), Thinkers(then=TURN)
    async with bots(tables, thinkers) as there:
        await tables.make("me", "open", "bot")
        await tables.join("bia")
        await tables.move("ana", *TURN)
        thinkers.open.clear()
        await tables.act("T", lambda p: playing.replacement(p, "ana", 1, True, 1000.0))
        await asked(thinkers)
        await tables.act("T", lambda p: playing.returned(p, "bia", None, 1000.0))
        thinkers.open.set()
        await at_rest(there)
        assert (await tables.position("T")).table.ply == 2
        await tables.move("bia", *TURN)
        await until(tables, waits_for("ana"))


async def test_the_clock_and_those_who_gave_up(store: Store) -> None:
    tables = Service(store)
    async with bots(tables, Thinkers(then=TURN)):
        await tables.make("me", "open", "bot", clock=TurnClock("turn", 60))
        await tables.join("bia")
        await tables.act("T", lambda p: playing.missed(p, 1060.0))
        await until(tables, waits_for("bia"))
        await tables.act("T", lambda p: playing.resigned(p, "bia", None, 1060.0))
        position = await until(tables, waits_for("ana"))
    assert position.table.ply == 6


async def test_a_bot_begins(store: Store) -> None:
    tables = Service(store)
    async with bots(tables, Thinkers(then=TURN)):
        await tables.make("bot", "me")
        await until(tables, waits_for("ana"))


async def test_tables_that_wait_are_found_at_the_start(store: Store) -> None:
    tables = Service(store)
    await tables.make("bot", "me")
    async with bots(Service(store), Thinkers(then=TURN)):
        async with asyncio.timeout(60):
            while (await store.table("T")).waits_for != "ana":  # type: ignore[union-attr]
                await asyncio.sleep(0.01)


async def test_what_another_process_has_changed_is_left_to_it(store: Store) -> None:
    one, two = Service(store), Service(store)
    thinkers = Thinkers(then=TURN)
    await one.make("me", "bot")
    await two.position("T")
    async with bots(two, thinkers) as there:
        await one.move("ana", *TURN)
        await two.follow("T", 3)
        await there.look()
        await asyncio.sleep(0.05)
        assert not thinkers.asked
        there.clock.time += rooms.ELSEWHERE  # type: ignore[attr-defined]
        await there.look()
        await until(two, waits_for("ana"))


async def test_a_database_that_is_away_for_a_while(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(rooms, "ELSEWHERE", 0.0)
    faulty = Faulty(store)
    tables = Service(faulty)
    await tables.make("bot", "me")
    tables._entries.clear()
    faulty.faults = {
        "waiting_for_bots": [NotStored("away"), ZeroDivisionError()],
        "table": [NotStored("away")],
        "commit": [NotStored("away")],
    }
    there = Bots(tables, Thinkers(then=TURN), faulty, clock := Clock())  # type: ignore[arg-type]
    await there.start()
    async with asyncio.timeout(60):
        while (await store.table("T")).waits_for != "ana":  # type: ignore[union-attr]
            clock.time += 1
            await asyncio.sleep(0.01)
    await there.stop()


async def test_tables_of_other_rules_stand_in_nobodys_way(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "AT_A_LOOK", 2)
    tables = Service(store)
    for number in range(4):
        await tables.make("bot", "me", name=f"old{number}")
    tables._entries.clear()
    newer = replace(games.find_game("pebbles"), rules=2)
    with monkeypatch.context() as patch:
        patch.setitem(games._sources, "pebbles", lambda: newer)
        await tables.make("bot", "me", name="young")
        async with bots(tables, Thinkers(then=TURN)) as there:
            there.clock.time += 100  # type: ignore[attr-defined]
            for _ in range(4):
                await there.look()
                await at_rest(there)
            assert there._failed.keys() == {f"old{number}" for number in range(4)}
            await until(tables, waits_for("ana"), "young")


async def test_after_the_end_nobody_is_asked(store: Store) -> None:
    tables, thinkers = Service(store), Thinkers(then=TURN)
    async with bots(tables, thinkers) as there:
        thinkers.open.clear()
        await tables.make("bot", "me")
        await asked(thinkers)
        assert there._at_work
    await tables.make("bot", "me", name="S")
    await asyncio.sleep(0.01)
    assert len(thinkers.asked) == 1


async def test_thinking_processes_are_killed_and_the_game_goes_on(store: Store) -> None:
    tables, pool = Service(store), Pool(1)
    await pool.start()
    try:
        async with bots(tables, pool):
            await tables.make("bot", "bot", "me", game="dragon-castle")
            killed: set[int] = set()
            async with asyncio.timeout(60):
                while len(killed) < 2:
                    for process in set(pool.pids) - killed:
                        with suppress(ProcessLookupError):
                            os.kill(process, signal.SIGKILL)
                        killed.add(process)
                    await asyncio.sleep(0.01)
            await until(tables, waits_for("ana"))
    finally:
        await pool.stop()
    await stored_as_remembered(tables)
