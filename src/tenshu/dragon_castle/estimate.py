"""What a position is worth: the points on the table, and those to come by the fitted judgement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.dragon_castle.evaluation import describe, dragon_points, network_for, rounds_left, told_by
from tenshu.dragon_castle.scoring import POINTS_FOR_A_TOKEN

if TYPE_CHECKING:
    from tenshu.dragon_castle.state import DragonCastle


def total(state: DragonCastle, seat: int) -> int:
    """The total of the score sheet as if the game ended now, without the sheet."""
    player = state.players[seat]
    points = player.vp + told_by(player.realm).shrine_points + POINTS_FOR_A_TOKEN * player.tokens
    return points + sum(dragon_points(state, seat)) if state.setup.dragons else points


def estimate(state: DragonCastle, seat: int) -> float:
    """The points a seat may expect in the end; when the game is over, its total."""
    points = total(state, seat)
    return float(points) if state.is_over else points + network_for(state.setup)(describe(state, seat))


def doubt(state: DragonCastle) -> float:
    """How far the difference of two seats' estimates is off, typically."""
    return 0.0 if state.is_over else network_for(state.setup).doubt(rounds_left(state))
