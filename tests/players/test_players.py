"""Players answer legally, the same for the same seed, and from what their seat can know."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import tenshu
from tenshu.players import LEVELS, GreedyPlayer, Player, RandomPlayer, contestant
from tenshu.players.roster import KINDS
from tenshu.table import games
from tenshu.table.search import Budget
from tenshu.table.state import State
from tests.table.pebbles import Pebbles, as_game

QUICK = "simulations=4"
SMALL = {"random": "random", "greedy": f"greedy:{QUICK}"}
SMALL |= {name: f"{name}:{QUICK},turns=1,samples=2" for name in ("search", "python")}
SMALL |= {name: f"{name}:{QUICK}" for name in LEVELS}
"""Everybody who has a name, with little patience."""
KINDS_ONLY = sorted(KINDS)
SETTINGS: dict[str, dict[str, Any]] = {
    "two players": {"players": 2},
    "four players, some cards": {"players": 4, "realm": [2, 2], "spirits": ["faith", "wind"], "dragons": ["power"]},
    "alone": {"solo": True, "spirits": "random:2", "dragons": "random:2"},
}


class Sitting:
    """A player at its seat, with its budget and its own thoughts."""

    def __init__(self, text: str, seed: int) -> None:
        found = contestant(text)
        self.player, self.budget, self.rng = found.make(), found.budget, Random(seed)

    def choose(self, seen: State) -> str:
        return self.player.choose(seen, self.budget, self.rng)


def deal(seed: int, **options: Any) -> State:
    return tenshu.new_game("dragon-castle", seed=seed, **options)


def any_move(state: State, rng: Random) -> str:
    moves = state.legal_moves()
    return moves[int(rng.random() * len(moves))]


def somewhere(seed: int, decisions: int, **options: Any) -> State:
    """A state in the middle of a game."""
    state, rng = deal(seed, **options), Random(seed)
    for _ in range(decisions):
        state = state.play(any_move(state, rng))
    return state


def play(state: State, text: str, seed: int) -> State:
    """The end of a game among equals."""
    seats = [Sitting(text, seed + seat) for seat in range(state.seats)]
    while (seat := state.to_move) is not None:
        state = state.play(seats[seat].choose(state.seen_by(seat)))
    return state


def a_turn(full: State, text: str, seed: int) -> list[str]:
    """What a player does with a whole turn of a position of which it is shown what its seat may see."""
    sitting, seat, told = Sitting(text, seed), full.to_move, []
    while True:
        move = sitting.choose(full.seen_by(seat))
        told.append(move)
        full = full.play(move)
        if full.turn_passed:
            return told


def test_everybody_is_tried_here() -> None:
    assert set(SMALL) == {*LEVELS, *KINDS}


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("name", KINDS_ONLY)
def test_every_answer_is_legal_to_the_end_of_the_game(name: str, setting: str) -> None:
    assert play(deal(3, **SETTINGS[setting]), SMALL[name], 3).is_over


@pytest.mark.parametrize("name", SMALL)
def test_equal_seeds_give_equal_turns(name: str) -> None:
    states = [somewhere(5, decisions, players=2) for decisions in (0, 17, 30)]
    turns = [[a_turn(state, SMALL[name], seed) for state in states] for seed in (1, 1, *range(2, 9))]
    assert turns[0] == turns[1]
    assert any(other != turns[0] for other in turns), "chance has a say"


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("name", SMALL)
def test_covered_tiles_make_no_difference(name: str, setting: str) -> None:
    """They are swapped behind the player's back; as long as nothing else comes to light, a whole turn is the same."""
    for decisions in (0, 20, 41):
        state = somewhere(7, decisions, **SETTINGS[setting])
        seen = state.seen_by(state.to_move)
        swapped = [state.determinize(Random(seed)) for seed in range(3)]
        assert any(other != state for other in swapped)
        assert all(other.seen_by(state.to_move) == seen for other in swapped)
        turns = [a_turn(other, SMALL[name], 1) for other in (state, *swapped)]
        assert len({turn[0] for turn in turns}) == 1
        assert all(until_told_apart(state, other, SMALL[name]) for other in swapped)


def until_told_apart(state: State, other: State, text: str) -> bool:
    """Whether two positions are played alike for as long as they look alike, to the end of the turn at most."""
    seat = state.to_move
    one, two = Sitting(text, 1), Sitting(text, 1)
    while state.seen_by(seat) == other.seen_by(seat):
        move = one.choose(state.seen_by(seat))
        if move != two.choose(other.seen_by(seat)):
            return False
        state, other = state.play(move), other.play(move)
        if state.turn_passed:
            return True
    return True


@pytest.mark.parametrize("name", SMALL)
def test_even_the_whole_state_gives_nothing_away(name: str) -> None:
    """A player that is shown everything by mistake answers as if it had not been."""
    state = somewhere(7, 20, players=2)
    shown = [state, *(state.determinize(Random(seed)) for seed in range(3)), state.seen_by(state.to_move)]
    assert len({Sitting(SMALL[name], 1).choose(each) for each in shown}) == 1


@pytest.mark.parametrize("name", SMALL)
def test_the_state_that_is_shown_stays_as_it_is(name: str) -> None:
    seen = somewhere(8, 33, players=2, spirits=["strength", "destruction"]).seen_by(0)
    before = seen.to_json(), seen.legal_moves()
    Sitting(SMALL[name], 1).choose(seen)
    assert (seen.to_json(), seen.legal_moves()) == before


def test_the_random_player_has_no_favourite() -> None:
    state = deal(1, players=2)
    draws, moves = 4000, state.legal_moves()
    rng, budget = Random(1), Budget(simulations=1)
    counts = Counter(RandomPlayer().choose(state, budget, rng) for _ in range(draws))
    assert set(counts) == set(moves)
    expected = draws / len(moves)
    assert sum((counts[move] - expected) ** 2 / expected for move in moves) < 30


@pytest.mark.slow
def test_the_greedy_player_beats_the_random_one_every_time() -> None:
    margins = duel("greedy", range(3))
    assert min(margins) > 0
    assert sum(margins) / len(margins) > 10


def test_spirits_do_not_confuse_the_greedy_player() -> None:
    """Destruction can be called at any moment and for any tile: nearly all turns that begin with it are a waste."""
    margins = duel("greedy:simulations=50", range(1), spirits=["destruction"])
    assert min(margins) > 10


def duel(name: str, seeds: range, **options: Any) -> list[int]:
    """By how much a player wins against chance: deals of two players, each from both seats."""
    margins = []
    for seed in seeds:
        for seat in (0, 1):
            seats = [Sitting(name if each == seat else "random", seed) for each in (0, 1)]
            state = deal(seed, players=2, **options)
            while (mover := state.to_move) is not None:
                state = state.play(seats[mover].choose(state.seen_by(mover)))
            sheets = state.scores()["players"]
            margins.append(sheets[seat]["total"] - sheets[1 - seat]["total"])
    return margins


@pytest.mark.parametrize("name", SMALL)
def test_players_play_a_game_they_have_never_heard_of(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._sources, "pebbles", lambda: as_game(Pebbles))
    assert play(Pebbles.new(players=3, seed=4), SMALL[name], 4).is_over
    assert play(Pebbles.new(players=1, seed=4, lonely=True), SMALL[name], 4).is_over


def test_the_greedy_player_sees_what_is_worth_more() -> None:
    """A pebble is worth its number: nobody who looks to the end of the turn drops one."""
    state = Pebbles.new(seed=2).play("reach left").play("draw")
    player: Player = GreedyPlayer()
    assert player.choose(state.seen_by(0), Budget(simulations=10), Random(0)) == "keep"


@pytest.mark.parametrize("spirits", [(), ("destruction",)])
def test_the_weakest_level_errs_like_a_person(spirits: tuple[str, ...]) -> None:
    """It beats chance, and it hardly ever takes a tile that has a twin to throw it away."""
    wins, turns, wasted = 0, 0, 0
    for seed in range(10):
        state, weak, chance = deal(seed, players=2, spirits=list(spirits)), Sitting("visitor", seed), Random(seed)
        while (seat := state.to_move) is not None:
            move = weak.choose(state.seen_by(0)) if seat == 0 else any_move(state, chance)
            turns += seat == 0 and move.startswith(("take", "summon"))
            wasted += seat == 0 and move == "discard" and any(each.startswith("pair") for each in state.legal_moves())
            state = state.play(move)
        wins += state.scores()["ranking"][0] == [0]
    assert wins >= 8
    assert wasted <= turns / 20
