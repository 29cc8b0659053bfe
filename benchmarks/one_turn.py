"""The White Castle's search beside the yardstick of its strength: one whole turn looked at, judged by hand.

    python -m benchmarks.one_turn [--simulations 2000] [--games 200] [--seed 1] [--threads 2]

The yardstick tries every way to play a turn (a median of some 900) and takes the end that a judgement set by hand likes
best: what lies in the store and what the Lantern brings, by the time that is left to use it, and how far courtiers have
come. Both sides play every deal from both seats. Everything runs in the native core.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import asdict
from time import perf_counter
from typing import Any

import numpy as np
from tenshu_native import white_castle

from tenshu.table.school import Numbers
from tenshu.white_castle.school import by_hand, open_school, starts_of
from tenshu.white_castle.skills import STYLE

WINS, POINTS = 0.8, 70.0
"""The goals: so many wins against the yardstick, so many points in the mean against itself."""
IN_THE_STORE = {11: 1.0, 15: 1.0, 19: 1.2, 23: 0.6, 26: 1.2}
"""By feature, each times the share of the game that is left: food, iron, pearl, coins, seals."""
ON_THE_WAY = {34: 0.3, 36: 0.5, 40: 2.0, 41: 3.0, 42: 4.0}
"""Influence, and courtiers: at the gate, and by the time that is left there, with stewards and with diplomats."""
OF_THE_LANTERN = {57: 5.0, 58: 5.0, 59: 6.0, 60: 3.0, 61: 6.0, 62: 5.0, 63: 5.0, 64: 0.5}
"""Food, iron, pearl, coins, seals, points, influence of its cards; how many they are."""


def judged_by_hand() -> Numbers:
    numbers = by_hand()
    for feature, worth in {**IN_THE_STORE, **ON_THE_WAY, **OF_THE_LANTERN}.items():
        numbers["linear"][feature] = worth
    return numbers


def player(numbers: Any, simulations: int = 0, **style: float) -> dict[str, Any]:
    """With no simulations: every end of the turn, and no further."""
    return {"network": numbers, "style": style, "simulations": simulations, "samples": 0}


def wins(ours: dict[str, Any], theirs: dict[str, Any], deals: int, seed: int, threads: int) -> tuple[float, float, Any]:
    """The share of the wins with its interval over deals, and the mean points of both."""
    totals, shares = white_castle.match(starts_of("2", deals, seed), [ours, theirs], seed, threads)
    of_deals = shares[:, 0].reshape(deals, 2).mean(1)
    return float(of_deals.mean()), float(1.96 * of_deals.std(ddof=1) / np.sqrt(deals)), totals.mean(0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=2000, help="of our search, for each decision")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    deals = given.games // 2
    style = asdict(STYLE)
    fitted = open_school().present()["2"]
    searching, yardstick = player(fitted, given.simulations, **style), player(judged_by_hand())

    def told(name: str, ours: dict[str, Any], theirs: dict[str, Any]) -> tuple[float, float]:
        start = perf_counter()
        share, doubt, points = wins(ours, theirs, deals, given.seed, given.threads)
        print(
            f"{name:<58} {100 * share:5.1f} ±{100 * doubt:.1f} %   {points[0]:5.1f} : {points[1]:.1f} points"
            f"   {perf_counter() - start:4.0f} s",
            flush=True,
        )
        return share, float(points.mean())

    print(f"The White Castle, two players, {2 * deals} games a row; wins of the first named, mean points.\n")
    told("the yardstick against itself", yardstick, yardstick)
    told("one turn, fitted judgement, against the yardstick", player(fitted), yardstick)
    share, _ = told(f"search, {given.simulations} simulations, against the yardstick", searching, yardstick)
    _, points = told(f"search, {given.simulations} simulations, against itself", searching, searching)
    print()
    print(
        f"{'met   ' if share >= WINS else 'MISSED'}  {100 * share:.1f} % against the yardstick; at least {100 * WINS:g}"
    )
    print(f"{'met   ' if points >= POINTS else 'MISSED'}  {points:.1f} points against itself; at least {POINTS:g}")
    return 0 if share >= WINS and points >= POINTS else 1


if __name__ == "__main__":
    sys.exit(main())
