"""The last plies of a game in memory: whatever is not kept is the same when it is played again."""

from __future__ import annotations

from random import Random

import pytest

import tenshu.games  # noqa: F401  (makes the games known)
from tenshu.server.tables.trail import MEMORY, SNAPSHOT_EVERY, Trail
from tenshu.table.games import find_game
from tenshu.table.state import State


@pytest.fixture(scope="module")
def game() -> tuple[list[State], list[str]]:
    rng = Random(7)
    states, moves = [find_game("dragon-castle").new(players=2, seed="trail")], list[str]()
    while len(moves) < 2 * MEMORY:
        moves.append(str(states[-1].plausible(rng)))
        states.append(states[-1].play(moves[-1]))
    return states, moves


def test_a_trail_is_the_last_states(game: tuple[list[State], list[str]]) -> None:
    states, moves = game
    trail = Trail(states[:1])
    for ply, move in enumerate(moves, 1):
        trail = trail.played(move, states[ply])
        assert len(trail) == ply + 1 if ply <= MEMORY else MEMORY < len(trail) <= MEMORY + SNAPSHOT_EVERY
        assert trail.last is states[ply]
        assert trail.last_but_one is states[ply - 1]
        if ply % 11 == 0:
            assert trail == tuple(states[ply + 1 - len(trail) : ply + 1])
            assert [state.events for state in trail][1:] == [
                state.events for state in states[ply + 2 - len(trail) : ply + 1]
            ]
    assert sum(state is not None for state in trail._states) <= MEMORY // SNAPSHOT_EVERY + 3


def test_it_does_not_matter_how_it_came_about(game: tuple[list[State], list[str]]) -> None:
    states, moves = game
    at_once, grown = Trail(states[:40], moves[:39]), Trail(states[:1])
    for move, after in zip(moves[:39], states[1:40], strict=True):
        grown = grown.played(move, after)
    assert at_once == grown
    assert at_once._states == grown._states
    assert at_once._moves == grown._moves


@pytest.mark.parametrize("end", [1, 2, 16, 17, 18, 33, 39, 40])
def test_going_back_and_on(game: tuple[list[State], list[str]], end: int) -> None:
    states, moves = game
    trail = Trail(states[:40], moves[:39])
    back = trail[:end]
    assert back == tuple(states[:end])
    assert back.last == states[end - 1]
    assert back.last_but_one == (states[end - 2] if end > 1 else None)
    assert back.played(moves[end - 1], states[end]) == tuple(states[: end + 1])
    assert trail[-end] == states[40 - end]
    assert trail[-end:] == tuple(states[40 - end : 40])


def test_nothing_before_the_game() -> None:
    assert not Trail()
    assert len(Trail()) == 0
    assert Trail() == Trail()
    assert Trail()[:0] == ()
    assert Trail().last_but_one is None
