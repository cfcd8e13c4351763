"""The folder that holds all state: its lock, its settings, the trace of a crash."""
