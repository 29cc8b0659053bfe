"""Two texts of the rules side by side: the same game in Python and in C++, compared at every decision."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from tenshu.dragon_castle import DragonCastle
from tenshu.table.errors import IllegalMove
from tenshu.table.state import Document, State
from tests.table.checker import Chooser

if TYPE_CHECKING:
    import tenshu_native


def load(document: Document, castle: tuple[int, int] | None = None) -> tenshu_native.State:
    """Imported late: without the core the tests fail with a sentence, not while they are collected."""
    from tenshu_native import State

    return State(document, castle)


def fits(document: Document, columns: int, rows: int) -> bool:
    """Whether the core's fixed sizes hold a castle of this size and the realms of a document."""
    return (columns + 1) * rows <= 256 and (document["realm"][0] + 1) * document["realm"][1] <= 64


class Scores:
    """Scores by the Python rules. They are a function of what lies before the players, which are immutable values:
    while those are the very same objects, nothing has to be counted again."""

    def __init__(self) -> None:
        self._before: list[tuple[object, int, int]] = []
        self._scores: Document = {}

    def of(self, state: DragonCastle) -> Document:
        now: list[tuple[object, int, int]] = [(seat.realm, seat.vp, seat.tokens) for seat in state.players]
        same = len(now) == len(self._before) and all(
            new[0] is old[0] and new[1:] == old[1:] for new, old in zip(now, self._before, strict=True)
        )
        if not same:
            self._before, self._scores = now, state.scores()
        return self._scores


def compare(python: DragonCastle, native: tenshu_native.State, scores: Scores, told: object) -> list[str]:
    """Fails unless both say the same of this moment; gives its legal moves."""
    document = python.to_json()
    if native.to_json() != document:
        differ("documents", document, native.to_json(), document, told)
    moves: list[str] = list(python.legal_moves())
    if native.legal_moves() != moves:
        differ("legal moves", moves, native.legal_moves(), document, told)
    if native.scores() != scores.of(python):
        differ("scores", python.scores(), native.scores(), document, told)
    if native.to_move != python.to_move or native.is_over != python.is_over:
        differ("to move", python.to_move, native.to_move, document, told)
    return moves


def differ(what: str, python: object, native: object, document: Document, told: object) -> None:
    pytest.fail(
        f"{told}: {what} differ\n  Python: {json.dumps(python)}\n  native: {json.dumps(native)}\n"
        f"  position: {json.dumps(document)}",
        pytrace=False,
    )


def follow(start: State, choose: Chooser, rng: Random, told: object, most: int = 1_000_000) -> int:
    """Plays a game in both and compares every decision; gives how many were compared. Moves go in as texts and as
    numbers by turns."""
    assert isinstance(start, DragonCastle)
    python, scores = start, Scores()
    board = python.castle.grid
    native = load(python.to_json(), (board.columns, board.rows))
    for number in range(most):
        moves = compare(python, native, scores, told)
        if not moves:
            return number
        move = choose(python, rng)
        if number % 2:
            native.play(move)
        else:
            native.apply(native.action_of(move))
        python = python.play(move)
    return most


def compare_all_moves(python: DragonCastle, native: tenshu_native.State, told: object) -> None:
    """Every legal move of a moment, each from a copy. In a view a move that uncovers a `?` is refused by both."""
    for move in compare(python, native, Scores(), told):
        after = native.copy()
        try:
            expected = python.play(move)
        except IllegalMove:
            with pytest.raises(ValueError, match="nobody knows"):
                after.play(move)
            assert after.to_json() == python.to_json()
            continue
        after.play(move)
        compare(expected, after, Scores(), f"{told}, {move}")
