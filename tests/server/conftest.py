"""Databases and servers for the tests of the server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.services import PostgreSQL, Redis


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """What tests marked `anyio` run on."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[PostgreSQL]:
    """A PostgreSQL server of this test process."""
    server = PostgreSQL()
    server.start()
    yield server
    server.end()


@pytest.fixture
def postgresql(postgresql_server: PostgreSQL) -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    if not postgresql_server.is_running:
        postgresql_server.start()
    with postgresql_server.database() as address:
        yield address


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    """A Redis server of this test process."""
    server = Redis()
    server.start()
    yield server
    server.end()


@pytest.fixture
def redis(redis_server: Redis) -> str:
    """The address of an empty Redis server."""
    if not redis_server.is_running:
        redis_server.start()
    redis_server.empty()
    return redis_server.url
