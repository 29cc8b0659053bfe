"""Whole games as they were written down: a change of the rules shows up here as a diff to be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dragon_castle.naive import SPIRITS
from tests.dragon_castle.naive_scores import CARDS
from tools import golden


@pytest.mark.parametrize("name", golden.GAMES)
def test_the_game_is_played_as_it_was_written_down(name: str) -> None:
    change = golden.difference(name)
    if change:
        pytest.fail(
            f"The golden game {name} is played differently now. If that is meant, run `python tools/golden.py` and "
            f"commit the changed files with the rules.\n{change}",
            pytrace=False,
        )


def test_every_file_belongs_to_a_game() -> None:
    assert golden.strangers() == []


def test_every_card_is_used_in_some_game() -> None:
    texts = [golden.path_of(name).read_text("utf-8") for name in golden.GAMES]
    called = {spirit for spirit in SPIRITS if any(f"| spirit-called {spirit};" in text for text in texts)}
    assert called == set(SPIRITS)
    scored = {card for card in CARDS if any(f"{card} {points}" in text for text in texts for points in range(1, 10))}
    assert scored == set(CARDS)


def test_every_number_of_players_is_there() -> None:
    counts = {1 if options.get("solo") else options["players"] for options in golden.GAMES.values()}
    assert counts == {1, 2, 3, 4}


def test_a_change_is_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The comparison itself: a changed line, a missing file, a stranger."""
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.setattr(golden, "GAMES", {"solo": golden.GAMES["solo"]})
    assert golden.main([]) == 0
    assert golden.main(["--check"]) == 0
    text = golden.path_of("solo").read_text("utf-8")
    golden.path_of("solo").write_text(text.replace("taken", "stolen", 1), "utf-8")
    assert golden.main(["--check"]) == 1
    assert "stolen" in capsys.readouterr().out
    golden.path_of("solo").unlink()
    assert golden.difference("solo").endswith("lines more")
    (tmp_path / "forgotten.txt").touch()
    assert golden.strangers() == ["forgotten.txt"]
    assert golden.main(["--nonsense"]) == 2
