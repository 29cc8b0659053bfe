"""What is hidden: the decks, the dice to come, the rival's cards. Nobody at the table knows more than anybody else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tenshu.table.errors import Malformed
from tenshu.table.games import shown
from tenshu.table.randomness import shuffled
from tenshu.table.state import Document
from tenshu.white_castle import position, solo
from tenshu.white_castle.cards import UNKNOWN
from tenshu.white_castle.names import COLOURS
from tenshu.white_castle.rounds import Roll
from tenshu.white_castle.solo import SOLO_CARDS, Rival

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle

Deck = tuple[int, ...]


class Unseen(NamedTuple):
    """The cards under each kind of `?`, sorted by number."""

    stewards: Deck = ()
    diplomats: Deck = ()
    solo: Deck = ()


NONE_UNSEEN = Unseen()


def hidden_cards(cards: Sequence[int], unseen: Deck, unknown: int) -> Deck:
    """What lies in a hidden pile, as a multiset: the cards that are known to lie there, and those behind its `?`."""
    return tuple(sorted([card for card in cards if card != unknown] + list(unseen)))


def hidden_places(rival: Rival) -> slice:
    """The solo cards that nobody has seen: between the top one and the turned ones."""
    return slice(1, max(1, len(rival.deck) - rival.turned))


def seen(state: WhiteCastle, seat: int | None) -> Document:
    """The view of a seat, or of a spectator."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < state.seats):
        raise Malformed("seat", f"{shown(seat)} is not a seat; there are {state.seats}, counted from 0")
    return position.written(hidden(state))


def hidden(state: WhiteCastle) -> WhiteCastle:
    """The state as everybody knows it."""
    known = state.unseen or NONE_UNSEEN
    covered = state.copy()
    covered.log, covered.shows, covered.passed = [], False, False
    stewards, diplomats = state.decks
    covered.decks = (UNKNOWN,) * len(stewards), (UNKNOWN,) * len(diplomats)
    covered.rolls = (None,) * len(state.rolls)
    alone: Deck = ()
    if state.rival is not None:
        places = hidden_places(state.rival)
        deck = list(state.rival.deck)
        alone = hidden_cards(deck[places], known.solo, solo.UNKNOWN)
        deck[places] = [solo.UNKNOWN] * len(deck[places])
        covered.rival = Rival(tuple(deck), state.rival.turned, (None,) * len(state.rival.next))
    covered.unseen = Unseen(
        hidden_cards(stewards, known.stewards, UNKNOWN), hidden_cards(diplomats, known.diplomats, UNKNOWN), alone
    )
    return covered


def drawn_anew(state: WhiteCastle, rng: Random) -> WhiteCastle:
    """A full state that nobody could tell from this one."""
    known = state.unseen or NONE_UNSEEN
    drawn = state.copy()
    drawn.log, drawn.shows, drawn.passed, drawn.unseen = [], False, False, None
    stewards, diplomats = state.decks
    drawn.decks = (
        tuple(shuffled(hidden_cards(stewards, known.stewards, UNKNOWN), rng)),
        tuple(shuffled(hidden_cards(diplomats, known.diplomats, UNKNOWN), rng)),
    )
    drawn.rolls = tuple(rolled(state.deal.players, rng) for _ in state.rolls)
    if state.rival is not None:
        places = hidden_places(state.rival)
        deck = list(state.rival.deck)
        deck[places] = shuffled(hidden_cards(deck[places], known.solo, solo.UNKNOWN), rng)
        orders = tuple(shuffled_deck(rng) for _ in state.rival.next)
        drawn.rival = Rival(tuple(deck), state.rival.turned, orders)
    return drawn


def dice_of_a_colour(players: int) -> int:
    return players + 1


def rolled(players: int, rng: Random) -> Roll:
    """The dice of a round."""
    count = dice_of_a_colour(players)
    return tuple(tuple(sorted(int(rng.random() * 6) + 1 for _ in range(count))) for _ in COLOURS)


def shuffled_deck(rng: Random) -> Deck:
    """A new order of the rival's cards."""
    return tuple(shuffled(range(len(SOLO_CARDS)), rng))
