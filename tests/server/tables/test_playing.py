"""During a game: moves, undo, takebacks, standing in, giving up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tenshu.players.levels import USUAL_LEVEL
from tenshu.server.errors import Refused
from tenshu.server.tables import playing
from tenshu.server.tables.playing import FOR_THE_CLOCK
from tenshu.server.tables.trail import MEMORY
from tests.server.tables.at import BANK, TURN, At


def played_out(at: At) -> At:
    while at.table.status == "playing":
        at.move(None if at.table.seats[at.table.to_move].bot else at.table.waits_for, at.state.legal_moves()[0])
    return at


# Moves.


def test_moves_are_played_in_turn() -> None:
    at = At.of("ana", "bia")
    at.move("ana", "reach left")
    assert at.last.change.step.text == "reach left"
    assert (at.last.change.step.person, at.last.change.step.seat, at.last.change.step.closed) == ("ana", 0, False)
    at.move("ana", "draw")
    assert at.last.change.step.closed
    at.move("ana", "keep")
    assert (at.table.to_move, at.table.waits_for, at.table.ply) == (1, "bia", 3)
    at.turn("bia")
    assert at.table.waits_for == "ana"


def test_a_preview_says_whether_a_move_ends_the_turn_and_what_can_be_chosen_then() -> None:
    at = At.of("ana", "bia")
    reach = playing.promises(at.state, ["reach left", "no move"], further=True)
    assert list(reach) == ["reach left"]
    at.move("ana", "reach left")
    assert reach["reach left"]["ends"] is False
    assert reach["reach left"]["next"] == list(map(str, at.state.legal_moves()))
    draw = playing.promises(at.state, ["draw", "rest"], further=True)
    assert draw["draw"] == {"events": [], "ends": False, "next": []}  # it would show something nobody knows
    assert (draw["rest"]["ends"], draw["rest"]["next"]) == (True, [])
    assert "next" not in playing.promises(at.state, ["rest"])["rest"]


def test_nobody_moves_for_another() -> None:
    at = At.of("ana", "bia", "bot")
    with at.refuses("not-your-turn", name="Ana"):
        at.move("bia", "reach left")
    with at.refuses("not-seated"):
        at.move("caio", "reach left")
    with at.refuses("not-your-turn"):
        at.move(None, "reach left")  # a bot that comes too late
    at.turn("ana")
    at.turn("bia")
    with at.refuses("not-your-turn", name="Mei"):
        at.move("ana", "reach left")
    at.move(None, "reach left")


def test_a_move_names_the_version_it_answers() -> None:
    at = At.of("ana", "bia")
    at.move("ana", "reach left")
    for version in (0, 2, 99):
        with at.refuses("stale", version=1):
            at.move("ana", "rest", version=version)
    with at.refuses("stale"):
        at.move("caio", "rest", version=0)  # said before who may: a stranger learns nothing else


@pytest.mark.parametrize(
    ("text", "code"), [("rest", "not-now"), ("fly", "unreadable"), ("", "unreadable"), ("reach\nleft", "unreadable")]
)
def test_a_move_must_be_legal(text: str, code: str) -> None:
    at = At.of("ana", "bia")
    with pytest.raises(Refused) as refusal:
        at.move("ana", text)
    assert refusal.value.code == "illegal"
    assert refusal.value.facts["reason"]["code"] == code  # type: ignore[index]
    assert refusal.value.facts["move"] == text
    with at.refuses("illegal", move="x" * 80):
        at.move("ana", "x" * 1000)


def test_no_game_no_moves() -> None:
    at = At.made("me", "open")
    acts: list[Callable[[], object]] = [
        lambda: at.move("ana", "reach left"),
        lambda: at.undo("ana"),
        lambda: at.takeback("ana"),
        lambda: at.replace("ana", 1),
        lambda: at.answer("ana", True),
        lambda: at.come_back("ana"),
        lambda: at.resign("ana"),
        lambda: at.act(lambda p: playing.missed(p, 0)),
    ]
    for act in acts:
        with at.refuses("not-playing"):
            act()


def test_several_seats_on_one_screen() -> None:
    at = At.of("ana", "here", "bia")
    at.turn("ana")
    at.turn("ana")
    assert at.table.waits_for == "bia"


def test_a_whole_game() -> None:
    at = played_out(At.of("ana", "bot", "bia"))
    table = at.table
    assert table.result["complete"]
    assert table.result["scores"] == at.state.scores()
    assert table.result["places"] == at.state.scores()["ranking"]
    assert table.result["resigned"] == []
    assert table.ended == at.now
    assert at.last.change.people_changed
    with at.refuses("not-playing"):
        at.move("ana", "reach left")


def test_solo_with_answers() -> None:
    at = At.made("me")
    at.move("ana", "reach left", "rest")
    assert at.last.change.step.answers == at.state.answers != ()
    assert at.last.change.step.closed
    with at.refuses("cannot-undo"):
        at.undo("ana")
    assert at.table.waits_for == "ana"
    played_out(at)


# Undo.


def test_one_takes_back_ones_own_step() -> None:
    at = At.of("ana", "bia", clock=TURN)
    at.now += 10
    at.move("ana", "reach left")
    with at.refuses("cannot-undo"):
        at.undo("bia")
    with at.refuses("cannot-undo"):
        at.undo("caio")
    with at.refuses("stale"):
        at.act(lambda p: playing.undone(p, "ana", 0, at.now))
    at.undo("ana")
    assert (at.table.ply, at.table.version, at.table.revision) == (0, 2, 4)
    assert at.last.change.undone_beyond == 0
    assert at.table.deadline == 1060.0  # the clock has gone on
    with at.refuses("cannot-undo"):
        at.undo("ana")
    at.turn("ana")


def test_nothing_shown_and_no_turn_is_undone() -> None:
    at = At.of("ana", "bia")
    at.move("ana", "reach left", "draw")
    with at.refuses("cannot-undo"):
        at.undo("ana")
    at.move("ana", "keep")
    for person in ("ana", "bia"):
        with at.refuses("cannot-undo"):
            at.undo(person)


def test_a_bots_step_is_not_undone() -> None:
    at = At.of("ana", "bot")
    at.turn("ana")
    at.move(None, "reach left")
    with at.refuses("cannot-undo"):
        at.undo("ana")


def test_a_stand_ins_step_is_not_undone() -> None:
    at = At.of("ana", "bia", "caio")
    at.turn("ana")
    at.move("bia", "reach left")
    at.replace("ana", 1)
    at.answer("caio", True)
    with at.refuses("cannot-undo"):
        at.undo("bia")


# Takebacks.


def test_a_takeback_between_two() -> None:
    at = At.of("ana", "bia")
    with at.refuses("nothing-to-take-back"):
        at.takeback("ana")
    at.move("ana", "reach left", "draw", "keep")
    with at.refuses("nothing-to-take-back"):
        at.takeback("bia")
    with at.refuses("not-seated"):
        at.takeback("caio")
    with at.refuses("stale"):
        at.act(lambda p: playing.takeback(p, "ana", 0, at.now))
    at.takeback("ana")
    offer = at.table.offer
    assert (offer.kind, offer.by, offer.seat, offer.ply, offer.number) == ("takeback", "ana", 0, 0, at.table.revision)
    with at.refuses("offer-pending"):
        at.takeback("ana")
    with at.refuses("not-asked"):
        at.answer("ana", True)
    with at.refuses("not-asked"):
        at.answer("caio", False)
    with at.refuses("no-such-offer"):
        at.answer("bia", True, offer.number - 1)
    at.answer("bia", True)
    assert (at.table.ply, at.table.to_move, at.table.offer) == (0, 0, None)
    with at.refuses("no-such-offer"):
        at.answer("bia", True)


@pytest.mark.parametrize(
    "people", [("ana", "bia", "caio"), ("ana", "bia", "caio", "dora"), ("ana", "bia", "caio", "bot")]
)
def test_all_others_must_agree(people: tuple[str, ...]) -> None:
    others = [person for person in people[1:] if person != "bot"]
    at = At.of(*people)
    at.turn("ana")
    at.takeback("ana")
    for person in others[:-1]:
        at.answer(person, True)
        assert at.table.ply == 2
        at.answer(person, True)  # twice does not count twice
        assert at.table.offer.agreed.count(person) == 1
    at.answer(others[-1], True)
    assert at.table.ply == 0


def test_one_no_ends_it() -> None:
    at = At.of("ana", "bia", "caio")
    at.turn("ana")
    at.takeback("ana")
    at.answer("bia", True)
    at.answer("caio", False)
    assert at.table.offer is None
    assert at.table.ply == 2


def test_who_asked_withdraws() -> None:
    at = At.of("ana", "bia", "caio")
    at.turn("ana")
    at.takeback("ana")
    at.answer("ana", False)
    assert at.table.offer is None
    assert at.table.ply == 2


def test_a_move_ends_an_offer() -> None:
    at = At.of("ana", "bia")
    at.turn("ana")
    number = at.takeback("ana").change.table.offer.number  # type: ignore[union-attr]
    at.move("bia", "reach left")
    with at.refuses("no-such-offer"):
        at.answer("bia", True, number)


def test_a_turn_is_taken_back_from_its_middle() -> None:
    at = At.of("ana", "bia")
    at.turn("ana")
    at.turn("bia")
    at.move("ana", "reach left", "draw")
    at.takeback("ana")
    at.answer("bia", True)
    assert (at.table.ply, at.table.to_move) == (4, 0)
    at.takeback("ana")  # now the one before
    at.answer("bia", True)
    assert at.table.ply == 0


def test_never() -> None:
    at = At.of("ana", "bia", takebacks="never")
    at.turn("ana")
    with at.refuses("no-takebacks"):
        at.takeback("ana")


@pytest.mark.parametrize("takebacks", ["free", "agree"])
def test_against_bots_it_is_at_once(takebacks: str) -> None:
    at = At.of("ana", "bot", "bot", takebacks=takebacks)
    at.turn("ana")
    at.turn(None)
    at.move(None, "reach left", "draw")
    at.takeback("ana")  # past the bots' turns, and while one decides
    assert (at.table.ply, at.table.to_move) == (0, 0)
    at.turn("ana")
    at.turn(None)
    at.turn(None)
    at.takeback("ana")
    assert at.table.ply == 0


def test_who_shares_a_screen_takes_back_the_last_turn_of_either() -> None:
    at = At.of("ana", "here")
    at.turn("ana")
    at.turn("ana")
    at.takeback("ana")
    assert (at.table.ply, at.table.to_move) == (2, 1)
    at.takeback("ana")
    assert at.table.ply == 0


def test_who_is_away_is_not_asked() -> None:
    at = At.of("ana", "bia", "caio")
    at.turn("ana")
    at.replace("ana", 1)
    at.answer("caio", True)
    at.takeback("ana")
    at.answer("caio", True)
    assert at.table.ply == 0


def test_memory_ends_somewhere() -> None:
    at = At.of("ana", "bot", takebacks="free")
    for _ in range(2):
        at.turn("ana")
        at.turn(None)
    at.position = replace(at.position, trail=at.position.trail[-2:])
    with at.refuses("nothing-to-take-back"):
        at.takeback("ana")
    assert MEMORY >= 4 * 12


# Standing in.


def test_one_who_is_gone_is_replaced_by_the_only_other() -> None:
    at = At.of("ana", "bia", clock=TURN)
    with at.refuses("not-away", name="Bia"):
        at.replace("ana", 1, away=False)
    with at.refuses("not-seated"):
        at.replace("caio", 1)
    with at.refuses("no-such-seat"):
        at.replace("ana", 2)
    with at.refuses("no-such-seat"):
        at.replace("ana", -1)
    with at.refuses("cannot-replace"):
        at.replace("ana", 0)  # oneself
    at.replace("ana", 1)
    assert at.table.seats[1].stands_in == USUAL_LEVEL
    assert at.table.seats[1].person == "bia"
    with at.refuses("cannot-replace"):
        at.replace("ana", 1)
    at.turn("ana")
    at.turn(None)


def test_a_bot_cannot_be_replaced() -> None:
    at = At.of("ana", "bot")
    with at.refuses("cannot-replace"):
        at.replace("ana", 1)


def test_replacement_by_agreement() -> None:
    at = At.of("ana", "bia", "caio", "dora", clock=TURN)
    at.turn("ana")
    at.replace("ana", 1)
    with at.refuses("offer-pending"):
        at.replace("caio", 1)
    at.answer("caio", True)
    with at.refuses("not-asked"):
        at.answer("bia", True)
    at.answer("dora", True)
    assert at.table.waits_for == "bot"
    assert at.table.deadline is None
    assert at.last.change.people_changed


def test_who_is_back_says_no_to_being_replaced() -> None:
    at = At.of("ana", "bia", "caio")
    at.replace("ana", 1)
    at.answer("bia", False)
    assert at.table.offer is None
    assert at.table.seats[1].stands_in is None


def test_coming_back() -> None:
    at = At.of("ana", "bia", "caio", clock=TURN)
    with at.refuses("nothing-to-return-to"):
        at.come_back("bia")
    at.turn("ana")
    at.replace("ana", 1)
    at.answer("caio", True)
    for person, seat in (("ana", None), ("dora", None), ("bia", 0), ("bia", 7)):
        with at.refuses("nothing-to-return-to"):
            at.come_back(person, seat)
    at.move(None, "reach left")
    at.now += 500
    at.come_back("bia", 1)
    assert at.table.waits_for == "bia"
    assert at.table.deadline == at.now + 60
    with at.refuses("not-your-turn"):
        at.move(None, "rest")
    at.move("bia", "rest")


def test_who_moves_is_back() -> None:
    at = At.of("ana", "bia", "caio", clock=TURN)
    at.turn("ana")
    at.replace("ana", 1)
    at.answer("caio", True)
    at.move("bia", "reach left")
    assert at.table.seats[1].stands_in is None
    assert at.table.deadline == at.now + 60
    assert at.last.change.people_changed


# Giving up.


def test_of_two_the_other_has_won() -> None:
    at = At.of("ana", "bia")
    with at.refuses("not-seated"):
        at.resign("caio")
    with at.refuses("no-such-seat"):
        at.resign("ana", 1)
    at.move("ana", "reach left", "draw", "keep")
    at.resign("ana")
    assert at.table.status == "finished"
    assert at.table.result["places"] == [[1], [0]]
    assert at.table.result["resigned"] == [0]
    assert not at.table.result["complete"]
    assert at.last.change.people_changed


def test_out_of_turn_too() -> None:
    at = At.of("ana", "bot")
    at.turn("ana")
    at.resign("ana")
    assert at.table.result["places"] == [[1], [0]]


def test_alone() -> None:
    at = At.made("me")
    at.resign("ana")
    assert at.table.result == {"scores": at.state.scores(), "places": [[0]], "resigned": [0], "complete": False}


def test_of_more_the_computer_goes_on() -> None:
    at = At.of("ana", "bia", "caio", clock=TURN)
    at.turn("ana")
    at.takeback("ana")
    at.resign("ana")
    assert at.table.status == "playing"
    assert at.table.offer is None
    assert at.table.seats[0].bot == USUAL_LEVEL
    acts: list[Callable[[], object]] = [
        lambda: at.resign("ana"), lambda: at.takeback("ana"), lambda: at.replace("ana", 1),
    ]  # fmt: skip
    for act in acts:
        with at.refuses("resigned"):
            act()
    with at.refuses("nothing-to-return-to"):
        at.come_back("ana")
    at.turn("bia")
    at.turn("caio")
    with at.refuses("resigned"):
        at.move("ana", "reach left")
    at.turn(None)
    at.resign("bia")
    assert at.table.waits_for == "bot"
    assert at.table.deadline is None
    at.resign("caio")
    assert at.table.status == "finished"
    assert at.table.result["places"] == [[0, 1, 2]]


def test_who_gave_up_comes_last_whatever_the_computer_makes_of_it() -> None:
    at = At.of("ana", "bia", "caio", "bot")
    at.move("ana", "reach left", "draw", "keep")
    at.resign("ana")
    while at.table.status == "playing":  # ana's seat keeps, the others drop
        moves = at.state.legal_moves()
        mover = at.table.to_move
        at.move(None if at.table.waits_for == "bot" else at.table.waits_for, moves[0 if mover == 0 else -1])
    places = at.table.result["places"]
    assert places[-1] == [0]
    assert at.table.result["resigned"] == [0]
    assert at.state.scores()["ranking"][0] == [0]
    assert at.table.result["scores"] == at.state.scores()


def test_one_person_and_bots() -> None:
    at = At.of("ana", "bot", "bot", "bot")
    at.resign("ana")
    assert at.table.status == "finished"
    assert at.table.result["places"][-1] == [0]


def test_one_of_the_seats_on_a_screen() -> None:
    at = At.of("ana", "here", "bot")
    at.resign("ana", 1)
    assert at.table.status == "playing"
    at.turn("ana")
    at.move(None, "reach left")
    at.resign("ana")
    assert at.table.result["resigned"] == [0, 1]
    at = At.of("ana", "here")
    at.resign("ana")
    assert at.table.result["places"] == [[0, 1]]


def test_who_is_away_may_give_up() -> None:
    at = At.of("ana", "bia", clock=BANK)
    at.miss()
    at.resign("ana")
    assert at.table.result["places"] == [[1], [0]]


# What people may do, as they are told.


def test_what_is_allowed_is_told() -> None:
    at = At.of("ana", "bia", clock=TURN)
    assert playing.may_decide(at.table, "ana")
    assert not playing.may_decide(at.table, "bia")
    assert not playing.may_decide(at.table, None)
    assert not playing.may_undo(at.position, "ana")
    at.move("ana", "reach left")
    assert playing.may_undo(at.position, "ana")
    assert not playing.may_undo(at.position, "bia")
    assert not playing.may_undo(at.position, None)
    at.miss()
    assert at.table.seats[0].stands_in == FOR_THE_CLOCK
    assert not playing.may_decide(at.table, "ana")
    assert not playing.may_undo(at.position, "ana")
    at.resign("bia")
    assert not playing.may_decide(at.table, "ana")


def test_why_not_is_told_from_what_the_seat_knows() -> None:
    at = At.of("ana", "bia")
    reason = playing.reason_against(at.state, "rest")
    assert reason is not None
    assert reason.code == "not-now"
    at.move("ana", "reach left")
    assert playing.reason_against(at.state, "draw") is None
