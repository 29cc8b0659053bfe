"""Computer players. They are given a state as their seat knows it, never more, and know a game only through `table`.

| file | what |
|---|---|
| `player` | the protocol |
| `random`, `greedy`, `search` | the kinds of players, from no plan at all to a tree search |
| `turns` | turns played in thought |
| `thinking`, `pacing` | from what a search finds to a move; how long to think |
| `outlook`, `clock` | what a position promises; what is left of a budget |
| `levels`, `roster` | players by name and settings |
| `guard` | a game never stops because of a player |
"""

from __future__ import annotations

from tenshu.players.greedy import GreedyPlayer
from tenshu.players.guard import Guard
from tenshu.players.levels import LEVELS, Level
from tenshu.players.player import Player
from tenshu.players.random import RandomPlayer
from tenshu.players.roster import Contestant, contestant
from tenshu.players.search import TreeSearch
from tenshu.players.thinking import SearchPlayer

__all__ = [
    "LEVELS",
    "Contestant",
    "GreedyPlayer",
    "Guard",
    "Level",
    "Player",
    "RandomPlayer",
    "SearchPlayer",
    "TreeSearch",
    "contestant",
]
