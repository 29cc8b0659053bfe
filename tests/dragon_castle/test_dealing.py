"""Dealing a game, drawing the hidden tiles anew, and what neither may change."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tenshu
from tenshu.dragon_castle import DragonCastle, layouts, load, new_game
from tenshu.dragon_castle.tiles import FULL_SET, SYMBOLS


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_begins_with_one_shrine(players: int) -> None:
    document = new_game(players=players, seed=1).to_json()
    assert document["supply"] == 40 - players
    assert [player["shrines"] for player in document["players"]] == [1] * players
    assert document["countdown"] == 7
    tiles = Counter(tile for stack in document["castle"].values() for tile in stack)
    assert tiles == Counter(SYMBOLS[tile] for tile in FULL_SET)


def test_a_seed_repeats_the_deal() -> None:
    assert new_game(seed=7) == new_game(seed=7)
    assert new_game(seed="seven") == new_game(seed="seven")
    assert new_game(seed=7) != new_game(seed=8)
    assert new_game() != new_game()


def test_random_cards_are_drawn_from_all() -> None:
    drawn = [new_game(seed=seed, spirits="random:2", dragons="random:3").to_json() for seed in range(60)]
    assert {len(document["spirits"]) for document in drawn} == {2}
    assert {len(document["dragons"]) for document in drawn} == {3}
    assert len({name for document in drawn for name in document["spirits"]}) == 10
    assert len({name for document in drawn for name in document["dragons"]}) == 10
    solo = [new_game(solo=True, seed=seed, dragons="random:9").to_json()["dragons"] for seed in range(5)]
    assert all("power" not in names for names in solo)


def test_the_first_player_is_chosen_or_drawn() -> None:
    assert new_game(players=3, seed=1, first=2).to_json()["turn"] == {"player": 2}
    assert {new_game(players=3, seed=seed, first="random").to_json()["first"] for seed in range(40)} == {0, 1, 2}


@pytest.mark.parametrize("name", ["{}/castle.txt", "{}/castle", "castle.txt"])
def test_a_castle_comes_from_a_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path(name.format(tmp_path))
    path.write_text(layouts.find("keep").text, "utf-8")
    assert new_game(seed=1, layout=str(path)) == new_game(seed=1, layout="keep")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": 5}, "players: must be from 2 to 4, not 5"),
        ({"players": 1}, "players: must be from 2 to 4, not 1"),
        ({"players": True}, "players: must be a whole number, not true"),
        ({"players": 2, "solo": True}, "players: a solo game has one player, not 2"),
        ({"solo": "yes"}, "solo: must be true or false, not 'yes'"),
        ({"seed": 1.5}, "seed: must be a whole number or a text, not 1.5"),
        ({"seed": True}, "seed: must be a whole number or a text, not true"),
        ({"layout": "atlantis"}, "layout: no castle called 'atlantis'; known: basic-2"),
        ({"layout": 3}, "layout: must be a name or a file, not 3"),
        ({"layout": "./nowhere.txt"}, "layout './nowhere.txt': cannot be read (FileNotFoundError)"),
        ({"layout": layouts.parse("111")}, "layout custom: 3 tiles; a castle has exactly 116"),
        ({"spirits": "luck"}, "spirits: no card called 'luck'; known: beauty"),
        ({"spirits": "random:11"}, "spirits: 'random:11': random takes a number from 0 to 10"),
        ({"spirits": "random:x"}, "spirits: 'random:x': random takes a number from 0 to 10"),
        ({"spirits": ["faith", "faith"]}, "spirits: faith is named 2 times"),
        ({"dragons": 7}, "dragons: must be names of cards, not 7"),
        ({"solo": True, "dragons": "power"}, "dragons: power compares neighbours; a solo game has none"),
        ({"solo": True, "dragons": "random:10"}, "dragons: 'random:10': random takes a number from 0 to 9"),
        ({"first": 2}, "first: must be from 0 to 1, not 2"),
        ({"realm": [6]}, "realm: must be columns and rows, not [6]"),
        ({"realm": [5, 4]}, "realm: columns and rows must be even, not 5 and 4"),
        ({"realm": [28, 4]}, "realm[0]: must be from 2 to 26, not 28"),
        ({"realm": [6, 0]}, "realm[1]: must be from 2 to 99, not 0"),
    ],
)
def test_what_cannot_be_dealt_is_said_in_one_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(tenshu.Malformed) as caught:
        tenshu.new_game("dragon-castle", **options)
    assert str(caught.value).startswith(sentence)


def test_a_file_without_an_end_is_not_read_to_its_end() -> None:
    with pytest.raises(tenshu.Malformed, match="longer than"):
        new_game(layout="/dev/zero")


def test_another_game_is_not_loaded() -> None:
    for name in ("aaa", "zzz"):
        with pytest.raises(tenshu.Malformed, match=f"^game: must be 'dragon-castle', not '{name}'"):
            load({**new_game(seed=1).to_json(), "game": name})


def taken(state: DragonCastle) -> list[list[str]]:
    """The moves before and after each tile that can be taken without uncovering anything."""
    lists: list[list[str]] = [list(state.legal_moves())]
    for move in state.legal_moves():
        if state.why_not(move) is None:
            lists.append(list(state.play(move).legal_moves()))
    return lists


@pytest.mark.parametrize("seed", range(4))
def test_drawing_the_hidden_tiles_anew_changes_only_them(seed: int) -> None:
    state: DragonCastle = new_game(seed=seed, spirits=["deep", "deception"])
    rng = Random(seed)
    for _ in range(40):
        state = state.play(rng.choice(state.legal_moves()))
    other = state.determinize(Random(5))
    assert other.view() == state.view()
    assert other != state
    assert taken(other)[0] == list(state.legal_moves())
    again = load(other.to_json())
    assert again == other
    assert taken(again) == taken(other)
    seen = state.seen_by(0)
    assert load(state.view(0)) == seen
    assert taken(load(state.view(0))) == taken(seen)
    assert seen.determinize(Random(5)) == other
