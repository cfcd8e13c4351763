"""Balance Desk: the centre of the program and its composition root."""
