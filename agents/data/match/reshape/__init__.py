"""Steps that bring a table of games into one shape: a row for a game, a side, or a count."""
