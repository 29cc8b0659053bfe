"""The judgement of a position: what a seat may still expect, from what everybody can see.

A position is told as features (time, stores, the track, members, the Lantern, the domain, gardens, what dice and rooms
offer), and a small network that was fitted to games turns them into points to come. The same stands once more in C++,
native/src/white_castle/evaluation.hpp; tests/native hold the two together.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from tenshu.table.network import Network
from tenshu.white_castle.cards import BITS_OF_A_SUM, NO_CARD
from tenshu.white_castle.cards import GARDENS as GARDEN_CARDS
from tenshu.white_castle.deal import YARD_VALUES
from tenshu.white_castle.effects import ACTION, ANY, GAIN, LANTERN, STEPS, WELL, Effect, effect
from tenshu.white_castle.figures import (
    CARD,
    COINS,
    COURTIERS,
    DAIMYO,
    DICE,
    FOOD,
    GARDENERS,
    GARDENS,
    GATE,
    HOMES,
    INFLUENCE,
    IRON,
    MEMBERS,
    PEARL,
    POINTS,
    ROOM,
    SEALS,
    WARRIORS,
    YARD,
    Figures,
)
from tenshu.white_castle.figures import LANTERN as LANTERN_SUM
from tenshu.white_castle.names import (
    COLOURS,
    DICE_LEFT_AT_THE_END,
    OUTSIDE_LEFT,
    OUTSIDE_RIGHT,
    OVER,
    ROOMS,
    ROUNDS,
    START,
    STEWARD_ROOMS,
    TURN,
)
from tenshu.white_castle.names import GARDENS as GARDENS_PHASE
from tenshu.white_castle.tables import LINE_GROUPS, ROW_GROUPS
from tenshu.white_castle.track import CHECKPOINTS

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle

TURNS_OF_A_ROUND = 3
TURNS = TURNS_OF_A_ROUND * ROUNDS
MANY_COINS, FEW_COINS = 20, 3
NO_GARDEN = 9
KINDS_OF_GAINS = 7
"""f i p c s v h."""
WORKERS = ("C", "G", "W")


def turns_left(state: WhiteCastle, seat: int) -> int:
    """How many dice a seat will still place, the present one not counted once it is taken."""
    if state.phase == OVER:
        return 0
    to_come = TURNS_OF_A_ROUND * (ROUNDS - state.round)
    if state.phase == START:
        return to_come + TURNS_OF_A_ROUND
    if state.phase == GARDENS_PHASE:
        return to_come
    seats = state.deal.players
    now, place = state.order.index(state.player), state.order.index(seat)
    taken = state.stack[0].name != "die"
    dice = state.dice_left - DICE_LEFT_AT_THE_END + taken
    mine = sum((now + turn) % seats == place for turn in range(dice)) - (taken and place == now)
    return to_come + max(0, mine)


def rounds_left(state: WhiteCastle) -> float:
    """Turns that are left, in the mean over the seats: what the doubt goes by."""
    seats = state.deal.players
    return sum(turns_left(state, seat) for seat in range(seats)) / seats


def describe(state: WhiteCastle, seat: int) -> list[float]:
    """The features of a seat."""
    me = state.players[seat]
    left = turns_left(state, seat)
    share = left / TURNS
    gardens = 0 if state.phase == OVER or state.round == ROUNDS else ROUNDS - state.round
    found = [
        *_time(state, seat, left, share, gardens),
        *_store(me, share),
        *_influence(me, share),
        *_members(me, share),
        sum(place is None for place in state.places),
        *(amount * share for amount in _lantern(state, seat)),
        *(figure * share for figure in _domain(me)),
        *_gardens(state, me, gardens),
        *_offers(state, me, left),
        *_rivals(state, seat),
    ]
    return [float(figure) for figure in found]


def _time(state: WhiteCastle, seat: int, left: int, share: float, gardens: int) -> Iterator[float]:
    seats = state.deal.players
    yield left
    yield from (left == number for number in range(4))
    yield share * share
    yield gardens
    yield state.track.index(seat)
    yield state.phase == TURN and state.player == seat
    now = state.player if state.phase != OVER else 0
    yield (state.order.index(seat) - state.order.index(now)) % seats


def _store(me: Figures, share: float) -> Iterator[float]:
    for figure in (FOOD, IRON, PEARL):
        has = me[figure]
        yield from (has, has * share, has >= 3, has >= 5)
    coins = min(me[COINS], MANY_COINS)
    yield from (coins, coins * share, min(me[COINS], FEW_COINS))
    yield from (me[SEALS], me[SEALS] * share, min(me[SEALS], 2))


def _influence(me: Figures, share: float) -> Iterator[float]:
    here = me[INFLUENCE]
    ahead = next((space for space in CHECKPOINTS if space > here), None)
    price = CHECKPOINTS[ahead] if ahead is not None else 0
    yield here
    yield ahead - here if ahead is not None else 0
    yield max(0, price - me[SEALS])
    yield from (price == number for number in (1, 2, 3))
    yield here * share


def _members(me: Figures, share: float) -> Iterator[float]:
    stewards = sum(me[ROOM : ROOM + len(STEWARD_ROOMS)])
    diplomats = sum(me[ROOM + len(STEWARD_ROOMS) : DAIMYO])
    inside = stewards + diplomats + me[DAIMYO]
    value = sum(worth * me[YARD + yard] for yard, worth in enumerate(YARD_VALUES))
    home, gate, pearl = me[COURTIERS], me[GATE], me[PEARL]
    yield from (home, gate, stewards, diplomats, me[DAIMYO])
    yield from (gate * share, stewards * share, diplomats * share, home * share)
    yield from (me[GARDENERS], me[GARDENERS] * share, me[WARRIORS], me[WARRIORS] * share, value, value * share)
    yield from (inside * share, inside * me[WARRIORS] * share, value * (MEMBERS - inside) * share)
    yield gate > 0 and pearl >= 2
    yield stewards > 0 and pearl >= 2
    yield pearl >= 5 and (gate > 0 or stewards > 0)


def _lantern(state: WhiteCastle, seat: int) -> Iterator[float]:
    total, lowest = state.players[seat][LANTERN_SUM], (1 << BITS_OF_A_SUM) - 1
    yield from (total >> BITS_OF_A_SUM * kind & lowest for kind in range(KINDS_OF_GAINS))
    yield len(state.lanterns[seat])


def _domain(me: Figures) -> Iterator[float]:
    for line, home in enumerate(HOMES):
        yield MEMBERS - me[home]
        yield from _said_by_card(me[CARD], line)


@cache
def _said_by_card(card: int, line: int) -> tuple[float, ...]:
    """What a domain card says on a line: workers, whether paid, Lantern, Well, influence, points, other gains."""
    found = [0.0] * 9
    if card != NO_CARD:
        for each in LINE_GROUPS[card][line].effects:
            for place, amount in _told(each):
                found[place] += amount
    return tuple(found)


def _told(each: Effect) -> Iterator[tuple[int, float]]:
    if each.kind == ACTION:
        assert each.action is not None
        yield WORKERS.index(each.action.name), 1
        yield 3, float(each.price > 0)
    elif each.kind == LANTERN:
        yield 4, 1
    elif each.kind == WELL:
        yield 5, 1
    elif each.kind == STEPS:
        yield 6, each.amount
    elif each.kind == GAIN and each.figure == POINTS:
        yield 7, each.amount
    else:
        assert each.kind in (GAIN, ANY)
        yield 8, each.amount


def _gardens(state: WhiteCastle, me: Figures, to_come: int) -> Iterator[float]:
    paid = free = points = 0
    cheapest, still_open = NO_GARDEN, 0
    for place, number in enumerate(state.deal.gardens):
        garden = GARDEN_CARDS[number]
        if me[GARDENS] >> place & 1:
            is_paid = effect(garden.action).price > 0
            paid, free = paid + is_paid, free + (not is_paid)
        else:
            cheapest, still_open = min(cheapest, garden.food), still_open + 1
            if garden.food <= me[FOOD]:
                points = max(points, garden.points)
    yield from (paid * to_come, free * to_come, cheapest, points if me[GARDENERS] else 0, still_open)


def _offers(state: WhiteCastle, me: Figures, left: int) -> Iterator[float]:
    """What dice and spaces offer in this round."""
    if state.phase != TURN or left <= TURNS_OF_A_ROUND * (ROUNDS - state.round):
        yield from [0.0] * 11
        return
    bridges, capacity = state.bridges, state.deal.capacity
    highest = [max(bridge[0], bridge[-1]) for bridge in bridges]
    offered = dict.fromkeys(WORKERS, 0)
    for room in range(len(ROOMS)):
        card = state.cards[room]
        if card == NO_CARD or len(state.dice[room]) >= capacity:
            continue
        for row, colour in enumerate(state.deal.tiles[room]):
            if highest[colour]:
                for each in ROW_GROUPS[card][row].effects:
                    if each.action is not None and each.action.name in offered:
                        offered[each.action.name] += 1
    yield from offered.values()
    yield sum(bridge[0] > 0 for bridge in bridges)
    yield max(highest)
    yield sum((bridge[0] > 0) + (bridge[-1] > 0) for bridge in bridges)
    yield len(state.dice[OUTSIDE_LEFT]) < capacity
    yield len(state.dice[OUTSIDE_RIGHT]) < capacity
    yield from (not me[DICE + colour] and highest[colour] > 0 for colour in range(len(COLOURS)))


def _rivals(state: WhiteCastle, seat: int) -> Iterator[float]:
    others = [figures for other, figures in enumerate(state.players) if other != seat]
    yield sum(MEMBERS - figures[COURTIERS] - figures[GATE] for figures in others)
    yield sum(MEMBERS - figures[WARRIORS] for figures in others)
    yield sum(figures[INFLUENCE] > state.players[seat][INFLUENCE] for figures in others)
    yield from (len(deck) for deck in state.decks)


# The networks.


def network_for(state: WhiteCastle) -> Network:
    """The network for so many players or for the solo game, or the nearest there is."""
    return _network("solo" if state.deal.level else str(state.deal.players))


def name_of_network(known: Container[str], wanted: str) -> str:
    return wanted if wanted in known else "2"


@cache
def _network(name: str) -> Network:
    networks = shipped()["networks"]
    return Network(networks[name_of_network(networks, name)])


@cache
def shipped() -> dict[str, Any]:
    """The document of the fitted numbers; `tenshu arena fit` writes such."""
    text = files("tenshu.white_castle").joinpath("judgement.json").read_text("utf-8")
    judgement: dict[str, Any] = json.loads(text)
    return judgement
