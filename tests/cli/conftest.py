"""What every test of the commands needs."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _a_folder_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Whatever a game is told to save under a plain name lands here."""
    folder = tmp_path_factory.mktemp("here")
    monkeypatch.chdir(folder)
    return folder
