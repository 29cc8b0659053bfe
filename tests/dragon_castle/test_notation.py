"""Moves as texts: parsing and printing are inverse, and what is no move is refused in one sentence."""

from __future__ import annotations

import pickle

import pytest

from tenshu.dragon_castle.notation import GRAMMAR, Move, parse
from tenshu.table.errors import IllegalMove, UnreadableMove

GOOD = [
    "take c4", "pair z99", "shrine", "discard", "summon", "place M1 a1", "place D3 f4", "consolidate a1", "build b2",
    "pass", "spirit faith shrine", "spirit deep b2", "destroy c4", "flip a1", "carry a1 b2", "move a1 b2", "as a1 M",
    "set a1", "end",
]  # fmt: skip


@pytest.mark.parametrize("text", GOOD)
def test_a_move_is_its_text(text: str) -> None:
    move = parse(text)
    assert move == text
    assert str(move) == text
    assert " ".join((move.verb, *move.words)) == text
    assert parse(move) is move
    again = pickle.loads(pickle.dumps(move))
    assert (type(again), again.verb, again.words) == (Move, move.verb, move.words)


def test_every_verb_has_an_example() -> None:
    assert {parse(text).verb for text in GOOD} == set(GRAMMAR)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "take", "take c4 d5", "take  c4", " take c4", "take c4 ", "Take c4", "take C4", "take c0", "take c04",
        "take c100", "take 4c", "take aa1", "pair", "shrine a1", "place a1 M1", "place M7 a1", "place m1 a1",
        "place D4 a1", "as a1 X", "as a1 MS", "as a1 m", "spirit faith", "spirit luck shrine", "spirit faith tower",
        "spirit faith Shrine", "spirit faith a", "dragon take c4", "end now", "take\tc4", "take c4\n",
        "take c４", "x" * 200,
    ],
)  # fmt: skip
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(UnreadableMove) as caught:
        parse(text)
    assert isinstance(caught.value, IllegalMove)
    assert caught.value.reason.code == "unreadable"
    assert str(caught.value).startswith("move: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", [None, 3, ["take c4"], b"take c4"])
def test_only_texts_are_moves(value: object) -> None:
    with pytest.raises(UnreadableMove, match="must be a text"):
        parse(value)  # type: ignore[arg-type]
