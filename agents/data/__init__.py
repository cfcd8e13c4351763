"""The data agent: it answers questions about a table of matches, with the query behind each figure."""
