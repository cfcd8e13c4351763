"""The JSON Schema of a query: for programs, and with a table's own names for language models."""

from copy import deepcopy
from functools import cache
from typing import Any

from agents.data.model.schema import TableModel
from agents.data.query.values import Query

MOST_NAMES = 500


@cache
def _schema() -> dict[str, Any]:
    return Query.model_json_schema(by_alias=True)


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a query over any table."""
    schema = deepcopy(_schema())
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return schema


def schema_for(model: TableModel, table: str = "") -> dict[str, Any]:
    """Return the schema of queries over one table: columns and metrics are its names alone.

    For structured output of language models. A table of more than 500 columns keeps plain strings.
    Raises KeyError for a table that is not there.
    """
    schema = json_schema()
    names = [column.name for column in model.table(table).columns]
    metrics = ["", *(metric.name for metric in model.metrics)]
    definitions = schema["$defs"]
    measure = definitions["Measure"]["properties"]
    measure["metric"] = {"enum": metrics, "type": "string"}
    if len(names) <= MOST_NAMES:
        definitions["Column"] = {"enum": names, "type": "string"}
        for owner, field in _OPERANDS:
            part = (schema if owner == "Query" else definitions[owner])["properties"][field]
            _renamed(part)
    schema["properties"]["table"] = {"const": table, "type": "string"}
    return schema


_OPERANDS = (
    ("Computed", "args"), ("Test", "column"), ("Test", "other"), ("Measure", "of"),
    ("Measure", "other"), ("Measure", "weight"), ("Group", "by"), ("Order", "column"),
    ("Query", "columns"),
)  # fmt: skip


def _renamed(part: dict[str, Any]) -> None:
    """Turn the strings of an operand's schema into names of columns."""
    for branch in part.get("anyOf", []):
        if branch == {"type": "string"}:
            branch.clear()
            branch["$ref"] = "#/$defs/Column"
    items = part.get("items")
    if isinstance(items, dict):
        _renamed(items)
