"""A query becomes one SELECT of an engine's dialect, and its rows become figures."""
