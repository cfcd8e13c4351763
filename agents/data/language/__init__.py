"""Words of a message as they stand in it: units, numbers, periods, and the names of a table."""
