"""What a draft says of a table that it does not know to be one of games."""


class NoGames(Exception):
    """A table shows no two sides or no result, or nothing tells which of several it is."""
