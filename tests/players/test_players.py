"""Players answer legally, the same for the same seed, and from what their seat can know."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import tenshu
from tenshu.players import PLAYERS, Player, RandomPlayer, SimplePlayer
from tenshu.table import games
from tenshu.table.state import State
from tests.table.pebbles import Pebbles, as_game

SMALL: dict[str, Player] = {"random": RandomPlayer(), "simple": SimplePlayer(tries=4)}
"""One of each kind, with little patience."""
SETTINGS: dict[str, dict[str, Any]] = {
    "two players": {"players": 2},
    "four players, some cards": {"players": 4, "realm": [2, 2], "spirits": ["faith", "wind"], "dragons": ["power"]},
    "alone": {"solo": True, "spirits": "random:2", "dragons": "random:2"},
}


def deal(seed: int, **options: Any) -> State:
    return tenshu.new_game("dragon-castle", seed=seed, **options)


def somewhere(seed: int, decisions: int, **options: Any) -> State:
    """A state in the middle of a game."""
    state, rng = deal(seed, **options), Random(seed)
    for _ in range(decisions):
        moves = state.legal_moves()
        state = state.play(moves[int(rng.random() * len(moves))])
    return state


def play(state: State, players: list[Player], seed: int) -> State:
    rng = Random(seed)
    while (seat := state.to_move) is not None:
        state = state.play(players[seat].choose(state.seen_by(seat), rng))
    return state


def test_every_player_is_tried_here() -> None:
    assert {name: type(player) for name, player in SMALL.items()} == PLAYERS


@pytest.mark.parametrize("name", PLAYERS)
def test_players_can_be_made_by_name_alone(name: str) -> None:
    assert isinstance(PLAYERS[name](), Player)


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("name", SMALL)
def test_every_answer_is_legal_to_the_end_of_the_game(name: str, setting: str) -> None:
    state = deal(3, **SETTINGS[setting])
    assert play(state, [SMALL[name]] * state.seats, 3).is_over


@pytest.mark.parametrize("name", SMALL)
def test_equal_seeds_give_equal_games(name: str) -> None:
    ends = [play(deal(5, players=2), [SMALL[name]] * 2, seed) for seed in (1, 1, 2)]
    assert ends[0] == ends[1]
    assert ends[0] != ends[2]


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("name", SMALL)
def test_covered_tiles_make_no_difference(name: str, setting: str) -> None:
    """They are swapped behind the player's back; even if handed the whole state, it gives the same answer."""
    for decisions in (0, 20, 41):
        state = somewhere(7, decisions, **SETTINGS[setting])
        seat = state.to_move
        swapped = [state.determinize(Random(seed)) for seed in range(3)]
        assert any(other != state for other in swapped)
        answers = {SMALL[name].choose(seen, Random(1)) for seen in (state, *swapped)}
        answers |= {SMALL[name].choose(other.seen_by(seat), Random(1)) for other in (state, *swapped)}
        assert len(answers) == 1


@pytest.mark.parametrize("name", SMALL)
def test_the_state_that_is_shown_stays_as_it_is(name: str) -> None:
    seen = somewhere(8, 33, players=2, spirits=["strength", "destruction"]).seen_by(0)
    before = seen.to_json(), seen.legal_moves()
    SMALL[name].choose(seen, Random(1))
    assert (seen.to_json(), seen.legal_moves()) == before


def test_the_random_player_has_no_favourite() -> None:
    state = deal(1, players=2)
    draws, moves = 4000, state.legal_moves()
    rng = Random(1)
    counts = Counter(RandomPlayer().choose(state, rng) for _ in range(draws))
    assert set(counts) == set(moves)
    expected = draws / len(moves)
    assert sum((counts[move] - expected) ** 2 / expected for move in moves) < 30


@pytest.mark.slow
def test_the_simple_player_beats_the_random_one_every_time() -> None:
    """Twelve games on six deals, each from both seats."""
    margins = []
    for seed in range(6):
        for seat in (0, 1):
            players: list[Player] = [RandomPlayer(), RandomPlayer()]
            players[seat] = SimplePlayer()
            sheets = play(deal(seed, players=2), players, seed).scores()["players"]
            margins.append(sheets[seat]["total"] - sheets[1 - seat]["total"])
    assert min(margins) > 0
    assert sum(margins) / len(margins) > 10


@pytest.mark.parametrize("name", SMALL)
def test_players_play_a_game_they_have_never_heard_of(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._sources, "pebbles", lambda: as_game(Pebbles))
    assert play(Pebbles.new(players=3, seed=4), [SMALL[name]] * 3, 4).is_over
    assert play(Pebbles.new(players=1, seed=4, lonely=True), [SMALL[name]], 4).is_over


def test_the_simple_player_sees_what_is_worth_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pebble is worth its number: nobody who looks to the end of the turn drops one."""
    monkeypatch.setitem(games._sources, "pebbles", lambda: as_game(Pebbles))
    state = Pebbles.new(seed=2).play("reach left").play("draw")
    assert SimplePlayer().choose(state.seen_by(0), Random(0)) == "keep"
