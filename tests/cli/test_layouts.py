"""`tenshu layouts` shows the shipped castles and judges drawings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenshu.dragon_castle.layouts import catalogue
from tests.cli.running import complaint, tenshu


@pytest.mark.parametrize("columns", [20, 80, 121])
def test_all_castles_are_listed_and_drawn(columns: int) -> None:
    outcome = tenshu("layouts", columns=columns)
    assert outcome.code == 0
    for key, layout in catalogue().items():
        assert key in outcome.out
        for row in layout.drawing.split():
            assert " ".join(row) in outcome.out


@pytest.mark.parametrize("key", list(catalogue()))
def test_one_castle_is_drawn_with_the_names_of_its_cells(key: str) -> None:
    layout = catalogue()[key]
    lines = tenshu("layouts", "show", layout.name).out.splitlines()
    assert lines[0] == f"{key}: {layout.name}"
    assert lines[-layout.rows - 1].split() == [chr(ord("a") + column) for column in range(layout.columns)]
    assert "".join(lines[-1].split()[1:]) == layout.drawing.split()[-1]
    assert "116 tiles" in lines[1]


def test_a_castle_has_its_name_in_portuguese() -> None:
    assert tenshu("layouts", "show", "keep", language="pt-BR").out.startswith("keep: A Fortaleza\n")


def test_a_sound_drawing_is_praised(tmp_path: Path) -> None:
    file = tmp_path / "keep.txt"
    file.write_text(catalogue()["keep"].text, "utf-8")
    outcome = tenshu("layouts", "check", file)
    assert outcome.code == 0
    assert outcome.out == (
        f"{file}: a castle to play with, 9 × 8, 116 tiles (54 + 43 + 19), best for 3 or 4 players; 0 warnings\n"
    )


def test_a_poor_drawing_is_warned_about() -> None:
    drawing = "2" * 20 + "\n" + "3" * 20 + "\n" + "1" * 16 + "....\n" + "." * 20
    outcome = tenshu("layouts", "check", "-", stdin=drawing)
    assert outcome.code == 0
    verdict, *warnings = outcome.out.splitlines()
    assert verdict.endswith(f"{len(warnings)} warnings")
    assert len(warnings) >= 2
    assert all(warning.startswith("  - ") for warning in warnings)


@pytest.mark.parametrize(
    ("drawing", "place"),
    [
        ("", "standard input: "),
        ("123", "standard input: 6 tiles"),
        ("12\n1x\n", "standard input, line 2, column 2: 'x' is no height"),
        ("colour: red\n\n123", "standard input, line 1: "),
        ("1" * 27, "standard input, line 1, column 27: "),
        ("1\n" * 5001, "standard input: "),
    ],
)
def test_what_is_no_castle(drawing: str, place: str) -> None:
    assert complaint(tenshu("layouts", "check", "-", stdin=drawing)).startswith(place)


def test_a_file_of_something_else(tmp_path: Path) -> None:
    assert complaint(tenshu("layouts", "check", tmp_path)) == f"{tmp_path}: this is a folder, not a file"
    assert complaint(tenshu("layouts", "check", "-", stdin=b"\xff")).startswith("standard input, line 1, column 1")
