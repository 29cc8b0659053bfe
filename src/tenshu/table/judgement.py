"""The numbers of fitted judgements as they stand in a game's file."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from tenshu.table.errors import Malformed
from tenshu.table.games import shown
from tenshu.table.reading import fields, listed
from tenshu.table.school import Numbers

MOST_FEATURES = 1000
MOST_HIDDEN = 64
MOST_DOUBTS = 200
"""What a file may hold; a core takes no more hidden units."""
DIGITS = 4
_ARRAYS = ("linear", "inner", "offset", "outer", "doubt")


def written_network(numbers: Numbers) -> str:
    """A feature has a line of its own, so that a change can be looked at."""

    def short(figure: float) -> float:
        return float(f"{figure:.{DIGITS}g}")

    def text(figures: Any) -> str:
        return json.dumps([short(figure) for figure in figures], separators=(",", ":"))

    lines = [f'"bias": {short(numbers["bias"])}']
    for name in _ARRAYS:
        rows = "[\n  " + ",\n  ".join(map(text, numbers[name])) + "]" if name == "inner" else text(numbers[name])
        lines.append(f"{json.dumps(name)}: {rows}")
    return "{\n " + ",\n ".join(lines) + "}"


def read_network(value: object, place: str, inputs: int) -> Numbers:
    """Raises `Malformed` unless these are the numbers of a network with so many features."""
    import numpy as np

    found = fields(value, place, ("bias", *_ARRAYS))
    offset = _figures(found["offset"], f"{place}.offset", MOST_HIDDEN)
    hidden = len(offset)
    rows = _exactly(listed(found["inner"], f"{place}.inner", MOST_FEATURES), inputs, f"{place}.inner")
    doubt = _figures(found["doubt"], f"{place}.doubt", MOST_DOUBTS)
    if len(doubt) < 2:
        raise Malformed(f"{place}.doubt", "must have at least 2 entries")
    plain = {
        "linear": _exactly(_figures(found["linear"], f"{place}.linear", MOST_FEATURES), inputs, f"{place}.linear"),
        "inner": [
            _exactly(_figures(row, f"{place}.inner[{number}]", MOST_HIDDEN), hidden, f"{place}.inner[{number}]")
            for number, row in enumerate(rows)
        ],
        "offset": offset,
        "outer": _exactly(_figures(found["outer"], f"{place}.outer", MOST_HIDDEN), hidden, f"{place}.outer"),
        "doubt": doubt,
    }
    bias = _figures([found["bias"]], f"{place}.bias", 1)[0]
    return {"bias": bias} | {name: np.array(figures, np.float32) for name, figures in plain.items()}


def _figures(value: object, place: str, most: int) -> list[float]:
    figures = listed(value, place, most)
    for figure in figures:
        if isinstance(figure, bool) or not isinstance(figure, int | float) or not isfinite(figure):
            raise Malformed(place, f"must hold numbers, not {shown(figure)}")
    return [float(figure) for figure in figures if isinstance(figure, int | float)]


def _exactly(entries: list[Any], wanted: int, place: str) -> list[Any]:
    if len(entries) != wanted:
        raise Malformed(place, f"has {len(entries)} entries, not {wanted}")
    return entries
