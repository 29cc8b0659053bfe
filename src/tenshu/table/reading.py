"""Reading foreign JSON: every check says in one sentence what is wrong and where."""

from __future__ import annotations

from collections.abc import Collection

from tenshu.table.errors import Malformed
from tenshu.table.games import shown
from tenshu.table.state import Document


def inside(place: str, name: str) -> str:
    """The place of a field of an object."""
    return f"{place}.{name}" if place else name


def fields(value: object, place: str, required: Collection[str], optional: Collection[str] = ()) -> Document:
    """An object with all the required fields and no unknown one."""
    if not isinstance(value, dict):
        raise Malformed(place or "position", f"must be an object, not {shown(value)}")
    for name in required:
        if name not in value:
            raise Malformed(inside(place, name), "is missing")
    for name in value:
        if name not in required and name not in optional:
            raise Malformed(place or "position", f"unknown field {shown(name)}")
    return value


def whole(value: object, place: str, least: int, most: int) -> int:
    """A whole number in a range; true and false are no numbers."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise Malformed(place, f"must be a whole number, not {shown(value)}")
    if not least <= value <= most:
        raise Malformed(place, f"must be from {least} to {most}, not {shown(value)}")
    return value


def flag(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise Malformed(place, f"must be true or false, not {shown(value)}")
    return value


def listed(value: object, place: str, most: int) -> list[object]:
    """A list of at most so many entries."""
    if not isinstance(value, list):
        raise Malformed(place, f"must be a list, not {shown(value)}")
    if len(value) > most:
        raise Malformed(place, f"has {len(value)} entries, more than {most}")
    return value


def one_of(value: object, place: str, known: Collection[str]) -> str:
    """A text out of a few."""
    if not isinstance(value, str) or value not in known:
        raise Malformed(place, f"must be one of {', '.join(known)}, not {shown(value)}")
    return value
