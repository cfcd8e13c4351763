"""Where queries run: a small port, and the databases in which tables stay where they are."""
