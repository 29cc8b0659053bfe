"""Where the judgement of positions is fitted: how lessons are played, and what its file looks like.

The native core plays the games. Numbers are arrays as it takes them: see `tenshu.table.school.Numbers`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from tenshu.table.judgement import read_network, written_network
from tenshu.table.reading import fields, whole
from tenshu.table.school import Duel, Lessons, MissingCore, Numbers
from tenshu.white_castle.evaluation import name_of_network, shipped
from tenshu.white_castle.names import LEVELS
from tenshu.white_castle.setup import new_game

if TYPE_CHECKING:
    from tenshu_native import white_castle

CORE = "tenshu-native"
VERSION = 1
SOLO = "solo"
ALL_TURNS = 0
"""Those who give lessons look at every way to play a turn, not at samples."""
CARELESSNESS = 25
"""Of 256 turns, those taken without care: positions after mistakes are to be known too."""
MOST_THREADS = 256
SEATS_OF_A_SOLO_GAME = 2
_TURNS_FEATURE = 0
_POINTS_OF_A_TURN = 4.0
_DOUBT_BY_HAND = (2, 4, 6, 8, 9, 10, 11, 12, 13, 14)


def open_school() -> WhiteCastleSchool:
    """Raises `MissingCore`."""
    try:
        from tenshu_native import white_castle  # noqa: F401  a core that is there but broken is as good as none
    except ImportError as problem:
        raise MissingCore(CORE) from problem
    return WhiteCastleSchool()


class WhiteCastleSchool:
    """A judgement for each number of players, and one for the solo game against all its levels."""

    names = ("2", "3", "4", SOLO)

    def present(self) -> dict[str, Numbers]:
        """A judgement that does not exist is stood in for, as in play."""
        networks = self.read(shipped())
        return {name: networks[name_of_network(networks, name)] for name in self.names}

    def begin(self, name: str, known: Mapping[str, Numbers]) -> Numbers:
        return known.get(name) or known.get("2") or by_hand()

    def lessons(self, name: str, numbers: Numbers, games: int, seed: int, threads: int) -> Lessons:
        """Threads hand in their moments as they come; put in order, they are the same for any number of threads."""
        import numpy as np
        from tenshu_native import white_castle

        starts = starts_of(name, games, seed)
        found = white_castle.lessons(starts, numbers, ALL_TURNS, CARELESSNESS, seed, min(threads, MOST_THREADS))
        order = np.argsort(found["position"], kind="stable")
        features, to_come, rounds = (found[part][order] for part in ("features", "to_come", "rounds"))
        return Lessons(features, to_come, rounds, starts[0].seats)

    def exam(self, name: str, numbers: Numbers, games: int, seed: int, threads: int) -> Lessons:
        """There is one board only; the deals are others."""
        return self.lessons(name, numbers, games, seed, threads)

    def duel(self, name: str, numbers: Numbers, others: Numbers, deals: int, seed: int, threads: int) -> Duel:
        from tenshu_native import white_castle

        mine, theirs = ({"network": one, "style": {}, "simulations": 0, "samples": 0} for one in (numbers, others))
        starts, threads = starts_of(name, deals, seed), min(threads, MOST_THREADS)
        if name == SOLO:
            (_, won), (_, before) = (white_castle.match(starts, [one], seed, threads) for one in (mine, theirs))
            return Duel(tuple(map(float, won[:, 0])), float(before[:, 0].mean()), alone=False)
        seats = starts[0].seats
        _, shares = white_castle.match(starts, [mine, *[theirs] * (seats - 1)], seed, threads)
        return Duel(tuple(map(float, shares[:, 0].reshape(deals, seats).mean(1))), 1 / seats, alone=False)

    def read(self, document: object) -> dict[str, Numbers]:
        from tenshu_native import white_castle

        found = fields(document, "judgement", ("version", "networks"))
        whole(found["version"], "version", VERSION, VERSION)
        networks = fields(found["networks"], "networks", (), self.names)
        return {
            name: read_network(numbers, f"networks.{name}", white_castle.FEATURES) for name, numbers in networks.items()
        }

    def written(self, numbers: Mapping[str, Numbers]) -> str:
        networks = [f"{json.dumps(name)}: {written_network(numbers[name])}" for name in self.names if name in numbers]
        return f'{{"version": {VERSION}, "networks": {{\n' + ",\n".join(networks) + "}}\n"


def starts_of(name: str, games: int, seed: int) -> list[white_castle.State]:
    from tenshu_native import white_castle

    rng = Random(f"{name}/{seed}")
    found = []
    for number in range(games):
        kind = {"solo": LEVELS[number % len(LEVELS)]} if name == SOLO else {"players": int(name)}
        found.append(white_castle.State(new_game(seed=rng.randrange(1 << 32), **kind).to_json()))
    return found


def by_hand() -> Numbers:
    """A judgement from nothing: whoever has more turns will have more points."""
    import numpy as np
    from tenshu_native import white_castle

    linear, nothing = np.zeros(white_castle.FEATURES, np.float32), np.zeros(0, np.float32)
    linear[_TURNS_FEATURE] = _POINTS_OF_A_TURN
    return {
        "bias": 0.0, "linear": linear, "inner": np.zeros((white_castle.FEATURES, 0), np.float32), "offset": nothing,
        "outer": nothing, "doubt": np.array(_DOUBT_BY_HAND, np.float32),
    }  # fmt: skip
