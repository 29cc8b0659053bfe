"""A store on each of the two engines."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tenshu.server.store import Store


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tenshu.sqlite"
    address: str = request.getfixturevalue("postgresql")
    return address


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    store = await Store.open(address)
    yield store
    await store.close()
