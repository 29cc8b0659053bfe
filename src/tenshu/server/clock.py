"""The time."""

from __future__ import annotations

import time


class WallClock:
    """Seconds since 1970 that never jump: the wall clock is read once, then counted on with the monotonic one."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def now(self) -> float:
        return time.monotonic() + self._offset
