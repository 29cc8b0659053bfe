"""The native core, where `tenshu-native` is installed: its search, and its many games side by side.

Without it the search over any `State` plays.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from tenshu.table.network import Network
from tenshu.table.school import MissingCore
from tenshu.table.search import Budget, Candidate, Searcher, Style, Thought
from tenshu.table.state import State
from tenshu.table.study import Batch
from tenshu.white_castle.evaluation import network_for
from tenshu.white_castle.state import WhiteCastle

if TYPE_CHECKING:
    from tenshu_native import white_castle

SEEDS = 1 << 63


def fast_search(style: Style, seen: State) -> Searcher | None:
    """A native search for positions like this one; None without the core, or for puzzles it does not take."""
    assert isinstance(seen, WhiteCastle)
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

    def __init__(self, style: Style, like: WhiteCastle) -> None:
        from tenshu_native import white_castle

        self._search = white_castle.Search(arrays(network_for(like)), asdict(style))

    def think(self, seen: State, budget: Budget, rng: Random) -> Thought:
        assert isinstance(seen, WhiteCastle)
        found, simulations, seconds = self._search.think(
            native_state(seen),
            simulations=budget.simulations or 0,
            seconds=budget.seconds or 0.0,
            threads=budget.threads,
            seed=rng.randrange(SEEDS),
        )
        candidates = tuple(Candidate(move, visits, value, win, points) for move, visits, value, win, points in found)
        return Thought(candidates, simulations, seconds)


def native_state(seen: WhiteCastle) -> white_castle.State:
    """The position as its player sees it."""
    from tenshu_native import white_castle

    return white_castle.State(seen.view(seen.to_move))


@cache
def arrays(network: Network) -> dict[str, Any]:
    """A network as the core takes it."""
    import numpy as np

    numbers = network.numbers
    return {name: figure if name == "bias" else np.array(figure, dtype=np.float32) for name, figure in numbers.items()}


def batch(start: State, games: int, seed: int) -> Batch:
    """Many games for as many players as this one, or at its solo level, each dealt anew, in the encoding
    `white_castle_v1`."""
    try:
        from tenshu_native import white_castle
    except ImportError:
        raise MissingCore("tenshu-native") from None
    return white_castle.Vector(games, start.to_json(), seed)
