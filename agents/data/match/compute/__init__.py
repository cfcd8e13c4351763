"""A frame becomes a plan, SQL, rows, intervals and fitted skills."""
