"""An answer in words: one headline that says the figure, at most three findings, and notes.

The rows themselves are the `result`, which every client shows as a table.
"""

from collections.abc import Sequence
from typing import NamedTuple

from agents.answering.text.language import Language
from agents.answering.text.markdown import as_text, bullets, paragraphs
from agents.data.answer.figures import Figures
from agents.data.answer.labels import labels_of
from agents.data.answer.sentences import say
from agents.data.compute.result import Cell, Computation, OutColumn, Part, Warned
from agents.data.model.schema import TableModel
from agents.data.query.sentences import sentence

_MOST_FINDINGS, _MOST_LISTED, _FIRST = 3, 12, 3


class Written(NamedTuple):
    """An answer as it is read: `text` in Markdown, its `headline` as plain text in one line.

    `cells` are those of all rows as they are read, `labels` those of the columns, `notes` what a
    reader must know, and `what` what the figures are of.
    """

    text: str
    headline: str
    what: str
    labels: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]


def write(
    computed: Computation, model: TableModel, language: Language, more: Sequence[str] = ()
) -> Written:
    """Return the answer in a language; `more` are further notes. Raises `Ungrounded`."""
    return _Writer(computed, model, language).write(more)


class _Writer:
    """Owns the making of one answer."""

    def __init__(self, computed: Computation, model: TableModel, language: Language) -> None:
        self._computed = computed
        self._query = computed.query
        self._language = language
        self._figures = Figures(language)
        self._labels = tuple(as_text(one) for one in labels_of(computed, model, language))
        self._model = model
        told = sentence(self._query, model, language)
        self._what = _capital(told)
        self._figures.allow(self._what, *self._labels)
        bare = {"order": (), "limit": None, "offset": 0, "per": None}
        self._of = self._told(**bare)
        self._scope = self._told(**bare, groups=(), windows=(), having=(), columns=())
        columns = [self._as_written(one) for one in computed.columns]
        self._cells = tuple(
            tuple(self._shown(cell, column) for cell, column in zip(row, columns, strict=True))
            for row in computed.rows
        )

    def _told(self, **changes: object) -> str:
        """Return what the query asks for without some of its parts."""
        told = sentence(self._query.model_copy(update=changes), self._model, self._language)
        return as_text(told, 400)

    def _shown(self, cell: Cell, column: OutColumn) -> str:
        if column.part == "group" and isinstance(cell, int):
            cycle = self._query.groups[column.of].cycle
            if cycle is not None:
                return self._figures.in_cycle(cell, cycle)
        return self._figures.cell(cell, column)

    def _as_written(self, column: OutColumn) -> OutColumn:
        """Return a column whose numbers are names (years, house numbers) as one of text."""
        query, table = self._query, self._model.table(self._query.table)
        named: object = column.name
        if column.part == "group":
            named = query.groups[column.of].by
        elif column.part == "row" and query.columns:
            named = query.columns[column.of]
        known = table.column(named) if isinstance(named, str) and table.has(named) else None
        names = known is not None and (known.kind == "identifier" or known.adds == "none")
        plain = names and column.part in ("group", "row") and column.type == "integer"
        return column.model_copy(update={"type": "boolean"}) if plain else column

    def write(self, more: Sequence[str]) -> Written:
        headline = self._headline()
        findings = self._findings()[:_MOST_FINDINGS]
        notes = [*(self._note(one) for one in self._computed.warnings), *more]
        self._figures.allow(*more)
        text = paragraphs(headline, bullets(findings), bullets(notes))
        self._figures.check(text)
        plain = headline.replace("**", "").replace("\\", "")
        return Written(text, plain, self._what, self._labels, self._cells, tuple(notes))

    # The headline

    def _headline(self) -> str:
        rows = self._computed.rows
        what = _capital(self._of)
        if self._query.rows:
            return self._of_rows(what)
        figures = self._places("window") or self._places("measure")
        first = figures[0] if figures else None
        if not rows or first is None:
            return say(self._language, "nothing", what=what)
        if not self._query.groups:
            return self._of_one_row(what, first)
        names = [self._name(row) for row in self._cells]
        values = [row[first] for row in self._cells]
        order = self._query.order[0] if self._query.order else None
        ranked = order is not None and order.measure is not None
        if len(rows) == 1 and self._query.limit == 1 and order is not None and ranked:
            key = "best_down" if order.descending else "best_up"
            return say(self._language, key, name=names[0], what=self._scope, value=values[0])
        if len(rows) == 1:
            return say(self._language, "one_group", name=names[0], what=what, value=values[0])
        known = [place for place, row in enumerate(rows) if row[first] is not None]
        if not known:
            return say(self._language, "no_value", what=what)
        if self._over_time():
            start, end = known[0], known[-1]
            return say(self._language, "trend", what=what, first=values[start], last=values[end],
                       first_at=names[start], last_at=names[end])  # fmt: skip
        low, high = self._extremes(first, known)
        if rows[low][first] == rows[high][first]:
            count = self._figures.count(len(known))
            return say(self._language, "same", what=what, high=values[high], count=count)
        if self._query.limit and ranked:
            pairs = ", ".join(
                say(self._language, "compared_case", name=name, value=value)
                for name, value in list(zip(names, values, strict=True))[:_FIRST]
            )
            return say(self._language, "compared_by", what=what, cases=pairs)
        return say(self._language, "spread", what=what, high_name=names[high], high=values[high],
                   low_name=names[low], low=values[low])  # fmt: skip

    def _of_rows(self, what: str) -> str:
        rows, total = self._cells, self._computed.total
        if not rows:
            return say(self._language, "nothing", what=what)
        if len(self._computed.columns) == 1 and total <= _MOST_LISTED:
            names = ", ".join(f"**{row[0]}**" for row in rows)
            if total == 1:
                return say(self._language, "cell", what=what, value=rows[0][0])
            return say(
                self._language, "list", what=what, count=self._figures.count(total), names=names
            )
        if len(rows) == 1:
            first, *others = zip(self._labels, rows[0], strict=True)
            pairs = ", ".join(f"{label} {value}" for label, value in others[:_FIRST])
            return say(self._language, "row", name=first[1], what=pairs)
        if self._query.limit is None:
            return say(self._language, "rows", what=what, count=self._figures.count(total))
        by = self._query.order[0].column if self._query.order else None
        places = [place for place, one in enumerate(self._query.columns) if one == by]
        if len(self._query.columns) == 2 and places:
            value = places[0]
            pairs = ", ".join(
                say(self._language, "compared_case", name=row[1 - value], value=row[value])
                for row in rows[:_FIRST]
            )
            return say(self._language, "compared_by", what=what, cases=pairs)
        count = self._figures.count(min(total, self._query.limit))
        return say(self._language, "rows", what=what, count=count)

    def _of_one_row(self, what: str, first: int) -> str:
        row, cells = self._computed.rows[0], self._cells[0]
        compare = self._query.compare
        if row[first] is None and compare is None:
            return say(self._language, "no_value", what=what)
        if compare is not None:
            return self._compared(what)
        measures = self._query.measures
        if len(self._places("measure")) > 1:
            pairs = [
                say(self._language, "compared_case", name=self._labels[place], value=cells[place])
                for place in self._places("measure")
            ]
            return say(self._language, "compared_by", what=what, cases=", ".join(pairs))
        if measures and measures[0].aggregate == "correlation":
            n = self._cell("n", 0)
            return say(self._language, "correlation", what=what, value=cells[first], count=n or "–")
        return say(self._language, "value", what=what, value=cells[first])

    def _compared(self, what: str) -> str:
        assert self._query.compare is not None
        cases, cells = self._query.compare.cases, self._cells[0]
        named = [self._figures.name(case.label) for case in cases]
        places = [self._computed.place("measure", 0, case) for case in range(len(cases))]
        pairs = [
            say(self._language, "compared_case", name=name, value=cells[place])
            for name, place in zip(named, places, strict=True)
            if place is not None
        ]
        changes = []
        for case in range(1, len(cases)):
            place = self._computed.place("change", 0, case)
            value = self._computed.rows[0][place] if place is not None else None
            if isinstance(value, int | float) and place is not None:
                changes.append(
                    say(self._language, self._query.compare.change, name=named[case],
                        base=named[0], change=self._change(value, self._computed.columns[place]))
                )  # fmt: skip
        joined = ", ".join(pairs)
        if not changes:
            return say(self._language, "compared_by", what=what, cases=joined)
        return say(self._language, "compared", what=what, cases=joined, change="; ".join(changes))

    def _change(self, value: float, column: OutColumn) -> str:
        assert self._query.compare is not None
        match self._query.compare.change:
            case "ratio":
                return self._figures.number(value)
            case "growth":
                return self._figures.change(value, share=True)
            case _:
                return self._figures.change(value, column.unit, share=column.share)

    # Findings

    def _findings(self) -> list[str]:
        rows = self._computed.rows
        if self._query.rows or not rows:
            return []
        if not self._query.groups:
            return self._about_one()
        figures = self._places("window") or self._places("measure")
        if not figures or len(rows) < 2:
            return self._about_one() if len(rows) == 1 else []
        first = figures[0]
        known = [place for place, row in enumerate(rows) if _is_number(row[first])]
        if len(known) < _FIRST:
            return []
        if self._over_time():
            return self._about_trend(first, known)
        return self._about_groups(first, known)

    def _about_one(self) -> list[str]:
        if self._query.compare is not None:
            return self._about_difference()
        low, high, n = (self._cell(part, 0) for part in ("low", "high", "n"))
        part, whole = self._cell("numerator", 0), self._cell("denominator", 0)
        if low is None or high is None:
            return []
        if part is not None and whole is not None:
            return [say(self._language, "finding_rate", part=part, whole=whole, low=low, high=high)]
        return [say(self._language, "finding_interval", low=low, high=high, n=n or "–")]

    def _about_difference(self) -> list[str]:
        low = self._computed.place("change_low", 0, 1)
        high = self._computed.place("change_high", 0, 1)
        change = self._computed.place("change", 0, 1)
        if low is None or high is None or change is None:
            return []
        ends = [self._computed.rows[0][place] for place in (low, high)]
        if not all(_is_number(one) for one in ends):
            return []
        assert self._query.compare is not None
        none = 1.0 if self._query.compare.change == "ratio" else 0.0
        apart = float(ends[0] or 0) > none or float(ends[1] or 0) < none
        key = "finding_apart" if apart else "finding_not_apart"
        column = self._computed.columns[change]
        shown = [self._change(float(one or 0), column) for one in ends]
        return [say(self._language, key, low=shown[0], high=shown[1])]

    def _about_trend(self, first: int, known: list[int]) -> list[str]:
        rows, column = self._computed.rows, self._computed.columns[first]
        start, end = (float(rows[place][first] or 0) for place in (known[0], known[-1]))
        low, high = self._extremes(first, known)
        found = []
        if start > 0 and not column.share:
            change = self._figures.change(end - start, column.unit)
            if column.type == "seconds":
                change = ("−" if end < start else "+") + self._figures.length(abs(end - start))
            growth = self._figures.change(end / start - 1, share=True)
            found.append(say(self._language, "finding_change", change=change, growth=growth))
        ends = {known[0], known[-1]}
        for key, place in (("finding_peak", high), ("finding_lowest", low)):
            if place not in ends:
                at, value = self._name(self._cells[place]), self._cells[place][first]
                found.append(say(self._language, key, at=at, value=value))
        return found

    def _about_groups(self, first: int, known: list[int]) -> list[str]:
        rows, found = self._computed.rows, []
        measure = self._query.measures[0] if self._query.measures else None
        adds = measure is None or (measure.aggregate in ("count", "sum") and not measure.share)
        whole = self._computed.total == len(rows) and len(self._query.groups) == 1
        if adds and whole and not self._places("window") and len(known) > 2 * _FIRST:
            values = sorted((float(rows[place][first] or 0) for place in known), reverse=True)
            if values[-1] >= 0 and sum(values) > 0:
                share = self._figures.share(sum(values[:_FIRST]) / sum(values))
                unit = self._computed.columns[first].unit
                total = self._figures.number(sum(values), unit)
                found.append(say(self._language, "finding_first", share=share, total=total))
        return found

    # Notes

    def _note(self, one: Warned) -> str:
        table = self._model.table(self._query.table)
        label = one.column or next((self._labels[place] for place in self._places("measure")), "")
        if table.has(one.column):
            label = table.column(one.column).label_in(self._language)
        count, n, rows = (self._figures.count(each) for each in (one.count, one.n, one.rows))
        column = self._figures.name(label) if label else ""
        return say(self._language, f"note_{one.key}", column=column, count=count, n=n, rows=rows)

    # Where things stand

    def _places(self, part: Part) -> list[int]:
        return [place for place, one in enumerate(self._computed.columns) if one.part == part]

    def _cell(self, part: Part, of: int) -> str | None:
        place = self._computed.place(part, of)
        if place is None or self._computed.rows[0][place] is None:
            return None
        return self._cells[0][place]

    def _name(self, cells: Sequence[str]) -> str:
        return ", ".join(cells[place] for place in self._places("group"))

    def _over_time(self) -> bool:
        groups = self._query.groups
        return len(groups) == 1 and groups[0].grain is not None

    def _extremes(self, first: int, known: list[int]) -> tuple[int, int]:
        def value(place: int) -> float:
            return float(self._computed.rows[place][first] or 0)

        return min(known, key=value), max(known, key=value)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _is_number(cell: Cell) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)
