"""The picture in the README can be drawn anew."""

from __future__ import annotations

from tests.cli.running import tenshu
from tools.terminal_picture import PICTURE, RECORD, drawn


def test_the_record_behind_the_picture_is_sound() -> None:
    assert tenshu("replay", RECORD).code == 0


def test_the_picture_is_drawn_from_it_and_needs_no_network() -> None:
    svg = drawn()
    assert svg == drawn()
    assert svg.startswith("<svg")
    assert "@font-face" not in svg
    assert PICTURE.read_text("utf-8").startswith("<svg")
