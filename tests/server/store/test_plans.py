"""Every question is answered from an index, so that it takes as long among many games as among few."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert

from tenshu.server.store import Person, Store, models, statements
from tenshu.server.store.rows import rows_of
from tenshu.server.tables.table import Change, Clock, Seat, Snapshot
from tests.server.store.building import finished, new, step

pytestmark = pytest.mark.anyio
GAMES = 4000


def games(count: int) -> list[Change]:
    """Stored games, most of them over. Ana has played nearly all of them."""
    changes = []
    for number in range(count):
        person = "ana" if number % 20 or number < 100 else f"u{number}"
        seats = Seat("person", "Ana", person), Seat("person", "Rival", f"p{number % (count // 4)}")
        clock = Clock("turn", 60.0) if number % 2 else None
        table = new(f"{number * 7919 % 1000003:07}", *seats, at=float(number), public=number % 2 == 0, clock=clock)
        change = step(table, "created", at=float(number), status="playing", to_move=number % 2)
        if number % 20:
            last = finished(replace(change.table, revision=0), [0, 1], [number % 50, number % 40], at=float(number))
            change = replace(last, people_changed=True, step=replace(last.step, revision=1))
        elif clock:
            change = replace(change, table=replace(change.table, deadline=float(number)))
        changes.append(replace(change, snapshot=Snapshot(0, {"heap": number})))
    return changes


async def fill(store: Store, count: int) -> None:
    changes = games(count)
    for start in range(0, count, 500):
        rows = [rows_of(change) for change in changes[start : start + 500]]
        await store._do(partial(statements.write, changes=rows))
    said = [
        {"table_id": change.table.id, "number": number, "person": "ana", "name": "Ana", "text": "hm", "at": 1.0}
        for change in changes
        for number in (1, 2, 3)
    ]
    await store._do(lambda connection: connection.execute(insert(models.messages), said))
    people = [{"id": f"p{number}", "name": "Rival", "created": 1.0, "epoch": 0} for number in range(count // 4)]
    await store._do(lambda connection: connection.execute(insert(models.people), people))


@pytest.fixture
async def full(address: str) -> AsyncIterator[Store]:
    store = await Store.open(address)
    await fill(store, GAMES)
    await store.add_person(Person("ana", "Ana", 1.0))
    if address.startswith("postgresql"):  # which does this by itself, in time; SQLite never does
        await store._do(lambda connection: connection.exec_driver_sql("ANALYZE"))
    yield store
    await store.close()


async def test_no_question_reads_everything(full: Store) -> None:
    """SQLite sorts nothing either, but for named tables; PostgreSQL may where it expects few rows."""
    asked: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_: object) -> None:
        asked.append((statement, parameters))

    event.listen(full._reading.sync_engine, "before_cursor_execute", note)
    table = (await full.lobby())[0]
    questions: dict[str, Callable[[], Awaitable[object]]] = {
        "table": lambda: full.table(table.id),
        "revisions": lambda: full.revisions([table.id, "x", "y"]),
        "steps": lambda: full.steps(table.id, after=1),
        "moves": lambda: full.moves(table.id, beyond=3, up_to=9),
        "last_move": lambda: full.last_move(table.id),
        "snapshot": lambda: full.snapshot(table.id, 9),
        "lobby": lambda: full.lobby(before=(table.changed, table.id)),
        "tables_of": lambda: full.tables_of("ana"),
        "history": lambda: full.tables_of("ana", "finished", before=(3000.0, "x")),
        "waiting_for": lambda: full.waiting_for("ana"),
        "waiting_for_bots": full.waiting_for_bots,
        "epochs": lambda: full.epochs(["ana", "x", "y"]),
        "overdue": lambda: full.overdue(5.0),
        "abandoned": lambda: full.abandoned(5.0),
        "last_messages": lambda: full.last_messages([table.id, "x", "y"]),
        "statistics": lambda: full.statistics("p1"),
    }
    for name, question in questions.items():
        asked.clear()
        await question()
        for statement, parameters in asked:
            plan = await full._do(partial(explain, statement=statement, parameters=parameters))
            assert "Seq Scan" not in plan, (name, plan)
            assert "SCAN " not in plan, (name, plan)
            if "id IN (" not in statement and name != "statistics":
                assert "TEMP B-TREE" not in plan, (name, plan)
    event.remove(full._reading.sync_engine, "before_cursor_execute", note)


def explain(connection: Connection, statement: str, parameters: Any) -> str:
    how = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
    return "\n".join(str(row[-1]) for row in connection.exec_driver_sql(f"{how} {statement}", parameters))
