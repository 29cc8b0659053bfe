"""Taking a die from a bridge and placing it; the coins that are gained or paid for the difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.table.errors import Reason
from tenshu.table.state import Document
from tenshu.white_castle.deal import FULL, PRINTED, VALUE_OF_A_LINE, VALUE_OF_THE_WELL
from tenshu.white_castle.domain import use_line
from tenshu.white_castle.effects import effect, effects
from tenshu.white_castle.figures import COINS, DICE, SEALS
from tenshu.white_castle.groups import LANTERN_ALONE, One, group_of
from tenshu.white_castle.names import (
    COLOURS,
    DIE_NAMES,
    DOMAIN,
    OUTSIDE_LEFT,
    OUTSIDE_RIGHT,
    ROOMS,
    SIDES,
    SPACES,
    STACKING_SPACES,
    WELL,
)
from tenshu.white_castle.notation import MOVES, TRADE, Choices, Move
from tenshu.white_castle.stack import Entry
from tenshu.white_castle.tables import ROOM_GROUPS
from tenshu.white_castle.trades import trade, why_not_trade

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle

Bridge = tuple[int, ...]
"""The values from left to right; the first and the last are the ends, 0 where no die lies."""
LEFT, CENTRE, RIGHT = range(3)


def taken_from(bridge: Bridge, position: int) -> tuple[int, Bridge]:
    """A die of a bridge, and the bridge without it: the nearest die of the centre moves onto an empty end."""
    if position == CENTRE:
        return bridge[1], (bridge[0], *bridge[2:])
    if position == LEFT:
        return bridge[0], bridge[1:] if len(bridge) > 2 else (0, bridge[1])
    return bridge[-1], bridge[:-1] if len(bridge) > 2 else (bridge[0], 0)


class ChooseDie(Entry):
    """The beginning of a turn. It is not written: in phase `turn` an empty stack means it."""

    __slots__ = ()

    name = "die"
    verbs = frozenset({"die"})
    always_asked = True
    choices = Choices(*(MOVES[f"die {colour} {side}"] for colour in COLOURS for side in SIDES))

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        coral, black, white = state.bridges
        return self.choices[
            (coral[0] > 0)
            | (coral[-1] > 0) << 1
            | (black[0] > 0) << 2
            | (black[-1] > 0) << 3
            | (white[0] > 0) << 4
            | (white[-1] > 0) << 5
        ]

    def play(self, state: WhiteCastle, move: Move) -> None:
        colour, side = move.what
        value, state.bridges[colour] = taken_from(state.bridges[colour], RIGHT if side else LEFT)
        state.dice_left -= 1
        state.log.append(("die-taken", state.player, colour, value, side))
        state.stack[-1] = IN_HAND[side][colour][value]

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        return Reason("no-die-there", (move.words[0],), {"colour": move.words[0], "side": move.words[1]})

    def to_json(self) -> Document:
        raise AssertionError("an empty stack means it")


CHOOSE_DIE = ChooseDie()

OUTSIDE = {OUTSIDE_LEFT: One(effects("G C")), OUTSIDE_RIGHT: One(effects("W C"))}
FROM_THE_WELL = group_of((effect("WELL"),))
_WELL_BIT, _DOMAIN_BIT, _TRADE_BIT = 1 << WELL, 1 << DOMAIN, 1 << len(SPACES)


class Put(Entry):
    """A die in hand."""

    __slots__ = ("colour", "side", "value")

    name = "put"
    verbs = frozenset({"put", "trade"})
    always_asked = True
    choices = Choices(*(MOVES[f"put {space}"] for space in SPACES), TRADE[COINS])

    def __init__(self, colour: int, value: int, side: int) -> None:
        self.colour = colour
        self.value = value
        self.side = side
        """The end of the bridge it came from: the left one brings the Lantern."""

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        me, values = state.me, state.values
        colour, value, coins = self.colour, self.value, me[COINS]
        reach, at_most = value + coins, value + coins + me[SEALS]
        mask = _WELL_BIT
        if not me[DICE + colour]:
            if reach >= VALUE_OF_A_LINE:
                mask |= _DOMAIN_BIT
            elif at_most >= VALUE_OF_A_LINE:
                mask |= _TRADE_BIT
        for space, bit in state.deal.spaces_for[colour]:
            if values[space] <= reach:
                mask |= bit
            elif values[space] <= at_most:
                mask |= _TRADE_BIT
        return self.choices[mask]

    def play(self, state: WhiteCastle, move: Move) -> None:
        if move.verb == "trade":
            trade(state, COINS)
            return
        space: int = move.what
        colour, value, me, stack = self.colour, self.value, state.me, state.stack
        stack.pop()
        if space == DOMAIN:
            difference = value - VALUE_OF_A_LINE
            me[COINS] += difference
            me[DICE + colour] = value
            state.log.append(("die-placed", state.player, colour, value, space, difference))
            use_line(state, colour)
        else:
            difference = lay(state, colour, value, space)
            me[COINS] += difference
            state.log.append(("die-placed", state.player, colour, value, space, difference))
            if space < OUTSIDE_LEFT:
                stack.append(ROOM_GROUPS[state.cards[space]][state.deal.room_rows[space][colour]])
            else:
                stack.append(FROM_THE_WELL if space == WELL else OUTSIDE[space])
        if not self.side:
            stack.append(LANTERN_ALONE)

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        if move.verb == "trade":
            return why_not_trade(move, "coin")
        space: int = move.what
        name = SPACES[space]
        die = DIE_NAMES[self.colour][self.value]
        facts: dict[str, str | int] = {"space": name, "die": die, "colour": COLOURS[self.colour]}
        if space < len(ROOMS) and not state.deal.room_rows[space][self.colour]:
            return Reason("wrong-colour", (name,), facts)
        value = VALUE_OF_A_LINE if space == DOMAIN else state.values[space]
        if value == FULL or (space == DOMAIN and state.me[DICE + self.colour]):
            return Reason("space-full", (name,), facts)
        return Reason("too-few-coins", (name,), facts | {"price": value - self.value, "has": state.me[COINS]})

    def to_json(self) -> Document:
        return {"put": DIE_NAMES[self.colour][self.value], "from": SIDES[self.side]}

    def key(self) -> tuple[object, ...]:
        return self.colour, self.value, self.side


IN_HAND = tuple(
    tuple(tuple(Put(colour, value, side) for value in range(7)) for colour in range(len(COLOURS))) for side in range(2)
)
"""By end of the bridge, colour and value."""


def lay(state: WhiteCastle, colour: int, value: int, space: int) -> int:
    """Put a die on a space of the board; gives how much higher it is than what it covers."""
    state.dice[space] += (colour << 3 | value,)
    if space == WELL:
        return value - VALUE_OF_THE_WELL
    difference = value - state.values[space]
    state.values[space] = value if len(state.dice[space]) < state.deal.capacity else FULL
    return difference


def values_of(dice: list[tuple[int, ...]], capacity: int) -> list[int]:
    """The value that the next die on each space covers."""
    return [
        FULL if len(dice[space]) >= capacity else dice[space][-1] & 7 if dice[space] else PRINTED[space]
        for space in STACKING_SPACES
    ]
