"""A version is a moment: "before and after patch 4.10" is around the day of its first game."""

import re
from collections.abc import Mapping
from datetime import date, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from agents.data.frame import Frame
from agents.data.lexicon import Term
from agents.data.look import moment
from agents.data.model import SemanticModel
from agents.data.periods import Period
from agents.data.profile import quoted
from agents.data.scan import Span
from agents.data.table import TABLE

if TYPE_CHECKING:
    import duckdb

_KEYS = ("patch", "build")
_VERSION = re.compile(r"v?\.?(\d+(?:\.\d+)*[a-z]?)")
_WITHIN = frozenset({"on", "in", "during", "within", "en", "durante", "에서", "에서는", "only"})
_ASKED = frozenset({"what", "how", "que", "which"})
_AROUND = {"around_before": 1, "around_after": -1}

FirstDays = Mapping[str, Mapping[str, date]]
"""The day of the first game of each version, by dimension and value."""
NONE: FirstDays = MappingProxyType({})


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


def first_days(connection: "duckdb.DuckDBPyConnection", model: SemanticModel) -> FirstDays:
    """Return when each version of the table was first played; blocks.

    Nothing is known of a table without versions, or without days.
    """
    time = model.time
    columns = {k: d.column for k, d in model.dimensions.items() if k in _KEYS and d.column}
    if time is None or time.grain != "day":
        return NONE
    found: dict[str, dict[str, date]] = {}
    for key, name in columns.items():
        dimension, days = model.dimensions[key], dict[str, date]()
        version = f"{quoted(str(name))}::VARCHAR"
        rows = connection.execute(
            f"SELECT {version}, min({moment(time)})::DATE FROM {TABLE} GROUP BY 1"  # noqa: S608
        ).fetchall()
        for written, day in rows:
            value = dimension.canonical(str(written))
            if day is not None and value in dimension.values:
                days[value] = min(day, days.get(value, day))
        found[key] = dict(sorted(days.items(), key=lambda one: one[1]))
    return {key: days for key, days in found.items() if days}


def place_versions(spans: list[Span], days: FirstDays, previous: Frame | None = None) -> Placed:
    """Replace each version that something is asked around by the day of its first game.

    After a `previous` question around a day, a version by itself ("and patch 4.9?") is another.
    """
    if previous is not None and _around(previous) and _only_version(spans, days):
        version = next(span for span in spans if _version_of(span, days) is not None)
        spans = [Span(0, 0, "", (Term("operator", "around_before"),)), version]
    placed, began, dropped = list(spans), list[Began](), set[int]()
    for index, span in enumerate(spans):
        way = _AROUND.get(span.term.key) if span.kind == "operator" and span.term else None
        beside = _beside(spans, index, way, days) if way is not None and days else None
        if beside is None:
            continue
        found = _began(spans[beside.at], beside.dimension, days)
        if found is None:
            known = tuple(Term("value", beside.dimension, v) for v in days[beside.dimension])
            return Placed(spans, unknown=spans[beside.at].text, known=known)
        began.append(found)
        day = Period(start=found.day, end=found.day + timedelta(days=1))
        placed[beside.at] = spans[beside.at]._replace(
            terms=(), number=None, fraction=None, period=day
        )
        dropped |= beside.others
    return Placed([s for i, s in enumerate(placed) if i not in dropped], tuple(began))


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
        elif at is None and span.kind in ("stop", "particle"):
            others.add(place)
        else:
            break
        place += way
    return _Beside(at, noun or key, others) if at is not None else None


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
