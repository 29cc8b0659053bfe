"""Load, decide, store, tell: with others at the same table, other processes, and a database that has its moods."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import tenshu.games  # noqa: F401
from tenshu.server.errors import Refused
from tenshu.server.store import Conflict, InDoubt, NotStored, Store
from tenshu.server.tables import playing, seating, service
from tenshu.server.tables.position import Decided, Position, stepped
from tenshu.server.tables.records import record_of
from tenshu.server.tables.trail import MEMORY, SNAPSHOT_EVERY
from tenshu.table import games
from tenshu.table.record import Record
from tests.server.tables.serving import Faulty, Service, a_store, stored_as_remembered

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with a_store() as opened:
        yield opened


@pytest.fixture
async def faulty(store: Store) -> Faulty:
    return Faulty(store)


def nudged(position: Position) -> Decided:
    return stepped(position.table, "seat", 1000.0, trail=position.trail)


async def nudge(tables: Service) -> None:
    """As often as it takes: in such a crowd somebody may be too slow five times."""
    while True:
        try:
            await tables.act("T", nudged)
        except Refused as refusal:
            if refusal.code != "busy":
                raise
        else:
            return


async def refused(work: Any) -> str:
    with pytest.raises(Refused) as refusal:
        await work
    return refusal.value.code


# Many at once.


async def test_of_many_moves_at_one_version_one_is_played(store: Store) -> None:
    tables = Service(store)
    await tables.make("me", "bot")
    work = [tables.move("ana", "reach left", version=0) for _ in range(20)]
    answers = await asyncio.gather(*work, return_exceptions=True)
    assert [getattr(answer, "code", "played") for answer in answers] == ["played"] + ["stale"] * 19
    await stored_as_remembered(tables)


async def test_many_acts_on_one_table(store: Store) -> None:
    tables = Service(store)
    await tables.make("me", "open")
    await asyncio.gather(*(tables.act("T", nudged) for _ in range(50)))
    assert tables.in_memory() == {"T": 51}
    assert [revision for _, revision in tables.said] == list(range(1, 52))
    await stored_as_remembered(tables)


async def test_two_processes_at_one_table(store: Store) -> None:
    one, two = Service(store), Service(store)
    await one.make("me", "open")
    await two.position("T")
    await asyncio.gather(*(nudge(each) for _ in range(10) for each in (one, two)))
    assert max(one.in_memory()["T"], two.in_memory()["T"]) == 21
    for each in (one, two):
        await each.follow("T", 21)
        await stored_as_remembered(each)


async def test_who_was_slower_decides_anew(store: Store) -> None:
    one, two = Service(store), Service(store)
    await one.make("me", "bot")
    await two.position("T")
    await one.move("ana", "reach left")
    seen: list[int] = []

    def decide(position: Position) -> Decided:
        seen.append(position.table.revision)
        return playing.moved(position, "ana", position.table.version, position.state.legal_moves()[0], 1000.0)

    await two.act("T", decide)
    assert seen == [1, 2]
    assert [step and step.text for _, step in two.told] == ["reach left", "draw"]
    await stored_as_remembered(two)


async def test_a_repeated_move_is_stale_in_the_other_process_too(store: Store) -> None:
    one, two = Service(store), Service(store)
    await one.make("me", "bot")
    await two.position("T")
    await one.move("ana", "reach left", version=0)
    assert await refused(two.move("ana", "reach left", version=0)) == "stale"
    assert two.remembered("T") == one.remembered("T")


async def test_nobody_is_refused_because_word_has_not_come_yet(faulty: Faulty) -> None:
    one, two = Service(faulty), Service(faulty)
    await one.make("me", "open", start=False)
    await two.position("T")
    await one.join("bia")
    assert await refused(two.join("bia")) == "already-seated"
    await one.act("T", lambda p: seating.started(p, "ana", 1000.0, "seed"))
    await two.move("ana", "reach left", version=0)
    await stored_as_remembered(two)
    await one.move("ana", "draw", version=1)
    faulty.faults["revisions"] = [NotStored("away")]
    assert await refused(two.move("ana", "keep", version=2)) == "stale"
    two.shared = False  # a process that is alone knows best
    assert await refused(two.move("ana", "keep", version=2)) == "stale"
    two.shared = True
    await two.move("ana", "keep", version=2)


async def test_after_five_conflicts_it_is_too_much(faulty: Faulty) -> None:
    tables = Service(faulty)
    await tables.make("me", "bot")
    faulty.faults["commit"] = [Conflict() for _ in range(5)]
    assert await refused(tables.move("ana", "reach left")) == "busy"
    await tables.move("ana", "reach left")
    await stored_as_remembered(tables)


# A database that fails.


async def test_what_cannot_be_stored_has_not_happened(faulty: Faulty) -> None:
    tables = Service(faulty)
    position = await tables.make("me", "bot")
    faulty.faults["commit"] = [NotStored("full")]
    asked = faulty.asked["table"]
    assert await refused(tables.move("ana", "reach left")) == "not-stored"
    assert (await tables.position("T")).table == position.table
    assert faulty.asked["table"] == asked + 1  # it was in doubt, so it was read again
    assert len(tables.told) == 1
    await tables.move("ana", "reach left")
    assert faulty.asked["table"] == asked + 1
    await tables.move("ana", "draw")
    assert faulty.asked["table"] == asked + 1
    await stored_as_remembered(tables)


async def test_what_was_stored_after_all_is_found(faulty: Faulty) -> None:
    """The database went away in the moment of the commit."""
    tables = Service(faulty)
    await tables.make("me", "bot")

    async def away() -> None:
        raise InDoubt("away")

    faulty.after["commit"] = away
    assert await refused(tables.move("ana", "reach left", version=0)) == "in-doubt"
    assert (await tables.position("T")).table.version == 1  # who comes again sees it
    assert await refused(tables.move("ana", "reach left", version=0)) == "stale"
    assert [step and step.kind for _, step in tables.told] == ["created", "move"]
    await stored_as_remembered(tables)


async def test_an_unexpected_error_leaves_a_doubt(faulty: Faulty) -> None:
    tables = Service(faulty)
    await tables.make("me", "bot")
    faulty.faults["commit"] = [ZeroDivisionError()]
    with pytest.raises(ZeroDivisionError):
        await tables.move("ana", "reach left")
    await tables.move("ana", "reach left")
    assert faulty.asked["table"] == 1


async def test_nothing_can_be_read(faulty: Faulty) -> None:
    tables = Service(faulty)
    await tables.make("me", "bot")
    for question in ("table", "snapshot", "moves"):
        faulty.faults[question] = [NotStored("away")]
        fresh = Service(faulty)
        assert await refused(fresh.position("T")) == "not-stored"
        assert len(fresh) == 0
        await fresh.position("T")


async def test_who_is_cut_off_is_carried_to_the_end(faulty: Faulty) -> None:
    tables = Service(faulty)
    await tables.make("me", "bot")
    faulty.open.clear()
    acting = asyncio.create_task(tables.move("ana", "reach left"))
    await faulty.is_asked("commit", 2)
    acting.cancel()
    assert await asyncio.gather(acting, return_exceptions=True)
    assert (await tables.position("T")).table.ply == 0
    faulty.open.set()
    await tables.stop()
    assert (await tables.position("T")).table.ply == 1
    assert len(tables.told) == 2
    await stored_as_remembered(tables)


async def test_a_refusal_nobody_hears_is_no_warning(faulty: Faulty) -> None:
    tables = Service(faulty)
    faulty.open.clear()
    loading = asyncio.create_task(tables.position("nowhere"))
    await faulty.is_asked("table")
    loading.cancel()
    await asyncio.gather(loading, return_exceptions=True)
    faulty.open.set()
    async with asyncio.timeout(60):
        while tables._loading:
            await asyncio.sleep(0.01)


async def test_many_who_open_a_table_read_it_once(faulty: Faulty) -> None:
    await Service(faulty).make("me", "bot")
    tables = Service(faulty)
    first = asyncio.create_task(tables.position("T"))
    await asyncio.sleep(0)
    others = [asyncio.create_task(tables.position("T")) for _ in range(9)]
    await asyncio.sleep(0)
    first.cancel()
    found = await asyncio.gather(*others)
    assert len({id(position) for position in found}) == 1
    assert faulty.asked["table"] == 1


async def test_one_who_cannot_be_told_spoils_nothing(store: Store) -> None:
    tables = Service(store)

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    tables.listeners.insert(0, broken)
    tables.published.insert(0, broken)
    await tables.make("me", "bot")
    await tables.move("ana", "reach left")
    assert len(tables.told) == len(tables.said) == 2


# Tables that are not there, or not ours.


async def test_no_such_table(store: Store) -> None:
    tables = Service(store)
    assert await refused(tables.position("nowhere")) == "not-there"
    assert await refused(tables.act("nowhere", nudged)) == "not-there"
    await tables.follow("nowhere", 7)
    assert tables.remembered("nowhere") is None


async def test_other_rules(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await Service(store).make("me", "bot")
    game = games.find_game("pebbles")
    newer = replace(game, rules=2)
    monkeypatch.setitem(games._sources, "pebbles", lambda: newer)
    assert await refused(Service(store).position("T")) == "other-rules"
    monkeypatch.delitem(games._sources, "pebbles")
    assert await refused(Service(store).position("T")) == "unknown-game"


async def test_the_last_to_leave_takes_the_table_along(store: Store) -> None:
    one, two = Service(store), Service(store)
    gone: list[str] = []
    two.gone.append(gone.append)
    await one.make("me", "open")
    await two.position("T")
    await one.act("T", lambda p: seating.left(p, "ana", 1000.0))
    assert await store.table("T") is None
    assert await refused(one.position("T")) == "not-there"
    assert await refused(two.join("bia")) == "not-there"
    assert two.remembered("T") is None
    assert gone == ["T"]


async def test_nobody_is_swept_away_with_a_table(store: Store) -> None:
    one, two = Service(store), Service(store)
    await one.make("me", "open", "open")
    await two.position("T")
    await one.join("bia")
    await two.act("T", lambda p: seating.left(p, "ana", 1000.0))  # who thought to be the last
    assert (await store.table("T")) == (await two.position("T")).table
    assert (await two.position("T")).table.people == ("bia",)


async def test_deleting(store: Store) -> None:
    tables = Service(store)
    await tables.make("me", "bot")
    waiting = [asyncio.create_task(tables.act("T", nudged)) for _ in range(3)]
    await tables.delete("T")
    answers = await asyncio.gather(*waiting, return_exceptions=True)
    assert {getattr(answer, "code", "done") for answer in answers} <= {"done", "not-there"}
    assert await refused(tables.position("T")) == "not-there"


# What others do is followed.


async def test_a_move_made_elsewhere(store: Store) -> None:
    one, two = Service(store), Service(store)
    await one.make("me", "bot")
    await two.position("T")
    await one.move("ana", "reach left")
    await two.follow("T", 1)
    assert not two.told
    await two.follow("T", 2)
    assert two.remembered("T") == one.remembered("T")
    assert two.told == [one.told[-1]]
    assert not two.said
    await two.follow("T", 2)
    assert len(two.told) == 1


async def test_an_undo_made_elsewhere(store: Store) -> None:
    one, two = Service(store), Service(store)
    await one.make("me", "bot")
    await one.move("ana", "reach left")
    await two.position("T")
    await one.undo("ana")
    await two.follow("T", 3)
    assert two.remembered("T") == one.remembered("T")
    assert [step and step.kind for _, step in two.told] == ["undo"]


async def test_a_beginning_made_elsewhere(store: Store) -> None:
    one, two = Service(store), Service(store)
    await one.make("me", "open")
    await two.position("T")
    await one.join("bia")
    await two.follow("T", 2)
    assert two.remembered("T") == one.remembered("T")
    assert [step and step.kind for _, step in two.told] == ["joined"]


async def test_several_steps_at_once(store: Store) -> None:
    one, two = Service(store), Service(store)
    await one.make("me", "open")
    await two.position("T")
    await one.join("bia")
    await one.move("ana", "reach left")
    await one.undo("ana")
    await one.move("ana", "reach right", "draw", "keep")
    await two.follow("T", 7)
    assert two.remembered("T") == one.remembered("T")
    assert [step for _, step in two.told] == [None]
    await one.move("bia", "reach left", "rest")
    await asyncio.gather(*(two.follow("T", 9) for _ in range(3)))
    assert two.remembered("T") == one.remembered("T")
    assert len(two.told) == 2


async def test_what_was_told_elsewhere_is_no_answer(store: Store) -> None:
    from tenshu.server.live.hub import Watcher, answering

    one, two = Service(store), Service(store)
    heard: list[object] = []
    two.listeners.append(lambda *_: heard.append(answering.get()))
    await one.make("me", "bot")
    await two.position("T")
    await one.move("ana", "reach left")
    me = (Watcher("T", "ana", "en"), "7")
    token = answering.set(me)
    await two.move("ana", "draw")
    answering.reset(token)
    assert heard == [None, me]


async def test_a_table_that_changes_while_it_is_read(faulty: Faulty) -> None:
    one = Service(faulty.store)
    await one.make("me", "bot")
    await one.move("ana", "reach left")

    async def meanwhile() -> None:
        await one.undo("ana")
        await one.move("ana", "reach right", "rest")

    for question in ("table", "snapshot"):
        faulty.after[question] = meanwhile
        two = Service(faulty)
        position = await two.position("T")
        assert position.table.ply == len(position.trail) - 1
        assert position == one.remembered("T")
        position = await one.play_on(2, Random(1))
        if question == "table":
            await one.move("ana", "reach left")


async def test_a_table_that_never_stands_still(faulty: Faulty) -> None:
    one = Service(faulty.store)
    await one.make("me", "bot")
    await one.move("ana", "reach left")

    async def meanwhile() -> None:
        await one.undo("ana")
        await one.move("ana", "reach left")
        faulty.after["table"] = meanwhile

    faulty.after["table"] = meanwhile
    assert await refused(Service(faulty).position("T")) == "busy"


# Memory.


async def test_unwatched_tables_are_let_go(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_AT_REST", 20)
    tables = Service(store)
    tables.in_use = lambda name: name.startswith("w")
    for number in range(15):
        await tables.make("me", "open", name=f"w{number}")
    for number in range(40):
        await tables.make("me", "open", name=f"t{number}")
        assert len(tables) <= 20
    assert {f"w{number}" for number in range(15)} <= tables.in_memory().keys()
    assert "t39" in tables.in_memory()
    assert "t0" not in tables.in_memory()
    await tables.act("t0", nudged)
    await stored_as_remembered(tables, "t0")


async def test_watched_tables_stay_whatever_their_number(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_AT_REST", 10)
    tables = Service(store)
    tables.in_use = lambda _: True
    for number in range(25):
        await tables.make("me", "open", name=f"w{number}")
    assert len(tables) == 25


async def test_a_table_let_go_while_somebody_waits_for_it(store: Store) -> None:
    tables = Service(store)
    await tables.make("me", "open")
    entry = tables._entries["T"]
    async with entry.lock:
        waiting = asyncio.create_task(tables.act("T", nudged))
        async with asyncio.timeout(60):
            while not entry.lock._waiters:
                await asyncio.sleep(0)
        del tables._entries["T"]
    await waiting
    assert tables._entries["T"] is not entry
    await stored_as_remembered(tables)


async def test_any_moment_is_a_few_moves_away(faulty: Faulty) -> None:
    tables = Service(faulty)
    await tables.make("me", "bot", game="dragon-castle")
    position = await tables.play_on(1000, Random(5))
    assert position.table.status == "finished"
    assert position.table.ply > MEMORY + SNAPSHOT_EVERY
    assert MEMORY < len(position.trail) <= MEMORY + SNAPSHOT_EVERY
    replayed = [state for _, state in Record.from_json(await record_of(faulty.store, position.table)).states()]
    for ply in (0, 1, 15, 16, 17, 32, position.table.ply - 1, position.table.ply):
        state = await tables.moment(position.table, ply)
        assert state == replayed[ply]
        assert state.events == replayed[ply].events
    fresh = await Service(faulty).position("T")
    assert fresh.trail == position.trail
    assert [state.events for state in fresh.trail[1:]] == [state.events for state in position.trail[1:]]
    assert (fresh.can_undo, fresh.last_mover) == (position.can_undo, position.last_mover)


async def test_a_long_game_can_be_taken_back_to_its_beginning(store: Store) -> None:
    tables = Service(store)
    await tables.make("me", "bot", game="dragon-castle", takebacks="free")
    position = await tables.play_on(110, Random(5))
    assert position.table.ply == 110
    while position.table.ply:
        before = position.table.ply
        position = await tables.act("T", lambda p: playing.takeback(p, "ana", p.table.version, 1000.0))
        assert position.table.ply < before
        assert position.table.to_move == 0
    await stored_as_remembered(tables)


# Records.


async def test_records(store: Store) -> None:
    tables = Service(store)
    position = await tables.make("me", "bot")
    assert await refused(record_of(store, position.table)) == "not-finished"
    position = await tables.play_on(1000, Random(1))
    record = Record.from_json(await record_of(store, position.table))
    assert [state for _, state in record.states()][-1] == position.state
    assert record.result == position.state.scores()
    assert record.seats == ("Ana", "Mei")


async def test_the_record_of_a_game_that_was_given_up(store: Store) -> None:
    tables = Service(store)
    await tables.make("me", name="S")
    await tables.move("ana", "reach left", "rest", "reach left", name="S")
    await tables.undo("ana", name="S")
    position = await tables.act("S", lambda p: playing.resigned(p, "ana", None, 1000.0))
    record = Record.from_json(await record_of(store, position.table))
    assert record.moves[:2] == ("reach left", "rest")
    assert len(record.moves) == 3  # the crow's answer is told too, the undone step is not
    assert record.result is None
    assert [state for _, state in record.states()][-1] == position.state


# Over PostgreSQL, with a store each.


async def test_two_stores_on_one_database(postgresql: str) -> None:
    first, second = await Store.open(postgresql), await Store.open(postgresql)
    try:
        one, two = Service(first), Service(second)
        await one.make("me", "open")
        await two.position("T")
        await asyncio.gather(*(nudge(each) for _ in range(10) for each in (one, two)))
        latest = (await first.revisions(["T"]))["T"]
        assert latest == 21
        await asyncio.gather(one.follow("T", latest), two.follow("T", latest))
        await two.join("bia")
        moves = [each.move("ana", "reach left", version=0) for each in (one, two) for _ in range(3)]
        answers = await asyncio.gather(*moves, return_exceptions=True)
        assert sorted(getattr(answer, "code", "played") for answer in answers) == ["played"] + ["stale"] * 5
        for each in (one, two):
            await each.follow("T", 23)
            await stored_as_remembered(each)
    finally:
        await first.close()
        await second.close()
