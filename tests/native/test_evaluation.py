"""The judgement of positions in Python and in C++: the same features, the same estimates, all through a game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import tenshu
from tenshu.dragon_castle import DragonCastle, evaluation
from tenshu.dragon_castle.estimate import total
from tenshu.dragon_castle.evaluation import FEATURES, describe, network_for
from tenshu.table.network import Network
from tests.native.lockstep import load
from tests.native.test_lockstep import settings

GAMES = 20
"""So many have every number of players with every choice of cards."""
EVERY = 3
"""Of the decisions of a game, so many pass between two that are compared."""
CLOSE = 1e-4
"""The core counts in single precision."""


def made_up(inputs: int, hidden: int = 5) -> dict[str, Any]:
    """A network that listens to every feature."""
    rng = Random(inputs)

    def numbers(many: int) -> list[float]:
        return [rng.random() - 0.5 for _ in range(many)]

    return {
        "bias": 0.25, "linear": numbers(inputs), "inner": [numbers(hidden) for _ in range(inputs)],
        "offset": numbers(hidden), "outer": numbers(hidden), "doubt": [1.0, 2.0],
    }  # fmt: skip


def as_arrays(numbers: dict[str, Any]) -> dict[str, Any]:
    """A network as the core wants it."""
    import numpy as np

    return {name: value if name == "bias" else np.array(value, np.float32) for name, value in numbers.items()}


def compare(python: DragonCastle, native: Any, network: Network, arrays: list[dict[str, Any]]) -> None:
    """Both judge every seat alike: by the network that is shipped, and by one made up."""
    shipped, strange = arrays
    for seat in range(python.seats):
        features = describe(python, seat)
        names = FEATURES[: len(features)]
        told = dict(zip(names, native.features(seat), strict=True))
        assert dict(zip(names, features, strict=True)) == pytest.approx(told, rel=CLOSE)
        assert python.estimate(seat) == pytest.approx(native.estimate(shipped, seat), rel=CLOSE, abs=10 * CLOSE)
        if not python.is_over:
            expected = total(python, seat) + network(features)
            assert native.estimate(strange, seat) == pytest.approx(expected, rel=CLOSE, abs=10 * CLOSE)


def test_the_core_has_as_many_features() -> None:
    import tenshu_native

    native: Any = tenshu_native
    assert (native.BASE_FEATURES, native.ALL_FEATURES) == (evaluation.BASE, evaluation.ALL)


@pytest.mark.parametrize("number", range(GAMES))
def test_both_judge_alike(number: int) -> None:
    options, choose = settings(number)
    rng = Random(number)
    python = tenshu.new_game("dragon-castle", seed=f"judgement {number}", **options)
    assert isinstance(python, DragonCastle)
    native: Any = load(python.to_json(), (python.castle.grid.columns, python.castle.grid.rows))
    network = Network(made_up(len(describe(python, 0))))
    arrays = [as_arrays(network_for(python.setup).numbers), as_arrays(network.numbers)]
    starts = between = decision = 0
    while not python.is_over:
        if decision % EVERY == 0:
            compare(python, native, network, arrays)
            starts += python.turn.is_start
            between += not python.turn.is_start
        move = choose(python, rng)
        python = python.play(move)
        native.play(move)
        decision += 1
    compare(python, native, network, arrays)
    assert starts
    assert between
