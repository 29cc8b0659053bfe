"""docs/rulings.md and the cases speak of the same rulings, and every ruling names code that is there."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from tests.dragon_castle.case_runner import all_cases

PAGE = Path(__file__).parents[2] / "docs" / "rulings.md"
ROW = re.compile(r"\| `([a-z0-9-]+)` \| (.+) \| (.+) \| (`.+`) \|")

ROWS = [found.groups() for line in PAGE.read_text("utf-8").splitlines() if (found := ROW.fullmatch(line))]
KEYS = [row[0] for row in ROWS]
PROVEN = Counter(case.data["ruling"] for case in all_cases() if "ruling" in case.data)


def test_every_row_of_the_page_is_read() -> None:
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    assert len(rows) == len(ROWS) == len(set(KEYS))


@pytest.mark.parametrize("key", KEYS)
def test_a_ruling_has_a_case(key: str) -> None:
    assert PROVEN[key], f"no case has ruling = {key!r}"


def test_cases_name_known_rulings() -> None:
    assert not set(PROVEN) - set(KEYS)


@pytest.mark.parametrize(("key", "where"), [(row[0], row[3]) for row in ROWS])
def test_a_ruling_names_code_that_is_there(key: str, where: str) -> None:
    for name in re.findall(r"`([^`]+)`", where):
        module, attribute = name.split(".")
        assert hasattr(import_module(f"tenshu.dragon_castle.{module}"), attribute)
