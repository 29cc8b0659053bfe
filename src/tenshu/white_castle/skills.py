"""How searches think in this game, and how strong its levels are; docs/players.md says what was measured."""

from __future__ import annotations

from tenshu.table.search import Budget, Skill, Style

STYLE = Style(turns=1, prior=30, looks=2)
"""All ends of a turn can be judged, which says more than the first thousand simulations: they count as many visits."""


def _skill(simulations: int, temperature: float = 0.0) -> Skill:
    return Skill(Budget(simulations=simulations, seconds=2), temperature, {"looks": 1})


SKILLS = {
    "visitor": _skill(1, 30),
    "gardener": _skill(1, 12),
    "apprentice": _skill(1, 6),
    "artisan": _skill(1, 3),
    "samurai": _skill(1, 1.2),
    "master": _skill(1),
    "daimyo": Skill(Budget(simulations=60, seconds=2)),
    "dragon": Skill(Budget(simulations=300, seconds=2)),
}
