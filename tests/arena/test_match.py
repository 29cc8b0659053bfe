"""Games between players, and how sure their figures are."""

from __future__ import annotations

import pytest

import tenshu
from tenshu.arena.intervals import mean_and_margin
from tenshu.arena.match import Result, play_game
from tenshu.players import GreedyPlayer, Player, RandomPlayer
from tenshu.table.search import Budget

BUDGETS = [Budget(simulations=20)] * 3


def test_a_game_is_repeatable_from_its_seed() -> None:
    players = [RandomPlayer(), RandomPlayer()]
    first, again, other = (play_game("dragon-castle", {}, players, BUDGETS, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert first.decisions > 50


def test_options_reach_the_deal() -> None:
    result = play_game("dragon-castle", {"players": 3, "dragons": ["bravery"]}, [RandomPlayer()] * 3, BUDGETS, 5)
    assert len(result.totals) == 3
    assert all("bravery" in sheet["dragons"] for sheet in result.scores["players"])


def test_a_player_that_thinks_beats_one_that_does_not() -> None:
    players: list[Player] = [GreedyPlayer(), RandomPlayer()]
    results = [play_game("dragon-castle", {}, players, BUDGETS, seed) for seed in range(8)]
    assert sum(result.totals[0] - result.totals[1] for result in results) > 0


@pytest.mark.parametrize(
    ("ranking", "shares"),
    [([[1], [0], [2]], [0, 1, 0]), ([[0, 2], [1]], [0.5, 0, 0.5]), ([[0, 1, 2]], [1 / 3, 1 / 3, 1 / 3])],
)
def test_a_shared_win_is_counted_in_parts(ranking: list[list[int]], shares: list[float]) -> None:
    result = Result({"ranking": ranking, "players": []}, 0)
    assert [result.share(seat) for seat in range(3)] == shares


def test_the_interval_of_a_fair_coin() -> None:
    mean, margin = mean_and_margin([0.0, 1.0] * 200)
    assert mean == 0.5
    assert margin == pytest.approx(0.049, abs=0.001)


def test_one_game_gives_no_interval() -> None:
    with pytest.raises(ValueError, match="at least two games"):
        mean_and_margin([1.0])


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(tenshu.Malformed, match=r"^colour: dragon-castle has no such option; known: players, seed"):
        tenshu.new_game("dragon-castle", colour="red")
