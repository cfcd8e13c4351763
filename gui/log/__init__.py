"""The stream log in a window."""
