"""The whole state in one JSON file: written in one step, versioned, and checked when read."""

import json
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from agents.storage.records import Completed, Context, Detail, Result, as_json
from app.domain.base import Value
from app.errors import BadFile, StoreError
from app.system.files import process_is_alive, write_whole

FORMAT: Final = "balance-desk.shared-storage"
VERSION: Final = 2


class SavedState(Value):
    """What a file holds: the three parts of the document, and what is known beside them.

    `plans` are the plans of completed sessions by id, of which the document's history has none.
    """

    context: Context
    results: list[Result]
    history: list[Completed]
    details: list[Detail]
    plans: dict[str, list[str]]


def save(path: Path, state: dict[str, Any]) -> None:
    """Write a file so that it is there as before, or whole; raises `StoreError`."""
    body = {"format": FORMAT, "version": VERSION, **state}
    try:
        _remove_left_overs(path)
        write_whole(path, as_json({**body, "sha256": _digest(body)}) + b"\n")
    except OSError as error:
        raise StoreError(
            f"{path} cannot be written ({error.strerror}).", key="storage_not_written"
        ) from error


def load(path: Path) -> SavedState:
    """Read a file; raises `BadFile` for one that is missing, foreign, damaged or newer."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise BadFile(f"There is no file {path}.", key="storage_missing") from None
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.", key="storage_unreadable") from (
            error
        )
    try:
        body = json.loads(data)
    except (ValueError, RecursionError):
        ours = FORMAT.encode() in data[:200]
        raise (_damaged(path) if ours else _foreign(path)) from None
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise _foreign(path)
    if body.get("version") not in (1, VERSION):
        raise BadFile(
            f"{path.name} was written by another version of this program"
            f" (version {body.get('version')}, this one reads {VERSION}).",
            key="storage_version",
        )
    if body.pop("sha256", None) != _digest(body):
        raise _damaged(path)
    if body["version"] == 1:
        _of_version_1(body)
    fields = {name: body.get(name) for name in SavedState.model_fields}
    try:
        return SavedState.model_validate(fields)
    except ValueError:
        raise _damaged(path) from None


def _of_version_1(body: dict[str, Any]) -> None:
    """Let records name the step of the plan; before 2 it stood beside them, under their numbers."""
    with suppress(KeyError, TypeError, ValueError):
        numbers = {one["step"]: number for number, one in enumerate(body["results"], 1)}
        for record, detail in zip(body["results"], body["details"], strict=True):
            record["step"] = detail.pop("plan_step")
            detail["sources"] = {key: numbers[old] for key, old in detail["sources"].items()}


def _digest(body: dict[str, Any]) -> str:
    return sha256(as_json(body)).hexdigest()


def _damaged(path: Path) -> BadFile:
    return BadFile(
        f"{path.name} is damaged: it was cut off or changed after it was saved. Nothing was"
        " loaded; take an older copy.",
        key="storage_damaged",
    )


def _foreign(path: Path) -> BadFile:
    return BadFile(f"{path.name} is not a file that SharedStorage saved.", key="storage_foreign")


def _remove_left_overs(path: Path) -> None:
    """Remove what writers of this file left behind that were killed."""
    if os.name != "posix":
        return
    for left in path.parent.glob(f".{path.name}.*.part"):
        pid = left.name.split(".")[-2]
        if pid.isdigit() and not process_is_alive(int(pid)):
            with suppress(FileNotFoundError):
                left.unlink()
