"""A player that raises, lies or hangs never stops a game."""

from __future__ import annotations

import gc
import time
import weakref
from random import Random
from threading import Event, Thread, current_thread

import pytest

import tenshu
from tenshu.players import Guard, Player, RandomPlayer
from tenshu.players.guard import LONGEST, deadline
from tenshu.table.search import Budget
from tenshu.table.state import State

BUDGET = Budget(simulations=4)
SOON = Budget(seconds=0.05)


class Raises(Player):
    def choose(self, seen: State, budget: Budget, rng: Random) -> str:
        raise ZeroDivisionError("no thought")


class Leaves(Player):
    def choose(self, seen: State, budget: Budget, rng: Random) -> str:
        raise SystemExit(3)


class Lies(Player):
    def __init__(self, answer: object = "take z99") -> None:
        self.answer = answer

    def choose(self, seen: State, budget: Budget, rng: Random) -> str:
        return self.answer  # type: ignore[return-value]


class Hangs(Player):
    """Until it is let go."""

    def __init__(self) -> None:
        self.go = Event()
        self.asked = 0

    def choose(self, seen: State, budget: Budget, rng: Random) -> str:
        self.asked += 1
        self.go.wait(30)
        return seen.legal_moves()[-1]


class First(Player):
    def choose(self, seen: State, budget: Budget, rng: Random) -> str:
        return seen.legal_moves()[0]


@pytest.fixture
def seen() -> State:
    return tenshu.new_game("dragon-castle", seed=1).seen_by(0)


@pytest.fixture(autouse=True)
def _without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenshu.players.guard.deadline", lambda budget: 0.2 if budget is SOON else 20)


def test_a_good_player_answers_for_itself(seen: State, caplog: pytest.LogCaptureFixture) -> None:
    guard = Guard(First(), Lies())
    assert guard.choose(seen, BUDGET, Random(1)) == seen.legal_moves()[0]
    assert guard.faults == []
    assert not caplog.records


@pytest.mark.parametrize(
    ("player", "fault"),
    [
        (Raises(), "raised ZeroDivisionError: no thought"),
        (Leaves(), "raised SystemExit: 3"),
        (Lies(), "answered 'take z99', which is not legal"),
        (Lies(None), "answered None, which is not legal"),
        (Lies(["take a1"]), "answered ['take a1'], which is not legal"),
    ],
)
def test_somebody_else_answers_and_the_fault_is_told_once(
    player: Player, fault: str, seen: State, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    guard = Guard(player, First())
    assert guard.choose(seen, BUDGET, Random(1)) == seen.legal_moves()[0]
    assert guard.faults == [fault]
    assert [record.name for record in caplog.records] == ["tenshu.players"]
    assert caplog.messages == [f"{type(player).__name__}, seat 0 of dragon-castle, {fault}"]
    assert capfd.readouterr() == ("", ""), "the person who plays sees nothing of it"


def test_the_log_holds_the_trace(seen: State, caplog: pytest.LogCaptureFixture) -> None:
    Guard(Raises()).choose(seen, BUDGET, Random(1))
    assert "ZeroDivisionError: no thought" in caplog.text
    assert "test_guard.py" in caplog.text


def test_one_that_hangs_is_not_waited_for_nor_asked_again(seen: State) -> None:
    player = Hangs()
    guard = Guard(player, First())
    start = time.monotonic()
    assert guard.choose(seen, SOON, Random(1)) == seen.legal_moves()[0]
    assert guard.choose(seen, SOON, Random(1)) == seen.legal_moves()[0]
    assert time.monotonic() - start < 10
    assert player.asked == 1
    assert guard.faults == ["has not answered within 0.2 seconds"]
    player.go.set()
    assert guard._asked is not None
    assert guard._asked.is_settled.wait(10)
    assert guard.choose(seen, BUDGET, Random(1)) == seen.legal_moves()[-1], "it is back"
    assert player.asked == 2


def test_an_answer_that_comes_too_late_is_no_answer(seen: State) -> None:
    """It was an answer to another question."""
    player = Hangs()
    guard = Guard(player, First())
    guard.choose(seen, SOON, Random(1))
    player.go.set()
    assert guard._asked is not None
    assert guard._asked.is_settled.wait(10)
    shown = seen.determinize(Random(1)).play(seen.legal_moves()[0]).seen_by(0)
    assert guard.choose(shown, BUDGET, Random(1)) in shown.legal_moves()


def test_a_guard_keeps_one_thread_and_takes_it_along(seen: State) -> None:
    class Tells(Player):
        def choose(self, seen: State, budget: Budget, rng: Random) -> str:
            threads.append(current_thread())
            return seen.legal_moves()[0]

    threads: list[Thread] = []
    player = Tells()
    kept = weakref.ref(player)
    guard = Guard(player, First())
    for _ in range(3):
        guard.choose(seen, BUDGET, Random(1))
    assert len(set(threads)) == 1
    assert threads[0].is_alive()
    assert threads[0].daemon
    del guard, player
    gc.collect()
    threads[0].join(10)
    assert not threads[0].is_alive()
    assert kept() is None


@pytest.mark.parametrize("fallback", [Raises(), Lies()])
def test_if_the_fallback_fails_chance_decides(fallback: Player, seen: State) -> None:
    guard = Guard(Raises(), fallback)
    answers = {guard.choose(seen, BUDGET, Random(seed)) for seed in range(40)}
    assert answers <= set(seen.legal_moves())
    assert len(answers) > 3
    assert "fell back on a player that" in guard.faults[1]


@pytest.mark.parametrize("player", [Raises(), Lies()])
def test_a_whole_game_goes_on_and_can_be_repeated(player: Player) -> None:
    def total(seed: int) -> list[int]:
        state, guard, rng = tenshu.new_game("dragon-castle", seed=2, realm=[2, 2]), Guard(player), Random(seed)
        while (seat := state.to_move) is not None:
            state = state.play(guard.choose(state.seen_by(seat), BUDGET, rng))
        return [sheet["total"] for sheet in state.scores()["players"]]

    assert total(1) == total(1)


def test_a_guarded_player_thinks_the_same_thoughts_every_time(seen: State) -> None:
    answers = [[Guard(RandomPlayer()).choose(seen, BUDGET, Random(seed)) for seed in range(9)] for _ in range(2)]
    assert answers[0] == answers[1]
    assert len(set(answers[0])) > 2


def test_the_deadline_leaves_room() -> None:
    assert deadline(Budget(seconds=0.2)) == pytest.approx(1.4)
    assert deadline(Budget(simulations=10**6, seconds=3)) == 7
    assert deadline(Budget(simulations=10)) == LONGEST
