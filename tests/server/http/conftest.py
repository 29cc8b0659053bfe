"""One application for all tests of a file that leave it as they found it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.http.inside import Inside, inside


@pytest.fixture(scope="module")
def server() -> Iterator[Inside]:
    with inside() as running:
        yield running
