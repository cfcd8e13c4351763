"""Texts that are numbers, moments or lengths of time as people write them, read by SQL.

Each form is a pattern that a cell meets as a whole and an expression over a cell that does; both
run inside DuckDB, so that ten million cells are read where they are.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from agents.answering.text.packs import bundled
from agents.data.tables.quoting import listed, literal

NUMBER_EN = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+"
NUMBER_EU = r"(?:\d{1,3}(?:[. ]\d{3})+|\d+)(?:,\d+)?"
PLAIN_INTEGER = r"[+-]?(?:0|[1-9]\d{0,17})"
PLAIN_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?"
ISO_DATE = r"\d{4}-\d{1,2}-\d{1,2}"
CLOCK = r"\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?[AaPp]\.?[Mm]\.?)?"
ISO_MOMENT = ISO_DATE + r"[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?"
ZONED_MOMENT = ISO_MOMENT + r"\s?(?:Z|UTC|[+-]\d{2}(?::?\d{2})?)"
PARTED_DATE = (
    r"(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{4}|"
    r"\d{2}[./-]\d{2}[./-]\d{2}|\d{1,2}/\d{1,2}/\d{2})\.?(?:[ T,]+" + CLOCK + ")?"
)
COLONS = r"[+-]?(?:(\d{1,3}):)?(\d{1,4}):(\d{2}(?:[.,]\d+)?)"
YEARS = r"([12]\d{3})\??(?:\s*[-–—/]\s*(?:\d{2}|\d{4}|\D{0,12}))?"
CELL = "@CELL@"
_CLOCKS = ("%H:%M:%S.%f", "%H:%M:%S", "%H:%M", "%I:%M:%S %p", "%I:%M %p")
_TAIL = r"(%|[^\d\s(),:;%+–—-][^\d\s(),:;%]{0,17}[23]?(?: [^\d\s(),:;]{1,11}){0,2})?"


class Form(NamedTuple):
    """One way of writing: `pattern` is met by a whole cell, and `value` reads it.

    The cell stands for `CELL` in it: cleaned (`clean`), unless the form is plain and has no `key`.

    `type` is DuckDB's; `unit` and `grain` as in the model; `key` names the note on it, "" for
    what is no change. An `ordinal` says which one of several.
    """

    pattern: str
    value: str
    type: str
    key: str = ""
    unit: str = ""
    grain: str = ""
    length: bool = False
    ordinal: bool = False

    def of(self, cell: str) -> str:
        """Return the SQL that reads a cell as the file has it."""
        return self.value.replace(CELL, clean(cell) if self.key else cell)

    def of_clean(self, cell: str) -> str:
        """Return the SQL that reads a cell that was cleaned."""
        return self.value.replace(CELL, cell)

    def fits(self, cell: str) -> str:
        """Return the SQL condition that a cell, cleaned, is written so."""
        return f"regexp_full_match({cell}, {literal(self.pattern)})"


@cache
def words() -> "dict[str, object]":
    """Return the words and signs that writing knows (`written.yaml`)."""
    return dict(bundled("", "written.yaml", "agents.data.tables"))


def strings(key: str) -> tuple[str, ...]:
    """Return one list of these words."""
    found = words()[key]
    assert isinstance(found, list)
    return tuple(map(str, found))


@cache
def scales() -> dict[str, int]:
    """Return what words that multiply a number stand for."""
    found = words()["scales"]
    assert isinstance(found, dict)
    return {str(word): int(times) for word, times in found.items()}


@cache
def months() -> dict[str, int]:
    """Return the months that names of them are."""
    found = words()["months"]
    assert isinstance(found, dict)
    return {str(name): int(month) for month, names in found.items() for name in names}


def clean(cell: str) -> str:
    """Return a cell (SQL) without notes in square brackets, signs of a note and odd spaces."""
    notes = literal(r"\s*\[[^\]]*\]|[\s*†‡§¶^♦#]+$|^[\s*†‡§¶~≈]+")
    plain = f"translate({cell}, '\u00a0\u202f\u2009\u2212\n\r\t', '   -   ')"
    return f"trim(regexp_replace({plain}, {notes}, '', 'g'))"


def filled(cell: str) -> str:
    """Return a condition (SQL): that a cell holds something."""
    return f"trim({cell}) NOT IN ({listed(strings('nothing'))})"


@cache
def money() -> str:
    """Return the signs of money as alternatives of a pattern, the longest first."""
    return "|".join(map(re.escape, sorted(strings("currencies"), key=len, reverse=True)))


def number_pattern(number: str) -> str:
    """Return the pattern of a number with what may stand around it: groups 1 sign, 2 money,
    3 sign, 4 the number, 5 what stands behind."""
    return (
        rf"\(?\s*([+-]?)\s*({money()})?\s*([+-]?)({number})\s*\.?\s*{_TAIL}\s*"
        r"(?:\([^()]*\)?)?\s*\)?"
    )


def number_form(
    number: str, tails: Iterable[tuple[str, str, int]], *, whole: bool = False
) -> Form | None:
    """Return how a column's numbers are read, None if what stands around them differs.

    `tails` are the different pairs of what stands before and behind the number, with how many
    cells have them; what less than half have is no unit. `whole`: no number has decimals.
    """
    units: dict[str, int] = {}
    factors: dict[str, int] = {}
    cells = ordinals = 0
    for before, behind, count in tails:
        cells += count
        tail = behind.rstrip(".").strip()
        word = tail.casefold()
        if before:
            units[before] = units.get(before, 0) + count
        if word in strings("ordinals"):
            ordinals += count
            continue
        if word in scales() and (before or word not in strings("scales_of_money")):
            factors[word] = scales()[word]
            continue
        first, _, rest = tail.partition(" ")
        if first.casefold() in scales() and rest:
            factors[first.casefold()] = scales()[first.casefold()]
            tail = rest
        if tail:
            units[tail] = units.get(tail, 0) + count
    if len(units) > 1:
        return None
    unit = next((one for one, count in units.items() if 2 * count >= cells), "")
    pattern = number_pattern(number)
    cell = CELL
    digits = f"regexp_extract({cell}, {literal('^' + pattern + '$')}, 4)"
    if number == NUMBER_EN:
        digits = f"replace({digits}, ',', '')"
    else:
        digits = f"replace(replace(replace({digits}, '.', ''), ' ', ''), ',', '.')"
    negative = literal(rf"^\(?\s*(?:{money()})?\s*-|^\([^()]*\)$")
    value = (
        f"(CASE WHEN regexp_matches({cell}, {negative}) THEN -1 ELSE 1 END "
        f"* TRY_CAST({digits} AS DOUBLE))"
    )
    if factors:
        behind = f"lower(regexp_extract({cell}, {literal('^' + pattern + '$')}, 5))"
        whens = " ".join(
            f"WHEN {literal(word)} THEN {times}" for word, times in sorted(factors.items())
        )
        value += f" * (CASE split_part({behind}, ' ', 1) {whens} ELSE 1 END)"
    kind = "BIGINT" if whole and not factors else "DOUBLE"
    if kind == "BIGINT":
        value = f"TRY_CAST({value} AS BIGINT)"
    ordinal = 2 * ordinals > cells
    return Form(pattern, value, kind, "read_numbers", unit=unit, ordinal=ordinal)


def year_form() -> Form:
    """Return how years are read: the first of a span (1998–99), and those not quite known."""
    pattern = str(words()["nearly"]) + YEARS
    value = f"TRY_CAST(regexp_extract({CELL}, {literal('^' + pattern + '$')}, 1) AS BIGINT)"
    return Form(pattern, value, "BIGINT", "read_years", grain="year")


def colon_form() -> Form:
    """Return how lengths of time with colons are read: seconds."""
    cell, pattern = CELL, literal("^" + COLONS + "$")
    one, two, three = (f"regexp_extract({cell}, {pattern}, {n})" for n in (1, 2, 3))
    value = (
        f"(CASE WHEN starts_with({cell}, '-') THEN -1 ELSE 1 END * (coalesce(TRY_CAST({one} AS "
        f"BIGINT), 0) * 3600 + TRY_CAST({two} AS BIGINT) * 60 + "
        f"TRY_CAST(replace({three}, ',', '.') AS DOUBLE)))"
    )
    return Form(COLONS, value, "DOUBLE", "read_lengths", unit="s", length=True)


def unit_of_time_form() -> Form:
    """Return how lengths such as 1h 23m 4s are read: seconds."""
    pattern = str(words()["units_of_time"])
    matched = literal("^" + pattern + "$")
    figures = (f"replace(regexp_extract({CELL}, {matched}, {n}), ',', '.')" for n in (1, 2, 3, 4))
    parts = " + ".join(
        f"coalesce(TRY_CAST({one} AS DOUBLE), 0) * {times}"
        for one, times in zip(figures, (86400, 3600, 60, 1), strict=True)
    )
    value = f"(CASE WHEN {CELL} <> '' THEN {parts} END)"
    return Form(pattern, value, "DOUBLE", "read_lengths", unit="s", length=True)


def parted_date_form(order: str, *, with_time: bool) -> Form:
    """Return how dates of figures are read, `order` being "ymd", "dmy" or "mdy"."""
    cell = CELL
    text = f"rtrim(regexp_replace({cell}, '[./]', '-', 'g'), '-')"
    formats = []
    for year in ("%Y", "%y"):
        date = "-".join({"y": year, "m": "%m", "d": "%d"}[one] for one in order)
        formats.append(date)
        if with_time:
            text = f"regexp_replace(replace(rtrim({text}, '-'), ',', ' '), ' +', ' ', 'g')"
            formats += [f"{date} {clock}" for clock in _CLOCKS]
    four = f"regexp_matches({text}, '(^|[^0-9])[0-9]{{4}}([^0-9:]|$)')"
    half = len(formats) // 2
    value = (
        f"(CASE WHEN {four} THEN try_strptime({text}, [{listed(formats[:half])}]) "
        f"ELSE try_strptime({text}, [{listed(formats[half:])}]) END)"
    )
    if with_time:
        return Form(PARTED_DATE, value, "TIMESTAMP", "read_dates", grain="second")
    return Form(PARTED_DATE, f"{value}::DATE", "DATE", "read_dates", grain="day")


def zoned_moment_form() -> Form:
    """Return how moments of ISO 8601 with a zone are read: in UTC."""
    value = f"(TRY_CAST({CELL} AS TIMESTAMPTZ) AT TIME ZONE 'UTC')"
    return Form(ZONED_MOMENT, value, "TIMESTAMP", grain="second")


@cache
def clock_form() -> Form:
    """Return how times of day are read: 09:00, 9 am, 9h30, 오전 9시."""
    signs, half = _clock_signs()
    hour, minute = signs["hour"], signs["minute"]
    minutes = rf"\s?\d{{1,2}}\s?(?:{minute})|\s?\d{{2}}"
    parts = rf"(?::\d{{2}}(?::\d{{2}}(?:[.,]\d+)?)?|\s?(?:{hour})(?:{minutes})?)"
    pattern = rf"(?:{half}\s?)?\d{{1,2}}{parts}(?:\s?{half})?|{half}\s?\d{{1,2}}|\d{{1,2}}\s?{half}"
    text = CELL
    for said, written in halves().items():
        text = f"replace({text}, {literal(said)}, {literal(written)})"
    for found, made in (
        (r"(?i)([ap])\.?\s?m\.?", r" \1m "), (rf"\s*(?:{hour})\s*", ":"), (rf"\s*(?:{minute})", ""),
        (r"^\s*([AaPp]m)\s+(.*)$", r"\2 \1"), (r"^\s*(\d+)\s*([AaPp]m)", r"\1:00 \2"),
        (r":\s*($| )", r":00 "),
    ):  # fmt: skip
        text = f"regexp_replace({text}, {literal(found)}, {literal(made)})"
    formats = listed(("%I:%M:%S %p", "%I:%M %p", "%H:%M:%S", "%H:%M"))
    return Form(pattern, f"try_strptime(trim({text}), [{formats}])::TIME", "TIME", "read_clock",
                grain="minute")  # fmt: skip


def only_of_clocks() -> str:
    """Return the pattern of what times of day alone have, and no lengths of time."""
    signs, half = _clock_signs()
    return rf"{half}|^0\d|{signs['only']}"


def _clock_signs() -> tuple[dict[str, str], str]:
    """Return the signs of a clock, and the pattern of the halves of a day."""
    found = words()["clock_signs"]
    assert isinstance(found, dict)
    return found, f"(?:[AaPp]\\.?\\s?[Mm]\\.?|{'|'.join(halves())})"


@cache
def halves() -> dict[str, str]:
    """Return the halves of a day, as they are said before an hour."""
    found = words()["halves"]
    assert isinstance(found, dict)
    return {str(said): str(half) for said, half in found.items()}


@cache
def worded_date_forms() -> tuple[Form, ...]:
    """Return how dates with words or names of months are read, the first that fits before others:
    whole ones, then months of a year."""
    pairs = ", ".join(f"{literal(name)}: {month}" for name, month in months().items())
    return tuple(_worded_form(pattern, f"MAP {{{pairs}}}") for pattern in strings("dates"))


def _worded_form(template: str, table: str) -> Form:
    names = "|".join(map(re.escape, sorted(months(), key=len, reverse=True)))
    pattern = template.format(
        before=r"(?:[A-Za-z]{2,12}\.?,?\s+)?", behind=r"(?:\s*[(,;–-].*)?",
        of=str(words()["between_parts"]), M=rf"((?i:{names}))\b", m=r"(\d{1,2})",
        D=r"(\d{1,2})", Y=r"(\d{4})", y=r"(\d{4}|\d{2})",
        A=f"({'|'.join(halves())})?", H=r"(\d{1,2})", N=r"(\d{2})",
    )  # fmt: skip
    places = {key: n for n, key in enumerate(re.findall(r"{([DMmYyAHN])}", template), 1)}
    matched = literal(f"^{pattern}$")
    part = {key: f"regexp_extract({CELL}, {matched}, {n})" for key, n in places.items()}
    month = part.get("m") or f"({table})[lower({part['M']})]"
    year = part.get("Y") or (
        f"(CASE WHEN length({part['y']}) > 2 THEN '' WHEN {part['y']} < '70' THEN '20' ELSE '19' "
        f"END || {part['y']})"
    )
    text = f"{year} || '-' || {month} || '-' || {part.get('D', literal('1'))}"
    if "H" in part:
        whens = " ".join(f"WHEN {literal(said)} THEN ' {half}'" for said, half in halves().items())
        clock = f"{part['H']} || ':' || coalesce(nullif({part['N']}, ''), '00')"
        text = f"{text} || ' ' || {clock} || CASE {part['A']} {whens} ELSE '' END"
        value = f"try_strptime({text}, ['%Y-%m-%d %I:%M %p', '%Y-%m-%d %H:%M'])"
        return Form(pattern, value, "TIMESTAMP", "read_dates", grain="minute")
    value = f"try_strptime({text}, '%Y-%m-%d')::DATE"
    return Form(pattern, value, "DATE", "read_dates", grain="day" if "D" in part else "month")
