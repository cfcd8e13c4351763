"""The model of a table: what its columns are, in words that a person or the table itself gave.

Nothing is invented: a column whose meaning cannot be known keeps its name and its plain kind, and
`why` says what a guess rests on. On disk it is written as Open Semantic Interchange (`osi.py`).
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Literal

from pydantic import Field

from agents.answering.text.cached_values import WorkedOut
from app.domain.base import Value

Kind = Literal["identifier", "category", "number", "moment", "length", "yes_no", "text", "other"]
"""What can be done with a column: an `identifier` names its row and is neither added nor grouped
by itself, a `category` has few values that recur, a `number` is computed with, a `moment` is a day
or a time, a `length` is an interval of time, a `text` is read but hardly grouped by."""
Adds = Literal["sum", "mean", "none"]
"""Whether values may be added up over rows (prices, kills), only averaged (rates, ratings,
temperatures), or neither (years, ranks, numbers of houses)."""
Stored = Literal["number", "text", "date", "timestamp", "time", "interval", "boolean", "other"]

_FAR = 3  # keys that are followed one after another
_COLOURS = 24  # that a window tells apart
_BEYOND = 20  # times the most that a column has, a number is not meant of it


class Words(Value):
    """What something is called in a language: its label first, then what else is said for it."""

    label: str = ""
    synonyms: tuple[str, ...] = ()


class Key(Value):
    """Rows of one table belong to a row of another: `columns` of it hold the other's `to`."""

    columns: tuple[str, ...]
    table: str
    to: tuple[str, ...]


class Column(Value):
    """One column. `name` is what queries and SQL call it; `header` how the file writes it.

    `words` go by language code; without an entry the header serves. `unit` is a symbol ("€", "km",
    "%", "s"). `share` says that 1 means all of something (0.42) rather than 100 of it (42 %).
    `grain` is the finest grain of a moment. `values` are the commonest first, at most some
    hundreds, `counts` how many rows have each. `role` is given by a pack of a domain ("won",
    "side"), "" without one. `true` and `false` are how a yes_no column writes them. `written` is
    the column with the text that this one was read from ("c. 1950", "$1.2m"), "" where a cell is
    what the file has. `rival` is the column with the other side's value of the same, `told_of` the
    few who stand on the one side in a log of one's own games. `totals` are the values whose rows
    are sums of the other rows ("Total"), `weight` the column with how many a row's rate is of.
    `called` are further names of values (테란 of Terran), by language. `why` is a key of what the
    kind was told by. A column of another table is that one's `of`, to which the keys of `path`
    lead. `as_text` says that its server keeps it as something else (a name of a few, a document)
    that queries read as a text. `forms` are the commonest forms of texts, `*` for what varies,
    `examples` texts of such forms, one of each.
    """

    name: str
    header: str = ""
    kind: Kind = "text"
    stored: Stored = "text"
    words: dict[str, Words] = Field(default_factory=dict)
    unit: str = ""
    share: bool = False
    adds: Adds = "sum"
    grain: Literal["", "year", "quarter", "month", "week", "day", "hour", "minute", "second"] = ""
    distinct: int = 0
    empty: int = 0
    low: float | str | None = None
    high: float | str | None = None
    values: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    complete: bool = False  # `values` are all there are
    true: str = ""
    false: str = ""
    role: str = ""
    why: str = ""
    written: str = ""
    rival: str = ""
    told_of: tuple[str, ...] = ()
    totals: tuple[str, ...] = ()
    weight: str = ""
    called: dict[str, dict[str, tuple[str, ...]]] = Field(default_factory=dict)
    path: tuple[Key, ...] = ()
    of: str = ""
    as_text: bool = False
    forms: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()

    def label_in(self, language: str) -> str:
        """Return what it is called in a language: the header, where nobody said otherwise."""
        words = self.words.get(language) or self.words.get("")
        return (words.label if words else "") or self.header or self.name

    def synonyms_in(self, language: str) -> tuple[str, ...]:
        """Return what else it is called in a language."""
        words = self.words.get(language) or self.words.get("")
        return words.synonyms if words else ()

    @property
    def groups_well(self) -> bool:
        """Whether its values tell groups of rows apart: few enough, and coming again."""
        return self.kind in ("category", "yes_no", "moment")

    @property
    def coloured(self) -> tuple[str, ...]:
        """Its commonest values, which have a colour each in every picture."""
        told = self.kind in ("category", "yes_no") and self.stored == "text"
        return self.values[:_COLOURS] if told else ()

    @property
    def is_whole(self) -> bool:
        """Whether all its numbers are known, and are whole ones."""
        known = self.stored == "number" and self.complete
        return known and all(float(value).is_integer() for value in self.values)

    def may_hold(self, value: float) -> bool:
        """Whether a number lies between its ends, as far as they are known."""
        low, high = self.low, self.high
        known = isinstance(low, int | float) and isinstance(high, int | float)
        return not known or low <= value <= high  # type: ignore[operator]  # numbers

    def parts(self, value: float) -> bool:
        """Whether some of its numbers are known to be below a number, and some above it."""
        low, high = self.low, self.high
        known = isinstance(low, int | float) and isinstance(high, int | float)
        return known and low < value < high  # type: ignore[operator]  # numbers

    def is_beyond(self, value: float) -> bool:
        """Whether a number is so much more than the most it has, that it is not meant of it."""
        return isinstance(self.high, int | float) and value > _BEYOND * self.high > 0

    def rows_of(self, values: Iterable[object]) -> int:
        """Return how many rows have some values, as far as it is known."""
        said = set(map(str, values))
        return sum(n for one, n in zip(self.values, self.counts, strict=False) if one in said)

    @property
    def tells_apart(self) -> bool:
        """Whether it says what a row is or belongs to, rather than how much."""
        return self.kind in ("category", "identifier", "text", "yes_no", "other")


class Metric(Value):
    """A figure that a team has a name for: one SQL expression over columns, checked when read.

    `table` is the table of the model whose columns these are, "" its main one.
    """

    name: str
    expression: str
    table: str = ""
    words: dict[str, Words] = Field(default_factory=dict)
    unit: str = ""
    share: bool = False
    description: str = ""


class Table(WorkedOut):
    """One table. `noun` is what rows of it are called, by language ("games", "경기"); `time` the
    column of time that is meant where none is named, "" without one. `name_of_row` is the column
    that tells rows apart for a reader (a title), "" without one. `pack` is the domain that applies
    ("match"), with the columns that this rests on in `evidence`.
    `metric` is the figure that is meant where none is said (who is better), "" without one.
    `file` is the name of the file with its rows where the table is not called so, "" otherwise.
    `order` is the column of numbers that says in which order rows stand, "" for that in which they
    were read. `shown` are the columns of rows that are shown where none is named, () for all.
    `who` is the column of whoever did what rows tell, "" where people or names are.
    `texts` are words of rows that are texts, in small letters, each with the kinds of rows that
    hold it: what is said so means those rows. `said` are phrases of a language that mean such
    words, `things` those by which rows are called that have a value of a column, `kinds` those of
    the rows for which a column of yes and no says yes, `filled` of those that have a value of a
    column, and `valued` of each of its values, as far as they are known.
    `otherwise` is the column, with its values, that says the same of rows of which that one says it
    never.
    """

    name: str
    columns: tuple[Column, ...]
    rows: int = 0
    keys: tuple[Key, ...] = ()
    primary: tuple[str, ...] = ()
    noun: dict[str, Words] = Field(default_factory=dict)
    time: str = ""
    name_of_row: str = ""
    pack: str = ""
    evidence: tuple[str, ...] = ()
    metric: str = ""
    file: str = ""
    order: str = ""
    shown: tuple[str, ...] = ()
    texts: dict[str, frozenset[int]] = Field(default_factory=dict)
    kinds: dict[str, frozenset[int]] = Field(default_factory=dict)
    filled: dict[str, frozenset[int]] = Field(default_factory=dict)
    valued: dict[str, dict[str, frozenset[int]]] = Field(default_factory=dict)
    otherwise: dict[str, tuple[str, tuple[str, ...]]] = Field(default_factory=dict)
    said: dict[str, dict[str, tuple[str, ...]]] = Field(default_factory=dict)
    things: dict[str, dict[str, str]] = Field(default_factory=dict)
    who: str = ""
    derived: str = ""  # SELECT that makes it of other tables of the model, "" for one that is read

    def column(self, name: str) -> Column:
        """Return a column by its name; raises KeyError."""
        return self._columns[name]

    @cached_property
    def meant(self) -> tuple[Column, ...]:
        """The columns without those that are only the text another one was read from."""
        texts = {column.written for column in self.columns}
        return tuple(column for column in self.columns if column.name not in texts)

    @cached_property
    def spelt(self) -> frozenset[str]:
        """The headers and values in small letters: what is written so in any language."""
        headers = {text for one in self.columns for text in (one.name, one.header)}
        values = {value for one in self.columns if one.stored == "text" for value in one.values
                  if not (value.isupper() and len(value) <= 3)}  # fmt: skip
        return frozenset(text.casefold() for text in (*headers, *values) if text)

    def has(self, name: str) -> bool:
        """Whether there is a column of that name."""
        return name in self._columns

    def of_role(self, *roles: str) -> list[str]:
        """Return the columns of some roles, those of the first role first."""
        return [one.name for role in roles for one in self.columns if one.role == role]

    def is_unique(self, name: str) -> bool:
        """Whether each row has its own value of a column, so that it names its row."""
        column = self.column(name)
        return column.distinct >= 0.9 * (self.rows - column.empty) > 0

    def is_open(self, name: str) -> bool:
        """Whether a column is of days on which something is done that is not done yet everywhere: a
        tenth of the rows have none. Of no column there is nothing to do."""
        found = self._columns.get(name)
        return found is not None and found.kind == "moment" and 10 * found.empty >= self.rows > 0

    def calls_rows(self, name: str) -> bool:
        """Whether rows are called by a column, so that it says what is counted: how many films."""
        return (self.calling is not None and self.calling.name == name) or self.is_unique(name)

    @cached_property
    def calling(self) -> Column | None:
        """The column that a row is called by, where none is said to be: the first that is unique,
        else the first that tells rows apart."""
        if self.name_of_row:
            return self.column(self.name_of_row)
        told = [one for one in self.meant if one.tells_apart]
        unique = [
            one for one in told
            if one.kind in ("identifier", "text", "category") and one.stored == "text"
            and self.is_unique(one.name)
        ]  # fmt: skip
        named = [one for one in told if one.stored == "text"]  # rather than a number of theirs
        return next(iter((*unique, *named, *told)), None)

    @cached_property
    def _columns(self) -> dict[str, Column]:
        return {column.name: column for column in self.columns}


class TableModel(WorkedOut):
    """All tables that were opened together; the first is the main one."""

    tables: tuple[Table, ...] = Field(min_length=1)
    metrics: tuple[Metric, ...] = ()

    def table(self, name: str = "") -> Table:
        """Return a table by its name, the main one for ""; raises KeyError."""
        if not name:
            return self.tables[0]
        for one in self.tables:
            if one.name == name:
                return one
        raise KeyError(name)

    def queried(self, name: str = "") -> Table:
        """Return a table by its name, with the columns to which its keys lead; raises KeyError."""
        table = self.table(name)
        return self._queried.get(table.name, table)

    @cached_property
    def _queried(self) -> dict[str, Table]:
        found = {one.name: tuple(self._led_to(one)) for one in self.tables if one.keys}
        return {
            one.name: one.model_copy(update={
                "columns": (*one.columns, *found[one.name]),
                "shown": one.shown or tuple(column.name for column in one.columns),
            })
            for one in self.tables if found.get(one.name)
        }  # fmt: skip

    def _led_to(self, table: Table) -> Iterator[Column]:
        """The columns of other tables of which a row of this one has one at most, nearest first.

        They go by the table, or by the own columns where several keys lead to it, and the name.
        """
        taken = {text.casefold() for one in table.columns for text in (one.name, one.header)}
        todo: list[tuple[Table, str, tuple[Key, ...]]] = [(table, "", ())]
        for at, name, path in todo:
            for key in at.keys:
                passed = {table.name, *(one.table for one in path)}
                if key.table in passed or len(path) == _FAR:
                    continue
                other = self.table(key.table)
                alone = sum(one.table == key.table for one in at.keys) == 1
                step = f"{name}{key.table if alone else '_'.join(key.columns)}."
                for column in other.meant:
                    if column.name in key.to:
                        continue
                    header = column.header or column.name
                    own = header.casefold() not in taken
                    said = step.replace(".", " ").replace("_", " ") + column.label_in("")
                    taken.add(header.casefold())
                    yield column.model_copy(update={
                        "name": f"{step}{column.name}", "of": column.name, "path": (*path, key),
                        "header": header if own else said,
                        "words": column.words if own else {"": Words(label=said)},
                        "kind": "category" if column.kind == "identifier" else column.kind,
                        "role": "", "rival": "", "told_of": (), "written": "", "totals": (),
                        "weight": "",
                    })  # fmt: skip
                todo.append((other, step, (*path, key)))

    @cached_property
    def asked(self) -> Table:
        """The table that questions are read against: one that a pack made of the main one."""
        main = self.queried()
        made = (one for one in self.tables if main.pack and one.pack == main.pack and one.derived)
        return next(made, main)

    @property
    def told(self) -> tuple[Table, ...]:
        """The tables that people are told of: those that were read, none where there is but one."""
        read = tuple(one for one in self.tables if not one.derived)
        return read if len(read) > 1 else ()

    def read_against(self, name: str) -> Table:
        """Return the table that questions are read against once they turn to one by its name; a
        name that is none stands for the main one."""
        others = {one.name for one in self.tables[1:]}
        return self.queried(name) if name in others else self.asked

    def metrics_of(self, table: Table) -> tuple[Metric, ...]:
        """Return the metrics whose columns are those of a table."""
        names = {table.name, ""} if table.name == self.tables[0].name else {table.name}
        return tuple(one for one in self.metrics if one.table in names)

    def metric(self, name: str) -> Metric:
        """Return a metric by its name; raises KeyError."""
        for one in self.metrics:
            if one.name == name:
                return one
        raise KeyError(name)
