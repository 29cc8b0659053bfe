"""Records: read, refused with the place that is wrong, replayed."""

from __future__ import annotations

from typing import Any

import pytest

from tenshu.table.errors import Impossible, Malformed
from tenshu.table.record import Record
from tenshu.table.session import Session
from tenshu.table.state import Document
from tests.table.conftest import Announce
from tests.table.pebbles import Pebbles, as_game


@pytest.fixture
def record(announce: Announce) -> Document:
    """A whole game of one player and the crow."""
    announce(as_game(Pebbles))
    session = Session(Pebbles.new(players=1, seed=3, lonely=True), seats=["Ada"])
    while not session.state.is_over:
        session.play(session.state.legal_moves()[0])
    return session.record().to_json()


def sentence_against(record: Document, /, **changes: Any) -> str:
    with pytest.raises(Malformed) as refused:
        list(Record.from_json(record | changes).states())
    return str(refused.value)


def test_a_record_replays_to_its_result(record: Document) -> None:
    told, last = list(Record.from_json(record).states())[-1]
    assert told == len(record["moves"])
    assert last.scores() == record["result"]


def test_an_illegal_move_is_named_by_its_place(record: Document) -> None:
    moves = record["moves"]
    assert sentence_against(record, moves=[moves[0], "keep"]).startswith("moves[1]: keep: now it is")


def test_a_text_that_is_no_move_is_named_by_its_place(record: Document) -> None:
    assert sentence_against(record, moves=["reach left", "fly"]) == "moves[1]: 'fly' is no move of pebbles"


def test_a_wrong_answer_is_told_the_right_one(record: Document) -> None:
    moves = list(record["moves"])
    place = next(i for i, move in enumerate(moves) if move.startswith("crow"))
    answer, moves[place] = moves[place], "crow steals 99"
    expected = f"moves[{place}]: the game answers '{answer}' here, the record has 'crow steals 99'"
    assert sentence_against(record, moves=moves) == expected


def test_a_missing_answer_at_the_end_is_noticed(record: Document) -> None:
    place = next(i for i, move in enumerate(record["moves"]) if move.startswith("crow"))
    assert sentence_against(record, moves=record["moves"][:place]).endswith("the record has the end")


def test_a_result_that_is_not_the_games_is_refused(record: Document) -> None:
    assert sentence_against(record, result=None) == "result: is null although the game is over"
    assert sentence_against(record, result={}) == "result: is not what the moves lead to"
    unfinished = sentence_against(record, moves=record["moves"][:1])
    assert unfinished == "result: is given although the game is not over"


def test_the_deal_is_checked_and_its_place_named(record: Document) -> None:
    wrong = record["deal"] | {"turn": 5}
    assert sentence_against(record, deal=wrong).startswith("deal.turn: must be from 0 to 0")
    assert sentence_against(record, deal={"game": "chess"}) == "deal.game: is not pebbles"
    with pytest.raises(Impossible):
        list(Record.from_json(record | {"deal": record["deal"] | {"points": []}}).states())


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"record": 2}, "record: version 2 is not known"),
        ({"record": True}, "record: version true is not known"),
        ({"game": "chess"}, "game: no game called 'chess'"),
        ({"game": ["pebbles"]}, "game: no game called ['pebbles']"),
        ({"rules": 0}, "rules: the record follows rules 0"),
        ({"rules": True}, "rules: the record follows rules true"),
        ({"options": None}, "options: must be an object"),
        ({"deal": []}, "deal: must be a position"),
        ({"result": []}, "result: must be a score sheet or null"),
        ({"seats": "Ada"}, "seats: must be a list of texts"),
        ({"seats": []}, "seats: names 0 players"),
        ({"moves": {}}, "moves: must be a list of texts"),
        ({"moves": ["reach left", None]}, "moves[1]: must be a text, not null"),
        ({"title": "x"}, "record: unknown field 'title'"),
    ],
)
def test_a_malformed_record_is_refused_with_its_place(record: Document, changes: Document, sentence: str) -> None:
    assert sentence_against(record, **changes).startswith(sentence)


@pytest.mark.parametrize("name", ["record", "game", "rules", "options", "deal", "seats", "moves", "result"])
def test_every_field_is_needed(record: Document, name: str) -> None:
    del record[name]
    with pytest.raises(Malformed, match=f"{name}: is missing"):
        Record.from_json(record)


def test_what_is_no_object_is_no_record() -> None:
    with pytest.raises(Malformed, match="record: must be an object, not 7"):
        Record.from_json(7)
