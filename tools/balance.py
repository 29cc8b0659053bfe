"""Measures what seats are worth in each castle and writes the table of docs/layouts.md.

    .venv/bin/python tools/balance.py [--games 2000] [--tries 8] [--only KEY]

Equal greedy players sit in all seats; seat 0 always begins. A castle passes if no seat wins more than 8 points above or
below its fair share (50 % of two-player games, 33 % of three, 25 % of four). The number of cores changes no figure.
Finished rows are kept in build/balance.json: started again with the same numbers, it goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import fmean

import tenshu  # noqa: F401  (makes the games known by their names)
from tenshu.arena.intervals import mean_and_margin
from tenshu.arena.match import Result, play_game
from tenshu.dragon_castle import layouts
from tenshu.players import GreedyPlayer
from tenshu.table.search import Budget

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "layouts.md"
KEPT = ROOT / "build" / "balance.json"
ALLOWED = 8.0
Job = tuple[str, int, int, int]


def one(job: Job) -> Result:
    key, seats, tries, seed = job
    players, budgets = [GreedyPlayer()] * seats, [Budget(simulations=tries)] * seats
    return play_game("dragon-castle", {"players": seats, "layout": key}, players, budgets, seed)


def measured(pool: ProcessPoolExecutor, key: str, seats: int, games: int, tries: int) -> tuple[str, bool]:
    """One row of the table, and whether the castle passes."""
    jobs = [(key, seats, tries, seed) for seed in range(games)]
    results = []
    for done, result in enumerate(pool.map(one, jobs, chunksize=10), 1):
        results.append(result)
        if done % 50 == 0:
            print(f"\r{key} {seats}: {done}/{games}", end="", file=sys.stderr, flush=True)
    shares = [mean_and_margin([100 * result.share(seat) for result in results]) for seat in range(seats)]
    passes = all(abs(mean - 100 / seats) <= ALLOWED for mean, _ in shares)
    wins = " · ".join(f"{mean:.1f} ± {margin:.1f}" for mean, margin in shares)
    points = fmean(total for result in results for total in result.totals)
    decisions = fmean(result.decisions for result in results)
    row = f"| {key} | {seats} | {wins} | {points:.1f} | {decisions:.0f} | {'yes' if passes else '**no**'} |"
    print(f"\r{row}", flush=True)
    return row, passes


def main() -> int:
    parser = argparse.ArgumentParser(description="Measures what seats are worth in each castle.")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--tries", type=int, default=8)
    parser.add_argument("--only", help="one castle; the page is not written")
    options = parser.parse_args()
    kept: dict[str, tuple[str, bool]] = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    rows, fair = [], True
    with ProcessPoolExecutor() as pool:
        for key, layout in layouts.catalogue().items():
            for seats in layout.players:
                if options.only in (None, key):
                    name = f"{key} {seats} {options.games} {options.tries}"
                    if name not in kept:
                        kept[name] = measured(pool, key, seats, options.games, options.tries)
                        KEPT.parent.mkdir(exist_ok=True)
                        KEPT.write_text(json.dumps(kept, indent=1), "utf-8")
                    row, passes = kept[name]
                    rows.append(row)
                    fair &= passes
    if options.only is None:
        write(rows, options.games, options.tries)
    return 0 if fair else 1


def write(rows: list[str], games: int, tries: int) -> None:
    page = PAGE.read_text("utf-8")
    table = [
        "## Balance",
        "",
        f"{games} games a row between equal greedy players ({tries} turns tried a decision), no cards; seat 0 begins.",
        "Wins in per cent with 95 % intervals, a shared win counted in parts. Repeat them with",
        "`.venv/bin/python tools/balance.py`.",
        "",
        "| castle | players | wins by seat, % | mean points | decisions a game | within 8 points of fair |",
        "|---|---|---|---|---|---|",
        *rows,
        "",
    ]
    kept = re.split(r"^## Balance$", page, flags=re.MULTILINE)[0]
    PAGE.write_text(kept + "\n".join(table), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
