"""Tables for tests, in a few words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tenshu.server.store import Store
from tenshu.server.tables.table import Change, Seat, Snapshot, Step, Table

ANA = Seat("person", "Ana", "ana")
BOB = Seat("person", "Bob", "bob")
BOT = Seat("bot", "Master", level="master")
NOBODY = Seat("open")


def new(name: str, *seats: Seat, at: float = 1.0, **values: Any) -> Table:
    """A table nobody has stored yet."""
    return Table(
        id=name,
        game=values.pop("game", "pebbles"),
        rules=1,
        options=values.pop("options", {"heap": 12}),
        seats=seats or (ANA, BOB),
        host="ana",
        created=at,
        changed=at,
        **values,
    )


def step(table: Table, kind: Any = "offer", *, at: float | None = None, **values: Any) -> Change:
    """Something happens that leaves the position as it is."""
    at = table.changed + 1 if at is None else at
    more = {name: values.pop(name) for name in ("snapshot", "undone_beyond") if name in values}
    after = replace(table, revision=table.revision + 1, changed=at, **values)
    people_changed = kind != "offer"
    return Change(after, Step(after.revision, kind, at, "ana", ply=table.ply), people_changed=people_changed, **more)


def move(table: Table, text: str = "take 1", **values: Any) -> Change:
    """A move, every fourth with a snapshot."""
    change = step(table, version=table.version + 1, ply=table.ply + 1, **values)
    ply = change.table.ply
    seat = table.to_move or 0
    made = replace(change.step, kind="move", version=table.version, ply=ply, text=text, seat=seat, answers=("so",))
    snapshot = Snapshot(ply, {"heap": ply}) if ply % 4 == 0 else None
    return replace(change, step=made, snapshot=snapshot, people_changed=change.table.status == "finished")


def undo(table: Table, to: int) -> Change:
    """Moves beyond a ply are taken back."""
    change = step(table, version=table.version + 1, ply=to, undone_beyond=to)
    return replace(change, step=replace(change.step, kind="undo", version=table.version, ply=to))


async def play(store: Store, *changes: Change) -> Table:
    """Store changes one after the other; the table after the last."""
    for change in changes:
        await store.commit(change)
    return changes[-1].table


async def begun(store: Store, name: str, *seats: Seat, at: float = 1.0, **values: Any) -> Table:
    """A table that is stored and at play, with its deal."""
    made = await play(store, step(new(name, *seats, at=at, **values), "created", at=at))
    return await play(
        store, step(made, "started", at=at, status="playing", to_move=0, snapshot=Snapshot(0, {"heap": 0}))
    )


def finished(
    table: Table, places: list[Any], points: list[float], *, resigned: tuple[int, ...] = (), at: float
) -> Change:
    """The last move of a game."""
    result = {"scores": {"players": [{"total": each} for each in points]}, "places": places, "resigned": list(resigned)}
    return move(table, status="finished", to_move=None, deadline=None, result=result, ended=at, at=at)
