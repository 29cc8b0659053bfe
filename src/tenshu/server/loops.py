"""Tasks that do the same again and again, until they are told to end."""

from __future__ import annotations

import asyncio


def goes_on() -> bool:
    """Whether the task this is asked in has not been cancelled.

    A library that is cut off in the middle may answer with an error of its own, and whoever goes on after any error
    would then go on for ever: a loop asks this instead of counting on `CancelledError`.
    """
    task = asyncio.current_task()
    return task is not None and not task.cancelling()
