"""Consolidating sets and building shrines on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.dragon_castle.calling import offers
from tenshu.dragon_castle.grid import first_cell
from tenshu.dragon_castle.notation import PASS, Move, cell_moves
from tenshu.dragon_castle.step import Step
from tenshu.dragon_castle.tiles import DRAGONS, TYPES, is_special
from tenshu.table.errors import Reason

if TYPE_CHECKING:
    from tenshu.dragon_castle.state import DragonCastle

SMALLEST_SET = 4
SET_POINTS = {4: 2, 5: 3, 6: 5, 7: 6, 8: 8}
POINTS_FOR_DRAGONS = 1


def set_points(size: int) -> int:
    """Points of a set by its size: the table, and one more for each tile over 8."""
    return SET_POINTS[size] if size <= 8 else SET_POINTS[8] + size - 8


def shrines_allowed(kind: int) -> int:
    """How many shrines a set of this type lets its owner build."""
    return 2 if is_special(kind) else 1


def kind_of(types: list[int], group: int) -> int:
    """The type of a group of face-up tiles of one type."""
    return next(kind for kind, mask in enumerate(types) if mask & group)


def turn_set(state: DragonCastle, group: int, points: int, shrines: int, kind: int | None, how: str) -> None:
    """Turn a set face down, score it, and go on to building on it."""
    turn, me = state.turn, state.me
    me.realm = me.realm.turned(group)
    me.vp += points
    letter = None if kind is None else TYPES[kind]
    state.log.append(("set-turned", turn.player, letter, group, points, how))
    turn.doing = "build"
    turn.set = group
    turn.left = shrines


def turn_set_of_type(state: DragonCastle, group: int, points: int, kind: int, how: str) -> None:
    """The same for a set that counts as one type: Dragons bring a point more, special sets a second shrine."""
    extra = POINTS_FOR_DRAGONS if kind == DRAGONS else 0
    turn_set(state, group, points + extra, shrines_allowed(kind), kind, how)


class Consolidate(Step):
    """Which waiting set is turned now. Asked only if several wait or a spirit could be called instead."""

    verbs = frozenset({"consolidate"})

    def moves(self, state: DragonCastle) -> list[Move]:
        realm = state.me.realm
        table = cell_moves("consolidate", realm.grid).by_cell
        moves = [table[first_cell(group)] for group in realm.sets()]
        if state.setup.spirits:
            moves += offers(state, "consolidate")
        return moves

    def play(self, state: DragonCastle, move: Move) -> None:
        realm = state.me.realm
        first = 1 << realm.grid.index[move.words[0]]
        kind = kind_of(realm.types, first)
        group = realm.grid.group(first, realm.types[kind])
        turn_set_of_type(state, group, set_points(group.bit_count()), kind, "consolidate")

    def why_not(self, state: DragonCastle, move: Move) -> Reason:
        names = tuple(state.me.realm.grid.names[first_cell(group)] for group in state.me.realm.sets())
        return Reason("no-set-there", names, {"cell": move.words[0]})


class Build(Step):
    """Shrines onto the set just turned, as many as it allows and the pool holds."""

    verbs = frozenset({"build", "pass"})

    def moves(self, state: DragonCastle) -> list[Move]:
        turn, me = state.turn, state.me
        moves: list[Move] = []
        if turn.left and me.shrines:
            moves = builds(state)
        if state.setup.spirits:
            moves += offers(state, "build")
        moves.append(PASS)
        return moves

    def play(self, state: DragonCastle, move: Move) -> None:
        turn = state.turn
        if move.verb == "pass":
            turn.doing = ""
            turn.set = turn.left = 0
            return
        build(state, move)
        turn.left -= 1

    def why_not(self, state: DragonCastle, move: Move) -> Reason:
        if not state.turn.left:
            return Reason("set-allows-no-more")
        return why_not_build(state, move)


def builds(state: DragonCastle) -> list[Move]:
    """A shrine onto each bare tile of the set just turned."""
    realm = state.me.realm
    return cell_moves("build", realm.grid).of(state.turn.set & ~realm.shrines)


def build(state: DragonCastle, move: Move) -> None:
    me = state.me
    cell = me.realm.grid.index[move.words[0]]
    me.realm = me.realm.built(cell)
    me.shrines -= 1
    state.log.append(("shrine-built", state.turn.player, cell, me.realm.height(cell)))


def why_not_build(state: DragonCastle, move: Move) -> Reason:
    me = state.me
    name = move.words[0]
    cell = me.realm.grid.index.get(name)
    if cell is None:
        return Reason("no-such-cell", (), {"cell": name})
    if not state.turn.set >> cell & 1:
        return Reason("not-in-the-set", tuple(me.realm.grid.named(state.turn.set)), {"cell": name})
    return Reason("shrine-there", (name,), {"cell": name})
