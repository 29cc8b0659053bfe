"""docs/rulings-white-castle.md, the rules page of the browser and the code speak of the same rulings."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "rulings-white-castle.md"
TEXTS = ROOT / "web" / "src" / "lib" / "games" / "white-castle" / "rules" / "texts"
ROW = re.compile(r"\| `([a-z0-9-]+)` \| (.+) \| (.+) \| (`.+`) \|")

ROWS = [found.groups() for line in PAGE.read_text("utf-8").splitlines() if (found := ROW.fullmatch(line))]
KEYS = [row[0] for row in ROWS]


def test_every_row_of_the_page_is_read() -> None:
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    assert len(rows) == len(ROWS) == len(set(KEYS))


@pytest.mark.parametrize(("key", "where"), [(row[0], row[3]) for row in ROWS])
def test_a_ruling_names_code_that_is_there(key: str, where: str) -> None:
    for name in re.findall(r"`([^`]+)`", where):
        module, attribute = name.split(".")
        assert hasattr(import_module(f"tenshu.white_castle.{module}"), attribute), key


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_the_browser_lists_the_same_rulings(language: str) -> None:
    book = json.loads((TEXTS / f"{language}.json").read_text("utf-8"))
    assert [ruling["key"] for group in book["rulings"] for ruling in group["rulings"]] == KEYS
