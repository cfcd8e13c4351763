"""What a draft raises of a table that tells no games between two sides."""


class NoGames(Exception):
    """No two sides or no results are told, or the results are told in ways that contradict."""
