"""The conversations of many tenants: the port, its rows, and what follows a message."""
