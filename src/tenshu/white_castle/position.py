"""Positions as documents."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tenshu.table.state import Document
from tenshu.white_castle.cards import CARD_NAMES, WELL_SIDES
from tenshu.white_castle.figures import (
    CARD,
    COINS,
    COURTIERS,
    DICE,
    FOOD,
    GARDENERS,
    GATE,
    INFLUENCE,
    IRON,
    PEARL,
    POINTS,
    SEALS,
    WARRIORS,
    YARD,
    Figures,
)
from tenshu.white_castle.names import (
    COLOURS,
    DIE_NAMES,
    OUTSIDE_LEFT,
    OUTSIDE_RIGHT,
    OVER,
    PHASES,
    PLACES,
    ROOMS,
    WELL,
    YARDS,
)
from tenshu.white_castle.notation import GARDEN_NAMES
from tenshu.white_castle.placing import Bridge
from tenshu.white_castle.rounds import Roll
from tenshu.white_castle.solo import RIVAL, SOLO_NAMES, Rival

if TYPE_CHECKING:
    from tenshu.white_castle.deal import Yard
    from tenshu.white_castle.state import WhiteCastle

POSITION_VERSION = 1
HIDDEN = "?"
UNWRITTEN = ("die", "over")
"""Entries that an empty stack stands for."""
FIGURE_NAMES = {
    "food": FOOD,
    "iron": IRON,
    "pearl": PEARL,
    "coins": COINS,
    "seals": SEALS,
    "points": POINTS,
    "influence": INFLUENCE,
}
"""The plain figures of a player."""
_SOLO_NAMES = (*SOLO_NAMES, HIDDEN)


def written(state: WhiteCastle) -> Document:
    """The position as the state knows it."""
    deal = state.deal
    document: Document = {
        "game": state.game,
        "version": POSITION_VERSION,
        "solo": None if state.rival is None else solo_written(str(deal.level), state.rival),
        "round": state.round,
        "order": list(state.order),
        "track": list(state.track),
        "bridges": {colour: bridge_written(bridge) for colour, bridge in zip(COLOURS, state.bridges, strict=True)},
        "rooms": {
            name: {
                "card": CARD_NAMES[state.cards[room]],
                "tiles": [COLOURS[tile] for tile in deal.tiles[room]],
                "dice": dice_written(state.dice[room]),
            }
            for room, name in enumerate(ROOMS)
        },
        "outside": {
            "left": dice_written(state.dice[OUTSIDE_LEFT]),
            "right": dice_written(state.dice[OUTSIDE_RIGHT]),
        },
        "well": {"tiles": [WELL_SIDES[side] for side in deal.well], "dice": dice_written(state.dice[WELL])},
        "daimyo": {"card": f"F{deal.favour + 1}", "places": list(state.places)},
        "gardens": {
            colour: [GARDEN_NAMES[garden] for garden in deal.gardens[2 * place : 2 * place + 2]]
            for place, colour in enumerate(COLOURS)
        },
        "yards": {name: yard_written(yard) for name, yard in zip(YARDS, deal.yards, strict=True)},
        "decks": {"stewards": cards_written(state.decks[0]), "diplomats": cards_written(state.decks[1])},
        "removed": cards_written(state.removed),
        "rolls": {str(state.round + 1 + place): roll_written(roll) for place, roll in enumerate(state.rolls)},
        "starts": [cards_written(pair) for pair in state.starts],
        "players": [player_written(state, seat, figures) for seat, figures in enumerate(state.players)],
        "turn": turn_written(state),
    }
    if state.unseen is not None:
        document["unseen"] = {
            "stewards": cards_written(state.unseen.stewards),
            "diplomats": cards_written(state.unseen.diplomats),
            "solo": [_SOLO_NAMES[card] for card in state.unseen.solo],
        }
    return document


def cards_written(cards: Iterable[int]) -> list[str]:
    return [str(CARD_NAMES[card]) for card in cards]


def bridge_written(bridge: Bridge) -> Document:
    return {"left": bridge[0] or None, "centre": list(bridge[1:-1]), "right": bridge[-1] or None}


def dice_written(dice: Iterable[int]) -> list[str]:
    return [DIE_NAMES[die >> 3][die & 7] for die in dice]


def yard_written(yard: Yard) -> list[str]:
    return [f"Y{tile + 1}{'b' if gold else 'a'}" for tile, gold in yard]


def roll_written(roll: Roll | None) -> object:
    return HIDDEN if roll is None else {colour: list(values) for colour, values in zip(COLOURS, roll, strict=True)}


def player_written(state: WhiteCastle, seat: int, figures: Figures) -> Document:
    gardens = state.deal.gardens
    return {
        **{name: figures[figure] for name, figure in FIGURE_NAMES.items()},
        "courtiers": {
            "home": figures[COURTIERS],
            **{place: figures[GATE + number] for number, place in enumerate(PLACES)},
        },
        "gardeners": {
            "home": figures[GARDENERS],
            "at": [GARDEN_NAMES[gardens[place]] for place in state.at_work[seat]],
        },
        "warriors": {"home": figures[WARRIORS], **{yard: figures[YARD + number] for number, yard in enumerate(YARDS)}},
        "card": CARD_NAMES[figures[CARD]],
        "lantern": cards_written(state.lanterns[seat]),
        "dice": {
            colour: DIE_NAMES[number][figures[DICE + number]] if figures[DICE + number] else None
            for number, colour in enumerate(COLOURS)
        },
    }


def solo_written(level: str, rival: Rival) -> Document:
    return {
        "level": level,
        "rival": RIVAL,
        "deck": [_SOLO_NAMES[card] for card in rival.deck],
        "turned": rival.turned,
        "next": [HIDDEN if deck is None else [_SOLO_NAMES[card] for card in deck] for deck in rival.next],
    }


def turn_written(state: WhiteCastle) -> Document:
    return {
        "player": None if state.phase == OVER else state.player,
        "phase": PHASES[state.phase],
        "stack": [entry.to_json() for entry in state.stack if entry.name not in UNWRITTEN],
        "lines": [COLOURS[line] for line in state.lines],
    }
