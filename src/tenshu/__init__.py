"""Tenshu: castle games on one table, for people and for programs.

import tenshu
state = tenshu.new_game("dragon-castle", players=2, seed=7)
state = state.play(state.legal_moves()[0])
"""

from __future__ import annotations

from inspect import signature
from typing import Any

from tenshu import games as _games  # noqa: F401  (makes the games known by their names)
from tenshu.table import (
    IllegalMove,
    Impossible,
    Malformed,
    Reason,
    Record,
    Session,
    State,
    UnreadableMove,
    find_game,
    known_games,
    load,
    perft,
)

__version__ = "0.1.0"

__all__ = [
    "IllegalMove",
    "Impossible",
    "Malformed",
    "Reason",
    "Record",
    "Session",
    "State",
    "UnreadableMove",
    "known_games",
    "load",
    "new_game",
    "perft",
]


def new_game(game: str, **options: Any) -> State:
    """Deals a new game; the options are the game's own (players, seed, layout, …)."""
    deal = find_game(game).new
    known = signature(deal).parameters
    for name in options:
        if name not in known:
            raise Malformed(name, f"{game} has no such option; known: {', '.join(known)}")
    return deal(**options)
