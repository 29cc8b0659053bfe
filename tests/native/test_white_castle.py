"""The White Castle in C++ plays the rules of the Python text: at every decision the same legal moves in the same order,
the same document, the same scores; in random games and in every position of the rule cases."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import tenshu
from tenshu.players.roster import searcher_for
from tenshu.table.search import Budget
from tenshu.table.state import Document, State
from tenshu.white_castle import WhiteCastle
from tenshu.white_castle.evaluation import describe, network_for
from tenshu.white_castle.native import arrays

if TYPE_CHECKING:
    from tenshu_native import white_castle

BATCHES = 24
DECISIONS_IN_A_BATCH = int(os.environ.get("TENSHU_LOCKSTEP_DECISIONS", "5000"))
KINDS: list[dict[str, Any]] = [
    {"players": 2}, {"players": 3}, {"players": 4}, {"solo": "easy"}, {"solo": "medium"}, {"solo": "hard"},
]  # fmt: skip


def load(document: Document) -> white_castle.State:
    from tenshu_native import white_castle

    return white_castle.State(document)


def compare(python: State, native: white_castle.State, told: object) -> list[str]:
    """Fails unless both say the same of this moment; gives its legal moves."""
    document, moves = python.to_json(), [str(move) for move in python.legal_moves()]
    sides = [
        ("documents", document, native.to_json()),
        ("legal moves", moves, native.legal_moves()),
        ("scores", python.scores(), native.scores()),
        ("ends", python.is_over, native.is_over),
    ]
    for what, ours, theirs in sides:
        if ours != theirs:
            pytest.fail(
                f"{told}: {what} differ\n  Python: {json.dumps(ours)}\n  native: {json.dumps(theirs)}\n"
                f"  position: {json.dumps(document)}",
                pytrace=False,
            )
    return moves


def follow(start: State, rng: Random, told: object) -> int:
    """Plays a game in both and compares every decision; gives how many were compared."""
    python, native, decisions = start, load(start.to_json()), 0
    while moves := compare(python, native, (told, decisions)):
        # What is declined or stopped at ends much: it is chosen less often, so that games become rich.
        rich = [move for move in moves if move.split()[0] not in ("skip", "stop", "end")]
        move = rng.choice(rich if rich and rng.random() < 0.8 else moves)
        python = python.play(move)
        native.play(move)
        decisions += 1
    return decisions


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games(batch: int) -> None:
    decisions = 0
    for number in range(1000):
        kind = KINDS[(batch + number) % len(KINDS)]
        seed = batch * 1000 + number
        start = tenshu.new_game("white-castle", seed=seed, **kind)
        decisions += follow(start, Random(seed), (kind, seed))
        if decisions >= DECISIONS_IN_A_BATCH:
            return
    pytest.fail("games have become too short for so many decisions")


def positions() -> Iterator[State]:
    for number, kind in enumerate(KINDS * 3):
        rng = Random(number)
        state: State = tenshu.new_game("white-castle", seed=number, **kind)
        while not state.is_over:
            yield state
            state = state.play(rng.choice(state.legal_moves()))


def test_every_move_of_many_positions() -> None:
    for number, state in enumerate(positions()):
        if number % 7:
            continue
        for move in state.legal_moves():
            native = load(state.to_json())
            native.play(move)
            compare(state.play(move), native, (number, str(move)))


def test_a_view_has_the_moves_of_its_position_and_keeps_what_is_hidden() -> None:
    refused = 0
    for number, state in enumerate(positions()):
        if number % 5:
            continue
        seat = state.to_move
        native = load(state.view(seat))
        assert native.legal_moves() == [str(move) for move in state.legal_moves()]
        with pytest.raises(ValueError, match="the position is a view"):
            native.to_json()
        seen = state.seen_by(seat)
        for move in native.legal_moves():
            other = native.copy()
            if seen.why_not(move) is None:
                other.play(move)
                continue
            refused += 1
            with pytest.raises(ValueError, match="turns over something nobody knows"):
                other.play(move)
            assert other.legal_moves() == native.legal_moves()
    assert refused > 10


def test_determinizing_keeps_the_view() -> None:
    different = 0
    for number, state in enumerate(positions()):
        if number % 11:
            continue
        native = load(state.view(state.to_move))
        native.determinize(number)
        drawn = tenshu.load(native.to_json())
        assert drawn.view(drawn.to_move) == state.view(state.to_move)
        different += drawn.to_json() != state.to_json()
    assert different > 10


def test_playouts_are_whole_games_and_do_not_depend_on_threads() -> None:
    native = load(tenshu.new_game("white-castle", players=3, seed=3).to_json())
    totals, decisions = native.playouts(50, seed=1, determinize=True)
    again, as_many = native.playouts(50, seed=1, determinize=True, threads=2)
    assert totals.shape == (50, 3)
    assert (totals == again).all()
    assert decisions == as_many
    assert decisions > 50 * 27
    other, _ = native.playouts(50, seed=2, determinize=True)
    assert (totals != other).any()


# The judgement and the search.


def test_both_texts_of_the_judgement_see_and_expect_the_same() -> None:
    for number, state in enumerate(positions()):
        if number % 6:
            continue
        assert isinstance(state, WhiteCastle)
        native, network = load(state.to_json()), network_for(state)
        for seat in range(native.seats):
            assert native.features(seat) == pytest.approx(describe(state, seat), abs=1e-5)
            if seat < state.seats:
                assert native.estimate(arrays(network), seat) == pytest.approx(state.estimate(seat), abs=1e-2)


def test_the_judgement_knows_nothing_hidden() -> None:
    for number, state in enumerate(positions()):
        if number % 23:
            continue
        seen, seat = load(state.view(state.to_move)), 0
        assert seen.features(seat) == load(state.to_json()).features(seat)


def test_a_search_is_the_same_for_the_same_seed_and_knows_nothing_hidden() -> None:
    for number, state in enumerate(positions()):
        if number % 97:
            continue
        other = state.determinize(Random(number))
        answers = [
            searcher_for(one).think(one.seen_by(one.to_move), Budget(simulations=20), Random(5)).candidates
            for one in (state, state, other)
        ]
        assert answers[0] == answers[1] == answers[2]
        assert {each.move for each in answers[0]} == set(state.legal_moves())
        assert all(each.win is not None and 0 <= each.win <= 1 for each in answers[0])


def test_a_search_finds_the_best_last_move() -> None:
    """The last decision of a game: the truth is known for every move."""
    found = 0
    for seed in range(12):
        state: State = tenshu.new_game("white-castle", players=2, seed=seed)
        rng, before = Random(seed), None
        while not state.is_over:
            before, state = state, state.play(rng.choice(state.legal_moves()))
        assert before is not None
        seat = before.to_move
        ends = {str(move): before.play(move) for move in before.legal_moves()}
        if not all(end.is_over for end in ends.values()) or len(ends) < 2:
            continue
        totals = {move: end.scores()["players"][seat]["total"] for move, end in ends.items()}
        best = searcher_for(before).think(before.seen_by(seat), Budget(simulations=50), Random(1)).best
        wins = {move: end.scores()["ranking"][0] == seat for move, end in ends.items()}
        assert wins[best.move] == max(wins.values())
        if len(set(wins.values())) == 1:
            assert totals[best.move] == max(totals.values())
        found += 1
    assert found >= 3


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"game": "dragon-castle"}, "game"),
        ({"round": 4}, "round"),
        ({"order": [0, 0]}, "order"),
        ({"players": []}, "players"),
        ({"turn": {"player": 0, "stack": [{"sing": True}]}}, "turn.stack"),
        ({"turn": {"player": 0, "stack": [{"do": ["9999f"]}]}}, "turn.stack"),
        ({"turn": {"player": 7}}, "turn.player"),
    ],
)
def test_what_cannot_be_played_with_safely_is_refused(change: Document, place: str) -> None:
    document = tenshu.new_game("white-castle", players=2, seed=1).to_json() | change
    with pytest.raises(ValueError, match=f"^{place}: "):
        load(document)
