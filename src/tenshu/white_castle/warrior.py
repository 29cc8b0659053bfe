"""Warriors: the leftmost one leaves home for a training yard and brings its effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.table.errors import Reason
from tenshu.table.state import Document
from tenshu.white_castle.deal import YARD_COSTS
from tenshu.white_castle.figures import IRON, SEALS, WARRIORS, YARD
from tenshu.white_castle.names import YARDS
from tenshu.white_castle.notation import MOVES, SKIP, TRADE, Choices, Move
from tenshu.white_castle.stack import Entry
from tenshu.white_castle.trades import trade, why_not_trade

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle


def can_send_warrior(state: WhiteCastle, coins: int, seals: int) -> bool:  # noqa: ARG001  the same for every action
    me = state.me
    return me[WARRIORS] > 0 and min(YARD_COSTS) <= me[IRON] + (seals >> 1)


class Warrior(Entry):
    """Send a warrior to a training yard."""

    __slots__ = ()

    name = "warrior"
    verbs = frozenset({"yard", "trade", "skip"})
    choices = Choices(*(MOVES[f"yard {yard}"] for yard in YARDS), TRADE[IRON], SKIP)

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        me = state.me
        if not me[WARRIORS]:
            state.stack.pop()
            return None
        iron = me[IRON]
        at_most = iron + (me[SEALS] >> 1)
        mask = 0
        for place, cost in enumerate(YARD_COSTS):
            if cost <= iron:
                mask |= 1 << place
            elif cost <= at_most:
                mask |= 1 << len(YARD_COSTS)
        if not mask:
            state.stack.pop()
            return None
        return self.choices[mask | 1 << len(YARD_COSTS) + 1]

    def play(self, state: WhiteCastle, move: Move) -> None:
        if move.verb == "trade":
            trade(state, IRON)
            return
        state.stack.pop()
        if move is SKIP:
            state.log.append(("declined", state.player))
            return
        me, yard = state.me, move.what
        me[IRON] -= YARD_COSTS[yard]
        me[WARRIORS] -= 1
        me[YARD + yard] += 1
        state.log.append(("warrior-sent", state.player, yard, YARD_COSTS[yard]))
        state.stack.append(state.deal.yard_groups[yard])

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        if move.verb == "trade":
            return why_not_trade(move, "iron")
        facts: dict[str, str | int] = {"yard": move.words[0], "price": YARD_COSTS[move.what], "has": state.me[IRON]}
        return Reason("too-little-iron", (move.words[0],), facts)

    def to_json(self) -> Document:
        return {"warrior": True}


SEND_WARRIOR = Warrior()
