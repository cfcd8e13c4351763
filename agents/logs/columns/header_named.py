"""Lines whose fields a line before them names: W3C, Zeek, and any with names in their first."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from agents.logs.columns.fields import fields_of, kind_of
from agents.logs.columns.formats import Format
from agents.logs.columns.named_columns import DATE_TIME, columns_of, facts_of, named_by, with_date
from agents.logs.columns.parse_sql import literal

_MARKED: Final = re.compile(r"#(?:Fields|fields):?[ \t]+(?=\S)")
_SEPARATORS: Final = ("\t", ",", ";", "|", " ")
_NAME: Final = re.compile(r"[A-Za-z_@][\w.()/#%@ -]{0,39}")
_BARE: Final = re.compile(r"[a-z][\w.-]*")
_ENOUGH: Final = 0.5
_FEWEST: Final = 3
_MOST: Final = 100
_NOTHING: Final = ("", "-", "(empty)")


class _Header(NamedTuple):
    names: list[str]
    separator: str
    line: str
    marked: bool


def header_fields(sample: Sequence[str]) -> tuple[Format, int] | None:
    """Return the format of lines whose fields a header names, and how many are; else None."""
    for header in (_marked(sample), *(_first(sample, one) for one in _SEPARATORS)):
        if header is not None and (found := _with_names(sample, header)) is not None:
            return found
    return None


def _marked(sample: Sequence[str]) -> _Header | None:
    """The header of the W3C extended format, or of Zeek."""
    for line in sample:
        if (mark := _MARKED.match(line)) is not None:
            said = line[mark.end() :].rstrip()
            separator = next(one for one in (*_SEPARATORS[:2], " ") if one in said or one == " ")
            return _Header(said.split(separator), separator, line, marked=True)
    return None


def _first(sample: Sequence[str], separator: str) -> _Header | None:
    """The first line as a header: all its values are names, as those behind it are not."""
    if not sample or separator not in sample[0]:
        return None
    names, form = _split(sample[0], separator), _BARE if separator == " " else _NAME
    if len({one.casefold() for one in names}) < len(names) or len(names) < _FEWEST:
        return None
    return _Header(names, separator, sample[0], marked=False) if all(
        form.fullmatch(one) for one in names
    ) else None  # fmt: skip


def _field(separator: str) -> str:
    return rf'(?:"(?:[^"]|"")*"|[^{re.escape(separator)}]*)'


def _split(line: str, separator: str) -> list[str]:
    found = re.findall(f"{re.escape(separator)}({_field(separator)})", separator + line)
    return [one[1:-1] if one[:1] == '"' == one[-1:] else one for one in found]


def _with_names(sample: Sequence[str], header: _Header) -> tuple[Format, int] | None:
    names, separator = header.names, header.separator
    lines = [one for one in sample if one != header.line and not (header.marked and one[:1] == "#")]
    rows = [row for row in (_split(line, separator) for line in lines) if len(row) == len(names)]
    if len(rows) < max(1, _ENOUGH * len(lines)) or not 1 < len(names) <= _MOST:
        return None
    values = {name: [row[place] for row in rows] for place, name in enumerate(names)}
    if not header.marked and all(kind_of(those) == "VARCHAR" for those in values.values()):
        return None  # a line of words among lines of words
    places = {name: place for place, name in enumerate(names, 1)}

    def of(key: str) -> str:
        if key == DATE_TIME and both:
            return f"concat({of(both[0])}, ' ', {of(both[1])})"
        value = f"trim(j[{places[key]}], '\"')"
        return f"CASE WHEN {value} NOT IN {_NOTHING} THEN {value} END"

    told = dict(values)
    both = with_date(told)
    named = named_by(told)
    columns = columns_of(named, told, of)
    used = {*named.values(), *(both if both and named["time"] == DATE_TIME else ())}
    fields = fields_of({name: values[name] for name in names if name not in used}, of)
    field, sign = _field(separator), re.escape(separator)
    begin = r"[^#\s]" if header.marked else ""
    pattern = rf"^({begin}{field}(?:{sign}{field}){{{len(names) - 1}}})$"
    split = literal(f"{sign}({field})")
    return Format(
        "named_fields", pattern, ("m",), columns, **facts_of(columns), fields=fields, named=named,
        listed=f"regexp_extract_all(concat({literal(separator)}, e.m), {split}, 1)",
        entry="true" if header.marked else f"text <> {literal(header.line)}",
    ), len(rows)  # fmt: skip
