"""A frame becomes one SELECT over `lines`, with its values written in."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from agents.logs.lines.parse_sql import TABLE, literal
from agents.logs.lines.templates import MASK
from agents.logs.question.frame import GRAINS, LogFrame

SHOWN_LINES: Final = 20
_LENGTHS = {"minute": 16, "hour": 13, "day": 10, "month": 7}


class Query(NamedTuple):
    """The SQL, and the names and types of its columns; the last is the count where one is."""

    sql: str
    columns: tuple[tuple[str, str], ...]


def query_of(frame: LogFrame, phrases: Mapping[str, str], *, disorder: int = 0) -> Query:
    """Return the query of a frame; `phrases` names for each concept the text that is counted.

    First and last go by time; where entries stand in that order (no `disorder`), by line is the
    same, and has the lines without a time in their place.
    """
    where = " AND ".join(conditions(frame, phrases)) or "true"
    match frame.shown:
        case "lines" | "first" | "last":
            order = "DESC" if frame.shown == "last" else "ASC"
            most = frame.limit or (SHOWN_LINES if frame.shown == "lines" else 1)
            sql = (
                f"SELECT line, CAST(time AS VARCHAR) AS time, text FROM {TABLE} WHERE {where} "
                f"ORDER BY {f'time {order} NULLS LAST, ' if disorder else ''}line {order} "
                f"LIMIT {most}"
            )
            return Query(sql, (("line", "integer"), ("time", "string"), ("text", "string")))
        case "when":
            sql = (
                "SELECT CAST(min(time) AS VARCHAR) AS first, CAST(max(time) AS VARCHAR) AS last, "
                f"count(*) AS count FROM {TABLE} WHERE {where}"
            )
            columns = (("first", "string"), ("last", "string"), ("count", "integer"))
            return Query(sql, columns)
        case "gaps":
            return Query(
                _gaps(where, frame.limit or 3),
                (("from", "string"), ("to", "string"), ("seconds", "integer")),
            )
        case _:
            return _count(frame, where)


def _count(frame: LogFrame, where: str) -> Query:
    if frame.distinct is not None:
        sql = f'SELECT count(DISTINCT "{frame.distinct}") AS count FROM {TABLE} WHERE {where}'
        return Query(sql, (("count", "integer"),))
    if frame.group_by is None:
        return Query(f"SELECT count(*) AS count FROM {TABLE} WHERE {where}",
                     (("count", "integer"),))  # fmt: skip
    group = group_sql(frame.group_by)
    direction = "ASC" if frame.order == "least" else "DESC"
    timed = frame.group_by in GRAINS
    order = "1" if timed and frame.order is None else f"count {direction}, 1"
    limit = f" LIMIT {frame.limit}" if frame.limit else ""
    sql = (
        f'SELECT {group} AS "{frame.group_by}", count(*) AS count FROM {TABLE} WHERE {where} '
        f"AND {group} IS NOT NULL GROUP BY 1 ORDER BY {order}{limit}"
    )
    return Query(sql, ((frame.group_by, "string"), ("count", "integer")))


def group_sql(group: str) -> str:
    """Return the SQL of what is grouped by: a column, or the time to a grain."""
    if group in GRAINS:
        return f"CAST(date_trunc('{group}', time) AS VARCHAR)"
    if group == "message":
        # Messages that differ in words with digits only are of one kind.
        return f"regexp_replace(message, {literal(MASK)}, '*', 'g')"
    return f'CAST("{group}" AS VARCHAR)'


def shown_time(value: str, grain: str) -> str:
    """Return a moment of a grain as people read it: "2015-05-17 10:00"."""
    text = value[: _LENGTHS.get(grain, 19)]
    return f"{text}:00" if grain == "hour" else text


def conditions(frame: LogFrame, phrases: Mapping[str, str]) -> list[str]:
    """Return the conditions of a frame. A text alone is looked for in every line, as grep does."""
    found = []
    only_text = bool(frame.contains or frame.either) and not (
        frame.levels or frame.concepts or frame.equals or frame.statuses or frame.group_by
        or frame.since or frame.until or frame.hours or frame.distinct
    )  # fmt: skip
    if not only_text and not (frame.concepts and not frame.group_by and not _timed(frame)):
        found.append("entry")
    if frame.levels:
        found.append(f"level IN ({', '.join(map(literal, frame.levels))})")
    texts = [*frame.contains, *(phrases[concept] for concept in frame.concepts)]
    found += [f"contains(lower(text), {literal(text.lower())})" for text in texts]
    if frame.either:
        held = (f"contains(lower(text), {literal(text.lower())})" for text in frame.either)
        found.append(f"({' OR '.join(held)})")
    found += [f'"{column}" = {literal(value)}' for column, value in frame.equals]
    if frame.statuses:
        ranges = (f"status BETWEEN {low} AND {high}" for low, high in frame.statuses)
        found.append(f"({' OR '.join(ranges)})")
    if frame.since is not None:
        found.append(f"time >= TIMESTAMP {literal(str(frame.since))}")
    if frame.until is not None:
        found.append(f"time < TIMESTAMP {literal(str(frame.until))}")
    if frame.hours is not None:
        begin, end = frame.hours
        minute = "(hour(time) * 60 + minute(time))"
        found.append(f"{minute} >= {begin} AND {minute} < {end}")
    return found


def _timed(frame: LogFrame) -> bool:
    return frame.since is not None or frame.until is not None or frame.hours is not None


def _gaps(where: str, most: int) -> str:
    return (
        'SELECT CAST(before AS VARCHAR) AS "from", CAST(second AS VARCHAR) AS "to", '
        "CAST(epoch(second) - epoch(before) AS BIGINT) AS seconds FROM "
        "(SELECT second, lag(second) OVER (ORDER BY second) AS before FROM "
        f"(SELECT DISTINCT date_trunc('second', time) AS second FROM {TABLE} "
        f"WHERE {where} AND time IS NOT NULL)) "
        f"WHERE before IS NOT NULL ORDER BY seconds DESC, 1 LIMIT {most}"
    )
