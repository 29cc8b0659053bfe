"""`dragon_castle_v1`: every move a number, every view a row of bytes. docs/research.md draws both.

One encoding serves all castles, cards and player counts: castles are seen on a board of 13 × 11, which holds every
castle that ships, realms are 6 × 4. The numbers are those of the native core on boards of this size.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from tenshu.dragon_castle import castle as ruins
from tenshu.dragon_castle.castle import Castle, Floors
from tenshu.dragon_castle.grid import Grid, cells_of, grid
from tenshu.dragon_castle.notation import DRAGON_CARDS, SPIRITS
from tenshu.dragon_castle.pieces import Turn
from tenshu.dragon_castle.realm import Realm
from tenshu.dragon_castle.state import DragonCastle
from tenshu.dragon_castle.tiles import SYMBOLS, TYPES
from tenshu.table.errors import Impossible, Malformed
from tenshu.table.games import shown
from tenshu.table.state import State
from tenshu.table.study import Part

NAME = "dragon_castle_v1"
CASTLE = grid(13, 11)
REALM = grid(6, 4)
MOST = 255
"""The greatest number of a byte; more points or a higher stack are told as this."""
PHASES = ("action", "complete", "place", "end")
DOINGS = (
    "", "build", "faith", "beauty", "cunning", "change", "destruction", "wind-flip", "wind-carry", "strength",
    "strength-again",
)  # fmt: skip
ELEGANCE = ("", "must", "on")
PAIRS = ("", "deep", "deception")
HAND, PICKED = 2, 3
UP, DOWN, SHRINE = 1, 2, 3


class DragonCastleV1:
    """See docs/research.md; `Encoding` of the table is the contract."""

    name = NAME

    # Moves and numbers.

    @cached_property
    def _moves(self) -> tuple[str, ...]:
        castle, realm = list(CASTLE.index), list(REALM.index)
        return (
            *(f"take {cell}" for cell in castle),
            *(f"pair {cell}" for cell in castle),
            "shrine",
            "discard",
            "summon",
            *(f"place {tile} {cell}" for tile in SYMBOLS for cell in realm),
            *(f"consolidate {cell}" for cell in realm),
            *(f"build {cell}" for cell in realm),
            "pass",
            *(f"spirit {spirit} {payment}" for spirit in SPIRITS for payment in ("shrine", *realm)),
            *(f"destroy {cell}" for cell in castle),
            *(f"flip {cell}" for cell in realm),
            *(f"carry {source} {target}" for source in realm for target in realm),
            *(f"move {source} {target}" for source in realm for target in realm),
            *(f"as {cell} {letter}" for cell in realm for letter in TYPES),
            *(f"set {cell}" for cell in realm),
            "end",
        )

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {move: number for number, move in enumerate(self._moves)}

    @property
    def actions(self) -> int:
        return len(self._moves)

    def number(self, move: str) -> int:
        number = self._numbers.get(move)
        if number is None:
            raise Malformed("move", f"{shown(move)} has no number in {NAME}")
        return number

    def move(self, number: int) -> str:
        if not 0 <= number < len(self._moves):
            raise Malformed("number", f"{NAME} has the numbers 0 to {len(self._moves) - 1}, not {shown(number)}")
        return self._moves[number]

    def check(self, state: State) -> None:
        assert isinstance(state, DragonCastle)
        realm, castle = state.setup.realm, state.castle.grid
        if (realm.columns, realm.rows) != (REALM.columns, REALM.rows):
            raise Impossible("realm", f"{NAME} knows realms of 6 by 4, not {realm.columns} by {realm.rows}")
        if castle.columns > CASTLE.columns or castle.rows > CASTLE.rows:
            raise Impossible("castle", f"{NAME} knows castles up to 13 by 11, not {castle.columns} by {castle.rows}")

    # Views and bytes.

    def parts(self, seats: int) -> tuple[Part, ...]:
        castle, realm, tiles = (CASTLE.rows, CASTLE.columns), (REALM.rows, REALM.columns), len(SYMBOLS)
        return (
            Part("castle heights", castle, ruins.HIGHEST),
            Part("castle tiles", castle, tiles),
            *(
                part
                for seat in range(seats)
                for part in (
                    Part(f"realm {seat} heights", realm, MOST),
                    Part(f"realm {seat} tiles", realm, tiles),
                    Part(f"realm {seat} faces", realm, SHRINE),
                )
            ),
            *(Part(f"seat {seat}", (4,), MOST) for seat in range(seats)),
            Part("unseen", (tiles,), 4),
            Part("table", (3,), 40),
            Part("spirits", (len(SPIRITS),), 1),
            Part("dragons", (len(DRAGON_CARDS),), 1),
            Part("turn", (15,), CASTLE.columns * CASTLE.rows),
            Part("used", (len(SPIRITS),), 1),
            Part("set", realm, 1),
        )

    def observe(self, state: State, seat: int) -> bytearray:
        assert isinstance(state, DragonCastle)
        setup, seats = state.setup, state.setup.players
        if type(seat) is not int or not 0 <= seat < seats:
            raise Malformed("seat", f"{shown(seat)} is not a seat; there are {seats}, counted from 0")
        order = [(seat + step) % seats for step in range(seats)]
        found = _castle(state.castle, state.floors)
        for other in order:
            found += _realm(state.players[other].realm)
        for other in order:
            player = state.players[other]
            found += bytes((min(player.vp, MOST), player.shrines, player.tokens, other == setup.first))
        unseen = Counter(ruins.covered_tiles(state.castle, state.floors))
        found += bytes(unseen[tile] for tile in range(len(SYMBOLS)))
        found += bytes((state.supply, state.countdown, setup.solo))
        found += bytes(spirit in setup.spirits for spirit in SPIRITS)
        found += bytes(dragon in setup.dragons for dragon in DRAGON_CARDS)
        found += _turn(state.turn, (state.turn.player - seat) % seats, state.castle.grid)
        found += bytes(spirit in state.turn.used for spirit in SPIRITS)
        chosen = bytearray(REALM.columns * REALM.rows)
        for cell in cells_of(state.turn.set):
            chosen[_plain(REALM, cell)] = 1
        return found + chosen


def _plain(board: Grid, cell: int) -> int:
    """The number of a cell in reading order, guard cells not counted."""
    return cell - cell // board.stride


def _on_the_board(board: Grid, cell: int) -> int:
    """The number of a castle's cell on the board of 13 × 11."""
    return cell // board.stride * CASTLE.columns + cell % board.stride


def _castle(castle: Castle, floors: Floors) -> bytearray:
    heights, tops = bytearray(CASTLE.columns * CASTLE.rows), bytearray(CASTLE.columns * CASTLE.rows)
    for level in range(ruins.HIGHEST):
        tiles = castle.tiles[level]
        for cell in cells_of(ruins.uncovered(floors, level + 1)):
            place = _on_the_board(castle.grid, cell)
            heights[place] = level + 1
            tops[place] = tiles[cell] + 1
    return heights + tops


def _realm(realm: Realm) -> bytearray:
    size = REALM.columns * REALM.rows
    heights, tops, faces = bytearray(size), bytearray(size), bytearray(size)
    for cell in cells_of(realm.occupied):
        place, stack = _plain(REALM, cell), realm.stacks[cell]
        heights[place] = min(len(stack), MOST)
        tops[place] = stack[-1] + 1
        faces[place] = SHRINE if realm.shrines >> cell & 1 else UP if realm.up >> cell & 1 else DOWN
    return heights + tops + faces


def _turn(turn: Turn, who: int, castle: Grid) -> bytes:
    hand = (*(tile + 1 for tile in turn.hand), *(0,) * HAND)[:HAND]
    picked = (*(tile + 1 for tile in turn.picked), *(0,) * PICKED)[:PICKED]
    cell, floor = turn.origin or (-1, 0)
    return bytes((
        who,
        PHASES.index(turn.phase),
        DOINGS.index(turn.doing),
        turn.settling,
        *hand,
        *picked,
        _on_the_board(castle, cell) + 1 if floor else 0,
        floor,
        ELEGANCE.index(turn.elegance),
        PAIRS.index(turn.pair),
        turn.left,
        0 if turn.moved is None else _plain(REALM, turn.moved) + 1,
    ))  # fmt: skip


ENCODING = DragonCastleV1()
