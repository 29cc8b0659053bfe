"""Whole games as they were written down: a change of the rules shows up here as a diff to be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import golden_white as golden


@pytest.mark.parametrize("name", golden.GAMES)
def test_the_game_is_played_as_it_was_written_down(name: str) -> None:
    change = golden.difference(name)
    if change:
        pytest.fail(
            f"The golden game {name} is played differently now. If that is meant, run `python tools/golden_white.py` "
            f"and commit the changed files with the rules.\n{change}",
            pytrace=False,
        )


def test_every_file_belongs_to_a_game() -> None:
    assert golden.strangers() == []


def test_every_number_of_players_and_every_level_is_there() -> None:
    assert {options.get("players") for options in golden.GAMES.values()} == {None, 2, 3, 4}
    assert {options.get("solo") for options in golden.GAMES.values()} == {None, "easy", "medium", "hard"}


def test_every_kind_of_move_is_played() -> None:
    lines = [line for name in golden.GAMES for line in golden.path_of(name).read_text("utf-8").splitlines()]
    verbs = {line.split(" | ")[0].split()[4] for line in lines if " | " in line or line.endswith(" |")}
    assert verbs >= {"start", "die", "put", "do", "gate", "climb", "garden", "yard", "row", "light", "line", "gain"}
    assert verbs >= {"favour", "pay", "stop", "skip", "room", "trade", "end"}


def test_a_change_is_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The comparison itself: a changed line, a missing file, a stranger."""
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.setattr(golden, "GAMES", {"solo-easy": golden.GAMES["solo-easy"]})
    assert golden.main([]) == 0
    assert golden.main(["--check"]) == 0
    text = golden.path_of("solo-easy").read_text("utf-8")
    golden.path_of("solo-easy").write_text(text.replace("die-placed", "die-thrown", 1), "utf-8")
    assert golden.main(["--check"]) == 1
    assert "die-thrown" in capsys.readouterr().out
    golden.path_of("solo-easy").unlink()
    assert golden.difference("solo-easy").endswith("lines more")
    (tmp_path / "forgotten.txt").touch()
    assert golden.strangers() == ["forgotten.txt"]
    assert golden.main(["--nonsense"]) == 2
