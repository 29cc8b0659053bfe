"""Computer players. They are given a state as their seat knows it, never more, and know a game only through `table`."""

from __future__ import annotations

from tenshu.players.player import Player
from tenshu.players.random import RandomPlayer
from tenshu.players.simple import SimplePlayer

PLAYERS: dict[str, type[Player]] = {"random": RandomPlayer, "simple": SimplePlayer}
"""The players by the names people type."""

__all__ = ["PLAYERS", "Player", "RandomPlayer", "SimplePlayer"]
