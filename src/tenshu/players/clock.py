"""How much of a budget is spent."""

from __future__ import annotations

from time import monotonic

from tenshu.table.search import Budget


class Clock:
    """Counts the simulations of one decision and looks at the time, as far as the budget speaks of either."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.simulations = 0
        self._start = monotonic()

    def tick(self) -> None:
        """One simulation is done."""
        self.simulations += 1

    @property
    def seconds(self) -> float:
        return monotonic() - self._start

    @property
    def spent(self) -> float:
        """The part of the budget that is gone, from 0 to 1, by the bound that will be met first."""
        parts = []
        if self.budget.simulations is not None:
            parts.append(self.simulations / max(self.budget.simulations, 1))
        if self.budget.seconds is not None:
            parts.append(self.seconds / max(self.budget.seconds, 1e-6))
        return min(1.0, max(parts))

    @property
    def left(self) -> float:
        """How many more simulations there may be: exact for a budget in simulations, by the pace so far for seconds."""
        bounds = []
        if self.budget.simulations is not None:
            bounds.append(float(self.budget.simulations - self.simulations))
        if self.budget.seconds is not None:
            seconds = self.seconds
            bounds.append(self.simulations * (self.budget.seconds - seconds) / max(seconds, 1e-6))
        return min(bounds)

    @property
    def is_over(self) -> bool:
        return self.spent >= 1
