"""What a person says becomes the message that its agent understands.

A question that waits is answered by a new task that references the parked one where the agent's
card declares the task-per-request extension, by the parked task's id everywhere else (A2A 1.0,
section 3.4.3).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from app.addressing import TO
from app.domain.cards import AgentCard
from app.domain.conversations import AnswerEntry
from app.domain.ids import new_message_id, utc_now
from app.domain.messages import (
    CHOICE_MEDIA_TYPE,
    DataPart,
    FilePart,
    Message,
    Part,
    Role,
    TextPart,
)
from app.domain.tasks import Choice
from app.ports import ConversationStore
from app.referring import result_asked_about

_MOST_REFERENCES = 20
ABOUT = "about"
"""In the metadata of a message: the task whose result it asks about."""


@dataclass(frozen=True, kw_only=True)
class Utterance:
    """What is said, and to what it belongs.

    `references` are tasks; None leaves the choice to the conversation: the parked question, else
    its latest results. `task_id` continues that task, `choice` is the offered answer that the text
    came from, `about` is the task whose result is asked about, `to` the agent that was named.
    """

    text: str
    references: Sequence[str] | None = None
    task_id: str | None = None
    choice: Choice | None = None
    attachments: Sequence[FilePart] = ()
    about: str | None = None
    data: DataPart | None = None
    to: str | None = None
    message_id: str | None = None


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
    parts += [_chosen(said.choice, card, parked), *said.attachments]
    if said.about is not None and card is not None:
        parts.append(
            await result_asked_about(store, context_id, said.about, agent=agent, card=card)
        )
    parts.append(said.data)
    noted = ((ABOUT, said.about), (TO, said.to))
    return Message(
        message_id=said.message_id or new_message_id(),
        context_id=context_id,
        role=Role.USER,
        parts=tuple(part for part in parts if part is not None),
        task_id=task_id,
        reference_task_ids=tuple(references),
        metadata={name: value for name, value in noted if value is not None},
        created_at=utc_now(),
    )


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
    found = [
        entry.answer.task_id
        for entry in reversed(newest)
        if entry.answer.agent == agent
        and entry.answer.task_id
        and entry.answer.artifact("result") is not None
    ]
    return list(dict.fromkeys(found))
