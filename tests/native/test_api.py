"""What the native core offers beyond the rules: numbers of moves, playouts, hidden tiles, batches, limits."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import tenshu
from tenshu.dragon_castle import DragonCastle, parse
from tests.native.lockstep import compare_all_moves, load
from tests.native.test_lockstep import settings

if TYPE_CHECKING:
    import tenshu_native

ALL = {"spirits": "random:10", "dragons": "random:9"}


def deal(**options: Any) -> dict[str, Any]:
    return tenshu.new_game("dragon-castle", **({"seed": 7} | options)).to_json()


def batch(games: int, document: dict[str, Any], **options: Any) -> tenshu_native.Batch:
    from tenshu_native import Batch

    return Batch(games, document, **options)


# The numbers of moves.


@pytest.mark.parametrize("options", [{}, {"realm": [2, 2], "layout": "four-seasons"}, {"realm": [8, 6], "players": 4}])
def test_numbers_and_texts_are_the_same_moves(options: dict[str, Any]) -> None:
    state = load(deal(**options))
    texts = [state.move_of(number) for number in range(state.action_count)]
    assert len(set(texts)) == state.action_count
    assert [state.action_of(text) for text in texts] == list(range(state.action_count))
    assert all(parse(text) == text for text in texts)


def test_how_many_numbers_there_are() -> None:
    """The formula of native/README.md."""
    state = load(deal())
    (columns, rows), realm = state.castle_size, 24
    castle = columns * rows
    assert state.action_count == 3 * castle + 29 * realm + 4 * realm + 10 * (1 + realm) + 2 * realm**2 + 6 * realm + 5


def test_legal_moves_by_number() -> None:
    state = load(deal(**ALL))
    rng = Random(1)
    while not state.is_over:
        actions = state.legal_actions()
        assert [state.move_of(action) for action in actions] == state.legal_moves()
        state.apply(actions[int(rng.random() * len(actions))])


def test_the_board_can_be_fixed() -> None:
    """Stacks vanish during a game; a fixed board keeps the numbers of its moves."""
    document = deal()
    document["castle"] = {cell: stack for cell, stack in document["castle"].items() if cell < "c"}
    assert load(document).castle_size == (2, 8)
    assert load(document, (12, 8)).castle_size == (12, 8)
    assert load(document, (12, 8)).legal_moves() == load(document).legal_moves()
    with pytest.raises(ValueError, match="does not fit"):
        load(document, (1, 8))


# What is refused.


@pytest.mark.parametrize(
    "text", ["", " ", "take", "take z9", "take a1 ", "place M1", "fly a1", "spirit wind", "take\na1"]
)
def test_texts_that_are_no_move(text: str) -> None:
    state = load(deal())
    with pytest.raises(ValueError, match="no move on these boards"):
        state.play(text)


def test_moves_that_are_not_legal() -> None:
    state = load(deal())
    before = state.to_json()
    with pytest.raises(ValueError, match="'summon' is not legal now"):
        state.play("summon")
    for number in (-1, state.action_count):
        with pytest.raises(ValueError, match="not the number of a move"):
            state.apply(number)
    assert state.to_json() == before


@pytest.mark.parametrize(("realm", "fits"), [([26, 2], True), ([2, 22], False), ([2, 20], True), ([8, 8], False)])
def test_realms_that_are_too_large(realm: list[int], fits: bool) -> None:
    from tenshu_native import TooLarge

    document = deal(realm=realm)
    if fits:
        assert load(document).to_json() == document
    else:
        with pytest.raises(TooLarge, match="64 at most"):
            load(document)


@pytest.mark.parametrize(
    ("cell", "fits"), [("p15", True), ("p16", False), ("o16", True), ("a99", True), ("c99", False)]
)
def test_castles_that_are_too_large(cell: str, fits: bool) -> None:
    from tenshu_native import TooLarge

    document = deal() | {"castle": {"a1": ["M1"], cell: ["M1"]}}
    if fits:
        assert load(document).legal_moves() == tenshu.load(document).legal_moves()
    else:
        with pytest.raises(TooLarge, match="256 at most"):
            load(document)


# Copies, chance, hidden tiles.


def test_a_copy_is_its_own_game() -> None:
    state = load(deal(**ALL))
    other = state.copy()
    other.play(other.legal_moves()[0])
    assert other.to_json() != state.to_json() == deal(**ALL)
    assert pickle.loads(pickle.dumps(other)).to_json() == other.to_json()


def test_playouts_can_be_repeated() -> None:
    state = load(deal(**ALL))
    totals, decisions = state.playouts(40, seed=3)
    again, same = state.playouts(40, seed=3, threads=2)
    assert totals.tolist() == again.tolist()
    assert decisions == same
    assert totals.tolist() != state.playouts(40, seed=4)[0].tolist()
    assert state.playout(3) == (totals[0].tolist(), state.playouts(1, seed=3)[1])
    assert state.to_json() == deal(**ALL)


def test_playouts_reach_the_scores_of_the_rules() -> None:
    """The totals of a playout are those of the game that the same choices lead to."""
    state = load(deal())
    games = batch(1, deal(), seed=5, deal="same")
    while True:
        action = games.random_actions()
        state.apply(int(action[0]))
        _, done, totals = games.step(action)
        if done[0]:
            break
    assert state.is_over
    assert totals[0].tolist() == state.totals() == [sheet["total"] for sheet in state.scores()["players"]]


def test_hidden_tiles_are_drawn_anew() -> None:
    document = deal(**ALL)
    state = load(document)
    state.determinize(1)
    drawn = state.to_json()
    assert drawn != document
    assert tenshu.load(drawn).view() == tenshu.load(document).view()
    state.determinize(1)
    other = load(document)
    other.determinize(2)
    assert other.to_json() != drawn
    view = load(tenshu.load(document).view())
    with pytest.raises(ValueError, match="view"):
        view.playouts(1, seed=1)
    view.determinize(5)
    assert tenshu.load(view.to_json()).view() == tenshu.load(document).view()
    assert view.playout(1)[1] > 50


def test_every_hidden_tile_is_equally_likely_everywhere() -> None:
    document = deal() | {"castle": {"a1": ["M1", "S1"], "b1": ["M2", "S2"], "c1": ["M3", "M4", "S3"]}}
    seen = Counter[str]()
    for seed in range(2400):
        state = load(document)
        state.determinize(seed)
        castle = state.to_json()["castle"]
        seen["".join([castle["a1"][0], castle["b1"][0], *castle["c1"][:2]])] += 1
    assert len(seen) == 24
    assert max(seen.values()) < 150 > 100 > min(seen.values()) > 60


# Many games at once.


@pytest.mark.parametrize("options", [{"players": 3} | ALL, {"solo": True}, {"players": 4}])
def test_a_batch_plays_the_rules(options: dict[str, Any]) -> None:
    import numpy as np

    games = batch(5, deal(**options), seed=1, threads=2)
    states = [games.state(i) for i in range(len(games))]
    finished = 0
    for _ in range(1500):
        mask = games.legal_mask()
        assert [np.flatnonzero(row).tolist() for row in mask] == [sorted(state.legal_actions()) for state in states]
        packed = np.unpackbits(games.packed_legal_mask(), axis=1, bitorder="little", count=games.action_count)
        assert packed.astype(bool).tolist() == mask.tolist()
        assert games.to_move().tolist() == [state.to_move for state in states]
        actions = games.random_actions()
        rewards, done, totals = games.step(actions)
        for i, state in enumerate(states):
            state.apply(int(actions[i]))
            assert done[i] == state.is_over
            if state.is_over:
                finished += 1
                assert totals[i].tolist() == state.totals()
                check_rewards(rewards[i].tolist(), state)
                states[i] = games.state(i)
            else:
                assert not rewards[i].any()
    assert finished >= 5


def check_rewards(rewards: list[float], state: tenshu_native.State) -> None:
    ranking = state.scores()["ranking"]
    if state.seats == 1:
        assert rewards == state.totals()
        return
    assert abs(sum(rewards)) < 1e-5
    by_place = [rewards[place[0]] for place in ranking]
    assert by_place == sorted(by_place, reverse=True)
    assert all(rewards[seat] == rewards[place[0]] for place in ranking for seat in place)


def test_what_a_new_game_draws() -> None:
    document = deal()
    dealt = {kind: batch(3, document, seed=1, deal=kind).state(0).to_json() for kind in ("new", "covered", "same")}
    assert dealt["same"] == document
    assert tenshu.load(dealt["covered"]).view() == tenshu.load(document).view()
    assert dealt["covered"] != document
    assert {cell: len(stack) for cell, stack in dealt["new"]["castle"].items()} == {
        cell: len(stack) for cell, stack in document["castle"].items()
    }
    assert tenshu.load(dealt["new"]).view() != tenshu.load(document).view()
    assert batch(3, document, seed=1).state(2).to_json() != dealt["new"]
    assert batch(3, document, seed=1).state(0).to_json() == dealt["new"]


def test_positions_a_batch_cannot_begin_with() -> None:
    import tenshu_native

    document = deal()
    state = load(document)
    state.play(state.legal_moves()[0])
    with pytest.raises(ValueError, match="start of a turn"):
        batch(2, state.to_json())
    assert len(batch(2, state.to_json(), deal="covered")) == 2
    while not state.is_over:
        state.play(state.legal_moves()[-1])
    with pytest.raises(ValueError, match="over"):
        batch(2, state.to_json())
    with pytest.raises(ValueError, match="view"):
        batch(2, tenshu.load(document).view())
    assert state.playouts(3, seed=1)[1] == 0
    assert issubclass(tenshu_native.TooLarge, ValueError)


def test_an_illegal_action_stops_the_whole_step() -> None:
    import numpy as np

    games = batch(3, deal())
    before = [games.state(i).to_json() for i in range(3)]
    actions = games.random_actions()
    actions[1] = games.action_count - 1
    with pytest.raises(ValueError, match=r"actions\[1\]"):
        games.step(actions)
    with pytest.raises(ValueError, match="one number for each game"):
        games.step(np.zeros(2, np.int32))
    assert [games.state(i).to_json() for i in range(3)] == before


def test_arrays_show_what_everybody_can_see() -> None:
    document = deal(**ALL)
    state = load(document)
    hidden = load(document)
    hidden.determinize(3)
    for name, array in state.arrays().items():
        assert array.tolist() == hidden.arrays()[name].tolist()
    arrays = state.arrays()
    assert arrays["castle"].shape == (1, 2, 8, 12)
    assert int(arrays["castle"][0, 0].sum()) == 116
    assert int(arrays["unseen"].sum()) == sum(len(stack) - 1 for stack in document["castle"].values())


@pytest.mark.parametrize("number", range(20))
def test_a_position_comes_back_from_its_arrays(number: int) -> None:
    """At the starts of turns: the same picture, the same moves and scores; and the same game from there on."""
    import tenshu_native

    options, choose = settings(number)
    python = tenshu.new_game("dragon-castle", seed=f"arrays {number}", **options)
    assert isinstance(python, DragonCastle)
    board, rng, turns = (python.castle.grid.columns, python.castle.grid.rows), Random(number), 0
    cards = {name: python.to_json()[name] for name in ("spirits", "dragons", "first")}
    while True:
        if (python.turn.is_start and turns % 5 == 0) or python.is_over:
            view = load(python.view(), board)
            again = tenshu_native.State.from_arrays(load(python.to_json(), board).arrays(), **cards)
            check_from_arrays(view, again, rng)
        turns += python.turn.is_start
        if python.is_over:
            break
        python = python.play(choose(python, rng))
    assert turns


def check_from_arrays(view: tenshu_native.State, again: tenshu_native.State, rng: Random) -> None:
    for name, array in view.arrays().items():
        assert array.tolist() == again.arrays()[name].tolist()
    told, expected = again.to_json(), view.to_json()
    for name in expected:
        if name not in ("players", "ingenuity"):
            assert told[name] == expected[name]
    assert tenshu.load(told).to_json() == told
    view.determinize(1)
    again.determinize(1)
    for _ in range(30):
        moves = view.legal_moves()
        assert again.legal_moves() == moves
        assert again.scores() == view.scores()
        assert (again.to_move, again.is_over, again.castle_size) == (view.to_move, view.is_over, view.castle_size)
        if not moves:
            break
        move = moves[int(rng.random() * len(moves))]
        view.play(move)
        again.play(move)


def test_one_game_of_many_comes_back_from_the_arrays() -> None:
    import tenshu_native

    games = batch(4, deal(players=3), seed=1)
    for game in range(4):
        again = tenshu_native.State.from_arrays(games.arrays(), game=game)
        assert again.to_json()["castle"] == tenshu.load(games.state(game).to_json()).view()["castle"]
    for game in (-1, 4):
        with pytest.raises(IndexError, match="no such game"):
            tenshu_native.State.from_arrays(games.arrays(), game=game)


def test_arrays_that_are_no_position() -> None:
    import numpy as np
    import tenshu_native

    state = load(deal(**ALL))
    good = {name: array.astype(np.int64) for name, array in state.arrays().items()}
    assert tenshu_native.State.from_arrays(good).legal_moves()

    def refused(told: str, name: str, place: tuple[int, ...], value: int) -> None:
        wrong = good[name].copy()
        wrong[place] = value
        with pytest.raises(ValueError, match=told):
            tenshu_native.State.from_arrays(good | {name: wrong})

    cell = tuple(int(i) for i in np.argwhere(good["castle"][0, 0] > 1)[0])
    refused("arrays.castle: has a height", "castle", (0, 0, *cell), 4)
    refused("arrays.castle: has a number that is not a tile", "castle", (0, 1, *cell), -1)
    refused("arrays.castle: has a number that is not a tile", "castle", (0, 1, *cell), 29)
    refused("unseen: must count the tiles the castle hides", "castle", (0, 0, *cell), 1)
    refused("arrays.unseen: has a number", "unseen", (0, 3), 5)
    refused("arrays.realms: has a number that is not a tile", "realms", (0, 0, 0, 0, 0), 1)
    refused("arrays.realms: has a number that is not a tile", "realms", (0, 0, 0, 0, 0), -7)
    refused("turn.player: must be from 0 to 1", "turn", (0, 0), 2)
    refused("supply: must be from 0 to 40", "turn", (0, 1), -1)
    refused("arrays.turn: must be the start of a turn", "turn", (0, 3), 5)
    refused("arrays.turn: must be the start of a turn", "turn", (0, 5), 1)
    refused("vp: must be from 0", "seats", (0, 0, 0), -1)
    for name, array in good.items():
        with pytest.raises(ValueError, match=f"arrays.{name}: is missing"):
            tenshu_native.State.from_arrays({other: good[other] for other in good if other != name})
        with pytest.raises(ValueError, match=f"arrays.{name}: must be an array of numbers"):
            tenshu_native.State.from_arrays(good | {name: array[0]})
        with pytest.raises(ValueError, match="shapes that do not fit"):
            tenshu_native.State.from_arrays(good | {name: np.concatenate([array, array])})
    tall = good["realms"].copy()
    tall[0, 0, 0, 0, 0], tall[0, 0, 1, 0, 0] = 116, 0
    with pytest.raises(ValueError, match=r"arrays.realms: there are not so many tiles|is there more than"):
        tenshu_native.State.from_arrays(good | {"realms": tall})
    with pytest.raises(ValueError, match="spirits: is not a known name"):
        tenshu_native.State.from_arrays(good, spirits=["fly"])


def test_what_destruction_uncovers_in_a_view() -> None:
    """In solo the turn is over then and the Dragon answers: it must not look at a tile that nobody knows."""
    document = deal(solo=True, spirits=["destruction"])
    document["castle"] = {"a1": ["M1", "M2", "S1"], "c1": ["M3", "M4"], "e1": ["F1", "F2"]}
    document["turn"] = {
        "player": 0, "phase": "end", "doing": "destruction", "picked": ["W1", "W1"], "used": ["destruction"],
    }  # fmt: skip
    state: Any = tenshu.load(document)
    assert "destroy a1" in state.legal_moves()
    compare_all_moves(state, load(document), "full")
    compare_all_moves(state.seen_by(), load(state.view()), "view")


def test_the_portable_level_plays_the_same() -> None:
    """The code for every processor and the code for this one draw the same games."""
    script = (
        "import sys, json, tenshu_native as t;"
        "s = t.State(json.load(sys.stdin)); a, n = s.playouts(200, seed=1); print(t.LEVEL, n, a.sum())"
    )
    import json

    told = []
    for level in ("portable", ""):
        environment = os.environ | {"TENSHU_NATIVE_LEVEL": level}
        done = subprocess.run(
            [sys.executable, "-c", script],
            input=json.dumps(deal(**ALL)), env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        told.append(done.stdout.split())
    assert told[0][0] == "portable"
    assert told[0][1:] == told[1][1:]
