"""Words of a header that was written together are read as it stands: first blood, firstblood."""

import re

from agents.data.lexicon import Lexicon

_PAIR = re.compile(r"(?<![\w'-])(?=([a-zñ]{3,})\s([a-zñ]{3,})(?![\w'-]))")
_INITIALS = re.compile(r"(?<![\w.])(?:[a-z]\.){1,4}[a-z](?![a-z])")
_SHORTEST = 7
_OF_HEADERS = ("dimension", "quantity", "value")


def with_joined_words(text: str, lexicon: Lexicon) -> str:
    """Return a normalised question with two words as one where a header is written so.

    So are initials with dots that the table has without: E.D.G of EDG.

    What the two words mean apart goes first: by team name, where a column is `teamname`.
    """
    if "." in text:
        text = _INITIALS.sub(lambda found: _without_dots(found[0], lexicon), text)
    for found in _PAIR.finditer(text):
        one = f"{found[1]}{found[2]}"
        terms = lexicon.terms.get(one, ())
        if (
            len(one) >= _SHORTEST
            and one in lexicon.header_nouns
            and terms
            and terms[0].kind in _OF_HEADERS
            and f"{found[1]} {found[2]}" not in lexicon.terms
        ):
            text = text.replace(f"{found[1]} {found[2]}", one)
    return text


def _without_dots(initials: str, lexicon: Lexicon) -> str:
    letters = initials.replace(".", "")
    return letters if initials not in lexicon.terms and lexicon.knows(letters) else initials
