"""Since or before a version, where no day is known for it: the versions that are left out."""

import re
from typing import NamedTuple

from agents.data.match.compute.version_days import VERSIONS
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.phrase import Phrase
from agents.data.reading import Mention

_PARTS = re.compile(r"v?\d+(?:\.\d+)+[a-z]?")
_ONWARDS = re.compile(r"\s(?:on|onwards?|forwards?)(?:\s|$)")
_SINCE, _BEFORE = ("since", "after"), ("before",)


class LeftOut(NamedTuple):
    """The places of the words that say so in the phrase, and the versions that are left out."""

    places: frozenset[int]
    versions: tuple[Mention, ...]


NOTHING = LeftOut(frozenset(), ())


def left_out(phrase: Phrase, model: SemanticModel) -> LeftOut:
    """Return what "since 5.0.9" leaves out, by the order of the versions' numbers.

    "From 5.0.9" alone are the games on it. Where a version is none of numbers nothing is left out,
    nor where the days of the games tell when it began.
    """
    if model.time is not None and model.time.grain == "day":
        return NOTHING
    for index, span in enumerate(phrase):
        name, _, place = phrase.key(index).partition("_")
        if name not in (*_SINCE, *_BEFORE):
            continue
        step = -1 if place == "after" else 1
        noun = phrase.kind(index + step) == "dimension"
        at = index + (2 * step if noun else step)
        term = phrase.term(at)
        if term is None or term.kind != "value" or term.key not in VERSIONS:
            continue
        if span.text == "from" and not _ONWARDS.match(phrase.text, phrase[at].end):
            continue
        known = [v for v in model.dimensions[term.key].values if _PARTS.fullmatch(v)]
        if len(known) != len(model.dimensions[term.key].values) or term.detail not in known:
            return NOTHING
        asked = _order(term.detail)
        since = name in _SINCE
        others = [v for v in known if (_order(v) < asked) == since]
        if len(others) == len(known):
            return NOTHING
        places = {index, at, *([index + step] if noun else [])}
        return LeftOut(frozenset(places), tuple(Mention(term.key, v) for v in others))
    return NOTHING


def _order(version: str) -> tuple[tuple[int, str], ...]:
    """Return what versions are sorted by: 5.0.9 comes before 5.0.10."""
    parts = version.lstrip("v").split(".")
    return tuple((int(digits or 0), rest) for digits, rest in map(_split, parts))


def _split(part: str) -> tuple[str, str]:
    digits = re.match(r"\d*", part)
    end = digits.end() if digits else 0
    return part[:end], part[end:]
