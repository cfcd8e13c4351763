"""Text is cut from its middle, between characters as people see them, and each cut is marked."""

import unicodedata
from itertools import takewhile
from typing import Final

_JOINER = "\u200d"
_LEAD, _VOWEL, _TAIL = range(0x1100, 0x1160), range(0x1160, 0x11A8), range(0x11A8, 0x1200)
_SYLLABLES, _VOWELS_OF_SYLLABLE = range(0xAC00, 0xD7A4), 28
_TONES = range(0x1F3FB, 0x1F400)
_FLAGS = range(0x1F1E6, 0x1F200)
_TAGS = range(0xE0020, 0xE0080)


FOR_MODELS: Final = " …[{count:,} characters left out]… "
FOR_PEOPLE: Final = " …[−{count:,}]… "
"""In no language, for what is shown in any."""


def cut_middle(text: str, most: int, *, mark: str = FOR_MODELS) -> str:
    """Return the text in at most `most` code points; `mark` says how many are left out."""
    if len(text) <= most:
        return text
    marker = mark.format(count=len(text))
    keep = most - len(marker)
    if keep < 2:
        return "…"[:most]
    head = boundary_before(text, (keep + 1) // 2)
    tail = boundary_after(text, len(text) - keep // 2)
    return f"{text[:head]}{mark.format(count=tail - head)}{text[tail:]}"


def boundary_before(text: str, at: int) -> int:
    """Return the last place up to `at` where no character is cut in two."""
    while at > 0 and not is_boundary(text, at):
        at -= 1
    return at


def boundary_after(text: str, at: int) -> int:
    """Return the first place from `at` on where no character is cut in two."""
    while at < len(text) and not is_boundary(text, at):
        at += 1
    return at


def is_boundary(text: str, at: int) -> bool:
    """Whether a text can be cut before `at`: the rules of UAX 29 that chat text needs.

    Some sequences that UAX 29 would separate are kept together; none that it joins is cut.
    """
    if at <= 0 or at >= len(text):
        return True
    before, after = text[at - 1], text[at]
    if before == "\r" and after == "\n":
        return False
    if before in "\r\n" or after in "\r\n":
        return True
    first, second = ord(before), ord(after)
    if after == _JOINER or before == _JOINER or second in _TONES or second in _TAGS:
        return False
    if unicodedata.category(after) in ("Mn", "Me", "Mc"):
        return False
    if after in "\u200c\uff9e\uff9f" or after in "\u0e33\u0eb3":
        return False
    # A virama (combining class 9) joins the consonant after it.
    if _is_prepended(first) or unicodedata.combining(before) == 9:
        return False
    if first in _FLAGS and second in _FLAGS:
        pairs = sum(1 for _ in takewhile(lambda c: ord(c) in _FLAGS, reversed(text[:at])))
        return pairs % 2 == 0
    return not _joins_syllable(first, second)


def _is_prepended(code: int) -> bool:
    return 0x600 <= code <= 0x605 or code in (0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD)


def _joins_syllable(first: int, second: int) -> bool:
    lead = first in _LEAD or 0xA960 <= first <= 0xA97C
    open_syllable = first in _SYLLABLES and (first - 0xAC00) % _VOWELS_OF_SYLLABLE == 0
    vowel = first in _VOWEL or 0xD7B0 <= first <= 0xD7C6
    tail = first in _TAIL or 0xD7CB <= first <= 0xD7FB
    next_vowel = second in _VOWEL or 0xD7B0 <= second <= 0xD7C6
    next_tail = second in _TAIL or 0xD7CB <= second <= 0xD7FB
    next_lead = second in _LEAD or 0xA960 <= second <= 0xA97C
    if lead:
        return next_lead or next_vowel or second in _SYLLABLES
    if vowel or open_syllable:
        return next_vowel or next_tail
    return (tail or first in _SYLLABLES) and next_tail
