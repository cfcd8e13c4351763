"""The window's own parts: outline, presenter, commands, other windows, start, tour."""
