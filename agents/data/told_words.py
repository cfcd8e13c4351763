"""The words that are told to have been read as names: each name once, and without its particle."""

from collections.abc import Iterable

from agents.answering.text.normal import is_hangul
from agents.data.respelling import ReadAs

_AFTER_ANY = (
    "에서는", "에서도", "에서", "한테는", "한테", "에게", "이랑", "랑은", "랑", "하고", "으로는",
    "으로",
)  # fmt: skip
_AFTER_CLOSED, _AFTER_OPEN = ("은", "을", "과"), ("는", "를", "와")


def told_once(read: Iterable[ReadAs]) -> tuple[ReadAs, ...]:
    """Return words that were read as names, the first for each name, as a person would quote them.

    ‘켄’ for 켄은; a name that itself ends as if with a particle (하은) stays whole.
    """
    found: dict[tuple[str, str], ReadAs] = {}
    for one in read:
        word = _alone(one.word, one.value)
        found.setdefault((one.dimension, one.value), one._replace(word=word))
    return tuple(found.values())


def _alone(word: str, value: str) -> str:
    """Return a Hangul word without its particle, where the name that it stands for is no longer."""
    if not (word and is_hangul(word[-1])):
        return word
    longer = len(word) > len(value) if is_hangul(value[0]) else True
    for ending in (*_AFTER_ANY, *_AFTER_CLOSED, *_AFTER_OPEN):
        rest = word.removesuffix(ending)
        if not longer or rest == word or not rest or not is_hangul(rest[-1]):
            continue
        closed = (ord(rest[-1]) - ord("가")) % 28 != 0
        if ending in _AFTER_ANY or closed == (ending in _AFTER_CLOSED):
            return rest
    return word
