"""What lines of no known format have in common: where they say when, and a request they tell of."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from agents.logs.columns.fields import fields_of, kind_of
from agents.logs.columns.formats import (
    ISO,
    MONTH_TIME,
    WEEKDAY,
    ZONE,
    Format,
    iso,
    some,
    without,
)
from agents.logs.columns.known_formats import PLAIN

_LEAST: Final = 0.6
"""Of the lines: so many say when in one way."""
_BETTER: Final = 1.1
_LEAST_REQUESTS: Final = 0.1
_LEAST_RECORDS: Final = 0.05
_FEWEST_RECORDS: Final = 3
_KEY: Final = "[A-Za-z][A-Za-z_@-]{1,30}"
_NAME: Final = r"[\w.$-]+"
_LEAST_KEY: Final = 0.8
_FEWEST: Final = 3
_REST: Final = without("trim(e.value)", "")
_WITHIN: Final = 200
"""Characters before a line says when."""
_METHODS: Final = "GET|POST|PUT|DELETE|HEAD|PATCH|OPTIONS|CONNECT|PROPFIND"
_REQUEST: Final = rf"\b({_METHODS}) ([^\s\"?]+)"
_STATUS: Final = r"(?:HTTP/\d(?:\.\d)?\"?|\b[A-Z][A-Z_]+/|\bstatus[ =:]) ?([1-5]\d\d)\b"


class Moment(NamedTuple):
    """How lines say when: a pattern, and the SQL of a time of its text."""

    pattern: str
    time: str
    has_year: bool = True
    zone: str = ""


_CLOCK: Final = r"\d\d:\d\d:\d\d(?:[.,]\d+)?"
_APART: Final = r",? (?:- )?"
"""What stands between a day and a time of it."""
_MONTH: Final = r"(?:0[1-9]|1[0-2])"
_MONTH_DAY: Final = r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d"


def _in_numbers(form: str, year: str = "") -> str:
    """Return the SQL of a time whose day is written in numbers, or with a month by its name."""
    text = "regexp_extract(e.t, '^.*?\\d:\\d\\d:\\d\\d(?: [AP]M)?')"
    return f"try_strptime(concat('{year}', regexp_replace({text}, '[/., -]+', ' ', 'g')), '{form}')"


MOMENTS: Final = (
    Moment(rf"{ISO}(?:{ZONE})?", iso(rf"regexp_extract(e.t, '{ISO}')"),
            zone=some(rf"regexp_extract(e.t, '(?:{ZONE})$')")),
    Moment(r"\d{4}-\d\d-\d\d  \d\d:\d\d:\d\d", iso("replace(e.t, '  ', ' ')")),
    Moment(rf"{WEEKDAY} {_MONTH_DAY}(?:\.\d+)? \d{{4}}", "try_strptime(concat(right(e.t, 4), ' ', "
            rf"regexp_extract(e.t, '{_MONTH_DAY}')), '%Y %b %d %H:%M:%S')"),
    Moment(r"\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d", "try_strptime(e.t, '%d/%b/%Y:%H:%M:%S')"),
    Moment(_MONTH_DAY, MONTH_TIME, has_year=False),
    Moment(rf"\d\d{_MONTH}[0-3]\d {{1,2}}\d{{1,2}}:\d\d:\d\d", "try_strptime(regexp_replace("
           "e.t, ' +', ' '), '%y%m%d %H:%M:%S')"),
    Moment(rf"{_MONTH}[/.-]\d\d[ -]{_CLOCK}", _in_numbers("%Y %m %d %H:%M:%S", "{year} "),
            has_year=False),
    Moment(rf"\d\d[/.-]{_MONTH}[ -]{_CLOCK}", _in_numbers("%Y %d %m %H:%M:%S", "{year} "),
            has_year=False),
    Moment(rf"{_MONTH}[/.-]\d\d[/.-]\d{{4}}{_APART}{_CLOCK}", _in_numbers("%m %d %Y %H:%M:%S")),
    Moment(rf"\d\d[/.-]{_MONTH}[/.-]\d{{4}}{_APART}{_CLOCK}", _in_numbers("%d %m %Y %H:%M:%S")),
    Moment(rf"\d{{1,2}}/\d{{1,2}}/\d{{4}}{_APART}\d{{1,2}}:\d\d:\d\d [AP]M",
           _in_numbers("%m %d %Y %I:%M:%S %p")),
    Moment(rf"20\d\d{_MONTH}[0-3]\d[ T_-]?[0-2]\d:?[0-5]\d:?[0-5]\d",
           "try_strptime(regexp_replace(e.t, '[^0-9]', '', 'g'), '%Y%m%d%H%M%S')"),
    Moment(rf"[A-Z][a-z]{{2}} [ \d]\d,? \d{{4}} {_CLOCK}", _in_numbers("%b %d %Y %H:%M:%S")),
    Moment(rf"\d{{1,2}}[ /-][A-Z][a-z]{{2}}[ /-]\d{{4}}[ :]{_CLOCK}",
           _in_numbers("%d %b %Y %H:%M:%S")),
    Moment(r"[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d\d:\d\d [AP]M",
            _in_numbers("%b %d %Y %I:%M:%S %p")),
    Moment(r"1\d{9}(?:\.\d{1,9})?",
            "make_timestamp(CAST(round(TRY_CAST(e.t AS DOUBLE) * 1e6) AS BIGINT))", zone="'Z'"),
    Moment(r"1\d{12}", "make_timestamp(TRY_CAST(e.t AS BIGINT) * 1000)", zone="'Z'"),
)  # fmt: skip


def inferred(heads: Sequence[str]) -> tuple[Format, int] | None:
    """Return a format of lines that say when in one way, wherever that stands, and how many do."""
    best: tuple[Format, int] | None = None
    for moment in MOMENTS:
        # What stands around it is the message, but for its brackets.
        pattern = rf"^(|.{{0,{_WITHIN}}}?[^\w.\[(<])[\[(<]?({moment.pattern})[\])>]?([^\w\])>].*|)$"
        reads = re.compile(pattern)
        found = sum(reads.match(line) is not None for line in heads)
        # Of days that come before their month some may be months.
        if found < max(_LEAST * max(1, len(heads)), _BETTER * best[1] if best else 0):
            continue
        message = "trim(concat(e.before, e.m))"
        columns = {name: sql.replace("e.m", message) for name, sql in PLAIN.columns.items()}
        columns["time"] = moment.time
        if moment.zone:
            columns["zone"] = moment.zone
        best = Format(
            "inferred", pattern, ("before", "t", "m"), columns, has_year=moment.has_year,
            has_zone=bool(moment.zone),
        ), found  # fmt: skip
    return best


def records(heads: Sequence[str]) -> tuple[Format, int] | None:
    """Return a format of records of several lines, each with its key (`Install: …`), of which some
    say when (`Start-Date: …`), and how many do; what stands behind a key is a field."""
    for moment in MOMENTS:
        # Each line is an entry, the next times being those of the lines behind them.
        pattern = rf"^((?:#? ?({_KEY}):)?(?: +({moment.pattern}))?(.*))$"
        read = [one for one in map(re.compile(pattern).match, heads) if one is not None]
        found = sum(bool(one[2] and one[3]) for one in read)
        if found >= max(_FEWEST_RECORDS, _LEAST_RECORDS * len(heads)):
            columns = {**PLAIN.columns, "time": moment.time.replace("e.t", "e.moment"),
                       "source": some("e.key")}  # fmt: skip
            if moment.zone:
                columns["zone"] = moment.zone.replace("e.t", "e.moment")
            keys = Counter(one[2] for one in read if one[2] and not one[3] and one[4].strip())
            # What only some records have says what they tell of.
            least = max(_FEWEST, _LEAST_KEY * max(keys.values(), default=0))
            told = {
                key: [one[4].strip() for one in read if one[2] == key]
                for key, many in keys.items() if many >= least
            }  # fmt: skip
            told = {key: those for key, those in told.items() if _is_value(those)}
            who = next((key for key in told if key.casefold().startswith("user")), "")
            if who:  # User@Host: ann[ann] @ web1 [10.0.0.7]
                name = some(f"regexp_extract(e.value, '{_NAME}')")
                columns["user"] = f"CASE WHEN e.key = '{who}' THEN {name} END"
            fields = fields_of(told, lambda key: f"CASE WHEN e.key = '{key}' THEN {_REST} END")
            return Format(
                "records", pattern, ("m", "key", "moment", "value"), columns,
                has_year=moment.has_year, has_zone=bool(moment.zone), fields=fields,
            ), found  # fmt: skip
    return None


def _is_value(values: Sequence[str]) -> bool:
    """Whether texts behind a key are its values, which messages do not name anyway: numbers, and
    further keys among them."""
    further = sum(re.search(r"\w: ", one) is not None for one in values)
    return 2 * further < len(values) and kind_of(values) == "VARCHAR"


def with_requests(format_: Format, messages: Sequence[str]) -> Format:
    """Return a format with the method, path and status of requests that its messages tell of."""
    message = format_.columns.get("message", "e.m")
    found = dict(format_.columns)
    for pattern, names in ((_REQUEST, ("method", "path")), (_STATUS, ("status",))):
        told = sum(re.search(pattern, one) is not None for one in messages)
        if told < max(3, _LEAST_REQUESTS * len(messages)):
            break  # a number alone is no status
        for place, name in enumerate(names, 1):
            told_by = some(f"regexp_extract({message}, '{pattern}', {place})")
            found.setdefault(
                name, f"TRY_CAST({told_by} AS INTEGER)" if name == "status" else told_by
            )
    return format_._replace(columns=found)
