"""Moves as texts. A move *is* its text; there is one object for each, and what it names hangs on it as numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from tenshu.table.errors import UnreadableMove
from tenshu.table.games import shown
from tenshu.white_castle.cards import FIRST_START, GARDENS, STARTS
from tenshu.white_castle.effects import effect
from tenshu.white_castle.figures import COINS, FOOD, IRON, PEARL
from tenshu.white_castle.names import COLOURS, PLACES, POSITIONS, RESOURCES, ROOMS, SIDES, SPACES, YARDS

TRADED = {"coin": COINS, "food": FOOD, "iron": IRON, "pearl": PEARL}
"""What a trade gives, and the figure it stands for."""
GARDEN_NAMES = tuple(f"G{number}" for number in range(1, len(GARDENS) + 1))
START_NAMES = tuple(f"R{number}" for number in range(1, len(STARTS) + 1))


class Move(str):
    """`climb gate steward-2` with its verb, the words after it, and `what` they mean: a number, a pair of numbers, or
    an effect."""

    __slots__ = ("verb", "what", "words")

    verb: str
    words: tuple[str, ...]
    what: Any

    def __new__(cls, verb: str, *words: str, what: Any = None) -> Move:
        move = super().__new__(cls, " ".join((verb, *words)))
        move.verb = verb
        move.words = words
        move.what = what
        return move

    def __reduce__(self) -> tuple[Callable[[str], Move], tuple[str]]:
        return parse, (str(self),)


_ROWS = tuple("123456789")
"""More than any card has: a row that is not there is no slip of writing, but an illegal move."""
_Words = tuple[tuple[str, tuple[str, ...]], ...]
GRAMMAR: dict[str, _Words] = {
    "start": (("a starting card such as R4", START_NAMES),),
    "die": (("a colour", COLOURS), ("left or right", SIDES)),
    "put": (("a space such as steward-1, well or domain", SPACES),),
    "do": (("an effect such as L, 2any or s:C", ()),),
    "gate": (),
    "climb": (("a place such as gate or steward-1", PLACES), ("a place such as diplomat-1 or daimyo", PLACES)),
    "garden": (("a garden such as G3", GARDEN_NAMES),),
    "yard": (("5, 3 or 1", YARDS),),
    "row": (("a room such as steward-2", ROOMS), ("a row such as 2", _ROWS)),
    "light": (("a row such as 2", _ROWS),),
    "favour": (("left, centre or right", POSITIONS),),
    "line": (("a colour", COLOURS),),
    "gain": (("food, iron or pearl", RESOURCES),),
    "pay": (),
    "room": (("a room such as steward-1", ROOMS),),
    "trade": (("coin, food, iron or pearl", tuple(TRADED)),),
    "skip": (),
    "stop": (),
    "end": (),
}
"""The words each verb takes; the order of the verbs is the order of legal moves."""


def _meaning(verb: str, indices: tuple[int, ...]) -> Any:
    if not indices:
        return None
    if verb == "start":
        return FIRST_START + indices[0]
    if verb == "trade":
        return tuple(TRADED.values())[indices[0]]
    return indices[0] if len(indices) == 1 else indices


def _every_move() -> Iterator[Move]:
    for verb, kinds in GRAMMAR.items():
        if verb == "do":
            continue
        for chosen in product(*(tuple(enumerate(words)) for _, words in kinds)):
            indices = tuple(index for index, _ in chosen)
            yield Move(verb, *(word for _, word in chosen), what=_meaning(verb, indices))


MOVES: dict[str, Move] = {str(move): move for move in _every_move()}
"""Every move by its text; those that name an effect are added when somebody asks for them."""


def do_move(text: str) -> Move:
    """The move that carries out an effect; raises KeyError if there is no such effect."""
    known = f"do {text}"
    found = MOVES.get(known)
    if found is None:
        found = MOVES[known] = Move("do", text, what=effect(text))
    return found


_LONGEST = 64
_WORDS = re.compile(r"[^ ]+(?: [^ ]+)*")


def parse(text: object) -> Move:
    """The move of a text; raises `Malformed` saying what was expected."""
    found = MOVES.get(text) if isinstance(text, str) else None
    return found if found is not None else _read(text)


def _read(text: object) -> Move:
    if not isinstance(text, str):
        raise UnreadableMove(f"must be a text, not {shown(text)}")
    if len(text) > _LONGEST or not _WORDS.fullmatch(text):
        raise UnreadableMove(f"{shown(text)} is not a move: words with one space between them, e.g. 'put well'")
    verb, *words = text.split(" ")
    kinds = GRAMMAR.get(verb)
    if kinds is None:
        raise UnreadableMove(f"{shown(text)} begins with no known verb; known: {', '.join(GRAMMAR)}")
    if len(words) != len(kinds):
        expected = " and ".join(said for said, _ in kinds) if kinds else "no further word"
        raise UnreadableMove(f"{shown(text)}: '{verb}' takes {expected}")
    for word, (said, known) in zip(words, kinds, strict=True):
        if known and word not in known:
            raise UnreadableMove(f"{shown(text)}: {shown(word)} is not {said}")
    try:
        return do_move(words[0])
    except KeyError:
        raise UnreadableMove(f"{shown(text)}: {shown(words[0])} is not {kinds[0][0]}") from None


SKIP, STOP, END, PAY, GATE = (MOVES[verb] for verb in ("skip", "stop", "end", "pay", "gate"))
TRADE = {figure: MOVES[f"trade {name}"] for name, figure in TRADED.items()}


class Choices(dict[int, list[Move]]):
    """Lists of moves by a mask of those wanted; each list is made once and then shared."""

    def __init__(self, *moves: Move) -> None:
        super().__init__()
        self.moves = moves

    def __missing__(self, mask: int) -> list[Move]:
        self[mask] = found = [move for bit, move in enumerate(self.moves) if mask >> bit & 1]
        return found
