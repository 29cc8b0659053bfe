"""Tables are given back as they were stored, and found by whoever asks for them."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from tenshu.server.store import Conflict, Store, models
from tenshu.server.tables.table import Clock, Offer, Seat, Snapshot, Step, Table
from tests.server.store.building import ANA, BOB, BOT, NOBODY, begun, finished, move, new, play, step, undo

pytestmark = pytest.mark.anyio
EVERYTHING = Table(
    id="all",
    game="pebbles",
    rules=3,
    options={"layout": "x", "spirits": ["faith", "hope"], "deep": {"er": [1, 2.5, None, True]}},
    seats=(
        Seat("person", "Ana 天守", "ana", stands_in="master", missed=2, resigned=True),
        Seat("bot", "Dragon", level="dragon"),
        Seat("open", "Bob", reserved="bob"),
    ),
    host="ana",
    created=1763222400.1234567,
    public=True,
    autostart=False,
    clock=Clock("bank", 600.0, 2.5),
    hints=False,
    takebacks="never",
    chat=False,
    status="playing",
    revision=1,
    version=7,
    ply=5,
    to_move=1,
    deadline=1763222500.7654321,
    banks=(600.0, 599.25, 1e-7),
    offer=Offer(4, "takeback", "ana", 0, 3, ("bob",)),
    result={"scores": {}, "places": [], "resigned": []},
    rematch="other",
    changed=1763222400.9999998,
    started=1763222400.3333333,
    ended=1763222400.6666667,
)


async def test_every_field_of_a_table_comes_back(store: Store) -> None:
    for field in fields(Table):
        assert getattr(EVERYTHING, field.name) != field.default, f"{field.name} is not tried"
    await store.commit(step(replace(EVERYTHING, revision=0), "created", at=EVERYTHING.changed))
    assert await store.table("all") == EVERYTHING


async def test_a_plain_table_comes_back(store: Store) -> None:
    table = await play(store, step(new("plain"), "created"))
    assert await store.table("plain") == table
    assert await store.table("other") is None


def test_every_field_has_a_column() -> None:
    assert {field.name for field in fields(Table)} | {"waits_for"} == set(models.tables.columns.keys())
    assert {field.name for field in fields(Step)} | {"table_id", "stands"} == set(models.steps.columns.keys())


async def test_every_field_of_a_step_comes_back(store: Store) -> None:
    table = await begun(store, "t")
    change = move(table, "take 天")
    full = replace(change.step, person="bob", seat=1, answers=("give 1", "give 2"), closed=True, at=1763222400.1234567)
    await store.commit(replace(change, step=full))
    assert (await store.steps("t", after=2)) == [full]
    assert await store.last_move("t") == full


async def test_steps_moves_and_snapshots(store: Store) -> None:
    table = await begun(store, "t")
    changes = []
    for number in range(10):
        changes.append(move(table, f"take {number}"))
        table = await play(store, changes[-1])
    stepped = [change.step for change in changes]
    assert await store.steps("t", after=2) == stepped
    assert await store.steps("t", after=11) == stepped[9:]
    assert [one.kind for one in await store.steps("t")][:3] == ["created", "started", "move"]
    assert await store.moves("t") == stepped
    assert await store.moves("t", beyond=3, up_to=5) == stepped[3:5]
    assert await store.moves("t", beyond=10) == []
    assert await store.snapshot("t", 3) == Snapshot(0, {"heap": 0})
    assert await store.snapshot("t", 4) == Snapshot(4, {"heap": 4})
    assert await store.snapshot("t", 100) == Snapshot(8, {"heap": 8})
    assert await store.last_move("t") == stepped[-1]


async def test_what_is_undone_stands_no_longer_but_stays_in_the_history(store: Store) -> None:
    table = await begun(store, "t")
    for _ in range(5):
        table = await play(store, move(table))
    table = await play(store, undo(table, 3))
    assert [one.ply for one in await store.moves("t")] == [1, 2, 3]
    assert (await store.snapshot("t", 5)).ply == 0
    again = move(table, "take 3")
    table = await play(store, again)
    assert [one.text for one in await store.moves("t", beyond=2)] == ["take 1", "take 3"]
    assert await store.last_move("t") == again.step
    assert await store.snapshot("t", 9) == Snapshot(4, {"heap": 4})
    assert [one.kind for one in await store.steps("t", after=2)] == ["move"] * 5 + ["undo", "move"]


async def test_a_table_without_a_game_has_no_position(store: Store) -> None:
    await play(store, step(new("t"), "created"))
    assert await store.last_move("t") is None
    assert await store.moves("t") == []
    with pytest.raises(LookupError):
        await store.snapshot("t", 0)


async def test_revisions(store: Store) -> None:
    await begun(store, "a")
    await play(store, step(new("b"), "created"))
    assert await store.revisions(["a", "b", "gone"]) == {"a": 2, "b": 1}
    assert await store.revisions([]) == {}
    assert await store.revisions(f"t{number}" for number in range(2500)) == {}


async def test_a_deleted_table_is_gone_with_all_that_hangs_on_it(store: Store) -> None:
    table = await begun(store, "t", public=True)
    await store.commit(move(table))
    await store.add_delivery("t", "bob", "turn", 3, 1.0)
    await store.say("t", "ana", "Ana", "hello", 1.0)
    await store.keep_analysis("t", {"a": 1})
    await store.delete_table("t")
    assert await store.table("t") is None
    assert await store.steps("t") == []
    assert await store.messages("t") == []
    assert await store.analysis("t") is None
    assert await store.lobby() == []
    assert await store.tables_of("ana") == []
    assert await store.claim_deliveries(100.0) == []
    with pytest.raises(LookupError):
        await store.snapshot("t", 9)
    await store.delete_table("t")


async def test_a_table_is_deleted_only_as_it_was_seen(store: Store) -> None:
    await begun(store, "t")
    with pytest.raises(Conflict):
        await store.delete_table("t", revision=1)
    assert await store.table("t")
    await store.delete_table("t", revision=2)
    assert not await store.table("t")


async def test_nobody_changes_a_table_that_is_gone(store: Store) -> None:
    table = await begun(store, "t")
    await store.delete_table("t")
    with pytest.raises(Conflict):
        await store.commit(move(table))
    assert await store.table("t") is None


async def test_the_lobby_shows_public_tables_that_are_not_over(store: Store) -> None:
    await play(store, step(new("open", public=True, at=5.0), "created", at=5.0))
    await begun(store, "playing", public=True, at=7.0, game="castles")
    await play(store, step(new("private"), "created"))
    over = await begun(store, "over", public=True, at=8.0)
    await play(store, finished(over, [0, 1], [3, 2], at=9.0))
    assert _names(await store.lobby()) == ["playing", "open"]
    assert _names(await store.lobby(game="pebbles")) == ["open"]
    assert _names(await store.lobby(before=7.0)) == ["open"]
    assert _names(await store.lobby(limit=1)) == ["playing"]


async def test_pages_of_a_list_lose_nothing_where_several_changed_at_once(store: Store) -> None:
    for name in ("a", "b", "c", "d"):
        await begun(store, name, public=True, at=3.0)
    over = await begun(store, "e", public=True)
    await play(store, finished(over, [0, 1], [3, 2], at=3.0))
    for ask, want in ((store.lobby, 4), (lambda **values: store.tables_of("ana", **values), 5)):
        met: list[str] = []
        page = await ask(limit=2)
        while page:
            met += _names(page)
            page = await ask(limit=2, before=(page[-1].changed, page[-1].id))
        assert met == sorted(set(met), reverse=True)
        assert len(met) == want


async def test_a_persons_tables(store: Store) -> None:
    await play(store, step(new("open", ANA, NOBODY, at=5.0), "created", at=5.0))
    await begun(store, "playing", ANA, BOB, at=4.0)
    await begun(store, "others", BOB, BOT, at=6.0)
    over = await begun(store, "over", ANA, BOB)
    over = await play(store, finished(over, [[0, 1]], [3, 3], at=3.0))
    assert _names(await store.tables_of("ana")) == ["open", "playing", "over"]
    assert _names(await store.tables_of("ana", limit=2)) == ["open", "playing"]
    assert _names(await store.tables_of("ana", before=5.0)) == ["playing", "over"]
    assert _names(await store.tables_of("ana", "finished")) == ["over"]
    assert _names(await store.tables_of("ana", "playing")) == ["playing"]
    assert _names(await store.tables_of("ana", "open")) == ["open"]
    assert await store.tables_of("nobody") == []
    await play(store, step(over, "rematch", rematch="open", at=9.0))
    assert _names(await store.tables_of("ana")) == ["over", "open", "playing"]


async def test_whoever_leaves_has_the_table_no_longer(store: Store) -> None:
    table = await play(store, step(new("t", ANA, BOB), "created"))
    await play(store, step(table, "left", seats=(ANA, NOBODY)))
    assert await store.tables_of("bob") == []
    assert _names(await store.tables_of("ana")) == ["t"]


async def test_somebody_with_several_seats_has_the_table_once(store: Store) -> None:
    other, rows = replace(ANA, name="Eva", beside=True), []
    for name, seats, best in (("t", (BOT, ANA, other), 2.0), ("u", (BOT, other, ANA), 3.0), ("v", (other, other), 3.0)):
        table = await begun(store, name, *seats, at=best)
        assert name in _names(await store.tables_of("ana"))
        await play(store, finished(table, [2, 1, 0], [1, 2, 3], at=3.0))
        assert _names(await store.tables_of("ana", "finished")).count(name) == 1
        rows = await store.statistics("ana")  # the seat she plays herself counts, not that of who sits beside her
        assert [row["best"] for row in rows if row["players"] == 3] == [best]
    assert [(row["players"], row["games"], row["best"]) for row in rows] == [(2, 1, 1.0), (3, 2, 3.0)]


async def test_who_is_waited_for(store: Store) -> None:
    table = await begun(store, "t", ANA, BOT, at=1.0)
    await begun(store, "u", ANA, BOT, at=2.0)
    assert _names(await store.waiting_for("ana", 10)) == ["u", "t"]
    assert _names(await store.waiting_for("ana", 1)) == ["u"]
    assert await store.waiting_for_bots(10) == []
    table = await play(store, move(table, to_move=1, at=3.0))
    assert _names(await store.waiting_for("ana", 10)) == ["u"]
    assert await store.waiting_for_bots(10) == ["t"]
    away = (replace(ANA, stands_in="visitor"), BOT)
    await play(store, move(table, to_move=0, seats=away))
    assert _names(await store.waiting_for("ana", 10)) == ["u"]
    assert await store.waiting_for_bots(10) == ["t"]


async def test_whose_time_is_over(store: Store) -> None:
    await begun(store, "a", deadline=5.0, clock=Clock("turn", 60.0))
    await begun(store, "b", deadline=4.0, clock=Clock("turn", 60.0))
    await begun(store, "never")
    over = await begun(store, "over", deadline=1.0, clock=Clock("turn", 60.0))
    await play(store, finished(over, [0, 1], [2, 1], at=2.0))
    assert await store.overdue(3.9, 10) == []
    assert await store.overdue(5.0, 10) == ["b", "a"]
    assert await store.overdue(5.0, 1) == ["b"]


async def test_which_tables_nobody_came_to(store: Store) -> None:
    for name, at in (("a", 5.0), ("b", 4.0), ("young", 6.0)):
        await play(store, step(new(name, ANA, NOBODY, at=at), "created", at=at))
    await begun(store, "playing", at=1.0)
    assert _names(await store.abandoned(5.0)) == ["b", "a"]
    assert _names(await store.abandoned(5.0, limit=1)) == ["b"]
    assert _names(await store.abandoned(5.0, limit=1, skip=1)) == ["a"]
    assert await store.abandoned(3.9) == []


async def test_lost_time_is_given_back_to_quick_clocks(store: Store) -> None:
    await begun(store, "quick", deadline=5.0, clock=Clock("turn", 60.0))
    await begun(store, "bank", deadline=5.5, clock=Clock("bank", 600.5, 2.0))
    await begun(store, "slow", deadline=6.0, clock=Clock("turn", 86400.0))
    await begun(store, "none")
    await store.give_time(100.0)
    assert [(await _table(store, name)).deadline for name in ("quick", "bank", "slow", "none")] == [
        105.0,
        105.5,
        6.0,
        None,
    ]
    await store.give_time(1.0, shorter_than=100.0)
    assert [(await _table(store, name)).deadline for name in ("quick", "bank", "slow")] == [106.0, 105.5, 6.0]


async def test_statistics(store: Store) -> None:
    ends: list[tuple[list[Any], list[float]]] = [
        ([0, 1], [5, 3]),
        ([[0, 1]], [4, 4]),
        ([[1], [0]], [1.5, 2]),
        ([1, 0], [9, 2]),
    ]
    for number, (places, points) in enumerate(ends):
        table = await begun(store, f"t{number}", ANA, BOB)
        await play(store, finished(table, places, points, at=float(number)))
    three = await begun(store, "three", ANA, BOB, BOT, game="castles")
    await play(store, finished(three, [[0, 1, 2]], [6, 6, 6], at=9.0))
    await begun(store, "not over", ANA, BOB)
    assert await store.statistics("ana") == [
        {
            "game": "castles",
            "players": 3,
            "games": 1,
            "wins": pytest.approx(1 / 3),
            "mean": 6.0,
            "best": 6.0,
            "last": 9.0,
        },
        {"game": "pebbles", "players": 2, "games": 4, "wins": 1.5, "mean": 4.875, "best": 9.0, "last": 3.0},
    ]
    assert await store.statistics("nobody") == []


async def test_points_of_a_game_that_was_given_up_do_not_count(store: Store) -> None:
    for name, complete in (("t", True), ("u", False)):
        last = finished(await begun(store, name, ANA, BOB), [0, 1], [7 if complete else 0, 0], at=3.0)
        result = last.table.result or {}
        await store.commit(replace(last, table=replace(last.table, result=result | {"complete": complete})))
    [row] = await store.statistics("ana")
    assert (row["games"], row["wins"], row["mean"], row["best"]) == (2, 2.0, 7.0, 7.0)


async def test_a_result_without_points_counts_as_a_game(store: Store) -> None:
    table = await begun(store, "t", ANA, BOB)
    last = replace(finished(table, [], [], at=3.0))
    await store.commit(replace(last, table=replace(last.table, result={"places": [], "resigned": [0]})))
    [row] = await store.statistics("ana")
    assert (row["games"], row["wins"], row["mean"], row["best"]) == (1, 0.0, None, None)


def _names(tables: list[Table]) -> list[str]:
    return [table.id for table in tables]


async def _table(store: Store, name: str) -> Table:
    table = await store.table(name)
    assert table
    return table
