"""What a position is worth: the points on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.white_castle.scoring import total

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle


def estimate(state: WhiteCastle, seat: int) -> float:
    """The points a seat may expect in the end; when the game is over, its total."""
    return float(total(state, seat))


def doubt(state: WhiteCastle) -> float:
    """How far the difference of two seats' estimates is off, typically."""
    return 0.0 if state.is_over else 5.0 + 5.0 * (3 - state.round)
