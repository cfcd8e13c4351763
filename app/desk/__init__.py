"""One conversation while open, a message and its answer, all conversations of a profile."""
