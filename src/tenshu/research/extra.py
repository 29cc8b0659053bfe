"""Libraries that are installed only with an extra: a missing one is named in one sentence, with the command."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


class MissingExtra(ImportError):
    """A library is not installed; `name` says which, `extra` brings it."""

    def __init__(self, name: str, extra: str) -> None:
        super().__init__(f'{name} is not installed; pip install "tenshu[{extra}]" brings it', name=name)
        self.extra = extra


def needed(name: str, extra: str) -> ModuleType:
    """A module of an extra. Raises `MissingExtra`."""
    try:
        return import_module(name)
    except ImportError as problem:
        if problem.name is not None and problem.name.partition(".")[0] != name.partition(".")[0]:
            raise
        raise MissingExtra(name.partition(".")[0], extra) from None
