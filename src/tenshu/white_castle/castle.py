"""The castle: its rows, the card of a room that was entered, the Daimyo's favour, new cards from the decks."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tenshu.table.errors import Reason
from tenshu.table.state import Document
from tenshu.white_castle.cards import BACKS, CARD_NAMES, FIRST_DIPLOMAT, NO_CARD, UNKNOWN
from tenshu.white_castle.deal import ROW_BITS
from tenshu.white_castle.effects import effect
from tenshu.white_castle.figures import CARD, COINS, LANTERN, SEALS
from tenshu.white_castle.groups import LANTERN_ALONE, group_of
from tenshu.white_castle.names import COLOURS, POSITIONS, ROOMS, ROWS_IN_A_ROOM, STEWARD_ROOMS
from tenshu.white_castle.notation import MOVES, SKIP, Choices, Move
from tenshu.white_castle.stack import Entry
from tenshu.white_castle.tables import DARK_ACTIONS, DARK_ROWS, LIGHT_MASKS, ROW_GROUPS

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle

# Any row of the castle.

LIGHT = "light"
ANY_ROW = "any"
FREE = {name: group_of((effect(name),)) for name in ("C", "G", "W")}
_SKIP_BIT = 1 << ROW_BITS * len(ROOMS)


def light_rows(state: WhiteCastle) -> int:
    """The light rows of all rooms, as a mask with `ROW_BITS` bits a room."""
    found = 0
    for room, card in enumerate(state.cards):
        if card != NO_CARD:
            found |= LIGHT_MASKS[card] << ROW_BITS * room
    return found


def open_dark_rows(state: WhiteCastle, coins: int, seals: int) -> int:
    """The dark rows that could do something, their seal paid."""
    found = 0
    for room, card in enumerate(state.cards):
        if card == NO_CARD:
            continue
        price = room in STEWARD_ROOMS
        if seals >= price and DARK_ACTIONS[card].possible(state, coins, seals - price):
            found |= 1 << DARK_ROWS[card] + ROW_BITS * room
    return found


class Row(Entry):
    """Carry out one row: any, one beside a tile of a colour, or any light one."""

    __slots__ = ("which",)

    name = "row"
    verbs = frozenset({"row", "skip"})
    choices = Choices(
        *(MOVES[f"row {room} {row + 1}"] for room in ROOMS for row in range(ROW_BITS)),
        SKIP,
    )

    def __init__(self, which: str) -> None:
        self.which = which

    def offered(self, state: WhiteCastle, coins: int, seals: int) -> int:
        """The rows that can be chosen with so many coins and seals."""
        if self.which == LIGHT:
            return light_rows(state)
        colour = COLOURS.index(self.which) if self.which != ANY_ROW else len(COLOURS)
        return (light_rows(state) | open_dark_rows(state, coins, seals)) & state.deal.row_masks[colour]

    def possible(self, state: WhiteCastle, coins: int, seals: int) -> bool:
        return self.offered(state, coins, seals) != 0

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        mask = self.offered(state, state.me[COINS], state.me[SEALS])
        if not mask:
            state.stack.pop()
            return None
        return self.choices[mask | _SKIP_BIT]

    def play(self, state: WhiteCastle, move: Move) -> None:
        state.stack.pop()
        if move is SKIP:
            state.log.append(("declined", state.player))
            return
        room, row = move.what
        card = state.cards[room]
        state.log.append(("row-used", state.player, room, row))
        if row != DARK_ROWS[card]:
            state.stack.append(ROW_GROUPS[card][row])
            return
        if room in STEWARD_ROOMS:
            state.me[SEALS] -= 1
            state.log.append(("paid", state.player, (SEALS, 1)))
        state.stack.append(FREE[DARK_ACTIONS[card].name])

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        room, row = move.what
        name = ROOMS[room]
        facts: dict[str, str | int] = {"room": name, "row": row + 1}
        if row >= ROWS_IN_A_ROOM[room]:
            return Reason("no-such-row", (name,), facts)
        card = state.cards[room]
        if card == NO_CARD:
            return Reason("no-card-there", (name,), facts)
        dark = row == DARK_ROWS[card]
        if self.which == LIGHT and dark:
            return Reason("dark-row", (name,), facts)
        tile = COLOURS[state.deal.tiles[room][row]]
        if self.which in COLOURS and tile != self.which:
            return Reason("other-tile", (name,), facts | {"colour": self.which, "tile": tile})
        if room in STEWARD_ROOMS and not state.me[SEALS]:
            return Reason("no-seal", (name,), facts | {"price": 1, "has": 0, "effect": f"s:{DARK_ACTIONS[card].name}"})
        return Reason("does-nothing", (name,), facts | {"action": DARK_ACTIONS[card].name})

    def to_json(self) -> Document:
        return {"row": self.which}

    def key(self) -> tuple[object, ...]:
        return (self.which,)


ROW_ENTRIES = {which: Row(which) for which in (ANY_ROW, *COLOURS, LIGHT)}


# A courtier arrives.


def enter_room(state: WhiteCastle, room: int) -> None:
    """The old action card goes to the Lantern, the room's card takes its place and gives a light row; then the room is
    refilled. With an empty deck the cards stay, only the light row is carried out."""
    card = state.cards[room]
    if deck_of(state, room):
        me, seat = state.me, state.player
        old = me[CARD]
        if old != NO_CARD:
            state.lanterns[seat] += (old,)
            me[LANTERN] += BACKS[old]
            state.log.append(("card-turned", seat, old))
        me[CARD] = card
        state.cards[room] = NO_CARD
        state.log.append(("card-taken", seat, card, room))
        state.stack.append(REFILLS[room])
    state.stack.append(light_of(card))


def enter_daimyo(state: WhiteCastle) -> None:
    """The Lantern, then a free place of the favour card."""
    if None in state.places:
        state.stack.append(FAVOUR)
    state.stack.append(LANTERN_ALONE)


def deck_of(state: WhiteCastle, room: int) -> tuple[int, ...]:
    return state.decks[room not in STEWARD_ROOMS]


class Light(Entry):
    """A light row of the card just reached: it must be carried out, the player chooses which."""

    __slots__ = ("card",)

    name = "light"
    verbs = frozenset({"light"})
    choices = Choices(*(MOVES[f"light {row + 1}"] for row in range(ROW_BITS)))

    def __init__(self, card: int) -> None:
        self.card = card

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        return self.choices[LIGHT_MASKS[self.card]]

    def play(self, state: WhiteCastle, move: Move) -> None:
        state.log.append(("light-used", state.player, self.card, move.what))
        state.stack[-1] = ROW_GROUPS[self.card][move.what]

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        rows = 3 if self.card < FIRST_DIPLOMAT else 2
        facts: dict[str, str | int] = {"card": str(CARD_NAMES[self.card]), "row": move.what + 1}
        return Reason("dark-row" if move.what < rows else "no-such-row", (), facts)

    def to_json(self) -> Document:
        return {"light": CARD_NAMES[self.card]}

    def key(self) -> tuple[object, ...]:
        return (self.card,)


@cache
def light_of(card: int) -> Light:
    return Light(card)


class Favour(Entry):
    """A place of the Daimyo's favour: a free one must be taken."""

    __slots__ = ()

    name = "favour"
    verbs = frozenset({"favour"})
    choices = Choices(*(MOVES[f"favour {position}"] for position in POSITIONS))

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        left, centre, right = state.places
        mask = (left is None) | (centre is None) << 1 | (right is None) << 2
        if not mask:
            state.stack.pop()
            return None
        return self.choices[mask]

    def play(self, state: WhiteCastle, move: Move) -> None:
        place: int = move.what
        take_favour(state, state.player, place)
        state.stack[-1] = state.deal.favour_groups[place]

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        return Reason("favour-taken", (), {"place": move.words[0]})

    def to_json(self) -> Document:
        return {"favour": True}


FAVOUR = Favour()


def take_favour(state: WhiteCastle, seat: int, place: int) -> None:
    """A courtier takes a place of the favour card."""
    state.places = (*state.places[:place], seat, *state.places[place + 1 :])
    state.log.append(("favour-taken", seat, place))


class Refill(Entry):
    """The room gets its new card when everything above is done."""

    __slots__ = ("room",)

    name = "refill"
    verbs = frozenset()

    def __init__(self, room: int) -> None:
        self.room = room

    def ask(self, state: WhiteCastle) -> list[Move] | None:
        state.stack.pop()
        refill(state, self.room)
        return None

    def play(self, state: WhiteCastle, move: Move) -> None:
        raise AssertionError("a refill asks nothing")

    def why_not(self, state: WhiteCastle, move: Move) -> Reason:
        raise AssertionError("a refill asks nothing")

    def to_json(self) -> Document:
        return {"refill": ROOMS[self.room]}

    def key(self) -> tuple[object, ...]:
        return (self.room,)


REFILLS = tuple(Refill(room) for room in range(len(ROOMS)))


def refill(state: WhiteCastle, room: int) -> None:
    """Turn over the top card of the deck for a room."""
    floor = 0 if room in STEWARD_ROOMS else 1
    card, *rest = state.decks[floor]
    if card == UNKNOWN:
        raise state.needs_the_unknown("card", ROOMS[room])
    state.decks = (tuple(rest), state.decks[1]) if floor == 0 else (state.decks[0], tuple(rest))
    state.cards[room] = card
    state.shows = True
    state.log.append(("refilled", room, card))
