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
    Level("visitor", "greedy", Budget(simulations=8, seconds=1), temperature=3),
    Level("apprentice", "greedy", Budget(simulations=30, seconds=1), temperature=1.5),
    Level("artisan", "greedy", Budget(simulations=150, seconds=1), temperature=0.5),
    Level("samurai", "search", Budget(simulations=40, seconds=1), Style(turns=1), temperature=0.8),
    Level("master", "search", Budget(simulations=150, seconds=1), temperature=0.3),
    Level("daimyo", "search", Budget(simulations=800, seconds=1.5)),
    Level("dragon", "search", Budget(simulations=20_000, seconds=2)),
)
LEVELS = {level.name: level for level in _ALL}
USUAL_LEVEL = "artisan"
