"""Which log file a message is about: a path in it, an attachment, or the one read before."""

import re
from pathlib import Path
from typing import Final, NamedTuple

from agents.tools.folders import AllowedFolders
from app.errors import BadFile

_ENDING: Final = r"(?:log|txt|out|err|jsonl?|ndjson|csv|gz|evtx?|trace|messages|syslog)"
_PLACES: Final = re.compile(
    rf"[\"'“‘«`]([^\"'”’»`\n]*[/\\.][^\"'”’»`\n]*)[\"'”’»`]"
    rf"|((?:~|\.{{1,2}})?/[^\s\"'“”‘’«»`,;?]+)"
    rf"|([A-Za-z]:\\[^\s\"'“”‘’«»`,;?]+)"
    rf"|((?<![\w.])[\w가-힣.-]+\.{_ENDING}(?:[.-]\d+)*(?:\.gz)?)(?![\w.])"
    rf"|((?<![\w.])[\w.-]+\.{_ENDING}(?:\.\d+)?(?:\.gz)?)(?=[가-힣])"
)
_LOOKS_LIKE_FILE = re.compile(rf"\.{_ENDING}(?:[.-]\d+)*(?:\.gz)?$")
_PARTICLES = re.compile(r"[가-힣]{1,4}$")


class NamedFile(NamedTuple):
    """A file that a message names, and the message without it."""

    path: Path
    rest: str


def named_file(text: str, folders: AllowedFolders, *, has_log: bool) -> NamedFile | None:
    """Return the file that a text names, or None.

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
                return NamedFile(folders.resolve(place), rest)
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


def candidates(folders: AllowedFolders, most: int) -> list[Path]:
    """Return log files in the allowed folders themselves, the newest first."""
    found: list[tuple[float, Path]] = []
    for place in folders.places:
        files = place.glob("*") if place.is_dir() else [place]
        for path in files:
            if path.suffix in (".log", ".jsonl", ".gz") or place == path:
                try:
                    if path.is_file():
                        found.append((path.stat().st_mtime, path))
                except OSError:
                    continue
    return [path for _, path in sorted(found, reverse=True)[:most]]
