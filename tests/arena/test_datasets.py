"""Games as tables: what is in them is what the records say."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tenshu.arena import Outcome, match_of, play
from tenshu.arena import datasets as written
from tenshu.arena.runner import play_here
from tenshu.dragon_castle.encoding import ENCODING
from tenshu.table.record import Record
from tests.cli.running import complaint, tenshu


@pytest.fixture(scope="module")
def records() -> list[Record]:
    match = match_of(["random", "random"], game="dragon-castle", games=2, seed=3, options={"players": 2})
    found = [answer for answer in play_here(match, match.seatings()) if isinstance(answer, Record)]
    assert len(found) == 2
    return found


def test_every_decision_is_a_row(records: list[Record], tmp_path: Path) -> None:
    counted = written.export(records, tmp_path)
    games = pq.read_table(tmp_path / written.GAMES).to_pylist()
    rows = pq.read_table(tmp_path / written.POSITIONS).to_pylist()
    assert counted == written.Written(len(games), len(rows))
    assert [game["decisions"] for game in games] == [len(record.moves) for record in records]
    for number, record in enumerate(records):
        mine = [row for row in rows if row["game_id"] == number]
        assert [row["move"] for row in mine] == list(record.moves)
        assert [row["decision"] for row in mine] == list(range(len(mine)))
        for row, (_, state) in zip(mine, record.states(), strict=False):
            assert row["seat"] == state.to_move
            assert ENCODING.move(row["action"]) == row["move"]
            assert [ENCODING.move(each) for each in row["legal"]] == list(state.legal_moves())
            assert row["observation"] == bytes(ENCODING.observe(state, row["seat"]))
            assert record.result is not None
            assert row["total"] == record.result["players"][row["seat"]]["total"]
            assert row["place"] == games[number]["places"][row["seat"]]
        assert games[number]["encoding"] == "dragon_castle_v1"
        assert {row["turn"] for row in mine} == set(range(mine[-1]["turn"] + 1))


def test_records_stay_as_they_are(records: list[Record], tmp_path: Path) -> None:
    written.export(records, tmp_path)
    lines = (tmp_path / written.RECORDS).read_text("utf-8").splitlines()
    assert [Record.from_json(json.loads(line)) for line in lines] == records


def test_the_schema_is_named(records: list[Record], tmp_path: Path) -> None:
    written.export(records[:1], tmp_path)
    for name in (written.GAMES, written.POSITIONS):
        assert pq.read_schema(tmp_path / name).metadata[written.SCHEMA.encode()] == written.VERSION.encode()


def test_a_game_without_encoding_has_moves_only(pebbles: str, tmp_path: Path) -> None:
    match = match_of(["random", "random"], game=pebbles, games=2, options={"players": 2})
    outcomes = [answer for answer in play(match, cores=0) if isinstance(answer, Outcome)]
    found = [answer for answer in play_here(match, match.seatings()) if isinstance(answer, Record)]
    assert len(outcomes) == len(found)
    written.export(found, tmp_path)
    rows = pq.read_table(tmp_path / written.POSITIONS).to_pylist()
    assert rows
    assert all(row["action"] is None and row["observation"] is None for row in rows)


def test_the_command_writes_them(tmp_path: Path) -> None:
    target = tmp_path / "set"
    found = tenshu(
        "arena", "match", "random", "--solo", "--games", "4", "--cores", "1",
        "--out", str(tmp_path / "match"), "--export", str(target),
    )  # fmt: skip
    assert found.code == 0, found.err
    assert "positions are written to" in found.out.replace("\n", " ")
    assert pq.read_table(target / written.GAMES).num_rows == 4


def test_a_missing_library_is_named_before_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise written.MissingArrow

    monkeypatch.setattr(written, "arrow", missing)
    found = tenshu("arena", "match", "random", "--out", str(tmp_path / "match"), "--export", str(tmp_path / "set"))
    assert 'pip install "tenshu[data]"' in complaint(found)
    assert not (tmp_path / "match").exists()
