"""Who meets whom: everybody has every seat equally often on every deal."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenshu.arena.schedule import DoNotFill, deals_for, line_ups, neighbours, rotations, schedule

counts = st.integers(1, 6)
tables = st.integers(1, 4)


def names(count: int) -> list[str]:
    return [f"player {number}" for number in range(count)]


@given(counts, tables, st.integers(1, 5))
def test_everybody_sits_in_every_seat_equally_often_on_every_deal(count: int, seats: int, deals: int) -> None:
    games = list(schedule(line_ups(names(count), seats), deals))
    for deal in range(deals):
        for name in names(count):
            sat = Counter(
                seat for game in games if game.deal == deal for seat, who in enumerate(game.seats) if who == name
            )
            assert len(sat) == seats
            assert len(set(sat.values())) == 1


@given(counts, tables)
def test_everybody_plays_equally_often(count: int, seats: int) -> None:
    played = Counter(name for game in schedule(line_ups(names(count), seats), 1) for name in game.seats)
    assert set(played) == set(names(count))
    assert len(set(played.values())) == 1


@given(counts, tables)
def test_no_game_is_played_twice(count: int, seats: int) -> None:
    games = list(schedule(line_ups(names(count), seats), 2))
    assert len({(game.deal, game.seats) for game in games}) == len(games)
    assert games == sorted(games)


@given(counts, tables, st.integers(1, 50))
def test_every_line_up_has_at_least_the_games_asked_for(count: int, seats: int, asked: int) -> None:
    groups = line_ups(names(count), seats)
    per_group = Counter(game.group for game in schedule(groups, deals_for(asked, groups)))
    each = len(rotations(groups[0]))
    assert set(per_group) == set(range(len(groups)))
    assert all(asked <= games < asked + each for games in per_group.values())


@pytest.mark.parametrize(
    ("contestants", "seats", "groups"),
    [
        ("ab", 2, ["ab"]),
        ("abc", 2, ["ab", "ac", "bc"]),
        ("abcd", 3, ["abc", "abd", "acd", "bcd"]),
        ("ab", 4, ["abab"]),
        ("ab", 3, ["aba", "bab"]),
        ("abc", 4, ["abca", "bcab", "cabc"]),
        ("abbb", 4, ["abbb"]),
        ("aa", 2, ["aa"]),
        ("abc", 1, ["a", "b", "c"]),
    ],
)
def test_line_ups(contestants: str, seats: int, groups: list[str]) -> None:
    assert line_ups(contestants, seats) == [tuple(group) for group in groups]


def test_one_among_three_has_each_seat_once() -> None:
    assert ["".join(seats) for seats in rotations(tuple("abbb"))] == ["abbb", "babb", "bbab", "bbba"]


def test_equals_need_not_move() -> None:
    assert rotations(("a", "a")) == [("a", "a")]
    assert deals_for(100, [("a", "a")]) == 100
    assert deals_for(100, [("a", "b", "c")]) == 34


def test_on_a_ladder_only_neighbours_meet() -> None:
    assert neighbours("abcd", 2) == [("a", "b"), ("b", "c"), ("c", "d")]
    assert neighbours("abcd", 3) == [("a", "b", "c"), ("b", "c", "d")]


@pytest.mark.parametrize(("contestants", "seats"), [("aab", 2), ("aa", 3)])
def test_names_given_twice_must_fill_the_table(contestants: str, seats: int) -> None:
    with pytest.raises(DoNotFill):
        line_ups(contestants, seats)


@pytest.mark.parametrize(("contestants", "seats"), [("aa", 2), ("a", 2)])
def test_a_ladder_needs_different_rungs(contestants: str, seats: int) -> None:
    with pytest.raises(DoNotFill):
        neighbours(contestants, seats)


def test_somebody_must_play() -> None:
    with pytest.raises(ValueError, match="needs a contestant"):
        line_ups([], 2)
