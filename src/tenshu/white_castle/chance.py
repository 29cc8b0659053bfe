"""Chance drawn only when it shows: cards that are turned over, dice that are rolled, the rival's deck; no rule.

The setup, with its rules about which tiles may lie beside which, is one of `SETUPS` numbered deals; of such a deal only
what lies open is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tenshu.table.errors import IllegalMove
from tenshu.table.state import State
from tenshu.table.study import Dealing, Draw
from tenshu.white_castle import solo
from tenshu.white_castle.cards import CARD_NAMES, FIRST_DIPLOMAT
from tenshu.white_castle.names import COLOURS, DIPLOMAT_ROOMS, ROOMS
from tenshu.white_castle.setup import new_game
from tenshu.white_castle.solo import SOLO_CARDS, SOLO_NAMES, Rival
from tenshu.white_castle.state import WhiteCastle
from tenshu.white_castle.views import Unseen, dice_of_a_colour, hidden

SETUPS = 256
FACES = range(1, 7)
FIRST_CARD, FIRST_SOLO, FIRST_SETUP = 8, 64, 80
"""Outcomes below are faces of a die; then come the cards of the decks, the solo cards and the setups."""


class Drawing:
    """Hands out what was drawn, one after the other; asks where nothing is left."""

    def __init__(self, drawn: Sequence[int]) -> None:
        self._left = list(drawn)

    def next(self, place: str, possible: Sequence[int]) -> int:
        """Raises `Asked` if nothing is left."""
        if not self._left:
            raise Asked(Draw(place, tuple((outcome, 1 / len(possible)) for outcome in possible)))
        return self._left.pop(0)


class Asked(Exception):
    """A draw that has not been made yet."""

    def __init__(self, draw: Draw) -> None:
        super().__init__(draw.place)
        self.draw = draw


class CardsAndDice:
    """See `Chance` of the table."""

    outcomes = FIRST_SETUP + SETUPS
    most_draws = 1 + 2 * len(COLOURS) * dice_of_a_colour(4) + 27 + 3 * len(SOLO_CARDS)
    """The setup, two rounds of dice, every card, three orders of the solo deck."""
    most_moves = 4096
    """At most 27 turns of 4 players, and far less than 100 decisions in each."""

    def deal(self, **options: Any) -> Dealing:
        return SetupDrawn(options)

    def play(self, seen: State, move: str, drawn: Sequence[int] = ()) -> State | Draw:
        assert isinstance(seen, WhiteCastle)
        drawing = Drawing(drawn)
        while True:
            try:
                return seen.play(move)
            except IllegalMove as problem:
                if problem.reason.code != "needs-the-unknown":
                    raise
                place = problem.reason.cells[0]
            try:
                seen = known(seen, place, drawing)
            except Asked as asked:
                return asked.draw

    def named(self, outcome: int) -> str:
        if outcome >= FIRST_SETUP:
            return f"setup {outcome - FIRST_SETUP}"
        if outcome >= FIRST_SOLO:
            return SOLO_NAMES[outcome - FIRST_SOLO]
        return str(outcome if outcome < FIRST_CARD else CARD_NAMES[outcome - FIRST_CARD])


def known(seen: WhiteCastle, place: str, drawing: Drawing) -> WhiteCastle:
    """The same moment with what lies at this place known to whoever plays on."""
    state = seen.copy()
    assert state.unseen is not None
    if place in ROOMS:
        _turn_over_card(state, ROOMS.index(place) in DIPLOMAT_ROOMS, drawing)
    elif place == "bridges":
        state.rolls = (_roll(state.deal.players, drawing), *state.rolls[1:])
    else:
        assert state.rival is not None
        _turn_over_solo(state, state.rival, place, drawing)
    return state


def _turn_over_card(state: WhiteCastle, diplomat: bool, drawing: Drawing) -> None:
    assert state.unseen is not None
    unseen = list(state.unseen[diplomat])
    outcome = drawing.next("diplomats" if diplomat else "stewards", [FIRST_CARD + card for card in unseen])
    card = outcome - FIRST_CARD
    unseen.remove(card)
    assert (card >= FIRST_DIPLOMAT) == diplomat
    decks = list(state.decks)
    decks[diplomat] = (card, *decks[diplomat][1:])
    state.decks = decks[0], decks[1]
    rest: Any = {"diplomats" if diplomat else "stewards": tuple(unseen)}
    state.unseen = state.unseen._replace(**rest)


def _roll(players: int, drawing: Drawing) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(sorted(drawing.next(f"a {colour} die", FACES) for _ in range(dice_of_a_colour(players))))
        for colour in COLOURS
    )


def _turn_over_solo(state: WhiteCastle, rival: Rival, place: str, drawing: Drawing) -> None:
    """The next unknown card of the deck, or of a new order the whole of it, since that is shuffled at once."""
    assert state.unseen is not None
    if place == "solo.next":
        left, order = list(range(len(SOLO_CARDS))), []
        while left:
            card = drawing.next("the shuffled solo deck", [FIRST_SOLO + each for each in left]) - FIRST_SOLO
            left.remove(card)
            order.append(card)
        state.rival = rival._replace(next=(tuple(order), *rival.next[1:]))
        return
    deck, unseen = list(rival.deck), list(state.unseen.solo)
    card = drawing.next("the solo deck", [FIRST_SOLO + each for each in unseen]) - FIRST_SOLO
    unseen.remove(card)
    deck[deck.index(solo.UNKNOWN)] = card
    state.rival = rival._replace(deck=tuple(deck))
    state.unseen = Unseen(state.unseen.stewards, state.unseen.diplomats, tuple(unseen))


EVERY_SETUP = Draw("the setup", tuple((FIRST_SETUP + number, 1 / SETUPS) for number in range(SETUPS)))


@dataclass(frozen=True)
class SetupDrawn:
    """Which of the numbered setups is played."""

    options: dict[str, Any] = field(default_factory=dict)
    number: int | None = None

    def draw(self) -> Draw | None:
        if self.number is not None:
            return None
        return EVERY_SETUP

    def drawn(self, outcome: int) -> SetupDrawn:
        return SetupDrawn(self.options, outcome - FIRST_SETUP)

    def state(self) -> WhiteCastle:
        return hidden(new_game(seed=self.number, **self.options))


CHANCE = CardsAndDice()
