"""Time: per turn, from a bank, and what happens when it is over."""

from __future__ import annotations

import pytest

from tenshu.players.levels import USUAL_LEVEL
from tenshu.server.tables import playing
from tenshu.server.tables.clocks import LEAST, PATIENCE, is_overdue
from tenshu.server.tables.playing import FOR_THE_CLOCK
from tenshu.server.tables.table import Clock
from tests.server.tables.at import BANK, TURN, At


def test_so_long_for_every_turn() -> None:
    at = At.of("ana", "bia", clock=TURN)
    assert at.table.deadline == 1060
    at.now += 20
    at.move("ana", "reach left")
    assert at.table.deadline == 1060
    at.move("ana", "rest")
    assert at.table.deadline == 1080
    assert at.table.banks is None


def test_no_clock_no_deadline() -> None:
    at = At.of("ana", "bia")
    at.turn("ana")
    with at.refuses("not-overdue"):
        at.act(lambda p: playing.missed(p, 1e12))


def test_a_bank_and_something_back() -> None:
    at = At.of("ana", "bia", clock=BANK)
    assert at.table.deadline == 1100
    at.now += 30
    at.turn("ana")
    assert at.table.banks == (75, 100)
    assert at.table.deadline == 1130
    at.now += 1
    at.turn("bia")
    assert at.table.banks == (75, 104)
    assert at.table.deadline == 1031 + 75


def test_no_time_runs_while_a_bot_decides() -> None:
    at = At.of("ana", "bot", clock=BANK)
    at.now += 10
    at.turn("ana")
    assert at.table.deadline is None
    at.now += 1000
    at.turn(None)
    assert at.table.banks == (95, 100)
    assert at.table.deadline == at.now + 95


def test_the_least_that_everybody_gets_is_not_saved_up() -> None:
    at = At.of("ana", "bia", clock=Clock("bank", 30, 0))
    at.now += 27
    at.turn("ana")
    at.turn("bia")
    assert at.table.banks == (3, 30)
    assert at.table.deadline == at.now + LEAST
    at.now += 1
    at.turn("ana")
    assert at.table.banks == (2, 30)
    at.turn("bia")
    at.now += 9
    at.turn("ana")
    assert at.table.banks == (0, 30)


def test_time_is_over_exactly_then() -> None:
    at = At.of("ana", "bia", clock=TURN)
    assert not is_overdue(at.table, 1059.999)
    assert is_overdue(at.table, 1060)
    with at.refuses("not-overdue"):
        at.act(lambda p: playing.missed(p, 1059.999))
    at.miss()
    step = at.last.change.step
    assert (step.kind, step.person, step.seat) == ("missed", None, 0)
    with at.refuses("not-overdue"):
        at.act(lambda p: playing.missed(p, 1e12))


def test_a_late_move_counts_if_nobody_has_looked_at_the_clock() -> None:
    at = At.of("ana", "bia", clock=BANK)
    at.now += 101
    at.turn("ana")
    assert at.table.banks == (5, 100)


def test_the_computer_ends_the_turn_and_goes() -> None:
    at = At.of("ana", "bia", clock=TURN)
    at.move("ana", "reach left")
    at.miss()
    assert at.table.seats[0].stands_in == FOR_THE_CLOCK
    assert at.table.seats[0].missed == 1
    at.move(None, "draw")
    assert at.table.waits_for == "bot"
    at.move(None, "keep")
    assert at.table.seats[0].stands_in is None
    assert at.table.seats[0].missed == 1
    assert at.last.change.people_changed
    at.turn("bia")
    at.now += 50
    at.move("ana", "reach left")
    assert at.table.deadline == at.now + 10  # the clock goes on, whatever was missed before
    assert at.table.seats[0].missed == 1
    at.move("ana", "rest")
    assert at.table.seats[0].missed == 0


def test_nobody_gains_time_in_a_turn_the_clock_has_ended() -> None:
    at = At.of("ana", "bia", clock=TURN)
    at.miss()
    with at.refuses("not-your-turn"):
        at.move("ana", "reach left")
    at.come_back("ana")  # it is noted that they are there
    assert at.table.seats[0].missed == 0
    assert at.table.deadline is None
    with at.refuses("nothing-to-return-to"):
        at.come_back("ana")
    at.turn(None)
    assert at.table.seats[0].stands_in is None
    at.turn("bia")
    assert at.table.waits_for == "ana"


def missed_out(at: At, times: int) -> None:
    for _ in range(times):
        while at.table.waits_for != "ana":
            at.turn(None if at.table.waits_for == "bot" else at.table.waits_for)
        at.miss()
        at.turn(None)


def test_after_three_turns_the_computer_stays() -> None:
    at = At.of("ana", "bot", clock=Clock("turn", 60))
    missed_out(at, PATIENCE - 1)
    assert (at.table.seats[0].stands_in, at.table.seats[0].missed) == (None, PATIENCE - 1)
    missed_out(at, 1)
    assert at.table.seats[0].stands_in == USUAL_LEVEL
    at.turn(None)
    assert at.table.waits_for == "bot"
    at.move(None, *at.state.legal_moves()[:1])
    at.come_back("ana")
    assert at.table.seats[0].missed == 0
    assert at.table.deadline == at.now + 60


def test_a_begun_turn_that_the_clock_ends_is_missed_too() -> None:
    at = At.of("ana", "bot", clock=TURN)
    for missed in range(1, 3):
        at.move("ana", "reach left")
        at.miss()
        assert at.table.seats[0].missed == missed
        at.move(None, "rest")
        at.turn(None)


def test_the_one_who_ends_a_turn_may_end_the_game() -> None:
    at = At.of("ana", "bia", clock=TURN)
    while at.table.status == "playing":
        at.miss()
        seat = at.table.to_move
        while at.table.status == "playing" and at.table.to_move == seat:
            at.move(None, at.state.legal_moves()[0])
        for each in at.table.people if at.table.status == "playing" else ():
            if any(at.table.seats[n].stands_in == USUAL_LEVEL for n in at.table.seats_of(each)):
                at.come_back(each)
    assert at.table.result["complete"]


def test_a_bank_that_is_used_up() -> None:
    at = At.of("ana", "bia", clock=BANK)
    at.miss()
    assert at.table.banks == (0, 100)
    at.turn(None)
    assert at.table.banks == (0, 100)
    at.turn("bia")
    assert at.table.deadline == at.now + LEAST
    at.turn("ana")
    assert at.table.banks == (5, 105)


def test_an_offer_ends_with_the_turn() -> None:
    at = At.of("ana", "bia", clock=TURN)
    at.turn("ana")
    at.takeback("ana")
    at.miss()
    assert at.table.offer is None


def test_a_takeback_begins_a_turn_anew() -> None:
    at = At.of("ana", "bia", clock=BANK)
    at.now += 10
    at.turn("ana")
    at.takeback("ana")
    at.now += 20
    at.answer("bia", True)
    assert at.table.banks == (95, 100)  # whose turn is gone has used no time
    assert at.table.deadline == at.now + 95


@pytest.mark.parametrize("clock", [TURN, BANK])
def test_no_bank_is_filled_by_taking_back(clock: Clock) -> None:
    at = At.of("ana", "bot", clock=clock, takebacks="free")
    at.move("ana", "reach left")
    at.now += 30
    at.takeback("ana")
    assert at.table.deadline == at.now + (60 if clock is TURN else 70)


def test_no_bank_is_filled_by_going_and_coming_back() -> None:
    at = At.of("ana", "bia", "caio", clock=BANK)
    at.now += 80
    at.replace("bia", 0)
    at.answer("caio", True)
    assert at.table.banks == (20, 100, 100)
    at.now += 500
    at.come_back("ana")
    assert at.table.deadline == at.now + 20
    at.now += 5
    at.move("ana", "reach left")
    assert at.table.deadline == at.now + 15


def test_resigning_stops_the_clock() -> None:
    at = At.of("ana", "bia", "caio", clock=BANK)
    at.now += 40
    at.resign("ana")
    assert at.table.banks == (60, 100, 100)
    assert at.table.deadline is None
    at.turn(None)
    at.resign("caio")
    assert at.table.deadline is not None  # bia's goes on


def test_time_that_is_given_back_is_not_saved_up() -> None:
    from dataclasses import replace

    at = At.of("ana", "bia", clock=BANK)
    at.position = replace(at.position, table=replace(at.table, deadline=at.table.deadline + 1000))
    at.turn("ana")
    assert at.table.banks == (105, 100)
