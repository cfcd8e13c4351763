"""What a pattern cannot match without: a few words of which any text that it matches has one.

Python's own parser of patterns says what a pattern is made of; what is not known here, or is not
told by another version of Python, counts as nothing needed, so that the pattern is always tried.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

try:
    from re import _parser  # type: ignore[attr-defined]
except ImportError:  # a Python that keeps it elsewhere
    _parser = None

_MOST = 24  # ways to spell one word
_DIGITS = frozenset("0123456789")
_RANK = {letter: place for place, letter in enumerate(" eaonistrlducmpghbyvfqwzjkx")}
_Words = frozenset[str]


class _Part(NamedTuple):
    """A piece of a pattern: all texts that it can be, if they are few, and what it needs."""

    texts: _Words | None
    needs: tuple[_Words, ...] = ()


_NOTHING = _Part(frozenset([""]))
_ANYTHING = _Part(None)


def needed(pattern: str, flags: int) -> _Words:
    """Return words, in small letters, of which each match has one; none if nothing is known."""
    return _best(_of_all(items_of(pattern, flags)))


def items_of(pattern: str, flags: int) -> Iterable[tuple[Any, Any]]:
    """Return the pieces of a pattern as Python's own parser names them; one unknown, without it."""
    if _parser is None:
        return [("", None)]
    found: Iterable[tuple[Any, Any]] = _parser.parse(pattern, flags & ~re.DEBUG)
    return found


def commonness(text: str) -> float:
    """Return about how often some letters stand in a text (more is commoner)."""
    share = 1.0
    for letter in text:
        place = _RANK.get(letter, 20 if letter.isascii() else 26)
        share *= 0.6 if letter in _DIGITS else 1.0 / (place + 2)
    return share


def _best(part: _Part) -> _Words:
    """Return what is rarest of all that is needed."""
    every = [*part.needs, *_asked(part.texts)]
    return min(every, key=lambda words: sum(map(commonness, words)), default=frozenset())


def _asked(texts: _Words | None) -> list[_Words]:
    """Return what is needed by a run of letters: nothing, if it may be left out."""
    if not texts or "" in texts:
        return []
    return [frozenset(t for t in texts if not any(o != t and o in t for o in texts))]


def _of_all(items: Iterable[tuple[Any, Any]]) -> _Part:
    """Return what pieces in a row can be and need."""
    run, whole = _NOTHING.texts, True
    needs: list[_Words] = []
    assert run is not None
    for kind, value in items:
        part = _of_one(str(kind), value)
        needs += part.needs
        if part.texts is None:
            needs += _asked(run)
            run, whole = frozenset([""]), False
        elif len(run) * len(part.texts) <= _MOST:
            run = frozenset(one + two for one in run for two in part.texts)
        else:
            needs += _asked(run)
            run, whole = part.texts, False
    if whole:
        return _Part(run, tuple(needs))
    return _Part(None, (*needs, *_asked(run)))


def _of_one(kind: str, value: Any) -> _Part:
    match kind:
        case "LITERAL":
            return _known(frozenset([plain_letter(value)]) - {""})
        case "IN":
            return _known(letters_of_set(value))
        case "AT" | "ASSERT_NOT":
            return _NOTHING
        case "ASSERT":
            best = _best(_of_all(value[1]))
            return _Part(_NOTHING.texts, (best,) if best else ())
        case "SUBPATTERN":
            return _of_all(value[3])
        case "BRANCH":
            return _of_branches([_of_all(items) for items in value[1]])
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return _of_repeat(value[0], value[1], _of_all(value[2]))
        case _:
            return _ANYTHING


def _known(letters: _Words) -> _Part:
    return _Part(letters) if letters else _ANYTHING


@cache
def plain_letter(code: int) -> str:
    """Return a letter in small, or "" for one whose capitals are not certain."""
    letter = chr(code).lower()
    caseless = letter == letter.upper() and not letter.isdecimal()
    return letter if letter.isascii() or caseless or letter in "áéíóúüñ" else ""


def letters_of_set(members: Sequence[tuple[Any, Any]]) -> _Words:
    """Return the letters of a set: [aá], [1-4], a digit; none if not all are known."""
    letters: set[str] = set()
    for kind, value in members:
        match str(kind):
            case "LITERAL":
                letter = plain_letter(value)
                if not letter:
                    return frozenset()
                letters.add(letter)
            case "RANGE" if value[0] >= ord("0") and value[1] <= ord("9"):
                letters |= {chr(code) for code in range(value[0], value[1] + 1)}
            case "CATEGORY" if str(value) == "CATEGORY_DIGIT":
                letters |= _DIGITS
            case _:
                return frozenset()
    return frozenset(letters)


def _of_branches(parts: Sequence[_Part]) -> _Part:
    """Return what one of several can be, and what it needs whichever it is."""
    texts = [part.texts for part in parts]
    together: set[str] = set().union(*(one for one in texts if one is not None))
    if None not in texts and len(together) <= _MOST:
        return _Part(frozenset(together))
    bests = [_best(part) for part in parts]
    need = (frozenset().union(*bests),) if all(bests) else ()
    return _Part(None, need)


def _of_repeat(least: int, most: Any, part: _Part) -> _Part:
    if least == 0:
        once = most == 1 and part.texts is not None
        return _Part(part.texts | {""}) if once and part.texts is not None else _ANYTHING
    if least == 1 and most == 1:
        return part
    best = _best(part)
    return _Part(None, (best,) if best else ())
