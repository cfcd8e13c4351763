<<<<<<< HEAD
"""Files as rows: CSV, Parquet, SQLite, folders of replays."""
=======
"""What reads files of each kind."""
>>>>>>> 7a367e3a (Open any CSV at once, and draft what its columns are)
