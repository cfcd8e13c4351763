"""Parts of an answer that are no text: a line for each, and files of all parts in a folder."""

import json
import mimetypes
import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import assert_never

from app.domain.answers import Answer
from app.domain.messages import (
    CHOICE_MEDIA_TYPE,
    QUESTION_MEDIA_TYPE,
    DataPart,
    FilePart,
    Part,
    TextPart,
)
from app.domain.tasks import NOTES
from app.errors import BadFile, cause_of
from app.terminal.phrases import TerminalText
from app.terminal.plain_text import table

_SHOWN = 160  # characters of data on its line
_ASKED = (QUESTION_MEDIA_TYPE, CHOICE_MEDIA_TYPE)
# What our agents send beside an artifact `answer`: its words hold it, or a table is drawn of it.
_BESIDE_AN_ANSWER = frozenset({"result", "chart", "profile"})
_UNSAFE = re.compile(r"[^\w.\-]+")
_LONGEST_NAME = 120
_EXTENSIONS = {"text/markdown": ".md", "application/sql": ".sql", "text/csv": ".csv"}


def beside_text(answer: Answer) -> Iterator[tuple[str, Part]]:
    """Yield the parts that the text of an answer does not hold, each with its artifact's name.

    What an agent keeps of its own work is left out, unless it says nothing else.
    """
    answered = answer.artifact("answer") is not None
    left_out = _BESIDE_AN_ANSWER if answered else frozenset()
    kept = [one for one in answer.artifacts if one.name not in left_out]
    found = [told for one in kept for told in told_apart(one.name, one.parts)]
    found += [told for reply in answer.replies for told in told_apart("", reply.parts)]
    news = [told for told in found if not (told[0] in NOTES and isinstance(told[1], DataPart))]
    yield from news if news or answer.text else found


def told_apart(name: str, parts: Sequence[Part]) -> Iterator[tuple[str, Part]]:
    """Yield the parts that are no text, without what a question is made of."""
    for part in parts:
        if not isinstance(part, TextPart) and part.media_type not in _ASKED:
            yield name, part


def offers_of(answer: Answer) -> Sequence[str]:
    """Return what an artifact `frame` says can be asked instead; nothing while a question waits."""
    return [label for one in (answer.own, *answer.parts) for label in _offers(one)]


def _offers(answer: Answer) -> Sequence[str]:
    artifact = answer.artifact("frame")
    frame = artifact.data if artifact is not None else None
    if not isinstance(frame, dict) or frame.get("outcome") == "ask":
        return ()
    offers = frame.get("offers")
    labels = [
        one.get("label") for one in (offers if isinstance(offers, list) else ())
        if isinstance(one, dict)
    ]  # fmt: skip
    return [label for label in labels if isinstance(label, str) and label.strip()]


def tables_of(answer: Answer) -> Iterator[str]:
    """Yield the tables of an answer and of its parts, drawn."""
    for one in (answer.own, *answer.parts):
        result = one.artifact("result")
        if result is not None and (drawn := table(result.data)):
            yield drawn


def line_of(name: str, part: Part, words: TerminalText) -> str:
    """Return one line for a part: what it is, its name, its media type, and how much it is."""
    match part:
        case TextPart():
            kind, more = "part_text", f"{len(part.text):,}"
        case DataPart():
            written = json.dumps(part.data, ensure_ascii=False)
            kind, more = "part_data", written[:_SHOWN] + ("…" if len(written) > _SHOWN else "")
        case FilePart(content=None):
            kind, more = "part_link", part.url or ""
        case FilePart(content=content):
            kind, more = "part_file", words.phrase("bytes", n=f"{len(content or b''):,}")
        case _:
            assert_never(part)
    own = part.name if isinstance(part, FilePart) else ""
    return " · ".join(
        one for one in (f"[{words.phrase(kind)}]", own or name, part.media_type, more) if one
    )


def saved(answer: Answer, folder: Path) -> Sequence[Path]:
    """Write each part of an answer into a file of a folder, which is made; return the files.

    Nothing that is there is written over. An address becomes a file that holds it: it is not
    fetched. Names of others are names only, never paths. Raises `BadFile`.
    """
    named = [(a.name or a.artifact_id, part) for a in answer.artifacts for part in a.parts]
    named += [("message", part) for reply in answer.replies for part in reply.parts]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [_write(folder, name, part) for name, part in named]
    except OSError as error:
        raise BadFile(
            f"The parts of the answer could not be saved in {folder}: {cause_of(error)}.",
            path=str(folder),
        ) from error


def _write(folder: Path, name: str, part: Part) -> Path:
    match part:
        case TextPart():
            content, extension = part.text.encode("utf-8", "replace"), _extension(part, ".txt")
        case DataPart():
            text = json.dumps(part.data, ensure_ascii=False, indent=2)
            content, extension = text.encode("utf-8", "replace"), ".json"
        case FilePart(content=None):
            content = f"[InternetShortcut]\nURL={part.url or ''}\n".encode("utf-8", "replace")
            name, extension = PurePosixPath(part.name).stem or name, ".url"
        case FilePart(content=found):
            content, extension = found or b"", _extension(part, ".bin")
            if part.name:
                own = PurePosixPath(part.name.replace("\\", "/"))
                name, extension = own.stem, own.suffix or extension
        case _:
            assert_never(part)
    stem = _UNSAFE.sub("_", name).strip("._")[:_LONGEST_NAME] or "part"
    extension = _UNSAFE.sub("", extension)[:20]
    number = 1
    while True:
        path = folder / (f"{stem}{extension}" if number == 1 else f"{stem}-{number}{extension}")
        try:
            with path.open("xb") as file:
                file.write(content)
        except FileExistsError:
            number += 1
            continue
        return path


def _extension(part: TextPart | FilePart, otherwise: str) -> str:
    essence = part.media_type.partition(";")[0].strip().lower()
    return _EXTENSIONS.get(essence) or mimetypes.guess_extension(essence) or otherwise
