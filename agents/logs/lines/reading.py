"""A log is read in a process of its own, which can be stopped at any moment."""

import json
import logging
import os
import selectors
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import Any, BinaryIO, Final

from agents.logs.lines.loading import Progress
from agents.logs.lines.table import Loaded, LogTable
from app.errors import BadFile, DeskError
from app.system.files import scratch_folder
from app.system.installation import own_module

_READER: Final = "agents.logs.lines.reader"
_LOOK_SECONDS: Final = 0.1
# Between two blocks of a file there are seconds on the slowest machine.
SILENT_SECONDS: Final = 600.0
_LONGEST: Final = 500

_LOG = logging.getLogger(__name__)


class ReadingStopped(DeskError):
    """Reading was given up."""

    key = "stopped"


def read(
    path: Path,
    file: BinaryIO,
    *,
    tail: int = 0,
    formats: Sequence[Mapping[str, str]] = (),
    progress: Progress,
    stopped: Event,
) -> LogTable:
    """Read the lines of an open file, all or those in its last `tail` bytes; blocks.

    A person's own `formats` come first. Raises `BadFile`, and `Stopped` once `stopped` is set.
    """
    folder = scratch_folder("log")
    try:
        done = _asked(path, file, tail, str(folder), formats, progress, stopped)
        return LogTable(Loaded.of(done), folder, tail)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def added(
    path: Path, file: BinaryIO, table: LogTable, *, progress: Progress, stopped: Event
) -> LogTable | None:
    """Return a table with the lines that were added to an open file since; blocks.

    The one it takes the place of was let go. None, where all lines are to be read anew, which then
    has no table any more, as where this raises `BadFile`, or `Stopped` once `stopped` is set.
    """
    try:
        before = table.loaded.value()
        done = _asked(path, file, 0, str(table.folder), (), progress, stopped, before)
        if done:
            return LogTable(Loaded.of(done), table.folder)
    except BaseException:
        table.close()
        raise
    table.close()
    return None


def detected(
    path: Path, file: BinaryIO, stopped: Event, *, formats: Sequence[Mapping[str, str]] = ()
) -> dict[str, Any]:
    """Return the format of an open file by a sample of its lines; blocks.

    Raises `BadFile`, and `Stopped` once `stopped` is set.
    """
    return _asked(path, file, 0, "", formats, lambda *_: None, stopped)


def read_several(
    place: Path,
    files: Sequence[tuple[Path, BinaryIO]],
    *,
    formats: Sequence[Mapping[str, str]] = (),
    progress: Progress,
    stopped: Event,
) -> LogTable:
    """Read the lines of several open files, which `place` means, into one table; blocks.

    A person's own `formats` come first. Raises `BadFile`, and `Stopped` once `stopped` is set.
    """
    for _, file in files:
        file.seek(0)
    folder = scratch_folder("log")
    given = {
        "files": [[str(path), file.fileno()] for path, file in files],
        "path": str(place),
        "formats": [dict(one) for one in formats],
        "folder": str(folder),
    }
    handles = tuple(file.fileno() for _, file in files)
    try:
        return LogTable(
            Loaded.of(_run(given, place.name, None, handles, progress, stopped)), folder
        )
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _asked(
    path: Path,
    file: BinaryIO,
    tail: int,
    folder: str,
    formats: Sequence[Mapping[str, str]],
    progress: Progress,
    stopped: Event,
    before: dict[str, Any] | None = None,
) -> dict[str, Any]:
    file.seek(0)
    given = {
        "files": [],
        "before": before,
        "path": str(path),
        "tail": tail,
        "folder": folder,
        "formats": [dict(one) for one in formats],
    }
    return _run(given, path.name, file, (), progress, stopped)


def _run(
    given: dict[str, Any],
    named: str,
    file: BinaryIO | None,
    handles: tuple[int, ...],
    progress: Progress,
    stopped: Event,
) -> dict[str, Any]:
    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen(  # noqa: S603 this program, with words of ours
            [*own_module(_READER), json.dumps({**given, "parent": os.getpid()})],
            stdin=file or subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            pass_fds=handles,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        ) as reader:
            try:
                for told in _told(reader, stopped):
                    match told:
                        case {"progress": [int(done), int(total), int(lines)]}:
                            progress(done, total, lines)
                        case {"done": dict(found)}:
                            return found
                        case {"error": {"text": text, "key": key, "details": details}}:
                            raise BadFile(text, key=key, **details)
            finally:
                reader.kill()
        errors.seek(0)
        said = errors.read().decode("utf-8", "replace").strip()[-_LONGEST:]
    if said:
        _LOG.error("The process that read %s ended: %s", named, said)
    raise BadFile(
        f"{named} could not be read: the process that read it ended (status"
        f" {reader.returncode}). It may be too large for the memory: read its end only.",
        key="log_reader_ended",
        file=named,
    )


def _told(reader: "subprocess.Popen[bytes]", stopped: Event) -> Iterator[dict[str, Any]]:
    """Yield what a reader says until it ends; raises `Stopped`, and `BadFile` for a silent one."""
    assert reader.stdout is not None
    heard = time.monotonic()
    rest = b""
    with selectors.DefaultSelector() as selector:
        selector.register(reader.stdout, selectors.EVENT_READ)
        while True:
            if stopped.is_set():
                raise ReadingStopped("Reading was stopped.")
            if time.monotonic() - heard > SILENT_SECONDS:
                raise BadFile(
                    f"Reading stood still for {SILENT_SECONDS:.0f} seconds and was stopped.",
                    key="log_reader_silent",
                )
            if not selector.select(_LOOK_SECONDS):
                continue
            data = os.read(reader.stdout.fileno(), 1 << 16)
            if not data:
                return
            heard = time.monotonic()
            *lines, rest = (rest + data).split(b"\n")
            yield from map(json.loads, lines)
