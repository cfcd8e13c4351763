"""The model of a table that a person or a team said, kept beside the profile for that file."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import yaml

from agents.data.model.dbt import is_dbt, osi_of_dbt
from agents.data.model.osi import to_osi, with_osi
from agents.data.model.schema import TableModel
from app.errors import BadFile
from app.system.files import write_whole

_LARGEST = 5_000_000  # bytes


def kept_at(folder: Path, path: Path) -> Path:
    """Return where the model of a data file is kept: it stays when the file's content changes."""
    place = sha256(str(path.expanduser().absolute()).encode()).hexdigest()[:8]
    return folder / f"{path.stem}-{place}.osi.yaml"


def with_kept(model: TableModel, folder: Path | None, path: Path) -> TableModel:
    """Return the drafted model as the kept one has it, if there is one; raises `BadFile`."""
    if folder is None or not (kept := kept_at(folder, path)).is_file():
        return model
    return read_model(model, kept)


def read_model(model: TableModel, file: Path) -> TableModel:
    """Return the drafted model as a file has it, in Open Semantic Interchange or dbt's form.

    Raises `BadFile` that says what is wrong with it.
    """
    document = _document(file)
    if is_dbt(document):
        document = osi_of_dbt(document, file.name)
    return with_osi(model, document, file.name)


def keep(model: TableModel, folder: Path, path: Path) -> Path:
    """Write the model for later, and return where it is; raises OSError."""
    kept = kept_at(folder, path)
    write_whole(kept, as_yaml(to_osi(model, path.stem)).encode())
    return kept


def as_yaml(document: dict[str, Any]) -> str:
    """Return a document as YAML, in the order it has."""
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    text: str = yaml.dump(document, Dumper=dumper, allow_unicode=True, sort_keys=False, width=100)
    return text


def _document(file: Path) -> Any:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        if file.stat().st_size > _LARGEST:
            raise ValueError("it is too large")
        return yaml.load(file.read_text(encoding="utf-8-sig"), Loader=loader)  # noqa: S506
    except (OSError, ValueError, yaml.YAMLError, RecursionError) as error:
        cause = " ".join(str(error).split())[:300]
        raise BadFile(
            f"The model file {file} cannot be used ({cause}). Mend it, or delete it to have it "
            "drafted anew.",
            key="bad_model",
            file=str(file),
            cause=cause,
        ) from None
