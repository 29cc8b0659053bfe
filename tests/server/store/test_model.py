"""After any sequence of changes the store says what a simple model says."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenshu.server.store import Conflict, Store
from tenshu.server.tables.table import Change, Snapshot, Step, Table
from tests.server.store.building import move, new, step, undo


@dataclass
class Model:
    """A table and its history, in lists."""

    table: Table
    steps: list[Step] = field(default_factory=list)
    moves: list[Step] = field(default_factory=list)
    snapshots: dict[int, Snapshot] = field(default_factory=dict)

    def apply(self, change: Change) -> None:
        self.table = change.table
        self.steps.append(change.step)
        beyond = change.undone_beyond
        if beyond is not None:
            self.moves = self.moves[:beyond]
            self.snapshots = {ply: snapshot for ply, snapshot in self.snapshots.items() if ply <= beyond}
        if change.step.kind == "move":
            self.moves.append(change.step)
        if change.snapshot:
            self.snapshots[change.snapshot.ply] = change.snapshot


ACTIONS = st.lists(
    st.lists(
        st.tuples(st.sampled_from(["move", "move", "move", "step", "undo", "stale", "forged"]), st.integers(0, 5)),
        min_size=2,
        max_size=2,
    ),
    max_size=40,
)
"""What happens at two tables, at the same time."""


def decided(model: Model, action: str, number: int) -> tuple[Change, bool]:
    """A change, and whether it must be stored."""
    table = model.table
    if action == "undo" and table.ply:
        return undo(table, max(0, table.ply - 1 - number)), True
    if action == "step":
        return step(table), True
    if action == "stale":
        return move(replace(table, revision=max(0, table.revision - 1 - number))), False
    if action == "forged" and table.version:
        return move(replace(table, version=max(0, table.version - 1 - number))), False
    return move(table, f"take {number}"), True


async def follow(store: Store, names: tuple[str, str], actions: list[list[tuple[str, int]]]) -> None:
    models = [Model(new(name)) for name in names]
    for model in models:
        change = replace(step(model.table, "created"), snapshot=Snapshot(0, {"heap": 0}))
        await store.commit(change)
        model.apply(change)
    for pair in actions:
        plans = [decided(model, *action) for model, action in zip(models, pair, strict=True)]
        answers = await asyncio.gather(*(store.commit(change) for change, _ in plans), return_exceptions=True)
        for model, (change, good), answer in zip(models, plans, answers, strict=True):
            assert isinstance(answer, type(None) if good else Conflict), answer
            if good:
                model.apply(change)
    for model in models:
        await agree(store, model)


async def agree(store: Store, model: Model) -> None:
    name = model.table.id
    assert await store.table(name) == model.table
    assert await store.revisions([name]) == {name: model.table.revision}
    assert await store.last_move(name) == (model.moves[-1] if model.moves else None)
    for after in {0, 1, model.table.revision // 2, model.table.revision}:
        assert await store.steps(name, after=after) == model.steps[after:]
    for low, high in itertools.combinations(sorted({0, 1, model.table.ply // 2, model.table.ply}), 2):
        assert await store.moves(name, beyond=low, up_to=high) == model.moves[low:high]
    for ply in {0, 3, 4, model.table.ply // 2, model.table.ply}:
        nearest = max(known for known in model.snapshots if known <= ply)
        assert await store.snapshot(name, ply) == model.snapshots[nearest]


def test_the_store_agrees_with_a_simple_model(address: str) -> None:
    number = itertools.count()
    with asyncio.Runner() as runner:
        store = runner.run(Store.open(address))

        @settings(max_examples=60, deadline=None)
        @given(ACTIONS)
        def check(actions: list[list[tuple[str, int]]]) -> None:
            example = next(number)
            runner.run(follow(store, (f"a{example}", f"b{example}"), actions))

        try:
            check()
        finally:
            runner.run(store.close())


@pytest.mark.parametrize("number", range(3))
def test_places_are_counted_as_in_sport_and_who_gave_up_has_none(number: int) -> None:
    from tenshu.server.store.rows import participant_rows
    from tests.server.store.building import ANA, BOB

    groups = [[[2], [0, 1], [3]], [2, [0, 1], 3], [[2], [1, 0], [3]]][number]
    seats = (ANA, BOB, replace(ANA, person="eva"), replace(BOB, person="zoe"))
    table = replace(new("t", *seats), status="finished", result={"places": groups, "resigned": [3], "scores": {}})
    rows = participant_rows(table)
    assert [(row["place"], row["shared"], row["resigned"]) for row in rows] == [
        (2, 2, False),
        (2, 2, False),
        (1, 1, False),
        (None, None, True),
    ]
