"""What a move did, as plain data. Inside, an event is a tuple; outside, an object with named facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tenshu.table.state import Document
from tenshu.white_castle.cards import CARD_NAMES
from tenshu.white_castle.names import COLOURS, DIE_NAMES, PLACES, POSITIONS, ROOMS, SIDES, SPACES, YARDS
from tenshu.white_castle.notation import GARDEN_NAMES
from tenshu.white_castle.solo import RIVAL, SOLO_NAMES

if TYPE_CHECKING:
    from tenshu.white_castle.state import WhiteCastle

Raw = tuple[Any, ...]
WHAT = ("food", "iron", "pearl", "coins", "seals", "points")
"""The names of the figures that can be gained, paid and lost."""


def _plain(value: object) -> object:
    return value


def _named(names: tuple[Any, ...]) -> Callable[[int], object]:
    return lambda number: names[number]


_what, _card, _room = _named(WHAT), _named(CARD_NAMES), _named(ROOMS)
_place, _colour, _garden, _yard = _named(PLACES), _named(COLOURS), _named(GARDEN_NAMES), _named(YARDS)
_space = _named(SPACES)


def _row(row: int) -> int:
    return row + 1


EVENTS: dict[str, dict[str, Callable[[Any], object]]] = {
    "pair-chosen": {"seat": _plain, "card": _card, "action": _card},
    "die-taken": {"seat": _plain, "die": _plain, "colour": _colour, "side": _named(SIDES)},
    "die-placed": {"seat": _plain, "die": _plain, "space": _space, "coins": _plain},
    "gained": {"seat": _plain, "what": _what, "n": _plain},
    "gain-lost": {"seat": _plain, "what": _what, "n": _plain},
    "choice-lost": {"seat": _plain, "n": _plain},
    "paid": {"seat": _plain, "what": _what, "n": _plain},
    "traded": {"seat": _plain, "what": _what},
    "influence": {"seat": _plain, "from": _plain, "to": _plain},
    "steps-lost": {"seat": _plain, "n": _plain},
    "checkpoint-paid": {"seat": _plain, "n": _plain},
    "lantern": {"seat": _plain},
    "declined": {"seat": _plain},
    "audience": {"seat": _plain, "n": _plain},
    "climbed": {"seat": _plain, "from": _place, "to": _place, "n": _plain},
    "card-turned": {"seat": _plain, "card": _card},
    "card-taken": {"seat": _plain, "card": _card, "room": _room},
    "light-used": {"seat": _plain, "card": _card, "row": _row},
    "refilled": {"room": _room, "card": _card},
    "favour-taken": {"seat": _plain, "place": _named(POSITIONS)},
    "row-used": {"seat": _plain, "room": _room, "row": _row},
    "line-used": {"seat": _plain, "line": _colour},
    "gardener-sent": {"seat": _plain, "garden": _garden, "n": _plain},
    "warrior-sent": {"seat": _plain, "yard": _yard, "n": _plain},
    "turn-ended": {"seat": _plain},
    "round-ended": {"round": _plain, "order": list},
    "gardens": {"seat": _plain},
    "dice-rolled": {"round": _plain},
    "rival-turned": {"card": _named(SOLO_NAMES)},
    "rival-placed": {"die": _plain, "space": _space, "coins": _plain},
    "rival-gained": {"what": _what, "n": _plain},
    "rival-influence": {"from": _plain, "to": _plain},
    "rival-audience": {},
    "rival-climbed": {"from": _place, "to": _place},
    "card-removed": {"room": _room, "card": _card},
    "rival-favour-taken": {"place": _named(POSITIONS)},
    "rival-gardener": {"garden": _garden},
    "rival-warrior": {"yard": _yard},
    "rival-could-not": {"action": _plain, "points": _plain},
    "rival-done": {},
    "rival-cashed-in": {"n": _plain, "points": _plain},
    "rival-gardens": {"n": _plain, "points": _plain},
    "game-over": {},
}
"""Every kind of event and its facts, in the order of the raw tuple."""


def told(state: WhiteCastle, raw: Raw) -> Iterator[Document]:
    """An event with its facts named; several gains at once are told one by one."""
    name, *values = raw
    if name == "gains":
        seat, gains = values
        for figure, amount, _ in gains:
            if amount:
                yield {"event": "gained", "seat": seat, "what": WHAT[figure], "n": amount}
        return
    if name in ("influence", "favour-taken") and state.deal.level and values[0] == RIVAL:
        name, values = f"rival-{name}", values[1:]
    elif name in ("die-taken", "die-placed"):
        values[1:3] = [DIE_NAMES[values[1]][values[2]], *([values[1]] if name == "die-taken" else [])]
    elif name == "rival-placed":
        values[:2] = [DIE_NAMES[values[0]][values[1]]]
    event: Document = {"event": name}
    for (fact, reading), value in zip(EVENTS[name].items(), values, strict=True):
        event[fact] = reading(value)
    if name == "game-over":
        event["scores"] = state.scores()
    yield event
