"""One agent in front of the others: it routes, plans, delegates, asks back and combines."""
