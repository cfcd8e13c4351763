"""Answers about a log: the query, figures, words, charts, and what is said beside them."""
