"""Where the judgement of positions is fitted: which castles it learns in, and what its file looks like.

The native core plays the games. Numbers are arrays as it takes them: see `tenshu.table.school.Numbers`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

from tenshu.dragon_castle.evaluation import ALL, BASE, FEATURES, name_of_network, shipped
from tenshu.dragon_castle.notation import DRAGON_CARDS, SPIRITS
from tenshu.dragon_castle.setup import new_game
from tenshu.table.judgement import read_network, written_network
from tenshu.table.randomness import drawn
from tenshu.table.reading import fields, whole
from tenshu.table.school import Duel, Lessons, MissingCore, Numbers

if TYPE_CHECKING:
    import tenshu_native

CORE = "tenshu-native"
VERSION = 1
WITH_CARDS = "+cards"
LEARNED_IN = {
    1: ("basic-3", "basic-3", "fortress", "blockhouse", "basic-2", "basic-4"),
    2: ("basic-2", "four-seasons", "thousand-towers", "pillars-of-creation"),
    3: ("basic-3", "fortress", "blockhouse", "keep"),
    4: ("basic-4", "dragons-head", "forbidden-city", "keep"),
}
"""Castles by number of players; one named twice is played in twice as often."""
EXAMINED_IN = {1: ("keep",), 2: ("barracks",), 3: ("parade-ground",), 4: ("gates-of-destiny",)}
"""Castles in which nothing is ever learned."""
CHOICES_OF_CARDS = 60
CARDS_OF_A_KIND = (0, 1, 1, 1, 2, 3)
"""One of these numbers of spirits, and of dragons, is drawn."""
FEWEST_SAMPLES, MOST_SAMPLES = 8, 400
"""Those who give lessons take the best of so many sampled turns: positions of weak and strong games are to be known."""
CARELESSNESS, KEPT = 12, 100
"""Of 256 turns, those taken without care; of 256 moments, those that become a lesson."""
DUEL_SAMPLES = 64
MOST_THREADS = 256
"""What the core takes."""

_GROUPS = {1: 0.2, 2: 1.4, 3: 2.6}
_WITHOUT_ROOM = 0.3
_BY_HAND = {
    **{
        f"group.{sort}.{size}.free{free}": worth * (1 if free else _WITHOUT_ROOM)
        for sort, (size, worth), free in product(("faction", "special"), _GROUPS.items(), (0, 1, 2))
    },
    "open.floor1": 0.35, "open.floor2": 0.5, "open.floor3": 0.7,
    "pool.1": 1.5, "pool.2": 2.8, "pool.3": 3.6, "pool.4": 4.0,
    "rounds": 1.5,
}  # fmt: skip
"""A judgement from nothing: groups that may still become sets, shrines and places for them, time."""
_DOUBT_BY_HAND = (3, 5, 7, 9, 10, 11)


def open_school() -> DragonCastleSchool:
    """Raises `MissingCore`."""
    try:
        import tenshu_native  # noqa: F401  a core that is there but broken is as good as none
    except ImportError as problem:
        raise MissingCore(CORE) from problem
    return DragonCastleSchool()


class DragonCastleSchool:
    """A judgement for each number of players, and one more each for games with cards."""

    names = tuple(f"{players}{cards}" for cards in ("", WITH_CARDS) for players in LEARNED_IN)

    def present(self) -> dict[str, Numbers]:
        """A judgement that does not exist is stood in for, as in play."""
        networks = self.read(shipped())
        return {name: _with_inputs(networks[_nearest(networks, name)], inputs_of(name)) for name in self.names}

    def begin(self, name: str, known: Mapping[str, Numbers]) -> Numbers:
        """Cards begin with what is known without them."""
        plain = known.get(name.removesuffix(WITH_CARDS), _by_hand())
        return _with_inputs(known.get(name, plain), inputs_of(name))

    def lessons(self, name: str, numbers: Numbers, games: int, seed: int, threads: int) -> Lessons:
        return _lessons(_starts_of(name, LEARNED_IN[players_of(name)]), numbers, games, seed, threads)

    def exam(self, name: str, numbers: Numbers, games: int, seed: int, threads: int) -> Lessons:
        return _lessons(_starts_of(name, EXAMINED_IN[players_of(name)]), numbers, games, seed, threads)

    def duel(self, name: str, numbers: Numbers, others: Numbers, deals: int, seed: int, threads: int) -> Duel:
        import tenshu_native

        mine, theirs = (
            {"network": one, "style": {"samples": DUEL_SAMPLES}, "simulations": 0} for one in (numbers, others)
        )
        starts, threads = _starts_of(name, LEARNED_IN[players_of(name)]), min(threads, MOST_THREADS)
        seats = starts[0].seats
        if seats == 1:
            (totals, _), (before, _) = (
                tenshu_native.match(starts, [one], deals, seed, threads) for one in (mine, theirs)
            )
            return Duel(tuple(map(float, totals[:, 0])), float(before.mean()), alone=True)
        _, shares = tenshu_native.match(starts, [mine, *[theirs] * (seats - 1)], deals, seed, threads)
        return Duel(tuple(map(float, shares[:, 0].reshape(deals, seats).mean(1))), 1 / seats, alone=False)

    def read(self, document: object) -> dict[str, Numbers]:
        found = fields(document, "judgement", ("version", "networks"))
        whole(found["version"], "version", VERSION, VERSION)
        networks = fields(found["networks"], "networks", (), self.names)
        return {name: read_network(numbers, f"networks.{name}", inputs_of(name)) for name, numbers in networks.items()}

    def written(self, numbers: Mapping[str, Numbers]) -> str:
        """A feature has a line of its own, so that a change can be looked at."""
        networks = [f"{json.dumps(name)}: {written_network(numbers[name])}" for name in self.names if name in numbers]
        return f'{{"version": {VERSION}, "networks": {{\n' + ",\n".join(networks) + "}}\n"


def players_of(name: str) -> int:
    return int(name.removesuffix(WITH_CARDS))


def _nearest(networks: Mapping[str, Numbers], name: str) -> str:
    return name_of_network(networks, players_of(name), name.endswith(WITH_CARDS))


def inputs_of(name: str) -> int:
    """How many features the judgement sees."""
    return ALL if name.endswith(WITH_CARDS) else BASE


@cache
def _starts_of(name: str, castles: tuple[str, ...]) -> list[tenshu_native.State]:
    """Where games begin; the core deals each of them anew."""
    players = players_of(name)
    if not name.endswith(WITH_CARDS):
        return [_start(players, castle, {}) for castle in castles]
    choices = cards_drawn(players == 1)
    return [_start(players, castles[number % len(castles)], cards) for number, cards in enumerate(choices)]


def cards_drawn(solo: bool) -> list[dict[str, list[str]]]:
    """Choices of spirits and dragons, always the same; each has a card."""
    rng = Random(WITH_CARDS)
    dragons = [card for card in DRAGON_CARDS if not (solo and card == "power")]
    choices: list[dict[str, list[str]]] = []
    while len(choices) < CHOICES_OF_CARDS:
        counts = [drawn(CARDS_OF_A_KIND, 1, rng)[0] for _ in range(2)]
        if any(counts):
            choices.append({"spirits": drawn(SPIRITS, counts[0], rng), "dragons": drawn(dragons, counts[1], rng)})
    return choices


def _start(players: int, castle: str, cards: Mapping[str, Any]) -> tenshu_native.State:
    import tenshu_native

    state = new_game(players=players, solo=players == 1, layout=castle, seed=1, **cards)
    return tenshu_native.State(state.to_json())


def _lessons(starts: Sequence[tenshu_native.State], numbers: Numbers, games: int, seed: int, threads: int) -> Lessons:
    """Threads hand in their moments as they come; put in order, they are the same for any number of threads."""
    import numpy as np
    import tenshu_native

    threads = min(threads, MOST_THREADS)
    found = tenshu_native.lessons(
        starts, numbers, games, FEWEST_SAMPLES, MOST_SAMPLES, CARELESSNESS, KEPT, seed, threads
    )
    order = np.argsort(found["position"], kind="stable")
    features, to_come, rounds = (found[name][order] for name in ("features", "to_come", "rounds"))
    return Lessons(features, to_come, rounds, starts[0].seats)


def _by_hand() -> Numbers:
    import numpy as np

    linear = np.array([_BY_HAND.get(feature, 0.0) for feature in FEATURES[:BASE]], np.float32)
    nothing = np.zeros(0, np.float32)
    return {
        "bias": 0.0, "linear": linear, "inner": np.zeros((BASE, 0), np.float32), "offset": nothing, "outer": nothing,
        "doubt": np.array(_DOUBT_BY_HAND, np.float32),
    }  # fmt: skip


def _with_inputs(numbers: Numbers, inputs: int) -> Numbers:
    """The same judgement with features more, to which it does not listen yet."""
    import numpy as np

    more = inputs - len(numbers["linear"])
    if not more:
        return numbers
    return {
        **numbers,
        "linear": np.pad(numbers["linear"], (0, more)),
        "inner": np.pad(numbers["inner"], ((0, more), (0, 0))),
    }
