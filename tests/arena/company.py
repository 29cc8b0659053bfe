"""Those who play in the tests of the arena. Worker processes find them here by their texts."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from tenshu.arena import Match, match_of
from tenshu.players.player import Player
from tenshu.players.random import RandomPlayer
from tenshu.players.roster import Contestant
from tenshu.table.search import Budget
from tenshu.table.state import State

CASTLE = "dragon-castle"


class First(Player):
    """Always the first move."""

    def choose(self, seen: State, budget: Budget, rng: Random) -> str:
        return seen.legal_moves()[0]


class Doomed(RandomPlayer):
    """Dies with its process, so many times; a folder counts them. It does so at its tenth decision."""

    def __init__(self, folder: Path, times: int) -> None:
        self.folder = folder
        self.times = times
        self.decisions = 0

    def choose(self, seen: State, budget: Budget, rng: Random) -> str:
        self.decisions += 1
        died = len(list(self.folder.iterdir()))
        if self.decisions == 10 and died < self.times:
            (self.folder / str(died)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(seen, budget, rng)


class Slow(RandomPlayer):
    """Takes its time."""

    def choose(self, seen: State, budget: Budget, rng: Random) -> str:
        time.sleep(0.002)
        return super().choose(seen, budget, rng)


class Faulty(RandomPlayer):
    """Answers nonsense at its third decision."""

    def __init__(self) -> None:
        self.decisions = 0

    def choose(self, seen: State, budget: Budget, rng: Random) -> str:
        self.decisions += 1
        return "nonsense" if self.decisions == 3 else super().choose(seen, budget, rng)


KINDS: dict[str, Callable[[], Player]] = {"first": First, "slow": Slow, "faulty": Faulty, "random": RandomPlayer}


def find(text: str) -> Contestant:
    """Whom a text means: a kind, then what it needs, with colons between."""
    kind, *rest = text.split(":")

    def make() -> Player:
        if kind == "doomed":
            return Doomed(Path(rest[0]), int(rest[1]))
        return KINDS[kind]()

    return Contestant(text, make, Budget(simulations=1))


def small_match(*names: str, games: int = 4, game: str = CASTLE, **options: object) -> Match:
    return match_of(names, game=game, games=games, options=options, find=find)
