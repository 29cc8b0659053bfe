"""Fake games are known to the table only while a test wants them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tenshu.table import games
from tenshu.table.games import Game

Announce = Callable[[Game], None]


@pytest.fixture
def announce(monkeypatch: pytest.MonkeyPatch) -> Announce:
    """Make a game known until the end of the test."""

    def register(game: Game) -> None:
        monkeypatch.setitem(games._sources, game.name, lambda: game)

    return register
