"""When and how long: the columns with the moment and the length of a game."""

import re
from datetime import UTC, datetime
from itertools import chain

from agents.data.match.model.pack import form_for, phrases_for, words_for
from agents.data.match.model.semantic_model import GameTime
from agents.data.match.model.value_queries import Look
from agents.data.tables.header_words import names_length, names_moment, tokens
from agents.data.tables.profile import ColumnFacts, TableProfile
from agents.data.tables.quoting import literal, quoted

_ISO = re.compile(r"(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}")
_DAY_FIRST = re.compile(r"\d{1,2}([-/.])\d{1,2}\1(?:19|20)\d\d(?: .*)?")
_MONTH = re.compile(r"(?:19|20)\d\d[-/](?:0?[1-9]|1[0-2])")
_SIGNS = re.compile(r"[\d\s]+")
_LETTERS = re.compile(r"%[a-zA-Z]")
_FEW = 20
_FORMATS = (
    "%Y-%m-%d", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%SZ",
    "%Y/%m/%d", "%Y.%m.%d", "%Y/%m/%d %H:%M:%S", "%Y/%m/%d %H:%M", "%Y.%m.%d %H:%M",
    "%d.%m.%Y", "%d.%m.%Y %H:%M", "%d %b %Y", "%d %b %y",
    "%d-%b-%y", "%d %B %Y", "%b %d, %Y",
    "%B %d, %Y", "%Y-%m", "%Y/%m", "%Y.%m", "%Y%m%d",
)  # fmt: skip
_ORDERS = ("%d{0}%m{0}%Y", "%m{0}%d{0}%Y")
_SHORT_ORDERS = ("%y{0}%m{0}%d", "%d{0}%m{0}%y", "%m{0}%d{0}%y")
_CLOCKS = ("", " %I:%M %p", " %H:%M", " %H:%M:%S")
# The ways in which the same texts may be read.
_EITHER = tuple(
    tuple(form.format(mark) + clock for form in orders)
    for mark in "/-." for orders in (_ORDERS, _SHORT_ORDERS) for clock in _CLOCKS
)  # fmt: skip


def find_time(
    table: TableProfile,
    taken: set[str],
    look: Look,
    sums: frozenset[str] = frozenset(),
) -> GameTime | None:
    """Return the column that tells when a game was played, or None.

    `sums` are the words that may stand in it for rows that are sums of others. Text such as
    03/04/2020 that may be read in two ways tells nothing.
    """
    free = [c for c in table.columns if c.name not in taken and c.distinct]
    dated = [c for c in free if c.kind == "time"]
    if dated:
        best = min(dated, key=lambda c: bool(form_for("not_played").search(c.name)))
        return GameTime(column=best.name, zoned="WITH TIME ZONE" in best.type)
    texts = [c for c in free if c.kind == "text" and (names_moment(c.name) or _dated(c))]
    texts.sort(key=lambda c: bool(form_for("not_played").search(c.name)))
    for column in texts:
        summed = tuple(v for v in column.values if v.strip().casefold() in sums)
        dates = column.model_copy(
            update={"values": tuple(v for v in column.values if v not in summed)}
        )
        found = _as_text(dates, look, summed) if dates.values or not summed else None
        if found is not None:
            return found.model_copy(update={"rollups": summed})
    for column in free:
        if _is_year(column):
            return GameTime(column=column.name, format="%Y")
        if column.kind == "number" and names_moment(column.name):
            low, high = (
                look.number(f"min({quoted(column.name)})"),
                look.number(f"max({quoted(column.name)})"),
            )
            if 19000101 <= low <= high <= 21001231 and _fits(column, "%Y%m%d", look):
                return GameTime(column=column.name, format="%Y%m%d")
    return None


def _dated(column: ColumnFacts) -> bool:
    """Whether the commonest values are days or months, whatever the column's name."""
    some = column.values[:20]
    return bool(some) and any(
        all(map(form, some)) for form in (_ISO.match, _MONTH.fullmatch, _DAY_FIRST.fullmatch)
    )


def _is_year(column: ColumnFacts) -> bool:
    words = words_for("years").intersection(tokens(column.name))
    whole = [v for v in column.values if v.isdigit() and 1900 <= int(v) <= 2100]
    return bool(words) and bool(whole) and len(whole) == len(column.values)


def _as_text(column: ColumnFacts, look: Look, sums: tuple[str, ...]) -> GameTime | None:
    for form in (*_FORMATS, *phrases_for("dates")):
        if _fits(column, form, look, sums):
            return GameTime(column=column.name, format=form)
    seen = [v for v in column.values[:_FEW] if v not in sums]
    for forms in _EITHER:
        if not all(_may_read(value, forms[0]) for value in seen):
            continue
        fit = [form for form in forms if _fits(column, form, look, sums)]
        fit = _likely(column, fit, look) if len(fit) > 1 else fit
        if fit:
            return GameTime(column=column.name, format=fit[0]) if len(fit) == 1 else None
    return None


def _may_read(value: str, form: str) -> bool:
    """Whether a text has the signs of a format, so that the whole column is worth reading."""
    return _SIGNS.sub("", value) == _SIGNS.sub("", _LETTERS.sub("", form)) or "%p" in form


def _likely(column: ColumnFacts, forms: list[str], look: Look) -> list[str]:
    """Return the readings that give the years of a table: not to come, and fewer than its days.

    25.01.03 among days of 2023 to 2025 is no third of 2025, nor the 25th in thirty years.
    """
    found = []
    for form in forms:
        read = f"try_strptime({quoted(column.name)}::VARCHAR, {literal(form)})"
        days, years = (look.number(f"count(DISTINCT {part}({read}))") for part in ("day", "year"))
        last = look.number(f"max(year({read}))")
        if last <= datetime.now(UTC).year + 1 and (years <= days or days > _FEW):
            found.append(form)
    return found or forms


def _fits(column: ColumnFacts, form: str, look: Look, sums: tuple[str, ...] = ()) -> bool:
    """Whether every value but `sums` reads in a format, as a day between 1900 and 2100."""
    name = f"{quoted(column.name)}::VARCHAR"
    if sums:
        name = f"(CASE WHEN {name} NOT IN ({', '.join(map(literal, sums))}) THEN {name} END)"
    read = f"try_strptime({name}, {literal(form)})"
    return not look.any(
        f"{name} IS NOT NULL AND coalesce(year({read}) NOT BETWEEN 1900 AND 2100, TRUE)"
    )


def find_duration(table: TableProfile, taken: set[str]) -> str | None:
    """Return the column with the length of a game, or None."""
    free = [c for c in table.columns if c.name not in taken]
    spans = (c.name for c in free if c.kind == "span")
    numbers = (c.name for c in free if c.kind == "number" and names_length(c.name))
    return next(chain(spans, numbers), None)
