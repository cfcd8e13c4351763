"""A file becomes a clean relation in DuckDB, whatever it is about: nothing here knows a subject."""
