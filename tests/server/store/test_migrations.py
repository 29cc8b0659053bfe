"""The shape of the database, up and down."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect

from tenshu.server.store import Store, engines, migrating, models
from tests.server.store.building import begun

TABLES = set(models.metadata.tables)


@pytest.fixture
def engine(address: str) -> Iterator[Engine]:
    engine = engines.writing_engine(engines.parse(address), 10.0, "FULL")
    yield engine
    engine.dispose()


def names(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names()) - {"alembic_version"}


def test_up_and_down_and_up_again(engine: Engine) -> None:
    for _ in range(2):
        with engine.begin() as connection:
            migrating.upgrade(connection, "it")
            assert names(connection) == TABLES
        with engine.begin() as connection:
            migrating.downgrade(connection, "base")
            assert names(connection) == set()


def test_every_step_of_the_way_goes_back(engine: Engine) -> None:
    with engine.connect() as connection:
        scripts = ScriptDirectory.from_config(migrating.config(connection))
    revisions = [script.revision for script in scripts.walk_revisions()]
    for revision in reversed(revisions):
        with engine.begin() as connection:
            settings = migrating.config(connection)
            command.upgrade(settings, revision)
            command.downgrade(settings, "-1")
            command.upgrade(settings, revision)


def test_models_and_migrations_agree(engine: Engine) -> None:
    with engine.begin() as connection:
        migrating.upgrade(connection, "it")
        assert compare_metadata(MigrationContext.configure(connection), models.metadata) == []
        command.check(migrating.config(connection))
        migrated = shape(connection)
        migrating.downgrade(connection, "base")
        models.metadata.create_all(connection)
        assert shape(connection) == migrated


def shape(connection: Connection) -> object:
    """Everything a database says about our tables, conditions of indexes included."""
    ask = inspect(connection)
    if connection.dialect.name == "sqlite":
        statement = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'alembic%' AND name NOT LIKE 'sqlite_%'"
        return {name: sorted(sql.replace(",", " ").split()) for name, sql in connection.exec_driver_sql(statement)}
    statement = (
        "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
    )
    return (
        sorted(map(tuple, connection.exec_driver_sql(statement))),
        {
            name: [
                (column["name"], str(column["type"]), column["nullable"], column["default"])
                for column in ask.get_columns(name)
            ]
            for name in TABLES
        },
        {name: ask.get_foreign_keys(name) for name in TABLES},
    )


def test_a_migration_that_fails_leaves_nothing(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    with contextlib.suppress(ZeroDivisionError), engine.begin() as connection:
        migrating.upgrade(connection, "it")
        raise ZeroDivisionError
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == []


def test_servers_that_start_at_once_migrate_in_turn(postgresql: str) -> None:
    async def start() -> None:
        stores = await asyncio.gather(*(Store.open(postgresql) for _ in range(4)))
        await begun(stores[0], "t")
        for store in stores:
            assert await store.revisions(["t"]) == {"t": 2}
            await store.close()

    asyncio.run(start())


def test_opening_again_changes_nothing(address: str) -> None:
    async def start() -> None:
        for _ in range(2):
            store = await Store.open(address)
            await store.fact_or("a", "b")
            await store.close()

    asyncio.run(start())
