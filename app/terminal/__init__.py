"""A conversation in a terminal: what is read, and what is printed."""
