"""The levels people choose from, weakest first. All think in the same way, the weaker ones with less care."""

from __future__ import annotations

from dataclasses import dataclass, field

from tenshu.table.search import Budget, Style


@dataclass(frozen=True)
class Level:
    """A strength with a name: which player, how it thinks, for how long, and how often it is content with less."""

    name: str
    kind: str
    """Who plays: a name of `roster.KINDS`."""
    budget: Budget
    """Simulations, and seconds as a bound where the machine is slow."""
    style: Style = field(default_factory=Style)
    temperature: float = 0.0
    """In points: see `thinking.SearchPlayer`."""


_ALL = (
    Level("visitor", "search", Budget(simulations=8, seconds=2), temperature=30),
    Level("gardener", "search", Budget(simulations=8, seconds=2), temperature=4.7),
    Level("apprentice", "search", Budget(simulations=8, seconds=2), temperature=2.1),
    Level("artisan", "search", Budget(simulations=8, seconds=2), temperature=1),
    Level("samurai", "search", Budget(simulations=10, seconds=2), temperature=0.4),
    Level("master", "search", Budget(simulations=30, seconds=2)),
    Level("daimyo", "search", Budget(simulations=120, seconds=2)),
    Level("dragon", "search", Budget(simulations=500, seconds=2)),
)
LEVELS = {level.name: level for level in _ALL}
USUAL_LEVEL = "apprentice"
