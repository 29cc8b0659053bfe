"""Pebbles is a game of this server while its tests run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tenshu.table import games
from tests.table.pebbles import Pebbles, as_game


@pytest.fixture(autouse=True, scope="package")
def _pebbles() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        game = as_game(Pebbles)
        patch.setitem(games._sources, game.name, lambda: game)
        yield
