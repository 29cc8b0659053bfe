"""The names of things and the numbers the rules count them by. A list's order is the order everywhere."""

from __future__ import annotations

COLOURS = ("coral", "black", "white")
LETTERS = ("c", "b", "w")
"""Colours as they stand in the name of a die: `c5`."""
SIDES = ("left", "right")
"""The ends of a bridge a player may take from."""
POSITIONS = ("left", "centre", "right")
"""The parts of a bridge, and the places of the Daimyo's favour."""

RESOURCES = ("food", "iron", "pearl")
ROOMS = ("steward-1", "steward-2", "steward-3", "diplomat-1", "diplomat-2")
STEWARD_ROOMS = range(3)
DIPLOMAT_ROOMS = range(3, 5)
ROWS_IN_A_ROOM = (3, 3, 3, 2, 2)

SPACES = (*ROOMS, "outside-left", "outside-right", "well", "domain")
"""Where a die can go; the first seven have a value that another die may cover."""
OUTSIDE_LEFT, OUTSIDE_RIGHT, WELL, DOMAIN = range(5, 9)
STACKING_SPACES = range(7)

PLACES = ("gate", *ROOMS, "daimyo")
"""Where courtiers stand."""
YARDS = ("5", "3", "1")
LEVELS = ("easy", "medium", "hard")
PHASES = ("start", "turn", "gardens", "over")
START, TURN, GARDENS, OVER = range(4)

ROUNDS = 3
MOST_SEATS = 4
DICE_LEFT_AT_THE_END = 3
"""A round ends when no more dice than these lie on the bridges."""


def die_name(colour: int, value: int) -> str:
    return f"{LETTERS[colour]}{value}"


DIE_NAMES = tuple(tuple(die_name(colour, value) for value in range(7)) for colour in range(3))
"""By colour and value."""
