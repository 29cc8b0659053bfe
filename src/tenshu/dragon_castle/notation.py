"""Moves as texts. A move *is* its text; the parsed parts hang on it. Parsing and printing are inverse."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from tenshu.dragon_castle.grid import CELL, Grid
from tenshu.dragon_castle.tiles import SYMBOLS, TYPES
from tenshu.table.errors import UnreadableMove
from tenshu.table.games import shown

SPIRITS = (
    "beauty", "wind", "elegance", "deception", "strength", "change", "faith", "deep", "destruction", "cunning",
)  # fmt: skip
DRAGON_CARDS = (
    "humility", "righteousness", "tranquility", "bravery", "majesty",
    "power", "knowledge", "harmony", "devotion", "fortitude",
)  # fmt: skip


class Move(str):
    """`place M1 a1` with its verb and the words after it."""

    __slots__ = ("verb", "words")

    verb: str
    words: tuple[str, ...]

    def __new__(cls, verb: str, *words: str) -> Move:
        move = super().__new__(cls, " ".join((verb, *words)))
        move.verb = verb
        move.words = words
        return move

    def __reduce__(self) -> tuple[Callable[..., Move], tuple[str, ...]]:
        return Move, (self.verb, *self.words)


def _is_cell(word: str) -> bool:
    return CELL.fullmatch(word) is not None


def _is_tile(word: str) -> bool:
    return word in SYMBOLS


def _is_type(word: str) -> bool:
    return len(word) == 1 and word in TYPES


def _is_spirit(word: str) -> bool:
    return word in SPIRITS


def _is_payment(word: str) -> bool:
    return word == "shrine" or _is_cell(word)


_Kind = tuple[str, Callable[[str], bool]]
_CELL: _Kind = ("a cell such as c4", _is_cell)
_TILE: _Kind = ("a tile such as M1", _is_tile)
_TYPE: _Kind = (f"a type, one of {' '.join(TYPES)}", _is_type)
_SPIRIT: _Kind = (f"a spirit, one of {', '.join(SPIRITS)}", _is_spirit)
_PAYMENT: _Kind = ("'shrine' or the cell of a face-up tile", _is_payment)

GRAMMAR: dict[str, tuple[_Kind, ...]] = {
    "take": (_CELL,),
    "pair": (_CELL,),
    "shrine": (),
    "discard": (),
    "summon": (),
    "place": (_TILE, _CELL),
    "consolidate": (_CELL,),
    "build": (_CELL,),
    "pass": (),
    "spirit": (_SPIRIT, _PAYMENT),
    "destroy": (_CELL,),
    "flip": (_CELL,),
    "carry": (_CELL, _CELL),
    "move": (_CELL, _CELL),
    "as": (_CELL, _TYPE),
    "set": (_CELL,),
    "end": (),
}
"""The words each verb takes; the order of the verbs is the order of legal moves."""

_LONGEST = 64
_WORDS = re.compile(r"[^ ]+(?: [^ ]+)*")


def parse(text: str) -> Move:
    """The move of a text; raises `Malformed` saying what was expected."""
    if isinstance(text, Move):
        return text
    if not isinstance(text, str):
        raise UnreadableMove(f"must be a text, not {shown(text)}")
    if len(text) > _LONGEST or not _WORDS.fullmatch(text):
        raise UnreadableMove(f"{shown(text)} is not a move: words with one space between them, e.g. 'take c4'")
    verb, *words = text.split(" ")
    kinds = GRAMMAR.get(verb)
    if kinds is None:
        raise UnreadableMove(f"{shown(text)} begins with no known verb; known: {', '.join(GRAMMAR)}")
    if len(words) != len(kinds):
        raise UnreadableMove(f"{shown(text)}: '{verb}' takes {_list_of(kinds)}")
    for word, (expected, fits) in zip(words, kinds, strict=True):
        if not fits(word):
            raise UnreadableMove(f"{shown(text)}: {shown(word)} is not {expected}")
    return Move(verb, *words)


def _list_of(kinds: tuple[_Kind, ...]) -> str:
    return " and ".join(expected for expected, _ in kinds) if kinds else "no further word"


class _Run(dict[int, tuple[Move, ...]]):
    """The moves of a run of cells, by the mask of those wanted; listed once, then remembered."""

    def __init__(self, moves: Sequence[Move]) -> None:
        super().__init__()
        self.moves = moves

    def __missing__(self, mask: int) -> tuple[Move, ...]:
        self[mask] = found = tuple(move for bit, move in enumerate(self.moves) if mask >> bit & 1)
        return found


class CellMoves:
    """The moves of one verb, one a cell. Listing moves is what a game spends most of its time on: a run at once."""

    __slots__ = ("_low", "_runs", "_width", "by_cell")

    def __init__(self, verb: str, *words: str, grid: Grid, run: int) -> None:
        self.by_cell = [Move(verb, *words, name) for name in grid.names]
        self._width = run
        self._low = (1 << run) - 1
        self._runs = [_Run(self.by_cell[first : first + run]) for first in range(0, len(self.by_cell), run)]

    def of(self, mask: int) -> list[Move]:
        """The moves of the cells of a mask, in reading order."""
        found: list[Move] = []
        low, width = self._low, self._width
        for run in self._runs:
            part = mask & low
            if part:
                found += run[part]
            mask >>= width
            if not mask:
                break
        return found


@lru_cache(maxsize=1024)
def cell_moves(verb: str, grid: Grid) -> CellMoves:
    """The moves of a one-cell verb on a grid."""
    return CellMoves(verb, grid=grid, run=16)


@lru_cache(maxsize=4096)
def place_moves(tile: int, grid: Grid) -> CellMoves:
    """The placements of a tile; short runs, for there are many tiles."""
    return CellMoves("place", SYMBOLS[tile], grid=grid, run=8)


@lru_cache(maxsize=4096)
def payment_moves(spirit: str, grid: Grid) -> CellMoves:
    """The activations of a spirit paid with a tile."""
    return CellMoves("spirit", spirit, grid=grid, run=8)


@lru_cache(maxsize=16384)
def two_word_move(verb: str, source: str, target: str) -> Move:
    return Move(verb, source, target)


SHRINE, DISCARD, SUMMON, PASS, END = (Move(verb) for verb in ("shrine", "discard", "summon", "pass", "end"))
SPIRIT_FOR_SHRINE = {spirit: Move("spirit", spirit, "shrine") for spirit in SPIRITS}
