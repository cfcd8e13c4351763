"""Which logs a message or a place means: a file, those of a folder, those that fit a glob."""

import glob
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from agents.tools.folders import AllowedFolders, is_directory
from app.domain.messages import LOG_NAME
from app.errors import BadFile

_ENDING: Final = r"(?:log|txt|out|err|jsonl?|ndjson|csv|gz|evtx?|trace|messages|syslog)"
_PLACES: Final = re.compile(
    rf"[\"'“‘«`]([^\"'”’»`\n]*[/\\.][^\"'”’»`\n]*)[\"'”’»`]"
    rf"|((?:~|\.{{1,2}})?/[^\s\"'“”‘’«»`,;?]+)"
    rf"|([A-Za-z]:\\[^\s\"'“”‘’«»`,;?]+)"
    rf"|((?<![\w.])[\w가-힣.*-]+\.{_ENDING}(?:[.-]\d+)*(?:\.gz)?\*?)(?![\w.])"
    rf"|((?<![\w.])[\w.*-]+\.{_ENDING}(?:\.\d+)?(?:\.gz)?\*?)(?=[가-힣])"
)
_LOOKS_LIKE_FILE = re.compile(rf"\.{_ENDING}(?:[.-]\d+)*(?:\.gz)?$")
_PARTICLES = re.compile(r"[가-힣]{1,4}$")
MOST_FILES: Final = 500


class NamedFile(NamedTuple):
    """What a message names (a file, a folder, a glob), and the message without it."""

    path: Path
    rest: str


def named_file(text: str, folders: AllowedFolders, *, has_log: bool) -> NamedFile | None:
    """Return the file, folder or glob that a text names, or None.

    With a log at hand, a path that is no file may be one in the log ("/favicon.ico") and stays in
    the text. Raises `BadFile` for what is clearly a file and cannot be read.
    """
    refused: BadFile | None = None
    for found in _PLACES.finditer(text):
        given = next(group for group in found.groups() if group is not None).rstrip(".,:!?")
        rest = f"{text[: found.start()]} {text[found.end() :]}".strip()
        for place in (given, _PARTICLES.sub("", given)):
            if not place:
                continue
            try:
                return NamedFile(place_of(folders, place), rest)
            except BadFile as error:
                clearly = _LOOKS_LIKE_FILE.search(place) or not has_log
                if refused is None and clearly and (not has_log or error.reason == "file_missing"
                                                    or Path(place).exists()):  # fmt: skip
                    shown = _PARTICLES.sub("", given) if _PARTICLES.search(given) else place
                    error.details["file"] = shown
                    refused = error
    if refused is not None:
        raise refused
    return None


def place_of(folders: AllowedFolders, named: str | Path) -> Path:
    """Return the real path of a file or folder, or a glob with that of its folder.

    Raises `BadFile` where nothing is there, or it may not be read.
    """
    try:
        return folders.resolve(named)
    except BadFile:
        given = Path(named).expanduser()
        if not glob.has_magic(given.name):
            raise
    root = folders.resolve(given.parent)
    log_files(folders, root / given.name)
    return root / given.name


def log_files(folders: AllowedFolders, place: Path) -> list[Path]:
    """Return the logs that a place means (`place_of`): a file, or several in the order of names.

    Of a folder, files with names of logs count, those that were rotated and packed too. Raises
    `BadFile` for a place where none is, or more than 500 are.
    """
    if not place.exists() and glob.has_magic(place.name):
        found: Iterator[Path] = place.parent.glob(place.name)
    else:
        real = folders.resolve(place)
        if not real.is_dir():
            return [real]
        found = _logs_in(real)
    files = [path.resolve() for path in sorted(found) if path.is_file()]
    allowed = [path for path in files if folders.allows(path)]
    if not allowed:
        if place.is_dir():
            raise is_directory(place)
        raise BadFile(f"There is no log at {place}.", key="file_missing", file=str(place))
    if len(allowed) > MOST_FILES:
        raise BadFile(
            f"{place} means {len(allowed):,} logs; {MOST_FILES} are read at most: narrow it down.",
            key="too_many_logs",
            file=str(place),
            most=MOST_FILES,
        )
    return allowed


def candidates(folders: AllowedFolders, most: int) -> list[Path]:
    """Return what can be read in the allowed places themselves: the newest logs, and before them
    each folder that has several."""
    several: list[Path] = []
    found: list[tuple[float, Path]] = []
    for place in folders.places:
        files = list(_logs_in(place)) if place.is_dir() else [place]
        if len(files) > 1:
            several.append(place)
        for path in files:
            try:
                if path.is_file():
                    found.append((path.stat().st_mtime, path))
            except OSError:
                continue
    return [*several, *(path for _, path in sorted(found, reverse=True))][:most]


def _logs_in(folder: Path) -> Iterator[Path]:
    return (path for path in folder.iterdir() if LOG_NAME.fullmatch(path.name))
