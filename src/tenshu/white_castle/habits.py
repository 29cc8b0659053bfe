"""How a turn plausibly goes on, for players who think by playing on; no rule. The native core has the same weights."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tenshu.white_castle.cards import GARDENS
from tenshu.white_castle.courtier import DAIMYO_PLACE
from tenshu.white_castle.names import DOMAIN
from tenshu.white_castle.notation import Move

USUAL = 32
SELDOM = {"skip": 4, "end": 4, "trade": 3, "stop": 8}
"""What is declined, traded or stopped at comes to mind less often than the rest."""
HIGHEST = 64
DOMAIN_WEIGHT = 48


class _Weights(dict[Move, int]):
    """How readily a move comes to mind."""

    def __missing__(self, move: Move) -> int:
        self[move] = found = _weight_of(move)
        return found


def _weight_of(move: Move) -> int:
    if move.verb == "garden":
        return 8 + 8 * GARDENS[move.what].food
    if move.verb == "put" and move.what == DOMAIN:
        return DOMAIN_WEIGHT
    if move == "yard 5" or (move.verb == "climb" and move.what[1] == DAIMYO_PLACE):
        return HIGHEST
    return SELDOM.get(move.verb, USUAL)


_weights = _Weights()


def plausible(moves: Sequence[Move], rng: Random) -> Move:
    """A legal move that a sensible player may make."""
    luck = rng.random() * sum([_weights[move] for move in moves])
    for move in moves:
        luck -= _weights[move]
        if luck < 0:
            return move
    return moves[-1]
