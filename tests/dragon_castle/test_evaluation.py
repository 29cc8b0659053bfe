"""The judgement of positions: what the features say, and that they say nothing nobody knows."""

from __future__ import annotations

from math import isfinite
from random import Random
from typing import Any

import pytest

import tenshu
from tenshu.dragon_castle import DragonCastle
from tenshu.dragon_castle.estimate import total
from tenshu.dragon_castle.evaluation import (
    ALL,
    BASE,
    FEATURES,
    describe,
    name_of_network,
    network_for,
    plays_again,
    tokens_left,
)
from tenshu.table.network import Network
from tests.dragon_castle.seekers import any_move

CARDS = {"spirits": "random:10", "dragons": "random:9"}
GAMES: list[dict[str, Any]] = [{}, {"players": 3}, {"players": 4} | CARDS, {"solo": True}, {"solo": True} | CARDS]
OFFER = {"a1": ["M3"], "c1": ["M3"], "e1": ["S1"], "g1": ["F1"], "h1": ["D3"], "i1": ["F2"]}
"""All can be taken but the Dragon, which is hemmed in."""


def game(seed: object, **options: Any) -> DragonCastle:
    state = tenshu.new_game("dragon-castle", seed=str(seed), **options)
    assert isinstance(state, DragonCastle)
    return state


def position(
    tiles: dict[str, list[str]], castle: dict[str, list[str]] = OFFER, shrines: int = 1, **options: Any
) -> DragonCastle:
    """A position of two with these tiles before the first player, who begins a turn."""
    document = game(1, first=0, **options).to_json()
    document["castle"] = castle
    document["players"][0] |= {"realm": tiles, "shrines": shrines}
    document["players"][1] |= {"shrines": 1}
    document["supply"] = 39 - shrines - sum(stack[-1] == "*" for stack in tiles.values())
    state = tenshu.load(document)
    assert isinstance(state, DragonCastle)
    return state


def told(state: DragonCastle, seat: int = 0) -> dict[str, float]:
    """The features of a seat that are not 0, by name."""
    return {name: value for name, value in zip(FEATURES, describe(state, seat), strict=False) if value}


def chapter(state: DragonCastle, *names: str) -> dict[str, float]:
    """The features whose names begin with one of these words."""
    return {name: value for name, value in told(state).items() if name.partition(".")[0] in names}


def walk(state: DragonCastle, decisions: int, seed: int = 1) -> DragonCastle:
    """The state so many random decisions later, or at the end of the game."""
    rng = Random(seed)
    while decisions and not state.is_over:
        state = state.play(any_move(state, rng))
        decisions -= 1
    return state


# What the features say.


def test_features_have_names() -> None:
    assert len(set(FEATURES)) == len(FEATURES) == ALL
    assert len(describe(game(1), 0)) == BASE < ALL
    assert len(describe(game(1, dragons=["power"]), 0)) == len(describe(game(1, spirits=["wind"]), 1)) == ALL


def test_a_pair_of_merchants() -> None:
    """One more makes three, an available pair makes a set of four for 2 points."""
    assert told(position({"a1": ["M1"], "b1": ["M2"]})) == pytest.approx({
        "group.faction.2.free2": 1, "reach.faction.3": 1, "reach-rest.faction.3": 2 / 24, "growing.floor1": 1,
        "now.two": 2, "now.best": 2, "now.types": 1, "turn.best": 2, "now.shrine": 1, "later.faction": 2 * 2 / 24,
        "pool.1": 1, "open.floor0": 22, "up.floor1": 2, "up.types": 1, "parts": 1, "parts.largest": 22,
        "turn": 1, "rounds": 1, "rounds.near": 1, "tokens": 2, "available": 5, "turn.pairs": 2, "ground": 1,
    })  # fmt: skip


def test_a_seat_that_waits() -> None:
    assert told(position({"a1": ["M1"]}), 1) == pytest.approx({
        "pool.1": 1, "open.floor0": 24, "parts": 1, "parts.largest": 24, "wait": 1, "rounds": 1, "rounds.near": 1,
        "tokens": 2, "available": 5, "ground": 1,
    })  # fmt: skip


def test_a_gap_between_two_clusters() -> None:
    """The tile that closes it joins both; a second one can still be laid beside them."""
    state = position({"a1": ["M1"], "b1": ["M2"], "d1": ["M1"], "e1": ["M2"]})
    assert chapter(state, "group", "reach", "later", "now") == pytest.approx({
        "group.faction.2.free2": 2, "reach.faction.5": 1, "later.faction": 5 * 2 / 24,
        "now.one": 3, "now.two": 5, "now.best": 5, "now.types": 1, "now.shrine": 1,
    })  # fmt: skip


def test_a_second_tile_joins_as_well() -> None:
    state = position({"a1": ["S1"], "c1": ["S1"], "e1": ["S1"]})
    assert chapter(state, "group", "reach", "later") == pytest.approx({
        "group.faction.1.free2": 3, "reach.faction.3": 1, "later.faction": 3 / 24,
    })  # fmt: skip


def test_dragons_bring_a_point_more_when_they_can_be_taken() -> None:
    dragons = {"a1": ["D1"], "b1": ["D1"], "c1": ["D2"]}
    hemmed_in = position(dragons)
    assert chapter(hemmed_in, "now") == {}
    free = position(dragons, {"a1": ["D3"], "b1": ["M1"]}, shrines=0)
    assert chapter(free, "now", "later", "reach-rest", "up", "pool") == pytest.approx({
        "now.one": 3, "now.best": 3, "now.types": 1, "later.special": 3 / 12, "reach-rest.special.4": 1 / 12,
        "up.floor1": 3, "up.dragons": 3, "up.types": 1,
    })  # fmt: skip


def test_two_types_that_would_be_sets() -> None:
    state = position({"a1": ["M1"], "b1": ["M1"], "c1": ["M1"], "a3": ["F1"], "b3": ["F1"], "c3": ["F1"]})
    assert chapter(state, "now", "turn") == {
        "now.one": 2, "now.two": 3, "now.best": 3, "now.second": 2, "now.types": 2, "now.shrine": 1,
        "turn": 1, "turn.best": 3, "turn.second": 2, "turn.pairs": 2,
    }  # fmt: skip


def test_floors() -> None:
    state = position({
        "a1": ["m1", "*"], "b1": ["s1"], "c1": ["s1", "f1"], "d1": ["s2", "f1", "e1"], "a2": ["s2", "w2", "*"],
        "a4": ["S4"], "b4": ["w3", "S5"], "c4": ["w3", "w3", "w3", "D1"],
    })  # fmt: skip
    names = ("open", "up", "growing", "shrines", "conflicts", "parts")
    assert chapter(state, *names) == {
        "open.floor0": 16, "open.floor1": 1, "open.floor2": 1, "open.floor3": 1,
        "up.floor1": 1, "up.floor2": 1, "up.floor3": 1, "up.dragons": 1, "up.types": 2,
        "growing.floor2": 1, "shrines": 2, "conflicts": 1, "parts": 1, "parts.largest": 19,
    }  # fmt: skip
    assert total(state, 0) == 3


def test_a_cluster_that_cannot_grow() -> None:
    state = position({"a1": ["M1"], "b1": ["S1"], "a2": ["F1"]}, realm=[2, 2])
    assert chapter(state, "group", "reach", "parts", "conflicts") == {
        "group.faction.1.free0": 1, "group.faction.1.free1": 2, "reach.faction.2": 3,
        "parts": 1, "parts.largest": 1, "parts.single": 1, "conflicts": 2,
    }  # fmt: skip


def test_only_the_top_floor_and_its_twins() -> None:
    """A single tile is taken from the top floor; its twin may lie on any."""
    castle = {"a1": ["F5", "M3"], "c1": ["M3"], "e1": ["S1"], "f1": ["F6", "M4"]}
    state = position({"a1": ["M1"], "b1": ["M1"]}, castle)
    assert chapter(state, "available", "turn", "rounds", "reach-rest") == pytest.approx({
        "available": 2, "turn": 1, "turn.best": 2, "turn.pairs": 1, "reach-rest.faction.3": 3 / 24,
        "rounds": 2 / 3.4 + 1, "rounds.near": 2 / 3.4 + 1,
    })  # fmt: skip


def test_cards() -> None:
    realm = {
        "a1": ["m1", "*"], "c1": ["M2"], "d1": ["M2"], "e1": ["M1"], "a3": ["D1"], "b3": ["E1"], "f4": ["S2"],
    }  # fmt: skip
    spirits = ["beauty", "cunning", "change", "strength", "faith"]
    state = position(realm, shrines=2, spirits=spirits, dragons=["fortitude", "knowledge", "power"])
    assert {name: value for name, value in zip(FEATURES[BASE:], describe(state, 0)[BASE:], strict=True) if value} == {
        **{f"spirit.{name}": 1 for name in spirits},
        **{f"spirit-shrines.{name}": 2 for name in spirits},
        "dragon.fortitude": 1, "dragon.knowledge": 1, "dragon.power": 1,
        "dragon-points.fortitude": 1, "dragon-points.knowledge": 4, "dragon-points.power": 4,
        "beauty.largest": 2, "cunning.threes": 1, "change.specials": 2, "strength.up": 6,
    }  # fmt: skip
    assert total(state, 0) == 1 + 1 + 4 + 4


def test_who_has_no_turn_left() -> None:
    """In the last round, those who sit between the first player and the one in turn."""
    state = game("last round", players=3, first=1)
    while tokens_left(state) or state.turn.player != 2:
        assert "no-turn-left" not in told(state, 1)
        state = walk(state, 1)
    assert [plays_again(state, seat) for seat in range(3)] == [True, False, True]
    assert ["no-turn-left" in told(state, seat) for seat in range(3)] == [False, True, False]
    assert not any(plays_again(walk(state, 10_000), seat) for seat in range(3))


# Only what everybody knows.


@pytest.mark.parametrize("options", GAMES)
def test_hidden_tiles_do_not_matter(options: dict[str, Any]) -> None:
    state = walk(game("hidden", **options), 25)
    others = [state.determinize(Random(1)), state.seen_by(0), tenshu.load(state.view())]
    assert others[0] != state
    for other in others:
        assert isinstance(other, DragonCastle)
        assert other.doubt == state.doubt > 0
        for seat in range(state.seats):
            assert describe(other, seat) == describe(state, seat)
            assert other.estimate(seat) == state.estimate(seat)


# Estimates.


@pytest.mark.parametrize("options", GAMES)
def test_estimates_all_through_a_game(options: dict[str, Any]) -> None:
    """In the middle of a turn too; in the end an estimate is the total."""
    state = game("estimates", **options)
    while not state.is_over:
        assert state.doubt > 0
        for seat, sheet in enumerate(state.scores()["players"]):
            assert total(state, seat) == sheet["total"]
            assert isfinite(state.estimate(seat))
        state = walk(state, 3)
    assert state.doubt == 0
    assert [state.estimate(seat) for seat in range(state.seats)] == [
        sheet["total"] for sheet in state.scores()["players"]
    ]


def test_a_set_at_hand_is_worth_more_than_scattered_tiles() -> None:
    near = position({"a1": ["M1"], "b1": ["M2"], "c1": ["M4"]})
    far = position({"a1": ["M1"], "c1": ["F2"], "e1": ["S4"]})
    assert near.estimate(0) > far.estimate(0)


def test_the_nearest_network() -> None:
    known = {"1", "2", "2+cards", "4"}
    assert [name_of_network(known, players, False) for players in (1, 2, 3, 4)] == ["1", "2", "2", "4"]
    assert [name_of_network(known, players, True) for players in (1, 2, 3, 4)] == ["1", "2+cards", "2", "4"]
    assert network_for(game(1).setup) is network_for(game(2).setup) is not network_for(game(1, solo=True).setup)


def test_a_network() -> None:
    """Two inputs, two hidden units; the second one is silent below 0."""
    network = Network({
        "bias": 1.0, "linear": [2.0, 3.0], "inner": [[1.0, -1.0], [0.0, 1.0]], "offset": [0.5, 0.0],
        "outer": [10.0, 100.0], "doubt": [4.0, 6.0, 10.0],
    })  # fmt: skip
    assert network([0.0, 0.0]) == 1 + 5
    assert network([2.0, 0.0]) == 1 + 4 + 25
    assert network([1.0, 1.5]) == 1 + 2 + 4.5 + 15 + 50
    assert network([2.0, 0.0, 7.0]) == network([2.0, 0.0])
    assert [network.doubt(rounds) for rounds in (-1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 9.0)] == [4, 4, 5, 6, 8, 10, 10]
