"""Speed of the native core beside OpenSpiel, random play inside C++ on both sides, in one run.

    python benchmarks/native.py

A decision is one legal move chosen at random, all equally likely, and played, the next legal moves found. Ours:
`State.playouts`. Theirs: OpenSpiel's `RandomRolloutEvaluator`, which Python can only run through `MCTSBot.mcts_search`;
with one simulation that is one evaluation of the start of the game, all its rollouts inside C++. It does not tell how
many moves it made: rollouts are multiplied with the mean length of random games played beforehand, of which the
standard error is printed. Both sides are timed in turns, several rounds each, and the fastest round of each counts, so
that a busy machine disturbs both alike.

A simulation of UCT is one way down the tree from the opening of a two-player game, a new node at its end, one random
playout from there and its result carried back; hidden tiles are drawn anew in each. Ours: `Search` in the style
`plain`. Theirs: `MCTSBot` with one rollout for each simulation. Every search begins with an empty tree; theirs are
smaller ones, in which they are a little faster.

One thread is timed by the processor time it used. Two threads are timed by the clock, which means something only while
the machine is otherwise idle, and by their processor time: that tells whether they get in each other's way.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from math import sqrt
from random import Random
from statistics import mean, stdev
from time import perf_counter, process_time, thread_time

import numpy as np
import pyspiel
import tenshu_native

import tenshu

ROUNDS = 7
SECONDS = 0.6
"""Of each measurement, at least."""
DEALS = 24
"""So many draws of three spirits and three dragons; each gets an equal number of games."""
GAMES_FOR_LENGTH = 400
SIMULATIONS = 20_000
"""In one tree; two threads grow two of them."""
PEER_SIMULATIONS = 500
"""In one of theirs: with more of them they were slower."""
WANTED = {"base": 20e6, "cards": 10e6, "quoridor": 8.0, "UCT": 100e3, "threads": 1.8}
Rate = Callable[[], float]
"""Measures once: how much is done a second."""
Clock = Callable[[], float]


@dataclass(frozen=True)
class Peer:
    """A game of OpenSpiel."""

    name: str
    length: float
    error: float
    game: pyspiel.Game

    @classmethod
    def of(cls, name: str) -> Peer:
        game = pyspiel.load_game(name)
        lengths = [random_length(game.new_initial_state(), Random(seed)) for seed in range(GAMES_FOR_LENGTH)]
        return cls(name, mean(lengths), stdev(lengths) / sqrt(len(lengths)), game)

    def bot(self, simulations: int, rollouts: int) -> pyspiel.MCTSBot:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=rollouts)
        return pyspiel.MCTSBot(
            self.game, evaluator, uct_c=sqrt(2), max_simulations=simulations, max_memory_mb=1000, solve=False, seed=1,
            verbose=False,
        )  # fmt: skip

    def simulations(self) -> float:
        done, start = 0, thread_time()
        while thread_time() - start < SECONDS / 2:
            self.bot(PEER_SIMULATIONS, 1).mcts_search(self.game.new_initial_state())
            done += PEER_SIMULATIONS
        return done / (thread_time() - start)

    def decisions(self) -> float:
        rollouts = 8
        while True:
            bot, state = self.bot(1, rollouts), self.game.new_initial_state()
            start = thread_time()
            bot.mcts_search(state)
            spent = thread_time() - start
            if spent >= SECONDS / 2:
                return rollouts * self.length / spent
            rollouts *= 2


def random_length(state: pyspiel.State, rng: Random) -> int:
    moves = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(rng.random() * len(actions))])
        moves += 1
    return moves


def starts(deals: int, **options: object) -> list[tenshu_native.State]:
    return [
        tenshu_native.State(tenshu.new_game("dragon-castle", seed=seed, players=2, **options).to_json())
        for seed in range(deals)
    ]


def decisions(positions: list[tenshu_native.State], threads: int = 1, clock: Clock = thread_time) -> Rate:
    """Playouts from each of the positions; all decisions over all time."""

    def measure() -> float:
        games = 64
        while True:
            start = clock()
            done = sum(position.playouts(games, seed=games, threads=threads)[1] for position in positions)
            spent = clock() - start
            if spent >= SECONDS / 2:
                return done / spent
            games *= 2

    return measure


def simulations(position: tenshu_native.State, threads: int = 1, clock: Clock = thread_time) -> Rate:
    """UCT from the opening, a tree for each thread. What the search says it has done counts: it may stop early."""
    network = silent()

    def measure() -> float:
        done, number, spent = 0, 0, 0.0
        while spent < SECONDS / 2:
            search = tenshu_native.Search(network, {"plain": True})
            start = clock()
            done += search.think(position, simulations=SIMULATIONS * threads, threads=threads, seed=number)[1]
            spent += clock() - start
            number += 1
        return done / spent

    return measure


def silent() -> dict[str, object]:
    """A judgement that says nothing; plain playouts ask for none."""
    inputs = tenshu_native.BASE_FEATURES
    shapes = {"linear": inputs, "inner": (inputs, 1), "offset": 1, "outer": 1, "doubt": 2}
    return {"bias": 0.0} | {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}


def steps(games: int) -> Rate:
    """Decisions through the batch interface: a mask of legal moves and a step for all games at once."""
    batch = tenshu_native.Batch(games, tenshu.new_game("dragon-castle", seed=1, players=2).to_json())

    def measure() -> float:
        done, start = 0, thread_time()
        while thread_time() - start < SECONDS / 2:
            batch.packed_legal_mask()
            batch.step(batch.random_actions())
            done += games
        return done / (thread_time() - start)

    return measure


def main() -> int:
    base, cards = starts(4), starts(DEALS, spirits="random:3", dragons="random:3")
    peers = [Peer.of("quoridor"), Peer.of("amazons")]
    rates: dict[str, Rate] = {"base": decisions(base), "cards": decisions(cards), "batch": steps(1024)}
    rates |= {peer.name: peer.decisions for peer in peers} | {"UCT": simulations(base[0])}
    rates |= {f"UCT {peer.name}": peer.simulations for peer in peers}
    two = len(os.sched_getaffinity(0)) >= 2 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) >= 2
    if two:
        rates |= {
            "base, clock": decisions(base, 2, perf_counter),
            "base, processors": decisions(base, 2, lambda: process_time() / 2),
            "cards, clock": decisions(cards, 2, perf_counter),
            "cards, processors": decisions(cards, 2, lambda: process_time() / 2),
            "UCT, clock": simulations(base[0], 2, perf_counter),
            "UCT, processors": simulations(base[0], 2, lambda: process_time() / 2),
        }
    best = dict.fromkeys(rates, 0.0)
    for _ in range(ROUNDS):
        for name, rate in rates.items():
            best[name] = max(best[name], rate())
    return report(best, peers, two)


def report(best: dict[str, float], peers: list[Peer], two: bool) -> int:
    print(
        f"tenshu-native ({tenshu_native.LEVEL}, {tenshu_native.STATE_BYTES} bytes a state), two players, random moves,"
    )
    print(f"beside OpenSpiel {version('open-spiel')}, rollouts inside C++; the fastest of {ROUNDS} rounds of each.\n")
    for peer in peers:
        print(f"{peer.name}: {peer.length:.1f} ± {peer.error:.1f} moves a random game")
    print(f"\n{'decisions/s, one thread':42}{'':>14}" + "".join(f"{'× ' + peer.name:>12}" for peer in peers))
    rows = (("Dragon Castle, base game", "base"), ("Dragon Castle, 3 spirits and 3 dragons", "cards"))
    batch = (("Dragon Castle, 1024 games step by step", "batch"),)
    for what, name in (*rows, *batch, *((f"OpenSpiel {peer.name}", peer.name) for peer in peers)):
        ratios = "".join(f"{best[name] / best[peer.name]:11.1f}x" for peer in peers)
        print(f"{what:42}{best[name]:14,.0f}{ratios}")
    print(f"\n{'UCT simulations/s, one thread':42}")
    for what, name in (
        ("Dragon Castle, two-player opening", "UCT"),
        *((f"OpenSpiel {peer.name}", f"UCT {peer.name}") for peer in peers),
    ):
        ratios = "".join(f"{best[name] / best[f'UCT {peer.name}']:11.1f}x" for peer in peers)
        print(f"{what:42}{best[name]:14,.0f}{ratios}")
    missed = [name for name in ("base", "cards", "UCT") if best[name] < WANTED[name]]
    missed += ["quoridor"] * (best["base"] < WANTED["quoridor"] * best["quoridor"])
    if two:
        load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
        print(f"\n{f'a second, two threads (load {load:.1f})':42}{'by the clock':>14}{'':8}{'by processor time':>22}")
        for what, name in (*rows, ("UCT simulations, base game", "UCT")):
            clock, processors = best[f"{name}, clock"], best[f"{name}, processors"]
            gains = clock / best[name], processors / best[name]
            print(f"{what:42}{clock:14,.0f}{gains[0]:7.2f}x{processors:14,.0f}{gains[1]:7.2f}x")
            missed += ["threads"] * (max(gains) < WANTED["threads"])
    for name in missed:
        print(f"not reached: {name}, wanted {WANTED[name]:,.1f}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
