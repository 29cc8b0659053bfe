"""Castle layouts: the heights of the stacks, drawn as text. `docs/layouts.md` explains the drawing and shows all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any

from tenshu.dragon_castle.castle import HIGHEST
from tenshu.dragon_castle.grid import MOST_COLUMNS, MOST_ROWS, cell_name
from tenshu.dragon_castle.tiles import FULL_SET
from tenshu.dragon_castle.words import ENGLISH
from tenshu.table.errors import Malformed
from tenshu.table.games import shown
from tenshu.table.texts import Texts

Fault = tuple[str, dict[str, Any]]
"""What is wrong with a layout: its key under `castle.` in the catalogues, and the facts of its sentence."""

TILES = len(FULL_SET)
GROUND_FLOOR = {2: range(65, 81), 3: range(50, 71), 4: range(40, 56)}
"""The rulebook's guideline: how many tiles on the ground floor suit how many players."""
LONG_ROW = 6
FEW_LONG_ROWS = 2
"""The rulebook warns of too many long rows on the upper floors without a figure; two is ours."""

ORDER = (
    "basic-2",
    "basic-3",
    "basic-4",
    "four-seasons",
    "thousand-towers",
    "barracks",
    "pillars-of-creation",
    "fortress",
    "blockhouse",
    "parade-ground",
    "keep",
    "dragons-head",
    "monastery-of-the-abyss",
    "gates-of-destiny",
    "forbidden-city",
)
"""The order in which the shipped layouts are shown; a castle not named here follows in alphabetical order."""

_HEIGHT_OF = {".": 0, "1": 1, "2": 2, "3": 3}
_MARK_OF = {height: mark for mark, height in _HEIGHT_OF.items()}
_MOST_LETTERS_IN_FIELD = {"name": 60, "players": 10, "note": 200}
_MOST_CHARACTERS = 10_000
_BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Layout:
    """The heights of a castle's stacks: rows from north to south, each from west to east, all equally long.

    `players` are the counts it is best for; it is empty when the drawing does not say.
    """

    key: str
    name: str
    players: tuple[int, ...]
    heights: tuple[tuple[int, ...], ...]
    note: str = ""

    @property
    def columns(self) -> int:
        return max(map(len, self.heights), default=0)

    @property
    def rows(self) -> int:
        return len(self.heights)

    @property
    def tiles(self) -> int:
        return sum(map(sum, self.heights))

    @property
    def ground(self) -> int:
        """How many stacks there are, which is how many tiles lie on the ground floor."""
        return self.on_floor(1)

    def on_floor(self, floor: int) -> int:
        """How many tiles lie on a floor, 1 to 3."""
        return sum(height >= floor for _, _, height in self.stacks())

    def height(self, column: int, row: int) -> int:
        """The height of a stack; 0 on empty ground, which goes on forever around the drawing."""
        if 0 <= row < len(self.heights) and 0 <= column < len(self.heights[row]):
            return self.heights[row][column]
        return 0

    def stacks(self) -> Iterator[tuple[int, int, int]]:
        """Column, row and height of every stack in reading order, columns and rows counted from 0."""
        for row, heights in enumerate(self.heights):
            for column, height in enumerate(heights):
                if height:
                    yield column, row, height

    @property
    def drawing(self) -> str:
        """The rows alone; `parse` reads the same heights back."""
        return "".join("".join(_MARK_OF[height] for height in row) + "\n" for row in self.heights)

    @property
    def text(self) -> str:
        """Header and drawing; `parse` with the same key reads the same layout back."""
        fields = {"name": self.name, "players": " ".join(map(str, self.players)), "note": self.note}
        header = "".join(f"{field}: {value}\n" for field, value in fields.items() if value)
        return f"{header}\n{self.drawing}"


def parse(text: str, key: str = "custom", place: str = "layout") -> Layout:
    """Reads a drawing, with or without a header. Raises `Malformed`: one sentence with line and column.

    Only the text is judged here: whether the castle is one to play with, say `errors` and `warnings`.
    """
    if len(text) > _MOST_CHARACTERS:
        raise Malformed(place, f"{len(text)} characters are no drawing of a castle; at most {_MOST_CHARACTERS}")
    lines = [line.rstrip() for line in text.removeprefix(_BYTE_ORDER_MARK).split("\n")]
    start = next((number for number, line in enumerate(lines) if not _may_be_header(line)), len(lines))
    header = _header(lines[:start], place)
    heights = _heights(lines[start:], start + 1, place)
    return Layout(key, header.get("name", key), _players(header), heights, header.get("note", ""))


def errors(layout: Layout, texts: Texts = ENGLISH) -> list[str]:
    """Hard facts the layout breaks, one sentence each; nobody can play with a layout that has any."""
    return [_sentence(fault, texts) for find in (_wrong_size, _wrong_heights, _wrong_tiles) for fault in find(layout)]


def warnings(layout: Layout, texts: Texts = ENGLISH) -> list[str]:
    """Guidelines the layout does not follow, one sentence each; it can be played all the same."""
    guidelines = (_unsuitable_ground, _bare_threes, _too_many_long_rows, _empty_margins)
    return [_sentence(fault, texts) for find in guidelines for fault in find(layout)]


def catalogue() -> dict[str, Layout]:
    """Every shipped layout by its key: the basic ones first, then the rest in the rulebook's order."""
    return dict(_shipped())


def find(name: str) -> Layout:
    """A shipped layout by key or full name. Case, a leading article, spaces, hyphens and apostrophes do not matter."""
    layout = _by_plain_name().get(_plain(name))
    if layout is None:
        raise Malformed("layout", f"no castle called {shown(name)}; known: {', '.join(_shipped())}")
    return layout


def for_players(players: int) -> Layout:
    """The basic layout for so many players."""
    if players not in GROUND_FLOOR:
        raise Malformed("players", f"there is a basic castle for 2, 3 or 4 players, not for {shown(players)}")
    return _shipped()[f"basic-{players}"]


# Reading


def _may_be_header(line: str) -> bool:
    return not line or line.startswith("#") or ":" in line


def _header(lines: list[str], place: str) -> dict[str, str]:
    header: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        if not line or line.startswith("#"):
            continue
        field, _, value = line.partition(":")
        field, value = field.strip(), value.strip()
        problem = _problem_of_field(field, value, header)
        if problem:
            raise Malformed(_at(place, number), problem)
        header[field] = value
    return header


def _problem_of_field(field: str, value: str, before: dict[str, str]) -> str:
    if field not in _MOST_LETTERS_IN_FIELD:
        return f"no header field is called {shown(field)}; known: {', '.join(_MOST_LETTERS_IN_FIELD)}"
    if field in before:
        return f"{field} is given twice"
    if not value or not value.isprintable() or len(value) > _MOST_LETTERS_IN_FIELD[field]:
        return f"{field} takes 1 to {_MOST_LETTERS_IN_FIELD[field]} printable characters, not {shown(value)}"
    if field == "players" and not all(word in ("2", "3", "4") for word in value.split()):
        return f"players takes numbers out of 2, 3 and 4 with spaces between them, not {shown(value)}"
    return ""


def _players(header: dict[str, str]) -> tuple[int, ...]:
    return tuple(sorted({int(word) for word in header.get("players", "").split()}))


def _heights(lines: list[str], first: int, place: str) -> tuple[tuple[int, ...], ...]:
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        raise Malformed(place, "there is no drawing; write a line for each row, in it 1, 2, 3 or . for each cell")
    if len(lines) > MOST_ROWS:
        raise Malformed(_at(place, first + MOST_ROWS), f"a castle has at most {MOST_ROWS} rows")
    rows = [_row(line, number, place) for number, line in enumerate(lines, start=first)]
    widest = max(map(len, rows))
    return tuple(row + (0,) * (widest - len(row)) for row in rows)


def _row(line: str, number: int, place: str) -> tuple[int, ...]:
    if not line:
        raise Malformed(_at(place, number), "an empty line inside the drawing; write . for empty ground")
    if len(line) > MOST_COLUMNS:
        raise Malformed(_at(place, number, MOST_COLUMNS + 1), f"a castle has at most {MOST_COLUMNS} columns")
    for column, mark in enumerate(line, start=1):
        if mark not in _HEIGHT_OF:
            raise Malformed(
                _at(place, number, column), f"{shown(mark)} is no height; write 1, 2 or 3, or . for empty ground"
            )
    return tuple(_HEIGHT_OF[mark] for mark in line)


def _at(place: str, line: int, column: int = 0) -> str:
    return f"{place}, line {line}, column {column}" if column else f"{place}, line {line}"


# Judging


def _wrong_size(layout: Layout) -> Iterator[Fault]:
    if layout.columns > MOST_COLUMNS:
        yield "columns", {"found": layout.columns, "most": MOST_COLUMNS}
    if layout.rows > MOST_ROWS:
        yield "rows", {"found": layout.rows, "most": MOST_ROWS}
    if len(set(map(len, layout.heights))) > 1:
        yield "ragged", {}


def _wrong_heights(layout: Layout) -> Iterator[Fault]:
    wrong = [cell_name(column, row) for column, row, height in layout.stacks() if not 1 <= height <= HIGHEST]
    if wrong:
        yield "heights", {"most": HIGHEST, "cells": wrong}


def _wrong_tiles(layout: Layout) -> Iterator[Fault]:
    if layout.tiles != TILES:
        yield "tiles", {"found": layout.tiles, "wanted": TILES}


def _unsuitable_ground(layout: Layout) -> Iterator[Fault]:
    if not layout.players and not any(layout.ground in suits for suits in GROUND_FLOOR.values()):
        yield "ground", {"found": layout.ground}
    for players, suits in GROUND_FLOOR.items():
        if players in layout.players and layout.ground not in suits:
            yield "ground-for", {"found": layout.ground, "players": players, "least": suits[0], "most": suits[-1]}


def _bare_threes(layout: Layout) -> Iterator[Fault]:
    """Nested means that nobody can fall three floors: beside a stack of 3 stands always another stack."""
    bare = [
        cell_name(column, row)
        for column, row, height in layout.stacks()
        if height == HIGHEST and 0 in _beside(layout, column, row)
    ]
    if bare:
        yield "bare", {"height": HIGHEST, "cells": bare}


def _beside(layout: Layout, column: int, row: int) -> tuple[int, ...]:
    return (
        layout.height(column, row - 1),
        layout.height(column - 1, row),
        layout.height(column + 1, row),
        layout.height(column, row + 1),
    )


def _too_many_long_rows(layout: Layout) -> Iterator[Fault]:
    long = [
        (row, floor)
        for floor in range(2, HIGHEST + 1)
        for row, heights in enumerate(layout.heights, start=1)
        for length in _lengths(heights, floor)
        if length >= LONG_ROW
    ]
    if len(long) > FEW_LONG_ROWS:
        yield "long-rows", {"found": len(long), "long": LONG_ROW, "rows": long, "few": FEW_LONG_ROWS}


def _lengths(heights: tuple[int, ...], floor: int) -> Iterator[int]:
    """How many adjacent tiles each unbroken stretch of a row has on a floor."""
    for is_there, stretch in groupby(heights, lambda height: height >= floor):
        if is_there:
            yield len(list(stretch))


def _empty_margins(layout: Layout) -> Iterator[Fault]:
    margins = {
        "north": layout.heights[:1],
        "south": layout.heights[-1:],
        "west": tuple(row[:1] for row in layout.heights),
        "east": tuple(row[-1:] for row in layout.heights),
    }
    empty = [side for side, line in margins.items() if not any(map(any, line))]
    if empty:
        yield "margins", {"sides": empty}


def _sentence(fault: Fault, texts: Texts) -> str:
    """A fault in words; lists among its facts are told in words too, and shortened."""
    key, facts = fault
    told = {name: _listed(name, value, texts) if isinstance(value, list) else value for name, value in facts.items()}
    return texts.say(f"castle.{key}", **told)


def _listed(name: str, things: list[Any], texts: Texts, most: int = 6) -> str:
    if name == "sides":
        return f" {texts.say('castle.and')} ".join(texts.say(f"castle.side.{side}") for side in things)
    if name == "rows":
        things = [texts.say("castle.row", row=row, floor=floor) for row, floor in things]
    return ", ".join([*things[:most], "…"] if len(things) > most else things)


# The shipped castles


@cache
def _shipped() -> dict[str, Layout]:
    found = {
        file.name.removesuffix(".txt"): file.read_text("utf-8")
        for file in files("tenshu.dragon_castle").joinpath("castles").iterdir()
        if file.name.endswith(".txt")
    }
    return {key: parse(found[key], key, f"castles/{key}.txt") for key in sorted(found, key=_place_in_order)}


def _place_in_order(key: str) -> tuple[int, str]:
    return (ORDER.index(key) if key in ORDER else len(ORDER)), key


@cache
def _by_plain_name() -> dict[str, Layout]:
    return {_plain(name): layout for layout in _shipped().values() for name in (layout.name, layout.key)}


def _plain(name: str) -> str:
    words = re.findall(r"[a-z0-9]+", re.sub("['’‘]", "", name.casefold()))
    return "".join(words[1:] if words[:1] in (["the"], ["a"]) else words)
