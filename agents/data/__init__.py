"""The data agent: it answers about a table of matches, with the query behind each figure."""
