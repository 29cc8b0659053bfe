"""The Tokugawa clan's visit: a rival that follows a deck of nine cards. The cards are our reconstruction."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tenshu.table.errors import Reason
from tenshu.table.state import Document
from tenshu.white_castle.cards import GARDENS, NO_CARD, PLANTS, STONES
from tenshu.white_castle.castle import deck_of, refill, take_favour
from tenshu.white_castle.courtier import DAIMYO_PLACE, LEVEL, climb
from tenshu.white_castle.effects import GAINED
from tenshu.white_castle.figures import COINS, COURTIERS, GARDENERS, GATE, INFLUENCE, POINTS, WARRIORS, YARD
from tenshu.white_castle.figures import GARDENS as GARDENS_OF_A_SEAT
from tenshu.white_castle.gardener import active_gardens, settle_gardener
from tenshu.white_castle.names import (
    COLOURS,
    DIPLOMAT_ROOMS,
    PLACES,
    POSITIONS,
    ROOMS,
    SPACES,
    STEWARD_ROOMS,
    WELL,
    YARDS,
)
from tenshu.white_castle.notation import GARDEN_NAMES, MOVES, Choices, Move
from tenshu.white_castle.placing import CENTRE, LEFT, Bridge, lay, taken_from
from tenshu.white_castle.stack import Entry
from tenshu.white_castle.track import LAST_SPACE, walk

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle

HUMAN, RIVAL = 0, 1


class Card(NamedTuple):
    """The die it wants, where that goes, and what the rival does when the card is turned."""

    colour: int
    position: int
    space: int
    actions: tuple[str, ...]


def _card(die: str, space: str, actions: str) -> Card:
    colour, position = die.split()
    return Card(COLOURS.index(colour), POSITIONS.index(position), SPACES.index(space), tuple(actions.split()))


SOLO_CARDS = (
    _card("coral left", "steward-1", "gate 2c"),
    _card("coral centre", "outside-left", "plant gate"),
    _card("coral right", "diplomat-1", "yard-3 up-1"),
    _card("black left", "well", "stone 2h"),
    _card("black centre", "steward-2", "gate up-2"),
    _card("black right", "outside-right", "yard-5 1v"),
    _card("white left", "diplomat-2", "up-1 yard-1"),
    _card("white centre", "steward-3", "stone 2h"),
    _card("white right", "well", "2v 1c"),
)
SOLO_NAMES = tuple(f"T{number}" for number in range(1, len(SOLO_CARDS) + 1))
UNKNOWN = len(SOLO_CARDS)
"""`?`: a card of the deck that nobody has seen yet."""
ACTIONS = tuple(sorted({action for card in SOLO_CARDS for action in card.actions}))
CARDS_THAT_ACT = 2

POINTS_AT_THE_START = {"easy": 0, "medium": 3, "hard": 8}
INFLUENCE_AT_THE_START = {"easy": 0, "medium": 1, "hard": 3}
GOES_FIRST = {"easy": False, "medium": True, "hard": True}
COINS_FOR_POINTS = (3, 5)
"""How many coins bring the round's points: first in the order, and second."""


class Rival(NamedTuple):
    """Its deck, top first; how many cards at the bottom were turned since the shuffle; the orders of rounds to come."""

    deck: tuple[int, ...]
    turned: int
    next: tuple[tuple[int, ...] | None, ...]


# A turn.


def begin_turn(state: WhiteCastle) -> None:
    """Turn cards until the top one shows a die that is there; it moves, and the last two turned cards act."""
    rival = state.rival
    assert rival is not None
    deck = rival.deck
    count = 1
    while count < len(deck) and not is_there(state, known(state, deck, count)):
        count += 1
    if count < len(deck) or is_there(state, deck[0]):
        die = deck[count % len(deck)]
    else:
        die = None  # a short deck of a puzzle
    state.rival = Rival(deck[count:] + deck[:count], min(len(deck), rival.turned + count), rival.next)
    if any(place < len(deck) - rival.turned for place in range(1, min(count, len(deck) - 1) + 1)):
        state.shows = True
    for card in deck[:count]:
        state.log.append(("rival-turned", card))
    if die is not None:
        move_die(state, SOLO_CARDS[die])
    acting = deck[max(0, count - CARDS_THAT_ACT) : count]
    state.stack.append(still_to_do(tuple(action for card in acting for action in SOLO_CARDS[card].actions)))


def known(state: WhiteCastle, deck: tuple[int, ...], place: int) -> int:
    """A card of the deck; a view knows only some."""
    if deck[place] == UNKNOWN:
        raise state.needs_the_unknown("solo", "solo.deck")
    return deck[place]


def is_there(state: WhiteCastle, card: int) -> bool:
    """Whether the die that a card shows lies on its bridge."""
    wanted = SOLO_CARDS[card]
    bridge: Bridge = state.bridges[wanted.colour]
    if wanted.position == CENTRE:
        return len(bridge) > 2
    return bridge[0 if wanted.position == LEFT else -1] > 0


def move_die(state: WhiteCastle, card: Card) -> None:
    """The die goes where the card says, or to the Well if that is occupied; only a higher die brings coins."""
    value, state.bridges[card.colour] = taken_from(state.bridges[card.colour], card.position)
    state.dice_left -= 1
    space = WELL if card.space != WELL and state.dice[card.space] else card.space
    coins = max(0, lay(state, card.colour, value, space))
    state.players[RIVAL][COINS] += coins
    state.log.append(("rival-placed", card.colour, value, card.position, space, coins))


class RivalActs(Entry):
    """`{"rival": [...]}`: actions the rival still has to do. Nobody is asked here."""

    __slots__ = ("actions",)

    name = "rival"
    verbs = frozenset()

    def __init__(self, actions: tuple[str, ...]) -> None:
        self.actions = actions

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        state.stack.pop()
        if len(self.actions) > 1:
            state.stack.append(still_to_do(self.actions[1:]))
        if self.actions:
            act(state, self.actions[0])
        return None

    def play(self, state: WhiteCastle, move: Move) -> None:
        raise AssertionError("the rival's actions ask nothing")

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        raise AssertionError("the rival's actions ask nothing")

    def to_json(self) -> Document:
        return {"rival": list(self.actions)}

    def key(self) -> tuple[object, ...]:
        return self.actions


@lru_cache(maxsize=4096)
def still_to_do(actions: tuple[str, ...]) -> RivalActs:
    return RivalActs(actions)


def act(state: WhiteCastle, action: str) -> None:
    """One action, or the round's number in points if nothing of it can happen."""
    if not _done(state, action):
        state.players[RIVAL][POINTS] += state.round
        state.log.append(("rival-could-not", action, state.round))


def _done(state: WhiteCastle, action: str) -> bool:
    if action == "gate":
        return _to_the_gate(state)
    if action.startswith("up-"):
        return _up(state, int(action[-1]))
    if action.startswith("yard-"):
        return _to_a_yard(state, YARDS.index(action[-1]))
    if action in ("plant", "stone"):
        return _to_a_garden(state, action)
    amount, what = int(action[:-1]), action[-1]
    if what == "h":
        if state.players[RIVAL][INFLUENCE] == LAST_SPACE:
            return False
        walk(state, RIVAL, amount)
        return True
    state.players[RIVAL][GAINED[what]] += amount
    state.log.append(("rival-gained", (action,)))
    return True


def _to_the_gate(state: WhiteCastle) -> bool:
    figures = state.players[RIVAL]
    if not figures[COURTIERS]:
        return False
    figures[COURTIERS] -= 1
    figures[GATE] += 1
    state.log.append(("rival-audience",))
    return True


def _to_a_yard(state: WhiteCastle, yard: int) -> bool:
    figures = state.players[RIVAL]
    if not figures[WARRIORS]:
        return False
    figures[WARRIORS] -= 1
    figures[YARD + yard] += 1
    state.log.append(("rival-warrior", yard))
    return True


def _up(state: WhiteCastle, levels: int) -> bool:
    """The lowest courtier climbs; the human chooses a room, above is the Daimyo."""
    figures = state.players[RIVAL]
    source = next((place for place in range(DAIMYO_PLACE) if figures[GATE + place]), None)
    if source is None:
        return False
    level = LEVEL[source] + levels
    if level >= LEVEL[DAIMYO_PLACE]:
        climb(state, RIVAL, source, DAIMYO_PLACE)
        state.log.append(("rival-climbed", source, DAIMYO_PLACE))
        if None in state.places:
            take_favour(state, RIVAL, state.places.index(None))
    else:
        state.stack.append(room_for(level, source))
    return True


def _to_a_garden(state: WhiteCastle, kind: str) -> bool:
    """The garden of the kind that gives the fewest points; of several the human chooses."""
    figures, gardens = state.players[RIVAL], state.deal.gardens
    kinds = PLANTS if kind == "plant" else STONES
    free = [
        garden
        for place, garden in enumerate(gardens)
        if garden in kinds and not figures[GARDENS_OF_A_SEAT] >> place & 1
    ]
    if not free or not figures[GARDENERS]:
        return False
    fewest = min(GARDENS[garden].points for garden in free)
    state.stack.append(garden_among(tuple(garden for garden in free if GARDENS[garden].points == fewest)))
    return True


class RivalGarden(Entry):
    """`{"rival-garden": ["G3", "G4"]}`: the human breaks a tie."""

    __slots__ = ("gardens",)

    name = "rival-garden"
    verbs = frozenset({"garden"})

    def __init__(self, gardens: tuple[int, ...]) -> None:
        self.gardens = gardens

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        return [MOVES[f"garden {GARDEN_NAMES[garden]}"] for garden in self.gardens]

    def play(self, state: WhiteCastle, move: Move) -> None:
        state.stack.pop()
        settle_gardener(state, RIVAL, state.deal.gardens.index(move.what))
        state.log.append(("rival-gardener", move.what))

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        return Reason(
            "not-the-fewest-points", tuple(GARDEN_NAMES[each] for each in self.gardens), {"garden": move.words[0]}
        )

    def to_json(self) -> Document:
        return {"rival-garden": [GARDEN_NAMES[garden] for garden in self.gardens]}

    def key(self) -> tuple[object, ...]:
        return self.gardens


@lru_cache(maxsize=4096)
def garden_among(gardens: tuple[int, ...]) -> RivalGarden:
    return RivalGarden(gardens)


class RivalRoom(Entry):
    """`{"rival-room": 1, "from": "gate"}`: the room of this floor that the rival's courtier enters."""

    __slots__ = ("floor", "source")

    name = "rival-room"
    verbs = frozenset({"room"})
    choices = Choices(*(MOVES[f"room {room}"] for room in ROOMS))

    def __init__(self, floor: int, source: int) -> None:
        self.floor = floor
        self.source = source

    @property
    def rooms(self) -> range:
        return STEWARD_ROOMS if self.floor == 1 else DIPLOMAT_ROOMS

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        return self.choices[sum(1 << room for room in self.rooms)]

    def play(self, state: WhiteCastle, move: Move) -> None:
        state.stack.pop()
        room: int = move.what
        climb(state, RIVAL, self.source, room + 1)
        state.log.append(("rival-climbed", self.source, room + 1))
        if deck_of(state, room):
            state.removed += (state.cards[room],)
            state.log.append(("card-removed", room, state.cards[room]))
            state.cards[room] = NO_CARD
            refill(state, room)

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        return Reason("other-floor", tuple(ROOMS[room] for room in self.rooms), {"room": move.words[0]})

    def to_json(self) -> Document:
        return {"rival-room": self.floor, "from": PLACES[self.source]}

    def key(self) -> tuple[object, ...]:
        return self.floor, self.source


@lru_cache(maxsize=64)
def room_for(floor: int, source: int) -> RivalRoom:
    return RivalRoom(floor, source)


# The end of a round.


def cash_in(state: WhiteCastle) -> None:
    """Its coins become points, of the round's number each; the rest is kept."""
    state.players[RIVAL] = figures = state.players[RIVAL].copy()
    price = COINS_FOR_POINTS[state.order.index(RIVAL)]
    times, figures[COINS] = divmod(figures[COINS], price)
    if times:
        figures[POINTS] += times * state.round
        state.log.append(("rival-cashed-in", times * price, times * state.round))


def tend_gardens(state: WhiteCastle) -> None:
    """Each of its gardeners under a bridge with dice brings the round's number in points."""
    state.players[RIVAL] = figures = state.players[RIVAL].copy()
    count = sum(figures[GARDENS_OF_A_SEAT] >> place & 1 for place in active_gardens(state))
    if count:
        figures[POINTS] += count * state.round
        state.log.append(("rival-gardens", count, count * state.round))


def shuffle(state: WhiteCastle) -> None:
    """The deck of the next round; its order was drawn when the game was dealt."""
    rival = state.rival
    assert rival is not None
    if not rival.next:
        state.rival = Rival(rival.deck, 0, ())
        return
    deck, *others = rival.next
    if deck is None:
        raise state.needs_the_unknown("solo", "solo.next")
    state.rival = Rival(deck, 0, tuple(others))
