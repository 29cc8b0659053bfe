"""The curve of an analysis is fair: nobody's chances depend on who was asked."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import tenshu as library
from tenshu.players import analysis
from tenshu.players.outlook import Outlook, outlook
from tenshu.table.record import Record
from tenshu.table.search import Budget, Candidate, Thought
from tenshu.table.state import State
from tests.cli.running import small_position

FLATTERY = 0.2
TRUTHS = {2: (0.6, 0.4), 3: (0.5, 0.3, 0.2), 4: (0.4, 0.3, 0.2, 0.1)}
TOTALS = (31.0, 28.0, 25.0, 22.0)
BUDGET = Budget(simulations=1)


class Flatterer:
    """Knows the truth, but promises whoever asks so much more; every move seems equally good."""

    def __init__(self) -> None:
        self.asked = 0

    def think(self, seen: State, budget: Budget, rng: Random) -> Thought:
        seat = seen.to_move
        assert seat is not None
        win = self.truth(seen.seats)[seat] + FLATTERY
        self.asked += 1
        moves = (Candidate(move, 1, win, win, TOTALS[seat] + 4) for move in seen.legal_moves())
        return Thought(tuple(moves), 1, 0.0)

    def truth(self, seats: int) -> tuple[float, ...]:
        return TRUTHS[seats]


class Surprised(Flatterer):
    """Finds in the middle of the game that the first seat is nearly lost."""

    def __init__(self, when: int) -> None:
        super().__init__()
        self.when = when

    def truth(self, seats: int) -> tuple[float, ...]:
        return TRUTHS[seats] if self.asked < self.when else (0.1, 0.9)


def judged(state: State) -> Outlook:
    """The truth too, as long as there is doubt."""
    if state.is_over:
        return outlook(state)
    wins = TRUTHS[state.seats]
    return Outlook(wins, wins, TOTALS[: state.seats])


def played(seats: int) -> Record:
    """A whole game in the small castle, played at random."""
    player = {"realm": {}, "shrines": 1, "vp": 0, "tokens": 0, "discarded": []}
    position = small_position(players=[player] * seats, supply=40 - seats)
    session = library.Session(library.load(position), options={}, seats=["random"] * seats)
    rng = Random(1)
    while not session.state.is_over:
        moves = session.state.legal_moves()
        session.play(moves[int(rng.random() * len(moves))])
    return session.record()


def analysed(monkeypatch: pytest.MonkeyPatch, record: Record, searcher: Flatterer) -> Any:
    monkeypatch.setattr(analysis, "searcher_for", lambda _: searcher)
    monkeypatch.setattr(analysis, "outlook", judged)
    return analysis.analyse(record, BUDGET)


@pytest.mark.parametrize("seats", TRUTHS)
def test_flattering_whoever_is_asked_leaves_the_curve_flat(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    record = played(seats)
    found = analysed(monkeypatch, record, Flatterer())
    *before, end = found["curve"]
    assert len(before) > 2
    assert len({decision["seat"] for decision in found["decisions"]}) == seats
    for point in before:
        assert point["wins"] == before[0]["wins"]
        assert point["points"] == before[0]["points"]
    assert before[0]["wins"] == pytest.approx(TRUTHS[seats], abs=1e-3 if seats == 2 else 0.05)
    assert record.result is not None
    winners = record.result["ranking"][0]
    assert end["wins"] == pytest.approx([(seat in winners) / len(winners) for seat in range(seats)], abs=1e-3)
    assert [point["turn"] for point in found["turning_points"]] == [before[-1]["turn"]], "only the end is news"
    assert all(decision["lost"] == {"win": 0, "points": 0} for decision in found["decisions"])


def test_points_of_two_are_the_mean_of_two_opinions(monkeypatch: pytest.MonkeyPatch) -> None:
    for point in analysed(monkeypatch, played(2), Flatterer())["curve"][:-1]:
        assert point["points"] == [TOTALS[0] + 2, TOTALS[1] + 2]


@pytest.mark.parametrize("without", [{0}, {1}, {2}, {1, 3}])
def test_turns_that_leave_no_choice_do_not_tip_the_curve(without: set[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the same seat is asked on both sides."""
    steps = analysis._steps

    def some(record: Record) -> Iterator[Any]:
        return (step for step in steps(record) if step.turn not in without)

    monkeypatch.setattr(analysis, "_steps", some)
    before = analysed(monkeypatch, played(2), Flatterer())["curve"][:-1]
    assert len(before) > 1
    for point in before:
        assert point["wins"] == pytest.approx(TRUTHS[2], abs=1e-3)


def test_neighbours_in_one_swing_are_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played(2)
    third = next(point for point in analysed(monkeypatch, record, Flatterer())["curve"] if point["turn"] == 2)
    found = analysed(monkeypatch, record, Surprised(third["decision"]))
    assert [point["wins"][0] for point in found["curve"][:4]] == pytest.approx([0.6, 0.6, 0.35, 0.1], abs=1e-3)
    assert found["curve"][2]["decision"] == third["decision"]
    assert len({1, 2} & {point["turn"] for point in found["turning_points"]}) == 1
