"""A log file as rows: formats, detection, parsing in SQL, templates, the logs that are open."""
