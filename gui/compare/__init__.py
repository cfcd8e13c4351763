"""Two answers beside each other: rows paired, differences, one window."""
