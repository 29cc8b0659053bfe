"""What follows when a stack is empty: the next turn, the end of a round, its gardens, the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.table.errors import Reason
from tenshu.table.state import Document
from tenshu.white_castle import solo
from tenshu.white_castle.deal import PRINTED
from tenshu.white_castle.figures import DICE, FOOD, GARDENS, IRON, MOST_OF_A_RESOURCE, PEARL, SEALS, Figures
from tenshu.white_castle.gardener import active_gardens
from tenshu.white_castle.groups import Group, group_of
from tenshu.white_castle.names import COLOURS, DICE_LEFT_AT_THE_END, OVER, ROUNDS, START, TURN, WELL
from tenshu.white_castle.names import GARDENS as GARDENS_PHASE
from tenshu.white_castle.notation import END, TRADE, Choices, Move
from tenshu.white_castle.placing import CHOOSE_DIE
from tenshu.white_castle.stack import Entry
from tenshu.white_castle.start import CHOOSE_START
from tenshu.white_castle.trades import FOR_FIGURE, trade, why_not_trade

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle


def proceed(state: WhiteCastle) -> None:
    """The stack is empty: go on to what comes next."""
    if state.phase == TURN:
        if is_last_turn(state) and final_trades(state.me):
            state.stack.append(FINAL_TRADES)
        else:
            finish_turn(state)
    elif state.phase == START:
        next_to_choose(state)
    else:
        state.passed = True
        next_gardens(state, state.order.index(state.player) + 1)


# The start.


def next_to_choose(state: WhiteCastle) -> None:
    """Starting pairs are chosen in reverse order; then the first turn begins."""
    state.log.append(("turn-ended", state.player))
    state.passed = True
    before = state.order.index(state.player) - 1
    if before >= 0 and not state.deal.level:
        state.switch(state.order[before])
        state.stack.append(CHOOSE_START)
        return
    state.phase = TURN
    state.starts = ()
    begin_turn(state, state.order[0])


# Turns.


def begin_turn(state: WhiteCastle, seat: int) -> None:
    state.lines = ()
    state.switch(seat)
    if not state.dice_left:  # a short roll of a puzzle: nobody can take a turn
        end_round(state)
    elif state.deal.level and seat == solo.RIVAL:
        solo.begin_turn(state)
    else:
        state.stack.append(CHOOSE_DIE)


def finish_turn(state: WhiteCastle) -> None:
    if state.deal.level and state.player == solo.RIVAL:
        state.log.append(("rival-done",))
    else:
        state.log.append(("turn-ended", state.player))
    state.passed = True
    if state.dice_left <= DICE_LEFT_AT_THE_END:
        end_round(state)
        return
    order = state.order
    begin_turn(state, order[(order.index(state.player) + 1) % len(order)])


def is_last_turn(state: WhiteCastle) -> bool:
    """Whether the player in turn will have no other one."""
    if state.round < ROUNDS or (state.deal.level and state.player == solo.RIVAL):
        return False
    return state.dice_left < DICE_LEFT_AT_THE_END + state.deal.players


POINTS_FROM = 3
"""A resource is worth a point from here on, and two when it is full."""


def final_trades(me: Figures) -> int:
    """The trades that lift a resource to 3 or 7, as a mask."""
    found = 0
    more = me[SEALS] >> 1
    if more:
        for figure in (FOOD, IRON, PEARL):
            has = me[figure]
            if has < POINTS_FROM <= has + more or has < MOST_OF_A_RESOURCE <= has + more:
                found |= FOR_FIGURE[figure]
    return found


class FinalTrades(Entry):
    """`{"end": true}`: a player's last turn ends; seals may still become resources that score."""

    __slots__ = ()

    name = "end"
    verbs = frozenset({"trade", "end"})
    choices = Choices(*(TRADE[figure] for figure in FOR_FIGURE), END)

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        trades = final_trades(state.me)
        if not trades:
            self.play(state, END)
            return None
        return self.choices[trades | 1 << len(FOR_FIGURE)]

    def play(self, state: WhiteCastle, move: Move) -> None:
        if move.verb == "trade":
            trade(state, move.what)
            return
        state.stack.pop()
        finish_turn(state)

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        return why_not_trade(move, "food", "iron", "pearl")

    def to_json(self) -> Document:
        return {"end": True}


FINAL_TRADES = FinalTrades()


# The end of a round.


def end_round(state: WhiteCastle) -> None:
    """The new order; solo, the rival's coins; then the gardens, or the end of the game."""
    state.order = tuple(state.track)
    state.log.append(("round-ended", state.round, state.order))
    if state.deal.level:
        solo.cash_in(state)
    if state.round == ROUNDS:
        state.phase = OVER
        state.lines = ()
        state.switch(0)
        state.stack.append(NOTHING)
        state.log.append(("game-over",))
        return
    state.phase = GARDENS_PHASE
    next_gardens(state, 0)


def next_gardens(state: WhiteCastle, first: int) -> None:
    """The gardens of the players from a place of the order on, as far as somebody has something to carry out; after
    the last the next round begins."""
    state.lines = ()
    for seat in state.order[first:]:
        if state.deal.level and seat == solo.RIVAL:
            solo.tend_gardens(state)
            continue
        group = gardens_of(state, seat)
        if group.effects:
            state.switch(seat)
            state.log.append(("gardens", seat))
            state.stack.append(group)
            return
    next_round(state)


def gardens_of(state: WhiteCastle, seat: int) -> Group:
    """What the gardens of a seat under bridges with dice do."""
    taken = state.players[seat][GARDENS]
    return group_of(
        tuple(state.deal.garden_groups[place].effects[0] for place in active_gardens(state) if taken >> place & 1)
    )


def next_round(state: WhiteCastle) -> None:
    """All dice leave, the next roll lies on the bridges."""
    roll = state.rolls[0]
    if roll is None:
        raise state.needs_the_unknown("dice", "bridges")
    state.round += 1
    state.rolls = state.rolls[1:]
    state.dice = [()] * (WELL + 1)
    state.values = list(PRINTED)
    state.players = [figures.copy() for figures in state.players]
    for figures in state.players:
        figures[DICE : DICE + len(COLOURS)] = (0, 0, 0)
    lay_dice(state, roll)
    state.shows = True
    state.log.append(("dice-rolled", state.round))
    if state.deal.level:
        solo.shuffle(state)
    state.phase = TURN
    begin_turn(state, state.order[0])


Roll = tuple[tuple[int, ...], ...]
"""The values of each colour, ascending."""


def lay_dice(state: WhiteCastle, roll: Roll) -> None:
    state.bridges = [bridge_of(values) for values in roll]
    state.dice_left = sum(map(len, roll))


def bridge_of(values: tuple[int, ...]) -> tuple[int, ...]:
    """Dice in ascending order on an empty bridge; a single one lies on the left end."""
    return (*values, *(0,) * (2 - len(values)))


class Nothing(Entry):
    """The end of the game."""

    __slots__ = ()

    name = "over"
    verbs = frozenset()

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        return []

    def play(self, state: WhiteCastle, move: Move) -> None:
        raise AssertionError("the game is over")

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        raise AssertionError("the game is over")

    def to_json(self) -> Document:
        raise AssertionError("it is not written")


NOTHING = Nothing()
