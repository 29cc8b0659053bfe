"""Gardeners: the leftmost one leaves home for a garden and brings its effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.table.errors import Reason
from tenshu.table.state import Document
from tenshu.white_castle.deal import GARDENS_ON_THE_BOARD
from tenshu.white_castle.figures import FOOD, GARDENERS, GARDENS, SEALS
from tenshu.white_castle.notation import GARDEN_NAMES, SKIP, Move
from tenshu.white_castle.stack import Entry
from tenshu.white_castle.trades import trade, why_not_trade

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle

_TRADE_BIT, _SKIP_BIT = 1 << GARDENS_ON_THE_BOARD, 1 << GARDENS_ON_THE_BOARD + 1


def can_send_gardener(state: WhiteCastle, coins: int, seals: int) -> bool:  # noqa: ARG001  the same for every action
    me = state.me
    return me[GARDENERS] > 0 and state.deal.cheapest_garden[me[GARDENS]] <= me[FOOD] + (seals >> 1)


class Gardener(Entry):
    """Send a gardener to a garden where none of the own clan works."""

    __slots__ = ()

    name = "gardener"
    verbs = frozenset({"garden", "trade", "skip"})

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        me, deal = state.me, state.deal
        food, taken = me[FOOD], me[GARDENS]
        at_most = food + (me[SEALS] >> 1)
        if not me[GARDENERS] or deal.cheapest_garden[taken] > at_most:
            state.stack.pop()
            return None
        mask = _SKIP_BIT
        for place, cost in enumerate(deal.garden_costs):
            if not taken >> place & 1:
                if cost <= food:
                    mask |= 1 << place
                elif cost <= at_most:
                    mask |= _TRADE_BIT
        return deal.garden_choices[mask]

    def play(self, state: WhiteCastle, move: Move) -> None:
        if move.verb == "trade":
            trade(state, FOOD)
            return
        state.stack.pop()
        if move is SKIP:
            state.log.append(("declined", state.player))
            return
        me, deal = state.me, state.deal
        place = deal.gardens.index(move.what)
        cost = deal.garden_costs[place]
        me[FOOD] -= cost
        settle_gardener(state, state.player, place)
        state.log.append(("gardener-sent", state.player, move.what, cost))
        state.stack.append(deal.garden_groups[place])

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        if move.verb == "trade":
            return why_not_trade(move, "food")
        me, deal = state.me, state.deal
        garden: int = move.what
        facts: dict[str, str | int] = {"garden": move.words[0]}
        if garden not in deal.gardens:
            return Reason("not-on-the-board", tuple(GARDEN_NAMES[each] for each in deal.gardens), facts)
        place = deal.gardens.index(garden)
        if me[GARDENS] >> place & 1:
            return Reason("gardener-there", (move.words[0],), facts)
        return Reason("too-little-food", (move.words[0],), facts | {"price": deal.garden_costs[place], "has": me[FOOD]})

    def to_json(self) -> Document:
        return {"gardener": True}


def settle_gardener(state: WhiteCastle, seat: int, place: int) -> None:
    """A gardener leaves home for a garden, by its place on the board."""
    figures = state.players[seat]
    figures[GARDENERS] -= 1
    figures[GARDENS] |= 1 << place
    state.at_work[seat] += (place,)


def active_gardens(state: WhiteCastle) -> list[int]:
    """The places of gardens under a bridge with a die: two for each bridge."""
    return [
        2 * colour + kind for colour, bridge in enumerate(state.bridges) if bridge[0] or bridge[-1] for kind in range(2)
    ]


SEND_GARDENER = Gardener()
