"""Reads the part of Vega-Lite that is drawn here; anything else is named, never guessed."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pydantic import JsonValue

Mark = Literal["bar", "point", "line", "rule", "errorbar", "area", "tick", "rect", "text"]
Kind = Literal["quantitative", "nominal", "temporal"]

_MARKS: dict[str, Mark] = {
    "bar": "bar",
    "point": "point",
    "circle": "point",
    "square": "point",
    "line": "line",
    "rule": "rule",
    "errorbar": "errorbar",
    "area": "area",
    "tick": "tick",
    "rect": "rect",
    "text": "text",
}
_KINDS: dict[str, Kind] = {
    "quantitative": "quantitative",
    "nominal": "nominal",
    "ordinal": "nominal",
    "temporal": "temporal",
}
_TOP_KEYS = frozenset(
    {"$schema", "data", "mark", "encoding", "layer", "title", "width", "height", "config"}
    | {"description", "name", "background", "padding", "autosize", "usermeta", "datasets"}
    | {"hconcat"}
)
_CHANNELS = frozenset(
    {"x", "y", "x2", "y2", "color", "xOffset", "yOffset", "tooltip", "order", "detail", "text"}
)
_STYLE_CHANNELS = frozenset({"opacity", "size", "strokeDash", "shape", "fill", "stroke"})
_COMPUTED = ("aggregate", "bin", "timeUnit", "impute", "condition")
_COMMON = ("data", "usermeta")
_MOST_ROWS, _MOST_VALUES, _MOST_PANES = 5000, 50, 6

Row = dict[str, JsonValue]


class UnknownChart(Exception):
    """The specification uses something that is not drawn here; the text names it."""


@dataclass(frozen=True, slots=True)
class Channel:
    """How a field, or one fixed value, is mapped to a position, a colour or a line of a tooltip."""

    field: str = ""
    kind: Kind = "nominal"
    title: str = ""
    format: str = ""
    datum: JsonValue = None
    zero: bool | None = None
    domain: tuple[JsonValue, ...] = ()
    order: tuple[JsonValue, ...] = ()
    ascending: bool = False
    descending: bool = False
    stacked: bool = True
    middle: float | None = None
    ordered: bool = False
    """Whether the names have an order of their own."""

    def value(self, row: Row) -> JsonValue:
        """Return what a row has in this channel."""
        return row.get(self.field) if self.field else self.datum


@dataclass(frozen=True, slots=True)
class Layer:
    """Marks of one kind over rows; `hatched` ones are told apart without their colour."""

    mark: Mark
    rows: tuple[Row, ...]
    channels: dict[str, Channel]
    tooltip: tuple[Channel, ...] = ()
    points: bool = False
    hatched: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """A title and layers that share their axes.

    `values` are the commonest that its names may be: each has its colour in every chart of them.
    `of` is the value that a name is of, where it says more. `n` is the field that says on how many
    rows a mark rests, `interval` the two of the ends of its interval. Where `tinted` names a field,
    a mark has the colour of its value there, and series are told apart without. `beside` are
    further panes, each with axes of its own.
    """

    title: str
    layers: tuple[Layer, ...]
    values: tuple[str, ...] = ()
    of: Mapping[str, str] = field(default_factory=dict)
    n: str = ""
    interval: tuple[str, ...] = ()
    tinted: str = ""
    beside: tuple["Chart", ...] = ()

    def channel(self, name: str) -> Channel | None:
        """Return the first channel of that name that has a field, else one with a fixed value."""
        found = [layer.channels[name] for layer in self.layers if name in layer.channels]
        return next((c for c in found if c.field), found[0] if found else None)


def read_chart(spec: JsonValue) -> Chart:
    """Read a specification; raises `UnknownChart`."""
    if not isinstance(spec, dict):
        raise UnknownChart("not a specification")
    _refuse_unknown(spec.keys() - _TOP_KEYS)
    title = spec.get("title")
    text = title.get("text") if isinstance(title, dict) else title
    panes = spec.get("hconcat")
    if isinstance(panes, list) and panes:
        many = len(panes) > _MOST_PANES or any("hconcat" in _mapping(one) for one in panes)
        _refuse_unknown({"hconcat"} if many else set())
        common: dict[str, Any] = {key: spec[key] for key in _COMMON if key in spec}
        first, *beside = (read_chart({**common, **_mapping(pane)}) for pane in panes)
        return replace(first, title=text if isinstance(text, str) else "", beside=tuple(beside))
    shared, rows = _mapping(spec.get("encoding")), _rows(spec.get("data"))
    parts = spec.get("layer")
    layers = (
        [_layer(_mapping(part), shared, rows) for part in parts]
        if isinstance(parts, list)
        else [_layer(spec, {}, rows)]
    )
    if not any(layer.rows for layer in layers):
        raise UnknownChart("data")
    told = _mapping(spec.get("usermeta"))
    values, of = told.get("values"), _mapping(told.get("of"))
    n, ends = told.get("n"), told.get("interval")
    both = isinstance(ends, list) and len(ends) == 2 and all(isinstance(one, str) for one in ends)
    return Chart(
        title=text if isinstance(text, str) else "",
        layers=tuple(layers),
        values=tuple(map(str, values[:_MOST_VALUES])) if isinstance(values, list) else (),
        of={name: str(value) for name, value in of.items()},
        n=n if isinstance(n, str) else "",
        interval=tuple(map(str, ends)) if both and isinstance(ends, list) else (),
    )


def _layer(part: dict[str, Any], shared: dict[str, Any], rows: tuple[Row, ...]) -> Layer:
    _refuse_unknown(part.keys() - _TOP_KEYS)
    mark_value = part.get("mark")
    mark = mark_value.get("type") if isinstance(mark_value, dict) else mark_value
    known = _MARKS.get(mark) if isinstance(mark, str) else None
    if known is None:
        raise UnknownChart(f"mark {mark}")
    encoding = {**shared, **_mapping(part.get("encoding"))}
    _refuse_unknown(encoding.keys() - _CHANNELS - _STYLE_CHANNELS)
    channels = {
        name: _channel(name, _mapping(value))
        for name, value in encoding.items()
        if name in _CHANNELS and name != "tooltip" and isinstance(value, dict)
        if "field" in value or "datum" in value
    }
    for name in ("x", "y"):
        second = channels.get(f"{name}2")
        if second is not None and name in channels:
            channels[f"{name}2"] = replace(second, kind=channels[name].kind)
    if not {"x", "y"} & channels.keys():
        raise UnknownChart("no axis")
    tooltip = encoding.get("tooltip")
    listed = tooltip if isinstance(tooltip, list) else [tooltip]
    return Layer(
        mark=known,
        rows=_rows(part["data"]) if "data" in part else rows,
        channels=channels,
        tooltip=tuple(_channel("tooltip", _mapping(item)) for item in listed if item),
        points=isinstance(mark_value, dict) and bool(mark_value.get("point")),
    )


def _channel(name: str, value: dict[str, Any]) -> Channel:
    for key in _COMPUTED:
        if value.get(key):
            raise UnknownChart(f"{name}.{key}")
    named, scale = value.get("field"), _mapping(value.get("scale"))
    if named is not None and not isinstance(named, str):
        raise UnknownChart(f"{name}.field")
    if scale.get("type") not in (None, "linear", "band", "point", "ordinal", "time", "utc"):
        raise UnknownChart(f"{name}.scale.type")
    axis = _mapping(value.get("axis") or value.get("legend"))
    title = value["title"] if "title" in value else axis.get("title", named or "")
    sort, domain = value.get("sort"), scale.get("domain")
    datum = value.get("datum")
    default: Kind = "quantitative" if isinstance(datum, int | float) else "nominal"
    if scale.get("type") in ("time", "utc"):
        default = "temporal"
    return Channel(
        field=named or "",
        kind=_KINDS.get(str(value.get("type", "")), default),
        title=title if isinstance(title, str) else "",
        format=str(axis.get("format") or value.get("format") or ""),
        datum=datum,
        zero=scale["zero"] if isinstance(scale.get("zero"), bool) else None,
        domain=tuple(domain) if isinstance(domain, list) else (),
        order=tuple(sort) if isinstance(sort, list) else (),
        # Vega-Lite sorts names unless `sort` is null or lists them.
        ascending=sort == "ascending" or (named is not None and "sort" not in value),
        descending=sort == "descending",
        stacked="stack" not in value or bool(value["stack"]),
        middle=_number(scale.get("domainMid")),
        ordered=value.get("type") == "ordinal",
    )


def _rows(data: Any) -> tuple[Row, ...]:
    if data is None:
        return ()
    values = _mapping(data).get("values")
    if not isinstance(values, list):
        raise UnknownChart("data")
    if len(values) > _MOST_ROWS:
        raise UnknownChart(f"{len(values)} rows")
    return tuple(row for row in values if isinstance(row, dict))


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _refuse_unknown(keys: set[str]) -> None:
    if keys:
        raise UnknownChart(", ".join(sorted(keys)))
