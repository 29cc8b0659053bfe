"""The native core, where `tenshu-native` is installed: its search, and its many games side by side.

Without it the search over any `State` plays.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from tenshu.dragon_castle.evaluation import network_for
from tenshu.dragon_castle.state import DragonCastle
from tenshu.table.network import Network
from tenshu.table.school import MissingCore
from tenshu.table.search import Budget, Candidate, Searcher, Style, Thought
from tenshu.table.state import State
from tenshu.table.study import Batch

if TYPE_CHECKING:
    import tenshu_native

SEEDS = 1 << 63


def fast_search(style: Style, seen: State) -> Searcher | None:
    """A native search for positions like this one; None without the core, or on boards too large for it."""
    assert isinstance(seen, DragonCastle)
    try:
        import tenshu_native
    except ImportError:
        return None
    try:
        native_state(seen)
    except tenshu_native.TooLarge:
        return None
    return NativeSearch(style, seen)


class NativeSearch:
    """Hands positions to the core as documents: once a decision, which costs nothing beside the search."""

    def __init__(self, style: Style, like: DragonCastle) -> None:
        import tenshu_native

        self._search = tenshu_native.Search(arrays(network_for(like.setup)), asdict(style))

    def think(self, seen: State, budget: Budget, rng: Random) -> Thought:
        assert isinstance(seen, DragonCastle)
        found, simulations, seconds = self._search.think(
            native_state(seen),
            simulations=budget.simulations or 0,
            seconds=budget.seconds or 0.0,
            threads=budget.threads,
            seed=rng.randrange(SEEDS),
        )
        chances = seen.seats > 1
        candidates = tuple(
            Candidate(move, visits, value, win if chances else None, points)
            for move, visits, value, win, points in found
        )
        return Thought(candidates, simulations, seconds)


def native_state(seen: DragonCastle) -> tenshu_native.State:
    """The position as its player sees it, on a board that keeps its size while the castle crumbles."""
    import tenshu_native

    board = seen.castle.grid
    return tenshu_native.State(seen.view(seen.turn.player), (board.columns, board.rows))


@cache
def arrays(network: Network) -> dict[str, Any]:
    """A network as the core takes it."""
    import numpy as np

    numbers = network.numbers
    return {name: figure if name == "bias" else np.array(figure, dtype=np.float32) for name, figure in numbers.items()}


def batch(start: State, games: int, seed: int) -> Batch:
    """Many games with the setup of this one, each dealt anew, in the encoding `dragon_castle_v1`."""
    try:
        import tenshu_native
    except ImportError:
        raise MissingCore("tenshu-native") from None
    return tenshu_native.Vector(games, start.to_json(), seed)
