"""How sure figures are, against values from tables."""

from __future__ import annotations

import pytest

from tenshu.arena.intervals import Figure, elo, figure, games_for, percent, rate, standard_errors


@pytest.mark.parametrize(
    ("freedom", "wanted"),
    [
        (1, 12.706),
        (2, 4.303),
        (4, 2.776),
        (5, 2.571),
        (9, 2.262),
        (10, 2.228),
        (30, 2.042),
        (99, 1.984),
        (10**6, 1.960),
    ],
)
def test_students_t(freedom: int, wanted: float) -> None:
    assert standard_errors(freedom) == pytest.approx(wanted, abs=0.003)


def test_the_interval_of_a_fair_coin() -> None:
    found = figure([0.0, 1.0] * 200)
    assert found.mean == 0.5
    assert found.margin == pytest.approx(0.0492, abs=0.0001)


def test_a_small_sample() -> None:
    """Five values with mean 3 and standard deviation √2.5: 2.776 · √2.5 / √5."""
    found = figure([1, 2, 3, 4, 5])
    assert (found.low, found.mean, found.high) == pytest.approx((1.037, 3, 4.963), abs=0.001)


def test_one_value_has_no_interval() -> None:
    assert figure([7.0]) == Figure(7.0, None)
    assert Figure(7.0, None).low == Figure(7.0, None).high == 7.0
    assert Figure(7.0, None).scaled(2) == Figure(14.0, None)


def test_nothing_has_no_mean() -> None:
    with pytest.raises(ValueError, match="at least one"):
        figure([])


@pytest.mark.parametrize("all_alike", [0.0, 1.0])
def test_what_always_happened_is_not_certain(all_alike: float) -> None:
    assert rate([all_alike] * 100) == Figure(all_alike, 0.03)
    assert rate([all_alike] * 2) == Figure(all_alike, 1.0)


def test_always_shared_is_another_matter() -> None:
    assert rate([0.5] * 10) == Figure(0.5, 0.0)
    assert rate([0.0, 1.0] * 8) == figure([0.0, 1.0] * 8)


@pytest.mark.parametrize(
    ("part", "told"),
    [
        (Figure(0.5, 0.049), "50.0 ±4.9"),
        (Figure(0.5, 0.5), "50.0 ±50.0"),
        (Figure(0.5, 6.353), "50.0 (0.0–100.0)"),
        (Figure(1.0, 0.0075), "100.0 (99.2–100.0)"),
        (Figure(0.02, 0.05), "2.0 (0.0–7.0)"),
        (Figure(1.0, None), "100.0"),
    ],
)
def test_no_interval_leaves_0_to_100_per_cent(part: Figure, told: str) -> None:
    assert percent(part) == told


def test_how_many_games_make_an_interval_narrow() -> None:
    enough = games_for(0.05, 0.5)
    assert enough == 385
    assert figure([0.0, 1.0] * (enough // 2)).margin == pytest.approx(0.05, abs=0.001)


@pytest.mark.parametrize(
    ("wins", "seats", "wanted"),
    [(0.5, 2, 0), (0.75, 2, 191), (0.25, 4, 0), (0.5, 4, 191), (1 / 3, 3, 0), (0.25, 2, -191)],
)
def test_elo(wins: float, seats: int, wanted: float) -> None:
    assert elo(wins, 100_000, seats) == pytest.approx(wanted, abs=0.5)


def test_nobody_is_infinitely_better() -> None:
    assert elo(1.0, 100, 2) == pytest.approx(921.2, abs=0.1)
    assert elo(0.0, 100, 2) == pytest.approx(-elo(1.0, 100, 2))
