"""A version is a moment: "since patch 4.10" begins, and "before" it ends, with its first game."""

import re
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from agents.answering.periods.periods import Period
from agents.data.lexicon import Term
from agents.data.match.compute.frame import Frame
from agents.data.match.compute.version_days import FirstDays
from agents.data.scan import Span

if TYPE_CHECKING:
    pass

_VERSION = re.compile(r"v?\.?(\d+(?:\.\d+)*[a-z]?)")
_WITHIN = frozenset({"on", "in", "during", "within", "en", "durante", "에서", "에서는", "only"})
_ASKED = frozenset({"what", "how", "que", "which"})
_WAYS = {
    "around_before": 1, "around_after": -1,
    "since_before": 1, "after_before": 1, "until_before": 1, "before_before": 1,
    "since_after": -1, "until_after": -1, "before_after": -1,
}  # fmt: skip
# What is a moment's only right behind a version: 4.10 패치 전, 패치 후.
_SHORT = {"전": "before_after", "전에": "before_after", "후": "since_after", "후에": "since_after",
          "후로": "since_after", "후부터": "since_after"}  # fmt: skip
# "From patch 4.10" are the games on it, unless "on" follows.
_FROM = frozenset({"from"})
_TO = frozenset({"to", "al"})
_ONWARDS = frozenset({"on", "onwards", "onward", "forward", "forwards", "en adelante"})
_THROUGH = frozenset({"through"})  # with its own games, whose last day is another matter
_COMING = frozenset({"release", "launch", "arrival", "start", "salida", "lanzamiento", "llegada",
                     "comienzo", "출시", "적용", "시작", "배포"})  # fmt: skip


class Began(NamedTuple):
    """A version that was taken for the day of its first game.

    `values` are the table's versions that it is: 4.9 is 4.9.2 and 4.9.3.
    """

    dimension: str
    version: str
    values: tuple[str, ...]
    day: date


class Placed(NamedTuple):
    """The spans with days in the place of versions, and what was taken for what.

    `unknown` is a version that the table does not have, "" if there is none; `known` are those
    that it has, in the order of their first games.
    """

    spans: list[Span]
    began: tuple[Began, ...] = ()
    unknown: str = ""
    known: tuple[Term, ...] = ()


def place_versions(spans: list[Span], days: FirstDays, previous: Frame | None = None) -> Placed:
    """Replace each version that something is asked around, since or until by its first day.

    After a `previous` question of such a kind, a version by itself ("and patch 4.9?") is another.
    What ends with a version that it began before ("from 4.9 to 4.10") is left without a meaning.
    """
    if not days:
        return Placed(spans)
    asked = _asked_by(previous, days) if previous is not None else ""
    if asked and _only_version(spans, days):
        version = next(span for span in spans if _version_of(span, days) is not None)
        spans = [Span(0, 0, "", (Term("operator", asked),)), version]
    spans = _with_short(spans, days)
    placed, began, dropped, ranging = list(spans), list[Began](), set[int](), False
    for index, span in enumerate(spans):
        key = span.term.key if span.kind == "operator" and span.term else ""
        beside = _beside(spans, index, _WAYS[key], days) if key in _WAYS else None
        if beside is None or not (key.startswith("around") or _is_sure(beside, spans)):
            continue
        after = max(beside.at, *beside.others, index) + 1
        onwards = after < len(spans) and spans[after].text in _ONWARDS
        if span.text in _FROM and not onwards:
            ranging = True
            continue
        if span.text in _THROUGH or (ranging and key.startswith("until")):
            placed[index] = span._replace(terms=())
            continue
        if span.text in _TO:
            continue
        found = _began(spans[beside.at], beside.dimension, days)
        if found is None:
            known = tuple(Term("value", beside.dimension, v) for v in days[beside.dimension])
            return Placed(spans, unknown=spans[beside.at].text, known=known)
        began.append(found)
        ranging = ranging or key.startswith(("since", "after"))
        # An empty span of days: before its first one, and from it on.
        moment_of = Period(start=found.day, end=found.day)
        placed[beside.at] = spans[beside.at]._replace(
            terms=(), number=None, fraction=None, period=moment_of
        )
        dropped |= beside.others | ({after} if onwards else set())
    return Placed([s for i, s in enumerate(placed) if i not in dropped], tuple(began))


def _with_short(spans: list[Span], days: FirstDays) -> list[Span]:
    """Read 전 and 후 behind a version, which are many other things elsewhere.

    "4.10 패치 전 종족" is before the patch as well as of all races, so that it has no meaning.
    """
    found = list(spans)
    for index, span in enumerate(spans):
        if span.text in _SHORT:
            way = _SHORT[span.text]
            beside = _beside(spans, index, -1, days)
            if beside is not None and _is_sure(beside, spans):
                both = span.text == "전" and not span.attached and _is_noun(spans, index + 1)
                found[index] = span._replace(terms=() if both else (Term("operator", way),))
    return found


def _is_noun(spans: list[Span], index: int) -> bool:
    return index < len(spans) and spans[index].kind == "dimension"


def _asked_by(frame: Frame, days: FirstDays) -> str:
    """Return the operator by which a frame was asked about a version's first day, or ""."""
    if _around(frame):
        return "around_before"
    if len(frame.period) != 1:
        return ""
    (period,) = frame.period
    first = {day for versions in days.values() for day in versions.values()}
    if period.start in first and period.end is None:
        return "since_before"
    return "before_before" if period.end in first and period.start is None else ""


def _around(frame: Frame) -> bool:
    """Whether a frame compares what came before a day with what came since."""
    ends = [(period.start, period.end) for period in frame.period]
    return len(ends) == 2 and ends[0][0] is ends[1][1] is None and ends[0][1] == ends[1][0]


def _only_version(spans: list[Span], days: FirstDays) -> bool:
    """Whether a message says nothing but a version, and not that it is asked within it."""
    versions = [span for span in spans if _version_of(span, days) is not None]
    rest = [span for span in spans if span not in versions]
    return len(versions) == 1 and all(
        span.text not in _WITHIN
        and (
            span.kind in ("stop", "particle")
            or (span.kind == "dimension" and span.term is not None and span.term.key in days)
            or (span.kind == "operator" and span.text in _ASKED)
        )
        for span in rest
    )


class _Beside(NamedTuple):
    """Where a version stands, and the words that only belong to it: "the", "patch"."""

    at: int
    dimension: str
    others: set[int]
    named: bool


def _is_sure(beside: _Beside, spans: list[Span]) -> bool:
    """Whether a version is meant: it is called one, or is one of the table's with a dot in it."""
    span = spans[beside.at]
    known = any(term.kind == "value" and term.key == beside.dimension for term in span.terms)
    return beside.named or (known and "." in span.text)


def _beside(spans: list[Span], index: int, way: int, days: FirstDays) -> _Beside | None:
    """Return the version beside "before and after", None where something else stands there."""
    others, at, key, noun = set[int](), None, "", ""
    place = index + way
    while 0 <= place < len(spans):
        span = spans[place]
        if not noun and span.kind == "dimension" and span.term and span.term.key in days:
            noun = span.term.key
            others.add(place)
        elif at is None and (own := _version_of(span, days)) is not None:
            at, key = place, own
        elif at is None and (span.kind in ("stop", "particle") or span.text in _COMING):
            others.add(place)
        else:
            break
        place += way
    return _Beside(at, noun or key, others, bool(noun)) if at is not None else None


def _version_of(span: Span, days: FirstDays) -> str | None:
    """Return the dimension of what is, or looks like, a version; None for anything else."""
    own = next((term.key for term in span.terms if term.kind == "value" and term.key in days), None)
    if own is not None or span.kind not in ("number", "unknown"):
        return own
    return next(iter(days)) if _VERSION.fullmatch(span.text) else None


def _began(span: Span, key: str, days: FirstDays) -> Began | None:
    named = [term.detail for term in span.terms if term.kind == "value" and term.key == key]
    written = _VERSION.fullmatch(span.text)
    if not named and written is not None:
        version = written[1]
        named = [v for v in days[key] if v.casefold().removeprefix("v") == version]
        named = named or [
            v for v in days[key] if v.casefold().removeprefix("v").startswith(f"{version}.")
        ]
    if not named:
        return None
    shown = named[0] if len(named) == 1 else span.text
    return Began(key, shown, tuple(named), min(days[key][value] for value in named))
