"""What a typed line means."""

from __future__ import annotations

import pytest

from tenshu.cli.terminal.typed import meant, plain

COMPLETE = ["pair c4", "pair d5", "shrine", "discard", "spirit deep shrine", "spirit deep a1", "spirit faith a1"]
PLACE = ["place M1 a1", "place M1 b2", "place S2 a1", "place S2 b2", "spirit wind a1"]
ALIASES = {"discard": "descartar", "shrine": "santuario", "faith": "fe", "pair": "par"}


@pytest.mark.parametrize(
    ("line", "moves", "expected"),
    [
        ("pair c4", COMPLETE, ["pair c4"]),
        ("c4", COMPLETE, ["pair c4"]),
        ("p c4", COMPLETE, ["pair c4"]),
        ("pair", COMPLETE, ["pair c4", "pair d5"]),
        ("shrine", COMPLETE, ["shrine"]),
        ("sh", COMPLETE, ["shrine"]),
        ("d", COMPLETE, ["discard"]),
        ("Santuário", COMPLETE, ["shrine"]),
        ("par d5", COMPLETE, ["pair d5"]),
        ("fé a1", COMPLETE, ["spirit faith a1"]),
        ("a1", COMPLETE, ["spirit deep a1", "spirit faith a1"]),
        ("deep shrine", COMPLETE, ["spirit deep shrine"]),
        ("c44", COMPLETE, []),
        ("c", COMPLETE, []),
        ("m1 a1", PLACE, ["place M1 a1"]),
        ("place s2, b2", PLACE, ["place S2 b2"]),
        ("a1", PLACE, ["place M1 a1", "place S2 a1"]),
        ("a1 m1", PLACE, []),
        ("wind a1", PLACE, ["spirit wind a1"]),
    ],
)
def test_what_is_meant(line: str, moves: list[str], expected: list[str]) -> None:
    assert meant(plain(line), moves, ALIASES) == expected


def test_words_are_taken_plainly() -> None:
    assert plain("  Take   C4, ") == ["take", "c4"]
    assert plain("Construção") == ["construcao"]
    assert plain("") == []
