"""Without the native core these tests fail, so that nobody takes silence for agreement."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest

MISSING = (
    "tenshu_native is not installed, so nothing was compared. Build it with 'pip install ./native', "
    "or leave it out knowingly with TENSHU_WITHOUT_NATIVE=1."
)


@pytest.fixture(autouse=True)
def _native_core() -> None:
    if find_spec("tenshu_native") is None:
        if os.environ.get("TENSHU_WITHOUT_NATIVE") == "1":
            pytest.skip("left out: TENSHU_WITHOUT_NATIVE=1")
        pytest.fail(MISSING, pytrace=False)
