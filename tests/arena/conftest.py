"""What the tests of the arena share."""

from __future__ import annotations

import pytest

from tenshu.table import games
from tests.table.pebbles import Pebbles, as_game


@pytest.fixture
def pebbles(monkeypatch: pytest.MonkeyPatch) -> str:
    """The small game, known until the end of the test."""
    monkeypatch.setitem(games._sources, "pebbles", lambda: as_game(Pebbles))
    return "pebbles"
