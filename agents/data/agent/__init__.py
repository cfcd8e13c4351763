"""A table answers: words or typed queries become artifacts, for A2A, commands and MCP alike."""
