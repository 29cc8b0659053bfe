"""Changes are committed in groups, and nobody pays for another's mistake."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from tenshu.server.store import Conflict, NotStored, Store
from tenshu.server.tables.table import Change, Table
from tests.server.store.building import begun, move, new, play, step, undo

pytestmark = pytest.mark.anyio


async def commit_at_once(store: Store, *changes: Change) -> list[BaseException | None]:
    return await asyncio.gather(*map(store.commit, changes), return_exceptions=True)


async def test_a_step_is_made_once(store: Store) -> None:
    table = await begun(store, "t")
    answers = await commit_at_once(store, *(move(table, f"take {number}") for number in range(8)))
    assert [answer is None for answer in answers] == [True] + [False] * 7
    assert all(isinstance(answer, Conflict) for answer in answers[1:])
    assert [one.text for one in await store.moves("t")] == ["take 0"]


async def test_the_database_refuses_a_second_step_at_a_version(store: Store) -> None:
    table = await begun(store, "t")
    await store.commit(move(table))
    later = move(replace(table, revision=table.revision + 1))
    with pytest.raises(Conflict):
        await store.commit(later)
    assert len(await store.steps("t")) == 3
    assert await store.revisions(["t"]) == {"t": 3}


async def test_a_table_is_created_once(store: Store) -> None:
    await play(store, step(new("t"), "created"))
    with pytest.raises(Conflict):
        await play(store, step(new("t"), "created"))


async def test_only_the_guilty_of_a_group_fail(store: Store) -> None:
    tables = [await begun(store, f"t{number}") for number in range(12)]
    stale = {2, 7, 11}
    for number in stale:
        await store.commit(move(tables[number], "before"))
    answers = await commit_at_once(store, *map(move, tables))
    assert {number for number, answer in enumerate(answers) if isinstance(answer, Conflict)} == stale
    assert [answer for number, answer in enumerate(answers) if number not in stale] == [None] * 9
    for number, table in enumerate(tables):
        assert [one.text for one in await store.moves(table.id)] == ["before" if number in stale else "take 1"]


async def test_what_cannot_be_written_hurts_nobody_else(store: Store) -> None:
    tables = [await begun(store, f"t{number}") for number in range(5)]
    changes = [move(table) for table in tables]
    changes[3] = move(tables[3], "\ud800")
    answers = await commit_at_once(store, *changes)
    assert [type(answer) for answer in answers] == [type(None)] * 3 + [NotStored, type(None)]
    assert await store.table("t3") == tables[3]


async def test_changes_of_one_table_keep_their_order(store: Store) -> None:
    table = await begun(store, "t")
    changes: list[Change] = []
    for number in range(5):
        changes.append(move(table, f"take {number}"))
        table = changes[-1].table
    changes.append(undo(table, 3))
    changes.append(move(changes[-1].table, "again 4"))
    changes.append(move(changes[-1].table, "again 5"))
    others = [await begun(store, f"u{number}") for number in range(3)]
    answers = await commit_at_once(store, *changes, *map(move, others))
    assert answers == [None] * 11
    assert [one.text for one in await store.moves("t")] == ["take 0", "take 1", "take 2", "again 4", "again 5"]
    assert (await store.snapshot("t", 5)).ply == 4
    assert await store.table("t") == changes[-1].table


async def test_what_came_meanwhile_is_one_transaction(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [await begun(store, f"t{number}") for number in range(50)]
    groups: list[int] = []
    take = store._writer._take

    def counted() -> list[Any]:
        group = take()
        groups.append(len(group))
        return group

    monkeypatch.setattr(store._writer, "_take", counted)

    async def play_on(table: Table) -> None:
        for _ in range(4):
            change = move(table)
            await store.commit(change)
            table = change.table

    await asyncio.gather(*map(play_on, tables))
    assert sum(groups) == 200
    assert len([size for size in groups if size]) < 30


async def test_a_change_that_nobody_waits_for_any_more_hurts_nobody(store: Store) -> None:
    table, other = await begun(store, "t"), await begun(store, "u")
    tasks = [asyncio.create_task(store.commit(move(each))) for each in (table, other)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    assert isinstance((await asyncio.gather(*tasks, return_exceptions=True))[0], asyncio.CancelledError)
    assert len(await store.moves("u")) == 1
    await store.ready()


async def test_closing_stores_what_is_waiting(address: str) -> None:
    store = await Store.open(address)
    tables = [await begun(store, f"t{number}") for number in range(5)]
    waiting = [asyncio.create_task(store.commit(move(table))) for table in tables]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*waiting) == [None] * 5
    with pytest.raises(NotStored):
        await store.commit(move(new("late")))
    again = await Store.open(address)
    assert await again.revisions(table.id for table in tables) == {f"t{number}": 3 for number in range(5)}
    await again.close()


async def test_two_processes_race_for_every_step(postgresql: str) -> None:
    stores = [await Store.open(postgresql) for _ in range(2)]
    tables = [await begun(stores[0], f"t{number}") for number in range(10)]
    for turn in range(20):
        changes = [[move(table, f"{side} {turn}") for table in tables] for side in range(2)]
        if turn % 3 == 0:  # the same version, under another revision
            changes[1] = [move(replace(table, revision=table.revision + 1), f"1 {turn}") for table in tables]
        answers = await asyncio.gather(
            *(commit_at_once(store, *each) for store, each in zip(stores, changes, strict=True))
        )
        for number in range(len(tables)):
            fates = [answers[side][number] for side in range(2)]
            assert sorted(map(str, map(type, fates))) == sorted(map(str, (type(None), Conflict))), fates
            winner = changes[fates.index(None)][number]
            assert await stores[0].table(winner.table.id) == winner.table
            assert await stores[1].last_move(winner.table.id) == winner.step
            tables[number] = winner.table
    for store in stores:
        await store.close()


async def test_two_groups_that_stand_in_each_others_way_both_get_through(postgresql: str) -> None:
    stores = [await Store.open(postgresql) for _ in range(2)]
    tables = [await begun(stores[0], f"t{number:02}") for number in range(40)]
    for _ in range(10):
        changes = [move(table) for table in tables]
        halves = changes[::2], changes[1::2]
        steps = [step(change.table) for change in changes]
        answers = await asyncio.gather(
            *(commit_at_once(store, *half) for store, half in zip(stores, halves, strict=True))
        )
        assert [answer for each in answers for answer in each] == [None] * 40
        mine, theirs = await asyncio.gather(
            commit_at_once(stores[0], *steps), commit_at_once(stores[1], *reversed(steps))
        )
        for one, other in zip(mine, reversed(theirs), strict=True):
            assert (one is None) != (other is None)
            assert isinstance(one or other, Conflict)
        tables = [each.table for each in steps]
    for store in stores:
        await store.close()
