"""Any file of rows becomes tables in DuckDB, with a note of what was changed on reading."""
