"""The folder of a match: nothing that was finished is lost, and only the same match goes on in it."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tenshu.arena import Folder, Match, play
from tenshu.arena.storing import RECORDS, SETTINGS, TABLE, Mismatch, Taken
from tenshu.table.record import Record
from tests.arena.company import small_match


def rows(folder: Path) -> list[list[str]]:
    """The table without the last column, the time."""
    with (folder / TABLE).open(encoding="utf-8", newline="") as file:
        return [row[:-1] for row in csv.reader(file)]


def play_into(path: Path, match: Match, stop_after: int | None = None) -> None:
    with Folder(path, match, resume=path.exists()) as folder:
        for number, _ in enumerate(play(match, folder=folder, cores=0), start=1):
            if number == stop_after:
                break
        folder.write_table()


def test_a_match_that_was_stopped_ends_like_one_that_was_not(tmp_path: Path, pebbles: str) -> None:
    match = small_match("random", "first", "slow", game=pebbles, games=6)
    play_into(tmp_path / "whole", match)
    play_into(tmp_path / "stopped", match, stop_after=7)
    assert len(rows(tmp_path / "stopped")) == 1 + 7 * 2
    play_into(tmp_path / "stopped", match)
    assert len(rows(tmp_path / "whole")) == 1 + 18 * 2
    assert rows(tmp_path / "stopped") == rows(tmp_path / "whole")


def test_a_match_may_grow(tmp_path: Path, pebbles: str) -> None:
    play_into(tmp_path / "grown", small_match("random", "first", game=pebbles, games=2))
    play_into(tmp_path / "grown", small_match("random", "first", game=pebbles, games=6))
    play_into(tmp_path / "whole", small_match("random", "first", game=pebbles, games=6))
    assert rows(tmp_path / "grown") == rows(tmp_path / "whole")


def test_every_record_replays(tmp_path: Path, pebbles: str) -> None:
    match = small_match("random", "first", game=pebbles, games=4)
    play_into(tmp_path / "out", match)
    lines = (tmp_path / "out" / RECORDS).read_text("utf-8").splitlines()
    assert len(lines) == 4
    for line in lines:
        *_, (_, last) = Record.from_json(json.loads(line)).states()
        assert last.is_over


def test_the_table_has_a_line_for_each_seat_of_each_game(tmp_path: Path, pebbles: str) -> None:
    match = small_match("random", "first", game=pebbles, games=2)
    play_into(tmp_path / "out", match)
    with (tmp_path / "out" / TABLE).open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    assert [(row["rotation"], row["seat"], row["contestant"]) for row in table] == [
        ("0", "0", "random"), ("0", "1", "first"), ("1", "0", "first"), ("1", "1", "random"),
    ]  # fmt: skip
    assert {row["seed"] for row in table} == {"1/0"}
    for row in table:
        assert int(row["total"]) == int(row["kept"]) + int(row["rests"])
        assert float(row["seconds"]) > 0
    for one, other in (table[:2], table[2:]):
        assert int(one["lead"]) == int(one["total"]) - int(other["total"]) == -int(other["lead"])
        assert float(one["share"]) + float(other["share"]) == 1
        assert (one["place"] == "1") == (float(one["share"]) > 0)


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path, pebbles: str) -> None:
    match = small_match("random", "first", game=pebbles, games=4)
    play_into(tmp_path / "out", match)
    whole = rows(tmp_path / "out")
    records = tmp_path / "out" / RECORDS
    records.write_bytes(records.read_bytes()[:-100])
    with Folder(tmp_path / "out", match, resume=True) as folder:
        assert len(folder.outcomes) == 3
    play_into(tmp_path / "out", match)
    assert rows(tmp_path / "out") == whole
    assert len(records.read_text("utf-8").splitlines()) == 4


def test_a_used_folder_is_not_used_by_accident(tmp_path: Path, pebbles: str) -> None:
    match = small_match("random", "first", game=pebbles)
    play_into(tmp_path, match)
    with pytest.raises(Taken):
        Folder(tmp_path, match)


@pytest.mark.parametrize(
    ("setting", "other"),
    [
        ("players", small_match("random", "slow")),
        ("options", small_match("random", "first", layout="barracks")),
        ("seed", Match("dragon-castle", {}, (("random", "first"),), 2, seed=7)),
        ("players", small_match("random", "first", players=3)),
    ],
)
def test_another_match_is_refused(tmp_path: Path, setting: str, other: Match) -> None:
    Folder(tmp_path, small_match("random", "first")).close()
    with pytest.raises(Mismatch) as refused:
        Folder(tmp_path, other, resume=True)
    assert refused.value.setting == setting


def test_another_drawing_of_the_same_name_is_refused(tmp_path: Path) -> None:
    from tenshu.dragon_castle.layouts import catalogue, parse

    mine, changed = (parse(catalogue()[name].text, key="mine") for name in ("barracks", "thousand-towers"))
    Folder(tmp_path, small_match("random", "first", layout=mine)).close()
    with pytest.raises(Mismatch) as refused:
        Folder(tmp_path, small_match("random", "first", layout=changed), resume=True)
    assert refused.value.setting == "first deal"


def test_settings_are_plain_to_read(tmp_path: Path) -> None:
    Folder(tmp_path, small_match("random", "first", spirits="faith")).close()
    settings = json.loads((tmp_path / SETTINGS).read_text("utf-8"))
    assert settings["players"] == [["random", "first"]]
    assert settings["options"] == {"spirits": "faith"}
    assert settings["seed"] == 1
