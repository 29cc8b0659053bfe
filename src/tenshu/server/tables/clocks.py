"""Whose time runs, and for how long."""

from __future__ import annotations

from dataclasses import replace

from tenshu.server.tables.table import Table
from tenshu.table.state import State

LEAST = 10.0
"""Seconds for a turn that begins with an empty bank: nobody is beaten by the network."""
PATIENCE = 3
"""So many turns in a row the clock may end before the seat is left to the computer until its owner returns."""


def turn_begun(table: Table, state: State, now: float) -> Table:
    """The table with its clock set for the turn that begins in this state."""
    table = replace(table, to_move=state.to_move, deadline=None)
    if table.clock is None or state.to_move is None or table.seats[state.to_move].bot:
        return table
    if table.clock.kind == "turn":
        return replace(table, deadline=now + table.clock.seconds)
    banks = table.banks or (table.clock.seconds,) * len(table.seats)
    return replace(table, banks=banks, deadline=now + max(banks[state.to_move], LEAST))


def turn_over(table: Table, seat: int, now: float) -> Table:
    """The table with what is left of the time of a seat put back into its bank, and something on top."""
    return _kept(table, seat, now, table.clock.increment if table.clock else 0.0)


def time_stopped(table: Table, seat: int, now: float) -> Table:
    """The same in the middle of a turn, when the computer takes over or the turn begins again: nothing on top."""
    return _kept(table, seat, now, 0.0)


def _kept(table: Table, seat: int, now: float, increment: float) -> Table:
    if table.banks is None or table.deadline is None:
        return table
    bank = table.banks[seat]
    began = table.deadline - max(bank, LEAST)
    left = max(0.0, bank - max(0.0, now - began)) + increment  # the least that everybody gets is not saved up
    return replace(table, banks=tuple(left if number == seat else each for number, each in enumerate(table.banks)))


def is_overdue(table: Table, now: float) -> bool:
    return table.status == "playing" and table.deadline is not None and table.deadline <= now
