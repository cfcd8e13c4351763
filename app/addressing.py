"""To whom a message goes: the agent that it names, the one whose question it answers, or the
conversation's own.

A message that names its agent says so in its metadata; such a message goes to that agent alone, in
the same context, and the conversation's own agent stays who it was.
"""

from collections.abc import Iterable, Sequence

from app.domain.conversations import AnswerEntry, RequestEntry
from app.domain.messages import Message
from app.ports import ConversationStore

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
