"""What the columns of a table of games mean, and the words by which that is known."""
