"""Where conversations are kept: one store on SQLite, and one that forgets."""
