"""A game being played: history, undo, record."""

from __future__ import annotations

import pytest

from tenshu.table.errors import IllegalMove, Malformed
from tenshu.table.record import Record
from tenshu.table.session import Session
from tests.table.conftest import Announce
from tests.table.pebbles import Pebbles, as_game


@pytest.fixture
def session(announce: Announce) -> Session:
    announce(as_game(Pebbles))
    return Session(Pebbles.new(seed=1), options={"players": 2, "seed": 1}, seats=["Ada", "Bo"])


def test_a_session_begins_with_the_deal(session: Session) -> None:
    assert session.state == Pebbles.new(seed=1)
    assert session.moves == ()
    assert not session.can_undo


def test_playing_moves_the_present(session: Session) -> None:
    after = session.play("reach left")
    assert session.state is after
    assert session.moves == ("reach left",)


@pytest.mark.parametrize(("move", "error"), [("keep", IllegalMove), ("fly", Malformed)])
def test_a_refused_move_changes_nothing(session: Session, move: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        session.play(move)
    assert session.state == Pebbles.new(seed=1)
    assert session.moves == ()


def test_a_step_that_shows_nothing_is_undone(session: Session) -> None:
    session.play("reach left")
    assert session.can_undo
    assert session.undo() == Pebbles.new(seed=1)
    assert session.moves == ()


def test_nothing_is_undone_before_the_first_move(session: Session) -> None:
    with pytest.raises(ValueError, match="nothing has been played yet"):
        session.undo()


def test_what_was_shown_stays_shown(session: Session) -> None:
    session.play("reach left")
    session.play("draw")
    assert not session.can_undo
    with pytest.raises(ValueError, match="showed something that was hidden"):
        session.undo()
    assert session.moves == ("reach left", "draw")


def test_a_turn_that_passed_is_not_undone(session: Session) -> None:
    session.play("reach left")
    session.play("rest")
    assert not session.can_undo
    with pytest.raises(ValueError, match="ended the turn"):
        session.undo()


def test_undo_stops_at_the_turn_before(session: Session) -> None:
    for move in ("reach left", "rest", "reach right"):
        session.play(move)
    session.undo()
    assert not session.can_undo


def test_events_are_kept_move_by_move(session: Session) -> None:
    session.play("reach left")
    session.play("rest")
    names = [[event["event"] for event in told] for told in session.events()]
    assert names == [["reached"], ["rested", "turn-ended"]]


def test_the_record_of_an_unfinished_game_has_no_result(session: Session) -> None:
    session.play("reach left")
    record = session.record()
    assert record.result is None
    assert record.moves == ("reach left",)
    assert record.seats == ("Ada", "Bo")
    assert record.options == {"players": 2, "seed": 1}
    assert [told for told, _ in record.states()] == [0, 1]


def test_the_record_tells_the_answers_of_the_game(announce: Announce) -> None:
    announce(as_game(Pebbles))
    session = Session(Pebbles.new(players=1, seed=1, lonely=True))
    session.play("reach left")
    after = session.play("rest")
    assert session.record().moves == ("reach left", "rest", *after.answers)
    assert after.answers[0].startswith("crow steals")
    assert session.seats == ["seat 0"]
    read = Record.from_json(session.record().to_json())
    assert [told for told, _ in read.states()] == [0, 1, 3]
