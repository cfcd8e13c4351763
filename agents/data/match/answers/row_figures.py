"""The figures of an analysis' rows, as they are named and written in one language."""

import operator
from collections.abc import Callable

from agents.answering.engine import Cell, Row
from agents.answering.text.language import Language, integer, percent, span_of_time
from agents.answering.text.markdown import as_text, one_line
from agents.data.match.answers.labels import measure_label, what
from agents.data.match.answers.sentences import say
from agents.data.match.compute.analysis import Analysis
from agents.data.match.compute.frame import Comparison, Figure
from agents.data.match.compute.plan import Group
from agents.data.match.compute.result_columns import LENGTH_COLUMNS, SHARE_COLUMNS, whole_of
from agents.data.match.compute.skill import Adjusted
from agents.data.match.model.semantic_model import SemanticModel

# The column of the figure that was asked for, and how it is said.
_CELLS = {
    "skill_rate": "win_rate", "games": "games", "wins": "wins",
    "losses": "losses", "win_rate": "win_rate", "pick_share": "pick_share",
    "mirror_share": "mirror_share", "loss_rate": "loss_rate", "draw_rate": "draw_rate",
    **{measure: column for measure, (_, column) in LENGTH_COLUMNS.items()},
}  # fmt: skip
_COMPARE: dict[Comparison, Callable[[float, float], bool]] = {
    ">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le,
}  # fmt: skip
COUNTS = ("games", "sides", "wins", "losses", "draws", "picks", "mirrors")
KINDS = {"win_rate": "rate", "skill_rate": "skill", "pick_share": "pick", "mirror_share": "mirror",
          "loss_rate": "loss", "draw_rate": "draw", "longest_game": "longest",
          "shortest_game": "shortest"}  # fmt: skip
_LONGEST_TITLE = 600


class RowFigures:
    """Owns the rows of one analysis in the order in which they are told, and how they read."""

    def __init__(
        self, analysis: Analysis, model: SemanticModel, language: Language, *, simulated: bool
    ) -> None:
        self._analysis = analysis
        self._model = model
        self._language = language
        self._simulated = simulated
        self._frame = analysis.plan.frame
        self._what = what(analysis.plan, model, language)
        self._md = as_text(self._what, _LONGEST_TITLE)  # never cut within a date
        self._rows = _front(analysis, model)
        self._names = tuple(as_text(self._name(row)) for row in self._rows)
        self._left_out = tuple(as_text(self._name(row)) for row in analysis.left_out)

    def _say(self, key: str, **values: object) -> str:
        return say(self._language, key, **values)

    def _cell(self, row: Row, name: str) -> Cell:
        return self._analysis.cell(row, name)

    def _name(self, row: Row) -> str:
        """Return what a row is about: its group values, joined."""
        groups = self._analysis.plan.groups
        shown = [self._shown(group, self._cell(row, group.name)) for group in groups]
        own = [i for i, group in enumerate(groups) if group.dimension == self._model.entity]
        own.sort(key=lambda place: groups[place].side != "own")
        if len(own) == 2:
            pair = self._say("versus_name", own=shown[own[0]], opponent=shown[own[1]])
            shown = [pair, *(text for i, text in enumerate(shown) if i not in own)]
        return " · ".join(shown)

    def _shown(self, group: Group, value: Cell) -> str:
        if group.dimension in self._model.dimensions:
            return one_line(
                self._model.dimensions[group.dimension].show(str(value), self._language)
            )
        text = str(value)
        return f"{text}년" if group.dimension == "year" and self._language == "ko" else text

    def _values(self, row: Row) -> dict[str, object]:
        """Return a row's figures as they are written."""
        language = self._language
        of = whole(self._cell(row, whole_of(self._frame.measure)))
        found: dict[str, object] = {"games": integer(of, language)}
        if self._frame.measure in LENGTH_COLUMNS:
            found["time"] = span_of_time(self._figure(row), language)
        elif self._frame.measure in SHARE_COLUMNS:
            count, share = SHARE_COLUMNS[self._frame.measure]
            found |= {
                "count": integer(whole(self._cell(row, count)), language),
                "rate": percent(real(self._cell(row, share)), language),
                "low": percent(real(self._cell(row, "ci_low")), language),
                "high": percent(real(self._cell(row, "ci_high")), language),
            }
        elif self._frame.measure != "games":
            wins, games = whole(self._cell(row, "wins")), whole(self._cell(row, "games"))
            found |= {
                "wins": integer(wins, language),
                "losses": integer(games - wins - self._draws(row), language),
                "rate": percent(real(self._cell(row, "win_rate")), language),
                "low": percent(real(self._cell(row, "ci_low")), language),
                "high": percent(real(self._cell(row, "ci_high")), language),
            }
        adjusted = self._adjusted(row)
        if adjusted is not None:
            found |= {
                "skill": percent(adjusted.rate, language),
                "skill_low": percent(adjusted.interval.low, language),
                "skill_high": percent(adjusted.interval.high, language),
            }
        return found

    def _draws(self, row: Row) -> int:
        return whole(self._cell(row, "draws")) if "draws" in self._analysis.names else 0

    def _adjusted(self, row: Row) -> Adjusted | None:
        rates = self._analysis.adjustment.rates
        return rates[self._analysis.rows.index(row)] if rates else None

    def _is_raw(self, row: Row) -> bool:
        """Whether a rate with skill taken out was asked for, and this row's has no fit."""
        return self._frame.measure == "skill_rate" and self._adjusted(row) is None

    def _main(self, row: Row) -> str:
        """Return the figure that was asked for."""
        values = self._values(row)
        if self._frame.measure == "pick_share" and self._frame.order is not None:
            return f"{values['count']} ({values['rate']})"  # most played: how often, too
        if self._is_raw(row):
            return self._say("value_raw", rate=values["rate"])
        shown = "skill" if self._frame.measure == "skill_rate" else self._frame.measure
        for key in (shown, "time", "rate"):
            if key in values:
                return str(values[key])
        raise KeyError(shown)

    def _kind(self, row: Row) -> str:
        if self._is_raw(row):
            return "raw"
        if self._frame.measure == "pick_share" and not self._analysis.plan.sided:
            return "mirror" if self._model.grain == "game" or self._model.game is None else "pick"
        return KINDS.get(self._frame.measure, self._frame.measure)

    def _figure(self, row: Row) -> float:
        adjusted = self._adjusted(row)
        if adjusted is not None:
            return adjusted.rate
        return real(self._cell(row, _CELLS[self._frame.measure]))

    def _inside(self, text: str) -> str:
        """Return the text as it stands inside a sentence.

        A measure in front loses its capital, and so does a side that is no name (home, attack).
        """
        own = self._frame.filter(self._model.entity)
        first = [measure_label(self._frame.measure, self._language)]
        side = self._model.dimensions[self._model.entity]
        if own is not None and side.fixed is not None:
            first += [side.show(value, self._language) for value in own.values]
        if any(text.lower().startswith(one.lower()) for one in first):
            return text[:1].lower() + text[1:]
        return text

    def _meets(self, row: Row) -> bool:
        """Whether a row is as large or small as the frame's thresholds ask."""
        frame = self._frame
        games = whole(self._cell(row, "picks" if frame.measure == "pick_share" else "games"))
        enough = (frame.having or 0) <= games and games <= (frame.at_most or games)
        return enough and all(
            _COMPARE[one.comparison](self._bounded(row, one.figure), one.value)
            for one in frame.bounds
        )

    def _bounded(self, row: Row, figure: Figure) -> float:
        """Return the figure of a row that a threshold looks at."""
        if figure == "seconds":
            return self._figure(row)
        if figure == "rate":
            rate = SHARE_COLUMNS.get(self._frame.measure, ("", "win_rate"))[1]
            return real(self._cell(row, rate))
        games = whole(self._cell(row, "games"))
        lost = self._frame.measure == "loss_rate"
        count = whole(self._cell(row, "losses" if lost else "wins"))
        return count if lost == (figure == "losses") else games - count - self._draws(row)


def _front(analysis: Analysis, model: SemanticModel) -> tuple[Row, ...]:
    """Return the rows with the value that was named first in front, where values were named."""
    if not analysis.plan.groups or analysis.plan.frame.order is not None or analysis.plan.over_time:
        return analysis.rows
    first = analysis.plan.groups[0]
    named = (
        analysis.plan.frame.filter(first.dimension, first.side)
        if (first.dimension in model.dimensions)
        else None
    )
    if named is None:
        return analysis.rows
    place = {value: index for index, value in enumerate(named.values)}
    return tuple(sorted(analysis.rows, key=lambda r: place.get(str(r[0]), len(place))))


def whole(cell: Cell) -> int:
    """Return a cell as a whole number."""
    assert cell is not None
    return int(cell)


def real(cell: Cell) -> float:
    """Return a cell as a number."""
    assert cell is not None
    return float(cell)


def points(value: float, language: Language) -> str:
    """Return a difference of rates in per cent points, with its sign."""
    sign = "−" if round(value * 100, 1) < 0 else ""
    return sign + percent(abs(value), language).rstrip("% ")
