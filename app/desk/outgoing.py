"""What a person says becomes the message that its agent understands: to whom, of what, how large.

A message that names its agent says so in its metadata; such a message goes to that agent alone, in
the same context, and the conversation's own agent stays who it was. Without a name it goes to the
agent whose question it answers, or to the conversation's own.

A task's id means something to the agent that made it only (A2A 1.0, section 3.4): where a message
about one agent's result goes to another, the result itself goes along, because the person asked
about it. Nothing else of the conversation does: agents of this desk and of its service read that
by its context id, as far as they may; agents elsewhere are told what they are asked, and no more.

A question that waits is answered by a new task that references the parked one where the agent's
card declares the task-per-request extension, by the parked task's id everywhere else (A2A 1.0,
section 3.4.3).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pydantic import JsonValue

from app.domain.answers import Answer
from app.domain.cards import AgentCard
from app.domain.conversations import AnswerEntry, RequestEntry
from app.domain.ids import new_message_id, utc_now
from app.domain.messages import (
    CHOICE_MEDIA_TYPE,
    DataPart,
    FilePart,
    Message,
    Part,
    Role,
    TextPart,
    media_type_of,
)
from app.domain.tasks import Choice
from app.errors import BadFile, BadInput, MessageTooLarge, cause_of
from app.ports import ConversationStore

MAX_MESSAGE_BYTES = 512 * 1024
MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024


def check_message(text: str, attachments: Sequence[FilePart] = ()) -> None:
    """Refuse a message that cannot be sent, before anything of it is stored."""
    if not text.strip() and not attachments:
        raise BadInput("There is nothing to send.", key="empty_message")
    size = len(text.encode("utf-8", "replace"))
    if size > MAX_MESSAGE_BYTES:
        raise MessageTooLarge(
            f"The message has {size // 1024} kB; at most {MAX_MESSAGE_BYTES // 1024} kB can be"
            " sent. Attach long text as a file, or shorten it.",
            size=size,
            limit=MAX_MESSAGE_BYTES,
        )
    for part in attachments:
        check_attachment(part.name or part.media_type, len(part.content or b""))


def check_attachment(name: str, size: int) -> None:
    """Refuse a file that is too large to be sent with a message."""
    if size > MAX_ATTACHMENT_BYTES:
        raise MessageTooLarge(
            f"The file {name!r} has {size // 2**20} MB; at most"
            f" {MAX_ATTACHMENT_BYTES // 2**20} MB can be sent. A table can be opened instead.",
            key="attachment_too_large",
            file=name,
            size=size,
            limit=MAX_ATTACHMENT_BYTES,
        )


def attached_file(path: Path) -> FilePart:
    """Return a file of this machine as a part of a message; one too large is not read at all.

    Raises `BadFile` and `MessageTooLarge`.
    """
    try:
        check_attachment(path.name, path.stat().st_size)
        content = path.read_bytes()
    except OSError as error:
        cause = cause_of(error)
        raise BadFile(
            f"{path} cannot be read: {cause}.", key="file_unreadable", cause=cause, file=str(path)
        ) from error
    return FilePart(name=path.name, media_type=media_type_of(path.name), content=content)


TO = "to"
"""In the metadata of a message: the agent that it was addressed to by name."""


def addressee(message: Message) -> str | None:
    """Return the agent that a message was addressed to by name, or None."""
    named = message.metadata.get(TO)
    return named if isinstance(named, str) and named else None


async def parked_question(
    store: ConversationStore,
    waiting: Sequence[AnswerEntry],
    *,
    own: str,
    to: str | None,
    task_id: str | None,
    references: Sequence[str],
) -> AnswerEntry | None:
    """Return the question that a message answers, the newest that fits; None where it is none.

    A message that names a task answers that one. Any other answers a question of the agent that it
    is addressed to; one without an address those of the conversation's `own` agent, and of agents
    that were asked by name.
    """
    if task_id is not None:
        return _newest(e for e in waiting if e.answer.task_id == task_id)
    if references:
        return _newest(e for e in waiting if e.answer.task_id in references)
    if to is not None:
        return _newest(e for e in waiting if e.answer.agent == to)
    for entry in reversed(waiting):
        if entry.answer.agent == own or await _by_name(store, entry):
            return entry
    return None


async def _by_name(store: ConversationStore, entry: AnswerEntry) -> bool:
    """Whether the message of an answer named its agent, or answered one that did."""
    before = await store.entries(entry.answer.context_id, entry.position - 1, entry.position)
    return any(isinstance(r, RequestEntry) and addressee(r.message) is not None for r in before)


def _newest(entries: Iterable[AnswerEntry]) -> AnswerEntry | None:
    return next(iter(reversed(list(entries))), None)


MOST_ROWS: Final = 1000
"""So many rows of a result go along; `row_count` says how many there are."""

_JSON: Final = "application/json"
_LOOKED_AT: Final = 1000


async def result_asked_about(
    store: ConversationStore, context_id: str, task_id: str, *, agent: str, card: AgentCard
) -> DataPart | None:
    """Return the answer of a task as a part of a message to `agent`.

    None where the agent made it itself, takes no JSON, or there is no such answer. The part is
    `{"task_id", "agent", "text", "result"}`; `result` as the agent sent it, null without one. Of
    an answer of several agents there are `parts` of the same shape.
    """
    if not card.takes(_JSON):
        return None
    for entry in await store.answers(context_id, limit=_LOOKED_AT):
        for answer in (entry.answer, *entry.answer.parts):
            if answer.task_id == task_id and answer.agent != agent:
                return DataPart(data=_told(answer), media_type=_JSON)
    return None


def _told(answer: Answer) -> dict[str, JsonValue]:
    parts = [one for one in answer.parts if one.task_id != answer.task_id]
    artifact = (answer.own if parts else answer).artifact("result")
    result = artifact.data if artifact is not None else None
    if isinstance(result, dict) and isinstance(rows := result.get("rows"), list):
        result = {"row_count": len(rows), **result, "rows": rows[:MOST_ROWS]}
    return {
        "task_id": answer.task_id,
        "agent": answer.agent,
        "text": answer.text,
        "result": result,
        **({"parts": [_told(one) for one in parts]} if parts else {}),
    }


_MOST_REFERENCES = 20
ABOUT = "about"
"""In the metadata of a message: the task whose result it asks about."""
REPLACES = "replaces"
"""In the metadata of a message: the earlier message that it is said instead of."""


@dataclass(frozen=True, kw_only=True)
class Utterance:
    """What is said, and to what it belongs.

    `references` are tasks; None leaves the choice to the conversation: the parked question, else
    its latest results, and what its agent said last: a page, a refusal. `task_id` continues that
    task, `choice` is the offered answer that the text came from, `about` is the task whose result
    is asked about, `to` the agent that was named, `replaces` the message that it is said instead
    of. `metadata` is the caller's own.
    """

    text: str
    references: Sequence[str] | None = None
    task_id: str | None = None
    choice: Choice | None = None
    attachments: Sequence[FilePart] = ()
    about: str | None = None
    data: DataPart | None = None
    to: str | None = None
    replaces: str | None = None
    message_id: str | None = None
    metadata: Mapping[str, JsonValue] = field(default_factory=dict)


async def message_of(
    said: Utterance,
    *,
    store: ConversationStore,
    context_id: str,
    agent: str,
    card: AgentCard | None,
    parked: AnswerEntry | None,
) -> Message:
    """Return the message for an agent with that card; `parked` is the question that it answers."""
    per_request = card is not None and card.task_per_request
    task_id, references = said.task_id, said.references
    if parked is not None and task_id is None and not per_request:
        task_id = parked.answer.task_id
    if references is None:
        references = []
        if per_request and task_id is None:
            references = await _references(store, context_id, parked, agent)
    parts: list[Part | None] = [TextPart(text=said.text) if said.text else None]
    parts += [_chosen(said.choice, card, parked), *(_taken(one, card) for one in said.attachments)]
    if said.about is not None and card is not None:
        parts.append(
            await result_asked_about(store, context_id, said.about, agent=agent, card=card)
        )
    parts.append(said.data)
    noted = ((ABOUT, said.about), (TO, said.to), (REPLACES, said.replaces))
    return Message(
        message_id=said.message_id or new_message_id(),
        context_id=context_id,
        role=Role.USER,
        parts=tuple(part for part in parts if part is not None),
        task_id=task_id,
        reference_task_ids=tuple(references),
        metadata={
            **said.metadata,
            **{name: value for name, value in noted if value is not None},
        },
        created_at=utc_now(),
    )


def _taken(file: FilePart, card: AgentCard | None) -> FilePart:
    """Return a file under the media type that the agent takes it as, if it takes it."""
    taken = card.taken_as(file.media_type) if card is not None else None
    return file.model_copy(update={"media_type": taken or file.media_type})


def _chosen(
    choice: Choice | None, card: AgentCard | None, parked: AnswerEntry | None
) -> DataPart | None:
    """Return the choice as data, where a question was asked and the agent takes it so."""
    question = parked.answer.question if parked is not None else None
    if question is None or choice is None:
        return None
    if card is not None and not card.takes(CHOICE_MEDIA_TYPE):
        return None
    data: JsonValue = {"slot": question.slot, "value": choice.value}
    return DataPart(data=data, media_type=CHOICE_MEDIA_TYPE)


async def _references(
    store: ConversationStore, context_id: str, parked: AnswerEntry | None, agent: str
) -> list[str]:
    if parked is not None:
        return [parked.answer.task_id] if parked.answer.task_id else []
    newest = await store.answers(context_id, limit=_MOST_REFERENCES)
    said = [one.answer for one in reversed(newest) if one.answer.agent == agent]
    # Without the last one, a single result would be named as what alone the message goes on from.
    found = [
        task_id
        for answer in said
        if (task_id := answer.task_id)
        and (answer.artifact("result") is not None or answer is said[-1])
    ]
    return list(dict.fromkeys(found))
