"""A profile as an agent sent it: columns with their values, first rows, notes, questions."""

from dataclasses import dataclass
from typing import NamedTuple

from pydantic import JsonValue

from app.domain.answers import Answer
from app.durations import in_minutes
from gui.blocks.result_data import folded

_MOST_COLUMNS, _MOST_TABLES, _MOST_ROWS, _MOST_TEXTS, _LONGEST = 2_000, 1_000, 20, 20, 400


class Frequent(NamedTuple):
    """A value, and how many rows have it."""

    value: str
    rows: float


class Bin(NamedTuple):
    """How many rows have a value from `low` to `high`."""

    low: JsonValue
    high: JsonValue
    rows: float


@dataclass(frozen=True, slots=True)
class ProfiledColumn:
    """One column: how it is called, what kind of values it has, and which.

    `empty` are rows without a value. `low` and `high` are None where values have no order. `why`
    says what the kind was taken from; of a `share` 1 is all. `kinds` are what a person may say that
    it is, none where nothing may be said; `adds` is what its values do over rows, `part` what it is
    to the table.
    """

    name: str
    label: str
    kind: str = ""
    unit: str = ""
    share: bool = False
    grain: str = ""
    distinct: int | None = None
    empty: int = 0
    low: JsonValue = None
    high: JsonValue = None
    mean: JsonValue = None
    top: tuple[Frequent, ...] = ()
    histogram: tuple[Bin, ...] = ()
    why: str = ""
    synonyms: tuple[str, ...] = ()
    adds: str = ""
    part: str = ""
    kinds: tuple[str, ...] = ()

    @property
    def lasts(self) -> bool:
        """Whether its values are lengths of time that are read in minutes."""
        return self.unit in ("s", "seconds") and in_minutes((self.low, self.high))


class TableBeside(NamedTuple):
    """A table that can be looked at: its name, and its rows where they are known."""

    name: str
    rows: int | None


@dataclass(frozen=True, slots=True)
class ProfileShown:
    """A table, and all that stand beside it, itself among them: all of it is foreign text."""

    table: str
    rows: int | None
    columns: tuple[ProfiledColumn, ...]
    file: str = ""
    sha256: str = ""
    head: tuple[tuple[JsonValue, ...], ...] = ()
    notes: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    tables: tuple[TableBeside, ...] = ()


def page_has_words(page: ProfileShown, words: str) -> bool:
    """Whether the page of a table has some words, whatever their case, in one of its texts."""
    told: list[JsonValue] = [one.label for one in page.columns]
    told += [each.value for one in page.columns for each in one.top]
    told += [*(cell for row in page.head for cell in row), *page.notes, *page.questions]
    sought = folded(words)
    return any(sought in folded(str(one)) for one in told if one is not None)


def profile_of(answer: Answer) -> ProfileShown | None:
    """Return the profile that an answer came with; None where there is none that can be read."""
    artifact = answer.artifact("profile")
    return read_profile(artifact.data) if artifact is not None else None


def read_profile(data: JsonValue) -> ProfileShown | None:
    """Read a profile artifact's data; None where it names no columns."""
    if not isinstance(data, dict):
        return None
    columns = tuple(
        _column(value) for value in _items(data.get("columns"))[:_MOST_COLUMNS] if _name(value)
    )
    if not columns:
        return None
    source = data.get("source")
    origin = source if isinstance(source, dict) else {}
    rows = _items(data.get("head"))[:_MOST_ROWS]
    return ProfileShown(
        table=_text(data.get("table")),
        rows=_whole(data.get("rows")),
        columns=columns,
        file=_text(origin.get("file")),
        sha256=_text(origin.get("sha256")),
        head=tuple(tuple(row) for row in rows if isinstance(row, list)),
        notes=_texts(data.get("notes")),
        questions=_texts(data.get("questions")),
        tables=tuple(
            TableBeside(name, _whole(one.get("rows")))
            for one in _mappings(data.get("tables"))[:_MOST_TABLES]
            if (name := _name(one))
        ),
    )


def _column(value: JsonValue) -> ProfiledColumn:
    held = value if isinstance(value, dict) else {"name": value}
    name = _name(value)
    return ProfiledColumn(
        name=name,
        label=_text(held.get("label")) or name,
        kind=_text(held.get("kind")),
        unit=_text(held.get("unit")),
        share=held.get("share") is True,
        grain=_text(held.get("grain")),
        distinct=_whole(held.get("distinct")),
        empty=_whole(held.get("empty")) or 0,
        low=held.get("min"),
        high=held.get("max"),
        mean=held.get("mean"),
        top=tuple(
            Frequent("" if (v := one.get("value")) is None else str(v)[:_LONGEST], rows)
            for one in _mappings(held.get("top"))
            if (rows := _count(one.get("rows"))) is not None
        ),
        histogram=tuple(
            Bin(one.get("low"), one.get("high"), rows)
            for one in _mappings(held.get("histogram"))
            if (rows := _count(one.get("rows"))) is not None
        ),
        why=_text(held.get("why")),
        synonyms=_texts(held.get("synonyms")),
        adds=_text(held.get("adds")),
        part=_text(held.get("part")),
        kinds=_texts(held.get("kinds")),
    )


def _name(value: JsonValue) -> str:
    return _text(value.get("name") if isinstance(value, dict) else value)


def _items(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _mappings(value: JsonValue) -> list[dict[str, JsonValue]]:
    return [item for item in _items(value) if isinstance(item, dict)]


def _text(value: JsonValue) -> str:
    return value[:_LONGEST] if isinstance(value, str) else ""


def _texts(value: JsonValue) -> tuple[str, ...]:
    return tuple(filter(None, map(_text, _items(value)[:_MOST_TEXTS])))


def _whole(value: JsonValue) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _count(value: JsonValue) -> float | None:
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
    return float(number) if number is not None and number >= 0 else None
