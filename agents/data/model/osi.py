"""A model as an Open Semantic Interchange document (0.1.1, 0.2), written, and laid over a draft.

What the format lacks stands under `custom_extensions` of our own vendor, as its JSON text. Of a
document from elsewhere only what fits the table is taken: fields that are columns, keys, metrics.
The format: https://github.com/open-semantic-interchange/OSI, core-spec.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, cast

from pydantic import ValidationError

from agents.data.model.expressions import checked_expression
from agents.data.model.schema import Column, Key, Metric, Table, TableModel, Words
from agents.data.tables.quoting import plain_name
from app.errors import BadFile

_Known = TypeVar("_Known", Table, Column, Metric)
VERSION = "0.1.1"
_VENDOR = "BALANCE_DESK"
_ANSI = "ANSI_SQL"
_DIALECTS = {_ANSI: "", "SNOWFLAKE": "snowflake", "DATABRICKS": "databricks",
             "BIGQUERY": "bigquery"}  # fmt: skip
_SAID_OF_COLUMNS = ("kind", "unit", "share", "adds", "grain", "true", "false", "role", "words",
                    "totals", "weight")  # fmt: skip
_SAID_OF_TABLES = ("noun", "time", "name_of_row", "pack", "evidence", "derived")
_SAID_OF_METRICS = ("table", "unit", "share", "words")


def to_osi(model: TableModel, name: str) -> dict[str, Any]:
    """Return the document of a model."""
    keys = [(table, key) for table in model.tables for key in table.keys]
    found: dict[str, Any] = {
        "name": name,
        "datasets": [_dataset(table) for table in model.tables],
    }
    if keys:
        found["relationships"] = [
            {"name": f"{table.name}_{'_'.join(key.columns)}", "from": table.name, "to": key.table,
             "from_columns": list(key.columns), "to_columns": list(key.to)}
            for table, key in keys
        ]  # fmt: skip
    if model.metrics:
        found["metrics"] = [_metric(metric) for metric in model.metrics]
    return {"version": VERSION, "semantic_model": [found]}


def _dataset(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = {"name": table.name, "source": table.name}
    if table.primary:
        found["primary_key"] = list(table.primary)
    found |= _context(table.noun)
    found["fields"] = [_field(column) for column in table.meant]
    return found | _extension(table, _SAID_OF_TABLES)


def _field(column: Column) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": column.name,
        "expression": _expression(plain_name(column.name)),
    }
    if column.kind not in ("number", "length"):
        found["dimension"] = {"is_time": column.kind == "moment"}
    label = column.label_in("")
    if label != column.name:
        found["label"] = label
    counted = column.kind in ("number", "length")
    said = [one for one in _SAID_OF_COLUMNS if counted or one != "adds"]
    # What was drafted otherwise may have been corrected to what a column is by default.
    always = {"kind": column.kind, **({"adds": column.adds} if counted else {})}
    return found | _context(column.words) | _extension(column, said, **always)


def _metric(metric: Metric) -> dict[str, Any]:
    found: dict[str, Any] = {"name": metric.name, "expression": _expression(metric.expression)}
    if metric.description:
        found["description"] = metric.description
    return found | _context(metric.words) | _extension(metric, _SAID_OF_METRICS)


def _expression(text: str) -> dict[str, Any]:
    return {"dialects": [{"dialect": _ANSI, "expression": text}]}


def _context(words: Mapping[str, Words]) -> dict[str, Any]:
    said = [text for one in words.values() for text in (one.label, *one.synonyms) if text]
    return {"ai_context": {"synonyms": list(dict.fromkeys(said))}} if said else {}


def _extension(
    value: Column | Table | Metric, keys: Iterable[str], **always: str
) -> dict[str, Any]:
    said = always | value.model_dump(mode="json", include=set(keys), exclude_defaults=True)
    if not said:
        return {}
    data = json.dumps(said, ensure_ascii=False)
    return {"custom_extensions": [{"vendor_name": _VENDOR, "data": data}]}


def with_osi(model: TableModel, document: object, file: str) -> TableModel:
    """Return the drafted model as the document has it; raises `BadFile` that says what is wrong.

    A dataset is the table of its name, of its source's last part, or the only one there is.
    """
    found = _semantic_model(document, file)
    datasets = _list(found, "datasets", file)
    named: dict[str, str] = {}
    for dataset in datasets:
        table = _table_of(model, dataset, only=len(datasets) == 1)
        if table is None:
            raise _bad(file, f"the table {dataset.get('name')} is not in the data")
        named[str(dataset.get("name"))] = table.name
        model = _replaced(model, _with_dataset(table, dataset, file))
    for one in _list(found, "relationships", file):
        model = _with_relationship(model, one, named, file)
    metrics = [_metric_of(model, one, file) for one in _list(found, "metrics", file)]
    names = {metric.name for metric in metrics}
    kept = [metric for metric in model.metrics if metric.name not in names]
    return model.model_copy(update={"metrics": (*kept, *metrics)})


def _semantic_model(document: object, file: str) -> dict[str, Any]:
    if not isinstance(document, dict):
        raise _bad(file, "it is no mapping")
    version = str(document.get("version", ""))
    if not version.startswith(("0.1", "0.2")):
        raise _bad(file, f"version {version or '?'} is not 0.1 or 0.2")
    found = document.get("semantic_model")
    models = found if isinstance(found, list) else [found]
    if len(models) != 1 or not isinstance(models[0], dict):
        raise _bad(file, "semantic_model must hold one model")
    return cast("dict[str, Any]", models[0])


def _list(found: Mapping[str, Any], key: str, file: str) -> list[dict[str, Any]]:
    value = found.get(key) or []
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise _bad(file, f"{key} must be a list of mappings")
    return value


def _table_of(model: TableModel, dataset: Mapping[str, Any], *, only: bool) -> Table | None:
    source = str(dataset.get("source", "")).rpartition(".")[2]
    for name in (str(dataset.get("name", "")), source):
        for table in model.tables:
            if table.name.casefold() == name.strip('"').casefold():
                return table
    return model.tables[0] if only else None


def _replaced(model: TableModel, table: Table) -> TableModel:
    tables = tuple(table if one.name == table.name else one for one in model.tables)
    return model.model_copy(update={"tables": tables})


def _with_dataset(table: Table, dataset: Mapping[str, Any], file: str) -> Table:
    said = _said(dataset, _SAID_OF_TABLES, file)
    known = {column.name.casefold(): column.name for column in table.columns}
    columns = {column.name: column for column in table.columns}
    for field in _list(dataset, "fields", file):
        name = known.get(_column_of(field).casefold())
        if name is None:
            if _is_column(field):
                raise _bad(file, f"the column {_column_of(field)} is not in {table.name}")
            continue  # worked out from others: metrics may do so, columns do not
        columns[name] = _with_field(columns[name], field, file)
    primary = [known.get(str(one).casefold(), "") for one in dataset.get("primary_key") or []]
    if primary and all(primary):
        said["primary"] = tuple(primary)
    noun = _synonyms(dataset)
    if noun and "noun" not in said:
        said["noun"] = {"": Words(label=noun[0], synonyms=tuple(noun[1:]))}
    for key in ("time", "name_of_row"):
        if said.get(key) and not table.has(str(said[key])):
            raise _bad(file, f"{key}: the column {said[key]} is not in {table.name}")
    said.pop("derived", None)  # it is SQL: what is written in a file is never run
    said.pop("evidence", None)
    if said.get("pack") != table.pack:  # it applies only where it was found
        said.pop("pack", None)
    return _valid(Table, {**_fields(table), **said, "columns": tuple(columns.values())}, file)


def _with_field(column: Column, field: Mapping[str, Any], file: str) -> Column:
    said = _said(field, _SAID_OF_COLUMNS, file)
    synonyms = _synonyms(field)
    if (field.get("label") or synonyms) and "words" not in said:
        label = str(field.get("label") or column.label_in(""))
        others = tuple(one for one in synonyms if one != label)
        said["words"] = {**column.words, "": Words(label=label, synonyms=others)}
    return _valid(Column, {**_fields(column), **said}, file)


def _with_relationship(
    model: TableModel, one: Mapping[str, Any], named: Mapping[str, str], file: str
) -> TableModel:
    own, other = (named.get(str(one.get(key))) for key in ("from", "to"))
    if own is None or other is None:
        raise _bad(file, f"the relationship {one.get('name')} names a table that is not there")
    columns = tuple(map(str, one.get("from_columns") or ()))
    to = tuple(map(str, one.get("to_columns") or ()))
    table = model.table(own)
    there = all(map(table.has, columns)) and all(map(model.table(other).has, to))
    if not columns or len(columns) != len(to) or not there:
        raise _bad(file, f"the relationship {one.get('name')} names columns that are not there")
    keys = [key for key in table.keys if key.columns != columns]
    key = Key(columns=columns, table=other, to=to)
    return _replaced(model, table.model_copy(update={"keys": (*keys, key)}))


def _metric_of(model: TableModel, one: Mapping[str, Any], file: str) -> Metric:
    said = _said(one, _SAID_OF_METRICS, file)
    name = str(one.get("name", ""))
    text, dialect = _text_of(one)
    expression = checked_expression(model, text, dialect, name, file)
    synonyms = _synonyms(one)
    if synonyms and "words" not in said:
        said["words"] = {"": Words(label=name.replace("_", " "), synonyms=tuple(synonyms))}
    values = {"name": name, "expression": expression, **said,
              "description": str(one.get("description") or "")}  # fmt: skip
    return _valid(Metric, values, file)


def _text_of(one: Mapping[str, Any]) -> tuple[str, str]:
    """Return the expression in the dialect that is known best, and sqlglot's name of it."""
    expression = one.get("expression")
    if isinstance(expression, str):
        return expression, ""
    dialects = expression.get("dialects") if isinstance(expression, dict) else None
    found = {
        str(each.get("dialect")): str(each.get("expression"))
        for each in dialects or []
        if isinstance(each, dict)
    }
    for name, dialect in _DIALECTS.items():
        if name in found:
            return found[name], dialect
    return "", ""


def _column_of(field: Mapping[str, Any]) -> str:
    text = _text_of(field)[0] or str(field.get("name", ""))
    return text.rpartition(".")[2].strip().strip('"`') if _is_column(field) else text


def _is_column(field: Mapping[str, Any]) -> bool:
    """Whether a field is a column as it is, and nothing worked out."""
    text = (_text_of(field)[0] or str(field.get("name", ""))).strip()
    return text.startswith('"') or not any(mark in text for mark in "()+*/|<>=' ")


def _synonyms(one: Mapping[str, Any]) -> list[str]:
    context = one.get("ai_context")
    found = context.get("synonyms") if isinstance(context, dict) else None
    return [str(text) for text in found] if isinstance(found, list) else []


def _said(one: Mapping[str, Any], keys: Iterable[str], file: str) -> dict[str, Any]:
    """Return what our own extension says."""
    for extension in _list(one, "custom_extensions", file):
        if extension.get("vendor_name") == _VENDOR:
            try:
                said = json.loads(str(extension.get("data")))
            except ValueError:
                raise _bad(file, f"custom_extensions of {one.get('name')} is no JSON") from None
            if isinstance(said, dict):
                return {key: value for key, value in said.items() if key in keys}
    return {}


def _fields(value: Table | Column) -> dict[str, Any]:
    return {name: getattr(value, name) for name in type(value).model_fields}


def _valid(kind: type[_Known], values: Mapping[str, Any], file: str) -> _Known:
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        raise _bad(file, f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None


def _bad(file: str, cause: str) -> BadFile:
    return BadFile(
        f"The model file {file} cannot be used ({cause}). Mend it, or delete it to have it drafted "
        "anew.",
        key="bad_model",
        file=file,
        cause=cause,
    )
