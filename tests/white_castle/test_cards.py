"""Every card and tile in every place it can be met, against the table of `cards.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import tenshu
from tests.white_castle.case_runner import FIGURES, Naive, Package, Reading
from tests.white_castle.positions import document_of

TABLE: dict[str, dict[str, Any]] = tomllib.loads((Path(__file__).parent / "cards.toml").read_text("utf-8"))
COLOURS = ("coral", "black", "white")
RIGHT = {"coral": 5, "black": 6, "white": 6}
LINE = {"coral": "food", "black": "iron", "white": "pearl"}
PLAIN_LANTERN = {"pearl": 1}
READINGS = ("package", "naive")

LIGHT_ROWS = ["row steward-1 2", "row steward-1 3", "row steward-2 1", "row steward-2 3", "row steward-3 1"]
LIGHT_ROWS += ["row steward-3 2", "row diplomat-1 2", "row diplomat-2 1"]
DARK_ROWS = ["row steward-1 1", "row steward-2 2", "row steward-3 3", "row diplomat-1 1", "row diplomat-2 2"]
ASKS = {
    "C": ["gate", "skip"],
    "G": ["garden G6", "garden G8", "garden G5", "garden G10", "skip"],
    "W": ["yard 3", "yard 1", "skip"],
    "LIGHT": [*LIGHT_ROWS, "skip"],
    "ROW": [*LIGHT_ROWS, *DARK_ROWS, "skip"],
    "ROW-coral": [
        "row steward-1 1",
        "row steward-2 2",
        "row steward-2 3",
        "row diplomat-1 1",
        "row diplomat-2 2",
        "skip",
    ],
    "ROW-black": ["row steward-1 2", "row steward-2 1", "row steward-3 2", "row diplomat-1 2", "skip"],
    "ROW-white": ["row steward-1 3", "row steward-3 1", "row steward-3 3", "row diplomat-2 1", "skip"],
    "DOMAIN": ["line coral", "line black", "line white", "skip"],
}
"""In the plain position; a gardener's food is looked after below."""


def reading(kind: str, data: dict[str, Any]) -> Reading:
    document = document_of({"players": 3} | data)
    return Package(tenshu.load(document)) if kind == "package" else Naive(document)


def after(position: Reading, *moves: str) -> Reading:
    for move in moves:
        position = position.after(move)
    return position


def figures(position: Reading, seat: int = 0) -> dict[str, int]:
    player = position.document()["players"][seat]
    return {name: player[name] for name in FIGURES}


def changes(before: dict[str, int], now: dict[str, int]) -> dict[str, int]:
    return {name: now[name] - before[name] for name in FIGURES if now[name] != before[name]}


def told_changes(text: str) -> dict[str, int]:
    return {name: int(count) for name, count in re.findall(r"(\w+)\+(\d)", text)}


def together(*many: dict[str, int]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for some in many:
        for name, count in some.items():
            sums[name] = sums.get(name, 0) + count
    return {name: count for name, count in sums.items() if count}


def check(position: Reading, before: dict[str, int], besides: dict[str, int], text: str, seat: int = 0) -> None:
    """The position rests where the effect of the table leads, with its gains, and those it comes with, made."""
    expected = together(besides, told_changes(text))
    assert changes(before, figures(position, seat)) == expected
    chosen = re.search(r"choose (\d)", text)
    action = text.rsplit(":", maxsplit=1)[-1]
    if chosen:
        for _ in range(int(chosen[1])):
            assert set(position.moves()) == {"gain food", "gain iron", "gain pearl"}
            position = position.after("gain iron")
        assert changes(before, figures(position, seat)) == together(expected, {"iron": int(chosen[1])})
    elif ":" in text:
        assert set(position.moves()) == {f"do {text}", "skip"}
        cost = {"seals": -1} if text[0] == "s" else {"coins": -int(text[0])}
        position = position.after(f"do {text}")
        assert changes(before, figures(position, seat)) == together(expected, cost)
        check_action(position, action)
    elif action in ASKS:
        check_action(position, action)
    else:
        assert position.document()["turn"] == {"player": 1, "phase": "turn", "stack": [], "lines": []}


def check_action(position: Reading, action: str) -> None:
    player = position.document()["players"][0]
    moves = set(ASKS[action])
    if action == "G":
        cost = {"G6": 1, "G8": 2, "G5": 3, "G10": 3, "G2": 4, "G3": 4}
        free = {card: food for card, food in cost.items() if card not in player["gardeners"]["at"]}
        moves = {f"garden {card}" for card, food in free.items() if food <= player["food"]} | {"skip"}
        if any(player["food"] < food <= player["food"] + player["seals"] // 2 for food in free.values()):
            moves.add("trade food")
    if action == "W" and player["iron"] == 4 and player["seals"] >= 2:
        moves.add("trade iron")
    assert set(position.moves()) == moves


# Stewards.


def others(card: str) -> dict[str, Any]:
    """Rooms and decks without a card twice."""
    kind = "S" if card[0] == "S" else "D"
    free = [
        f"{kind}{number}"
        for number in ((4, 5, 9, 10, 12, 13) if kind == "S" else (3, 5, 7, 8))
        if f"{kind}{number}" != card
    ]
    rooms = {
        "steward-1": "S2 cbw",
        "steward-2": "S7 bcc",
        "steward-3": "S15 wbw",
        "diplomat-1": "D2 cb",
        "diplomat-2": "D10 wc",
    }
    for name, text in rooms.items():
        if text.split()[0] == card:
            rooms[name] = f"{free.pop()} {text.split()[1]}"
    return {"rooms": rooms, "decks": {"stewards" if kind == "S" else "diplomats": free[:2]}}


def steward_rows() -> Iterator[tuple[str, int, str]]:
    for card, rows in TABLE["stewards"].items():
        yield from ((card, place, text) for place, text in enumerate(rows, 1))


def diplomat_blocks() -> Iterator[tuple[str, int, str]]:
    for card, (first, second, *_) in TABLE["diplomats"].items():
        yield from ((card, 1, first), (card, 2, second))


@pytest.mark.parametrize("kind", READINGS)
@pytest.mark.parametrize(("card", "place", "text"), [*steward_rows(), *diplomat_blocks()])
def test_a_die_in_the_castle_activates_the_row_of_its_colour(kind: str, card: str, place: int, text: str) -> None:
    data = others(card)
    room, tiles, value = ("steward-1", "cbw", 3) if card[0] == "S" else ("diplomat-1", "cb", 4)
    data["rooms"][room] = f"{card} {tiles}"
    start = reading(kind, data)
    colour = COLOURS[place - 1]
    position = after(start, f"die {colour} right", f"put {room}")
    check(position, figures(start), {"coins": RIGHT[colour] - value}, text)
    assert position.document()["rooms"][room]["dice"] == [f"{colour[0]}{RIGHT[colour]}"]


def on_domains() -> Iterator[tuple[str, int, str]]:
    yield from steward_rows()
    for card, (first, second, *lines) in TABLE["diplomats"].items():
        yield from ((card, place, (first, second)[block - 1]) for place, block in enumerate(lines, 1))
    yield from ((f"A{action}", place, action) for action, place in product("CGW", (1, 2, 3)))


@pytest.mark.parametrize("kind", READINGS)
@pytest.mark.parametrize(("card", "place", "text"), [*on_domains()])
def test_a_die_on_the_domain_activates_its_line_and_then_the_card(kind: str, card: str, place: int, text: str) -> None:
    colour = COLOURS[place - 1]
    start = reading(kind, others(card) | {"me": {"card": card}})
    position = after(start, f"die {colour} right", "put domain")
    check(position, figures(start), together({"coins": RIGHT[colour] - 6}, {LINE[colour]: 1}), text)
    assert position.document()["players"][0]["dice"][colour] == f"{colour[0]}{RIGHT[colour]}"


@pytest.mark.parametrize("kind", READINGS)
@pytest.mark.parametrize("card", [*TABLE["stewards"], *TABLE["diplomats"]])
def test_a_courtier_who_enters_takes_the_card_and_its_light_row(kind: str, card: str) -> None:
    data = others(card)
    deck = "stewards" if card[0] == "S" else "diplomats"
    room, tiles, here = ("steward-1", "cbw", "gate") if card[0] == "S" else ("diplomat-1", "cb", "steward-2")
    data["rooms"][room] = f"{card} {tiles}"
    drawn = data["decks"][deck][0]
    courtier = {"stack": [{"courtier": ["climb"]}], "me": {"courtiers": here}}
    start = reading(kind, data | courtier)
    rows = dict(enumerate(TABLE[deck][card][: 3 if card[0] == "S" else 2], 1))
    light = {place: text for place, text in rows.items() if ":" not in text and text not in "CGW"}
    entered = after(start, f"climb {here} {room}")
    assert len(light) == (2 if card[0] == "S" else 1)
    if card[0] == "S":
        assert set(entered.moves()) == {f"light {place}" for place in light}
        assert entered.document()["rooms"][room]["card"] is None
    for place, text in light.items():
        position = after(entered, f"light {place}") if card[0] == "S" else entered
        seen = position.document()
        assert seen["players"][0]["card"] == card
        assert seen["players"][0]["lantern"] == ["R3", "AC"]
        turned = {"influence": 1} if has_lantern(card, place) else {}
        check(position, figures(start), together({"pearl": -2}, turned), text)
        while seen["turn"]["player"] == 0:
            position = position.after(position.moves()[0])
            seen = position.document()
        assert seen["rooms"][room]["card"] == drawn
        assert drawn not in seen["decks"][deck]


LANTERN_ROWS = {"S1": 3, "S3": 2, "S4": 3, "S5": 3, "S6": 1, "S11": 2, "S13": 2, "D4": 2, "D10": 1, "D11": 1}


def has_lantern(card: str, place: int) -> bool:
    return LANTERN_ROWS.get(card) == place


@pytest.mark.parametrize("kind", READINGS)
@pytest.mark.parametrize(("card", "place", "text"), [*steward_rows(), *diplomat_blocks()])
def test_any_row_without_a_die(kind: str, card: str, place: int, text: str) -> None:
    data = others(card)
    room, tiles = ("steward-1", "cbw") if card[0] == "S" else ("diplomat-1", "cb")
    data["rooms"][room] = f"{card} {tiles}"
    move = f"row {room} {place}"
    for chosen in ("any", COLOURS[place - 1], "light"):
        start = reading(kind, data | {"stack": [{"row": chosen}]})
        if chosen == "light" and (":" in text or text in "CGW"):
            assert move not in start.moves()
            continue
        position = after(start, move)
        if ":" in text:
            assert changes(figures(start), figures(position)) == {"seals": -1}
            check_action(position, text[2:])
        else:
            check(position, figures(start), {}, text)
        assert position.document()["rooms"][room]["dice"] == []


# The other cards.


@pytest.mark.parametrize("kind", READINGS)
@pytest.mark.parametrize(("card", "place"), [*product(TABLE["favours"], range(3))])
def test_favours(kind: str, card: str, place: int) -> None:
    data = {"daimyo": {"card": card}, "stack": [{"favour": True}], "me": {"courtiers": "daimyo"}}
    start = reading(kind, data)
    names = ("left", "centre", "right")
    assert set(start.moves()) == {f"favour {name}" for name in names}
    position = after(start, f"favour {names[place]}")
    check(position, figures(start), {}, TABLE["favours"][card][place])
    assert position.document()["daimyo"]["places"] == [0 if other == place else None for other in range(3)]


@pytest.mark.parametrize("kind", READINGS)
@pytest.mark.parametrize("card", TABLE["gardens"])
def test_gardens(kind: str, card: str) -> None:
    food, points, text = TABLE["gardens"][card]
    gardens = {"coral": ["G2", "G6"], "black": ["G3", "G8"], "white": ["G5", "G10"]}
    if not any(card in pair for pair in gardens.values()):
        gardens["coral"] = [card, "G6"] if points > 4 else ["G2", card]
    start = reading(kind, {"gardens": gardens, "stack": [{"gardener": True}], "me": {"food": 6}})
    position = after(start, f"garden {card}")
    check(position, figures(start), {"food": -food}, text)
    assert position.document()["players"][0]["gardeners"] == {"home": 4, "at": [card]}
    assert position.scores()["players"][0]["gardeners"] == points == 2 * food - 1


def start_phase(card: str) -> dict[str, Any]:
    spare = [other for other in ("R3", "R8", "R9", "R6") if other != card]
    nothing: dict[str, Any] = dict.fromkeys(("food", "iron", "pearl", "coins", "seals"), 0)
    nothing |= {"card": "-", "lantern": []}
    return {
        "players": 2,
        "starts": [[spare[0], "AC"], [card, "AG"], [spare[1], "AW"]],
        "turn": {"player": 1, "phase": "start", "stack": [{"start": True}]},
        "me": nothing,
        "seat1": nothing,
    }


@pytest.mark.parametrize("kind", READINGS)
@pytest.mark.parametrize("card", TABLE["starting"])
def test_starting_resources(kind: str, card: str) -> None:
    gains, _, *decree = TABLE["starting"][card]
    data = start_phase(card)
    start = reading(kind, data)
    assert set(start.moves()) == {f"start {pair[0]}" for pair in data["starts"]}
    position = after(start, f"start {card}")
    chosen = re.search(r"choose (\d)", gains)
    assert changes(figures(start, 1), figures(position, 1)) == told_changes(gains)
    for _ in range(int(chosen[1]) if chosen else 0):
        assert position.document()["turn"]["player"] == 1
        assert position.document()["turn"]["phase"] == "start"
        assert set(position.moves()) == {"gain food", "gain iron", "gain pearl"}
        position = position.after("gain pearl")
    count = int(chosen[1]) if chosen else 0
    assert changes(figures(start, 1), figures(position, 1)) == together(told_changes(gains), {"pearl": count})
    seen = position.document()
    assert seen["players"][1]["card"] == "AG"
    assert seen["players"][1]["lantern"] == [card, *decree]
    assert set(position.moves()) == {f"start {pair[0]}" for pair in data["starts"] if pair[0] != card}
    assert seen["turn"] == {"player": 0, "phase": "start", "stack": [{"start": True}], "lines": []}


LANTERNS = {card: row[1] for card, row in TABLE["starting"].items()} | TABLE["lanterns"]


@pytest.mark.parametrize("kind", READINGS)
@pytest.mark.parametrize("card", LANTERNS)
def test_lantern_backs(kind: str, card: str) -> None:
    seat1 = {"lantern": ["R3" if card == "R9" else "R9"]}
    decks = {"stewards": ["S9"], "diplomats": ["D3"]}
    data = {"me": {"lantern": [card]}, "seat1": seat1, "seat2": {"lantern": ["R2" if card == "R8" else "R8"]}}
    start = reading(kind, data | {"decks": decks, "stack": [{"do": ["L", "s:C"]}]})
    assert set(start.moves()) == {"do L", "do s:C"}
    position = after(start, "do L")
    assert changes(figures(start), figures(position)) == told_changes(LANTERNS[card])
    assert set(position.moves()) == {"do s:C", "skip"}


@pytest.mark.parametrize("kind", READINGS)
@pytest.mark.parametrize(("card", "side"), [*product(TABLE["yards"], "ab")])
def test_yard_tiles(kind: str, card: str, side: str) -> None:
    rest = [f"Y{number}" for number in range(1, 9) if f"Y{number}" != card]
    yards = {"5": [f"{rest[0]}a", f"{rest[1]}b"], "3": [f"{rest[2]}a"], "1": [f"{rest[3]}b"]}
    yard = "3" if side == "a" else "1"
    yards[yard] = [card + side]
    start = reading(kind, {"yards": yards, "stack": [{"warrior": True}], "me": {"iron": 6}})
    assert set(start.moves()) == {"yard 5", "yard 3", "yard 1", "skip"}
    position = after(start, f"yard {yard}")
    check(position, figures(start), {"iron": -int(yard)}, TABLE["yards"][card]["ab".index(side)])
    assert position.document()["players"][0]["warriors"] == {"home": 4, "5": 0, "3": 0, "1": 0} | {yard: 1}


@pytest.mark.parametrize("kind", READINGS)
@pytest.mark.parametrize("tile", TABLE["well"])
def test_well_tiles(kind: str, tile: str) -> None:
    start = reading(kind, {"well": {"tiles": ["i", tile]}})
    position = after(start, "die white right", "put well")
    check(position, figures(start), {"coins": 5, "seals": 1, "iron": 1}, TABLE["well"][tile])
    assert position.document()["well"]["dice"] == ["w6"]


@pytest.mark.parametrize("kind", READINGS)
@pytest.mark.parametrize(("line", "sent"), [*product(COLOURS, range(6))])
def test_lines(kind: str, line: str, sent: int) -> None:
    """Without a die, so that no Lantern comes first and no coins change hands."""
    gone: dict[str, Any] = {
        "coral": {"courtiers": f"daimyo*{sent}"},
        "black": {"gardeners": " ".join(["G2", "G6", "G3", "G8", "G5"][:sent])},
        "white": {"warriors": f"1*{sent}"},
    }
    start = reading(kind, {"stack": [{"domain": True}], "me": gone[line] | {"pearl": 2}})
    position = after(start, f"line {line}")
    assert changes(figures(start), figures(position)) == told_changes(TABLE["lines"][line][sent])


def test_the_table_is_whole() -> None:
    counts = {name: len(rows) for name, rows in TABLE.items()}
    assert counts["stewards"] == 15
    assert counts["diplomats"] == 12
    assert counts["favours"] == counts["starting"] == 9
    assert counts["gardens"] == 10
    assert counts["yards"] == 8
    assert counts["well"] == 5
