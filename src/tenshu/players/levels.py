"""The levels people choose from, weakest first. All think in the same way, the weaker ones with less care."""

from __future__ import annotations

from dataclasses import dataclass

from tenshu.table.search import Budget, Skill


@dataclass(frozen=True)
class Level:
    """A strength with a name. A game may set it otherwise: see `Game.skills`."""

    name: str
    kind: str
    """Who plays: a name of `roster.KINDS`."""
    skill: Skill


def _searching(name: str, simulations: int, temperature: float = 0.0) -> Level:
    return Level(name, "search", Skill(Budget(simulations=simulations, seconds=2), temperature))


_ALL = (
    _searching("visitor", 8, 30),
    _searching("gardener", 8, 4.7),
    _searching("apprentice", 8, 2.1),
    _searching("artisan", 8, 1),
    _searching("samurai", 10, 0.4),
    _searching("master", 30),
    _searching("daimyo", 120),
    _searching("dragon", 500),
)
LEVELS = {level.name: level for level in _ALL}
USUAL_LEVEL = "apprentice"
