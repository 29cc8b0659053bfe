"""Every refusal is told in the sentence that was written down: a change of one shows up here as a diff to be read."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from tests.white_castle import sentences


def test_refusals_are_told_as_they_were_written_down() -> None:
    change = list(unified_diff(sentences.FILE.read_text("utf-8").splitlines(), sentences.told().splitlines(), n=0))
    if change:
        told = "\n".join(change[2:])
        pytest.fail(
            "Refusals are told differently now. If that is meant, run `python -m tests.white_castle.sentences` and "
            f"commit the changed file.\n{told}",
            pytrace=False,
        )
