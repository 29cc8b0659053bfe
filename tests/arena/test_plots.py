"""Pictures are written, as PNG and SVG, and say what was measured."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tenshu.arena import plots, standings
from tenshu.arena.extra import MissingExtra
from tenshu.arena.ratings import ratings
from tests.arena.test_balance import measured
from tests.arena.test_results import TWO_DEALS, ended, match_between

PNG = b"\x89PNG\r\n\x1a\n"


def texts_of(svg: Path) -> str:
    """matplotlib writes letters as shapes and keeps the text in a comment."""
    return svg.read_text("utf-8")


def test_the_pictures_of_a_match(tmp_path: Path, pebbles: str) -> None:
    match = match_between("ab", deals=2)
    found = standings(match, TWO_DEALS)
    written = plots.match_plots(tmp_path, match, found, ratings(TWO_DEALS), plots.words())
    names = ["ratings", "scores", "categories"]
    assert [file.name for file in written] == [f"{name}.{kind}" for name in names for kind in ("png", "svg")]
    for file in written:
        assert file.stat().st_size > 5000
        if file.suffix == ".png":
            assert file.read_bytes().startswith(PNG)
        else:
            assert "pebbles · 2 seats · 4 games · 2 deals, seed 1" in texts_of(file)
    assert "Where the points come from" in texts_of(tmp_path / "categories.svg")


def test_pictures_of_games_played_alone_show_the_ranks(tmp_path: Path, pebbles: str) -> None:
    match = match_between("a", deals=2)
    games = [ended(0, 0, "a", (60,), rank="Dragon"), ended(1, 0, "a", (40,), rank="Master")]
    said = plots.words("pt-BR", {"Dragon": "Dragão"}.get)  # type: ignore[arg-type]
    written = plots.match_plots(tmp_path, match, standings(match, games), None, plots.words("pt-BR", str.upper))
    assert [file.stem for file in written[::2]] == ["scores", "categories", "ranks"]
    assert "Títulos conquistados" in texts_of(tmp_path / "ranks.svg")
    assert "DRAGON" in texts_of(tmp_path / "ranks.svg")
    assert said.say("plot.wins") == "vitórias"


def test_the_picture_of_a_castle(tmp_path: Path) -> None:
    found = measured((30, 20), (20, 25), (22, 22), (30, 24))
    png, svg = plots.write(plots.balance(found, "The Hut", "4 games", plots.words()), tmp_path / "hut")
    assert png.read_bytes().startswith(PNG)
    assert "The Hut" in texts_of(svg)
    assert "What winners do more often" in texts_of(svg)


def test_one_deal_without_intervals_can_be_drawn(tmp_path: Path, pebbles: str) -> None:
    match = match_between("ab", deals=1)
    found = standings(match, TWO_DEALS[:2])
    assert plots.match_plots(tmp_path, match, found, ratings(TWO_DEALS[:2]), plots.words())
    assert plots.write(plots.balance(measured((3, 2)), "x", "one game", plots.words()), tmp_path / "one")


def test_the_same_picture_is_the_same_file(tmp_path: Path, pebbles: str) -> None:
    match = match_between("ab", deals=2)
    found = standings(match, TWO_DEALS)
    first, again = (plots.write(plots.scores(found, "x", plots.words()), tmp_path / name) for name in ("a", "b"))
    assert first[1].read_bytes() == again[1].read_bytes()


def test_a_long_line_below_the_title_is_broken() -> None:
    found = standings(match_between("ab", deals=2), TWO_DEALS)
    short, long = (plots.scores(found, about, plots.words()) for about in ("word", "word " * 60))
    assert long.get_size_inches()[1] > short.get_size_inches()[1]


def test_without_matplotlib_nothing_is_drawn(tmp_path: Path, pebbles: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    match = match_between("ab", deals=2)
    with pytest.raises(MissingExtra, match="matplotlib is not installed"):
        plots.match_plots(tmp_path, match, standings(match, TWO_DEALS), None, plots.words())
    assert list(tmp_path.iterdir()) == []
