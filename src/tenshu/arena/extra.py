"""What only ratings and plots need: matplotlib and openskill, the extra `arena`."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

INSTALL = 'pip install "tenshu[arena]"'


class MissingExtra(ImportError):
    """A library of the extra is not installed; `name` says which."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not installed; {INSTALL} brings it", name=name)


def load(name: str) -> ModuleType:
    """A module of the extra. Raises `MissingExtra`."""
    try:
        return import_module(name)
    except ImportError:
        raise MissingExtra(name.partition(".")[0]) from None
