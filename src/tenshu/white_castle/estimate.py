"""What a position is worth: the points on the table, and those to come by the fitted judgement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.white_castle.evaluation import describe, network_for, rounds_left
from tenshu.white_castle.scoring import total

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle


def estimate(state: WhiteCastle, seat: int) -> float:
    """The points a seat may expect in the end; when the game is over, its total."""
    points = total(state, seat)
    return float(points) if state.is_over else points + network_for(state)(describe(state, seat))


def doubt(state: WhiteCastle) -> float:
    """How far the difference of two seats' estimates is off, typically."""
    return 0.0 if state.is_over else network_for(state).doubt(rounds_left(state))
