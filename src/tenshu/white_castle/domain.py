"""The personal domain: a line gives its visible rewards, then what the action card says for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.table.errors import Reason
from tenshu.table.state import Document
from tenshu.white_castle.figures import CARD, HOMES, MEMBERS
from tenshu.white_castle.names import COLOURS
from tenshu.white_castle.notation import MOVES, SKIP, Choices, Move
from tenshu.white_castle.stack import Entry
from tenshu.white_castle.tables import LINE_GROUPS, LINE_REWARDS

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle

ALL_LINES = 3
_SKIP_BIT = 1 << len(COLOURS)


def use_line(state: WhiteCastle, line: int) -> None:
    """Carry out a domain line: its rewards lie on top of the card's group."""
    me = state.me
    state.lines += (line,)
    state.stack.append(LINE_GROUPS[me[CARD]][line])
    state.stack.append(LINE_REWARDS[line][MEMBERS - me[HOMES[line]]])


def can_use_a_line(state: WhiteCastle, coins: int, seals: int) -> bool:  # noqa: ARG001  the same for every action
    """Ruling: each line once in a turn, which ends every chain."""
    return len(state.lines) < ALL_LINES


class Domain(Entry):
    """Choose a line, as if a die were placed there."""

    __slots__ = ()

    name = "domain"
    verbs = frozenset({"line", "skip"})
    choices = Choices(*(MOVES[f"line {colour}"] for colour in COLOURS), SKIP)

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        if len(state.lines) >= ALL_LINES:
            state.stack.pop()
            return None
        return self.choices[sum(1 << line for line in range(ALL_LINES) if line not in state.lines) | _SKIP_BIT]

    def play(self, state: WhiteCastle, move: Move) -> None:
        state.stack.pop()
        if move is SKIP:
            state.log.append(("declined", state.player))
            return
        state.log.append(("line-used", state.player, move.what))
        use_line(state, move.what)

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        return Reason("line-used", (), {"line": move.words[0]})

    def to_json(self) -> Document:
        return {"domain": True}


CHOOSE_LINE = Domain()
