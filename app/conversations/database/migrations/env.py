"""Run by Alembic for each upgrade: on the connection, and in the transaction, that it was given."""

from alembic import context

connection = context.config.attributes["connection"]
context.configure(connection=connection, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
