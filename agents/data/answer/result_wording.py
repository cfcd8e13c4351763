"""The rows of a result as they are read: what its figures are of, its cells, its names."""

from agents.answering.text.language import Language
from agents.answering.text.markdown import as_text
from agents.data.answer.figures import Wording
from agents.data.answer.labels import headers_of, holds_names, labels_of
from agents.data.answer.sentences import say
from agents.data.compute.result import Cell, Computation, OutColumn, Part
from agents.data.compute.statistics import FEW, Interval
from agents.data.model.schema import TableModel
from agents.data.query.operands import measured
from agents.data.query.query import Case
from agents.data.query.sentences import speaker_of

_STATED = ("95", str(FEW))  # what sentences themselves state


class ResultWording:
    """Owns what an answer about one result in one language has written, and may therefore state."""

    def __init__(self, computed: Computation, model: TableModel, language: Language) -> None:
        self.computed = computed
        self._model = model
        self.query = computed.query
        self.language = language
        self.rows = computed.rows
        self.table = model.queried(self.query.table)
        self.figures = Wording(language)
        self.headers = headers_of(computed, model, language)
        self.labels = tuple(as_text(one) for one in labels_of(computed, model, language))
        self._speaker = speaker_of(self.query, model, language)
        self.what = capital(self._speaker.query(self.query))
        self.noun = as_text(self._speaker.noun())
        self.figures.allow(self.what, *self.labels, *_STATED)
        columns = [self._as_written(one) for one in computed.columns]
        self.cells = tuple(
            tuple(self._shown(cell, column) for cell, column in zip(row, columns, strict=True))
            for row in computed.rows
        )

    def say(self, key: str, **values: object) -> str:
        """Return a sentence in the answer's language, which may name the table's rows."""
        return say(self.language, key, noun=self.noun, **values)

    # What the figures are of

    def of(self, place: int | None = None, *, bare: bool = False) -> str:
        """Return what a column's figure is of, without order and limit; all figures for None.

        `bare` leaves out by what rows are told apart, too.
        """
        query = self.query
        changes: dict[str, object] = {"order": (), "limit": None, "offset": 0, "per": None}
        if bare:
            changes |= {"groups": (), "windows": (), "having": (), "columns": ()}
        if place is not None and len(query.measures) > 1 and not query.windows:
            measures = query.measures
            having = tuple(
                one if not isinstance(one.measure, int)
                else one.model_copy(update={"measure": measures[one.measure]})
                for one in query.having
            )  # fmt: skip
            changes |= {"measures": (measures[self.column(place).of],)}
            changes.setdefault("having", having)
        told = self._speaker.query(query.model_copy(update=changes))
        return capital(as_text(told, 400)) if not bare else as_text(told, 400)

    # Columns

    def column(self, place: int) -> OutColumn:
        """Return what a column is."""
        return self.computed.columns[place]

    def places(self, part: Part) -> list[int]:
        """Return the columns of a part."""
        return [place for place, one in enumerate(self.computed.columns) if one.part == part]

    def beside(self, part: Part, place: int) -> int | None:
        """Return the column that belongs to that of a figure: its count, an end of its interval."""
        column = self.column(place)
        return self.computed.place(part, column.of, column.case)

    def told(self) -> list[int]:
        """Return the columns that sentences are about: windows, or how cases differ by group, or
        one for each measure."""
        windows = self.places("window")
        if windows:
            return windows[:1]
        cases = self.query.compare
        if cases is not None and self.query.groups:
            return [one for one in self.places("change") if self.column(one).case == 1]
        return [one for one in self.places("measure") if self.column(one).case <= 0]

    def is_rate(self, place: int) -> bool:
        """Whether a figure counts some rows of others, or is how such figures differ."""
        column = self.column(place)
        whole = self.computed.place("denominator", column.of, max(column.case, self._first_case))
        return whole is not None and measured(self.query)[column.of].share != "all"

    @property
    def _first_case(self) -> int:
        return -1 if self.query.compare is None else 0

    def is_outcome(self, place: int) -> bool:
        """Whether a figure is a rate of games won, for which the level is what chance gives."""
        return self.column(place).of in self.computed.outcomes and self.is_rate(place)

    def is_even(self) -> bool:
        """Whether such a rate is its level by construction."""
        return any(one.key == "even" for one in self.computed.warnings)

    @property
    def level(self) -> str:
        """What a rate of games won would be if either side won as often."""
        return "" if self.computed.level is None else self.figures.share(self.computed.level)

    def over_time(self) -> bool:
        """Whether rows are moments one after another."""
        groups = self.query.groups
        return len(groups) == 1 and groups[0].grain is not None

    def case(self, case: Case) -> str:
        """Return what one of those that are compared is called, in brief."""
        return self._speaker.case(case, brief=True)

    # Cells

    def name(self, row: int) -> str:
        """Return what a row is called."""
        return " · ".join(self.named(row, place) for place in self.places("group"))

    def named(self, row: int, place: int) -> str:
        """Return a cell that rows are told apart by; a bin of a number from one end to the other,
        but for whole numbers that have one each."""
        low = self.number(row, place)
        width = self.query.groups[self.column(place).of].width
        return self.cells[row][place] if low is None or width is None else self.bin(low, place)

    def low(self, low: float, place: int) -> str:
        """Return the low end of a bin, as it is read."""
        return self._shown(low, self._as_written(self.column(place)))

    def bin(self, low: float, place: int) -> str:
        """Return a bin, as it is read, by its low end."""
        group = self.query.groups[self.column(place).of]
        said, width = self.low(low, place), group.width or 0.0
        if self.counts(place) or low == group.open:
            return said
        return self.say("bin", low=said, high=self.figures.cell(low + width, self.column(place)))

    def counts(self, place: int) -> bool:
        """Whether rows are told apart by each whole number of a column."""
        group = self.query.groups[self.column(place).of]
        by, width = group.by, group.width
        known = isinstance(by, str) and self.table.has(by) and self.table.column(by)
        return width == 1 and bool(known and known.is_whole)

    def number(self, row: int, place: int | None) -> float | None:
        """Return a cell as a number, None where it is empty, or is none."""
        cell = self.rows[row][place] if place is not None else None
        return float(cell) if is_number(cell) and cell is not None else None

    def known(self, place: int) -> list[int]:
        """Return the rows in which a figure is there."""
        return [row for row in range(len(self.rows)) if self.rows[row][place] is not None]

    def numbers(self, place: int) -> list[int]:
        """Return the rows in which a figure is there and is a number."""
        return [row for row in range(len(self.rows)) if is_number(self.rows[row][place])]

    def interval(self, row: int, place: int) -> Interval | None:
        """Return the interval of a figure, None without one."""
        ends = [self.number(row, self.beside(part, place)) for part in ("low", "high")]
        return None if ends[0] is None or ends[1] is None else Interval(ends[0], ends[1])

    def count(self, row: int, place: int) -> int | None:
        """Return on how many rows a figure rests, None where that is the figure itself; of how
        cases differ, on how many the one of fewer does."""
        column = self.column(place)
        part: Part = "denominator" if self.is_rate(place) else "n"
        if column.part == "change":
            cases = (0, column.case)
            of = [self.computed.place("measure", column.of, case) for case in cases]
            counts = [self.count(row, one) for one in of if one is not None]
            known = [one for one in counts if one is not None]
            return min(known) if known else None
        if column.part != "measure" or self.beside("low", place) is None:
            return None
        n = self.number(row, self.beside(part, place))
        return None if n is None else int(n)

    def enough(self, place: int, rows: list[int]) -> list[int]:
        """Return those rows whose rate rests on enough of the table's; all, where none does."""
        if not self.is_rate(place):
            return rows
        return [row for row in rows if (self.count(row, place) or 0) >= FEW] or rows

    def detail(self, row: int, place: int, *, whole: bool = False) -> str:
        """Return on how many rows a figure rests, in brackets, and `whole` its interval."""
        n = self.count(row, place)
        if n is None:
            return ""
        count = self.figures.count(n)
        if not whole or self.interval(row, place) is None or (
            self.is_even() and self.is_outcome(place)
        ):  # fmt: skip
            return self.say("detail_n", n=count)
        low, high = (self._cell(row, self.beside(part, place)) for part in ("low", "high"))
        parts = [self.beside(part, place) for part in ("numerator", "denominator")]
        if parts[1] is not None and not measured(self.query)[self.column(place).of].estimator:
            part, of = (self._cell(row, at) for at in parts)
            return self.say("detail_rate", part=part, whole=of, low=low, high=high)
        return self.say("detail_interval", n=count, low=low, high=high)

    def _cell(self, row: int, place: int | None) -> str:
        return "–" if place is None else self.cells[row][place]

    def _shown(self, cell: Cell, column: OutColumn) -> str:
        if column.part == "group" and isinstance(cell, int):
            cycle = self.query.groups[column.of].cycle
            if cycle is not None:
                return self.figures.in_cycle(cell, cycle)
        if column.part == "group" and cell is not None and cell == self._open(column):
            return "≥\u00a0" + self.figures.cell(cell, column)
        compare = self.query.compare
        if column.part.startswith("change") and compare is not None and is_number(cell):
            value = float(cell or 0)
            match compare.change:
                case "growth":
                    return self.figures.change(value, share=True)
                case "difference":
                    return self.figures.difference(value, column)
        return self.figures.cell(cell, column)

    def _open(self, column: OutColumn) -> float | None:
        return self.query.groups[column.of].open

    def _as_written(self, column: OutColumn) -> OutColumn:
        """Return a column whose numbers are names (years, house numbers) as one of text."""
        plain = holds_names(self.computed, column, self._model)
        return column.model_copy(update={"type": "boolean"}) if plain else column


def capital(text: str) -> str:
    """Return a text with a capital letter first."""
    return text[:1].upper() + text[1:]


def is_number(cell: Cell) -> bool:
    """Whether a cell is a number."""
    return isinstance(cell, int | float) and not isinstance(cell, bool)
