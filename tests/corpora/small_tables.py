"""Tables of texts for scoring: a plain model of their columns, and rows as values."""

import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Collection
from datetime import date, datetime
from pathlib import Path
from typing import NamedTuple

from agents.data.model.header_kinds import is_level, is_numbered, tells
from agents.data.model.schema import Adds, Column, Kind, Stored, Table, TableModel
from agents.data.model.totals import is_sum, said_to_be_totals

Cell = str | float | date | None
_EMPTY = frozenset(("", "-", "—", "–", "n/a", "na", "none", "null", "?", "..."))
_NUMBER = re.compile(
    r"^(?:c\.|[~≈c\s])*[$€£¥]?\s*(?P<sign>[+\-−–]?)\s*[$€£¥]?(?P<digits>\d[\d,]*(?:\.\d+)?|\.\d+)\s*"
    r"(?P<unit>%|[a-z°²³/.]{0,18}[23]?)\s*(?:\[[^\]]*\]|\([^)]*\)|\*|†)?$",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"^(?:(\d+):)?(\d{1,2}):(\d{2}(?:\.\d+)?)(?:\s*[a-z]*)$", re.IGNORECASE)
_FORMS = ("%B %d, %Y", "%d %B %Y", "%Y-%m-%d", "%d %b %Y", "%b %d, %Y", "%m/%d/%Y", "%B %Y",
          "%d/%m/%Y", "%d.%m.%Y", "%b %Y", "%Y/%m/%d", "%d %B, %Y", "%B %d %Y")  # fmt: skip
_BARE_FORMS = ("%B %d", "%d %B", "%b %d", "%d %b")
_WEEKDAY = re.compile(r"^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+", re.IGNORECASE)
_NOTE = re.compile(r"\[[^\]]*\]")


class Small(NamedTuple):
    """A table that was read: its model, and rows by column names, as values and as written."""

    model: TableModel
    rows: list[dict[str, Cell]]
    written: list[dict[str, str]]


def read_wtq(path: Path) -> Small:
    """Read a table as WikiTableQuestions writes it."""
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file, escapechar="\\", doublequote=False))
    header = [one.replace("\\n", " ").replace("\n", " ").strip() for one in lines[0]]
    return draft(path.stem, header, [line for line in lines[1:] if any(line)])


def draft(name: str, header: list[str], lines: list[list[str]]) -> Small:
    """Return a table of texts with what its columns are."""
    seen: Counter[str] = Counter()
    names = []
    for place, one in enumerate(header):
        seen[one] += 1
        names.append((one or f"column {place + 1}") + (f" {seen[one]}" if seen[one] > 1 else ""))
    written = [
        {n: line[place].strip() if place < len(line) else "" for place, n in enumerate(names)}
        for line in lines
    ]
    columns, cells = [], {}
    for place, n in enumerate(names):
        column, values = _column(n, header[place], [row[n] for row in written])
        columns.append(column)
        cells[n] = values
    rows = [{n: cells[n][place] for n in names} for place in range(len(written))]
    columns = [_with_totals(one, columns, rows) for one in columns]
    return Small(
        TableModel(tables=(Table(name=name, columns=tuple(columns), rows=len(rows)),)),
        rows,
        written,
    )


def _with_totals(column: Column, columns: list[Column], rows: list[dict[str, Cell]]) -> Column:
    said = said_to_be_totals(column.values) if column.stored == "text" else ()
    found = tuple(
        value for value in said if any(
            is_sum(_sum(rows, column, one, {value}), _sum(rows, column, one, said, other=True))
            for one in columns if one.kind == "number"
        )
    )  # fmt: skip
    return column.model_copy(update={"totals": found})


def _sum(
    rows: list[dict[str, Cell]], column: Column, number: Column, values: Collection[str],
    *, other: bool = False,
) -> float:  # fmt: skip
    return sum(
        float(cell) for row in rows
        if (row[column.name] in values) != other
        and isinstance(cell := row[number.name], int | float)
    )  # fmt: skip


def number(text: str) -> tuple[float, str] | None:
    found = _NUMBER.match(text)
    if found is None:
        return None
    value = float(found["digits"].replace(",", ""))
    return (-value if found["sign"] in "-−–" and found["sign"] else value), found["unit"].lower()


def moment(text: str) -> date | None:
    bare = _WEEKDAY.sub("", text)
    for form in _FORMS:
        try:
            return datetime.strptime(bare, form).date()  # noqa: DTZ007
        except ValueError:
            continue
    for form in _BARE_FORMS:
        try:
            return datetime.strptime(f"{bare} 2000", f"{form} %Y").date()  # noqa: DTZ007
        except ValueError:
            continue
    return None


def clock(text: str) -> float | None:
    found = _CLOCK.match(text)
    if found is None:
        return None
    return float(found[1] or 0) * 3600 + float(found[2]) * 60 + float(found[3])


def _adds(header: str, unit: str) -> Adds:
    """Whether numbers add up, as the data agent tells by a header."""
    if tells(header, "rank", "identifier", "part", "version") or is_numbered(header):
        return "none"
    return "mean" if unit == "%" or tells(header, "rate", "level") or is_level(unit) else "sum"


def _column(name: str, header: str, texts: list[str]) -> tuple[Column, list[Cell]]:
    bare = [_NOTE.sub("", one).replace("\\n", " ").strip() for one in texts]
    told = [one for one in bare if one.casefold() not in _EMPTY]
    need = 0.8 * len(told)
    kind: Kind
    stored: Stored = "text"
    values: list[Cell] = []
    unit, grain = "", ""
    numbers = [number(one) for one in bare]
    if told and len([one for one in numbers if one]) >= need:
        values = [one[0] if one else None for one in numbers]
        units = Counter(one[1] for one in numbers if one)
        unit = units.most_common(1)[0][0] if units else ""
        kind, stored = "number", "number"
        kept = [one for one in values if isinstance(one, float)]
        years = all(one.is_integer() and 1700 <= one <= 2100 for one in kept)
        if years and not unit and all(len(one) == 4 for one in told if number(one)):
            kind, grain = "moment", "year"
        if unit in ("st", "nd", "rd", "th"):
            unit = ""
    elif told and len([one for one in map(clock, bare) if one is not None]) >= need:
        values = [clock(one) for one in bare]
        kind, stored, unit = "length", "number", "s"
    elif told and len([one for one in told if moment(one)]) >= need:
        values = [moment(one) for one in bare]
        kind, stored, grain = "moment", "date", "day"
    else:
        values = [one if one.casefold() not in _EMPTY else None for one in texts]
        distinct = len({one for one in values if one})
        long = sum(len(one) for one in told) / max(1, len(told)) > 40
        kind = "text" if long else "category" if distinct < 0.9 * len(told) else "identifier"
    present = [one for one in values if one is not None]
    common = tuple(one for one, _ in Counter(map(str, present)).most_common(500)) if (
        stored == "text") else ()  # fmt: skip
    ends = sorted(one for one in present if not isinstance(one, str))  # type: ignore[type-var]
    low, high = (ends[0], ends[-1]) if ends else (None, None)
    return Column(
        low=low if isinstance(low, float) else low and low.isoformat(),  # type: ignore[union-attr]
        high=high if isinstance(high, float) else high and high.isoformat(),  # type: ignore[union-attr]
        name=name, header=header, kind=kind, stored=stored, unit=unit, grain=grain,  # type: ignore[arg-type]
        distinct=len(set(present)), empty=len(values) - len(present), values=common,
        complete=True, adds="none" if grain else _adds(header, unit),
    ), values  # fmt: skip


def plain(text: str) -> str:
    """Return a text as denotations are compared."""
    apart = unicodedata.normalize("NFKD", text)
    text = "".join(c for c in apart if not unicodedata.combining(c)).casefold()
    text = re.sub(r"[‘’´`]", "'", re.sub(r"[“”]", '"', re.sub(r"[‐‑‒–—−]", "-", text)))
    text = _NOTE.sub("", text)
    text = re.sub(r"(?<!^)\([^)]*\)\s*$", "", text.strip()).strip()
    text = re.sub(r'^"([^"]*)"$', r"\1", text)
    return re.sub(r"\s+", " ", text).rstrip(".").strip()
