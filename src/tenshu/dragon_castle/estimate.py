"""A quick guess of what a position is worth: points on the table, and what the face-up tiles promise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.dragon_castle import dragons
from tenshu.dragon_castle.scoring import POINTS_FOR_A_TOKEN, shrine_points

if TYPE_CHECKING:
    from tenshu.dragon_castle.state import DragonCastle

# Guesses by hand, for the simple players; the strong ones learn theirs.
PROMISE_OF_A_GROUP = (0.0, 0.0, 0.5, 1.3)
PROMISE_OF_A_SHRINE = (0.0, 1.1, 1.9, 2.4, 2.7)


def estimate(state: DragonCastle, seat: int) -> float:
    """Points so far, a part of each group's worth if it grows to a set, and of each shrine that is not built yet."""
    player = state.players[seat]
    realm = player.realm
    worth = float(player.vp + shrine_points(realm) + POINTS_FOR_A_TOKEN * player.tokens)
    for mask in realm.types:
        if mask.bit_count() > 1:
            for group in realm.grid.groups(mask, 2):
                worth += PROMISE_OF_A_GROUP[min(group.bit_count(), 3)]
    worth += PROMISE_OF_A_SHRINE[min(player.shrines, 4)]
    if state.setup.dragons:
        realms = [player.realm for player in state.players]
        worth += sum(dragons.points(card, realms, seat) for card in state.setup.dragons)
    return worth
