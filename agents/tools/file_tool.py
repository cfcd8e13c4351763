"""`file_tool`: reads, lists and searches text files in the folders that were allowed."""

from collections import deque
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import Any, Final

from pydantic import Field

from agents.tools.folders import AllowedFolders, unreadable
from agents.tools.text_file import blocks, look_at
from agents.tools.threads import in_thread
from agents.tools.tool import Action, Effect, Parameters, Tool
from app.errors import BadFile

SIZE_CAP: Final = 1 << 20
_MOST_NAMES = 1_000
_LONGEST_LINE = 2_000


class OneFile(Parameters):
    """A file."""

    path: str = Field(min_length=1, description="the file, in an allowed folder")


class SomeLines(OneFile):
    """Lines at one end of a file."""

    lines: int = Field(10, ge=1, le=10_000)


class OneFolder(Parameters):
    """A folder."""

    path: str = Field(".", min_length=1, description="the folder; '.' is the first allowed one")
    pattern: str = Field("*", min_length=1, description="names to list, as in *.log")


class TextSearch(OneFile):
    """A text to look for; it is no regular expression."""

    text: str = Field(min_length=1, max_length=1_000)
    ignore_case: bool = False
    most: int = Field(100, ge=1, le=10_000, description="lines returned; all are counted")


def file_tool(folders: AllowedFolders, *, size_cap: int = SIZE_CAP) -> Tool:
    """Return the tool; `read` takes files of at most `size_cap` bytes of text.

    Every action raises `BadFile` for what is missing, not allowed, a folder, no text or damaged.
    """
    files = _Files(folders, size_cap)
    reads: frozenset[Effect] = frozenset({"reads files"})

    def action(
        name: str, description: str, parameters: type[Any], work: Callable[[Any, Event], Any]
    ) -> Action[Any]:
        return Action(
            name=name,
            description=description,
            parameters=parameters,
            run=in_thread(work),
            effects=reads,
        )

    return Tool(
        name="file_tool",
        description="Text files in the allowed folders, also packed with gzip.",
        actions=(
            action("read", "The whole text of a file.", OneFile, files.read),
            action("head", "The first lines of a file.", SomeLines, files.head),
            action("tail", "The last lines of a file.", SomeLines, files.tail),
            action("list", "What is in a folder.", OneFolder, files.list),
            action("search", "The lines of a file that hold a text.", TextSearch, files.search),
            action("inspect", "Size, code and first lines of a file.", OneFile, files.inspect),
        ),
    )


class _Files:
    def __init__(self, folders: AllowedFolders, size_cap: int) -> None:
        self._folders = folders
        self._cap = size_cap

    def read(self, given: OneFile, stopped: Event) -> str:
        pieces, length = [], 0
        for text, _ in self._blocks(given.path, stopped):
            pieces.append(text)
            length += len(text)
            if length > self._cap:
                name = Path(given.path).name
                raise BadFile(
                    f"{name} has more than {self._cap:,} characters: take head, tail or search.",
                    key="file_too_large",
                    file=name,
                )
        return "".join(pieces)

    def head(self, given: SomeLines, stopped: Event) -> str:
        lines: list[str] = []
        for text, _ in self._blocks(given.path, stopped, most=65_536):
            lines += text.splitlines()[: given.lines - len(lines)]
            if len(lines) >= given.lines:
                break
        return "\n".join(line[:_LONGEST_LINE] for line in lines)

    def tail(self, given: SomeLines, stopped: Event) -> str:
        with self._folders.open(given.path) as (real, file):
            look = look_at(real, file)
            back = 1 << 16
            while True:
                begins = 0 if look.compressed else max(0, look.size - back) & ~3
                lines = deque[str](maxlen=given.lines + 1)
                for text, _ in blocks(look, file, start=begins):
                    if stopped.is_set():
                        return ""
                    lines.extend(text.splitlines()[-given.lines - 1 :])
                if begins == 0 or len(lines) > given.lines:
                    break
                back *= 16
        return "\n".join(line[:_LONGEST_LINE] for line in list(lines)[-given.lines :])

    def search(self, given: TextSearch, stopped: Event) -> dict[str, Any]:
        wanted = given.text.casefold() if given.ignore_case else given.text
        found: list[dict[str, Any]] = []
        count = number = 0
        for text, _ in self._blocks(given.path, stopped):
            for line in text.split("\n")[: -1 if text.endswith("\n") else None]:
                number += 1
                if wanted in (line.casefold() if given.ignore_case else line):
                    count += 1
                    if len(found) < given.most:
                        found.append({"line": number, "text": line.rstrip("\r")[:_LONGEST_LINE]})
        return {"count": count, "lines": number, "matches": found}

    def inspect(self, given: OneFile, stopped: Event) -> dict[str, Any]:
        with self._folders.open(given.path) as (path, file):
            look = look_at(path, file)
        return {
            **look.model_dump(mode="json"),
            "head": self.head(SomeLines(path=given.path, lines=5), stopped),
        }

    def list(self, given: OneFolder, stopped: Event) -> dict[str, Any]:
        folder = self._folders.resolve(given.path)
        if not folder.is_dir():
            raise BadFile(f"{folder} is no folder.", key="file_no_folder", file=str(folder))
        if "/" in given.pattern or "\\" in given.pattern:
            raise BadFile("A pattern names files in the folder itself.", key="file_pattern")
        try:
            entries = sorted(folder.glob(given.pattern))
        except OSError as error:
            raise unreadable(folder, error) from error
        allowed = [entry for entry in entries if self._is_allowed(entry)]
        return {
            "folder": str(folder),
            "count": len(allowed),
            "entries": [_entry(entry) for entry in allowed[:_MOST_NAMES]],
        }

    def _is_allowed(self, entry: Path) -> bool:
        try:
            return self._folders.allows(entry.resolve(strict=True))
        except (OSError, RuntimeError):
            return False

    def _blocks(self, path: str, stopped: Event, most: int = 1 << 20) -> Iterator[tuple[str, int]]:
        with self._folders.open(path) as (real, file):
            for block in blocks(look_at(real, file), file, most=most):
                if stopped.is_set():
                    return
                yield block


def _entry(path: Path) -> dict[str, Any]:
    found = path.stat()
    return {
        "name": path.name,
        "folder": path.is_dir(),
        "size": found.st_size,
        "modified": datetime.fromtimestamp(found.st_mtime, UTC).isoformat(timespec="seconds"),
    }
