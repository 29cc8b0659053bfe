"""Figures of a match: each deal counts once, and only whole deals count."""

from __future__ import annotations

import sys

import pytest

from tenshu.arena import Match, Outcome, play, standings
from tenshu.arena.extra import INSTALL, MissingExtra, load
from tenshu.arena.intervals import figure
from tenshu.arena.ratings import ratings
from tenshu.arena.results import complete, meetings
from tenshu.arena.schedule import Seating
from tests.arena.company import small_match


def match_between(*groups: str, deals: int) -> Match:
    return Match("pebbles", {}, tuple(tuple(group) for group in groups), deals, seed=1)


def ended(deal: int, rotation: int, seats: str, totals: tuple[int, ...], group: int = 0, **more: object) -> Outcome:
    """A game that ended with these totals; equal ones share their place."""
    places = sorted(set(totals), reverse=True)
    ranking = [[seat for seat, total in enumerate(totals) if total == place] for place in places]
    sheets = [{"sets": total - 2, "cards": {"a": 2}, "total": total} for total in totals]
    return Outcome(
        seating=Seating(deal, group, rotation, tuple(seats)),
        scores={"ranking": ranking, "players": sheets, **more},
        turns=10,
        decisions=(20,) * len(totals),
        faults=(1,) + (0,) * (len(totals) - 1),
        actions=({},) * len(totals),
        seconds=(0.5,) * len(totals),
    )


TWO_DEALS = [
    ended(0, 0, "ab", (30, 20)),
    ended(0, 1, "ba", (25, 25)),
    ended(1, 0, "ab", (10, 40)),
    ended(1, 1, "ba", (20, 22)),
]


def test_a_deal_is_one_value_however_often_it_was_played() -> None:
    first, second = standings(match_between("ab", deals=2), TWO_DEALS)
    assert (first.contestant, first.deals, first.games) == ("a", 2, 4)
    assert first.wins == figure([0.75, 0.5])
    assert first.points == figure([27.5, 16])
    assert first.lead == figure([5, -14])
    assert second.wins == figure([0.25, 0.5])
    assert second.lead == figure([-5, 14])
    assert first.totals == (10, 22, 25, 30)
    assert first.quartiles == (19.0, 23.5, 26.25)
    assert first.elo == pytest.approx(-second.elo)
    assert first.elo > 0


def test_what_it_took() -> None:
    first, second = standings(match_between("ab", deals=2), TWO_DEALS)
    assert (first.decisions, first.seconds, first.pace) == (80, 2.0, 40.0)
    assert (first.faults, second.faults) == (2, 2)
    assert first.categories == {"sets": 19.75, "cards": 2}


def test_deals_that_are_not_whole_are_left_out() -> None:
    match = match_between("ab", deals=2)
    assert complete(match, TWO_DEALS[:3]) == TWO_DEALS[:2]
    assert standings(match, TWO_DEALS[:3])[0].wins.mean == 0.75
    assert standings(match, TWO_DEALS[:1]) == []


def test_the_order_of_the_games_changes_nothing() -> None:
    match = match_between("ab", deals=2)
    assert standings(match, TWO_DEALS[::-1]) == standings(match, TWO_DEALS)
    assert ratings(TWO_DEALS[::-1]) == ratings(TWO_DEALS)


def test_one_among_three_is_measured_against_its_share() -> None:
    games = [
        ended(0, 0, "abbb", (9, 1, 1, 1)),
        ended(0, 1, "babb", (1, 9, 1, 1)),
        ended(0, 2, "bbab", (9, 1, 1, 1)),
        ended(0, 3, "bbba", (1, 1, 1, 9)),
    ]
    strong, weak = standings(match_between("abbb", deals=1), games)
    assert (strong.games, weak.games) == (4, 4)
    assert strong.wins.mean == 0.75
    assert weak.wins.mean == pytest.approx(0.25 / 3)
    assert strong.elo > 0 > weak.elo


def test_who_won_how_much_against_whom() -> None:
    match = match_between("ab", "ac", deals=1)
    games = [
        ended(0, 0, "ab", (2, 1)),
        ended(0, 1, "ba", (2, 1)),
        ended(0, 0, "ac", (2, 1), group=1),
        ended(0, 1, "ca", (1, 2), group=1),
    ]
    found = meetings(match, games)
    assert {pair: wins.mean for pair, wins in found.items()} == {("a", "b"): 0.5, ("a", "c"): 1.0}


def test_ranks_are_listed_best_first() -> None:
    match = match_between("a", "b", deals=2)
    games = [
        ended(0, 0, "a", (60,), rank="Dragon"),
        ended(0, 0, "b", (20,), group=1, rank="Student"),
        ended(1, 0, "a", (40,), rank="Master"),
        ended(1, 0, "b", (41,), group=1, rank="Master"),
    ]
    first, second = standings(match, games)
    assert list(first.ranks.items()) == [("Dragon", 1), ("Master", 1), ("Student", 0)]
    assert second.ranks == {"Dragon": 0, "Master": 1, "Student": 1}
    assert second.points == figure([20, 41])


def test_ratings_follow_the_results(pebbles: str) -> None:
    games = [ended(deal, rotation, seats, totals) for deal in range(20) for rotation, seats, totals in (
        (0, "abc", (30, 20, 10)), (1, "cab", (10, 30, 20)), (2, "bca", (20, 10, 30)))]  # fmt: skip
    rated = ratings(games)
    assert rated["a"].mu > rated["b"].mu > rated["c"].mu
    assert rated["a"].sigma < 25 / 3
    assert ratings(games[:3])["a"].sigma > rated["a"].sigma


def test_the_ratings_of_equals_are_equal() -> None:
    rated = ratings([ended(0, 0, "ab", (1, 1)), ended(0, 1, "ba", (1, 1))])
    assert rated["a"].mu == pytest.approx(rated["b"].mu)


def test_the_example_of_the_package_works(pebbles: str) -> None:
    match = small_match("random", "first", game=pebbles, games=8)
    outcomes = [answer for answer in play(match, cores=0) if isinstance(answer, Outcome)]
    found = standings(match, outcomes)
    assert [one.contestant for one in found] == ["random", "first"]
    assert found[0].wins.mean + found[1].wins.mean == pytest.approx(1)


def test_without_the_extra_the_command_that_brings_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(MissingExtra, match="openskill is not installed") as problem:
        ratings(TWO_DEALS)
    assert INSTALL == 'pip install "tenshu[arena]"'
    assert INSTALL in str(problem.value)
    assert load("json").loads("1") == 1
