"""How many tokens a text will be for a language model, without a tokeniser.

The estimate is a weighted count of what the text is made of. The weights were fitted to Mistral's
tekken vocabulary (`docs/operations-conversations.md` has the errors that were measured); Hangul
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

_HANGUL = re.compile("[\uac00-\ud7a3\u3131-\u318e\u1100-\u11ff]+")
_HAN_KANA = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]+")
_DIGITS = re.compile(r"[0-9]+")
_WORDS = re.compile(
    r"[^\W\d_\uac00-\ud7a3\u3131-\u318e\u1100-\u11ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\U00010000-\U0010ffff]+"
)
_ACCENTED = re.compile(r"[^\W\d_a-zA-Z]")
_LINES = re.compile(r"(?:\r?\n)+")
_BLANKS = re.compile(r"[ \t]")


def estimate_tokens(text: str) -> int:
    """Return the estimated number of tokens: 0 for an empty text, at least 1 for any other."""
    if not text:
        return 0
    words = _WORDS.findall(text)
    letters = sum(map(len, words))
    digits = _count(_DIGITS, text)
    lines = _LINES.findall(text)
    blanks = len(_BLANKS.findall(text))
    marks = len(text) - letters - digits - sum(map(len, lines)) - blanks
    tokens = WORD * len(words) + LETTER * letters + DIGIT * digits + BLANK * blanks
    tokens += LINE * len(lines)
    if not text.isascii():
        hangul = _count(_HANGUL, text)
        han = _count(_HAN_KANA, text)
        astral = _count(_ASTRAL, text)
        marks -= hangul + han + astral
        tokens += ACCENTED * sum(len(_ACCENTED.findall(word)) for word in words)
        tokens += HANGUL * hangul + HAN_KANA * han + ASTRAL * astral
    return max(1, ceil(tokens + MARK * marks))


def _count(pattern: re.Pattern[str], text: str) -> int:
    return sum(map(len, pattern.findall(text)))
