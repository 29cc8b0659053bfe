"""A table together with its game: what every decision about it starts from."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tenshu.server.tables.table import Change, Snapshot, Step, StepKind, Table
from tenshu.table.state import State

SNAPSHOT_EVERY = 16
"""Plies from one stored position to the next: any moment is at most so many moves away."""
MEMORY = 64
"""How many plies back a table in memory knows: more than a round of four long turns, for undo and takebacks."""


@dataclass(frozen=True, slots=True)
class Position:
    """`trail` holds the states of the last plies, the present one last; it is empty before the game begins."""

    table: Table
    trail: tuple[State, ...] = ()

    @property
    def state(self) -> State:
        return self.trail[-1]

    @property
    def last_mover(self) -> int | None:
        """Who made the last move, as far as it is remembered."""
        return self.trail[-2].to_move if len(self.trail) > 1 else None

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
    trail: tuple[State, ...] = (),
    people_changed: bool = False,
    snapshot: Snapshot | None = None,
) -> Decided:
    """A step that leaves the position alone. `table` is the new one but for its counters, which rise here."""
    table = replace(table, revision=table.revision + 1, changed=now)
    step = Step(table.revision, kind, now, person=person, seat=seat, ply=table.ply)
    return Decided(Change(table, step, snapshot, people_changed=people_changed), Position(table, trail))
