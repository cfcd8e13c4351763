"""What the log agent asks back: which file is meant, and how much of a very large one."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from agents.answering import artifacts
from agents.answering.reporting import Reporter
from agents.answering.text.language import Language
from agents.logs.answers.sentences import say
from agents.logs.conversation import frame_value
from agents.logs.files import candidates
from agents.logs.words import size_said
from agents.tools.folders import AllowedFolders

TAIL: Final = 1 << 30
_CHOICES = 6


async def ask_file(
    reporter: Reporter, language: Language, folders: AllowedFolders, text: str
) -> None:
    """Ask which file a question is about; `text` is the question, which waits."""
    value = frame_value(file=None, tail=0, language=language, slot="file", text=text)
    await reporter.working(say(language, "plan_read"))
    await reporter.add("frame", artifacts.json_part(value))
    found = await asyncio.to_thread(candidates, folders, _CHOICES)
    choices = [
        {
            "value": str(path),
            "label": say(language, "choice_folder", name=path.name)
            if path.is_dir() else path.name,
            "count": None,
        }
        for path in found
    ]  # fmt: skip
    await reporter.ask(say(language, "ask_file"), "file", choices)


async def ask_size(
    reporter: Reporter, language: Language, file: Mapping[str, Any], text: str
) -> None:
    """Ask whether all of a very large file is to be read, or its end."""
    path = Path(str(file["path"]))
    value = frame_value(file=path, tail=0, language=language, slot="size", text=text)
    await reporter.add("frame", artifacts.json_part(value))
    tail = say(language, "choice_tail", size=_size(TAIL))
    choices = [
        {"value": "tail", "label": tail, "count": None},
        {"value": "all", "label": say(language, "choice_all"), "count": None},
    ]
    asked = say(language, "ask_size", file=path.name, size=_size(int(file["size"])))
    await reporter.ask(asked, "size", choices)


def size_choice(value: str) -> int | None:
    """Return how many bytes at the end are to be read, 0 for all, None for no answer."""
    return {"all": 0, "tail": TAIL}.get(size_said(value))


def _size(amount: int) -> str:
    for unit, name in ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB")):
        if amount >= unit:
            return f"{amount / unit:.1f} {name}".replace(".0 ", " ")
    return f"{amount} B"
