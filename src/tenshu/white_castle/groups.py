"""Groups of effects: all of them are carried out, in the player's order; what leaves no choice is taken at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from tenshu.table.errors import Reason
from tenshu.table.state import Document
from tenshu.white_castle.cards import gains_of_lantern
from tenshu.white_castle.effects import ACTION, ANY, GAIN, LANTERN, STEPS, WELL, Effect, Effects, effect
from tenshu.white_castle.figures import (
    CAPS,
    COINS,
    FOOD,
    INFLUENCE,
    IRON,
    MOST_OF_A_RESOURCE,
    PEARL,
    SEALS,
    Figures,
)
from tenshu.white_castle.figures import LANTERN as LANTERN_SUM
from tenshu.white_castle.names import RESOURCES
from tenshu.white_castle.notation import MOVES, SKIP, TRADE, Choices, Move, do_move
from tenshu.white_castle.stack import Entry
from tenshu.white_castle.track import CLEAR, advance, walk
from tenshu.white_castle.trades import FOR_COIN, all_kinds, trade, why_not_trade

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle

TRADES = tuple(TRADE[figure] for figure in (COINS, FOOD, IRON, PEARL))


class Group(Entry):
    """`{"do": [...]}`. What can be known of a group without a position is worked out once."""

    __slots__ = (
        "_actions", "_always", "_moves", "_rests", "_trades", "effects", "gains", "lone", "rest", "seals_wait", "steps",
        "takes", "wells",
    )  # fmt: skip

    name = "do"
    verbs = frozenset({"do", "trade", "skip"})

    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self.wells = any(each.kind == WELL for each in effects)
        sums: dict[int, int] = {}
        for each in effects:
            if each.kind == GAIN:
                sums[each.figure] = sums.get(each.figure, 0) + each.amount
        self.gains = tuple((figure, amount, CAPS[figure] - amount) for figure, amount in sums.items())
        """Figure, how much of it in all, and up to which it fits."""
        self.steps = sum(each.amount for each in effects if each.kind == STEPS)
        self.takes = bool(self.gains or self.steps)
        """Whether something of it may be taken at once."""
        waiting = tuple(each for each in effects if each.kind not in (GAIN, STEPS))
        self.rest = self if waiting == effects else group_of(waiting)
        """What is left when everything of that kind is taken."""
        self.lone = effects[0] if len(effects) == 1 else None
        self.seals_wait = SEALS in sums
        self._rests: dict[Effect, Group] = {}
        distinct = tuple(dict.fromkeys(effects))
        self._actions = tuple(
            (1 << place, each.action, each.figure, each.price)
            for place, each in enumerate(distinct)
            if each.action is not None
        )
        self._always = sum(1 << place for place, each in enumerate(distinct) if each.kind != ACTION)
        """The effects that can be carried out whatever the position; they are also those that must be."""
        self._trades = len(distinct)
        self._moves = Choices(*(do_move(each.text) for each in distinct), *TRADES, SKIP)

    def __reduce__(self) -> tuple[Callable[[Effects], Group], tuple[Effects]]:
        return group_of, (self.effects,)

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        stack = state.stack
        if self.wells:
            stack[-1] = state.deal.with_the_well(self)
            return None
        waiting = self
        if self.takes:
            waiting = self._take(state)
            if waiting is not self:
                stack[-1] = waiting
        if not waiting.effects:
            stack.pop()
            return None
        if waiting.lone is not None and waiting._carry_out_alone(state, waiting.lone):
            return None
        return waiting._offered(state)

    def _take(self, state: WhiteCastle) -> Group:
        """Take every gain that fits and all influence that meets no checkpoint; gives what waits."""
        me = state.me
        for figure, _, most in self.gains:
            if me[figure] > most:
                return self._take_one_by_one(state)
        if self.steps:
            if self.steps > CLEAR[me[INFLUENCE]]:
                return self._take_one_by_one(state)
            walk(state, state.player, self.steps)
        for figure, amount, _ in self.gains:
            me[figure] += amount
        state.log.append(("gains", state.player, self.gains))
        return self.rest

    def _take_one_by_one(self, state: WhiteCastle) -> Group:
        me = state.me
        waiting: list[Effect] = []
        for each in self.effects:
            if each.kind == GAIN and me[each.figure] + each.amount <= CAPS[each.figure]:
                me[each.figure] += each.amount
                state.log.append(("gains", state.player, ((each.figure, each.amount, 0),)))
            elif each.kind == STEPS and each.amount <= CLEAR[me[INFLUENCE]]:
                walk(state, state.player, each.amount)
            else:
                waiting.append(each)
        return self if len(waiting) == len(self.effects) else group_of(tuple(waiting))

    def _carry_out_alone(self, state: WhiteCastle, lone: Effect) -> bool:
        """Carry out the only effect left if that leaves no choice; gives whether it did."""
        if lone.price or (lone.kind == GAIN and lone.figure == SEALS):
            return False
        action = lone.action
        if action is None:
            state.stack.pop()
            carry_out(state, lone)
        elif action.possible(state, state.me[COINS], state.me[SEALS]):
            state.stack[-1] = action.entry
        else:
            state.stack.pop()
        return True

    def _offered(self, state: WhiteCastle) -> list[Move] | None:
        me = state.me
        coins, seals = me[COINS], me[SEALS]
        mask = self._always
        trades = all_kinds(me) if self.seals_wait else 0
        for bit, action, figure, price in self._actions:
            if not price:
                if action.possible(state, coins, seals):
                    mask |= bit
            elif figure == SEALS:
                if seals >= price and action.possible(state, coins, seals - price):
                    mask |= bit
            elif coins >= price:
                if action.possible(state, coins - price, seals):
                    mask |= bit
            elif coins + seals >= price and action.possible(state, 0, seals - (price - coins)):
                trades |= FOR_COIN
        if not self._always:
            if not mask and not trades:
                state.stack.pop()
                return None
            mask |= 1 << self._trades + len(TRADES)
        return self._moves[mask | trades << self._trades]

    def play(self, state: WhiteCastle, move: Move) -> None:
        if move.verb == "trade":
            trade(state, move.what)
        elif move is SKIP:
            state.stack.pop()
            state.log.append(("declined", state.player))
        else:
            chosen: Effect = move.what
            rest = self.without(chosen)
            if rest.effects:
                state.stack[-1] = rest
            else:
                state.stack.pop()
            carry_out(state, chosen)

    def without(self, chosen: Effect) -> Group:
        """The group when one such effect has been carried out."""
        found = self._rests.get(chosen)
        if found is None:
            place = self.effects.index(chosen)
            found = self._rests[chosen] = group_of(self.effects[:place] + self.effects[place + 1 :])
        return found

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        if move is SKIP:
            must = [each.text for each in self.effects if each.kind != ACTION]
            return Reason("obligatory", tuple(must), {"effect": must[0]})
        if move.verb == "trade":
            return why_not_trade(move)
        return why_not_do(state, self.effects, move)

    def to_json(self) -> Document:
        return {"do": [each.text for each in self.effects]}

    def key(self) -> tuple[object, ...]:
        return self.effects


def carry_out(state: WhiteCastle, chosen: Effect) -> None:
    """Carry out an effect that has just left its group."""
    me = state.me
    if chosen.action is not None:
        if chosen.price:
            me[chosen.figure] -= chosen.price
            state.log.append(("paid", state.player, (chosen.figure, chosen.price)))
        state.stack.append(chosen.action.entry)
    elif chosen.kind == LANTERN:
        light_lantern(state)
    elif chosen.kind == ANY:
        state.stack.append(gain_left(chosen.amount))
    elif chosen.kind == STEPS:
        advance(state, chosen.amount)
    else:
        take_cut(state, me, chosen)


def take_cut(state: WhiteCastle, me: Figures, chosen: Effect) -> None:
    """A gain of which the cap leaves only a part."""
    figure = chosen.figure
    room = CAPS[figure] - me[figure]
    me[figure] += room
    state.log.append(("gains", state.player, ((figure, room, 0),)))
    state.log.append(("gain-lost", state.player, (figure, chosen.amount - room)))


def light_lantern(state: WhiteCastle) -> None:
    """The Lantern: all icons of the player's area, added up."""
    state.log.append(("lantern", state.player))
    state.stack.append(lantern_of(state.me[LANTERN_SUM]))


def why_not_do(state: WhiteCastle, among: Effects, move: Move) -> Reason:
    """Why an effect cannot be carried out now."""
    chosen: Effect = move.what
    facts: dict[str, str | int] = {"effect": chosen.text}
    if chosen not in among:
        return Reason("no-such-effect", tuple(each.text for each in among), facts)
    assert chosen.action is not None, "what must be carried out can be"
    if state.me[chosen.figure] < chosen.price:
        facts |= {"price": chosen.price, "has": state.me[chosen.figure]}
        return Reason("no-seal" if chosen.figure == SEALS else "too-few-coins", (), facts)
    return Reason("does-nothing", (), facts | {"action": chosen.action.name})


_groups: dict[Effects, Group] = {}
MOST_GROUPS = 100_000
"""Games need a few hundred; foreign documents may hold any."""


def group_of(effects: Effects) -> Group:
    """The group of these effects in this order, made once."""
    found = _groups.get(effects)
    if found is None:
        if len(_groups) > MOST_GROUPS:
            _groups.clear()
        found = _groups[effects] = Group(effects)
    return found


EMPTY = group_of(())
LANTERN_ALONE = group_of((effect("L"),))


@lru_cache(maxsize=4096)
def lantern_of(total: int) -> Group:
    """What a Lantern area gives."""
    return group_of(gains_of_lantern(total))


class Gain(Entry):
    """`{"gain": 2}`: so many resources of choice, one by one, never one that is full."""

    __slots__ = ("left",)

    name = "gain"
    verbs = frozenset({"gain"})
    choices = Choices(*(MOVES[f"gain {resource}"] for resource in RESOURCES))

    def __init__(self, left: int) -> None:
        self.left = left

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        me = state.me
        mask = (
            (me[FOOD] < MOST_OF_A_RESOURCE)
            | (me[IRON] < MOST_OF_A_RESOURCE) << 1
            | (me[PEARL] < MOST_OF_A_RESOURCE) << 2
        )
        if not mask:
            state.stack.pop()
            state.log.append(("choice-lost", state.player, self.left))
            return None
        return self.choices[mask]

    def play(self, state: WhiteCastle, move: Move) -> None:
        state.me[move.what] += 1
        state.log.append(("gains", state.player, ((move.what, 1, 0),)))
        if self.left > 1:
            state.stack[-1] = gain_left(self.left - 1)
        else:
            state.stack.pop()

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        return Reason("resource-full", (), {"resource": move.words[0]})

    def to_json(self) -> Document:
        return {"gain": self.left}

    def key(self) -> tuple[object, ...]:
        return (self.left,)


@cache
def gain_left(left: int) -> Gain:
    return Gain(left)


class One(Entry):
    """`{"one": ["G", "C"]}`: Outside the Walls, one of two workers."""

    __slots__ = ("_moves", "effects")

    name = "one"
    verbs = frozenset({"do", "skip"})

    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self._moves = Choices(*(do_move(each.text) for each in effects), SKIP)

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        coins, seals = state.me[COINS], state.me[SEALS]
        mask = 0
        for place, each in enumerate(self.effects):
            assert each.action is not None
            if each.action.possible(state, coins, seals):
                mask |= 1 << place
        if not mask:
            state.stack.pop()
            return None
        return self._moves[mask | 1 << len(self.effects)]

    def play(self, state: WhiteCastle, move: Move) -> None:
        if move is SKIP:
            state.stack.pop()
            state.log.append(("declined", state.player))
        else:
            state.stack[-1] = move.what.action.entry

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        return why_not_do(state, self.effects, move)

    def to_json(self) -> Document:
        return {"one": [each.text for each in self.effects]}

    def key(self) -> tuple[object, ...]:
        return self.effects
