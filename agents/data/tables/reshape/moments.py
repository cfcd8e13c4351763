"""Days written with the name of a month or weekday, and seconds since 1970, become moments."""

from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.data.tables.header_words import named_by_id, names_length, names_moment
from agents.data.tables.quoting import literal, quoted
from agents.data.tables.reshape.relation import columns_of, figured, replaced

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SEEN = 2000
_FIRST, _LAST = 946_684_800, 2_082_758_400  # seconds: 2000 to 2035
_WHOLE = ("INTEGER", "BIGINT", "UINTEGER", "UBIGINT", "HUGEINT", "DOUBLE")
_MONTHS = (
    "jan(?:uary)?|ene(?:ro)?", "feb(?:ruary|rero)?", "mar(?:ch|zo)?", "apr(?:il)?|abr(?:il)?",
    "may(?:o)?", "june?|junio", "july?|julio", "aug(?:ust)?|ago(?:sto)?",
    "sept?(?:ember|iembre)?|set(?:iembre)?", "oct(?:ober|ubre)?", "nov(?:ember|iembre)?",
    "dec(?:ember)?|dic(?:iembre)?",
)  # fmt: skip
_MONTH = "(" + "|".join(_MONTHS) + r")\.?"
_CLOCK = (
    r"(?:[T,\s]+(?:(오전|오후|am|pm)\s*)?(\d{1,2})(?::|시\s*)(\d{2})분?(?::(\d{2}))?\s*"
    r"(am|pm|a\.m\.|p\.m\.)?)?"
)
_WEEKDAY = r"(?:(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mi[eé]|jue|vie|s[aá]b|dom)[a-zéá]*\.?,?\s+)?"
_BEHIND = r"\s*(?:[(\[]?[월화수목금토일](?:요일)?[)\]]?)?"
_GAP = r"[\s\-/.,]*(?:de[l]?\s+|of\s+)?"
_DAY, _YEAR = r"(\d{1,2})(?:st|nd|rd|th|º)?", r"(\d{4})"
# A day's parts in their order; each form is for all texts of a column.
_FORMS = (
    ("dmy", rf"^\s*{_WEEKDAY}{_DAY}{_GAP}{_MONTH}{_GAP}{_YEAR}{_CLOCK}\s*$"),
    ("mdy", rf"^\s*{_WEEKDAY}{_MONTH}{_GAP}{_DAY}{_GAP}{_YEAR}{_CLOCK}\s*$"),
    ("ymd", rf"^\s*{_YEAR}{_GAP}{_MONTH}{_GAP}{_DAY}{_CLOCK}\s*$"),
    (
        "ymd",
        rf"^\s*{_YEAR}\s*[년.\-/]\s*(\d{{1,2}})\s*[월.\-/]\s*(\d{{1,2}})\s*[일.]?"
        rf"{_BEHIND}{_CLOCK}\s*$",
    ),
)
# What the formats of a text column read as it is.
_PLAIN = (
    r"^\s*\d{4}[-./]\d{1,2}[-./]\d{1,2}([T ][\d:.]+([Zz]|[+-][\d:]+)?)?\s*$|"
    r"^\d{4}년 \d{1,2}월 \d{1,2}일$"
)


def dated(connection: "DuckDBPyConnection") -> None:
    """Make moments of the columns that hold nothing else.

    Whole numbers are seconds or milliseconds since 1970 where all lie in 2000 to 2035, unless
    they are ids or lengths. Texts that a plain format fits stay as they are.
    """
    new: dict[str, str] = {}
    texts = figured(connection)
    for name, kind in columns_of(connection).items():
        if (kind in _WHOLE and (read := _since_1970(connection, name))) or (
            name in texts and (read := _written_out(connection, name))
        ):
            new[name] = read
    replaced(connection, new)


def _since_1970(connection: "DuckDBPyConnection", name: str) -> str | None:
    if named_by_id(name) is not None or (names_length(name) and not names_moment(name)):
        return None
    column = quoted(name)
    head = f"(SELECT {column} FROM {TABLE} LIMIT {_SEEN})"
    units: list[int] = []
    for rows in (head, TABLE):
        sql = f"SELECT min({column}), max({column}) FROM {rows}"
        low, high = connection.execute(sql).fetchone() or (None, None)
        if low is None:
            return None
        units = [unit for unit in (1, 1000) if unit * _FIRST <= low <= high <= unit * _LAST]
        if not units:
            return None
    return f"make_timestamp(CAST({column} * {1_000_000 // units[0]} AS BIGINT))"


def _written_out(connection: "DuckDBPyConnection", name: str) -> str | None:
    """Return the moment of texts such as 07-ene-2020, or None for other texts."""
    text = f"lower({quoted(name)})"
    head = f"(SELECT {quoted(name)} FROM {TABLE} WHERE {quoted(name)} IS NOT NULL LIMIT {_SEEN})"
    forms = (_PLAIN, *(form for _, form in _FORMS))
    tests = ", ".join(f"bool_and(regexp_matches({text}, {literal(form)}))" for form in forms)
    found = connection.execute(f"SELECT {tests} FROM {head}").fetchone()
    if found is None or found[0] or not any(found):
        return None
    fitting = zip(_FORMS, found[1:], strict=True)
    order, form = next(one for one, fits in fitting if fits)
    read = _read(text, order, form)
    whole = f"{quoted(name)} IS NULL OR {read} IS NOT NULL"
    row = connection.execute(f"SELECT bool_and({whole}) FROM {TABLE}").fetchone()
    return read if row is not None and row[0] else None


def _read(text: str, order: str, form: str) -> str:
    def part(number: int) -> str:
        return f"regexp_extract({text}, {literal(form)}, {number})"

    place = {letter: 1 + index for index, letter in enumerate(order)}
    month = part(place["m"])
    named = " ".join(
        f"WHEN regexp_full_match({month}, {literal(name)}) THEN {number}"
        for number, name in enumerate(_MONTHS, 1)
    )
    month = f"coalesce(try_cast({month} AS INT), CASE {named} END)"
    year, day = (f"try_cast({part(place[letter])} AS INT)" for letter in "yd")
    half = f"({part(4)} || {part(8)})"
    hour = f"coalesce(try_cast({part(5)} AS INT), 0)"
    hour = (
        f"(CASE WHEN regexp_matches({half}, '오전|오후|[ap]') THEN {hour} % 12 ELSE {hour} END "
        f"+ CASE WHEN regexp_matches({half}, '오후|p') THEN 12 ELSE 0 END)"
    )
    minute, second = (f"coalesce(try_cast({part(n)} AS INT), 0)" for n in (6, 7))
    parts = ", ".join((year, month, day, hour, minute, second))
    written = f"printf('%04d-%02d-%02d %02d:%02d:%02d', {parts})"
    return f"try_cast({written} AS TIMESTAMP)"
