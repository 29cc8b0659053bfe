"""How a sensible player's turn may go on: the habits of the native search (`native/src/dragon_castle/policy.hpp`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, TypeVar

from tenshu.dragon_castle import castle as ruins
from tenshu.dragon_castle.grid import cells_of
from tenshu.dragon_castle.notation import DISCARD, SHRINE, SUMMON, Move, place_moves
from tenshu.dragon_castle.scoring import HIGHEST_SHRINE
from tenshu.dragon_castle.tiles import TYPE_OF

if TYPE_CHECKING:
    from tenshu.dragon_castle.state import DragonCastle

PAIR = 230 / 256
"""A pair, where there is one."""
GIVE_AWAY = 3 / 256
"""No pair: discard the tile, though a shrine could be had."""
JOIN = 150 / 256
"""A tile goes where it joins most of its type,"""
TOUCH = 70 / 256
"""or else beside some tile of its type."""
BUILD_HIGH = 240 / 256
"""A shrine goes on the highest tile of the set."""
CALL = 20 / 256
"""A spirit is called where it can be."""
SUMMONING = 40 / 256
"""The Dragon is summoned where it can be."""
WORTH_OF_A_TWIN = 2

T = TypeVar("T")


def plausible(state: DragonCastle, moves: Sequence[Move], rng: Random) -> Move:
    """One of the legal moves, drawn at random as habits have it."""
    if len(moves) == 1:
        return moves[0]
    if state.setup.spirits:
        others = [move for move in moves if move.verb != "spirit"]
        if len(others) < len(moves):
            if not others or rng.random() < CALL:
                return _any([move for move in moves if move.verb == "spirit"], rng)
            moves = others
    habit = _HABITS.get(state.asked)
    return habit(state, moves, rng) if habit and len(moves) > 1 else _any(moves, rng)


def _any(things: Sequence[T], rng: Random) -> T:
    return things[int(rng.random() * len(things))]


def _act(state: DragonCastle, moves: Sequence[Move], rng: Random) -> Move:
    """Of two tiles the one that finds more of its type in the realm, and a twin in the castle."""
    takes = len(moves)
    if moves[-1].verb == "summon":
        if rng.random() < SUMMONING:
            return SUMMON
        takes -= 1
    one, other = moves[int(rng.random() * takes)], moves[int(rng.random() * takes)]
    return other if other is not one and _liking(state, other) > _liking(state, one) else one


def _liking(state: DragonCastle, take: Move) -> int:
    castle, floors = state.castle, state.floors
    cell = castle.grid.index[take.words[0]]
    tile = castle.tiles[ruins.height_at(floors, 1 << cell) - 1][cell]
    twins = ruins.available_among(floors, castle.cells_by_symbol[tile]) & ~(1 << cell)
    return state.me.realm.types[TYPE_OF[tile]].bit_count() + (WORTH_OF_A_TWIN if twins else 0)


def _complete(_: DragonCastle, moves: Sequence[Move], rng: Random) -> Move:
    """A pair, or a shrine with the tile; rarely neither. Called for a pair, there is nothing else."""
    if moves[-1].verb != "discard":
        return _any(moves, rng)
    pairs = len(moves) - 1
    with_shrine = moves[pairs - 1].verb == "shrine"
    pairs -= with_shrine
    if pairs and rng.random() < PAIR:
        return moves[int(rng.random() * pairs)]
    return SHRINE if with_shrine and rng.random() >= GIVE_AWAY else DISCARD


def _place(state: DragonCastle, _: Sequence[Move], rng: Random) -> Move:
    """Beside tiles of its type, where it joins most of them; or just anywhere."""
    realm, tile = state.me.realm, _any(state.turn.hand, rng)
    alike = realm.types[TYPE_OF[tile]]
    cells, luck = realm.open & realm.grid.beside(alike), rng.random()
    if not cells or luck >= JOIN + TOUCH:
        cells = realm.open
    elif luck < JOIN:
        cells = _joining_most(state, cells, alike)
    return place_moves(tile, realm.grid).by_cell[_any(cells_of(cells), rng)]


def _joining_most(state: DragonCastle, cells: int, alike: int) -> int:
    """The cells where one more tile would belong to the largest group."""
    most, best, group = 0, 0, state.me.realm.grid.group
    for cell in cells_of(cells):
        bit = 1 << cell
        size = group(bit, alike | bit).bit_count()
        if size > most:
            most, best = size, 0
        if size == most:
            best |= bit
    return best


def _build(state: DragonCastle, moves: Sequence[Move], rng: Random) -> Move:
    """On the highest tile; higher than a shrine counts is no higher."""
    if rng.random() >= BUILD_HIGH:
        return _any(moves, rng)
    realm = state.me.realm
    builds = [move for move in moves if move.verb == "build"]
    heights = [min(realm.height(realm.grid.index[move.words[0]]), HIGHEST_SHRINE) for move in builds]
    most = max(heights)
    return _any([move for move, height in zip(builds, heights, strict=True) if height == most], rng)


_HABITS: dict[str, Callable[[DragonCastle, Sequence[Move], Random], Move]] = {
    "action": _act,
    "complete": _complete,
    "place": _place,
    "build": _build,
    "faith": _build,
}
