"""The tables of the database. A change here needs a new file in `migrations/versions`."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)
Json = JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")
Number = BigInteger().with_variant(Integer, "sqlite")

IN_THE_LOBBY = "public AND status <> 'finished'"
OPEN = "status = 'open'"
STANDING_MOVE = "stands AND kind = 'move'"
"""Conditions of partial indexes: a query must say them in these very words to be answered from the index."""


def _of_a_table(*, primary_key: bool = True) -> Column[str]:
    return Column(
        "table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=primary_key, nullable=False
    )


people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("login", Text, unique=True),
    Column("password", Text),
    Column("epoch", Integer, nullable=False),
    Column("webhook", Text),
    Column("webhook_secret", Text),
)

secrets = Table(
    "secrets",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("used", Double),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", Json, nullable=False),
    Column("seats", Json, nullable=False),
    Column("host", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("autostart", Boolean, nullable=False),
    Column("clock", Json),
    Column("hints", Boolean, nullable=False),
    Column("takebacks", Text, nullable=False),
    Column("chat", Boolean, nullable=False),
    Column("status", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("to_move", Integer),
    Column("waits_for", Text),
    Column("deadline", Double),
    Column("banks", Json),
    Column("offer", Json),
    Column("result", Json),
    Column("rematch", Text),
    Column("changed", Double, nullable=False),
    Column("started", Double),
    Column("ended", Double),
    Index("ix_tables_lobby", "changed", "id", sqlite_where=text(IN_THE_LOBBY), postgresql_where=text(IN_THE_LOBBY)),
    Index(
        "ix_tables_waits_for",
        "waits_for",
        "changed",
        sqlite_where=text("waits_for IS NOT NULL"),
        postgresql_where=text("waits_for IS NOT NULL"),
    ),
    Index(
        "ix_tables_deadline",
        "deadline",
        sqlite_where=text("deadline IS NOT NULL"),
        postgresql_where=text("deadline IS NOT NULL"),
    ),
    Index("ix_tables_open", "changed", sqlite_where=text(OPEN), postgresql_where=text(OPEN)),
)

participants = Table(
    "participants",
    metadata,
    _of_a_table(),
    Column("seat", Integer, primary_key=True),
    Column("person", Text, nullable=False),
    Column("first", Boolean, nullable=False),  # of several seats at one screen, the one that counts for the person
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("settled", Double),  # the last change of a finished table, NULL before its end
    Column("place", Integer),
    Column("shared", Integer),  # how many have this place
    Column("points", Double),
    Column("resigned", Boolean, nullable=False),
    Index(
        "ix_participants_history",
        "person",
        "settled",
        "table_id",
        sqlite_where=text("first"),
        postgresql_where=text("first"),
    ),
    Index(
        "ix_participants_statistics",
        "person",
        "game",
        "players",
        "place",
        "shared",
        "points",
        "settled",
        sqlite_where=text("first AND settled IS NOT NULL"),
        postgresql_where=text("first AND settled IS NOT NULL"),
    ),
)

steps = Table(
    "steps",
    metadata,
    _of_a_table(),
    Column("revision", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("person", Text),
    Column("seat", Integer),
    Column("version", Integer),  # NULL where the position stays as it is
    Column("ply", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("answers", Json),
    Column("closed", Boolean, nullable=False),
    Column("stands", Boolean, nullable=False),  # false for a move that was undone
    UniqueConstraint("table_id", "version"),
    Index(
        "ix_steps_standing_moves",
        "table_id",
        "ply",
        unique=True,
        sqlite_where=text(STANDING_MOVE),
        postgresql_where=text(STANDING_MOVE),
    ),
    sqlite_with_rowid=False,
)

snapshots = Table(
    "snapshots",
    metadata,
    _of_a_table(),
    Column("ply", Integer, primary_key=True),
    Column("document", Json, nullable=False),
)

messages = Table(
    "messages",
    metadata,
    _of_a_table(),
    Column("number", Integer, primary_key=True),
    Column("person", Text),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
)

analyses = Table("analyses", metadata, _of_a_table(), Column("document", Json, nullable=False))

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", Number, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("person", Text, nullable=False),
    Column("event", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("due", Double, nullable=False, index=True),  # also moved on by whoever is at work on it
)

facts = Table(
    "facts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
