"""Positions told in a few words: one plain position for every number of players, and how a case differs from it.

In the plain position it is seat 0's turn in round 1, nobody has sent anybody anywhere, and every seat has three of each
resource, ten coins and two seals, so that most gains fit and most prices can be paid. What a case may change:

| key | meaning |
|---|---|
| `players`, `solo` | 2 to 4, unless told 2; or the level of a solo game |
| `round`, `order`, `outside`, `well`, `daimyo`, `gardens`, `yards`, `decks`, `removed`, `rolls`, `starts` | as in the document; objects are laid over the plain ones |
| `bridges` | by colour: dice from left to right, `.` an empty end: `"1 3 5"`, `". 6"`, `". ."` |
| `rooms` | by name: the card, the letters of its tiles, the dice: `"S2 cbw b4"` |
| `me`, `seat1`, `seat2`, `seat3` | laid over a player; the pieces that are nowhere else are at home. `courtiers = "gate*2 steward-1"`, `warriors = "5*2 3"` and `gardeners = "G3 G7"` say where the others are |
| `track` | unless told by influence, earlier seats on top |
| `turn` | laid over the start of seat 0's turn; `stack` and `lines` may be told beside it |
| `changes`, `without` | paths of the document set to something else (`-` is null); paths removed |
"""  # noqa: E501

from __future__ import annotations

import json
import re
from typing import Any

from tests.white_castle.naive import COLOURS, DICE_OF_A_COLOUR, INSIDE, ROOMS

Document = dict[str, Any]


class BadCase(Exception):
    """A case that says something the runner does not understand."""


LAID_OVER = ("outside", "well", "daimyo", "gardens", "yards", "decks")
SET = ("round", "order", "track", "removed", "rolls", "starts")
SEATS = ("me", "seat1", "seat2", "seat3")
SETS_UP = frozenset({"players", "solo", "bridges", "rooms", "turn", "stack", "lines", "changes", "without"})
SETS_UP |= {*LAID_OVER, *SET, *SEATS}

PLAIN_ROOMS = {
    "steward-1": "S2 cbw",
    "steward-2": "S7 bcc",
    "steward-3": "S15 wbw",
    "diplomat-1": "D2 cb",
    "diplomat-2": "D10 wc",
}
PLAIN_DICE = {"coral": [1, 3, 3, 4, 5], "black": [2, 4, 4, 5, 6], "white": [1, 2, 3, 4, 6]}
PLAIN_STARTS = [("AC", "R3"), ("AW", "R9"), ("AG", "R8"), ("AC", "R6")]


def plain(seats: int, level: str | None) -> Document:
    """The position every case begins with."""
    count = DICE_OF_A_COLOUR[seats]
    dice = {colour: [*some[: count - 1], some[-1]] for colour, some in PLAIN_DICE.items()}
    bridges = {colour: {"left": some[0], "centre": some[1:-1], "right": some[-1]} for colour, some in dice.items()}
    solo = None
    if level is not None:
        deck = [f"T{card}" for card in range(1, 10)]
        solo = {"level": level, "rival": 1, "deck": deck, "turned": 0, "next": [deck[::-1], deck[3:] + deck[:3]]}
    players = [player_of(*PLAIN_STARTS[seat]) for seat in range(seats)]
    if solo:
        players[1] = player_of(None, None)
    return {
        "game": "white-castle",
        "version": 1,
        "solo": solo,
        "round": 1,
        "order": list(range(seats)),
        "track": list(range(seats)),
        "bridges": bridges,
        "rooms": {name: room_of(text) for name, text in PLAIN_ROOMS.items()},
        "outside": {"left": [], "right": []},
        "well": {"tiles": ["f", "p"], "dice": []},
        "daimyo": {"card": "F1", "places": [None, None, None]},
        "gardens": {"coral": ["G2", "G6"], "black": ["G3", "G8"], "white": ["G5", "G10"]},
        "yards": {"5": ["Y2a", "Y6b"], "3": ["Y3a"], "1": ["Y5b"]},
        "decks": {"stewards": ["S9", "S10", "S12"], "diplomats": ["D3", "D5", "D8"]},
        "removed": [],
        "rolls": {"2": dice, "3": dice},
        "starts": [],
        "players": players,
        "turn": {"player": 0, "phase": "turn", "stack": [], "lines": []},
    }


def player_of(card: str | None, lantern: str | None) -> Document:
    has = 0 if card is None else 1
    return {
        "food": 3 * has,
        "iron": 3 * has,
        "pearl": 3 * has,
        "coins": 10 * has,
        "seals": 2 * has,
        "points": 0,
        "influence": 0,
        "courtiers": {"home": 5, "gate": 0} | dict.fromkeys(INSIDE, 0),
        "gardeners": {"home": 5, "at": []},
        "warriors": {"home": 5, "5": 0, "3": 0, "1": 0},
        "card": card,
        "lantern": [] if lantern is None else [lantern],
        "dice": dict.fromkeys(COLOURS),
    }


def room_of(text: str) -> Document:
    card, tiles, *dice = text.split()
    names = {colour[0]: colour for colour in COLOURS}
    return {"card": None if card == "-" else card, "tiles": [names[tile] for tile in tiles], "dice": dice}


def bridge_of(text: str) -> Document:
    values = [None if word == "." else int(word) for word in text.split()]
    if len(values) < 2 or None in values[1:-1]:
        raise BadCase(f"{text!r} is not a bridge such as '1 3 5' or '. 6'")
    return {"left": values[0], "centre": values[1:-1], "right": values[-1]}


def document_of(data: Document) -> Document:
    """The position document a case describes."""
    level = data.get("solo")
    seats = 2 if level else data.get("players", 2)
    document = plain(seats, level)
    for key in LAID_OVER:
        document[key] = document[key] | {name: with_nulls(value) for name, value in data.get(key, {}).items()}
    document |= {key: data[key] for key in SET if key in data}
    for name, text in data.get("rooms", {}).items():
        if name not in ROOMS:
            raise BadCase(f"there is no room {name}")
        document["rooms"][name] = room_of(text)
    for name, text in data.get("bridges", {}).items():
        document["bridges"][name] = bridge_of(text)
    for seat, key in enumerate(SEATS):
        if key in data and seat >= seats:
            raise BadCase(f"{key}: there are only {seats} seats")
        if seat < seats:
            change_player(document["players"][seat], data.get(key, {}))
    if "track" not in data:
        document["track"] = sorted(range(seats), key=lambda seat: -document["players"][seat]["influence"])
    document["turn"] |= data.get("turn", {})
    document["turn"] |= {key: data[key] for key in ("stack", "lines") if key in data}
    for path, value in data.get("changes", {}).items():
        put_at(document, path, value)
    for path in data.get("without", ()):
        remove_at(document, path)
    return json.loads(json.dumps(document))  # type: ignore[no-any-return]


def change_player(player: Document, change: Document) -> None:
    for key, value in change.items():
        if key not in player:
            raise BadCase(f"a player has no {key}")
        if key in ("courtiers", "warriors"):
            player[key] = placed(value, player[key])
        elif key == "gardeners":
            at = value.split()
            player[key] = {"home": 5 - len(at), "at": at}
        elif key == "dice":
            player[key] = player[key] | value
        else:
            player[key] = with_nulls(value)


def placed(text: str, none: Document) -> Document:
    """`gate*2 steward-1`: two at the gate, one in the first room."""
    pieces = dict.fromkeys(none, 0)
    for word in text.split():
        place, _, count = word.partition("*")
        if place not in none:
            raise BadCase(f"{place} is none of {', '.join(none)}")
        pieces[place] = int(count or 1)
    pieces["home"] = 5 - sum(pieces.values())
    return pieces


# Paths such as players[0].courtiers.gate

_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")
ABSENT = object()


def steps_of(path: str) -> list[str | int]:
    """`me` at the beginning is seat 0."""
    path = re.sub(r"^me\b", "players[0]", path)
    path = re.sub(r"^seat(\d)\b", r"players[\1]", path)
    steps: list[str | int] = []
    place = 0
    while place < len(path):
        found = _STEP.match(path, place)
        if found is None:
            raise BadCase(f"{path!r} is not a path such as players[0].food")
        name, index = found.groups()
        steps.append(int(index) if name is None else name)
        place = found.end()
    return steps


def value_at(document: object, path: str) -> object:
    """What a path leads to; `ABSENT` if it leads nowhere."""
    here: Any = document
    for step in steps_of(path):
        try:
            here = here[step]
        except (KeyError, IndexError, TypeError):
            return ABSENT
    return here


def put_at(document: Document, path: str, value: object) -> None:
    """`null` cannot be written in TOML; `-` stands for it."""
    *before, last = steps_of(path)
    here: Any = document
    for step in before:
        here = here[step]
    here[last] = with_nulls(value)


def with_nulls(value: object) -> object:
    if isinstance(value, list):
        return [with_nulls(item) for item in value]
    return None if value == "-" else value


def remove_at(document: Document, path: str) -> None:
    *before, last = steps_of(path)
    here: Any = document
    for step in before:
        here = here[step]
    del here[last]
