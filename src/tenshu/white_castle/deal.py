"""What a game has dealt once and for all: tiles, gardens, yards, the Daimyo's card; and what follows from that."""

from __future__ import annotations

from collections.abc import Sequence

from tenshu.white_castle.cards import FAVOURS, GARDENS, WELL_SIDES, YARD_TILES
from tenshu.white_castle.effects import WELL as WELL_EFFECT
from tenshu.white_castle.effects import Effects, effect
from tenshu.white_castle.figures import FOOD
from tenshu.white_castle.groups import Group, group_of
from tenshu.white_castle.names import COLOURS, OUTSIDE_LEFT, OUTSIDE_RIGHT, ROOMS
from tenshu.white_castle.notation import GARDEN_NAMES, MOVES, SKIP, TRADE, Choices

PRINTED = (3, 3, 3, 4, 4, 5, 5)
"""The values of the five rooms and of the two spaces Outside the Walls."""
VALUE_OF_THE_WELL = 1
VALUE_OF_A_LINE = 6
FULL = 99
"""A value no die can pay for: the space takes no more dice."""
TOO_DEAR = 99
YARD_COSTS = (5, 3, 1)
YARD_VALUES = (2, 1, 1)
PLAYERS_WITHOUT_STACKING = 2
GARDENS_ON_THE_BOARD = 6

Yard = tuple[tuple[int, bool], ...]
"""The tiles of a yard: number, whether the gold side is up."""


class Cheapest(dict[int, int]):
    """The cheapest garden left, by the mask of the gardens a player is in already."""

    def __init__(self, costs: Sequence[int]) -> None:
        super().__init__()
        self.costs = costs

    def __missing__(self, taken: int) -> int:
        free = (cost for place, cost in enumerate(self.costs) if not taken >> place & 1)
        self[taken] = found = min(free, default=TOO_DEAR)
        return found


class Deal:
    """One for a game; states share it."""

    __slots__ = (
        "_watered",
        "capacity",
        "cheapest_garden",
        "favour",
        "favour_groups",
        "garden_choices",
        "garden_costs",
        "garden_groups",
        "gardens",
        "level",
        "players",
        "room_rows",
        "row_masks",
        "spaces_for",
        "tiles",
        "well",
        "yard_groups",
        "yards",
    )  # fmt: skip

    def __init__(
        self,
        players: int,
        level: str | None,
        tiles: Sequence[Sequence[int]],
        well: Sequence[int],
        favour: int,
        gardens: Sequence[int],
        yards: Sequence[Yard],
    ) -> None:
        self.players = players
        """Seats of the document; solo, the rival's among them."""
        self.level = level
        """Of a solo game; None otherwise."""
        self.tiles = tuple(map(tuple, tiles))
        """The colours of the die tiles, by room."""
        self.well = tuple(well)
        self.favour = favour
        self.gardens = tuple(gardens)
        """Plant and stone under each bridge."""
        self.yards = tuple(yards)
        self.capacity = 1 if players <= PLAYERS_WITHOUT_STACKING else 2
        self.room_rows = tuple(
            tuple(sum(1 << row for row, tile in enumerate(room) if tile == colour) for colour in range(len(COLOURS)))
            for room in self.tiles
        )
        """By room and colour: the rows that a die serves, as a mask."""
        self.row_masks = self._row_masks()
        self.spaces_for = tuple(
            (
                *((room, 1 << room) for room in range(len(ROOMS)) if self.room_rows[room][colour]),
                (OUTSIDE_LEFT, 1 << OUTSIDE_LEFT),
                (OUTSIDE_RIGHT, 1 << OUTSIDE_RIGHT),
            )
            for colour in range(len(COLOURS))
        )
        """By colour: the spaces with a value that take its dice, each with its bit."""
        self._watered: dict[Effects, Group] = {}
        self.garden_costs = tuple(GARDENS[garden].food for garden in self.gardens)
        self.garden_groups = tuple(group_of((effect(GARDENS[garden].action),)) for garden in self.gardens)
        self.garden_choices = Choices(
            *(MOVES[f"garden {GARDEN_NAMES[each]}"] for each in self.gardens), TRADE[FOOD], SKIP
        )
        self.cheapest_garden = Cheapest(self.garden_costs)
        self.yard_groups = tuple(
            group_of(tuple(effect(YARD_TILES[tile][gold]) for tile, gold in yard)) for yard in self.yards
        )
        self.favour_groups = tuple(group_of((effect(text),)) for text in FAVOURS[favour])

    def _row_masks(self) -> tuple[int, ...]:
        """By colour, then any: the rows of the castle as a mask with `ROW_BITS` bits a room."""
        masks = [
            sum(rows[colour] << ROW_BITS * room for room, rows in enumerate(self.room_rows))
            for colour in range(len(COLOURS))
        ]
        return (*masks, masks[0] | masks[1] | masks[2])

    def with_the_well(self, group: Group) -> Group:
        """A group with the Well's own effects in its place."""
        found = self._watered.get(group.effects)
        if found is None:
            drawn = (effect("1s"), *(effect(f"1{WELL_SIDES[side]}") for side in self.well))
            drawn_out: Effects = ()
            for each in group.effects:
                drawn_out += drawn if each.kind == WELL_EFFECT else (each,)
            found = self._watered[group.effects] = group_of(drawn_out)
        return found

    def key(self) -> tuple[object, ...]:
        return self.players, self.level, self.tiles, self.well, self.favour, self.gardens, self.yards

    def __reduce__(self) -> tuple[type[Deal], tuple[object, ...]]:
        return Deal, self.key()


ROW_BITS = 3
