"""No line of the table is wider than the screen, whoever plays."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize("columns", [80, 88, 100])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_table_fits_its_width(columns: int, players: int) -> None:
    command = [sys.executable, "-m", "tenshu", "play", "--seed", "7", "--players", str(players), "--no-colour"]
    shown = subprocess.run(
        command,
        input="\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env={**os.environ, "COLUMNS": str(columns), "LANG": "C.UTF-8", "PYTHONUTF8": "1"},
    ).stdout
    lines = shown.splitlines()
    assert any("Mei" in line for line in lines)
    assert max(map(len, lines)) <= columns
    for line in lines:
        if line.count("│") or line.count("╭"):
            assert line.count("│") % 2 == 0, f"a frame is open: {line}"
            assert line.count("╭") == line.count("╮"), f"a frame is open: {line}"
