"""One SQLite file or PostgreSQL server: connections, tables, schema, migrations, jobs."""
