"""Environment steps a second on one core: our vectors beside pgx, our PettingZoo environments beside connect_four.

    python benchmarks/environments.py

A step is one legal move drawn at random and played, with the mask of legal moves and the observation of whoever is
asked next; games that end begin anew. Vectors are timed with the arrays handed out as they are (`copy=False`), drawing
the moves included; pgx likewise inside one compiled program, on the processor, with one thread. All sides are timed in
turns, several rounds each, in processor time, and the fastest round of each counts, so that a busy machine disturbs all
alike.
"""

from __future__ import annotations

import os

if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"

import sys
from collections.abc import Callable
from importlib.metadata import version
from random import Random
from time import process_time
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pgx
from pettingzoo.classic import connect_four_v3

from tenshu.research.aec import env
from tenshu.research.vector import TenshuVectorEnv

ROUNDS = 5
SECONDS = 0.8
WANTED = 3e6
"""Steps a second of our vectors, of each game, with mask and observation."""
BATCH = 1024
PEERS = ("connect_four", "backgammon", "go_9x9", "chess")
"""Of pgx: a small game, one with chance, two large boards."""
Rate = Callable[[], float]


GAMES = {"Dragon Castle": "dragon-castle", "The White Castle": "white-castle"}


def vector(game: str, games: int, **options: Any) -> Rate:
    envs = TenshuVectorEnv(GAMES[game], games, copy=False, **options)
    envs.reset(seed=1)

    def measure() -> float:
        done, start = 0, process_time()
        while process_time() - start < SECONDS:
            for _ in range(16):
                envs.step(envs.random_actions())
            done += 16 * games
        return done / (process_time() - start)

    return measure


def compiled(name: str) -> Rate:
    """pgx: some steps of a batch in one program, random legal moves, auto reset."""
    steps = 32
    game = pgx.make(name)
    step = pgx.experimental.auto_reset(game.step, game.init)

    def one(carry: Any, key: Any) -> tuple[Any, Any]:
        state = carry
        chosen, stepping = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(chosen, logits, axis=-1)
        state = jax.vmap(step)(state, action, jax.random.split(stepping, BATCH))
        return state, (state.observation.sum(), state.legal_action_mask.sum())

    many = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, steps)))
    state = jax.jit(jax.vmap(game.init))(jax.random.split(jax.random.PRNGKey(0), BATCH))
    state, _ = many(state, jax.random.PRNGKey(1))
    jax.block_until_ready(state)

    def measure() -> float:
        nonlocal state
        done, start = 0, process_time()
        while process_time() - start < SECONDS:
            state, told = many(state, jax.random.PRNGKey(done))
            jax.block_until_ready((state, told))
            done += steps * BATCH
        return done / (process_time() - start)

    return measure


def one_by_one(make: Callable[[], Any]) -> Rate:
    """PettingZoo: `last`, a random legal move, `step`."""
    table = make()

    def measure() -> float:
        rng = Random(1)
        done, start = 0, process_time()
        while process_time() - start < SECONDS:
            table.reset(seed=done)
            for _ in table.agent_iter():
                seen, _, over, cut, _ = table.last()
                if over or cut:
                    table.step(None)
                    continue
                legal = np.flatnonzero(seen["action_mask"])
                table.step(int(legal[int(rng.random() * len(legal))]))
                done += 1
        return done / (process_time() - start)

    return measure


def main() -> int:
    cards = {"spirits": ["faith", "wind", "change"], "dragons": ["bravery", "harmony", "power"]}
    rates: dict[str, Rate] = {}
    for game in GAMES:
        rates |= {
            f"{game}, 2 players, 256 games": vector(game, 256, players=2),
            f"{game}, 2 players, {BATCH} games": vector(game, BATCH, players=2),
            f"{game}, 4 players, {BATCH} games": vector(game, BATCH, players=4),
            f"{game}, solo, {BATCH} games": vector(game, BATCH, solo=True),
        }
    rates[f"Dragon Castle, 3 spirits and 3 dragons, {BATCH}"] = vector("Dragon Castle", BATCH, players=2, **cards)
    peers = {f"pgx {name}, {BATCH} games": compiled(name) for name in PEERS}
    singles = {
        "PettingZoo: Dragon Castle, 2 players": one_by_one(lambda: env("dragon-castle", players=2)),
        "PettingZoo: The White Castle, 2 players": one_by_one(lambda: env("white-castle", players=2)),
        "PettingZoo: connect_four": one_by_one(connect_four_v3.env),
    }
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        for name, rate in {**rates, **peers, **singles}.items():
            best[name] = max(best.get(name, 0.0), rate())
    print(f"Environment steps a second on one core, with mask and observation; pgx {version('pgx')} on jax")
    print(f"{version('jax')}, PettingZoo {version('pettingzoo')}; the fastest of {ROUNDS} rounds of each.\n")
    for name, rate_found in best.items():
        print(f"{name:52}{rate_found:14,.0f}")
    reached = {game: max(best[name] for name in rates if name.startswith(game)) for game in GAMES}
    short = {game: found for game, found in reached.items() if found < WANTED}
    for game, found in short.items():
        print(f"not reached: {WANTED:,.0f} steps a second of {game}, found {found:,.0f}")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
