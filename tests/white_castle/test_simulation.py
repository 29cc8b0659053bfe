"""Whole games under the eyes of the checker, move by move beside the naive rules, and a count of what they used."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import tenshu
from tenshu.table.state import Document, State
from tests.table.checker import Chooser, Scrutiny, check_game
from tests.white_castle import naive
from tests.white_castle.promises import WhiteCastlePromises

SETTINGS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"solo": "easy"},
    {"solo": "medium"},
    {"solo": "hard"},
]


def any_move(state: State, rng: Random) -> str:
    moves = state.legal_moves()
    return moves[int(rng.random() * len(moves))]


def eager(state: State, rng: Random) -> str:
    """Declines nothing, likes people to go somewhere and climbs to go high: long chains, decks that run low."""
    moves = state.legal_moves()
    for verbs in (("climb", "pay", "gate"), ("garden", "yard", "do", "row", "line")):
        wanted = [move for move in moves if move.split(" ")[0] in verbs]
        if wanted and rng.random() < 0.7:
            return wanted[int(rng.random() * len(wanted))]
    others = [move for move in moves if move not in ("skip", "stop", "end")]
    return others[int(rng.random() * len(others))]


def trader(state: State, rng: Random) -> str:
    """Trades whenever it may."""
    trades = [move for move in state.legal_moves() if move.startswith("trade ")]
    return trades[int(rng.random() * len(trades))] if trades else any_move(state, rng)


CHOOSERS: list[Chooser] = [any_move, eager, trader, eager, any_move]


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_every_decision_keeps_every_promise(number: int) -> None:
    start = tenshu.new_game("white-castle", **SETTINGS[number], seed=number)
    choose = CHOOSERS[number % 2]
    check_game(start, choose, WhiteCastlePromises(start), rng=Random(number), scrutiny=Scrutiny(tries=2))


@pytest.mark.parametrize("batch", range(6))
def test_many_games_keep_their_promises(batch: int) -> None:
    for number in range(batch * 10, (batch + 1) * 10):
        start = tenshu.new_game("white-castle", **SETTINGS[number % len(SETTINGS)], seed=f"many {number}")
        scrutiny = Scrutiny(every=12, tries=2, record=number % 5 == 0)
        choose = CHOOSERS[number % len(CHOOSERS)]
        check_game(start, choose, WhiteCastlePromises(start), rng=Random(number), scrutiny=scrutiny)


# Beside the naive rules, every move.


def rich(start: State) -> State:
    """The same game with full purses, markers far ahead, courtiers high up and hardly a card to refill: what is rare
    happens."""
    document = start.to_json()
    document["decks"] = {name: cards[:1] for name, cards in document["decks"].items()}
    rival = document["solo"]["rival"] if document["solo"] else None
    for seat, player in enumerate(document["players"]):
        player["courtiers"] |= {"home": 1, "gate": 1, "steward-2": 1, "diplomat-1": 2}
        player["influence"] = 12
        if seat != rival:
            player |= {"food": 5, "iron": 5, "pearl": 6, "coins": 12, "seals": 5}
    document["track"] = document["order"]
    return tenshu.load(document)


def follow(start: State, choose: Chooser, rng: Random, used: Counter[str]) -> State:
    """Plays a game in lockstep with the naive rules and counts what happens."""
    state, document = start, start.to_json()
    turns: Counter[tuple[int, int]] = Counter()
    while not state.is_over:
        moves = list(map(str, state.legal_moves()))
        assert moves == naive.legal_moves(document)
        move = str(choose(state, rng))
        count(document, move, used)
        if move.startswith("die "):
            turns[document["turn"]["player"], document["round"]] += 1
        state = state.play(move)
        document = naive.play(document, move)
        assert state.to_json() == document
    assert not naive.legal_moves(document)
    assert state.scores() == naive.scores(document)
    players = [0] if document["solo"] else range(state.seats)
    assert turns == {(seat, number): 3 for seat in players for number in (1, 2, 3)}
    count_end(document, used)
    return state


def count(document: Document, move: str, used: Counter[str]) -> None:
    turn = document["turn"]
    verb, *words = move.split(" ")
    entry = turn["stack"][-1] if turn["stack"] else {}
    used[f"move {verb}"] += 1
    used[f"phase {turn['phase']}"] += 1
    used.update(f"entry {name}" for name in entry if name != "from")
    if verb == "trade":
        used[f"trade {words[0]} at {next(iter(entry))}"] += 1
    if verb == "climb":
        here, room = words
        cost = next(cost for *way, cost in naive.climbs(naive.player_of(document)) if way == words)
        used[f"climb from {here.partition('-')[0]} to {room.partition('-')[0]} for {cost}"] += 1
        used["climb, deck empty"] += room != "daimyo" and not document["decks"][naive.deck_of(room)]
        used["climb, no favour left"] += room == "daimyo" and None not in document["daimyo"]["places"]
    if verb == "pay":
        used[f"checkpoint {naive.player_of(document)['influence'] + 1}"] += 1


def count_end(document: Document, used: Counter[str]) -> None:
    for sheet in naive.scores(document)["players"]:
        used.update(f"points for {name}" for name, points in sheet.items() if points)


NEEDED = {f"move {verb}" for verb in naive.DO} | {"move die", "move trade"}
NEEDED |= {f"entry {name}" for name in naive.MOVES}
NEEDED |= {"phase start", "phase turn", "phase gardens", "checkpoint 6", "checkpoint 11", "checkpoint 15"}
NEEDED |= {"climb, deck empty", "climb, no favour left", "climb from gate to steward for 2"}
NEEDED |= {
    "climb from gate to diplomat for 5",
    "climb from steward to daimyo for 5",
    "climb from diplomat to daimyo for 2",
}
NEEDED |= {"trade coin at put", "trade coin at courtier", "trade coin at do", "trade pearl at courtier"}
NEEDED |= {"trade food at gardener", "trade iron at warrior", "trade food at do", "trade iron at end"}
NEEDED |= {f"points for {name}" for name in ("points", "coins", "food", "iron", "pearl", "track", "total")}
NEEDED |= {f"points for {name}" for name in ("courtiers", "warriors", "gardeners")}


@pytest.mark.slow
def test_many_games_beside_the_naive_rules() -> None:
    """One test plays them all, for among several workers no count would be whole."""
    used: Counter[str] = Counter()
    for number in range(120):
        start = tenshu.new_game("white-castle", **SETTINGS[number % len(SETTINGS)], seed=f"lockstep {number}")
        start = rich(start) if number % 4 == 3 else start
        follow(start, CHOOSERS[number % len(CHOOSERS)], Random(number), used)
    never = sorted(NEEDED - {name for name, times in used.items() if times})
    assert not never, "these things never happened"
