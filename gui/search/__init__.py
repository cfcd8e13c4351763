"""Search over everything that was said."""
