"""The start: each player takes a pair of starting cards, in reverse order of turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.table.errors import Reason
from tenshu.table.state import Document
from tenshu.white_castle.cards import BACKS, CARD_NAMES, DECREES, FIRST_DECREE, FIRST_START, STARTS
from tenshu.white_castle.figures import CARD, LANTERN
from tenshu.white_castle.notation import MOVES, Move
from tenshu.white_castle.stack import Entry
from tenshu.white_castle.tables import START_GROUPS

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle


def lantern_of_start(resources: int) -> tuple[int, ...]:
    """The cards that a starting resource card brings into the Lantern area: itself, and its decree."""
    decree = STARTS[resources - FIRST_START].decree
    return (resources, FIRST_DECREE + DECREES.index(decree)) if decree else (resources,)


class ChooseStart(Entry):
    """`{"start": true}`."""

    __slots__ = ()

    name = "start"
    verbs = frozenset({"start"})

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        return [MOVES[f"start {CARD_NAMES[resources]}"] for resources, _ in state.starts]

    def play(self, state: WhiteCastle, move: Move) -> None:
        pair = next(pair for pair in state.starts if pair[0] == move.what)
        state.starts = tuple(other for other in state.starts if other is not pair)
        state.log.append(("pair-chosen", state.player, *pair))
        state.stack.pop()
        take_pair(state, *pair)

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        return Reason("no-such-pair", (), {"card": move.words[0]})

    def to_json(self) -> Document:
        return {"start": True}


def take_pair(state: WhiteCastle, resources: int, action: int) -> None:
    """The action card lies on the domain board, the resource card in the Lantern area; its gains follow."""
    me = state.me
    me[CARD] = action
    for card in lantern_of_start(resources):
        state.lanterns[state.player] += (card,)
        me[LANTERN] += BACKS[card]
    state.stack.append(START_GROUPS[resources])


CHOOSE_START = ChooseStart()
