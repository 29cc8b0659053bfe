"""The shape of the database, brought up to date when a server starts."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from tenshu.server.store.errors import StoreTrouble

FOLDER = Path(__file__).parent / "migrations"
_LOCK = 0x7E45_4855
"""The number of PostgreSQL's advisory lock that servers take in turn when several start at once."""


def config(connection: Connection) -> Config:
    """Alembic's settings, without a file."""
    settings = Config(attributes={"connection": connection})
    settings.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return settings


def upgrade(connection: Connection, name: str) -> None:
    """Bring a database up to date, inside the caller's transaction. `name` is what a sentence calls it."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    settings = config(connection)
    script = ScriptDirectory.from_config(settings)
    present = MigrationContext.configure(connection).get_current_revision()
    if present is not None and present not in {known.revision for known in script.walk_revisions()}:
        raise StoreTrouble("newer", name=name)
    if present != script.get_current_head():
        command.upgrade(settings, "head")


def downgrade(connection: Connection, revision: str) -> None:
    """Take a database back to an earlier shape."""
    command.downgrade(config(connection), revision)
