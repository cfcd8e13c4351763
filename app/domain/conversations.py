"""Conversations as they are listed and opened: summaries, entries, and where search found words."""

import re
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field

from app.domain.answers import Answer
from app.domain.base import Value
from app.domain.messages import MODEL_MEDIA_TYPE, PROFILE_MEDIA_TYPE, DataPart, Message

MOST_TAGS = 20
LONGEST_TAG = 40
_LEADING_SIGN = re.compile(r"^(?:#{1,6}|>|[-*+]|\d+[.)]) +(?=\S)")


_LAYOUT = re.compile(
    r"^[ \t]*\|.*$|^[ \t]*(?:[-*+]|>|\#{1,6})(?=[ \t]+\S)|^[ \t]*-{3,}[ \t]*$", re.MULTILINE
)
_RULE = re.compile(r"[\s|:-]*--[\s|:-]*")


class Conversation(Value):
    """One line of the conversation list; what is archived is not shown with the others.

    `headline` is the beginning of the newest answer, Markdown as the agent wrote it; it and the
    counts are read from the store, never saved.
    """

    context_id: str
    title: str = ""
    agent: str = "data"
    pinned: bool = False
    archived: bool = False
    tags: tuple[str, ...] = ()
    draft: str = ""
    entries: int = 0
    running: int = 0
    waiting: int = 0
    headline: str = ""
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None

    def with_those_of(self, other: Self, names: Collection[str]) -> Self:
        """Return this one with another's values of the fields `names`."""
        return self.model_copy(update={name: getattr(other, name) for name in names})


class RequestEntry(Value):
    """A row of the conversation that the person wrote."""

    kind: Literal["request"] = "request"
    position: int
    message: Message


class AnswerEntry(Value):
    """A row of the conversation that an agent filled."""

    kind: Literal["answer"] = "answer"
    position: int
    answer: Answer

    @property
    def parts(self) -> tuple[Self, ...]:
        """The answers that it is put together from, at the same place; itself where it is one."""
        found = self.answer.parts
        return tuple(self.model_copy(update={"answer": one}) for one in found) or (self,)


Entry = Annotated[RequestEntry | AnswerEntry, Field(discriminator="kind")]


class FoundWords(Value):
    """Where a search found its words; `position` is None for a title."""

    context_id: str
    title: str
    position: int | None
    excerpt: str
    at: datetime


def clean_tags(words: Iterable[str]) -> tuple[str, ...]:
    """Return words as tags: each once whatever its case, of one line, no more than may be."""
    found: dict[str, str] = {}
    for word in words:
        tag = " ".join(word.replace(",", " ").split()).lstrip("#").strip()[:LONGEST_TAG].strip()
        if tag:
            found.setdefault(tag.casefold(), tag)
    return tuple(found.values())[:MOST_TAGS]


def in_words(text: str) -> str:
    """Return Markdown of the same length in which lines can be joined: a dot stands for the signs
    of lists and between the cells of tables, and nothing for those of headings and quotations.
    """
    return _LAYOUT.sub(_dotted, text)


def _dotted(line: re.Match[str]) -> str:
    signs = line[0]
    if signs.lstrip().startswith("|") and not _RULE.fullmatch(signs):
        row = signs.strip()
        inner = row[1:].removesuffix("|").replace("|", "·")
        return (signs[: signs.index("|")] + " " + inner).ljust(len(signs))
    listed = signs[-1] in "-*+" and not signs.strip(" \t-*+")[:1] and "--" not in signs
    return " " * (len(signs) - 1) + ("·" if listed and line.start() else " ")


def title_from(message: Message) -> str:
    """Return the title that a conversation takes from a message; "" from one that looks at a table
    or corrects its columns: that says the same of every table, and a question is still to come.
    """
    no_question = (PROFILE_MEDIA_TYPE, MODEL_MEDIA_TYPE)
    data = (part for part in message.parts if isinstance(part, DataPart))
    return "" if any(one.media_type in no_question for one in data) else title_of(message.text)


def title_of(text: str, limit: int = 60) -> str:
    """Return a title made from a message: its first line, cut at a word near `limit`.

    The sign of a heading, a list or a quotation that it begins with is left out.
    """
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    line = _LEADING_SIGN.sub("", line)
    if len(line) <= limit:
        return line
    cut = line[:limit].rsplit(" ", 1)[0] if " " in line[:limit] else line[:limit]
    return cut.rstrip(" ,.;:") + "…"
