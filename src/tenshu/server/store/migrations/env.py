"""What Alembic runs: `tenshu.server.store.migrating` hands it a connection."""

from __future__ import annotations

from alembic import context

from tenshu.server.store.models import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
