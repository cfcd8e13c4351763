"""Semantic models and metrics of dbt, as an Open Semantic Interchange document and back.

The format: https://docs.getdbt.com/docs/build/semantic-models and …/metrics-overview (YAML).
"""

import re
from collections.abc import Mapping
from typing import Any

from agents.data.model.schema import Metric, Table, TableModel
from agents.data.tables.quoting import plain_name
from app.errors import BadFile

_AGGREGATES = {
    "sum": "SUM({})", "average": "AVG({})", "avg": "AVG({})", "min": "MIN({})", "max": "MAX({})",
    "count": "COUNT({})", "count_distinct": "COUNT(DISTINCT {})", "median": "MEDIAN({})",
    "sum_boolean": "SUM(CASE WHEN {} THEN 1 ELSE 0 END)",
}  # fmt: skip
_REF = re.compile(r"ref\(\s*['\"]([^'\"]+)['\"]\s*\)")
_TEMPLATE = re.compile(r"\{\{\s*\w+\(\s*['\"](?:\w+?__)?(\w+)['\"][^)]*\)[^}]*\}\}")


def is_dbt(document: object) -> bool:
    """Whether a document is one of dbt's."""
    return isinstance(document, dict) and (
        "semantic_models" in document or ("metrics" in document and "version" not in document)
    )


def osi_of_dbt(document: Mapping[str, Any], file: str) -> dict[str, Any]:
    """Return the same as an Open Semantic Interchange document; raises `BadFile`.

    Metrics that are simple, ratios or derived become expressions; filters of templates are read.
    """
    datasets: list[dict[str, Any]] = []
    measures: dict[str, str] = {}
    for one in _mappings(document, "semantic_models"):
        datasets.append(_dataset(one))
        for measure in _mappings(one, "measures"):
            measures[str(measure.get("name"))] = _measure(measure, file)
    found: dict[str, str] = {}
    waiting = _mappings(document, "metrics")
    metrics = []
    for one in sorted(waiting, key=lambda metric: metric.get("type") == "derived"):
        expression = _metric(one, measures, found, file)
        found[str(one.get("name"))] = expression
        label = str(one.get("label") or "")
        metrics.append({
            "name": str(one.get("name")), "description": str(one.get("description") or ""),
            "expression": expression, "ai_context": {"synonyms": [label] if label else []},
        })  # fmt: skip
    model = {"name": "dbt", "datasets": datasets, "metrics": metrics}
    return {"version": "0.1.1", "semantic_model": [model]}


def _dataset(one: Mapping[str, Any]) -> dict[str, Any]:
    model = str(one.get("model", ""))
    ref = _REF.search(model)
    fields = []
    for dimension in _mappings(one, "dimensions"):
        field: dict[str, Any] = {
            "name": str(dimension.get("name")),
            "expression": str(dimension.get("expr") or dimension.get("name")),
            "dimension": {"is_time": dimension.get("type") == "time"},
        }
        if dimension.get("label"):
            field["label"] = str(dimension["label"])
        fields.append(field)
    primary = [str(entity.get("expr") or entity.get("name")) for entity in
               _mappings(one, "entities") if entity.get("type") == "primary"]  # fmt: skip
    return {"name": str(one.get("name")), "source": ref[1] if ref else model,
            "primary_key": primary, "fields": fields}  # fmt: skip


def _measure(measure: Mapping[str, Any], file: str) -> str:
    form = _AGGREGATES.get(str(measure.get("agg")))
    if form is None:
        raise _bad(file, f"the measure {measure.get('name')} aggregates by {measure.get('agg')}")
    return form.format(measure.get("expr") or measure.get("name"))


def _metric(
    one: Mapping[str, Any], measures: Mapping[str, str], found: Mapping[str, str], file: str
) -> str:
    name = str(one.get("name"))
    parameters = one.get("type_params") or {}
    kind = one.get("type", "simple")
    if kind == "simple" and one.get("agg"):  # as dbt writes it from 1.12 on
        return _filtered(_measure(one, file), one.get("filter"))
    if kind == "simple":
        return _filtered(_of(parameters.get("measure"), measures, name, file), one.get("filter"))
    if kind == "ratio":
        known = {**measures, **found}
        above, below = (_of(parameters.get(key), known, name, file)
                        for key in ("numerator", "denominator"))  # fmt: skip
        return f"({above}) / ({below})"
    if kind == "derived":
        text = str(parameters.get("expr", ""))
        for part in parameters.get("metrics") or []:
            part = part if isinstance(part, dict) else {"name": part}
            said = re.escape(str(part.get("alias") or part.get("name")))
            whole = f"({_of(part, found, name, file)})"
            text = whole.join(re.split(rf"\b{said}\b", text))
        return text
    raise _bad(file, f"the metric {name} is {kind}")


def _of(said: object, known: Mapping[str, str], name: str, file: str) -> str:
    """Return the expression of a measure or metric that is named, with its filter."""
    part = said if isinstance(said, dict) else {"name": said}
    expression = known.get(str(part.get("name")))
    if expression is None:
        raise _bad(file, f"the metric {name} names {part.get('name')}, which is not there")
    return _filtered(expression, part.get("filter"))


def _filtered(expression: str, said: object) -> str:
    """Return an aggregate of the rows of a filter; templates of dimensions are their names."""
    if not said:
        return expression
    text = " AND ".join(map(str, said)) if isinstance(said, list) else str(said)
    return f"{expression} FILTER (WHERE {_TEMPLATE.sub(lambda m: m[1], text).strip()})"


def dbt_of(model: TableModel) -> tuple[dict[str, Any], list[str]]:
    """Return the document of a model, and the metrics that dbt has no simple form for."""
    tables = [table for table in model.tables if not table.derived]
    semantic = {table.name: _semantic_model(table) for table in tables}
    metrics, left = [], []
    for metric in model.metrics:
        measure = _simple(metric)
        if measure is None:
            left.append(metric.name)
            continue
        semantic[tables[0].name].setdefault("measures", []).append(measure)
        metrics.append({
            "name": metric.name, "label": metric.name.replace("_", " "), "type": "simple",
            "description": metric.description, "type_params": {"measure": measure["name"]},
        })  # fmt: skip
    found: dict[str, Any] = {"semantic_models": list(semantic.values())}
    return (found | {"metrics": metrics} if metrics else found), left


def _semantic_model(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = {"name": table.name, "model": f"ref('{table.name}')"}
    if table.time:
        found["defaults"] = {"agg_time_dimension": _slug(table.time)}
    entities = [{"name": _slug(name), "type": "primary", "expr": plain_name(name)}
                for name in table.primary]  # fmt: skip
    entities += [{"name": _slug(key.columns[0]), "type": "foreign",
                  "expr": plain_name(key.columns[0])} for key in table.keys]  # fmt: skip
    if entities:
        found["entities"] = entities
    taken = {one["expr"] for one in entities}
    dimensions = []
    for column in table.meant:
        if column.kind in ("number", "length", "other") or plain_name(column.name) in taken:
            continue
        one: dict[str, Any] = {"name": _slug(column.name), "expr": plain_name(column.name),
                               "label": column.label_in("en"), "type": "categorical"}  # fmt: skip
        if column.kind == "moment":
            grain = column.grain if column.grain not in ("", "minute", "second") else "day"
            one |= {"type": "time", "type_params": {"time_granularity": grain}}
        dimensions.append(one)
    return found | {"dimensions": dimensions}


def _simple(metric: Metric) -> dict[str, Any] | None:
    """Return a metric as a measure, None if it is more than one aggregate."""
    import sqlglot
    from sqlglot import exp

    tree = sqlglot.parse_one(metric.expression, dialect="duckdb")
    distinct = isinstance(tree, exp.Count) and isinstance(tree.this, exp.Distinct)
    kinds: dict[type[exp.Expr], str] = {
        exp.Sum: "sum", exp.Avg: "average", exp.Min: "min", exp.Max: "max", exp.Count: "count",
        exp.Median: "median",
    }  # fmt: skip
    agg = "count_distinct" if distinct else kinds.get(type(tree))
    if agg is None:
        return None
    inner = tree.this.expressions[0] if distinct else tree.this
    expr = "1" if isinstance(inner, exp.Star) else inner.sql(dialect="duckdb")
    return {"name": f"{_slug(metric.name)}_measure", "agg": agg, "expr": expr}


def _slug(name: str) -> str:
    return re.sub(r"\W+", "_", name).strip("_").lower() or "column"


def _mappings(found: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    value = found.get(key) or []
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _bad(file: str, cause: str) -> BadFile:
    return BadFile(
        f"The dbt file {file} cannot be used ({cause}). Give simple, ratio or derived metrics.",
        key="bad_model",
        file=file,
        cause=cause,
    )
