"""Alembic's environment: uses the connection that the server (or a developer's command) has opened."""

from alembic import context

from klatsch.server.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
