"""Text of others is shown in a terminal as what it says, never as what it would do there."""

import unicodedata

_UNSAFE = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
_JOINERS = "\u200c\u200d"


def printable(text: str) -> str:
    """Return text without control and direction characters; each becomes `\\x1b`, `\\u202e`, …

    Tabs stay, and so do the joiners that scripts and emoji need.
    """
    if text.isprintable():
        return text
    return "".join(
        char
        if char in "\t" + _JOINERS or unicodedata.category(char) not in _UNSAFE
        else char.encode("unicode_escape").decode("ascii")
        for char in text
    )
