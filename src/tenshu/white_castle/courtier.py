"""Courtiers: an audience at the gate, and climbing in the castle. Each once in an action, in either order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.table.errors import Reason
from tenshu.table.state import Document
from tenshu.white_castle.castle import enter_daimyo, enter_room
from tenshu.white_castle.figures import COINS, COURTIERS, DAIMYO, GATE, MEMBERS, PEARL, SEALS
from tenshu.white_castle.names import PLACES
from tenshu.white_castle.notation import GATE as TO_THE_GATE
from tenshu.white_castle.notation import MOVES, SKIP, TRADE, Move
from tenshu.white_castle.stack import Entry
from tenshu.white_castle.trades import trade, why_not_trade

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle

AUDIENCE = 2
"""Coins for a place at the gate."""
CLIMB = (0, 2, 5)
"""Mother-of-pearl by levels climbed at once."""
LEVEL = (0, 1, 1, 1, 2, 2, 3)
"""By place: the gate, three rooms of stewards, two of diplomats, the Daimyo."""
DAIMYO_PLACE = len(PLACES) - 1
PARTS = ("gate", "climb")
GATE_PART, CLIMB_PART = 1, 2


def can_send_courtier(state: WhiteCastle, coins: int, seals: int) -> bool:
    """Whether a courtier could go to the gate or climb, trades counted."""
    me = state.me
    if me[COURTIERS] and coins + seals >= AUDIENCE:
        return True
    return me[COURTIERS] + me[DAIMYO] < MEMBERS and me[PEARL] + (seals >> 1) >= CLIMB[1]


_FROM_GATE_OR_STEWARDS = 0b1111
_COIN, _PEARL = 1, 2


def _listed(key: int) -> list[Move]:
    """The moves of a key: audience, trades, how many levels can be paid, where courtiers stand."""
    audience, trades, levels, sources = key & 1, key >> 1 & 3, key >> 3 & 3, key >> 5
    moves = [TO_THE_GATE] if audience else []
    for source, target in ((a, b) for a in range(DAIMYO_PLACE) for b in range(len(PLACES))):
        if sources >> source & 1 and 1 <= LEVEL[target] - LEVEL[source] <= levels:
            moves.append(MOVES[f"climb {PLACES[source]} {PLACES[target]}"])
    if trades & _COIN:
        moves.append(TRADE[COINS])
    if trades & _PEARL:
        moves.append(TRADE[PEARL])
    return [*moves, SKIP]


class _Lists(dict[int, list[Move]]):
    def __missing__(self, key: int) -> list[Move]:
        self[key] = found = _listed(key)
        return found


class Courtier(Entry):
    """`{"courtier": ["gate", "climb"]}`: the parts not yet done."""

    __slots__ = ("parts",)

    name = "courtier"
    verbs = frozenset({"gate", "climb", "trade", "skip"})
    lists = _Lists()

    def __init__(self, parts: int) -> None:
        self.parts = parts

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        me = state.me
        key, seals = 0, me[SEALS]
        if self.parts & GATE_PART and me[COURTIERS]:
            coins = me[COINS]
            if coins >= AUDIENCE:
                key = 1
            elif coins + seals >= AUDIENCE:
                key = _COIN << 1
        if self.parts & CLIMB_PART:
            pearl = me[PEARL]
            at_most = pearl + (seals >> 1)
            if at_most >= CLIMB[1]:
                key |= self._climbs(me[GATE:DAIMYO], pearl, at_most)
        if not key:
            state.stack.pop()
            return None
        return self.lists[key]

    @staticmethod
    def _climbs(standing: list[int], pearl: int, at_most: int) -> int:
        """The part of the key that concerns climbing; 0 if nobody can climb."""
        sources, bit = 0, 1
        for count in standing:
            if count:
                sources |= bit
            bit <<= 1
        if not sources:
            return 0
        two_levels = sources & _FROM_GATE_OR_STEWARDS
        trades = pearl < CLIMB[1] or (two_levels and pearl < CLIMB[2] <= at_most)
        levels = 2 if pearl >= CLIMB[2] else 1 if pearl >= CLIMB[1] else 0
        return (_PEARL << 1 if trades else 0) | levels << 3 | sources << 5

    def play(self, state: WhiteCastle, move: Move) -> None:
        if move.verb == "trade":
            trade(state, move.what)
        elif move is SKIP:
            state.stack.pop()
            state.log.append(("declined", state.player))
        elif move is TO_THE_GATE:
            self._done(state, GATE_PART)
            me = state.me
            me[COINS] -= AUDIENCE
            me[COURTIERS] -= 1
            me[GATE] += 1
            state.log.append(("audience", state.player, AUDIENCE))
        else:
            self._done(state, CLIMB_PART)
            source, target = move.what
            price = CLIMB[LEVEL[target] - LEVEL[source]]
            state.me[PEARL] -= price
            state.log.append(("climbed", state.player, source, target, price))
            climb(state, state.player, source, target)
            if target == DAIMYO_PLACE:
                enter_daimyo(state)
            else:
                enter_room(state, target - 1)

    def _done(self, state: WhiteCastle, part: int) -> None:
        """What is left of the action waits below whatever this part brings."""
        rest = self.parts & ~part
        if rest:
            state.stack[-1] = COURTIER[rest]
        else:
            state.stack.pop()

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        me = state.me
        if move.verb == "trade":
            return why_not_trade(move, "coin", "pearl")
        part = GATE_PART if move is TO_THE_GATE else CLIMB_PART
        if not self.parts & part:
            return Reason("part-done", (), {"part": PARTS[part - 1]})
        if move is TO_THE_GATE:
            if not me[COURTIERS]:
                return Reason("nobody-at-home", (), {})
            return Reason("too-few-coins", (), {"price": AUDIENCE, "has": me[COINS], "space": "gate"})
        source, target = move.what
        facts: dict[str, str | int] = {"from": PLACES[source], "to": PLACES[target]}
        levels = LEVEL[target] - LEVEL[source]
        if not 1 <= levels < len(CLIMB):
            return Reason("not-one-or-two-levels", move.words, facts)
        if not me[GATE + source]:
            return Reason("no-courtier-there", (PLACES[source],), facts)
        return Reason("too-little-pearl", move.words, facts | {"price": CLIMB[levels], "has": me[PEARL]})

    def to_json(self) -> Document:
        return {"courtier": [part for bit, part in enumerate(PARTS) if self.parts >> bit & 1]}

    def key(self) -> tuple[object, ...]:
        return (self.parts,)


def climb(state: WhiteCastle, seat: int, source: int, target: int) -> None:
    """A courtier moves up; places are counted as in `PLACES`."""
    figures = state.players[seat]
    figures[GATE + source] -= 1
    figures[GATE + target] += 1


COURTIER = tuple(Courtier(parts) for parts in range(4))
"""By the mask of the parts still to do."""
