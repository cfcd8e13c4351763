"""A structural check of Vega-Lite specs, after the published schema (v5 and v6 agree on all of it).

It holds the part of the schema that charts of ours may use: any key, mark, channel or type that is
not listed here is reported, so a chart that passes is one that the schema allows.
"""

from collections.abc import Iterator
from typing import Any

SCHEMAS = tuple(f"https://vega.github.io/schema/vega-lite/v{n}.json" for n in (5, 6))
TOP = {"$schema", "title", "description", "width", "height", "data", "config", "background",
       "padding", "autosize", "usermeta"}  # fmt: skip
UNIT = {"mark", "encoding"}
MARKS = {"arc", "area", "bar", "circle", "errorband", "errorbar", "line", "point", "rect", "rule",
         "square", "text", "tick", "trail"}  # fmt: skip
MARK_KEYS = {
    "type": str, "filled": bool, "size": (int, float), "point": (bool, dict),
    "opacity": (int, float), "strokeWidth": (int, float), "strokeDash": list, "color": str,
    "tooltip": (bool, dict), "align": str, "baseline": str, "dx": (int, float), "dy": (int, float),
    "clip": bool,
}  # fmt: skip
CHANNELS = {"x", "y", "x2", "y2", "yOffset", "color", "text", "tooltip", "opacity", "size",
            "detail", "order"}  # fmt: skip
TYPES = {"quantitative", "temporal", "ordinal", "nominal"}
FIELD_KEYS = {"field", "datum", "value", "type", "title", "scale", "axis", "legend", "sort",
              "format", "aggregate", "bin", "timeUnit", "condition"}  # fmt: skip
SCALE_KEYS = {"zero", "scheme", "domain", "domainMid", "domainMin", "domainMax", "range", "type",
              "nice", "padding"}  # fmt: skip
AXIS_KEYS = {"format", "title", "grid", "labels", "labelAngle", "labelLimit", "ticks", "tickCount",
             "orient", "values"}  # fmt: skip
LEGEND_KEYS = {"format", "title", "orient", "values"}
# A second end of a range is a field or a number, nothing more.
SECOND_KEYS = {"field", "datum", "value", "title", "aggregate", "bin", "timeUnit"}


def faults(spec: dict[str, Any]) -> list[str]:
    """Return what the schema does not allow, or what a viewer would have to fetch."""
    return list(_top(spec))


def _top(spec: dict[str, Any]) -> Iterator[str]:
    if spec.get("$schema") not in SCHEMAS:
        yield f"$schema {spec.get('$schema')!r}"
    yield from _strange("spec", spec, TOP | UNIT | {"layer", "hconcat"})
    if len({"layer", "mark", "hconcat"} & set(spec)) != 1:
        yield "a spec has either layers, a mark or panes"
    if not isinstance(spec.get("title", ""), str):
        yield "title"
    width = spec.get("width", 200)
    if width != "container" and not isinstance(width, int | float):
        yield f"width {width!r}"
    if "hconcat" in spec:  # each pane is a chart of its own, with data of its own or of all
        shared = {key: spec[key] for key in ("$schema", "data") if key in spec}
        for pane in spec["hconcat"]:
            yield from _top({**shared, **pane})
        return
    rows = spec.get("data", {}).get("values")
    if set(spec.get("data", {})) != {"values"} or not isinstance(rows, list) or not rows:
        yield "data stands in the spec itself, as values"
        return
    fields = set()
    for row in rows:
        fields |= set(row)
        for name, cell in row.items():
            if not (cell is None or isinstance(cell, str | int | float | bool)):
                yield f"{name} holds {type(cell).__name__}"
    yield from _view(spec, fields, {})


def _view(view: dict[str, Any], fields: set[str], shared: dict[str, Any]) -> Iterator[str]:
    """Check a layer or a unit; encodings of a layered view hold for its layers."""
    encoding = {**shared, **view.get("encoding", {})}
    if "layer" in view:
        if not isinstance(view["layer"], list) or not view["layer"]:
            yield "layer is a list of views"
            return
        for one in view["layer"]:
            yield from _strange("layer", one, UNIT | {"layer", "title"})
            yield from _view(one, fields, encoding)
        return
    mark = view.get("mark")
    mark = {"type": mark} if isinstance(mark, str) else mark
    if not isinstance(mark, dict) or mark.get("type") not in MARKS:
        yield f"mark {mark!r}"
        return
    for key, value in mark.items():
        known = MARK_KEYS.get(key)
        if known is None or not isinstance(value, known):
            yield f"mark.{key} {value!r}"
    if not encoding:
        yield f"{mark['type']} without an encoding"
    for channel, defined in encoding.items():
        yield from _channel(channel, defined, fields)
    for second in {"x2", "y2"} & set(encoding):
        if second[0] not in encoding:
            yield f"{second} without {second[0]}"


def _channel(name: str, defined: Any, fields: set[str]) -> Iterator[str]:
    if name not in CHANNELS:
        yield f"channel {name}"
        return
    several = defined if isinstance(defined, list) else [defined]
    if isinstance(defined, list) and name not in ("tooltip", "detail", "order"):
        yield f"{name} takes one definition"
    for one in several:
        yield from _strange(name, one, SECOND_KEYS if name in ("x2", "y2") else FIELD_KEYS)
        if len({"field", "datum", "value"} & set(one)) != 1:
            yield f"{name} has one of field, datum and value"
        if "field" in one and one["field"] not in fields:
            yield f"{name}: no row has {one['field']!r}"
        if "field" in one and name not in ("x2", "y2") and one.get("type") not in TYPES:
            yield f"{name}: type {one.get('type')!r}"
        if not isinstance(one.get("title", ""), str | None):
            yield f"{name}.title"
        if not isinstance(one.get("sort"), list | str | dict | None):
            yield f"{name}.sort"
        yield from _strange(f"{name}.scale", one.get("scale") or {}, SCALE_KEYS)
        yield from _strange(f"{name}.axis", one.get("axis") or {}, AXIS_KEYS)
        yield from _strange(f"{name}.legend", one.get("legend") or {}, LEGEND_KEYS)
        if "axis" in one and name not in ("x", "y"):
            yield f"{name} has no axis"
        if "legend" in one and name not in ("color", "opacity", "size"):
            yield f"{name} has no legend"


def _strange(where: str, found: Any, known: set[str]) -> Iterator[str]:
    if not isinstance(found, dict):
        yield f"{where} is {type(found).__name__}"
        return
    yield from (f"{where}.{key}" for key in found if key not in known)
