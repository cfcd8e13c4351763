"""What the matches of a pattern begin with: rules that are tried only at places that begin so."""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from agents.answering.text.likely import Form, Left, Likely, Said
from agents.answering.text.needed import items_of, letters_of_set, plain_letter

_SIZE = 3  # letters, at most, that places are told apart by
_MOST = 4000  # ways to begin

_Texts = frozenset[str]
_NOTHING: _Texts = frozenset([""])


class _Begun(NamedTuple):
    """What pieces of a pattern can be as a whole, and beginnings after which anything may come."""

    whole: _Texts = frozenset()
    open: _Texts = frozenset()


_ANYTHING = _Begun(open=_NOTHING)


class AtPlaces(Likely[Left]):
    """Rules that are matched at places of a text, each tried only where the place begins so."""

    def __init__(self, rules: Iterable[tuple[Form, Left]]) -> None:
        super().__init__(rules)
        self._anywhere: list[int] = []
        self._begun: dict[str, list[int]] = defaultdict(list)
        for place, (form, _) in enumerate(self._rules):
            starts = beginnings(form.pattern, form.flags)
            if not starts:
                self._anywhere.append(place)
            for start in starts:
                self._begun[start].append(place)

    def at(self, text: Said, position: int) -> Iterable[tuple[re.Pattern[str], Left]]:
        """Return the rules that may match at a position of a text, in their order."""
        here, begun = text.low[position : position + _SIZE], self._begun
        found = [*self._anywhere]
        for start in {here, here[:2], here[:1]}:
            if start in begun:
                found += begun[start]
        if not found:
            return ()
        likely = self.likely(text)
        return [self.rule(place) for place in sorted(found) if place in likely]


def beginnings(pattern: str, flags: int) -> _Texts:
    """Return how each match begins, in at most so many small letters; none if nothing is known.

    What is shorter is followed by anything, or by the end.
    """
    begun = _in_a_row(items_of(pattern, flags))
    starts = begun.whole | begun.open
    return frozenset() if "" in starts or len(starts) > _MOST else starts


def _in_a_row(items: Iterable[tuple[Any, Any]]) -> _Begun:
    whole, done = _NOTHING, frozenset[str]()
    for kind, value in items:
        part = _of_one(str(kind), value)
        done |= {(one + two)[:_SIZE] for one in whole for two in part.open}
        both = {(one + two)[:_SIZE] for one in whole for two in part.whole}
        done |= {one for one in both if len(one) == _SIZE}
        whole = frozenset(one for one in both if len(one) < _SIZE)
        if not whole or len(done) > _MOST:
            break
    return _Begun(whole, done)


def _of_one(kind: str, value: Any) -> _Begun:
    match kind:
        case "LITERAL":
            letter = plain_letter(value)
            return _Begun(frozenset([letter])) if letter else _ANYTHING
        case "IN":
            letters = letters_of_set(value)
            return _Begun(letters) if letters else _ANYTHING
        case "AT" | "ASSERT" | "ASSERT_NOT":
            return _Begun(_NOTHING)
        case "SUBPATTERN":
            return _in_a_row(value[3])
        case "BRANCH":
            parts = [_in_a_row(items) for items in value[1]]
            return _Begun(
                frozenset().union(*(part.whole for part in parts)),
                frozenset().union(*(part.open for part in parts)),
            )
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            part = _in_a_row(value[2])
            if value[1] != 1:
                part = _Begun(open=part.whole | part.open)
            return part if value[0] else _Begun(part.whole | _NOTHING, part.open)
        case _:
            return _ANYTHING
