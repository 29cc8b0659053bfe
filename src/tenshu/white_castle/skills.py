"""How searches think in this game, and how strong its levels are; docs/players.md says what was measured."""

from __future__ import annotations

from tenshu.table.search import Budget, Skill, Style

STYLE = Style(turns=1, prior=30, looks=2, building=0.0002)
"""All ends of a turn can be judged, which says more than the first thousand simulations: they count as many visits. Who
builds first and hinders late scores more, and was not seen to win less."""


def _one_turn(temperature: float = 0.0) -> Skill:
    """Looks at every way to play the turn, and no further."""
    return Skill(Budget(simulations=1, seconds=2), temperature, {"looks": 1, "building": 0})


SKILLS = {
    "visitor": _one_turn(12),
    "gardener": _one_turn(7.5),
    "apprentice": _one_turn(5),
    "artisan": _one_turn(3.4),
    "samurai": _one_turn(2.3),
    "master": _one_turn(1.4),
    "daimyo": _one_turn(),
    "dragon": Skill(Budget(simulations=2000, seconds=2)),
}
