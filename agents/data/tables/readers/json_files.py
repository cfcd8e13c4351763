"""JSON and JSON lines: records anywhere in the document become rows."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.data.tables.readers.typed import rows_by_shape
from agents.data.tables.refusals import not_a_table
from agents.data.tables.rows import Rows
from app.errors import BadFile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_WHOLE = 64_000_000  # bytes up to which a document is looked at as a whole
_OBJECT = 64_000_000  # bytes of one record at most
_DEEPEST = 64  # what is nested deeper is no table


def begins_like_json(start: bytes) -> bool:
    """Whether a file begins as JSON does, and as no row of a CSV file."""
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    return text[:1] == b"{" or (text[:1] == b"[" and text[1:].lstrip()[:1] in (b"{", b"[", b"]"))


def read_json(
    connection: "DuckDBPyConnection", path: Path, folder: Path, files: list[Path]
) -> list[Rows]:
    """Return the rows of JSON files, those of one shape as one table; `folder` takes a copy.

    Raises `BadFile`, DuckDB's errors.
    """
    size = sum(file.stat().st_size for file in files)
    if len(files) == 1 and size <= _WHOLE and not _is_lines(path):
        copy = folder / "records.jsonl"
        with copy.open("w", encoding="utf-8") as lines:
            found = 0
            for record in _records(_document(path)):
                lines.write(json.dumps(record, ensure_ascii=False) + "\n")
                found += 1
        if not found:
            raise BadFile(f"{path.name} has no records.", key="file_without_rows", file=path.name)
        files = [copy]
    options = (
        f"maximum_object_size = {_OBJECT}, sample_size = {-1 if size <= _WHOLE else 20480}, "
        "union_by_name = true, field_appearance_threshold = 0, map_inference_threshold = -1, "
        "convert_strings_to_integers = false, records = true"
    )
    return rows_by_shape(connection, files, "read_json({}, " + options + ")")


def _is_lines(path: Path) -> bool:
    """Whether each line is a record of its own, told by the first two."""
    with path.open("rb") as file:
        lines = [line for _ in range(3) if (line := file.readline(_OBJECT).strip())]
    if len(lines) < 2:
        return False
    try:
        return all(isinstance(json.loads(line), dict) for line in lines[:2])
    except ValueError:
        return False


def _document(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8-sig", errors="replace"))
    except (ValueError, RecursionError):
        raise not_a_table(path) from None


def _records(found: Any) -> Iterator[dict[str, Any]]:
    """Give the records of a document: of its longest list, or of the objects under its keys."""
    if isinstance(found, dict):
        lists = [one for one in _lists(found, 0) if one]
        if lists:
            yield from _records(max(lists, key=len))
        elif found and all(isinstance(one, dict) for one in found.values()):
            for key, one in found.items():
                yield {"key": key, **one}
        elif found and all(isinstance(one, dict | list) for one in found.values()):
            return
        elif found:
            yield found
    else:
        yield from _of_list(found)


def _of_list(found: list[Any]) -> Iterator[dict[str, Any]]:
    if found and all(isinstance(one, list) for one in found):
        header, *rows = found
        named = bool(header) and all(isinstance(one, str) for one in header) and bool(rows)
        names = header if named else [f"column {n}" for n in range(1, len(header) + 1)]
        for row in rows if named else found:
            yield dict(zip(map(str, names), row, strict=False))
        return
    for one in found:
        yield one if isinstance(one, dict) else {"value": one}


def _lists(found: dict[str, Any], depth: int) -> Iterator[list[Any]]:
    """Give the lists of records within objects, but not those within records."""
    for one in found.values():
        if isinstance(one, list) and one and all(isinstance(each, dict | list) for each in one):
            yield one
        elif isinstance(one, dict) and depth < _DEEPEST:
            yield from _lists(one, depth + 1)
