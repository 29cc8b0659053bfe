"""The judgement of a position: what a seat may still expect, from public facts only.

A position is told as features (what lies in the realm, what the castle still offers, how long the game lasts), and a
small network that was fitted to games turns them into points to come. The same stands once more in C++,
native/src/dragon_castle/evaluation.hpp; tests/native hold the two together.

Castles and realms never change, so what follows from them alone is worked out once and kept for a while.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Container, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from tenshu.dragon_castle import castle as ruins
from tenshu.dragon_castle import dragons
from tenshu.dragon_castle.castle import Castle, Floors
from tenshu.dragon_castle.grid import Grid, cells_of
from tenshu.dragon_castle.notation import DRAGON_CARDS, SPIRITS
from tenshu.dragon_castle.realm import Realm
from tenshu.dragon_castle.sets import POINTS_FOR_DRAGONS, SMALLEST_SET, set_points
from tenshu.dragon_castle.tiles import DRAGONS, FULL_SET, TYPE_OF, TYPES, is_special
from tenshu.table.network import Network

if TYPE_CHECKING:
    from tenshu.dragon_castle.pieces import Setup
    from tenshu.dragon_castle.state import DragonCastle

TILES_OF_TYPE = [sum(TYPE_OF[tile] == kind for tile in FULL_SET) for kind in range(len(TYPES))]
SMALLEST_REACH, LARGEST_REACH = 2, 8
REACHES = LARGEST_REACH - SMALLEST_REACH + 1
TILES_OF_A_TURN = 1.7
"""How many tiles of the upper floors a turn takes, about."""
TAKERS_IN_SOLO = 2
ROUNDS_NEAR = 4.0

_SORTS = ("faction", "special")
_CLUSTERS = [f"group.{sort}.{size}.free{free}" for sort in _SORTS for size in (1, 2, 3) for free in (0, 1, 2)]
_REACH = [f"{sort}.{size}" for sort in _SORTS for size in range(SMALLEST_REACH, LARGEST_REACH + 1)]
_PLAIN = (
    "growing.floor1", "growing.floor2", "growing.floor3",
    "now.one", "now.two", "now.best", "now.second", "now.types", "turn.best", "turn.second", "now.shrine",
    "later.faction", "later.special", "pool.1", "pool.2", "pool.3", "pool.4",
    "open.floor0", "open.floor1", "open.floor2", "open.floor3", "up.floor1", "up.floor2", "up.floor3", "up.dragons",
    "up.types", "conflicts", "parts", "parts.largest", "parts.single",
    "wait", "turn", "rounds", "rounds.near", "rounds.end", "tokens", "no-turn-left", "available", "turn.pairs",
    "ground", "shrines",
)  # fmt: skip
_CARDS = (
    *(f"dragon.{card}" for card in DRAGON_CARDS),
    *(f"dragon-points.{card}" for card in DRAGON_CARDS),
    *(f"spirit.{card}" for card in SPIRITS),
    *(f"spirit-shrines.{card}" for card in SPIRITS),
    "cunning.threes", "change.specials", "strength.up", "beauty.largest",
)  # fmt: skip
_BASE = (*_CLUSTERS, *(f"reach.{name}" for name in _REACH), *(f"reach-rest.{name}" for name in _REACH), *_PLAIN)

FEATURES: tuple[str, ...] = (*_BASE, *_CARDS)
"""Sizes, floors and free cells that end a list stand for all larger ones."""
BASE, ALL = len(_BASE), len(FEATURES)
PLACE = {name: place for place, name in enumerate(_CARDS)}
"""Of the features of cards, among themselves."""
POOL = [[float(shrines == pool) for pool in (1, 2, 3, 4)] for shrines in range(5)]


# What the castle offers, the same for all seats.


class Offer(NamedTuple):
    rest: list[float]
    """Of each type, what nobody has taken yet, as a part of all there are."""
    single: list[bool]
    """Whether a tile of each type is available on the top floor."""
    twins: list[bool]
    """Whether one of those has an identical available tile on any floor."""
    available: int
    pairs: int
    upper: int
    """Tiles above the ground floor."""
    ground: int


@lru_cache(maxsize=256)
def offer_of(castle: Castle, floors: Floors) -> Offer:
    """What is left of a deal. Of covered tiles only the number of each type is asked."""
    first, second, third, _ = floors
    unseen = Counter(TYPE_OF[tile] for tile in castle.unseen)
    rest = [
        ((on_first & first).bit_count() + (on_second & second).bit_count() + (on_third & third).bit_count() + unseen[k])
        / TILES_OF_TYPE[k]
        for k, (on_first, on_second, on_third) in enumerate(castle.cells_by_type)
    ]
    single, twins = [False] * len(TYPES), [False] * len(TYPES)
    floor = ruins.top_floor(floors)
    there = ruins.available(floors, floor) if floor else 0
    tiles, pairs = castle.tiles[floor - 1], 0
    for tile in {tiles[cell] for cell in cells_of(there)}:
        alike = ruins.available_among(floors, castle.cells_by_symbol[tile])
        single[TYPE_OF[tile]] = True
        if alike.bit_count() > 1:
            twins[TYPE_OF[tile]] = True
            pairs += (alike & there).bit_count()
    upper = second.bit_count() + third.bit_count()
    return Offer(rest, single, twins, there.bit_count(), pairs, upper, first.bit_count())


def tokens_left(state: DragonCastle) -> int:
    """Tokens to be taken until the last round."""
    return max(0, state.countdown - state.setup.last_countdown)


def rounds_left(state: DragonCastle) -> float:
    """About how many turns each seat still has."""
    takers = TAKERS_IN_SOLO if state.setup.solo else state.setup.players
    upper = offer_of(state.castle, state.floors).upper
    return upper / (TILES_OF_A_TURN * takers) + tokens_left(state) / takers


def plays_again(state: DragonCastle, seat: int) -> bool:
    """Whether a seat still has a turn, which only in the last round may not be so."""
    if tokens_left(state):
        return True
    seats, first = state.setup.players, state.setup.first
    return (seat - first) % seats >= (state.turn.player - first) % seats and not state.is_over


# What a realm says for itself.


class Hope(NamedTuple):
    """How the face-up tiles of one type could become a set."""

    kind: int
    place: int
    """Among the features of reach."""
    with_one: int
    """Points after one more tile, placed best; 0 if there is no set yet."""
    with_two: int
    later: int
    """Points after two, without the extra one for Dragons."""


class Told(NamedTuple):
    groups: list[float]
    reach: list[float]
    growing: list[float]
    """Clusters of two and more with a free cell beside them, by their highest tile."""
    cells: list[float]
    """From `open.floor0` to `parts.single`."""
    hopes: list[Hope]
    threes: int
    """Clusters of exactly three."""
    shrines: int
    shrine_points: int


Cluster = tuple[int, int, int]
"""The cells of a cluster, their number, and the open cells beside it."""


@lru_cache(maxsize=2048)
def told_by(realm: Realm) -> Told:
    grid, shrines = realm.grid, realm.shrines
    two, three = high_cells(realm)
    groups, reach, growing = [0.0] * len(_CLUSTERS), [0.0] * len(_REACH), [0.0] * 3
    hopes, threes = [], 0
    for kind, mask in enumerate(realm.types):
        if not mask:
            continue
        special = is_special(kind)
        clusters = clusters_of(grid, mask, realm.open)
        for cluster, size, beside in clusters:
            free = min(beside.bit_count(), 2)
            groups[9 * special + 3 * min(size, 3) - 3 + free] += 1.0
            threes += size == 3
            if size > 1 and free:
                growing[2 if cluster & three else 1 if cluster & two else 0] += 1.0
        one, both = reach_of(grid, clusters, realm.open)
        place = REACHES * special + min(max(one, SMALLEST_REACH), LARGEST_REACH) - SMALLEST_REACH
        reach[place] += 1.0
        extra = POINTS_FOR_DRAGONS if kind == DRAGONS else 0
        hopes.append(Hope(kind, place, points_of(one, extra), points_of(both, extra), points_of(both)))
    points = shrines.bit_count() + (shrines & two).bit_count() + (shrines & three).bit_count()
    return Told(groups, reach, growing, cells_told(realm, two, three), hopes, threes, shrines.bit_count(), points)


def high_cells(realm: Realm) -> tuple[int, int]:
    """The stacks of two tiles and more, and of three and more."""
    two = three = 0
    for cell, stack in enumerate(realm.stacks):
        if len(stack) > 1:
            two |= 1 << cell
            if len(stack) > 2:
                three |= 1 << cell
    return two, three


def points_of(size: int, extra: int = 0) -> int:
    """Points of a set, 0 for less than one."""
    return set_points(size) + extra if size >= SMALLEST_SET else 0


def clusters_of(grid: Grid, mask: int, room: int) -> list[Cluster]:
    return [(group, group.bit_count(), grid.beside(group) & room) for group in grid.groups(mask)]


def reach_of(grid: Grid, clusters: Sequence[Cluster], room: int) -> tuple[int, int]:
    """How large the best cluster becomes with one more tile, placed best, and with a second one after it."""
    joined = sizes_joined(clusters, room)
    if not joined:  # nothing can grow: a new cluster has to begin elsewhere
        return min(room.bit_count(), 1), min(room.bit_count(), 2)
    one = max(joined.values())
    where = 1 << min(cell for cell, size in joined.items() if size == one)
    merged, others = where, []
    for cluster in clusters:
        if cluster[2] & where:
            merged |= cluster[0]
        else:
            others.append(cluster)
    edge = grid.beside(merged) & room & ~where
    more = max(sizes_joined(others, edge).values(), default=1) if edge else 0
    return one, one + more


def sizes_joined(clusters: Sequence[Cluster], among: int) -> dict[int, int]:
    """By cell: the size of what one more tile there would join, itself counted."""
    joined: dict[int, int] = {}
    for _, size, beside in clusters:
        for cell in cells_of(beside & among):
            joined[cell] = joined.get(cell, 1) + size
    return joined


def cells_told(realm: Realm, two: int, three: int) -> list[float]:
    """Room and tiles by floor, neighbours that do not match, and how the room hangs together."""
    up, room, occupied, stride = realm.up, realm.open, realm.occupied, realm.grid.stride
    east, south = up & up >> 1, up & up >> stride
    present = 0
    for mask in realm.types:
        if mask:
            present += 1
            east &= ~(mask & mask >> 1)
            south &= ~(mask & mask >> stride)
    parts = [part.bit_count() for part in realm.grid.groups(room)]
    return [
        float((room & ~occupied).bit_count()),
        float((room & occupied & ~two).bit_count()),
        float((room & two & ~three).bit_count()),
        float((room & three).bit_count()),
        float((up & ~two).bit_count()),
        float((up & two & ~three).bit_count()),
        float((up & three).bit_count()),
        float(realm.types[DRAGONS].bit_count()),
        float(present),
        float(east.bit_count() + south.bit_count()),
        float(len(parts)),
        float(max(parts, default=0)),
        float(parts.count(1)),
    ]


# The features of a seat.


class Prospects(NamedTuple):
    """What a realm and the castle promise together: points to be had now, and later."""

    rest: list[float]
    later: list[float]
    one: int
    """By taking a single tile."""
    two: int
    """By taking a pair."""
    best: int
    second: int
    """By the second best type."""
    kinds: int


def prospects(hopes: Sequence[Hope], offer: Offer) -> Prospects:
    rest, later = [0.0] * len(_REACH), [0.0, 0.0]
    with_one, with_two, gains = 0, 0, [0, 0]
    for kind, place, one, two, points in hopes:
        part = offer.rest[kind]
        rest[place] += part
        if points:
            later[place >= REACHES] += points * part
            one = one if offer.single[kind] else 0
            two = two if offer.twins[kind] else 0
            with_one, with_two = max(with_one, one), max(with_two, two)
            gains.append(max(one, two))
    gains.sort(reverse=True)
    return Prospects(rest, later, with_one, with_two, gains[0], gains[1], len(gains) - gains.count(0))


def describe(state: DragonCastle, seat: int) -> list[float]:
    """The features of a seat: `BASE` of them, with any card in play `ALL`."""
    setup, me = state.setup, state.players[seat]
    told, offer = told_by(me.realm), offer_of(state.castle, state.floors)
    rest, later, one, two, best, second, kinds = prospects(told.hopes, offer)
    wait = (seat - state.turn.player) % setup.players
    turn = 0 if wait else 1
    rounds = rounds_left(state)
    features = [
        *told.groups, *told.reach, *rest, *told.growing,
        one, two, best, second, kinds, turn * best, turn * second, 1 if best and me.shrines else 0,
        *later, *POOL[min(me.shrines, 4)], *told.cells,
        wait, turn, rounds, min(rounds, ROUNDS_NEAR), max(0.0, 1.0 - rounds), tokens_left(state),
        0 if plays_again(state, seat) else 1, offer.available, turn * offer.pairs, 1 if offer.ground else 0,
        told.shrines,
    ]  # fmt: skip
    if setup.spirits or setup.dragons:
        features += cards_told(state, seat)
    return [float(value) for value in features]


def cards_told(state: DragonCastle, seat: int) -> list[float]:
    """Which cards are in play, what the dragons would give now, and what the spirits live on."""
    setup, me = state.setup, state.players[seat]
    cards = [0.0] * len(_CARDS)
    for card, points in zip(setup.dragons, dragon_points(state, seat), strict=True):
        cards[PLACE[f"dragon.{card}"]] = 1.0
        cards[PLACE[f"dragon-points.{card}"]] = points
    for card in setup.spirits:
        cards[PLACE[f"spirit.{card}"]] = 1.0
        cards[PLACE[f"spirit-shrines.{card}"]] = me.shrines
        if card in LIVES_ON:
            feature, count = LIVES_ON[card]
            cards[PLACE[feature]] = count(me.realm)
    return cards


def threes(realm: Realm) -> int:
    """The clusters Cunning could turn."""
    return told_by(realm).threes


def specials(realm: Realm) -> int:
    """The tiles Change could exchange."""
    return sum(mask.bit_count() for kind, mask in enumerate(realm.types) if is_special(kind))


def tiles_up(realm: Realm) -> int:
    """The tiles Strength could move."""
    return realm.up.bit_count()


@lru_cache(maxsize=2048)
def largest_of_a_number(realm: Realm) -> int:
    """The set Beauty could turn: the most faction tiles of one number that hang together; 0 if none do."""
    groups = [group for mask in realm.numbers()[1:] for group in realm.grid.groups(mask, 2)]
    return max((group.bit_count() for group in groups), default=0)


LIVES_ON: dict[str, tuple[str, Callable[[Realm], int]]] = {
    "cunning": ("cunning.threes", threes),
    "change": ("change.specials", specials),
    "strength": ("strength.up", tiles_up),
    "beauty": ("beauty.largest", largest_of_a_number),
}


def dragon_points(state: DragonCastle, seat: int) -> list[int]:
    """What each dragon card in play would give a seat now. Only Power looks at other realms."""
    realms = tuple(player.realm for player in state.players)
    mine = realms[seat : seat + 1]
    return [
        _card_points(card, realms, seat) if card == "power" else _card_points(card, mine, 0)
        for card in state.setup.dragons
    ]


@lru_cache(maxsize=8192)
def _card_points(card: str, realms: tuple[Realm, ...], seat: int) -> int:
    return dragons.points(card, realms, seat)


# The networks.


def network_for(setup: Setup) -> Network:
    """The network for so many players, with or without cards, or the nearest there is."""
    return _network(setup.players, bool(setup.spirits or setup.dragons))


def name_of_network(known: Container[str], players: int, with_cards: bool) -> str:
    """The best of the known networks; without one for cards, one that does not see them."""
    wanted = [f"{players}+cards"] if with_cards else []
    return next(name for name in (*wanted, str(players), "2") if name in known)


@cache
def _network(players: int, with_cards: bool) -> Network:
    networks = shipped()["networks"]
    return Network(networks[name_of_network(networks, players, with_cards)])


@cache
def shipped() -> dict[str, Any]:
    """The document of the fitted numbers; `tenshu arena fit` writes such."""
    text = files("tenshu.dragon_castle").joinpath("judgement.json").read_text("utf-8")
    judgement: dict[str, Any] = json.loads(text)
    return judgement
