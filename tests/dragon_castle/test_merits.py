"""Dragon cards say which cells earned their points, so that a score can be shown on the realm."""

from __future__ import annotations

import pytest

import tenshu
from tenshu.dragon_castle import DragonCastle, dragons
from tenshu.dragon_castle.notation import DRAGON_CARDS

REALM = {
    "a1": ["m1", "*"],
    "b1": ["m1", "m2", "M6"],
    "c1": ["D1"],
    "d1": ["s1", "*"],
    "a2": ["s2", "*"],
    "c3": ["s3", "S5"],
    "d3": ["S4"],
    "f4": ["E1"],
}
RIVAL = {"a1": ["S6"], "c2": ["M1"]}


def state_with(card: str) -> DragonCastle:
    document = tenshu.new_game("dragon-castle", seed=1, dragons=[card]).to_json()
    document["castle"] = {"a1": ["F1"]}
    document["players"][0] |= {"realm": REALM, "shrines": 1}
    document["players"][1] |= {"realm": RIVAL, "shrines": 1}
    document["supply"] = 40 - 2 - 3
    state = tenshu.load(document)
    assert isinstance(state, DragonCastle)
    return state


@pytest.mark.parametrize(
    ("card", "merits"),
    [
        ("humility", [(1, ["a1"])]),
        ("righteousness", [(2, ["a1", "d1"]), (2, ["a1", "a2"])]),
        ("tranquility", [(1, ["a1", "a2"]), (1, ["d1"])]),
        ("bravery", [(1, ["b1"]), (1, ["c3"]), (1, ["f4"])]),
        ("majesty", [(6, ["b1"])]),
        ("power", [(2, ["b1"]), (2, ["c3", "d3"])]),
        ("knowledge", [(2, ["f4"]), (2, ["c1"])]),
        ("harmony", []),
        ("devotion", [(1, ["d1"])]),
        ("fortitude", [(1, ["a1"]), (1, ["d1"]), (1, ["a2"])]),
    ],
)
def test_the_cells_that_earned_the_points(card: str, merits: list[tuple[int, list[str]]]) -> None:
    state = state_with(card)
    realms = [seat.realm for seat in state.players]
    found = dragons.merits(card, realms, 0)
    assert [(points, state.setup.realm.named(cells)) for points, cells in found] == merits
    assert state.scores()["players"][0]["dragons"] == {card: sum(points for points, _ in merits)}


@pytest.mark.parametrize("card", list(DRAGON_CARDS))
def test_the_grounds_of_all_points_that_lie_on_the_table(card: str) -> None:
    state = state_with(card)
    for sheet, grounds in zip(state.scores()["players"], state.grounds(), strict=True):
        assert all(ground["cells"] for ground in grounds)
        for kind, points in (("shrines", sheet["shrines"]), (f"dragons.{card}", sheet["dragons"][card])):
            assert sum(ground["points"] for ground in grounds if ground["what"] == kind) == points
        assert {ground["what"] for ground in grounds} <= {"shrines", f"dragons.{card}"}


def test_grounds_name_the_cells() -> None:
    assert state_with("devotion").grounds() == [
        [
            {"what": "shrines", "points": 1, "cells": ["a1"]},
            {"what": "shrines", "points": 1, "cells": ["d1"]},
            {"what": "shrines", "points": 1, "cells": ["a2"]},
            {"what": "dragons.devotion", "points": 1, "cells": ["d1"]},
        ],
        [],
    ]


def test_what_decides_between_equal_totals() -> None:
    assert state_with("power").tie_breaks() == [[3, 3], [0, 0]]


def test_harmony_shows_what_mirrors() -> None:
    state = state_with("harmony")
    document = state.to_json()
    document["players"][0]["realm"] = {"a1": ["m1", "*"], "f1": ["M1"]}
    document["supply"] = 40 - 2 - 1
    mirrored = tenshu.load(document)
    assert isinstance(mirrored, DragonCastle)
    merits = dragons.merits("harmony", [seat.realm for seat in mirrored.players], 0)
    assert [(points, mirrored.setup.realm.named(cells)) for points, cells in merits] == [(4, ["a1", "f1"])]
