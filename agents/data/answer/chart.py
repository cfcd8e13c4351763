"""One picture that fits a query, as Vega-Lite v6; none where words say it better.

A line on a true axis of time, bars by their figure or in the order asked for, dots with their
intervals, a histogram, a heat map of two groups, points of two numbers with their correlation. Only
what the window draws natively is used.
"""

from collections.abc import Sequence
from typing import Any

from agents.answering.vega_lite import SCHEMA
from agents.data.answer.periods import begins, with_gaps
from agents.data.answer.result_wording import ResultWording
from agents.data.compute.result import Cell, Computation, OutColumn
from agents.data.query.operands import measured
from agents.data.query.query import Aggregate, Measure

Spec = dict[str, Any]
_MOST_BINS = 200
_MOST_NAMES, _MOST_MOMENTS, _MOST_SERIES, _MOST_POINTS = 60, 500, 8, 2000
_DOTS: Spec = {"type": "point", "filled": True, "size": 70}
TOLD: Spec = {"n": "n", "interval": ["low_shown", "high_shown"]}
"""The fields of a mark that say on how many rows it rests, and how far its interval reaches."""
_UPRIGHT, _LONG = 5, 12  # names that fit below an axis: so many, with so many letters


def chart_of(
    computed: Computation,
    names: Sequence[Sequence[str]],
    labels: Sequence[str],
    title: str,
    points: Computation | None = None,
    *,
    known: Sequence[str] = (),
    bins: ResultWording | None = None,
) -> Spec | None:
    """Return the picture of a result, None where none helps.

    `names` are the cells of each row as they are read, `labels` those of its columns; `points` are
    the rows behind a correlation, two numbers each. `known` are the commonest values of the column
    that its names are of, so that each has its colour in every picture of the table; `bins` is how
    the bins of a number are read, where there are some.
    """
    if computed.query.show in ("text", "table", "none"):
        return None
    if points is not None:
        return _framed(title, _scatter(points, labels))
    drawing = _Drawing(computed, names, labels, bins)
    body = drawing.body()
    if body is None:
        return None
    meant = {**({"values": list(known)} if known else {}), **body.pop("usermeta", {})}
    return {**_framed(title, body), **({"usermeta": meant} if meant else {})}


def _framed(title: str, body: Spec) -> Spec:
    return {"$schema": SCHEMA, "title": title, "width": "container", **body}


class _Drawing:
    """Owns the making of one picture of one measure over one or two groups."""

    def __init__(
        self,
        computed: Computation,
        names: Sequence[Sequence[str]],
        labels: Sequence[str],
        bins: ResultWording | None,
    ) -> None:
        self._computed = computed
        self._names = names
        self._labels = labels
        self._groups = computed.query.groups
        self._asked = computed.query.show
        self._bins = bins
        self._binned = [place for place, one in enumerate(computed.columns) if bins is not None
                        and one.part == "group" and self._groups[one.of].width]  # fmt: skip

    def body(self) -> Spec | None:
        if self._computed.query.rows:
            return self._rows_drawn()
        if not self._computed.rows or not self._figures():
            return None
        if not self._groups:
            return self._cases() if self._computed.query.compare else None
        drawn = [row[place] for row in self._computed.rows for place in self._figures()]
        if self._asked == "auto" and (len(self._computed.rows) < 2 or not any(drawn)):
            return None  # one figure, or nothing everywhere
        timed = self._timed()
        if timed is not None:
            return self._line(timed)
        if len(self._computed.rows) > _MOST_NAMES and len(self._groups) == 1:
            return None
        if len(self._groups) == 2 and not self._computed.query.compare:
            return self._heat_map()
        return self._named() if len(self._groups) == 1 else None

    def _figures(self) -> list[int]:
        """Return the columns of the first measure: one, or one for each case."""
        wanted = "window" if self._computed.query.windows else "measure"
        columns = self._computed.columns
        found = [place for place, one in enumerate(columns)
                 if one.part == wanted and (wanted == "window" or one.of == 0)]  # fmt: skip
        return [place for place in found if columns[place].type not in ("text", "boolean")]

    def _column(self, place: int) -> OutColumn:
        return self._computed.columns[place]

    def _group_place(self, group: int) -> int:
        place = self._computed.place("group", group)
        assert place is not None
        return place

    def _timed(self) -> int | None:
        """Return the group that is an axis of time, if there is one, and at most one beside it."""
        timed = [place for place, one in enumerate(self._groups) if one.grain is not None]
        if len(timed) != 1 or len(self._groups) > 2:
            return None
        return timed[0] if len(self._computed.rows) <= _MOST_MOMENTS else None

    def _quantity(self, place: int, **more: Any) -> Spec:
        column = self._column(place)
        # One axis for all cases is not called after the first; the title names the measure.
        label = "" if column.case >= 0 else self._labels[place]
        axis: Spec = {"title": label or None}
        if column.share:
            axis["format"] = ".0%"
        elif column.type == "seconds":
            axis["format"] = "duration"
        elif column.unit:
            axis["title"] = f"{label} ({column.unit})" if label else column.unit
        return {"field": f"c{place}", "type": "quantitative", "axis": axis, **more}

    def _values(self) -> list[Spec]:
        values = []
        for at, (row, shown) in enumerate(zip(self._computed.rows, self._names, strict=True)):
            value: Spec = {"row": at}
            value |= {f"c{place}": plotted(cell) for place, cell in enumerate(row)}
            value |= {f"t{place}": text for place, text in enumerate(shown)}
            if self._bins is not None:
                value |= {f"b{place}": self._bins.named(at, place) for place in self._binned}
            values.append(value)
        return values

    def _with_gaps(self, values: list[Spec], axis: int, figure: int) -> list[Spec]:
        """Return bins with those between them in which nothing lies, so that all are as far apart
        as their numbers are; as they are, where that would be too many."""
        width, key = self._groups[0].width, f"c{axis}"
        assert width is not None
        known = {round(float(one[key]) / width): one for one in values}
        if max(known) - min(known) >= _MOST_BINS:
            return values
        nothing = 0 if self._computed.query.measures in ((), (Measure(),)) else None
        read = self._bins
        assert read is not None
        return [
            known.get(at) or {
                key: low, f"t{axis}": read.low(low, axis), f"b{axis}": read.bin(low, axis),
                f"c{figure}": nothing, f"t{figure}": "–" if nothing is None else "0",
            }
            for at in range(min(known), max(known) + 1) for low in (round(at * width, 9),)
        ]  # fmt: skip

    def _tooltip(self) -> list[Spec]:
        """Return what the pointer tells: of a share not the counts that it was made of, which stand
        in the table, below headers that tell them apart."""
        return [
            {"field": f"{'b' if place in self._binned else 't'}{place}", "type": "nominal",
             "title": label}
            for place, label in enumerate(self._labels)
            if self._column(place).part not in ("numerator", "denominator")
        ]  # fmt: skip

    def _line(self, timed: int) -> Spec | None:
        axis = self._group_place(timed)
        grain = self._groups[timed].grain
        assert grain is not None
        other = self._group_place(1 - timed) if len(self._groups) == 2 else None
        names = [row[other] for row in self._names] if other is not None else [""]
        if len(set(names)) > _MOST_SERIES:
            return self._heat_map() if len(self._computed.rows) <= _MOST_MOMENTS else None
        figure, *more = self._figures()
        values = self._values()
        if more:  # cases, or windows, beside each other: a line for each
            values = [
                {**value, f"c{figure}": value[f"c{place}"], "series": self._labels[place]}
                for value in values for place in (figure, *more)
            ]  # fmt: skip
        elif other is not None:
            values = [{**value, "series": name} for value, name in zip(values, names, strict=True)]
        values = [value for value in values if value[f"c{axis}"] is not None]
        values = with_gaps(values, f"c{axis}", f"c{figure}", grain)
        values = [{**one, "at": begins(str(one[f"c{axis}"]))} for one in values]
        x = {"field": "at", "type": "temporal", "title": self._labels[axis]}
        colour = {"color": {"field": "series", "type": "nominal", "title": None}}
        shared = {"x": x, **(colour if more or other is not None else {})}
        y = self._quantity(figure, scale={"zero": not self._column(figure).share})
        layers = self._band(figure, y, "y") if not more else []
        mark = {"type": "line", "point": len(values) <= _MOST_NAMES}
        layers.append({"mark": mark, "encoding": {"y": y, "tooltip": self._tooltip()}})
        level = self._level(figure, "y", y["scale"])
        if level:  # it runs across: what is shared would stand it on each moment
            layers = [{**one, "encoding": {**shared, **one["encoding"]}} for one in layers]
            return {"data": {"values": values}, "layer": [*layers, *level]}
        return {"data": {"values": values}, "encoding": shared, "layer": layers}

    def _level(self, figure: int, up: str, scale: Spec) -> list[Spec]:
        """Return the line at the level to which rates of games won are held: one half."""
        column = self._column(figure)
        level = self._computed.level
        if column.part != "measure" or column.of not in self._computed.outcomes or level is None:
            return []
        dashes = {"type": "rule", "strokeDash": [4, 4], "opacity": 0.7}
        ends = {"datum": level, "type": "quantitative", "scale": scale}
        return [{"mark": dashes, "encoding": {up: ends}}]

    def _band(self, figure: int, quantity: Spec, up: str) -> list[Spec]:
        """Return the intervals of a figure as thin rules, where it has some."""
        column = self._column(figure)
        low = self._computed.place("low", column.of, column.case)
        high = self._computed.place("high", column.of, column.case)
        if column.part != "measure" or low is None or high is None:
            return []
        ends = {up: {**quantity, "field": f"c{low}"}, f"{up}2": {"field": f"c{high}"}}
        rule = {"type": "rule", "strokeWidth": 1.5, "opacity": 0.5}
        return [{"mark": rule, "encoding": ends}]

    def _named(self) -> Spec:
        """Return bars, or dots with intervals: in the order that was asked for, else names by
        their figure and all other in their own order; bins stand upright."""
        axis = self._group_place(0)
        binned = self._groups[0].bins is not None or self._groups[0].width is not None
        cyclic = self._groups[0].cycle is not None
        figure, *more = self._figures()
        names = [row[axis] for row in self._names]
        flat = not (binned or cyclic) and (
            len(names) > _UPRIGHT or max(map(len, names), default=0) > _LONG
        )
        across, up = ("y", "x") if flat else ("x", "y")
        kind = "ordinal" if cyclic or binned else "nominal"
        # A bin has its low end below it, which says how wide it is only where others follow.
        alone = axis in self._binned and len(self._computed.rows) == 1
        field = f"{'b' if alone else 't'}{axis}"
        name = {"field": field, "type": kind, "sort": None, "title": self._labels[axis]}
        values = self._values()
        counted = self._column(figure).type in ("number", "integer", "seconds")
        if self._is_ranked(0) and counted:
            values.sort(key=lambda one: (one[f"c{figure}"] is None, -(one[f"c{figure}"] or 0)))
        if binned and not self._computed.query.order:
            values = self._with_gaps(values, axis, figure)
        if more:
            values = [
                {**value, f"c{figure}": value[f"c{place}"], "series": self._labels[place]}
                for value in values for place in (figure, *more)
            ]  # fmt: skip
        band = self._band(figure, self._quantity(figure), up) if not more else []
        dots = self._asked == "dots" or (bool(band) and self._asked != "bars")
        scale = {"zero": not (dots or more)}
        quantity = self._quantity(figure, scale=scale)
        if dots or more:
            band = self._band(figure, quantity, up) if not more else []
        mark = _DOTS if dots or more else {"type": "bar"}
        encoding: Spec = {across: name, up: quantity, "tooltip": self._tooltip()}
        if more:
            encoding["color"] = {"field": "series", "type": "nominal", "title": None}
        layers = [{**one, "encoding": {across: name, **one["encoding"]}} for one in band]
        return {
            "data": {"values": values},
            "layer": [
                *(layers if dots else []),
                {"mark": mark, "encoding": encoding},
                *self._level(figure, up, scale),
            ],
        }

    def _cases(self) -> Spec | None:
        """Return the cases of a comparison without groups: dots with intervals, else bars."""
        values = []
        figures = self._figures()
        for place in figures:
            column = self._column(place)
            low, high, n = (
                self._computed.place(part, column.of, column.case) for part in ("low", "high", "n")
            )
            row, shown = self._computed.rows[0], self._names[0]
            values.append({
                **({"n": row[n]} if n is not None else {}),
                **({"low_shown": shown[low], "high_shown": shown[high]} if low and high else {}),
                "name": self._computed.query.compare.cases[column.case].label
                if self._computed.query.compare else "",
                "value": plotted(row[place]), "shown": shown[place],
                "low": plotted(row[low]) if low is not None else None,
                "high": plotted(row[high]) if high is not None else None,
            })  # fmt: skip
        whole = any(value["low"] is not None for value in values)
        dots = self._asked == "dots" or (whole and self._asked != "bars")
        quantity = {**self._quantity(figures[0], scale={"zero": not dots}), "field": "value"}
        name = {"field": "name", "type": "nominal", "sort": None, "title": None}
        rule = {"type": "rule", "strokeWidth": 1.5, "opacity": 0.5}
        ends = {"y": name, "x": {**quantity, "field": "low"}, "x2": {"field": "high"}}
        tooltip: list[Spec] = [
            {"field": "name", "type": "nominal"},
            {"field": "shown", "type": "nominal", "title": None},
        ]
        layers = [{"mark": _DOTS if dots else {"type": "bar"},
                   "encoding": {"y": name, "x": quantity, "tooltip": tooltip}}]  # fmt: skip
        if whole:
            layers.insert(0, {"mark": rule, "encoding": ends})
        layers += self._level(figures[0], "x", quantity["scale"])
        return {"usermeta": TOLD, "data": {"values": values}, "layer": layers}

    def _heat_map(self) -> Spec | None:
        down, across = self._group_place(0), self._group_place(1)
        figures = self._figures()
        if len(figures) != 1 or len(self._computed.rows) > 4 * _MOST_MOMENTS:
            return None
        (figure,) = figures
        if max(len({row[place] for row in self._names}) for place in (down, across)) > _MOST_NAMES:
            return None
        axis = self._quantity(figure)["axis"]
        legend = {key: axis[key] for key in ("format",) if key in axis}
        colour = {"field": f"c{figure}", "type": "quantitative", "title": axis["title"],
                  "legend": legend}  # fmt: skip
        if self._level(figure, "y", {}):
            colour["scale"] = {"scheme": "redblue", "domainMid": self._computed.level}
        orders = {f"t{place}": self._order_of(group, figure)
                  for group, place in enumerate((down, across))}  # fmt: skip
        shared = {
            channel: {"field": f"t{place}", "title": self._labels[place],
                      "type": "nominal" if self._is_ranked(group) else "ordinal",
                      "sort": orders[f"t{place}"]}
            for group, (channel, place) in enumerate((("y", down), ("x", across)))
        }  # fmt: skip
        text = {"field": f"t{figure}", "type": "nominal"}
        if self._column(figure).share:  # as a table has them: each with one decimal
            text = {"field": f"c{figure}", "type": "quantitative", "format": ".1%"}
        cells = {"mark": "rect", "encoding": {"color": colour, "tooltip": self._tooltip()}}
        values = self._values()
        values.sort(key=lambda one: [order.index(one[field]) for field, order in orders.items()])
        return {
            "data": {"values": values},
            "encoding": shared,
            "layer": [cells, {"mark": "text", "encoding": {"text": text}}],
        }

    def _is_ranked(self, group: int) -> bool:
        """Whether the names of a group stand by their figure: not those that have an order of their
        own (moments, bins, places in a cycle, numbers), and where none was asked for."""
        one = self._groups[group]
        own = one.grain or one.cycle or one.bins is not None or one.width is not None
        text = self._column(self._group_place(group)).type == "text"
        return text and not own and not self._computed.query.order

    def _order_of(self, group: int, figure: int) -> list[str]:
        """Return the names of one of two groups in their order: by their figure over all of the
        other group, as far as its cells tell it, where they have no order of their own."""
        axis, column = self._group_place(group), self._column(figure)
        n = self._computed.place("n", column.of, column.case)
        held: dict[str, list[tuple[float, float]]] = {}
        cells: dict[str, Cell] = {}
        for row, shown in zip(self._computed.rows, self._names, strict=True):
            cell = plotted(row[figure])
            cells.setdefault(shown[axis], row[axis])
            told = held.setdefault(shown[axis], [])
            if isinstance(cell, int | float):
                told.append((float(cell), float(row[n] or 0) if n is not None else 1.0))
        if self._is_ranked(group):
            plain = column.part == "measure" and not column.share
            measure = measured(self._computed.query)[column.of] if plain else None
            over = measure.aggregate if measure is not None and not measure.metric else "mean"
            # Rates of both sides of a game come to the same: then the highest cell tells.
            return sorted(held, key=lambda name: (
                not held[name], -round(_whole(held[name], over), 9),
                -max((value for value, _ in held[name]), default=0.0),
            ))  # fmt: skip
        if self._computed.query.order:
            return list(cells)
        full = sorted((cell, name) for name, cell in cells.items() if cell is not None)
        return [*(name for _, name in full), *(name for name in cells if cells[name] is None)]

    def _rows_drawn(self) -> Spec | None:
        """Return points of the first two numbers of rows, where just that was asked for."""
        numbers = numbers_of(self._computed)
        if self._asked != "scatter" or len(numbers) < 2:
            return None
        drawn = _scatter(self._computed, self._labels, numbers[0], numbers[1])
        for at, value in enumerate(drawn["data"]["values"]):
            value["row"] = at
        return drawn


def numbers_of(computed: Computation) -> list[int]:
    """Return the columns that are numbers."""
    kinds = ("number", "integer", "seconds")
    return [place for place, one in enumerate(computed.columns) if one.type in kinds]


def _whole(figures: Sequence[tuple[float, float]], aggregate: Aggregate) -> float:
    """Return what figures come to together, each with on how many rows it rests; of medians and the
    like what lies between them."""
    values = [value for value, _ in figures]
    match aggregate:
        case "count" | "sum":
            return sum(values)
        case "max" | "min":
            return (max if aggregate == "max" else min)(values, default=0.0)
    weights = sum(weight for _, weight in figures) or 1.0
    return sum(value * weight for value, weight in figures) / weights


def _scatter(points: Computation, labels: Sequence[str], across: int = 0, up: int = 1) -> Spec:
    rows = points.rows[:_MOST_POINTS]
    values = [{"x": plotted(row[across]), "y": plotted(row[up])} for row in rows]
    scale = {"zero": False}
    return {
        "data": {"values": values},
        "layer": [{
            "mark": {"type": "point", "filled": True, "size": 30, "opacity": 0.6},
            "encoding": {
                "x": {"field": "x", "type": "quantitative", "scale": scale,
                      "title": labels[across]},
                "y": {"field": "y", "type": "quantitative", "scale": scale, "title": labels[up]},
            },
        }],
    }  # fmt: skip


def plotted(cell: Cell) -> Cell:
    """Return a cell as it is drawn: a number that no double holds as its nearest one."""
    if isinstance(cell, str):
        return float(cell) if len(cell) > 15 and cell.removeprefix("-").isdecimal() else cell
    return cell
