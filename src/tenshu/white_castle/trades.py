"""Daimyo Seals for coins and resources: offered only where they can matter, one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.table.errors import Reason
from tenshu.white_castle.figures import COINS, FOOD, IRON, MOST_OF_A_RESOURCE, PEARL, SEALS, Figures
from tenshu.white_castle.notation import Move

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle

SEALS_FOR_A_COIN = 1
SEALS_FOR_A_RESOURCE = 2
FOR_COIN, FOR_FOOD, FOR_IRON, FOR_PEARL = 1, 2, 4, 8
"""A mask of trades, in the order in which they are listed."""
FOR_FIGURE = {COINS: FOR_COIN, FOOD: FOR_FOOD, IRON: FOR_IRON, PEARL: FOR_PEARL}


def trade(state: WhiteCastle, figure: int) -> None:
    """Give seals for one coin or resource."""
    me = state.me
    price = SEALS_FOR_A_COIN if figure == COINS else SEALS_FOR_A_RESOURCE
    me[SEALS] -= price
    me[figure] += 1
    state.log.append(("traded", state.player, (SEALS, price), (figure, 1)))


def why_not_trade(move: Move, *useful: str) -> Reason:
    """Why a trade is not offered where only some kinds can ever be useful."""
    known = not useful or move.words[0] in useful
    return Reason("trade-needless" if known else "trade-not-here", (), {"what": move.words[0]})


def all_kinds(me: Figures) -> int:
    """Every trade the seat could make now."""
    found = FOR_COIN if me[SEALS] >= SEALS_FOR_A_COIN else 0
    if me[SEALS] >= SEALS_FOR_A_RESOURCE:
        for figure in (FOOD, IRON, PEARL):
            if me[figure] < MOST_OF_A_RESOURCE:
                found |= FOR_FIGURE[figure]
    return found
