"""The Passage of Time: influence, its checkpoints, and the order of turns that follows from it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tenshu.table.errors import Reason
from tenshu.table.state import Document
from tenshu.white_castle.figures import INFLUENCE, SEALS
from tenshu.white_castle.notation import PAY, STOP, Move
from tenshu.white_castle.stack import Entry

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle

LAST_SPACE = 20
CHECKPOINTS = {6: 1, 11: 2, 15: 3}
"""The space a checkpoint is entered by, and its price in seals."""
NO_CHECKPOINT = 99
CLEAR = tuple(
    next((space - 1 - here for space in CHECKPOINTS if space > here), NO_CHECKPOINT) for here in range(LAST_SPACE + 1)
)
"""By space: how many steps meet no checkpoint. Steps beyond the last space are lost and meet none."""
FINAL_POINTS = (0,) * 6 + (3,) * 5 + (6,) * 4 + tuple(range(10, 16))


def walk(state: WhiteCastle, seat: int, steps: int) -> None:
    """Move a marker by steps that nothing hinders, as far as the track goes. It comes to lie on top of its new space.
    A marker that does not move keeps its place."""
    figures = state.players[seat]
    before = figures[INFLUENCE]
    here = figures[INFLUENCE] = min(LAST_SPACE, before + steps)
    if here == before:
        return
    track = state.track
    if track[0] != seat:
        track.remove(seat)
        place = 0
        players = state.players
        while players[track[place]][INFLUENCE] > here:
            place += 1
            if place == len(track):
                break
        track.insert(place, seat)
    state.log.append(("influence", seat, before, here))


def advance(state: WhiteCastle, steps: int) -> None:
    """Influence for the player in turn, step by step; before a checkpoint that can be paid the player is asked, one
    that cannot be paid takes the rest."""
    me = state.me
    clear = CLEAR[me[INFLUENCE]]
    if steps <= clear:
        walk(state, state.player, steps)
        return
    if clear:
        walk(state, state.player, clear)
        steps -= clear
    if me[SEALS] >= CHECKPOINTS[me[INFLUENCE] + 1]:
        state.stack.append(steps_left(steps))
    else:
        state.log.append(("steps-lost", state.player, steps))


class Steps(Entry):
    """Before a checkpoint: pay and go on, or lose the steps that are left."""

    __slots__ = ("left",)

    name = "steps"
    verbs = frozenset({"pay", "stop"})

    def __init__(self, left: int) -> None:
        self.left = left

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        me = state.me
        price = CHECKPOINTS.get(me[INFLUENCE] + 1, 0)
        if price and me[SEALS] >= price:
            return PAY_OR_STOP
        state.stack.pop()
        advance(state, self.left)
        return None

    def play(self, state: WhiteCastle, move: Move) -> None:
        state.stack.pop()
        me = state.me
        if move is STOP:
            state.log.append(("steps-lost", state.player, self.left))
            return
        price = CHECKPOINTS[me[INFLUENCE] + 1]
        me[SEALS] -= price
        state.log.append(("checkpoint-paid", state.player, price))
        walk(state, state.player, 1)
        if self.left > 1:
            advance(state, self.left - 1)

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        raise AssertionError("paying and stopping are both legal wherever this is asked")

    def to_json(self) -> Document:
        return {"steps": self.left}

    def key(self) -> tuple[object, ...]:
        return (self.left,)


PAY_OR_STOP = [PAY, STOP]


@cache
def steps_left(left: int) -> Steps:
    return Steps(left)
