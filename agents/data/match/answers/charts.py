"""Vega-Lite v6 charts of a result: intervals, lines over time, a matrix of matchups."""

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

from agents.answering.text.language import Language
from agents.answering.vega_lite import SCHEMA
from agents.data.match.answers.labels import group_labels, measure_label
from agents.data.match.compute.analysis import Analysis
from agents.data.match.compute.frame import GRAINS
from agents.data.match.compute.plan import Group
from agents.data.match.compute.result_columns import LENGTH_COLUMNS
from agents.data.match.model.semantic_model import SemanticModel

_MOST, _MOST_MOMENTS = 60, 500
_UPRIGHT, _LONG = 5, 6
_RATES = {"win_rate": "win_rate", "skill_rate": "skill_rate", "pick_share": "pick_share",
          "mirror_share": "mirror_share", "loss_rate": "loss_rate",
          "draw_rate": "draw_rate"}  # fmt: skip

Spec = dict[str, Any]


def chart_of(
    analysis: Analysis, names: tuple[str, ...], model: SemanticModel, language: Language, title: str
) -> Spec | None:
    """Return a chart where a picture helps: two rows or more, up to 60 (500 moments).

    `names` are the rows' names, in the order of the analysis' rows. Rates are drawn with their 95 %
    intervals, win rates with a line at 50 %; their axis does not start at zero. More than five
    names, or long ones, stand on the y axis. Periods stand at their time on the x axis, and one
    without games is a gap in the line.
    """
    shown = analysis.plan.frame.presentation
    enough = 1 if shown == "chart" else 2
    most = _MOST_MOMENTS if analysis.plan.over_time else _MOST
    if shown in ("text", "table") or not enough <= len(analysis.rows) <= most:
        return None
    return _Drawing(analysis, names, model, language).spec(title)


class _Drawing:
    """Owns the making of one chart."""

    def __init__(
        self,
        analysis: Analysis,
        names: tuple[str, ...],
        model: SemanticModel,
        language: Language,
    ) -> None:
        self._analysis = analysis
        self._names = names
        self._model = model
        self._language = language
        self._measure = analysis.plan.frame.measure
        self._field = _RATES.get(self._measure, self._measure)
        self._field = LENGTH_COLUMNS.get(self._field, ("", self._field))[1]
        fitted = self._measure == "skill_rate"
        self._ends = ("skill_low", "skill_high") if fitted else ("ci_low", "ci_high")
        self._series = self._coloured()

    def spec(self, title: str) -> Spec:
        pair = self._matrix()
        body = self._heat_map(pair) if pair is not None else self._layers()
        return {
            "$schema": SCHEMA,
            "title": title,
            "width": "container",
            "data": {"values": self._values()},
            **body,
        }

    def _coloured(self) -> Group | None:
        """Return the group that colours the lines of a chart over time, if there is one."""
        groups = self._analysis.plan.groups
        if len(groups) == 2 and self._analysis.plan.over_time:
            return next((g for g in groups if g.dimension not in GRAINS), None)
        return None

    def _values(self) -> list[Spec]:
        values = []
        groups = self._analysis.plan.groups
        for index, row in enumerate(self._analysis.rows):
            found: Spec = dict(zip(self._analysis.names, row, strict=True))
            found["name"] = self._names[index]
            if self._measure == "skill_rate":
                found |= self._fitted(index)
            if self._series is not None:
                time = next(g for g in groups if g is not self._series)
                found["name"] = str(found[time.name])
                found["series"] = self._shown(self._series, found[self._series.name])
            for group in groups:
                found[group.name] = self._shown(group, found[group.name])
            values.append(found)
        if not self._analysis.plan.over_time:
            return values
        time = next(g for g in groups if g is not self._series)
        timed = self._with_gaps(values, time)
        return [{**value, "begins": beginning(value[time.name])} for value in timed]

    def _with_gaps(self, values: list[Spec], time: Group) -> list[Spec]:
        """Return the values in the order of time, with empty ones where a line has to break.

        A line of several breaks where it has no games, though another has some.
        """
        moments = moments_of(time.dimension, (value[time.name] for value in values))
        lines: dict[Any, dict[str, Spec]] = {}
        for value in values:
            lines.setdefault(value.get("series"), {})[value[time.name]] = value
        found = []
        for moment in moments:
            for series, line in lines.items():
                if moment in line:
                    found.append(line[moment])
                elif min(line) < moment < max(line):
                    gap: Spec = {"name": moment, time.name: moment, self._field: None}
                    found.append(gap if series is None else {**gap, "series": series})
        return found

    def _fitted(self, index: int) -> Spec:
        """Return a row's rate with skill taken out; where there is none, nothing is drawn."""
        one = self._analysis.adjustment.rates[index]
        low, high = one.interval if one is not None else (None, None)
        return {"skill_rate": one and one.rate, "skill_low": low, "skill_high": high}

    def _shown(self, group: Group, value: object) -> str:
        dimension = self._model.dimensions.get(group.dimension)
        return str(value) if dimension is None else dimension.show(str(value), self._language)

    def _matrix(self) -> tuple[Group, Group] | None:
        """Return the groups of a matrix of matchups, of three sides or more."""
        groups = self._analysis.plan.groups
        if len(groups) != 2 or {g.side for g in groups} != {"own", "opponent"}:
            return None
        if self._field not in ("win_rate", "skill_rate") or len(self._analysis.rows) < 6:
            return None
        own = next(g for g in groups if g.side == "own")
        return own, next(g for g in groups if g is not own)

    def _heat_map(self, pair: tuple[Group, Group]) -> Spec:
        own, rival = pair
        label, of_rival = group_labels(pair, self._model, self._language)
        rate: Spec = {
            "field": self._field,
            "type": "quantitative",
            "title": measure_label(self._measure, self._language),
            "scale": {"scheme": "redblue", "domainMid": 0.5},
            "legend": {"format": ".0%"},
        }
        shared = {
            "y": {"field": own.name, "type": "nominal", "title": label},
            "x": {"field": rival.name, "type": "nominal", "title": of_rival},
        }
        text = {"field": self._field, "type": "quantitative", "format": ".1%"}
        return {
            "encoding": shared,
            "layer": [
                {"mark": "rect", "encoding": {"color": rate, "tooltip": self._tooltip()}},
                {"mark": "text", "encoding": {"text": text}},
            ],
        }

    def _layers(self) -> Spec:
        timed = self._analysis.plan.over_time
        flat = not timed and (len(self._names) > _UPRIGHT or max(map(len, self._names)) > 4 * _LONG)
        shown = [g for g in self._analysis.plan.groups if g is not self._series]
        label = " · ".join(group_labels(shown, self._model, self._language))
        names = {"field": "name", "type": "nominal", "sort": None, "title": label or None}
        if timed:
            names = {"field": "begins", "type": "temporal", "title": label or None}
        across, up = ("y", "x") if flat else ("x", "y")
        if self._measure in _RATES:
            return {"layer": self._rate_layers(names, across, up)}
        return {"layer": [self._plain_layer(names, across, up)]}

    def _colour(self) -> Spec:
        if self._series is None:
            return {}
        return {"color": {"field": "series", "type": "nominal", "title": None}}

    def _tooltip(self) -> list[Spec]:
        known = (
            "games",
            "sides",
            "wins",
            "losses",
            "draws",
            "picks",
            "mirrors",
            "win_rate",
            self._field,
            *self._ends,
        )
        held = (*self._analysis.names, self._field, *self._ends)
        if self._measure != "skill_rate":
            held = self._analysis.names
        fields = [name for name in dict.fromkeys(known) if name in held]
        return [
            {"field": "name", "type": "nominal"},
            *({"field": name, "type": "quantitative"} for name in fields),
        ]

    def _rate_layers(self, names: Spec, across: str, up: str) -> list[Spec]:
        scale = {"zero": False}
        axis = {"format": ".0%", "title": measure_label(self._measure, self._language)}
        rate = {"field": self._field, "type": "quantitative", "scale": scale, "axis": axis}
        mark: Spec = {"type": "point", "filled": True, "size": 70}
        if self._analysis.plan.over_time:
            mark = {"type": "line", "point": True}
        colour = self._colour()
        interval = {"type": "rule", "strokeWidth": 2, "opacity": 0.55}
        ends = {up: {**rate, "field": self._ends[0]}, f"{up}2": {"field": self._ends[1]}}
        layers: list[Spec] = [
            {"mark": interval, "encoding": {across: names, **ends, **colour}},
            {
                "mark": mark,
                "encoding": {across: names, up: rate, "tooltip": self._tooltip(), **colour},
            },
        ]
        if self._field in ("win_rate", "skill_rate"):
            half = {"datum": 0.5, "type": "quantitative", "scale": scale}
            dashes = {"type": "rule", "strokeDash": [4, 4], "opacity": 0.7}
            layers.append({"mark": dashes, "encoding": {up: half}})
        return layers

    def _plain_layer(self, names: Spec, across: str, up: str) -> Spec:
        title = measure_label(self._measure, self._language)
        value = {"field": self._field, "type": "quantitative", "title": title}
        timed = self._analysis.plan.over_time
        mark: Spec = {"type": "line", "point": True} if timed else {"type": "bar"}
        encoding = {across: names, up: value, "tooltip": self._tooltip(), **self._colour()}
        return {"mark": mark, "encoding": encoding}


_MOST = 60


def beginning(name: str) -> str:
    """Return when a period ("2020", "2020-Q3", "2020-03", "2020-03-01") begins, in ISO 8601.

    It has a time of day but no zone, so that a viewer shows that day wherever it runs: a mere date
    is one of UTC to a browser.
    """
    year, _, rest = name.partition("-")
    if rest.startswith("Q"):
        rest = f"{3 * int(rest[1:]) - 2:02}"
    month, _, day = rest.partition("-")
    return f"{date(int(year), int(month or 1), int(day or 1)).isoformat()}T00:00:00"


def missing_between(grain: str, names: list[str]) -> list[tuple[str, str]]:
    """Return each missing period with the last known one before it, in order.

    `names` are periods as the query writes them ("2020", "2020-Q3", "2020-03", "2020-03-01"); of
    more than 60 missing ones only the first of each gap is told, which breaks the line as well.
    """
    found: list[tuple[str, str]] = []
    for before, after in pairwise(names):
        gap = _next(grain, before)
        while gap is not None and gap < after:
            found.append((gap, before))
            gap = _next(grain, gap) if len(found) < _MOST else None
    return found


def moments_of(grain: str, names: Iterable[str]) -> list[str]:
    """Return the periods of a chart in order, once each, the missing ones among them."""
    known = sorted(set(names))
    return sorted({*known, *(gap for gap, _ in missing_between(grain, known))})


def _next(grain: str, name: str) -> str | None:
    match grain:
        case "year":
            return str(int(name) + 1)
        case "quarter":
            year, number = int(name[:4]), int(name[-1])
            return f"{year + number // 4}-Q{number % 4 + 1}"
        case "month":
            year, number = int(name[:4]), int(name[5:7])
            return f"{year + number // 12}-{number % 12 + 1:02}"
        case "week" | "day":
            step = timedelta(days=7 if grain == "week" else 1)
            return (date.fromisoformat(name) + step).isoformat()
        case _:
            return None
