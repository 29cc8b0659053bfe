"""Who meets whom on which deal. Every deal is played once for each rotation of its seats, so that the luck of the deal
and of the seat falls on everybody alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil

LineUp = tuple[str, ...]
"""Contestants around one table, by seat, before they move on."""


class DoNotFill(ValueError):
    """Names that cannot be seated: too few of them, or some more than once and not as many as seats."""

    def __init__(self, names: int, seats: int) -> None:
        super().__init__(f"these {names} names do not fill {seats} seats")
        self.names = names
        self.seats = seats


@dataclass(frozen=True, order=True)
class Seating:
    """One game of a match."""

    deal: int
    """Deals are counted from 0."""
    group: int
    """Which line-up of the match sits down."""
    rotation: int
    """By how many seats it has moved on."""
    seats: LineUp
    """Who sits where."""


def line_ups(contestants: Sequence[str], seats: int) -> list[LineUp]:
    """The line-ups of a match for a number of seats.

    As many names as seats, some of them more than once, are one line-up as it stands: `strong, weak, weak, weak` asks
    what one strong player wins among three weak ones. Otherwise everybody is named once, and each choice of contestants
    that fills the table is a line-up; where there are too few, they sit down in turn until the table is full, and
    each of them begins one line-up.
    """
    if not contestants:
        raise ValueError("a match needs a contestant")
    if len(set(contestants)) < len(contestants):
        if len(contestants) != seats:
            raise DoNotFill(len(contestants), seats)
        return [tuple(contestants)]
    if len(contestants) >= seats:
        return list(combinations(contestants, seats))
    found: dict[frozenset[LineUp], LineUp] = {}
    for start in range(len(contestants)):
        line_up = tuple(contestants[(start + seat) % len(contestants)] for seat in range(seats))
        found.setdefault(frozenset(rotations(line_up)), line_up)
    return list(found.values())


def neighbours(contestants: Sequence[str], seats: int) -> list[LineUp]:
    """The line-ups of a ladder: only those meet who are named one after the other."""
    if len(set(contestants)) < len(contestants) or len(contestants) < seats:
        raise DoNotFill(len(contestants), seats)
    return [tuple(contestants[start : start + seats]) for start in range(len(contestants) - seats + 1)]


def rotations(line_up: LineUp) -> list[LineUp]:
    """The different ways in which a line-up moves around the table: everybody has every seat equally often."""
    moved = (line_up[-by:] + line_up[:-by] if by else line_up for by in range(len(line_up)))
    return list(dict.fromkeys(moved))


def deals_for(games: int, groups: Sequence[LineUp]) -> int:
    """How many deals give each line-up at least so many games."""
    return ceil(games / len(rotations(groups[0])))


def schedule(groups: Sequence[LineUp], deals: int) -> Iterator[Seating]:
    """All games of a match, deal by deal: stopped anywhere, nearly everything before is whole."""
    for deal in range(deals):
        for group, line_up in enumerate(groups):
            for rotation, seats in enumerate(rotations(line_up)):
                yield Seating(deal, group, rotation, seats)
