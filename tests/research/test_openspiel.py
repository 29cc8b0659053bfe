"""OpenSpiel's own tests of a game, and that its chance is ours."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, mcts

import tenshu.research.openspiel  # registers the games
from tenshu.dragon_castle.encoding import CASTLE
from tenshu.table.state import State

GAMES = [
    "dragon_castle",
    "dragon_castle(players=4,spirits=faith wind,dragons=power)",
    "dragon_castle(solo=true)",
    "white_castle",
    "white_castle(players=4)",
    "white_castle(solo=hard)",
]
__all__ = ["tenshu"]


def random_walk(name: str, seed: int) -> Any:
    state, rng = pyspiel.load_game(name).new_initial_state(), Random(seed)
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
    yield state


@pytest.mark.parametrize("name", GAMES)
def test_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["dragon_castle(solo=true)", "white_castle(solo=easy)"])
def test_a_playthrough_can_be_written(name: str) -> None:
    lines = generate_playthrough.playthrough_lines(name, seed=1, alsologtostdout=False)
    text = "\n".join(lines)
    assert f'short_name = "{name.partition("(")[0]}"' in text
    assert "IsTerminal() = True" in text


@pytest.mark.parametrize("name", GAMES)
def test_a_game_ends_with_its_returns(name: str) -> None:
    game = pyspiel.load_game(name)
    *_, last = random_walk(name, 1)
    if game.num_players() == 1:
        assert 0 <= last.returns()[0] <= game.max_utility()
    else:
        assert sum(last.returns()) == pytest.approx(0)
        assert max(last.returns()) <= 1
    assert last.move_number() <= game.max_game_length()


def test_nothing_is_known_before_it_is_drawn() -> None:
    """What is open was drawn, what is hidden is `?`, and the chances are those of the unseen tiles."""
    draws = 0
    for state in random_walk("dragon_castle(players=3,spirits=destruction)", 2):
        table: State | None = state.table
        if state.is_chance_node():
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
            draws += 1
        if table is None:
            continue
        view = table.view()
        shown = Counter(tile for stack in view["castle"].values() for tile in stack)
        assert shown["?"] == sum(view["unseen"].values())
        if state.is_chance_node():
            unseen = list(view["unseen"].values())
            assert [chance for _, chance in state.chance_outcomes()] == pytest.approx(
                [many / sum(unseen) for many in unseen]
            )
    assert draws <= 116


def test_solo_draws_for_the_dragon_too() -> None:
    waiting = [
        str(state)
        for state in random_walk("dragon_castle(solo=true)", 3)
        if state.is_chance_node() and state.table is not None
    ]
    assert waiting
    assert all(text.rpartition(", then ")[2] in CASTLE.index for text in waiting)
    assert any(" place " in text or " pass" in text for text in waiting), "the end of a turn waits for the Dragon"


def test_tensors_are_the_encoding() -> None:
    from tenshu.dragon_castle.encoding import ENCODING

    game = pyspiel.load_game("dragon_castle")
    for state in random_walk("dragon_castle", 4):
        if state.table is None or state.move_number() % 25:
            continue
        for seat in range(2):
            tensor = np.array(state.observation_tensor(seat), np.uint8)
            assert bytes(tensor) == bytes(ENCODING.observe(state.table, seat))
    assert game.observation_tensor_shape() == [539]


@pytest.mark.parametrize("name", ["dragon_castle(solo=true)", "white_castle"])
def test_its_mcts_plays(name: str) -> None:
    game = pyspiel.load_game(name)
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 4, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    state, rng, moves = game.new_initial_state(), Random(1), 0
    while not state.is_terminal() and moves < 12:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            moves += 1
    assert moves == 12


@pytest.mark.parametrize("name", ["dragon_castle(players=5)", "dragon_castle(spirits=random:2)"])
def test_what_cannot_be_dealt_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"players|no card"):
        pyspiel.load_game(name)
