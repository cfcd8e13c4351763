"""Lists of words as they are read best: in one line of text."""


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, separated by spaces."""
    return frozenset(text.split())
