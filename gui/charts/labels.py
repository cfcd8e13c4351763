"""Long names cut to the room that they have, so that what tells them apart stays."""

import re
from collections.abc import Sequence
from itertools import takewhile

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

_MIDDLE, _RIGHT = Qt.TextElideMode.ElideMiddle, Qt.TextElideMode.ElideRight
_JOINTS = 4
"""Pixels by which parts of a name may be wider beside each other than alone."""
_WORDS = re.compile(r"\S+\s*")


def cut_apart(names: Sequence[str], metrics: QFontMetrics, room: int) -> list[str]:
    """Return names of at most so many pixels: of those that are longer the words go first with
    which all begin or end, as far as they must.
    """
    if all(metrics.horizontalAdvance(name) <= room for name in names):
        return [*names]
    parts = [_WORDS.findall(name) for name in dict.fromkeys(names)]
    first = _shared(parts)
    last = _shared([words[len(first) :][::-1] for words in parts])
    before, after = "".join(first), "".join(reversed(last))

    def cut(name: str) -> str:
        if metrics.horizontalAdvance(name) <= room:
            return name
        own = name[len(before) : len(name) - len(after)]
        free = room - metrics.horizontalAdvance(own) - _JOINTS
        end = metrics.elidedText(after, _RIGHT, max(free // 2, _least(after, metrics)))
        free -= metrics.horizontalAdvance(end)
        start = metrics.elidedText(before, _RIGHT, max(free, _least(before, metrics)))
        return metrics.elidedText(f"{start}{own}{end}", _MIDDLE, room)

    return [cut(name) for name in names]


def _shared(lines: Sequence[Sequence[str]]) -> list[str]:
    """Return the words with which all of several lines begin."""
    columns = zip(*lines, strict=False) if len(lines) > 1 else ()
    return [words[0] for words in takewhile(lambda words: len({*words}) == 1, columns)]


def _least(common: str, metrics: QFontMetrics) -> int:
    """Return the pixels of the ellipsis that stands for words, 0 for none."""
    return metrics.horizontalAdvance("…") + 1 if common else 0
