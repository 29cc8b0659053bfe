"""Games by name, loading by document, counting, chance, and foreign values in sentences."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from tenshu.table import known_games, load, perft
from tenshu.table.errors import IllegalMove, Impossible, Malformed, Reason, UnreadableMove
from tenshu.table.games import Game, find_game, register, shown
from tenshu.table.randomness import drawn, shuffled
from tests.table.conftest import Announce
from tests.table.pebbles import Pebbles, as_game


def test_a_game_is_made_when_it_is_first_asked_for(announce: Announce) -> None:
    announce(as_game(Pebbles))
    asked: list[str] = []

    def source() -> Game:
        asked.append("now")
        return as_game(Pebbles)

    register("pebbles", source)
    assert "pebbles" in known_games()
    assert not asked
    assert find_game("pebbles").name == "pebbles"
    assert asked == ["now"]


@pytest.mark.parametrize("name", ["chess", "", None, 3, ["pebbles"], {"a": 1}])
def test_an_unknown_game_is_told_the_known_ones(name: object) -> None:
    with pytest.raises(Malformed, match=r"^game: no game called .*; known: "):
        find_game(name)


def test_a_document_finds_its_game(announce: Announce) -> None:
    announce(as_game(Pebbles))
    state = Pebbles.new(seed=1)
    assert load(state.to_json()) == state


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        (None, "position: must be an object, not null"),
        ([], "position: must be an object, not []"),
        ({}, "game: is missing"),
        ({"game": 1}, "game: no game called 1"),
    ],
)
def test_what_is_no_position_is_refused(document: object, sentence: str) -> None:
    with pytest.raises(Malformed) as refused:
        load(document)
    assert str(refused.value).startswith(sentence)


def test_perft_counts_sequences_of_moves() -> None:
    state = Pebbles.new(seed=1)
    assert [perft(state, depth) for depth in range(5)] == [1, 2, 4, 8, 16]


def test_perft_counts_nothing_beyond_the_end() -> None:
    state = Pebbles(bag=(3,), unseen=(), kept=((),), points=(0,))
    assert [perft(state, depth) for depth in range(1, 5)] == [2, 2, 4, 0]


def test_shuffling_depends_on_the_seed_alone() -> None:
    items = range(50)
    assert shuffled(items, Random(1)) == shuffled(items, Random(1))
    assert shuffled(items, Random(1)) != shuffled(items, Random(2))
    assert sorted(shuffled(items, Random(1))) == list(items)


def test_shuffling_is_what_it_was() -> None:
    """Seeds are kept in records and links: the same seed must deal the same game for ever."""
    assert shuffled("abcdefgh", Random(7)) == ["f", "e", "g", "h", "a", "d", "b", "c"]
    assert drawn("abcdefgh", 3, Random(7)) == ["f", "e", "g"]


def test_every_order_is_equally_likely() -> None:
    rng = Random(3)
    counts: dict[str, int] = {}
    for _ in range(6000):
        order = "".join(shuffled("abc", rng))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_shuffling_leaves_its_source_alone() -> None:
    items = [1, 2, 3, 4]
    shuffled(items, Random(1))
    assert items == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        ("two\nlines", r"'two\nlines'"),
        ("\u2028", r"'\u2028'"),
        (None, "null"),
        (True, "true"),
        ("x" * 100, "'" + "x" * 36 + "…"),
    ],
)
def test_foreign_values_are_shown_short_and_on_one_line(value: object, text: str) -> None:
    assert shown(value) == text


def test_a_value_without_an_end_is_shown_too() -> None:
    assert shown(10**5000) == "a very long int"
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    assert shown(nested) == "a very long list"


@pytest.mark.parametrize(
    "error",
    [
        Malformed("castle.a1", "is missing"),
        Impossible("supply", "is too large"),
        IllegalMove("not now", Reason("not-now", ("a1",), {"verb": "take"})),
        UnreadableMove("'x' is no move"),
    ],
)
def test_errors_cross_from_one_process_to_another(error: ValueError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_errors_carry_their_parts() -> None:
    wrong = Impossible("castle.a1", "a stack has 1 to 3 tiles")
    assert (str(wrong), wrong.place, wrong.problem) == (
        "castle.a1: a stack has 1 to 3 tiles",
        "castle.a1",
        "a stack has 1 to 3 tiles",
    )
    assert str(Malformed("", "nothing there")) == "nothing there"
    reason = Reason("closed-in", ("b1", "d1"), {"cell": "c1"})
    assert IllegalMove("no", reason).reason.to_json() == {
        "code": "closed-in",
        "cells": ["b1", "d1"],
        "facts": {"cell": "c1"},
    }
