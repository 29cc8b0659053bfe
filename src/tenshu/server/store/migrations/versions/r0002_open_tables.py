"""Open tables are found by how long nothing has happened to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "r0002"
down_revision = "r0001"
branch_labels = None
depends_on = None

OPEN = "status = 'open'"


def upgrade() -> None:
    op.create_index("ix_tables_open", "tables", ["changed"], sqlite_where=sa.text(OPEN), postgresql_where=sa.text(OPEN))


def downgrade() -> None:
    op.drop_index("ix_tables_open", "tables")
