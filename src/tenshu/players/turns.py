"""Turns played in thought."""

from __future__ import annotations

from random import Random

from tenshu.table.state import State

CARE = 3
"""How many ways to go on are compared at each step; turns played wholly at random are worth nothing."""


def sampled_turn(state: State, rng: Random) -> State:
    """An end of the present turn: at each step the best, by the game's estimate, of a few moves that come to mind."""
    seat = state.to_move
    assert seat is not None
    while True:
        moves = state.legal_moves()
        ways = [moves[int(rng.random() * len(moves))] for _ in range(min(CARE, len(moves)))]
        if len(ways) == 1:
            state = state.play(ways[0])
        else:
            state = max((state.play(way) for way in ways), key=lambda after: after.estimate(seat))
        if state.turn_passed:
            return state


def best_turn(state: State, samples: int, rng: Random) -> State:
    """The best end of the present turn, for the player who decides, among sampled ones; at least one is."""
    seat = state.to_move
    assert seat is not None
    ends = [sampled_turn(state, rng) for _ in range(max(1, samples))]
    return max(ends, key=lambda end: end.estimate(seat))
