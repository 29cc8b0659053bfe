"""What a seat owns, as one list of small numbers: a copy is cheap, and an effect is "add so much there"."""

from __future__ import annotations

from tenshu.white_castle.names import ROOMS, YARDS

Figures = list[int]
"""The figures of one seat; the names below say what stands where."""

FOOD, IRON, PEARL, COINS, SEALS, POINTS, INFLUENCE = range(7)
COURTIERS = 7
"""Courtiers at home; behind it those at the gate, in the five rooms and with the Daimyo."""
GATE = COURTIERS + 1
ROOM = GATE + 1
DAIMYO = ROOM + len(ROOMS)
GARDENERS = DAIMYO + 1
"""Gardeners at home."""
GARDENS = GARDENERS + 1
"""Where gardeners stand: a bit for each of the six gardens in the order of the board."""
WARRIORS = GARDENS + 1
"""Warriors at home; behind it those in the three yards."""
YARD = WARRIORS + 1
CARD = YARD + len(YARDS)
"""The action card on the domain board."""
DICE = CARD + 1
"""The dice on the three domain lines, 0 where there is none."""
LANTERN = DICE + 3
"""All that a Lantern gives, added up: see `cards.BACKS`."""
SIZE = LANTERN + 1

MEMBERS = 5
"""Of each kind, to each player."""
MOST_OF_A_RESOURCE = 7
MOST_SEALS = 5
NO_LIMIT = 1 << 30
CAPS = (MOST_OF_A_RESOURCE,) * 3 + (NO_LIMIT, MOST_SEALS, NO_LIMIT)
"""By figure, of those that can be gained."""

HOMES = (COURTIERS, GARDENERS, WARRIORS)
"""The members a domain line counts, by colour."""
