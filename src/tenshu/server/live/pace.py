"""How fast one connection may talk."""

from __future__ import annotations

from time import monotonic

HOPELESS = 200
"""So many messages beyond the limit, and the connection is ended."""


class Pace:
    """A bucket that fills steadily: short bursts are fine, floods are not. A scale of 0 lifts the limit."""

    def __init__(self, per_second: float, burst: float, scale: float = 1.0) -> None:
        self._rate = per_second * scale
        self._most = burst * scale
        self._left = self._most
        self._then = monotonic()
        self._refused = 0

    @classmethod
    def of_messages(cls, scale: float) -> Pace:
        return cls(20, 60, scale)

    @classmethod
    def of_chat(cls, scale: float) -> Pace:
        return cls(0.5, 5, scale)

    def allows(self) -> bool:
        """Whether one more is fine."""
        if self._most <= 0:
            return True
        now = monotonic()
        self._left = min(self._most, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left >= self._most:  # the connection has kept quiet: what was is forgotten
            self._refused = 0
        if self._left < 1:
            self._refused += 1
            return False
        self._left -= 1
        return True

    @property
    def is_hopeless(self) -> bool:
        return self._refused > HOPELESS
