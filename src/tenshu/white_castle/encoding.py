"""`white_castle_v1`: every move a number, every view a row of bytes. docs/research.md says what lies where.

One encoding serves all player counts and the solo levels. Seats are told from the viewer on: 1 is the viewer, 2 the
next one, 0 nobody; alone, 2 is the rival.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from tenshu.table.errors import Malformed
from tenshu.table.games import shown
from tenshu.table.state import Document, State
from tenshu.table.study import Part
from tenshu.white_castle import solo
from tenshu.white_castle.cards import CARD, CARDS, DIPLOMAT_CARDS, NO_CARD, STEWARD_CARDS, UNKNOWN, WELL_SIDES
from tenshu.white_castle.castle import ROW_ENTRIES
from tenshu.white_castle.courtier import PARTS
from tenshu.white_castle.deal import GARDENS_ON_THE_BOARD
from tenshu.white_castle.effects import ACTIONS, IN_ORDER, MOST_AT_ONCE
from tenshu.white_castle.entries import READERS
from tenshu.white_castle.figures import CARD as ACTION_CARD
from tenshu.white_castle.figures import DICE, GARDENERS, GARDENS, WARRIORS, Figures
from tenshu.white_castle.names import COLOURS, LETTERS, LEVELS, PLACES, ROOMS, SIDES, STACKING_SPACES, WELL
from tenshu.white_castle.notation import GARDEN_NAMES, GRAMMAR, parse
from tenshu.white_castle.state import WhiteCastle
from tenshu.white_castle.views import hidden

NAME = "white_castle_v1"
MOST = 255
GAINS = (*IN_ORDER, "any")
PRICES = ("s", *(f"{coins}c" for coins in range(1, 10)))
EFFECTS = (
    *(f"{amount}{what}" for what in GAINS for amount in range(1, MOST_AT_ONCE + 1)),
    "L",
    "WELL",
    *ACTIONS,
    *(f"{price}:{action}" for price in PRICES for action in ACTIONS),
)
"""Every text of an effect, so every `do`."""
KINDS = ("L", "WELL", *ACTIONS, *(f"{price}:{action}" for price in PRICES for action in ACTIONS))
"""Effects without an amount; behind them, in an observation, come the gains."""
ROWS = "123"
DICE_ON_A_BRIDGE = 5
TILES_OF_A_ROOM, TILES_OF_A_YARD, TILES_OF_THE_WELL = 3, 2, 2
PAIRS = 5
ENTRIES, EFFECTS_OF_AN_ENTRY = 8, 6
"""How much of the stack is told, from the top. Games were never seen to need more than half of it."""
ENTRY_BYTES = 3 + 2 * EFFECTS_OF_AN_ENTRY
RIVAL_ACTIONS = solo.ACTIONS
KNOWN_CARDS = len(STEWARD_CARDS) + len(DIPLOMAT_CARDS)
SEAT_BYTES = GARDENERS + 1 + GARDENS_ON_THE_BOARD + 4 + 1 + len(COLOURS) + len(CARDS)
ENTRY_NAMES = tuple(READERS)


def people(seats: int) -> int:
    """Who has figures of their own: the seats; alone, the rival as well."""
    return max(seats, 2)


class WhiteCastleV1:
    """See docs/research.md; `Encoding` of the table is the contract."""

    name = NAME

    # Moves and numbers.

    @cached_property
    def _moves(self) -> tuple[str, ...]:
        return tuple(_every_move())

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {move: number for number, move in enumerate(self._moves)}

    @property
    def actions(self) -> int:
        return len(self._moves)

    def number(self, move: str) -> int:
        number = self._numbers.get(move)
        if number is None:
            raise Malformed("move", f"{shown(move)} has no number in {NAME}")
        return number

    def move(self, number: int) -> str:
        if not 0 <= number < len(self._moves):
            raise Malformed("number", f"{NAME} has the numbers 0 to {len(self._moves) - 1}, not {shown(number)}")
        return parse(self._moves[number])

    def check(self, state: State) -> None:
        """Every game fits."""
        assert isinstance(state, WhiteCastle)

    # Views and bytes.

    def parts(self, seats: int) -> tuple[Part, ...]:
        many = people(seats)
        return (
            Part("table", (6,), MOST),
            Part("order", (many,), many),
            Part("track", (many,), many),
            Part("bridges", (len(COLOURS), DICE_ON_A_BRIDGE), 6),
            Part("cards", (len(ROOMS),), UNKNOWN + 1),
            Part("tiles", (len(ROOMS), TILES_OF_A_ROOM), len(COLOURS)),
            Part("dice", (len(STACKING_SPACES) + 1, 3), MOST),
            Part("well", (TILES_OF_THE_WELL,), len(WELL_SIDES)),
            Part("daimyo", (4,), 9),
            Part("gardens", (GARDENS_ON_THE_BOARD,), len(GARDEN_NAMES)),
            Part("yards", (3, TILES_OF_A_YARD), 16),
            Part("unseen", (KNOWN_CARDS,), 1),
            Part("removed", (KNOWN_CARDS,), 1),
            Part("starts", (PAIRS, 2), len(CARDS)),
            *(Part(f"seat {seat}", (SEAT_BYTES,), MOST) for seat in range(many)),
            Part("lines", (len(COLOURS),), 1),
            Part("stack", (ENTRIES, ENTRY_BYTES), MOST),
            Part("solo deck", (len(solo.SOLO_CARDS),), len(solo.SOLO_CARDS)),
            Part("solo unseen", (len(solo.SOLO_CARDS),), 1),
        )

    def observe(self, state: State, seat: int) -> bytearray:
        assert isinstance(state, WhiteCastle)
        if type(seat) is not int or not 0 <= seat < state.seats:
            raise Malformed("seat", f"{shown(seat)} is not a seat; there are {state.seats}, counted from 0")
        seen = hidden(state)
        many, deal = deal_players(seen), seen.deal
        told = [(other - seat) % many + 1 for other in range(many)]  # a seat, as the viewer tells it
        level = 0 if deal.level is None else LEVELS.index(deal.level) + 1
        turned = seen.rival.turned if seen.rival is not None else 0
        found = bytearray(
            (seen.round, seen.phase, level, told[seen.player], len(seen.decks[0]) + len(seen.decks[1]), turned)
        )
        found += bytes(told[other] for other in seen.order)
        found += bytes(told[other] for other in seen.track)
        for bridge in seen.bridges:
            found += bytes((bridge[0], bridge[-1], *_filled(bridge[1:-1], DICE_ON_A_BRIDGE - 2)))
        found += bytes(0 if card == NO_CARD else card + 1 for card in seen.cards)
        for tiles in deal.tiles:
            found += bytes(_filled((tile + 1 for tile in tiles), TILES_OF_A_ROOM))
        for space in (*STACKING_SPACES, WELL):
            dice = seen.dice[space]
            top = dice[-1] if dice and space != WELL else 0
            found += bytes((min(len(dice), MOST), (top >> 3) + 1 if top else 0, top & 7))
        found += bytes(sorted(side + 1 for side in deal.well))
        found += bytes((deal.favour + 1, *(0 if owner is None else told[owner] for owner in seen.places)))
        found += bytes(garden + 1 for garden in deal.gardens)
        for yard in deal.yards:
            found += bytes(_filled((tile + 1 + 8 * gold for tile, gold in yard), TILES_OF_A_YARD))
        assert seen.unseen is not None
        found += _marked(KNOWN_CARDS, (*seen.unseen.stewards, *seen.unseen.diplomats))
        found += _marked(KNOWN_CARDS, (card for card in seen.removed if card < KNOWN_CARDS))
        for pair in (*seen.starts, *((-1, -1),) * (PAIRS - len(seen.starts))):
            found += bytes(card + 1 for card in pair)
        for step in range(many):
            other = (seat + step) % many
            found += _seat(seen.players[other], seen.lanterns[other])
        found += _marked(len(COLOURS), seen.lines)
        found += _stack([entry.to_json() for entry in seen.stack if entry.name in READERS])
        deck = seen.rival.deck if seen.rival is not None else ()
        unknown = solo.UNKNOWN
        found += bytes(_filled((0 if card == unknown else card + 1 for card in deck), len(solo.SOLO_CARDS)))
        return found + _marked(len(solo.SOLO_CARDS), seen.unseen.solo)


def deal_players(state: WhiteCastle) -> int:
    return state.deal.players


def _every_move() -> Iterator[str]:
    """In the order of the verbs; the words of each from left to right."""
    for verb, kinds in GRAMMAR.items():
        if verb == "do":
            yield from (f"do {text}" for text in EFFECTS)
        elif verb == "row":
            yield from (f"row {room} {row}" for room in ROOMS for row in ROWS)
        elif verb == "light":
            yield from (f"light {row}" for row in ROWS)
        elif not kinds:
            yield verb
        elif len(kinds) == 1:
            yield from (f"{verb} {word}" for word in kinds[0][1])
        else:
            yield from (f"{verb} {first} {second}" for first in kinds[0][1] for second in kinds[1][1])


def _filled(values: Iterable[int], many: int) -> list[int]:
    """So many values, noughts at the end."""
    return [*values, *(0,) * many][:many]


def _marked(many: int, places: Iterable[int]) -> bytearray:
    found = bytearray(many)
    for place in places:
        found[place] = 1
    return found


def _seat(figures: Figures, lantern: tuple[int, ...]) -> bytearray:
    """Plain figures with courtiers and gardeners at home, gardens, warriors, the action card, dice, Lantern cards."""
    found = bytearray(min(figure, MOST) for figure in figures[: GARDENERS + 1])
    found += bytes(figures[GARDENS] >> place & 1 for place in range(GARDENS_ON_THE_BOARD))
    found += bytes(figures[WARRIORS : WARRIORS + 4])
    found += bytes((0 if figures[ACTION_CARD] == NO_CARD else figures[ACTION_CARD] + 1,))
    found += bytes(figures[DICE : DICE + len(COLOURS)])
    cards = bytearray(len(CARDS))
    for card in lantern:
        cards[card] += 1
    return found + cards


# The stack, from the top: what an entry is, two figures of it, and up to six effects as kind and amount.


def _stack(entries: list[Document]) -> bytearray:
    found = bytearray(ENTRIES * ENTRY_BYTES)
    for place, entry in enumerate(reversed(entries[-ENTRIES:])):
        found[place * ENTRY_BYTES : (place + 1) * ENTRY_BYTES] = _entry(entry)
    return found


def _entry(entry: Document) -> bytes:
    name = next(name for name in ENTRY_NAMES if name in entry)
    first, second, effects = _figures(name, entry)
    pairs = [figure for text in effects[:EFFECTS_OF_AN_ENTRY] for figure in text]
    return bytes((ENTRY_NAMES.index(name) + 1, first, second, *_filled(pairs, 2 * EFFECTS_OF_AN_ENTRY)))


def _figures(name: str, entry: Document) -> tuple[int, int, list[tuple[int, int]]]:
    value = entry[name]
    if name in ("do", "one"):
        return 0, 0, [_effect(text) for text in value]
    if name == "put":
        return 8 * LETTERS.index(value[0]) + int(value[1:]), SIDES.index(entry["from"]) + 1, []
    if name == "courtier":
        return sum(1 << PARTS.index(part) for part in value), 0, []
    if name == "rival-room":
        return value, PLACES.index(entry["from"]) + 1, []
    if name == "rival-garden":
        return 0, 0, [(GARDEN_NAMES.index(garden) + 1, 0) for garden in value]
    if name == "rival":
        return 0, 0, [(RIVAL_ACTIONS.index(action) + 1, 0) for action in value]
    named = {"row": tuple(ROW_ENTRIES), "refill": ROOMS}
    if name in named:
        return named[name].index(value) + 1, 0, []
    return (CARD[value] + 1 if name == "light" else int(value)), 0, []


def _effect(text: str) -> tuple[int, int]:
    if text in KINDS:
        return KINDS.index(text) + 1, 0
    what = text.lstrip("0123456789")
    return len(KINDS) + GAINS.index(what) + 1, int(text.removesuffix(what))


ENCODING = WhiteCastleV1()
assert len(KINDS) + len(GAINS) < MOST
