"""What words are read against: one table, its columns by what can be done with them, and a day."""

from collections.abc import Callable, Iterable
from datetime import date
from functools import cached_property
from itertools import combinations
from typing import TypeVar

from agents.data.grammar.pieces import Number, Piece, plain
from agents.data.language.lexicon import Lexicon
from agents.data.language.names import BY_PART, ColumnOption, Names, ValueOption
from agents.data.model.schema import Column, Table
from agents.data.model.units import as_held, is_alike, is_money, own_unit
from agents.data.query.offered import renamed
from agents.data.query.operands import contrary
from agents.data.query.query import Computed, Condition, Test
from agents.data.query.totals import main_number
from app.domain.base import Value

Worked = TypeVar("Worked", bound=Value)
Suits = Callable[[Column], bool]
_MISFIT = 1.5  # a column of another kind than is wanted is this much farther fetched
_WHOLE_HEADER = 0.3  # what a concept costs that a whole header says
_ALIKE = 0.05  # how much farther fetched a column is that may be meant as well
_FEW_ANSWERS = 5
_OF_PEOPLE = frozenset(("birth",))  # days that nothing took from, or up to
_DATED = frozenset(("date", "year"))
_FIRST_YEAR, _LAST_YEAR = 1200, 2200


class Scope:
    """Owns the table that a message is read against, and what its words mean there."""

    def __init__(self, table: Table, names: Names, words: Lexicon, today: date) -> None:
        self.table, self.names, self.words, self.today = table, names, words, today
        self.scales: dict[str, list[str]] = words.source.read("scales")

    def column(self, name: str) -> Column:
        """Return a column by its name."""
        return self.table.column(name)

    def numeric(self, column: Column) -> bool:
        """Whether a column is computed with."""
        return column.kind in ("number", "length")

    def measured(self, column: Column) -> bool:
        """Whether a column has an order by size: numbers, moments, lengths."""
        return self.numeric(column) or column.kind == "moment"

    @cached_property
    def computed(self) -> list[str]:
        """The numbers that a figure may be of which was left open: no times of day, and no places
        in an order unless there is nothing else."""
        numbers = [one for one in self.table.columns if self.numeric(one)]
        figures = [one for one in numbers if one.adds != "none" and one.stored != "time"]
        return [one.name for one in figures or numbers]

    def dates(self, piece: Piece) -> bool:
        """Whether a word is what was done on the day that a column says, rather than that day."""
        option = piece.columns[0]
        return self.column(option.column).kind == "moment" and option.cost >= _WHOLE_HEADER

    def tells_apart(self, column: Column) -> bool:
        """Whether a column says what a row is or belongs to, rather than how much."""
        return column.tells_apart

    def pick(
        self, options: Iterable[ColumnOption], suits: Suits | None = None, *, only: bool = False
    ) -> str | None:
        """Return the likeliest of the columns; with `only` none that does not suit."""
        best, least = None, 99.0
        for option in options:
            cost = option.cost
            if suits is not None and not suits(self.column(option.column)):
                if only:
                    continue
                cost += _MISFIT
            if cost < least:
                best, least = option.column, cost
        return best

    def fitting(self, options: Iterable[ColumnOption], suits: Suits) -> tuple[ColumnOption, ...]:
        """Return those of some columns that suit."""
        return tuple(one for one in options if suits(self.column(one.column)))

    @cached_property
    def time(self) -> Column | None:
        """The column of time that is meant where none is named."""
        if self.table.time:
            return self.table.column(self.table.time)
        moments = [one for one in self.table.columns if one.kind == "moment"]
        return moments[0] if moments else None

    @cached_property
    def figure(self) -> Column | None:
        """The number that the table is about, or is called after."""
        called = self.worth if self.worth and self.worth.name in self.names.amounts else None
        return main_number(self.table, self.time) or (None if self.table.noun else called)

    @cached_property
    def worth(self) -> Column | None:
        """What a row comes to in money, which is meant of rows by themselves: orders over 100 €."""
        found = self.names.worth
        alike = [one for one in found if one.cost < found[0].cost + _ALIKE]
        return self.column(found[0].column) if len(alike) == 1 else None

    def flag(self, name: str) -> Test | None:
        """Return the rows that a column of yes and no is true of, None for another column; one in
        which few other answers stand beside yes and no is such a column, too."""
        column = self.column(name)
        if column.kind != "yes_no":
            said = self._answers(column)
            told = said.keys() >= {"yes", "no"}
            return Test(column=name, values=(said["yes"],)) if told else None
        yes = True if column.stored == "boolean" else (column.true or "true")
        return Test(column=name, op="=", values=(yes,))

    def denied(self, flag: Test) -> Condition:
        """Return the rows of which a column is said not to be true: none of which it is unsure."""
        said = self._answers(self.column(str(flag.column)))
        return flag.model_copy(update={"values": (said["no"],)}) if "no" in said else contrary(flag)

    def _answers(self, column: Column) -> dict[str, str]:
        few = column.kind == "category" and column.complete and len(column.values) <= _FEW_ANSWERS
        return {what: one for one in column.values if few for what in self.names.said_by(one)}

    def faced(self, option: ValueOption) -> ValueOption | None:
        """Return a value as the other side's, None where nobody else can have it: what is faced
        from the one of two places is always the other one."""
        column = self.column(option.column)
        if not column.rival or (column.role not in ("side", "player") and column.distinct == 2):
            return None
        return option._replace(column=column.rival)

    def of_scale(self, scale: str) -> list[ColumnOption]:
        """Return the columns that a scale ("long") is measured by, best first."""
        concepts = self.scales.get(scale) or []
        found = [one for one in self.names.of_concept(*concepts) if not self._counts_rows(one)]
        if not _DATED.intersection(concepts):  # the slowest is not the latest
            found = [one for one in found if self.column(one.column).kind != "moment"]
        if not found and "date" in concepts and self.time is not None:
            return [ColumnOption(self.time.name, 0.5)]
        return found

    @cached_property
    def lengths(self) -> dict[str, tuple[str, str]]:
        """The later and the earlier of two days of a row, by the name of a column that stands for
        the time between them while words are read; the first of several days foremost."""
        days = [one for one in self.table.meant if one.kind == "moment"
                and one.stored in ("date", "timestamp") and one.of == ""
                and not self.names.concepts.get(one.name, {}).keys() & _OF_PEOPLE]  # fmt: skip
        days.sort(key=lambda one: str(one.low))
        return {f"{two.name} - {one.name}": (two.name, one.name)
                for one, two in combinations(days, 2)}  # fmt: skip

    def elapsed(self) -> list[ColumnOption]:
        """Return the times between two days of a row, for which columns stand from now on."""
        made = [
            Column(name=name, kind="length", stored="interval", unit="s", adds="mean")
            for name in self.lengths if not self.table.has(name)
        ]  # fmt: skip
        if made:
            self.table = self.table.model_copy(update={"columns": (*self.table.columns, *made)})
        cost = BY_PART if len(self.lengths) > 1 else 0.0
        return [ColumnOption(one, cost) for one in self.lengths]

    def as_computed(self, value: Worked) -> Worked:
        """Return a query, or an edit, with what columns of `lengths` stand for."""
        for name, days in self.lengths.items() if self.table is not self.names.table else ():
            value = renamed(value, name, Computed(function="-", args=days))
        return value

    def _counts_rows(self, option: ColumnOption) -> bool:
        """Whether a column only numbers the rows: a visit's id."""
        column = self.column(option.column)
        return column.kind == "identifier" and (column.low, column.high) == (1, self.table.rows)

    @property
    def length(self) -> str:
        """The one column that says how long what a row tells of took; else ""."""
        lengths = [one.name for one in self.table.columns if one.kind == "length"]
        found = self.table.of_role("length") if self.table.order else lengths
        return found[0] if len(found) == 1 else ""

    def is_place(self, name: str) -> bool:
        """Whether a column of numbers says places, of which the first is the best."""
        return self.names.concepts.get(name, {}).get("rank", 1.0) <= _WHOLE_HEADER

    def of_unit(self, unit: str) -> list[ColumnOption]:
        """Return the column whose numbers have a unit, or a like one, if it is the only one: more
        than 60 €."""
        found = self.in_unit(unit)
        if not found and is_money(unit) and self.worth is not None:
            return [ColumnOption(self.worth.name, 0.0)]
        return found if len(found) == 1 else []

    def in_unit(self, unit: str) -> list[ColumnOption]:
        """Return the columns whose numbers have a unit, or where none has it a like one."""
        units = {one.name: own_unit(one) for one in self.table.columns
                 if unit and one.role != "between"}  # fmt: skip
        own = [name for name, has in units.items() if has == unit]
        alike = [name for name, has in units.items() if is_alike(has, unit)]
        found = [self.length] if self.length in alike else own or alike
        return [ColumnOption(one, 0.0) for one in found]

    def is_year(self, value: float) -> bool:
        """Whether a number may be a year of the table's time."""
        return float(value).is_integer() and _FIRST_YEAR <= value <= _LAST_YEAR


def scaled(scope: Scope, name: str, said: Number) -> float | int:
    """Return a number as a column holds it: 40 % of a share is 0.4."""
    return plain(as_held(scope.column(name), said.value, said.unit))


def test(option: ValueOption) -> Test:
    """Return the rows that have the values."""
    if option.op == "in":
        return Test(column=option.column, op="in", values=option.values)
    op = option.op if option.op in ("contains", "starts") else "="
    return Test(column=option.column, op=op, values=option.values[:1])  # type: ignore[arg-type]  # an operator


def meant(scope: Scope, piece: Piece, *, filled: bool = False) -> Condition | None:
    """Return the rows that a piece means: those of a value, of a condition, or of what was so; of
    what happened also those that have a column, where it may be `filled`."""
    if piece.type == "column":
        told = scope.flag(name := piece.columns[0].column)
        has = Test(column=name, op="not empty") if filled and scope.table.order else None
        return told or has
    if piece.type == "value":
        return test(piece.values[0])
    found: Condition = piece.value.condition
    return found
