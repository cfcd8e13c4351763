"""Files as rows: CSV, Parquet, SQLite, folders of replays."""
