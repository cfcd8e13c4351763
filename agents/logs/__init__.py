"""The log agent: reads a log file in visible steps, and answers questions about its lines."""
