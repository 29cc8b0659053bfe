"""Running commands inside the test: what they print, what they complain about, how they end."""

from __future__ import annotations

import io
import json
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tenshu.cli.main import run


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


def tenshu(*arguments: str | Path, stdin: str | bytes = b"", columns: int = 80, language: str = "en") -> Outcome:
    """One command line, as a shell would give it, in a terminal-less world of so many columns."""
    typed = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = io.BytesIO(), io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), "utf-8"))
        patch.setattr(sys, "stdout", io.TextIOWrapper(out, "utf-8"))
        patch.setattr(sys, "stderr", io.TextIOWrapper(err, "utf-8"))
        patch.setenv("COLUMNS", str(columns))
        patch.setenv("TENSHU_LANGUAGE", language)
        patch.delenv("TENSHU_DEBUG", raising=False)
        code = run([str(argument) for argument in arguments])
        sys.stdout.flush()
        sys.stderr.flush()
        return Outcome(code, out.getvalue().decode(), err.getvalue().decode())


def complaint(outcome: Outcome) -> str:
    """The one sentence of a command that could not do what was asked; checks that it is one, and nothing else."""
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.startswith("tenshu: ")
    assert outcome.err.endswith("\n")
    sentence = outcome.err.removeprefix("tenshu: ").removesuffix("\n")
    assert sentence.isprintable()
    assert "Traceback" not in sentence
    return sentence


def small_position(**changes: Any) -> dict[str, Any]:
    """A castle of eight tiles, two players, nothing played yet."""
    player = {"realm": {}, "shrines": 1, "vp": 0, "tokens": 0, "discarded": []}
    position = {
        "game": "dragon-castle",
        "version": 1,
        "realm": [4, 4],
        "solo": False,
        "spirits": [],
        "dragons": [],
        "castle": {"a1": ["M1"], "b1": ["S2", "M1"], "c1": ["M2", "F3"], "d1": ["M3"], "b2": ["E1"], "c2": ["D2"]},
        "supply": 38,
        "countdown": 7,
        "first": 0,
        "players": [player, player],
        "turn": {"player": 0},
    }
    return position | changes


def small_record(seats: list[str], **changes: Any) -> dict[str, Any]:
    """A game in the small castle of which nothing has been played."""
    position = small_position(**changes)
    return {
        "record": 1,
        "game": "dragon-castle",
        "rules": 1,
        "options": {"seed": 7},
        "deal": position,
        "seats": seats,
        "moves": [],
        "result": None,
    }


def written(folder: Path, document: object, name: str = "file.json") -> Path:
    """A document in a file."""
    file = folder / name
    file.write_text(json.dumps(document), "utf-8")
    return file


def hear_control_c() -> None:
    """In a new process: interrupts work, even if the tests run in the background, where they are ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
