"""Questions for a pool that go wrong; imported by its processes."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any


def answer(kind: str, arguments: dict[str, Any]) -> Any:
    return globals()[kind](**arguments)


def pid() -> int:
    return os.getpid()


def slow(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def fails(how: str) -> None:
    raise {"value": ValueError, "runtime": RuntimeError, "timeout": TimeoutError}[how]("no")


def dies() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def dies_once(mark: str) -> str:
    if _first(mark):
        dies()
    return "answered"


def hangs_once(mark: str) -> str:
    if _first(mark):
        time.sleep(3600)
    return "answered"


def _first(mark: str) -> bool:
    try:
        Path(mark).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def silent(_record: object, _answers: object) -> None:
    """An analysis that says nothing."""
    time.sleep(3600)


def dying(_record: object, answers: Any) -> None:
    """An analysis that is killed."""
    answers.send(("progress", 1, 3))
    dies()


def failing(_record: object, answers: Any) -> None:
    answers.send(("failed", "ValueError: no"))
