"""Emphasis that also closes between a sign and a Hangul, Han or Kana letter: `**58%**입니다`.

CommonMark 0.31, section 6.2, looks for a space or punctuation there, which Korean does not write.
"""

import unicodedata

from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter

_SCRIPTS = ("HANGUL", "CJK", "HIRAGANA", "KATAKANA")


def read_emphasis(state: StateInline, silent: bool) -> bool:
    """Take a run of `*` or `_` in, and note whether it can open and close emphasis."""
    marker = state.src[state.pos]
    if silent or marker not in "*_":
        return False
    scanned = state.scanDelims(state.pos, marker == "*")
    opens, closes = scanned.can_open, scanned.can_close
    if marker == "*":
        before = state.src[state.pos - 1] if state.pos else " "
        end = state.pos + scanned.length
        after = state.src[end] if end < len(state.src) else " "
        opens = opens or (_is_punctuation(after) and _is_east_asian(before))
        closes = closes or (_is_punctuation(before) and _is_east_asian(after))
    for _ in range(scanned.length):
        token = state.push("text", "", 0)
        token.content = marker
        state.delimiters.append(
            Delimiter(
                marker=ord(marker),
                length=scanned.length,
                token=len(state.tokens) - 1,
                end=-1,
                open=opens,
                close=closes,
            )
        )
    state.pos += scanned.length
    return True


def _is_punctuation(character: str) -> bool:
    code = ord(character)
    return not isWhiteSpace(code) and (isMdAsciiPunct(code) or isPunctChar(character))


def _is_east_asian(character: str) -> bool:
    return unicodedata.name(character, "").startswith(_SCRIPTS)
