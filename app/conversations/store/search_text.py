"""Search compares folded text: without case, accents or width, Hangul kept in whole syllables."""

import unicodedata
from typing import Final

from app.domain.conversations import FoundWords, in_words

EXCERPT_BEFORE = 40
EXCERPT_LENGTH = 120

HEADLINE: Final = 240
"""So many characters of the newest answer are read for the list of conversations."""

_STEP = 4096


class _Folds(dict[int, str]):
    """The folded form of each code point that was met, for `str.translate`."""

    def __missing__(self, point: int) -> str:
        char = chr(point)
        apart = unicodedata.normalize("NFKD", char.casefold())
        bare = "".join(c for c in apart if not 0x0300 <= ord(c) <= 0x036F)
        folded = unicodedata.normalize("NFC", bare)
        self[point] = folded
        return folded


_FOLDS = _Folds()


def fold_text(text: str) -> str:
    """Return the form in which texts and queries are compared.

    Canonically composed, then each character on its own: case-folded (Unicode 3.13, default
    caseless matching), compatibility forms resolved, Latin combining marks dropped.
    """
    return unicodedata.normalize("NFC", text).translate(_FOLDS)


def fold_query(query: str) -> str:
    """Return the folded query, or "" when there is nothing that a stored text could contain."""
    folded = fold_text(query.strip())
    # UTF-8, in which texts are stored, has no surrogates.
    return "" if any("\ud800" <= char <= "\udfff" for char in folded) else folded


def excerpt(text: str, folded_query: str) -> str:
    """Return one line of at most `EXCERPT_LENGTH` characters around the first hit, "…" at cuts."""
    composed = unicodedata.normalize("NFC", text)
    found = max(composed.translate(_FOLDS).find(folded_query), 0)
    hit = _index_in_composed(composed, found)
    end = _index_in_composed(composed, found + max(0, len(folded_query) - 1)) + 1
    start = max(0, min(hit - EXCERPT_BEFORE, len(composed) - EXCERPT_LENGTH))
    stop = min(len(composed), start + EXCERPT_LENGTH)
    read = in_words(composed[start:stop])
    # What was looked for stays as it is.
    kept = read[: hit - start] + composed[hit : min(end, stop)] + read[end - start :]
    line = " ".join(kept.split())
    return ("…" if start else "") + line + ("…" if stop < len(composed) else "")


def _index_in_composed(composed: str, folded_index: int) -> int:
    """Return the index of the character whose folded form covers `folded_index`.

    Folding works character by character, so lengths add up; whole steps are folded at once
    because a message may have a million characters.
    """
    passed = 0
    for start in range(0, len(composed), _STEP):
        step = composed[start : start + _STEP]
        length = len(step.translate(_FOLDS))
        if passed + length <= folded_index:
            passed += length
            continue
        for offset, char in enumerate(step):
            passed += len(_FOLDS[ord(char)])
            if passed > folded_index:
                return start + offset
    return 0


TITLE: Final = -1
"""Where a title stands among the positions of its conversation."""


def hit_order(hit: FoundWords) -> tuple[float, str, int]:
    """Return the key that sorts hits newest first, a title before the texts of its moment."""
    position = TITLE if hit.position is None else hit.position
    return -hit.at.timestamp(), hit.context_id, position
