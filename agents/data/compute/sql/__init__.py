"""From a query to one SELECT in an engine's dialect, as a tree of sqlglot."""
