"""Every ruling of docs/rulings-white-castle.md has a case that proves it; cases name rulings that are there."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.white_castle.case_runner import all_cases

PAGE = Path(__file__).parents[2] / "docs" / "rulings-white-castle.md"
KEYS = re.findall(r"^\| `([a-z0-9-]+)` \|", PAGE.read_text("utf-8"), re.MULTILINE)
PROVEN = Counter(case.data["ruling"] for case in all_cases() if "ruling" in case.data)
OF_THE_DEAL = {"die-tile-spaces"}
"""Proven in test_setup.py: a position cannot show how it was dealt."""


@pytest.mark.parametrize("key", KEYS)
def test_a_ruling_has_a_case(key: str) -> None:
    assert PROVEN[key] or key in OF_THE_DEAL, f"no case has ruling = {key!r}"


def test_cases_name_known_rulings() -> None:
    assert KEYS
    assert not (set(PROVEN) | OF_THE_DEAL) - set(KEYS)
