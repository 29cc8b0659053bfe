"""Turns played in thought."""

from __future__ import annotations

from random import Random

from tenshu.table.state import State

Line = list[State]
"""The states a turn goes through, from somewhere in it to its end."""


def any_turn(start: Line, rng: Random) -> Line:
    """A turn that begins with these states and goes on as it plausibly may, one move at least."""
    line = start.copy()
    while True:
        line.append(line[-1].play(line[-1].plausible(rng)))
        if line[-1].turn_passed:
            return line


def varied(line: Line, rng: Random) -> Line:
    """Another turn that begins like this one, up to some moment, and goes on at random. Good turns are found by varying
    the best one so far: turns played wholly at random are worth little."""
    kept = 1 + int(rng.random() * max(1, len(line) - 1))
    return any_turn(line[:kept], rng)


def best_turn(state: State, samples: int, rng: Random) -> State:
    """The best end of the present turn, for the player who decides, among some that were tried; one is at least."""
    seat = state.to_move
    assert seat is not None
    best = any_turn([state], rng)
    worth = best[-1].estimate(seat)
    for _ in range(samples - 1):
        line = varied(best, rng)
        found = line[-1].estimate(seat)
        if found > worth:
            best, worth = line, found
    return best[-1]
