"""Dealing a new game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tenshu.table.errors import Impossible, Malformed
from tenshu.table.games import shown
from tenshu.table.randomness import drawn, shuffled
from tenshu.table.reading import one_of, whole
from tenshu.white_castle.cards import (
    ACTION_CARDS,
    COPIES_OF_A_STARTING_ACTION,
    DIPLOMAT_CARDS,
    DIPLOMATS,
    FAVOURS,
    FIRST_DIPLOMAT,
    NO_CARD,
    PLANTS,
    START_CARDS,
    STEWARD_CARDS,
    STEWARDS,
    STONES,
    WELL_SIDES,
    YARD_TILES,
    dark_worker,
)
from tenshu.white_castle.deal import PRINTED, Deal
from tenshu.white_castle.figures import CARD, COURTIERS, GARDENERS, INFLUENCE, MEMBERS, POINTS, SIZE, WARRIORS, Figures
from tenshu.white_castle.names import COLOURS, LEVELS, ROOMS, ROUNDS, ROWS_IN_A_ROOM, START, WELL
from tenshu.white_castle.rounds import Roll, lay_dice
from tenshu.white_castle.solo import GOES_FIRST, HUMAN, INFLUENCE_AT_THE_START, POINTS_AT_THE_START, RIVAL, Rival
from tenshu.white_castle.start import CHOOSE_START, take_pair
from tenshu.white_castle.state import WhiteCastle
from tenshu.white_castle.views import rolled, shuffled_deck

PLAYERS_WITHOUT_SOME_CARDS = 2
"""Up to so many players leave out the cards marked ♦."""
LEVEL_OF_A_SOLO_GAME = "medium"
TILES_IN_THE_WELL = 2

Tile = tuple[int, int]
"""A die tile: its colour, and what its back gives in the Well."""


def new_game(
    *, players: int | None = None, seed: int | str | None = None, solo: str | bool | None = None
) -> WhiteCastle:
    """Deals a game for 2 to 4 players, or a solo game against the rival at a level (`easy`, `medium`, `hard`). Without
    a seed each deal differs."""
    level = checked_level(solo)
    if players is None:
        players = 1 if level else 2
    if level and players != 1:
        raise Impossible("players", f"a solo game has one player, not {shown(players)}")
    whole(players, "players", 1 if level else 2, 4)
    rng = Random(checked_seed(seed))
    seats = 2 if level else players
    stewards, diplomats = castle_cards(seats, rng)
    tiles, well = die_tiles(rng)
    deal = Deal(seats, level, tiles, well, int(rng.random() * len(FAVOURS)), drawn_gardens(rng), drawn_yards(rng))
    state = WhiteCastle.__new__(WhiteCastle)
    state.deal = deal
    state.round = 1
    state.phase = START
    state.cards = [*stewards[:3], *diplomats[:2]]
    state.decks = tuple(stewards[3:]), tuple(diplomats[2:])
    first: Roll = rolled(seats, rng)
    lay_dice(state, first)
    state.rolls = tuple(rolled(seats, rng) for _ in range(ROUNDS - 1))
    state.dice = [()] * (WELL + 1)
    state.values = list(PRINTED)
    state.places = (None, None, None)
    state.removed = state.starts = ()
    state.players = [empty_seat() for _ in range(seats)]
    state.lanterns = [()] * seats
    state.at_work = [()] * seats
    state.lines = ()
    state.rival = state.unseen = None
    state.log = []
    state.shows = state.passed = False
    if level:
        _sit_down_alone(state, level, rng)
    else:
        _sit_down(state, rng)
    state.come_to_rest()
    state.log = []
    state.shows = state.passed = False
    return state


def _sit_down(state: WhiteCastle, rng: Random) -> None:
    """The order of turns by lot, and the pairs from which the last one chooses first."""
    seats = state.deal.players
    state.order = tuple(shuffled(range(seats), rng))
    state.track = list(state.order)
    state.starts = tuple(zip(*_starting_cards(rng, seats + 1), strict=True))
    state.stack = [CHOOSE_START]
    state.switch(state.order[-1])


def _sit_down_alone(state: WhiteCastle, level: str, rng: Random) -> None:
    """The human gets a pair by lot; the rival gets its lead and its cards."""
    rival = state.players[RIVAL]
    rival[POINTS] = POINTS_AT_THE_START[level]
    rival[INFLUENCE] = INFLUENCE_AT_THE_START[level]
    state.order = (RIVAL, HUMAN) if GOES_FIRST[level] else (HUMAN, RIVAL)
    state.track = list(state.order)
    state.rival = Rival(shuffled_deck(rng), 0, tuple(shuffled_deck(rng) for _ in range(ROUNDS - 1)))
    (resources,), (action,) = _starting_cards(rng, 1)
    state.stack = []
    state.switch(HUMAN)
    take_pair(state, resources, action)


def _starting_cards(rng: Random, count: int) -> tuple[list[int], list[int]]:
    """So many starting resource cards, and the action cards below them."""
    return drawn(START_CARDS, count, rng), drawn([*ACTION_CARDS] * COPIES_OF_A_STARTING_ACTION, count, rng)


def empty_seat() -> Figures:
    figures = [0] * SIZE
    figures[COURTIERS] = figures[GARDENERS] = figures[WARRIORS] = MEMBERS
    figures[CARD] = NO_CARD
    return figures


# The board.


def castle_cards(seats: int, rng: Random) -> tuple[list[int], list[int]]:
    """Both decks, the cards of the rooms on top; dealt again while all five dark actions are the same worker."""
    few = seats <= PLAYERS_WITHOUT_SOME_CARDS
    stewards = [card for card in STEWARD_CARDS if not (few and STEWARDS[card].many)]
    diplomats = [card for card in DIPLOMAT_CARDS if not (few and DIPLOMATS[card - FIRST_DIPLOMAT].many)]
    while True:
        stewards, diplomats = shuffled(stewards, rng), shuffled(diplomats, rng)
        if len({dark_worker(card) for card in (*stewards[:3], *diplomats[:2])}) > 1:
            return stewards, diplomats


def die_tiles(rng: Random) -> tuple[list[list[int]], list[int]]:
    """The colours of the tiles by room, and the rewards of the two in the Well."""
    sides = range(len(WELL_SIDES))
    while True:
        tops = [(colour, int(rng.random() * len(sides))) for colour in shuffled(range(len(COLOURS)), rng)]
        others = [(colour, side) for colour in range(len(COLOURS)) for side in sides if (colour, side) not in tops]
        found = laid_tiles([colour for colour, _ in tops], shuffled(others, rng))
        if found is not None:
            return found


def laid_tiles(tops: Sequence[int], others: Sequence[Tile]) -> tuple[list[list[int]], list[int]] | None:
    """Lays a tile of each colour on the top rows of the steward rooms, the others space by space. A tile that would
    close a room in one colour goes to the next space that may take it, one that fits nowhere to the Well. None if the
    Well would get a third."""
    rooms: list[list[int | None]] = [[None] * rows for rows in ROWS_IN_A_ROOM]
    for room, colour in enumerate(tops):
        rooms[room][0] = colour
    well: list[int] = []
    for colour, side in others:
        space = next((space for space in tile_spaces() if _may_take(rooms, space, colour)), None)
        if space is not None:
            rooms[space[0]][space[1]] = colour
        elif len(well) < TILES_IN_THE_WELL:
            well.append(side)
        else:
            return None
    return [[tile for tile in room if tile is not None] for room in rooms], well


def tile_spaces() -> list[tuple[int, int]]:
    """The numbered spaces in order, as room and row: every room's next one, then every room's last one."""
    last = [(room, ROWS_IN_A_ROOM[room] - 1) for room in range(len(ROOMS))]
    return [(room, row - 1) for room, row in last] + last


def _may_take(rooms: list[list[int | None]], space: tuple[int, int], colour: int) -> bool:
    """Whether a space is free and its room would not be closed in one colour."""
    room, row = space
    others = [tile for place, tile in enumerate(rooms[room]) if place != row]
    return rooms[room][row] is None and any(tile != colour for tile in others)


def drawn_gardens(rng: Random) -> list[int]:
    """A plant and a stone garden under each bridge."""
    plants, stones = drawn(PLANTS, len(COLOURS), rng), drawn(STONES, len(COLOURS), rng)
    return [garden for pair in zip(plants, stones, strict=True) for garden in pair]


def drawn_yards(rng: Random) -> list[tuple[tuple[int, bool], ...]]:
    """Four tiles: a blue and a gold side, a blue one, a gold one."""
    first, second, third, fourth = drawn(range(len(YARD_TILES)), 4, rng)
    return [((first, False), (second, True)), ((third, False),), ((fourth, True),)]


# Options.


def checked_level(solo: object) -> str | None:
    if solo is None or solo is False:
        return None
    if solo is True:
        return LEVEL_OF_A_SOLO_GAME
    return one_of(solo, "solo", LEVELS)


def checked_seed(seed: object) -> int | str | None:
    if seed is None or (isinstance(seed, int | str) and not isinstance(seed, bool)):
        return seed
    raise Malformed("seed", f"must be a whole number or a text, not {shown(seed)}")


def checked_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a game as its record keeps them: only what differs from the defaults."""
    return {name: value for name, value in options.items() if value is not None and value is not False}
