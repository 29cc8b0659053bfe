"""The symmetries that docs/research.md states: the image of a game is a game, and playing commutes with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

import tenshu
from tenshu.dragon_castle import DragonCastle
from tenshu.dragon_castle.encoding import CASTLE, ENCODING, REALM
from tenshu.dragon_castle.symmetry import Symmetry, exchanged, mirrored, same
from tenshu.dragon_castle.tiles import SYMBOLS
from tenshu.table.state import Document, State

HALF = {"west_east": True, "north_south": False}
WHOLE = {"west_east": True, "north_south": True}
NO_NUMBERS = ["humility", "righteousness", "tranquility", "bravery", "knowledge", "harmony", "devotion", "fortitude"]
CYCLE = {"M": "S", "S": "F", "F": "M", "E": "W", "W": "E"}
NUMBERS = {symbol: symbol[0] + str(7 - int(symbol[1])) if symbol[0] in "MSF" else symbol for symbol in SYMBOLS}
SYMBOLS_WITHIN = {
    symbol: symbol[0] + str(int(symbol[1]) % {"E": 4, "W": 4, "D": 3}[symbol[0]] + 1) if symbol[0] in "EWD" else symbol
    for symbol in SYMBOLS
}

CASES: dict[str, tuple[Symmetry, dict[str, Any]]] = {
    "realm": (Symmetry(realm=mirrored(REALM, **HALF)), {"players": 2}),
    "realm, both ways": (Symmetry(realm=mirrored(REALM, **WHOLE)), {"solo": True}),
    "each realm": (
        Symmetry(realm=mirrored(REALM, **WHOLE), realms=(mirrored(REALM, **HALF), same)),
        {"players": 3},
    ),
    "castle": (Symmetry(castle=mirrored(CASTLE, **HALF)), {"players": 2}),
    "castle, both ways": (Symmetry(castle=mirrored(CASTLE, **WHOLE)), {"players": 4}),
    "factions and specials": (Symmetry(tiles=exchanged(**CYCLE)), {"players": 2}),
    "in solo": (Symmetry(tiles=exchanged(**CYCLE)), {"solo": True}),
    "numbers": (Symmetry(tiles=NUMBERS), {"players": 2, "dragons": NO_NUMBERS}),
    "symbols": (Symmetry(tiles=SYMBOLS_WITHIN), {"players": 2}),
}


def image(state: State, symmetry: Symmetry, viewer: int) -> State:
    """The image of a whole position, made from its document word by word."""
    document = state.to_json()
    assert isinstance(state, DragonCastle)
    exchange = symmetry.tiles or {symbol: symbol for symbol in SYMBOLS}

    def tile(text: str) -> str:
        return text if text == "*" else exchange[text] if text.isupper() else exchange[text.upper()].lower()

    def stacks(given: Mapping[str, list[str]], cells: Callable[[str], str]) -> dict[str, list[str]]:
        return {cells(name): [tile(each) for each in stack] for name, stack in given.items()}

    def realm_of(seat: int) -> Callable[[str], str]:
        return (symmetry.realm, *symmetry.realms, same, same, same)[(seat - viewer) % state.seats]

    document["castle"] = stacks(document["castle"], symmetry.castle)
    for seat, player in enumerate(document["players"]):
        player["realm"] = stacks(player["realm"], realm_of(seat))
        player["discarded"] = [tile(each) for each in player["discarded"]]
    if "ingenuity" in document:
        document["ingenuity"]["tiles"] = [tile(each) for each in document["ingenuity"]["tiles"]]
    turn: Document = document["turn"]
    for field in ("hand", "picked"):
        if field in turn:
            turn[field] = [tile(each) for each in turn[field]]
    if "from" in turn:
        turn["from"] = [symmetry.castle(turn["from"][0]), turn["from"][1]]
    mine = realm_of(turn["player"])
    if "set" in turn:
        turn["set"] = sorted((mine(cell) for cell in turn["set"]), key=lambda cell: (int(cell[1:]), cell[0]))
    if "moved" in turn:
        turn["moved"] = mine(turn["moved"])
    return tenshu.load(document)


@pytest.mark.parametrize("name", CASES)
def test_playing_commutes_with(name: str) -> None:
    symmetry, options = CASES[name]
    left_out = {"power"} if options.get("solo") else set()
    dragons = options.get("dragons") or [card for card in (*NO_NUMBERS, "majesty", "power") if card not in left_out]
    compared = 0
    for seed in range(2):
        state: State = tenshu.new_game(
            "dragon-castle", seed=seed, **{**options, "spirits": "random:10", "dragons": dragons}
        )
        rng = Random(seed)
        while (seat := state.to_move) is not None:
            move = (
                state.plausible(rng) if seed % 2 else state.legal_moves()[int(rng.random() * len(state.legal_moves()))]
            )
            after = state.play(move)
            if rng.random() < 0.15 or move.split()[0] in ("consolidate", "set", "as", "carry", "move"):
                compare(state, after, move, symmetry, seat)
                compared += 1
            state = after
        assert image(state, symmetry, 0).scores() == state.scores()
    assert compared > 30


def compare(state: State, after: State, move: str, symmetry: Symmetry, seat: int) -> None:
    seats = state.seats
    seen = bytes(ENCODING.observe(state, seat))
    there = image(state, symmetry, seat)
    assert ENCODING.observe(there, seat) == symmetry.observation(seen, seats)
    numbers = {symmetry.number(ENCODING.number(each), seen, seats) for each in state.legal_moves()}
    assert numbers == {ENCODING.number(each) for each in there.legal_moves()}
    played = there.play(ENCODING.move(symmetry.number(ENCODING.number(move), seen, seats)))
    assert ENCODING.observe(played, seat) == ENCODING.observe(image(after, symmetry, seat), seat)


def test_seats_need_no_symmetry() -> None:
    """Everybody one place on: who sees what has moved on with them."""
    state: State = tenshu.new_game("dragon-castle", players=3, seed=5, spirits="random:2")
    rng = Random(5)
    for _ in range(120):
        state = state.play(state.plausible(rng))
    document = state.to_json()
    document["players"] = [document["players"][-1], *document["players"][:-1]]
    document["first"] = (document["first"] + 1) % 3
    document["turn"]["player"] = (document["turn"]["player"] + 1) % 3
    turned = tenshu.load(document)
    for seat in range(3):
        assert ENCODING.observe(state, seat) == ENCODING.observe(turned, (seat + 1) % 3)
