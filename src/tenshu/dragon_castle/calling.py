"""Calling a spirit: when it may be called, what may pay for it, and paying."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tenshu.dragon_castle.grid import cells_of
from tenshu.dragon_castle.notation import SPIRIT_FOR_SHRINE, SPIRITS, Move, payment_moves
from tenshu.dragon_castle.realm import Realm
from tenshu.table.errors import Reason

if TYPE_CHECKING:
    from tenshu.dragon_castle.state import DragonCastle

ANY_MOMENT = frozenset({"action", "complete", "place", "consolidate", "end"})
MOMENTS = (*sorted(ANY_MOMENT), "build", "deep")
"""The steps at which spirits can be called; `deep` is Complete after the Deep has been called."""

Payments = tuple[bool, int]
"""What may pay: whether a shrine would do, and the face-up tiles that would."""

NOTHING_PAYS: Payments = (False, 0)


class Spirit(ABC):
    """A spirit card. Ruling: it is offered only for payments after which its effect can be carried out."""

    name: str
    moments: frozenset[str] = ANY_MOMENT

    @abstractmethod
    def payments(self, state: DragonCastle) -> Payments:
        """What could pay for it now; whether the pool holds a shrine is asked elsewhere."""

    @abstractmethod
    def begin(self, state: DragonCastle) -> None:
        """What follows once it is paid."""


def in_play(spirits: Sequence[Spirit], moment: str) -> tuple[Spirit, ...]:
    """The spirits that can be called at a moment, in the order of the name list."""
    order = {name: place for place, name in enumerate(SPIRITS)}
    return tuple(sorted((s for s in spirits if moment in s.moments), key=lambda spirit: order[spirit.name]))


def offers(state: DragonCastle, moment: str) -> list[Move]:
    """The activations that can be chosen now, a shrine before tiles."""
    moves: list[Move] = []
    me, used = state.me, state.turn.used
    for spirit in state.setup.spirits_at[moment]:
        if spirit.name in used:
            continue
        with_shrine, with_tiles = spirit.payments(state)
        if with_shrine and me.shrines:
            moves.append(SPIRIT_FOR_SHRINE[spirit.name])
        if with_tiles:
            moves += payment_moves(spirit.name, me.realm.grid).of(with_tiles)
    return moves


def call(state: DragonCastle, move: Move) -> None:
    """Pay for a spirit and let it begin."""
    name, payment = move.words
    turn, me = state.turn, state.me
    state.log.append(("spirit-called", turn.player, name))
    if payment == "shrine":
        me.shrines -= 1
        state.supply += 1
        state.log.append(("shrine-paid", turn.player))
    else:
        cell = me.realm.grid.index[payment]
        tile = me.realm.top(cell)
        me.realm = me.realm.taken_off(cell)
        me.discarded += (tile,)
        state.log.append(("tile-paid", turn.player, tile, cell))
    turn.used = tuple(spirit for spirit in SPIRITS if spirit in turn.used or spirit == name)
    state.setup.spirit(name).begin(state)


def why_not_call(state: DragonCastle, move: Move, moment: str) -> Reason:
    """Why a spirit cannot be called now with this payment."""
    name, payment = move.words
    me = state.me
    facts: dict[str, str | int] = {"spirit": name}
    if name not in state.setup.spirits:
        return Reason("spirit-not-in-play", (), facts)
    if name in state.turn.used:
        return Reason("spirit-used", (), facts)
    if name not in [spirit.name for spirit in state.setup.spirits_at.get(moment, ())]:
        return Reason("spirit-not-now", (), facts)
    if payment == "shrine":
        if not me.shrines:
            return Reason("pool-empty")
    else:
        cell = me.realm.grid.index.get(payment)
        if cell is None or not me.realm.up >> cell & 1:
            return Reason("no-face-up-tile-there", (payment,), {"cell": payment})
    return Reason("effect-impossible", (), facts)


def payments_that_leave(realm: Realm, find: Callable[[Realm], int], doubtful: int = 0) -> Payments:
    """Payments for a spirit that needs a set: `find` gives the cells of some set it could turn, or 0.

    Paying only takes a face-up tile away. A set that is there stays whole when another tile pays; only the tiles of
    the set itself, and others whose loss could make or break one (`doubtful`), have to be tried one by one.
    """
    found = find(realm)
    if not found and not doubtful:
        return NOTHING_PAYS
    payable = realm.up & ~found & ~doubtful if found else 0
    for cell in cells_of(found | doubtful):
        if find(realm.taken_off(cell)):
            payable |= 1 << cell
    return bool(found), payable
