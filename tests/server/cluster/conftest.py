"""Two server processes that share a PostgreSQL database and a Redis."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.running import Server, serving


@pytest.fixture
def pair(postgresql: str, redis: str) -> Iterator[tuple[Server, Server]]:
    with serving(postgresql, "--redis", redis) as one, serving(postgresql, "--redis", redis) as two:
        yield one, two
