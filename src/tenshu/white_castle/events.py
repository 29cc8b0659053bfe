"""What a move did, as plain data. Inside, an event is a tuple; outside, an object with named facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tenshu.table.state import Document
from tenshu.white_castle.cards import CARD_NAMES
from tenshu.white_castle.names import COLOURS, DIE_NAMES, PLACES, POSITIONS, ROOMS, SIDES, SPACES, YARDS
from tenshu.white_castle.notation import GARDEN_NAMES
from tenshu.white_castle.solo import RIVAL, SOLO_NAMES

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle

Raw = tuple[Any, ...]
LETTERS = "fipcsv"
"""The figures that can be gained, paid and lost, as they stand in the texts of effects."""


def _plain(value: object) -> object:
    return value


def _named(names: Sequence[Any]) -> Callable[[int], object]:
    return lambda number: names[number]


def _amount(letter: str) -> Callable[[int], str]:
    return lambda number: f"{number}{letter}"


_card, _room, _space = _named(CARD_NAMES), _named(ROOMS), _named(SPACES)
_place, _colour, _garden, _yard = _named(PLACES), _named(COLOURS), _named(GARDEN_NAMES), _named(YARDS)
_position = _named(POSITIONS)


def _gain(gain: tuple[int, int]) -> str:
    """A figure and how much of it."""
    figure, amount = gain
    return f"{amount}{LETTERS[figure]}"


def _row(row: int) -> int:
    return row + 1


EVENTS: dict[str, dict[str, Callable[[Any], object]]] = {
    "pair-chosen": {"seat": _plain, "card": _card, "action": _card},
    "die-taken": {"seat": _plain, "die": _plain, "colour": _colour, "value": _plain, "side": _named(SIDES)},
    "die-placed": {
        "seat": _plain, "die": _plain, "colour": _colour, "value": _plain, "space": _space, "coins": _plain,
    },
    "gains": {"seat": _plain, "gains": _plain},
    "gain-lost": {"seat": _plain, "gain": _gain},
    "choice-lost": {"seat": _plain, "gain": _amount("any")},
    "paid": {"seat": _plain, "price": _gain},
    "traded": {"seat": _plain, "price": _gain, "gain": _gain},
    "influence": {"seat": _plain, "from": _plain, "to": _plain},
    "steps-lost": {"seat": _plain, "gain": _amount("h")},
    "checkpoint-paid": {"seat": _plain, "price": _amount("s")},
    "lantern": {"seat": _plain},
    "declined": {"seat": _plain},
    "audience": {"seat": _plain, "price": _amount("c")},
    "climbed": {"seat": _plain, "from": _place, "to": _place, "price": _amount("p")},
    "card-turned": {"seat": _plain, "card": _card},
    "card-taken": {"seat": _plain, "card": _card, "room": _room},
    "light-used": {"seat": _plain, "card": _card, "row": _row},
    "refilled": {"room": _room, "card": _card},
    "favour-taken": {"seat": _plain, "place": _position},
    "row-used": {"seat": _plain, "room": _room, "row": _row},
    "line-used": {"seat": _plain, "line": _colour},
    "gardener-sent": {"seat": _plain, "garden": _garden, "price": _amount("f")},
    "warrior-sent": {"seat": _plain, "yard": _yard, "price": _amount("i")},
    "turn-ended": {"seat": _plain},
    "round-ended": {"round": _plain, "order": list},
    "gardens": {"seat": _plain},
    "dice-rolled": {"round": _plain},
    "rival-turned": {"card": _named(SOLO_NAMES)},
    "rival-placed": {
        "die": _plain, "colour": _colour, "value": _plain, "side": _position, "space": _space, "coins": _plain,
    },
    "rival-gained": {"gains": list},
    "rival-influence": {"from": _plain, "to": _plain},
    "rival-audience": {},
    "rival-climbed": {"from": _place, "to": _place},
    "card-removed": {"room": _room, "card": _card},
    "rival-favour-taken": {"place": _position},
    "rival-gardener": {"garden": _garden},
    "rival-warrior": {"yard": _yard},
    "rival-could-not": {"action": _plain, "points": _plain},
    "rival-done": {},
    "rival-cashed-in": {"coins": _plain, "points": _plain},
    "rival-gardens": {"gardens": _plain, "points": _plain},
    "game-over": {},
}  # fmt: skip
"""Every kind of event and its facts."""
UNFORESEEN = frozenset({"refilled", "dice-rolled", "rival-turned"})
"""Events that show something nobody knew."""
WITH_A_DIE = {"die-taken": 1, "die-placed": 1, "rival-placed": 0}
"""Where in the raw tuple the colour and the value of a die stand; its name is told before them."""
ALSO_THE_RIVALS = ("influence", "favour-taken")
"""What a seat and the solo rival do alike; of the rival it is told under a name of its own."""


def told(state: WhiteCastle, raw: Raw) -> Document | None:
    """An event with its facts named; None if there is nothing to tell."""
    name, *values = raw
    if name == "gains":
        seat, gains = values
        values = [seat, [_gain((figure, amount)) for figure, amount, _ in gains if amount]]
        if not values[1]:
            return None
    elif name in ALSO_THE_RIVALS and state.deal.level and values[0] == RIVAL:
        name, values = f"rival-{name}", values[1:]
    elif name in WITH_A_DIE:
        place = WITH_A_DIE[name]
        values.insert(place, DIE_NAMES[values[place]][values[place + 1]])
    event: Document = {"event": name}
    for (fact, reading), value in zip(EVENTS[name].items(), values, strict=True):
        event[fact] = reading(value)
    if name == "game-over":
        event["scores"] = state.scores()
    return event
