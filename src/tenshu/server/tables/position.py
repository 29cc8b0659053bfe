"""A table together with its game: what every decision about it starts from."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tenshu.server.tables.table import Change, Snapshot, Step, StepKind, Table
from tenshu.server.tables.trail import Trail
from tenshu.table.state import State

NO_TRAIL = Trail()
"""Of a table whose game has not begun."""


@dataclass(frozen=True, slots=True)
class Position:
    """`trail` holds the last plies; it is empty before the game begins."""

    table: Table
    trail: Trail = NO_TRAIL

    @property
    def state(self) -> State:
        return self.trail.last

    @property
    def last_mover(self) -> int | None:
        """Who made the last move, as far as it is remembered."""
        before = self.trail.last_but_one
        return before.to_move if before else None

    @property
    def can_undo(self) -> bool:
        """Whether the last move may be taken back by whoever made it: it showed nothing and the turn goes on."""
        return len(self.trail) > 1 and not (self.state.reveals or self.state.turn_passed or self.state.answers)


@dataclass(frozen=True, slots=True)
class Decided:
    """What a request leads to: what is to be stored, and the position once it is."""

    change: Change
    position: Position


def stepped(
    table: Table,
    kind: StepKind,
    now: float,
    *,
    person: str | None = None,
    seat: int | None = None,
    trail: Trail = NO_TRAIL,
    people_changed: bool = False,
    snapshot: Snapshot | None = None,
) -> Decided:
    """A step that leaves the position alone. `table` is the new one but for its counters, which rise here."""
    table = replace(table, revision=table.revision + 1, changed=now)
    step = Step(table.revision, kind, now, person=person, seat=seat, ply=table.ply)
    return Decided(Change(table, step, snapshot, people_changed=people_changed), Position(table, trail))
