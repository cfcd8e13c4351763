"""A model is drafted from the headers and values of a table."""
