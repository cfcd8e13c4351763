"""Files as rows: CSV, Parquet, Excel, JSON, SQLite, folders of replays."""
