"""What a castle does: seats, length, closeness, and what winners do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tenshu.arena import Match, Outcome
from tenshu.arena.balance import Balance, balance, verdict
from tenshu.arena.intervals import Figure, figure
from tenshu.table.texts import load_texts
from tests.arena.test_results import ended

ENGLISH = load_texts("tenshu.arena")


def measured(*totals: tuple[int, ...]) -> Balance:
    found = balance(_match(len(totals[0]), len(totals)), _games(*totals))
    assert found is not None
    return found


def _match(seats: int, deals: int) -> Match:
    return Match("pebbles", {}, (("a",) * seats,), deals, seed=1)


def _games(*totals: tuple[int, ...]) -> list[Outcome]:
    """Winners pair twice as often as they have points more than 10, losers never."""
    games = []
    for deal, points in enumerate(totals):
        game = ended(deal, 0, "a" * len(points), points)
        won = game.scores["ranking"][0]
        actions = tuple({"pair": 2, "take": 5} if seat in won else {"take": 5} for seat in range(len(points)))
        games.append(replace(game, actions=actions))
    return games


def test_seats_length_and_closeness() -> None:
    found = measured((30, 20), (20, 25), (22, 22), (30, 24))
    assert found.games == 4
    assert found.wins == (figure([1, 0, 0.5, 1]), figure([0, 1, 0.5, 0]))
    assert found.turns == Figure(10, 0)
    assert found.decisions == Figure(40, 0)
    assert found.leads == (0, 5, 6, 10)
    assert found.lead == figure([10, 5, 0, 6])
    assert found.close == figure([0, 1, 1, 0])
    assert found.points.mean == pytest.approx(24.125)


def test_what_winners_do_is_compared_where_somebody_lost() -> None:
    found = measured((30, 20), (20, 25), (22, 22))
    pair, take = sorted(found.actions, key=lambda one: one.name)
    assert (pair.name, pair.winners, pair.losers, pair.games) == ("pair", 2, 0, 2)
    assert pair.difference == Figure(2, 0)
    assert (take.winners, take.losers) == (5, 5)
    sets, cards = sorted(found.lines, key=lambda one: one.name, reverse=True)
    assert (sets.name, sets.winners, sets.losers) == ("sets", 25.5, 18)
    assert (cards.name, cards.difference.mean) == ("cards.a", 0)


def test_the_clearest_difference_comes_first() -> None:
    found = measured(*((30 + deal % 3, 20) for deal in range(10)))
    assert [one.name for one in found.lines] == ["sets", "cards.a"]
    assert found.lines[0].weight > 1 > found.lines[1].weight


def test_nothing_is_said_of_no_game() -> None:
    assert balance(_match(2, 3), []) is None


@pytest.mark.parametrize(
    ("totals", "fair", "sure", "said"),
    [
        ([(2, 1), (1, 2)] * 400, True, True, "The Hut with 2 players is fair: "),
        ([(2, 1)] * 110 + [(1, 2)] * 90, True, False, "The Hut with 2 players looks fair so far, "),
        ([(2, 1)] * 400, False, True, "The Hut with 2 players is not fair: seat 1 wins 100.0 (99.2–100.0) % where 50 "),
        ([(2, 1)] * 120 + [(1, 2)] * 80, False, False, "The Hut with 2 players looks unfair so far, "),
        ([(2, 1, 1), (1, 2, 1), (1, 1, 2)] * 300, True, True, "The Hut with 3 players is fair: "),
    ],
)
def test_the_verdict(totals: list[tuple[int, ...]], fair: bool, sure: bool, said: str) -> None:
    found = measured(*totals)
    assert (found.is_fair, found.is_sure) == (fair, sure)
    sentence = verdict(found, "The Hut", ENGLISH)
    assert sentence.startswith(said)
    assert "games take 10 turns and end 1.0 points apart, 100 % of them within 5" in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("totals", "said"),
    [
        ([(2, 1)], "The Hut with 2 players: 1 game cannot tell yet whether it is fair, about 400 would; games take "),
        ([(2, 1)] * 2, "The Hut with 2 players: 2 games cannot tell yet whether it is fair, about 400 would; "),
        ([(1, 2), (2, 1)], "The Hut with 2 players: 2 games cannot tell yet whether it is fair, about 400 would; "),
        ([(2, 1), (1, 2)] * 10, "The Hut with 2 players: 20 games cannot tell yet whether it is fair, about 400 "),
        ([(1, 1)] * 2, "The Hut with 2 players: 2 games cannot tell yet whether it is fair, about 400 would; "),
        ([(2, 1, 1, 1)] * 2, "The Hut with 4 players: 2 games cannot tell yet whether it is fair, about 300 would; "),
    ],
)
def test_few_games_tell_nothing(totals: list[tuple[int, ...]], said: str) -> None:
    found = measured(*totals)
    assert found.is_open
    assert verdict(found, "The Hut", ENGLISH).startswith(said)


def test_few_games_tell_what_is_glaring() -> None:
    found = measured(*([(2, 1)] * 20))
    assert found.is_sure
    assert not found.is_open
    assert verdict(found, "x", ENGLISH).startswith("x with 2 players is not fair: seat 1 wins 100.0 (85.0–100.0) % ")


def test_the_verdict_names_what_decides() -> None:
    found = measured(*((30 + deal % 3, 20) for deal in range(10)))
    assert verdict(found, "x", ENGLISH, str.upper).endswith(
        "what tells winners from losers most clearly is SETS (+10.9 points)"
    )
    assert verdict(measured((1, 1), (1, 1)), "x", ENGLISH).endswith("nothing tells winners from losers clearly")


def test_the_verdict_in_portuguese() -> None:
    found = measured(*([(2, 1), (1, 2)] * 400))
    assert verdict(found, "A Cabana", load_texts("tenshu.arena", "pt-BR")).startswith(
        "A Cabana com 2 jogadores é justo: "
    )
    assert verdict(measured((2, 1), (1, 2)), "A Cabana", load_texts("tenshu.arena", "pt-BR")).startswith(
        "A Cabana com 2 jogadores: 2 partidas ainda não permitem dizer se é justo, cerca de 400 permitiriam; "
    )
