"""A question about a log: its language and words, moments, and the frame that they make."""
