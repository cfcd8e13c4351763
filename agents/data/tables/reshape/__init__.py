"""Steps that clean a table that was read: rows that are none, numbers and moments in words."""
