"""A person's own format: a pattern with named groups, in the profile's settings.

[logs.formats.till]
pattern = '(?P<time>\\S+ \\S+) till(?P<till>\\d+) (?P<level>\\w+): (?P<message>.*)'
time = "%d/%m/%y %H:%M:%S"      # only where it is not as ISO 8601 writes it
"""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from agents.logs.columns.fields import named
from agents.logs.columns.formats import COLUMNS, IPV4, Format, iso, level_in, level_of, some
from agents.logs.columns.parse_sql import literal, parse
from app.errors import BadInput

_ALSO: Final = {"component": "source", "process": "pid"}
_LONGEST: Final = 2_000
_OF_LINES: Final = ("line", "text", "entry")
# What RE2, which reads the log, does not have.
_NOT_RE2: Final = re.compile(r"\(\?<?[=!]|\\[1-9]|\(\?\(|[*+?}]\+")


def own_format(name: str, pattern: str, time: str = "") -> Format:
    """Return the format of a pattern; raises `BadInput` saying what does not fit.

    A format of the settings has a name, a pattern that is only tried has none ("").
    Groups that are called as columns (time, level, host, component, process, user, address, path,
    method, status, message) are those; others become columns of their own.
    """
    compiled = _compiled(name, pattern)
    groups = tuple(compiled.groupindex)
    order = sorted(groups, key=compiled.groupindex.__getitem__)
    if len(order) != compiled.groups:
        raise _bad(name, "each group needs a name: (?P<level>\\w+), or (?:…) where it is none")
    columns: dict[str, str] = {}
    for group in order:
        column = _ALSO.get(group, group)
        if column in COLUMNS:
            columns[column] = some(f"e.{group}")
    if "time" in columns:
        columns["time"] = (
            f"try_strptime(e.time, {literal(time)})" if time else iso("regexp_replace(e.time, "
            "'(Z|[+-]\\d\\d:?\\d\\d)$', '')")
        )  # fmt: skip
        columns.setdefault("zone", some("regexp_extract(e.time, '(Z|[+-]\\d\\d:?\\d\\d)$')"))
    if "status" in columns:
        columns["status"] = f"TRY_CAST({columns['status']} AS INTEGER)"
    columns.setdefault("message", "text")
    columns["level"] = level_of("e.level") if "level" in columns else level_in(columns["message"])
    columns.setdefault("address", some(f"regexp_extract({columns['message']}, '{IPV4}')"))
    own = {group: () for group in order if _ALSO.get(group, group) not in COLUMNS}
    fields = tuple(
        (column, kind, some(f"e.{group}")) for group, (column, kind) in named(own).items()
    )
    return Format(
        f"own:{name}",
        pattern if pattern.startswith("^") else f"^{pattern}",
        tuple(order),
        columns,
        has_year=True,
        has_zone="time" in columns,
        has_time="time" in columns,
        fields=fields,
    )


def try_format(format_: Format, lines: Sequence[str]) -> list[dict[str, str] | None]:
    """Return for each line what it fills of the columns of a log that is read so, as texts; None
    where the format does not fit. Blocks."""
    import duckdb

    block = "(SELECT unnest(range(1, len($lines) + 1)) AS line, unnest($lines) AS text)"
    day = datetime.now(UTC).date()
    with duckdb.connect(config={"threads": 1}) as connection:
        found = connection.execute(
            f"SELECT COLUMNS(*)::VARCHAR FROM ({parse(format_, block, day=day, utc=False)}) "
            "ORDER BY line::BIGINT",  # that of the result, which is a text
            {"lines": [line[:_LONGEST] for line in lines]},
        )
        names = [one[0] for one in found.description or ()]
        rows = [dict(zip(names, row, strict=True)) for row in found.fetchall()]
    return [
        {name: value for name, value in row.items() if value is not None and name not in _OF_LINES}
        if row["entry"] == "true" else None
        for row in rows
    ]  # fmt: skip


def own_formats(settings: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return the formats of a profile's settings, checked; raises `BadInput`."""
    said = settings.get("logs", {})
    formats = said.get("formats", {}) if isinstance(said, Mapping) else {}
    found: list[dict[str, str]] = []
    for name, about in formats.items() if isinstance(formats, Mapping) else ():
        pattern = about.get("pattern") if isinstance(about, Mapping) else None
        time = about.get("time", "") if isinstance(about, Mapping) else None
        if not isinstance(pattern, str) or not isinstance(time, str):
            raise _bad(str(name), "`pattern` is a text with named groups, `time` a form of time")
        own_format(str(name), pattern, time)
        found.append({"name": str(name), "pattern": pattern, "time": time})
    return found


def _compiled(name: str, pattern: str) -> re.Pattern[str]:
    if _NOT_RE2.search(pattern):
        raise _bad(name, "it looks ahead or back, which no log is read with: leave that out")
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        raise _bad(name, f"it is no pattern: {error}") from None
    if not compiled.groupindex:
        raise _bad(name, "it names no group: (?P<time>\\S+) (?P<message>.*)")
    return compiled


def _bad(name: str, why: str) -> BadInput:
    what = f"The format {name!r} in logs.formats" if name else "The pattern that was given"
    return BadInput(f"{what} does not fit: {why}.", key="bad_log_format", name=name)
