"""The messages of docs/protocol.md."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from tenshu.server.live.telling import Telling, table_document
from tenshu.server.tables.table import Step
from tests.server.tables.at import BANK, At


def heard(at: At, person: str | None, step: Step | None = None, message: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(Telling(at.position, step, {"ana"}).to(person, message))
    return found


def test_before_a_game() -> None:
    at = At.made("me", "open", clock=BANK)
    message = heard(at, "ana", at.last.change.step)
    assert (message["type"], message["seats"], message["seat"]) == ("table", [0], 0)
    assert (message["view"], message["scores"], message["moves"], message["undo"]) == (None, None, [], False)
    assert message["step"]["kind"] == "created"
    assert "id" not in message
    assert message["table"]["clock"] == {"kind": "bank", "seconds": 100.0, "increment": 5.0}
    assert [seat["here"] for seat in message["table"]["seats"]] == [True, False]


def test_to_those_who_play_and_those_who_watch() -> None:
    at = At.of("ana", "bia")
    at.move("ana", "reach left")
    step = at.last.change.step
    ana, bia, nobody = (heard(at, person, step, "7") for person in ("ana", "bia", None))
    assert (ana["moves"], bia["moves"], nobody["moves"]) == (["draw", "rest"], [], [])
    assert (ana["undo"], bia["undo"], nobody["undo"]) == (True, False, False)
    assert (ana["seat"], bia["seat"], nobody["seat"]) == (0, 1, None)
    assert (ana["seats"], nobody["seats"]) == ([0], [])
    assert ana["id"] == "7"
    assert ana["view"] == at.state.view(0)
    assert ana["step"] == {
        "kind": "move", "revision": 3, "version": 0, "ply": 1, "seat": 0, "person": "ana", "move": "reach left",
        "answers": [], "events": [{"event": "reached", "what": 0}], "at": 1000.0,
    }  # fmt: skip


def test_several_seats_on_one_screen_see_the_seat_that_decides() -> None:
    at = At.of("ana", "here", "bia")
    assert heard(at, "ana")["seat"] == 0
    at.turn("ana")
    assert heard(at, "ana")["seat"] == 1
    at.turn("ana")
    assert heard(at, "ana")["seat"] == 0
    assert heard(at, "ana")["seats"] == [0, 1]


def test_a_step_that_is_no_move_has_no_events() -> None:
    at = At.of("ana", "bia", "caio")
    at.move("ana", "reach left", "draw", "keep")
    at.takeback("ana")
    message = heard(at, "bia", at.last.change.step)
    assert message["step"]["events"] == []
    assert message["step"]["move"] is None
    assert message["table"]["offer"]["asked"] == ["bia", "caio"]
    assert message["table"]["offer"]["agreed"] == []
    at.answer("bia", True)
    assert heard(at, "bia")["table"]["offer"]["agreed"] == ["bia"]


def test_the_end() -> None:
    at = At.of("ana", "bia")
    at.resign("bia")
    message = heard(at, "ana", at.last.change.step)
    assert message["moves"] == []
    assert message["table"]["result"]["places"] == [[0], [1]]
    assert message["table"]["seats"][1]["resigned"]


def test_who_may_not_move_is_offered_no_moves() -> None:
    at = At.of("ana", "bia", "caio", clock=BANK)
    at.miss()
    assert heard(at, "ana")["moves"] == []
    at.turn(None)
    at.replace("ana", 1)
    at.answer("caio", True)
    assert heard(at, "bia")["moves"]  # who moves is back
    at.resign("bia")
    assert heard(at, "bia")["moves"] == []


@pytest.mark.parametrize("status", ["open", "playing", "finished"])
def test_a_table_has_all_its_fields(status: str) -> None:
    at = At.made("me", "open")
    if status != "open":
        at.join("bia")
    if status == "finished":
        at.resign("bia")
    document = table_document(at.table)
    named = (
        "id game rules options status public host seats clock hints takebacks chat revision version ply to_move "
        "deadline banks offer result rematch created started ended"
    )
    assert set(named.split()) <= document.keys()
    assert document["status"] == status
    assert orjson.loads(orjson.dumps(document)) == document
