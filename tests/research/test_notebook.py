"""The notebook runs from its first cell to its last."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest

from tenshu.arena import match_of
from tenshu.arena.datasets import export
from tenshu.arena.runner import play_here
from tenshu.table.record import Record

NOTEBOOK = Path(__file__).parents[2] / "examples" / "research" / "openings.ipynb"


def test_it_draws_openings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    match = match_of(["random", "random"], game="dragon-castle", games=4, seed=1, options={"players": 2})
    records = [answer for answer in play_here(match, match.seatings()) if isinstance(answer, Record)]
    export(records, tmp_path / "set")
    monkeypatch.setenv("TENSHU_DATASET", str(tmp_path / "set"))
    monkeypatch.setenv("TENSHU_PICTURE", str(tmp_path / "openings.png"))
    mpl.use("Agg")
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells):
        exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
    names["plt"].close("all")
    assert "4 games" in capsys.readouterr().out
    assert (tmp_path / "openings.png").stat().st_size > 10_000
