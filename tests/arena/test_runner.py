"""All games of a match, here or in processes: the same games, whoever dies."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tenshu.arena import Lost, Match, Outcome, play
from tenshu.arena.runner import CannotStart, all_cores, play_on_cores
from tests.arena import company
from tests.arena.company import small_match


def played(match: Match, cores: int) -> list[tuple[object, ...]]:
    """What happened, without how long it took."""
    answers = list(play(match, cores=cores))
    found = sorted((answer for answer in answers if isinstance(answer, Outcome)), key=lambda one: one.seating)
    assert len(found) == len(answers)
    return [(one.seating, one.scores, one.decisions, one.actions) for one in found]


def test_one_core_two_cores_and_no_process_at_all_play_the_same_games() -> None:
    match = small_match("random", "first", games=6)
    here = played(match, 0)
    assert [game[0] for game in here] == match.seatings()
    assert played(match, 1) == here
    assert played(match, 2) == here


def test_a_longer_match_begins_like_a_shorter_one() -> None:
    assert played(small_match("random", "first", games=6), 0)[:4] == played(small_match("random", "first"), 0)


def test_a_game_whose_worker_is_killed_is_played_again(tmp_path: Path) -> None:
    match = small_match(f"doomed:{tmp_path}:2", "first", games=2)
    answers = list(play(match, cores=2))
    assert len(list(tmp_path.iterdir())) == 2
    assert sorted(answer.seating for answer in answers) == match.seatings()
    assert all(isinstance(answer, Outcome) for answer in answers)


def test_a_game_that_always_kills_is_given_up_and_the_others_go_on(tmp_path: Path) -> None:
    match = small_match(f"doomed:{tmp_path}:3", "first", games=4)
    answers = list(play(match, cores=1))
    lost = [answer for answer in answers if isinstance(answer, Lost)]
    assert [one.seating for one in lost] == match.seatings()[:1]
    assert lost[0].why == "its process died 3 times (SIGKILL)"
    assert sorted(answer.seating for answer in answers) == match.seatings()


def test_workers_that_are_killed_from_outside() -> None:
    """Somebody ends a process while it thinks; afterwards every game has been played once."""
    match = small_match("slow", "slow", games=4)
    answers = []
    games = play_on_cores(match, match.seatings(), 2)
    answers.append(next(games))
    os.kill(_children()[-1], signal.SIGKILL)
    answers += list(games)
    assert all(not isinstance(answer, Lost) for answer in answers)
    assert len(answers) == len(match.seatings())


def test_leaving_early_leaves_no_process_behind() -> None:
    match = small_match("slow", "first", games=50)
    before = set(_children())
    games = play_on_cores(match, match.seatings(), 2)
    next(games)
    assert len(set(_children()) - before) == 2
    games.close()  # type: ignore[attr-defined]
    assert set(_children()) <= before


def test_a_mistake_of_ours_is_told_and_the_other_games_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    match = small_match("random", "first", games=2)
    deal = Match.deal
    asked: list[int] = []

    def broken(self: Match, number: int) -> object:
        asked.append(number)
        if len(asked) == 1:
            raise RuntimeError("no tiles")
        return deal(self, number)

    monkeypatch.setattr(Match, "deal", broken)
    answers = list(play(match, cores=0))
    assert answers[0] == Lost(match.seatings()[0], "RuntimeError: no tiles")
    assert isinstance(answers[1], Outcome)


def test_workers_that_cannot_start_are_not_tried_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    """The function that finds players cannot be imported by the workers."""
    match = small_match("random", "first", games=2)
    monkeypatch.setattr(company.find, "__module__", "tests.arena.nowhere")
    monkeypatch.setitem(__import__("sys").modules, "tests.arena.nowhere", company)
    with pytest.raises(CannotStart, match="exit code 1"):
        list(play(match, cores=1))


def test_there_is_at_least_one_core() -> None:
    assert 1 <= all_cores() <= (os.cpu_count() or 1)


def _children() -> list[int]:
    """Worker processes of this one; the resource tracker of multiprocessing is none."""
    from multiprocessing import active_children

    return [child.pid for child in active_children() if child.pid is not None]
