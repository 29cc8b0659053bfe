"""Every card and tile, as data. The numbers are those of the rules; a card's number inside is its place in `CARDS`."""

from __future__ import annotations

from typing import NamedTuple

from tenshu.white_castle.effects import IN_ORDER, Effects, effects


class Steward(NamedTuple):
    """Three rows; the dark one costs a seal."""

    rows: tuple[str, str, str]
    dark: int
    many: bool = False
    """Marked ♦: left out with one or two players."""


STEWARDS = (
    Steward(("s:C", "1s 1v", "1f L"), 1, many=True),
    Steward(("s:C", "1h", "2i"), 1),
    Steward(("s:C", "L", "2v"), 1, many=True),
    Steward(("s:W", "1c WELL", "L"), 1),
    Steward(("s:W", "1f 1p", "1i L"), 1),
    Steward(("1i L", "s:G", "2any"), 2, many=True),
    Steward(("1h", "s:G", "2f"), 2),
    Steward(("1c WELL", "s:G", "1h"), 2, many=True),
    Steward(("1c WELL", "s:C", "2f"), 2),
    Steward(("1s 1any", "s:C", "1i 1f"), 2),
    Steward(("2any", "1p L", "s:W"), 3, many=True),
    Steward(("2p", "1s 1v", "s:G"), 3),
    Steward(("2i", "L", "s:G"), 3),
    Steward(("2v", "1s 1any", "s:W"), 3, many=True),
    Steward(("1h", "2p", "s:W"), 3),
)


class Diplomat(NamedTuple):
    """Two blocks; the dark one is a free worker action. `first_serves` domain lines use the first block."""

    blocks: tuple[str, str]
    first_serves: int
    dark: int
    many: bool = False


DIPLOMATS = (
    Diplomat(("C", "3any"), 1, 1, many=True),
    Diplomat(("C", "2h"), 1, 1),
    Diplomat(("C", "2v WELL"), 1, 1),
    Diplomat(("C", "1s L"), 1, 1),
    Diplomat(("W", "3any"), 1, 1),
    Diplomat(("W", "2h"), 1, 1),
    Diplomat(("2h", "G"), 1, 2),
    Diplomat(("2v WELL", "G"), 1, 2),
    Diplomat(("2v WELL", "W"), 2, 2, many=True),
    Diplomat(("2c L", "W"), 2, 2),
    Diplomat(("1h L", "G"), 2, 2),
    Diplomat(("3any", "G"), 2, 2, many=True),
)

STARTING_ACTIONS = ("C", "G", "W")
COPIES_OF_A_STARTING_ACTION = 2


class Start(NamedTuple):
    """What a starting resource card gives at once, what its back gives, and the decree that comes with it."""

    gains: str
    back: str
    decree: str = ""


STARTS = (
    Start("2f 1i 2c 1s", "1p", "c"),
    Start("2any 4c 2s", "1p"),
    Start("2i 1p 5c 1s", "1p"),
    Start("2p 1i 4c", "1i", "s"),
    Start("3any 4c 1s", "1i"),
    Start("1f 2i 1p 3c 1s", "1i"),
    Start("1any 2c 2s", "1f", "v"),
    Start("2f 2i 1p 4c 1s", "1f"),
    Start("4f 2i 3c 2s", "1f"),
)
DECREES = ("c", "s", "v")
"""A decree gives one of this."""

FAVOURS = (
    ("L", "2i", "2s"),
    ("L", "2f", "2v"),
    ("WELL", "2f", "2h"),
    ("WELL", "2v", "2s"),
    ("LIGHT", "2p", "2v"),
    ("LIGHT", "2h", "2s"),
    ("L", "2h", "3c"),
    ("LIGHT", "2i", "3c"),
    ("WELL", "2p", "3c"),
)
"""The Daimyo's cards: left, centre, right."""


class Garden(NamedTuple):
    """What a gardener costs, and what the garden does then and at the end of a round."""

    food: int
    action: str

    @property
    def points(self) -> int:
        return 2 * self.food - 1


GARDENS = (
    Garden(5, "4c:ROW"),
    Garden(4, "3c:G"),
    Garden(4, "3c:C"),
    Garden(4, "3c:W"),
    Garden(3, "4c:DOMAIN"),
    Garden(1, "2any"),
    Garden(1, "3c"),
    Garden(2, "2s"),
    Garden(2, "LIGHT"),
    Garden(3, "WELL"),
)
PLANTS = range(5)
STONES = range(5, 10)

YARD_TILES = (
    ("C", "3p"),
    ("W", "2h"),
    ("G", "3f"),
    ("ROW-coral", "WELL"),
    ("ROW-white", "2s"),
    ("ROW-black", "5c"),
    ("ROW", "LIGHT"),
    ("DOMAIN", "2v"),
)
"""Blue side, gold side."""
WELL_SIDES = ("c", "f", "i", "p", "any")
"""What the back of a die tile gives one of; every colour has one of each."""

CARDS = (
    *(f"S{number}" for number in range(1, len(STEWARDS) + 1)),
    *(f"D{number}" for number in range(1, len(DIPLOMATS) + 1)),
    *(f"A{worker}" for worker in STARTING_ACTIONS),
    *(f"R{number}" for number in range(1, len(STARTS) + 1)),
    *(f"K{what}" for what in DECREES),
)
"""The cards that travel, by number: stewards, diplomats, starting actions, starting resources, decrees."""
FIRST_DIPLOMAT = len(STEWARDS)
FIRST_ACTION = FIRST_DIPLOMAT + len(DIPLOMATS)
FIRST_START = FIRST_ACTION + len(STARTING_ACTIONS)
FIRST_DECREE = FIRST_START + len(STARTS)
NO_CARD = len(CARDS)
UNKNOWN = NO_CARD + 1
"""`?`: a card the viewer does not know."""
CARD_NAMES = (*CARDS, None, "?")
CARD = {name: number for number, name in enumerate(CARDS)}

STEWARD_CARDS = range(FIRST_DIPLOMAT)
DIPLOMAT_CARDS = range(FIRST_DIPLOMAT, FIRST_ACTION)
ACTION_CARDS = range(FIRST_ACTION, FIRST_START)
START_CARDS = range(FIRST_START, FIRST_DECREE)


def rows_of(card: int) -> tuple[Effects, ...]:
    """What the rows of a card in a room do, top first."""
    if card in STEWARD_CARDS:
        return tuple(effects(row) for row in STEWARDS[card].rows)
    return tuple(effects(block) for block in DIPLOMATS[card - FIRST_DIPLOMAT].blocks)


def dark_row(card: int) -> int:
    """The dark row of a card in a room, counted from 0."""
    return (STEWARDS[card] if card in STEWARD_CARDS else DIPLOMATS[card - FIRST_DIPLOMAT]).dark - 1


def dark_worker(card: int) -> str:
    """The worker of the dark row: C, G or W, whether or not it costs a seal."""
    (only,) = rows_of(card)[dark_row(card)]
    assert only.action is not None
    return only.action.name


def row_of_line(card: int, line: int) -> int:
    """The row of a card on a domain board that serves a line."""
    if card in STEWARD_CARDS:
        return line
    return 0 if line < DIPLOMATS[card - FIRST_DIPLOMAT].first_serves else 1


def action_of_line(card: int, line: int) -> Effects:
    """What a card on a domain board does for a line."""
    if card == NO_CARD:
        return ()
    if card in ACTION_CARDS:
        return effects(STARTING_ACTIONS[card - FIRST_ACTION])
    return rows_of(card)[row_of_line(card, line)]


def back_of(card: int) -> str:
    """What a card gives while it lies in the Lantern area."""
    if card in STEWARD_CARDS:
        return "1c"
    if card in DIPLOMAT_CARDS:
        return "1v"
    if card in ACTION_CARDS:
        return "1h"
    if card in START_CARDS:
        return STARTS[card - FIRST_START].back
    return f"1{DECREES[card - FIRST_DECREE]}"


BITS_OF_A_SUM = 6
BACKS = tuple(1 << BITS_OF_A_SUM * IN_ORDER.index(back_of(card)[1:]) for card in range(len(CARDS)))
"""By card, so that the sum over a Lantern area counts every kind of gain in bits of its own."""


def gains_of_lantern(total: int) -> Effects:
    """What a Lantern gives, from the sum of `BACKS`."""
    lowest = (1 << BITS_OF_A_SUM) - 1
    counts = [(total >> BITS_OF_A_SUM * place & lowest, what) for place, what in enumerate(IN_ORDER)]
    return effects(" ".join(f"{count}{what}" for count, what in counts if count))


LINES = (("1f", "1f 1f 2c 1f 1s"), ("1i", "1i 1i L 1i 2c"), ("1p", "1p 1p 1s 1p L"))
"""The domain lines: what is always visible, and what each departed member uncovers, left to right."""
