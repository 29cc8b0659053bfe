"""Effects: what cards, tiles and gardens do. Each is one object, known by its text (`2f`, `L`, `s:C`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from tenshu.white_castle.figures import COINS, FOOD, IRON, PEARL, POINTS, SEALS
from tenshu.white_castle.names import COLOURS

if TYPE_CHECKING:
    from tenshu.white_castle.stack import Entry
    from tenshu.white_castle.state import WhiteCastle

GAIN, STEPS, ANY, LANTERN, WELL, ACTION = range(6)
"""Kinds of effects. All but actions are obligatory."""

GAINED = {"f": FOOD, "i": IRON, "p": PEARL, "c": COINS, "s": SEALS, "v": POINTS}
"""The figure a letter stands for."""
IN_ORDER = "fipcsvh"
"""How added-up gains are listed; `any` and `L` follow."""
MOST_AT_ONCE = 99


class Action:
    """What may be declined: a worker, a castle row, the domain. Its chapter says when it can be done, and how."""

    __slots__ = ("entry", "name", "possible")

    def __init__(self, name: str) -> None:
        self.name = name
        self.possible: Callable[[WhiteCastle, int, int], bool]
        """Whether it could do something with so many coins and seals; all else is the seat's."""
        self.entry: Entry
        """The question it asks."""

    def is_done(self, possible: Callable[[WhiteCastle, int, int], bool], entry: Entry) -> None:
        """Said once by the chapter of the action."""
        self.possible = possible
        self.entry = entry


ACTIONS = {
    name: Action(name) for name in ("C", "G", "W", "ROW", *(f"ROW-{colour}" for colour in COLOURS), "LIGHT", "DOMAIN")
}


class Effect:
    """One effect. There is one object for each text, so effects are compared by `is`."""

    __slots__ = ("action", "amount", "figure", "kind", "price", "text")

    def __init__(
        self, text: str, kind: int, amount: int = 0, figure: int = 0, action: Action | None = None, price: int = 0
    ) -> None:
        self.text = text
        self.kind = kind
        self.amount = amount
        """How much is gained; of an action, nothing."""
        self.figure = figure
        """What is gained; of a paid action, what pays for it."""
        self.action = action
        self.price = price

    def __reduce__(self) -> tuple[Callable[[str], Effect], tuple[str]]:
        return effect, (self.text,)

    def __repr__(self) -> str:
        return f"effect({self.text!r})"


_known: dict[str, Effect] = {}
_AMOUNT = re.compile(r"([1-9][0-9]?)(f|i|p|c|s|v|h|any)")
_PAID = re.compile(r"(?:(s)|([1-9])c):(.+)")


def effect(text: str) -> Effect:
    """The effect of a text; raises KeyError if there is none."""
    found = _known.get(text)
    if found is None:
        found = _known[text] = _read(text)
    return found


def _read(text: str) -> Effect:
    if text == "L":
        return Effect(text, LANTERN)
    if text == "WELL":
        return Effect(text, WELL)
    if text in ACTIONS:
        return Effect(text, ACTION, action=ACTIONS[text])
    if amount := _AMOUNT.fullmatch(text):
        number, what = int(amount[1]), amount[2]
        if what in GAINED:
            return Effect(text, GAIN, number, GAINED[what])
        return Effect(text, STEPS if what == "h" else ANY, number)
    if paid := _PAID.fullmatch(text):
        price, figure = (1, SEALS) if paid[1] else (int(paid[2]), COINS)
        return Effect(text, ACTION, figure=figure, action=ACTIONS[paid[3]], price=price)
    raise KeyError(text)


Effects = tuple[Effect, ...]


def effects(texts: str) -> Effects:
    """The effects of texts with spaces between."""
    return tuple(effect(text) for text in texts.split())


def added_up(*parts: Effects) -> Effects:
    """The same effects with equal gains added up, in one order."""
    sums = dict.fromkeys([*IN_ORDER, "any"], 0)
    lanterns: Effects = ()
    for each in (each for part in parts for each in part):
        if each.kind == LANTERN:
            lanterns += (each,)
        else:
            sums[each.text.lstrip("0123456789")] += each.amount
    return tuple(effect(f"{amount}{what}") for what, amount in sums.items() if amount) + lanterns
