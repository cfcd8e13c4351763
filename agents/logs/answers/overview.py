"""The figures of a whole log in one table: each row says which figure, of what, and how much."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from agents.logs.columns.parse_sql import TABLE, literal
from agents.logs.columns.templates import MASK, Template, like, mine, pattern
from agents.logs.lines.profile import LogFacts
from agents.logs.lines.table import LogTable

COLUMNS: Final = (
    ("figure", "string"), ("name", "string"), ("detail", "string"), ("count", "integer"),
)  # fmt: skip
_TOP: Final = 5
_TEMPLATES: Final = 8
_MOST_MASKS: Final = 50_000
# A burst is a bucket of time with more than the mean and three standard deviations.
_DEVIATIONS: Final = 3
_BUCKETS: Final = 120


class Overview(NamedTuple):
    """The query of the figures, the grain of its rates, and what was mined."""

    sql: str
    grain: str | None
    templates: tuple[Template, ...]


def plan_overview(table: LogTable, facts: LogFacts) -> Overview:
    """Look for templates and choose a grain; return the query of all figures; blocks."""
    templates = _mined(table, facts)
    grain = _grain(facts)
    parts = [
        _figure("lines", f"SELECT count(*) FROM {TABLE}"),
        _figure("entries", f"SELECT count(*) FROM {TABLE} WHERE entry"),
        _figure("continued", f"SELECT count(*) FROM {TABLE} WHERE NOT entry AND text <> ''"),
        _figure("blank", f"SELECT count(*) FROM {TABLE} WHERE NOT entry AND text = ''"),
    ]
    for column in ("level", "address", "host", "source", "user", "path", "status", "method"):
        if facts.has(column) and (column != "host" or facts.several(column)):
            parts.append(_tops(column))
    if grain is not None:
        parts += _times(grain)
    for number, template in enumerate(templates, 1):
        parts.append(
            f"SELECT 'template' AS figure, {literal(template.text)} AS name, "
            f"'{number:02}' AS detail, count(*) AS count FROM {TABLE} "
            f"WHERE entry AND message LIKE {literal(like(template.text))} ESCAPE '!' "
            f"AND regexp_full_match(message, {literal(pattern(template.text))})"
        )
    union = " UNION ALL ".join(f"SELECT * FROM ({part})" for part in parts)
    sql = (
        f"SELECT figure, name, detail, count FROM ({union}) "
        "ORDER BY figure, count DESC, name, detail"
    )
    return Overview(sql, grain, tuple(templates))


def worded(sql: str, words: Mapping[str, str]) -> str:
    """Return the query of the figures with their names in words, its rows in the same order."""
    cases = " ".join(f"WHEN {literal(key)} THEN {literal(word)}" for key, word in words.items())
    return (
        f"SELECT CASE f.figure {cases} END AS figure, name, detail, count FROM ({sql}) AS f "
        "ORDER BY f.figure, count DESC, name, detail"
    )


def _figure(name: str, sql: str) -> str:
    columns = f"'{name}' AS figure, '' AS name, '' AS detail, count(*) AS count"
    return sql.replace("count(*)", columns)


def _tops(column: str) -> str:
    most = 20 if column in ("level", "status", "method") else _TOP
    return (
        f"SELECT '{column}' AS figure, CAST(\"{column}\" AS VARCHAR) AS name, '' AS detail, "
        f'count(*) AS count FROM {TABLE} WHERE entry AND "{column}" IS NOT NULL '
        f"GROUP BY 2 ORDER BY 4 DESC, 2 LIMIT {most}"
    )


def _times(grain: str) -> list[str]:
    bucket = f"date_trunc('{grain}', time)"
    counted = (
        f"SELECT {bucket} AS bucket, count(*) AS n FROM {TABLE} WHERE entry AND time IS NOT NULL "
        "GROUP BY 1"
    )
    spread = (
        "SELECT bucket, n, avg(n) OVER () AS mean, stddev_pop(n) OVER () AS spread "
        f"FROM ({counted})"
    )
    gaps = (
        "SELECT second, lag(second) OVER (ORDER BY second) AS before FROM "
        f"(SELECT DISTINCT date_trunc('second', time) AS second FROM {TABLE} "
        "WHERE time IS NOT NULL)"
    )
    return [
        f"SELECT '{grain}' AS figure, CAST(bucket AS VARCHAR) AS name, '' AS detail, n AS count "
        f"FROM ({counted})",
        "SELECT 'burst' AS figure, CAST(bucket AS VARCHAR) AS name, '' AS detail, n AS count "
        f"FROM ({spread}) WHERE n > mean + {_DEVIATIONS} * spread AND n > 10 "
        "ORDER BY n DESC, 2 LIMIT 3",
        "SELECT 'gap' AS figure, CAST(before AS VARCHAR) AS name, CAST(second AS VARCHAR) AS "
        f"detail, CAST(epoch(second) - epoch(before) AS BIGINT) AS count FROM ({gaps}) "
        # Lines of two seconds behind each other leave less than one between them.
        "WHERE second - before > INTERVAL 1 SECOND ORDER BY 4 DESC, 2 LIMIT 3",
        "SELECT 'span' AS figure, CAST(min(time) AS VARCHAR) AS name, CAST(max(time) AS VARCHAR) "
        f"AS detail, count(time) FILTER (entry) AS count FROM {TABLE}",
    ]


def _grain(facts: LogFacts) -> str | None:
    """Return the finest grain that cuts the log into few enough pieces, None without times."""
    first, last = facts.span
    if first is None or last is None:
        return None
    seconds = (last - first).total_seconds()
    for grain, length in (("minute", 60), ("hour", 3600), ("day", 86_400)):
        if seconds <= _BUCKETS * length:
            return grain
    return "month"


def _mined(table: LogTable, facts: LogFacts) -> list[Template]:
    if facts.has("path") and facts.has("status"):
        return []  # an access log says the same with its paths and states
    rows = table.connection.execute(
        f"SELECT regexp_replace(message, {literal(MASK)}, '*', 'g') AS m, count(*) FROM {TABLE} "
        f"WHERE entry GROUP BY 1 ORDER BY 2 DESC LIMIT {_MOST_MASKS}"
    ).fetchall()
    found = mine((str(text), int(count)) for text, count in rows if text)
    return [one for one in found if one.taken > 1 and len(one.text) < 2_000][:_TEMPLATES]
