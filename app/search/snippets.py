"""A snippet shows a text around what was found in it, and says where the found words are."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.words import FOLDS, Term, compose

LENGTH: Final = 160
BEFORE: Final = 40


class Snippet(NamedTuple):
    """One line of a text and the ranges in it that match (start, stop), in order, apart."""

    text: str
    marks: tuple[tuple[int, int], ...]


def snippet(text: str, terms: Sequence[Term]) -> Snippet:
    """Return at most `LENGTH` characters around the place where most terms stand together."""
    composed = compose(text)
    folded, origin = _folded(composed)
    found = sorted({span for term in terms for span in _spans(folded, term)})
    spans = _apart([(origin[start], origin[stop - 1] + 1) for start, stop in found])
    start = _best_start(spans, len(composed))
    stop = min(len(composed), start + LENGTH)
    line = "".join(" " if char.isspace() else char for char in composed[start:stop])
    lead, trail = "…" if start else "", "…" if stop < len(composed) else ""
    shift = len(lead) - start
    marks = tuple(
        (max(low, start) + shift, min(high, stop) + shift)
        for low, high in spans
        if low < stop and high > start
    )
    return Snippet(lead + line + trail, marks)


def _folded(composed: str) -> tuple[str, Sequence[int]]:
    """Return the folded text, and for each of its characters where it comes from."""
    if composed.isascii():
        return composed.lower(), range(len(composed))
    pieces, origin = [], []
    for at, char in enumerate(composed):
        piece = FOLDS[ord(char)]
        pieces.append(piece)
        origin += [at] * len(piece)
    return "".join(pieces), origin


def _spans(folded: str, term: Term) -> list[tuple[int, int]]:
    """Return where the longest spelling that occurs stands."""
    for shown in term.shown:
        spans: list[tuple[int, int]] = []
        at = folded.find(shown)
        while at >= 0 and len(spans) < 50:
            spans.append((at, at + len(shown)))
            at = folded.find(shown, at + len(shown))
        if spans:
            return spans
    return []


def _apart(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for low, high in sorted(spans):
        if joined and low <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return joined


def _best_start(spans: list[tuple[int, int]], length: int) -> int:
    if not spans or length <= LENGTH:
        return 0
    best = max(
        spans, key=lambda span: sum(span[0] <= low < span[0] + LENGTH - BEFORE for low, _ in spans)
    )
    return max(0, min(best[0] - BEFORE, length - LENGTH))
