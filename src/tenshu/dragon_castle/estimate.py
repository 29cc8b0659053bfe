"""A quick guess of what a position is worth: points on the table, and what tiles and shrines still promise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.dragon_castle import dragons
from tenshu.dragon_castle.realm import Realm
from tenshu.dragon_castle.scoring import POINTS_FOR_A_TOKEN, shrine_points

if TYPE_CHECKING:
    from tenshu.dragon_castle.state import DragonCastle

# Guesses by hand, for the simple players; the strong ones learn theirs.
PROMISE_OF_A_TILE = 0.7
"""What a face-up tile will have brought once it is part of a set; a dead one never will."""
PROMISE_OF_A_BOND = 0.4
"""More for each two tiles of one type that touch."""
PROMISE_OF_GROUND = 0.35
"""A bare face-down tile is room for tiles on a higher floor."""
PROMISE_OF_A_SHRINE = (0.0, 1.5, 2.8, 3.6, 4.0)
"""By shrines in the pool, 4 and more alike."""
TILES_OF_A_LONG_GAME = 30
"""With fewer tiles left in the castle the promises fade."""


def estimate(state: DragonCastle, seat: int) -> float:
    """Points so far and a fading part of what is promised."""
    player = state.players[seat]
    first, second, third, _ = state.floors
    tiles_left = first.bit_count() + second.bit_count() + third.bit_count()
    worth = float(player.vp + shrine_points(player.realm) + POINTS_FOR_A_TOKEN * player.tokens)
    worth += min(1.0, tiles_left / TILES_OF_A_LONG_GAME) * promise(player.realm, player.shrines)
    if state.setup.dragons:
        realms = [player.realm for player in state.players]
        worth += sum(dragons.points(card, realms, seat) for card in state.setup.dragons)
    return worth


def promise(realm: Realm, pool: int) -> float:
    stride = realm.grid.stride
    bonds = sum((mask & mask << 1).bit_count() + (mask & mask << stride).bit_count() for mask in realm.types)
    return (
        PROMISE_OF_A_TILE * realm.up.bit_count()
        + PROMISE_OF_A_BOND * bonds
        + PROMISE_OF_GROUND * realm.bare.bit_count()
        + PROMISE_OF_A_SHRINE[min(pool, 4)]
    )
