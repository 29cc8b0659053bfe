"""Thousands of games under the eyes of the checker, and a count of the rules they really used."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tenshu
from tenshu.dragon_castle import layouts
from tenshu.table.state import Document, State
from tests.dragon_castle import naive
from tests.dragon_castle.promises import DragonCastlePromises
from tests.dragon_castle.rules_fired import LARGE, Tally, rows_at_the_end
from tests.dragon_castle.seekers import (
    Curious,
    Hoarder,
    Saver,
    Timed,
    TwoSets,
    any_move,
    builder,
    by_turns,
    caller,
    collector,
    mirror,
    miser,
    mostly,
    refuser,
    scripted,
    summoner,
    tower_builder,
)
from tests.table.checker import Chooser, Scrutiny, check_game

RULES_FIRED = Path(__file__).parents[2] / "build" / "rules-fired.txt"

ALL_CARDS = {"spirits": "random:10", "dragons": "random:10"}
ALL_CARDS_ALONE = {"solo": True, "spirits": "random:10", "dragons": "random:9"}


def deal(seed: object, **options: Any) -> State:
    first = 0 if options.get("solo") else "random"
    return tenshu.new_game("dragon-castle", **({"first": first} | options | {"seed": str(seed)}))


# Every rule is really reached.

THREE_SETS: Document = {
    "game": "dragon-castle", "version": 1, "realm": [6, 4], "solo": False, "spirits": ["strength"], "dragons": [],
    "castle": {"a1": ["M1"], "b1": ["S1"]}, "supply": 37, "countdown": 7, "first": 0,
    "players": [
        {"realm": {"a1": ["M1"], "b1": ["M2"], "c1": ["M3"], "a3": ["M1"], "b3": ["M2"], "c3": ["M3"],
                   "f1": ["S1"], "f2": ["S2"], "f3": ["S3"], "a4": ["S4"]},
         "shrines": 2, "vp": 0, "tokens": 0, "discarded": []},
        {"realm": {}, "shrines": 1, "vp": 0, "tokens": 0, "discarded": []},
    ],
    "turn": {"player": 0, "phase": "place", "hand": ["M4", "M4"], "picked": ["M4", "M4"]},
}  # fmt: skip
"""Two tiles complete two sets; Strength, called before they are turned, completes a third."""


def rare_games() -> Iterator[tuple[State, Chooser]]:
    """Games that together use every rule; who sits there aims at some of them."""
    curious = Curious()
    for number in range(30):
        yield deal(number, players=2, **ALL_CARDS), curious
        yield deal(number, players=3, **ALL_CARDS), curious
        yield deal(number, players=4, realm=[4, 4], **ALL_CARDS), curious
        yield deal(number, **ALL_CARDS_ALONE), curious
    for number in range(12):
        yield deal(number, players=2, realm=[2, 4], **ALL_CARDS), mostly(builder)
        yield deal(number, players=4, realm=[2, 2], **ALL_CARDS), summoner
        yield deal(number, solo=True), summoner
    for number in range(4):
        yield deal(number, players=2), miser
        yield deal(number, players=4, realm=[4, 2]), collector
        yield deal(number, players=2, **ALL_CARDS), refuser
        yield deal(number, players=2, **ALL_CARDS), Saver(8)
        yield deal(number, players=2), by_turns(TwoSets("M"), TwoSets("S"))
    for size in (7, 8, *LARGE):
        for number in range(2):
            yield deal(number, players=2, realm=[8, 6]), by_turns(Hoarder(size, "M"), Hoarder(size, "S"))
    for spirit in ("beauty", "cunning", "change", "strength"):
        for moment in naive.MOMENTS[spirit]:
            for number in range(3):
                yield deal(number, players=2, spirits=[spirit, "faith"]), Timed(spirit, moment)
    together = ["place M4 d1", "place M4 d3", "spirit strength shrine", "move a4 f4", "pass"]
    yield tenshu.load(THREE_SETS), scripted(together, any_move)


def quick_games() -> Iterator[tuple[State, Chooser]]:
    """Games of which only the ends are counted: all ranks, ties of every kind, realms that mirror themselves."""
    for number in range(150):
        yield deal(number, solo=True, layout="forbidden-city", dragons="random:9"), builder
        yield deal(number, players=4, realm=[4, 2], dragons=["harmony"]), any_move
    for number in range(120):
        yield deal(number, players=4), mostly(builder, 0.9)
        yield deal(number, players=4, realm=[2, 2]), summoner
    for number in range(15):
        yield deal(number, players=2, realm=[4, 4], dragons=["harmony"], spirits=["faith"]), mirror
        yield deal(number, players=2, realm=[2, 4], dragons=["harmony"], spirits=["faith"]), mostly(mirror, 0.5)


def end_of(state: State, choose: Chooser, rng: Random) -> State:
    while not state.is_over:
        state = state.play(choose(state, rng))
    return state


@pytest.mark.slow
def test_every_rule_is_used() -> None:
    """One test counts all, for among several workers no count would be whole; it leaves build/rules-fired.txt."""
    tally = Tally()
    for number, (start, choose) in enumerate(rare_games()):
        tally.follow(start, choose, Random(number))
    for number, (start, choose) in enumerate(quick_games()):
        tally.fired.update(rows_at_the_end(end_of(start, choose, Random(number))))
        tally.games += 1
    RULES_FIRED.parent.mkdir(exist_ok=True)
    RULES_FIRED.write_text(tally.table(), "utf-8")
    sys.stdout.write(tally.table())
    assert not tally.never(), "these rules were never used"


# Few games, every decision.

CLOSELY: dict[str, tuple[Chooser, dict[str, Any]]] = {
    "two players": (builder, {"players": 2}),
    "three players at random": (any_move, {"players": 3}),
    "four players": (mostly(builder), {"players": 4}),
    "alone": (builder, {"solo": True}),
    "alone, a spirit and a dragon": (any_move, {"solo": True, "spirits": "random:1", "dragons": "random:1"}),
    "alone, all cards": (Curious(), ALL_CARDS_ALONE),
    "two players, all cards": (Curious(), {"players": 2} | ALL_CARDS),
    "three players, all cards at random": (any_move, {"players": 3} | ALL_CARDS),
    "four players, all cards": (mostly(caller), {"players": 4} | ALL_CARDS),
    "a realm of 2 by 2": (Curious(), {"players": 2, "realm": [2, 2]} | ALL_CARDS),
    "a realm of 26 by 2": (builder, {"players": 2, "realm": [26, 2], "spirits": "random:2"}),
    "a realm of 2 by 98": (builder, {"players": 2, "realm": [2, 98], "dragons": "random:5"}),
    "huge sets": (by_turns(Hoarder(13, "M"), Hoarder(9, "S")), {"players": 2, "realm": [8, 6]}),
    "an empty castle": (refuser, {"players": 3, "realm": [4, 2], "spirits": ["destruction", "wind"]}),
    "an empty supply": (miser, {"players": 2, "realm": [4, 4]}),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CLOSELY)
def test_every_decision_keeps_every_promise(name: str) -> None:
    choose, options = CLOSELY[name]
    start = deal(name, **options)
    check_game(start, choose, DragonCastlePromises(start), rng=Random(name), scrutiny=Scrutiny(tries=2))


# Many games, now and then a decision.

PLAYERS: list[dict[str, Any]] = [{"players": 2}, {"players": 3}, {"players": 4}, {"solo": True}]
CARDS: list[dict[str, str]] = [
    {},
    {"spirits": "random:1", "dragons": "random:1"},
    {"spirits": "random:3", "dragons": "random:2"},
    {"spirits": "random:10", "dragons": "random:9"},
]
REALMS = [(6, 4), (2, 2), (2, 4), (4, 4), (8, 6), (26, 2), (4, 2), (10, 10), (2, 26)]
CHOOSERS: list[Chooser] = [
    any_move,
    any_move,
    mostly(builder),
    mostly(caller),
    Curious(),
    mostly(tower_builder),
    mostly(miser),
]
CHOOSERS += [mostly(collector), mostly(summoner), mostly(refuser), mostly(mirror), any_move, any_move]
BATCHES, GAMES_IN_A_BATCH = 26, 50


def settings(number: int) -> tuple[dict[str, Any], Chooser]:
    """The options and the players of a numbered game; the lists have lengths without common factors, nearly."""
    options = PLAYERS[number % 4] | CARDS[number // 4 % 4]
    names = [*layouts.catalogue(), None]
    options["layout"] = names[number // 7 % len(names)]
    options["realm"] = REALMS[number // 3 % len(REALMS)]
    return options, CHOOSERS[number % len(CHOOSERS)]


def test_the_many_games_have_every_setting() -> None:
    seen = [settings(number)[0] for number in range(BATCHES * GAMES_IN_A_BATCH)]
    assert {game["layout"] for game in seen} == {*layouts.catalogue(), None}
    for players in PLAYERS:
        for cards in CARDS:
            same = [game for game in seen if players.items() <= game.items() and cards.items() <= game.items()]
            assert {game["realm"] for game in same} == set(REALMS)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_many_games_keep_their_promises(batch: int) -> None:
    for number in range(batch * GAMES_IN_A_BATCH, (batch + 1) * GAMES_IN_A_BATCH):
        options, choose = settings(number)
        start = deal(number, **options)
        scrutiny = Scrutiny(every=150, tries=2, record=number % 10 == 0)
        check_game(start, choose, DragonCastlePromises(start), rng=Random(number), scrutiny=scrutiny)
