"""What a thinking process does: plain data in, plain data out. Nothing here knows the server."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import tenshu.games  # noqa: F401  (makes the games known in a process of its own)
from tenshu.players.analysis import analyse, hint
from tenshu.players.guard import Guard
from tenshu.players.roster import contestant
from tenshu.table.games import load
from tenshu.table.record import Record
from tenshu.table.search import Budget
from tenshu.table.state import Document

HINT = Budget(simulations=2_000, seconds=1.5)
ANALYSIS = Budget(simulations=400, seconds=2.0)


def turn(view: Document, level: str, seed: str) -> list[str]:
    """The moves of a level from a view on: to the end of its turn, or to where only the real game can tell."""
    seen, rng = load(view), Random(seed)
    seat, chosen = seen.to_move, contestant(level)
    player = Guard(chosen.make())
    moves: list[str] = []
    while True:
        moves.append(str(player.choose(seen, chosen.budget, rng)))
        after = seen.determinize(Random(0)).play(moves[-1])
        if after.reveals or after.turn_passed or after.is_over or after.to_move != seat:
            return moves
        seen = after.seen_by(seat)


def advice(view: Document, seed: str) -> Document:
    """The best moves of a decision."""
    return hint(load(view), HINT, Random(seed))


def examination(record: Document, progress: Callable[[int, int], None]) -> Document:
    """A whole game, judged."""
    return analyse(Record.from_json(record), ANALYSIS, progress=progress)


KINDS: dict[str, Callable[..., Any]] = {"turn": turn, "hint": advice}
"""What can be asked by name, through a pool or a queue."""


def answer(kind: str, arguments: dict[str, Any]) -> Any:
    return KINDS[kind](**arguments)


def ready() -> bool:
    """Asked once in every new process, so that the first player does not wait for its imports."""
    return True
