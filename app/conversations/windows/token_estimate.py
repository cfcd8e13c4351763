"""How many tokens a text will be for a language model, without a tokeniser.

The estimate is a weighted count of what the text is made of. The weights were fitted to Mistral's
tekken vocabulary (`docs/context-windows.md` has the errors that were measured); Hangul
costs a language model about three times what `characters / 4` says.
"""

import re
from math import ceil
from typing import Final

# Tokens for each: a Hangul syllable, a digit, a run of letters, a letter of it, a mark, a line
# break, a blank; more for each letter outside ASCII. Other syllabic scripts and what is outside the
# basic plane were not fitted and are set by a few samples.
HANGUL: Final = 0.67
DIGIT: Final = 1.29
WORD: Final = 0.62
LETTER: Final = 0.062
ACCENTED: Final = 0.45
MARK: Final = 0.36
LINE: Final = 2.94
BLANK: Final = 0.20
HAN_KANA: Final = 0.8
ASTRAL: Final = 3.5

# The first that a character fits says what it is; all others are marks.
_KINDS_OF: Final = (
    ("h", re.compile("[\uac00-\ud7a3\u3131-\u318e\u1100-\u11ff]")),
    ("k", re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")),
    ("d", re.compile("[0-9]")),
    ("l", re.compile("[a-zA-Z]")),
    ("x", re.compile(r"[^\W\d_]")),
    ("b", re.compile(r"[ \t]")),
    ("n", re.compile(r"\n")),
    ("r", re.compile(r"\r")),
)
_WORDS = re.compile("[lx]+")
_LINES = re.compile("(?:r?n)+")


class _Kinds(dict[int, str]):
    """The kind of each code point that was met, for `str.translate`."""

    def __missing__(self, point: int) -> str:
        if point > 0xFFFF:
            # Beyond the basic plane there are too many to keep.
            return "a"
        char = chr(point)
        kind = next((kind for kind, pattern in _KINDS_OF if pattern.match(char)), "m")
        self[point] = kind
        return kind


_KINDS = _Kinds()


def estimate_tokens(text: str) -> int:
    """Return the estimated number of tokens: 0 for an empty text, at least 1 for any other."""
    if not text:
        return 0
    kinds = text.translate(_KINDS)
    number = kinds.count
    plain, accented, digits, blanks = number("l"), number("x"), number("d"), number("b")
    letters = plain + accented
    marks = len(text) - letters - digits - blanks
    tokens = WORD * len(_WORDS.findall(kinds)) + LETTER * letters + DIGIT * digits + BLANK * blanks
    if "n" in kinds:
        lines = _LINES.findall(kinds)
        marks -= sum(map(len, lines))
        tokens += LINE * len(lines)
    if not text.isascii():
        hangul, han, astral = number("h"), number("k"), number("a")
        marks -= hangul + han + astral
        tokens += ACCENTED * accented
        tokens += HANGUL * hangul + HAN_KANA * han + ASTRAL * astral
    return max(1, ceil(tokens + MARK * marks))
