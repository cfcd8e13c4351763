"""Files that go along with messages: found in them and in what was said before, put where they can
be read.
"""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from a2a.types import Message, Role, Task

_NAME: Final = re.compile(r"[^\w.-]+")
_LONGEST: Final = 100


class AttachedFile(NamedTuple):
    """A file that came along: its name, media type, and its bytes, or the address of them."""

    name: str
    media_type: str
    content: bytes
    url: str = ""


def files_of(message: Message) -> list[AttachedFile]:
    """Return the files that go along with a message; JSON without a name is a value and no file."""
    return [
        AttachedFile(part.filename, part.media_type, bytes(part.raw), part.url)
        for part in message.parts
        if part.HasField("url")
        or (part.HasField("raw") and (part.filename or not _is_json(part.media_type)))
    ]


def files_said_in(task: Task) -> list[AttachedFile]:
    """Return the files of all that a person said in a task."""
    return [file for said in task.history if said.role == Role.ROLE_USER for file in files_of(said)]


def files_before(tasks: Sequence[Task], base: str = "") -> list[list[AttachedFile]]:
    """Return the files that came along in each of the tasks of a conversation (newest first) that
    brought any; what came after the task `base` is left out."""
    start = next((place for place, task in enumerate(tasks) if task.id == base), 0)
    return [files for task in tasks[start:] if (files := files_said_in(task))]


def digest_of_files(files: Sequence[AttachedFile]) -> str:
    """Return what tells files from others, by their names and contents."""
    found = hashlib.sha256()
    for file in files:
        found.update(f"{file.name}\0{len(file.content)}\0".encode())
        found.update(file.content)
    return found.hexdigest()


def safe_name(name: str, otherwise: str) -> str:
    """Return a name under which a file can be written."""
    return _NAME.sub("_", name).strip("._")[-_LONGEST:] or otherwise


def put_files(folder: Path, files: Sequence[AttachedFile], otherwise: str) -> list[Path]:
    """Write files into a folder, under their names as far as these are safe; return where."""
    paths: list[Path] = []
    for file in files:
        path = folder / safe_name(file.name, otherwise)
        if path in paths:
            path = path.with_name(f"{len(paths) + 1}-{path.name}")
        path.write_bytes(file.content)
        paths.append(path)
    return paths


def _is_json(media_type: str) -> bool:
    essence = media_type.partition(";")[0].strip().lower()
    return essence.endswith(("/json", "+json"))
