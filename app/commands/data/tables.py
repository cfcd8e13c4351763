"""`balance-desk profile` and `balance-desk model …`: a file of rows is opened and looked at."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from app.errors import BadFile, BadInput
from app.profile import settings
from app.profile.folder import Profile
from app.terminal.phrases import spoken
from app.terminal.plain_text import printable

if TYPE_CHECKING:
    from agents.answering.text.language import Language
    from agents.data.dataset import Dataset
    from agents.data.model.profile import ColumnProfile, TableProfileValue
    from agents.data.model.schema import TableModel


def run(profile: Path, given: argparse.Namespace) -> int:
    """Run the command that the arguments name; return its exit code. Raises `BadInput`."""
    folder = Profile(profile).models
    if given.command == "profile":
        return _profile(folder, given)
    return _ACTIONS[given.model_action](folder, given)


def _profile(folder: Path, given: argparse.Namespace) -> int:
    language = cast("Language", spoken(settings.load(folder.parent, language=given.lang).language))
    dataset = _opened(given.file, folder)
    try:
        for table in dataset.model.tables:
            found = dataset.profile(table.name, language=language)
            if given.json:
                _line(found.model_dump(mode="json"))
            else:
                sys.stdout.write("\n".join(map(printable, _told(found))) + "\n")
    finally:
        dataset.close()
    return 0


def _told(found: "TableProfileValue") -> Iterable[str]:
    yield f"{found.table}  {found.rows:,} × {len(found.columns)}  ({found.source.file})"
    width = min(40, max(len(column.name) for column in found.columns))
    for column in found.columns:
        yield f"  {column.name:<{width}}  {' · '.join(_facts(column))}"
    for sentence in (*found.notes, *found.questions):
        yield f"  {sentence}"


def _facts(column: "ColumnProfile") -> Iterable[str]:
    yield " ".join(part for part in (column.kind, column.unit, column.grain) if part)
    yield f"{column.distinct:,} ≠"
    if column.empty:
        yield f"{column.empty:,} ∅"
    if column.min is not None:
        yield f"{_said(column.min, column)} … {_said(column.max, column)}"
    if column.mean is not None:
        yield f"⌀ {_said(float(f'{column.mean:.6g}'), column)}"
    if column.top:
        yield ", ".join(f"{one.value} ({one.rows:,})" for one in column.top[:3])
    elif column.min is None and column.examples:
        yield ", ".join(map(str, column.examples))


def _said(value: object, column: "ColumnProfile") -> str:
    """Return a number as it is read: of a share, where 1 is all, in per cent."""
    if column.share and isinstance(value, int | float):
        return f"{round(value * 100, 2):g} %"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _show(folder: Path, given: argparse.Namespace) -> int:
    from agents.data.model.files import as_yaml
    from agents.data.model.osi import to_osi

    model = _model(given.file, folder)
    document = to_osi(model, _stem(given.file))
    if given.json:
        _line(document)
    else:
        sys.stdout.write(as_yaml(document))
    return 0


def _check(folder: Path, given: argparse.Namespace) -> int:
    _tell(given, "fits", _read(given))
    return 0


def _import(folder: Path, given: argparse.Namespace) -> int:
    from agents.data.model.files import keep

    model = _read(given)
    try:
        kept = keep(model, folder, _path(given.file))
    except OSError as error:
        raise BadInput(f"{folder} cannot be written: {error.strerror}.") from None
    _tell(given, "kept", model, str(kept))
    return 0


def _export(folder: Path, given: argparse.Namespace) -> int:
    from agents.data.model.dbt import dbt_of
    from agents.data.model.files import as_yaml
    from agents.data.model.osi import to_osi

    model = _model(given.file, folder)
    if given.to == "dbt":
        document, left = dbt_of(model)
        for name in left:
            sys.stderr.write(f"· {printable(name)}: dbt has no simple form for this metric\n")
    else:
        document = to_osi(model, _stem(given.file))
    if given.out is None:
        if given.json:
            _line(document)
        else:
            sys.stdout.write(as_yaml(document))
        return 0
    try:
        given.out.write_text(as_yaml(document), encoding="utf-8")
    except OSError as error:
        raise BadFile(
            f"{given.out} cannot be written: {error.strerror}.",
            key="file_unwritable",
            file=str(given.out),
            cause=error.strerror or "",
        ) from None
    return 0


def _opened(file: str, folder: Path) -> "Dataset":
    from agents.data.dataset import open_dataset

    return open_dataset(file, model_folder=folder)


def _model(file: str, folder: Path) -> "TableModel":
    dataset = _opened(file, folder)
    dataset.close()
    return dataset.model


def _read(given: argparse.Namespace) -> "TableModel":
    """Return the file's draft with what the given model says; raises `BadFile`."""
    from agents.data.dataset import open_dataset
    from agents.data.model.files import read_model

    dataset = open_dataset(given.file)
    dataset.close()
    return read_model(dataset.model, given.model)


def _tell(given: argparse.Namespace, event: str, model: "TableModel", where: str = "") -> None:
    found = {
        "event": event,
        "tables": [table.name for table in model.tables],
        "columns": sum(len(table.meant) for table in model.tables),
        "metrics": [metric.name for metric in model.metrics],
        **({"file": where} if where else {}),
    }
    if given.json:
        _line(found)
    else:
        metrics = ", ".join(metric.name for metric in model.metrics)
        parts = (f"{len(model.tables)} tables", f"{found['columns']} columns", metrics, where)
        sys.stdout.write(printable(" · ".join(part for part in parts if part)) + "\n")


def _path(file: str) -> Path:
    path = Path(file)
    given, _, chosen = file.partition("#")
    return Path(given) if chosen and not path.exists() else path


def _stem(file: str) -> str:
    return _path(file).stem


def _line(values: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(values, ensure_ascii=False) + "\n")


_ACTIONS: dict[str, Callable[[Path, argparse.Namespace], int]] = {
    "show": _show, "check": _check, "import": _import, "export": _export,
}  # fmt: skip
