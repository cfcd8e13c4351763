"""A log file as rows: parsing in SQL, the table of its lines, the logs that are open."""
