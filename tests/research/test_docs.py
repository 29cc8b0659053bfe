"""Every piece of Python in docs/research.md runs as it stands there."""

from __future__ import annotations

import os
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tenshu.arena import match_of
from tenshu.arena.datasets import export
from tenshu.arena.runner import play_here
from tenshu.table.record import Record

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text("utf-8")
PIECES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
NAMES = ["pettingzoo", "gymnasium", "vector", "openspiel", "datasets", "player"]


@pytest.mark.parametrize(("name", "piece"), list(zip(NAMES, PIECES, strict=True)), ids=NAMES)
def test_it_runs(
    name: str, piece: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if name == "vector" and find_spec("tenshu_native") is None and os.environ.get("TENSHU_WITHOUT_NATIVE") == "1":
        pytest.skip("left out: TENSHU_WITHOUT_NATIVE=1")
    monkeypatch.chdir(tmp_path)
    if name == "datasets":
        match = match_of(["random"], game="dragon-castle", games=2, options={"solo": True})
        records = [answer for answer in play_here(match, match.seatings()) if isinstance(answer, Record)]
        export(records, tmp_path / "openings")
    exec(compile(piece, f"docs/research.md, {name}", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out.strip()


def test_quick_starts_are_short() -> None:
    for piece in PIECES[:5]:
        assert len([line for line in piece.splitlines() if line.strip()]) <= 12
