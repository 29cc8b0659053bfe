"""Speed of the rules in plain Python, beside catanatron, in one run on one core.

    make bench

Both sides play random moves; both are timed in turns, several rounds each, and the fastest round of each side counts,
in processor time, so that a busy machine disturbs neither much. A decision is one legal move chosen and played, the
listing of the next legal moves included. A copy is an independent state that can be played on. Dealing is not timed on
either side.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from time import process_time

from catanatron import Color, Game, RandomPlayer

import tenshu

DRAGON_CASTLE, WHITE_CASTLE = "dragon-castle", "white-castle"
ROUNDS = 5
SECONDS = 1.5
"""Of each measurement, at least."""
MOST_TURNS = 1000
Count = Callable[[int], tuple[int, float]]
"""Does some work for a seed; gives how much was done and the seconds it took."""


def catan_game(seed: int) -> Game:
    random.seed(seed)  # noqa: TID251  (catanatron draws from the global source)
    return Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)


def catan_decisions(seed: int) -> tuple[int, float]:
    game = catan_game(seed)
    done = 0
    start = process_time()
    while game.winning_color() is None and game.state.num_turns < MOST_TURNS:
        game.play_tick()
        done += 1
    return done, process_time() - start


def catan_copies(seed: int) -> tuple[int, float]:
    game = catan_game(seed)
    for _ in range(150):
        game.play_tick()
    start = process_time()
    for _ in range(1000):
        game.copy()
    return 1000, process_time() - start


def our_decisions(game: str, **options: object) -> Count:
    def count(seed: int) -> tuple[int, float]:
        state = tenshu.new_game(game, seed=seed, players=2, **options)
        chance = random.Random(seed).random
        done = 0
        start = process_time()
        while moves := state.legal_moves():
            state.advance(moves[int(chance() * len(moves))])
            done += 1
        return done, process_time() - start

    return count


def our_copies(game: str, moves: int) -> Count:
    """Copies of a state in the middle of a game, after so many moves."""

    def count(seed: int) -> tuple[int, float]:
        state = tenshu.new_game(game, seed=seed, players=2)
        rng = random.Random(seed)
        for _ in range(moves):
            state = state.play(rng.choice(state.legal_moves()))
        copy = state.copy
        start = process_time()
        for _ in range(10_000):
            copy()
        return 10_000, process_time() - start

    return count


def rate(count: Count, first_seed: int) -> float:
    """How much is done a second."""
    done, spent, seed = 0, 0.0, first_seed
    while spent < SECONDS:
        more, seconds = count(seed)
        done += more
        spent += seconds
        seed += 1
    return done / spent


@dataclass(frozen=True)
class Comparison:
    what: str
    ours: Count
    theirs: Count
    wanted: float


COMPARISONS = (
    Comparison("Dragon Castle, decisions/s", our_decisions(DRAGON_CASTLE), catan_decisions, 5),
    Comparison(
        "… with 3 spirits and 3 dragons",
        our_decisions(DRAGON_CASTLE, spirits="random:3", dragons="random:3"),
        catan_decisions,
        2,
    ),
    Comparison("Dragon Castle, state copies/s", our_copies(DRAGON_CASTLE, 60), catan_copies, 10),
    Comparison("The White Castle, decisions/s", our_decisions(WHITE_CASTLE), catan_decisions, 3),
    Comparison("The White Castle, state copies/s", our_copies(WHITE_CASTLE, 25), catan_copies, 10),
)


def main() -> int:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    peer = version("catanatron")
    print(f"Tenshu {tenshu.__version__} beside catanatron {peer}, two players, random moves, one core,")
    print(f"Python {sys.version.split()[0]}; the fastest of {ROUNDS} rounds of each side.\n")
    print(f"{'':38}{'Tenshu':>12}{'catanatron':>12}{'ratio':>8}{'wanted':>8}")
    missed = False
    for comparison in COMPARISONS:
        ours = theirs = 0.0
        for number in range(ROUNDS):
            theirs = max(theirs, rate(comparison.theirs, 1000 * number))
            ours = max(ours, rate(comparison.ours, 1000 * number))
        ratio = ours / theirs
        missed |= ratio < comparison.wanted
        print(f"{comparison.what:38}{ours:12,.0f}{theirs:12,.0f}{ratio:7.1f}x{comparison.wanted:7.0f}x", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
