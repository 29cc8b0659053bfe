"""The first shape."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "r0001"
down_revision = None
branch_labels = None
depends_on = None

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")
NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def only_where(condition: str) -> dict[str, Any]:
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


def upgrade() -> None:
    op.create_table(
        "facts",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_facts"),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("login", sa.Text),
        sa.Column("password", sa.Text),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("webhook", sa.Text),
        sa.Column("webhook_secret", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("login", name="uq_people_login"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", JSON, nullable=False),
        sa.Column("seats", JSON, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("autostart", sa.Boolean, nullable=False),
        sa.Column("clock", JSON),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("takebacks", sa.Text, nullable=False),
        sa.Column("chat", sa.Boolean, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("to_move", sa.Integer),
        sa.Column("waits_for", sa.Text),
        sa.Column("deadline", sa.Double),
        sa.Column("banks", JSON),
        sa.Column("offer", JSON),
        sa.Column("result", JSON),
        sa.Column("rematch", sa.Text),
        sa.Column("changed", sa.Double, nullable=False),
        sa.Column("started", sa.Double),
        sa.Column("ended", sa.Double),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_deadline", "tables", ["deadline"], **only_where("deadline IS NOT NULL"))
    op.create_index("ix_tables_lobby", "tables", ["changed", "id"], **only_where("public AND status <> 'finished'"))
    op.create_index("ix_tables_waits_for", "tables", ["waits_for", "changed"], **only_where("waits_for IS NOT NULL"))
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("document", JSON, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_analyses_table_id_tables", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", name="pk_analyses"),
    )
    op.create_table(
        "deliveries",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_deliveries_table_id_tables", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_deliveries"),
    )
    op.create_index("ix_deliveries_due", "deliveries", ["due"])
    op.create_index("ix_deliveries_table_id", "deliveries", ["table_id"])
    op.create_table(
        "messages",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_messages_table_id_tables", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_messages"),
    )
    op.create_table(
        "participants",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("first", sa.Boolean, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("settled", sa.Double),
        sa.Column("place", sa.Integer),
        sa.Column("shared", sa.Integer),
        sa.Column("points", sa.Double),
        sa.Column("resigned", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_participants_table_id_tables", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_participants"),
    )
    op.create_index("ix_participants_history", "participants", ["person", "settled", "table_id"], **only_where("first"))
    op.create_index(
        "ix_participants_statistics",
        "participants",
        ["person", "game", "players", "place", "shared", "points", "settled"],
        **only_where("first AND settled IS NOT NULL"),
    )
    op.create_table(
        "secrets",
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("used", sa.Double),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_secrets_person_people", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash", name="pk_secrets"),
    )
    op.create_index("ix_secrets_person", "secrets", ["person"])
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("document", JSON, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_snapshots_table_id_tables", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "ply", name="pk_snapshots"),
    )
    op.create_table(
        "steps",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("seat", sa.Integer),
        sa.Column("version", sa.Integer),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("answers", JSON),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.Column("stands", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_steps_table_id_tables", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "revision", name="pk_steps"),
        sa.UniqueConstraint("table_id", "version", name="uq_steps_table_id_version"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_steps_standing_moves", "steps", ["table_id", "ply"], unique=True, **only_where("stands AND kind = 'move'")
    )


def downgrade() -> None:
    op.drop_table("steps")
    op.drop_table("snapshots")
    op.drop_table("secrets")
    op.drop_table("participants")
    op.drop_table("messages")
    op.drop_table("deliveries")
    op.drop_table("analyses")
    op.drop_table("tables")
    op.drop_table("people")
    op.drop_table("facts")
