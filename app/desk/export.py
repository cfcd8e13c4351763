"""Conversations leave the store whole, come back, and branch: all by the store's own port."""

from collections.abc import Mapping
from datetime import datetime

from pydantic import ValidationError

from app.domain.answers import Answer, fold
from app.domain.conversations import AnswerEntry, Conversation, RequestEntry
from app.domain.events import Pinned, TurnClosed
from app.domain.exports import Exported, ExportedEvent, ExportedTurn
from app.domain.ids import new_context_id, new_message_id, utc_now
from app.domain.tasks import TaskState
from app.errors import BadFile, BadInput
from app.ports import ConversationStore, Recorded

_PAGE = 64


async def gather(store: ConversationStore, context_id: str, *, last: int | None = None) -> Exported:
    """Return a conversation whole, or its rows up to the position `last`.

    Raises `BadInput` when there is none.
    """
    conversation = await store.conversation(context_id)
    if conversation is None:
        raise BadInput("There is no such conversation.", key="no_conversation")
    count = await store.entry_count(context_id)
    stop = count if last is None else min(count, last + 1)
    turns: list[ExportedTurn] = []
    asked: RequestEntry | None = None
    for start in range(0, stop, _PAGE):
        for entry in await store.entries(context_id, start, min(stop, start + _PAGE)):
            if isinstance(entry, RequestEntry):
                asked = entry
            elif isinstance(entry, AnswerEntry) and asked is not None:
                turns.append(await _turn(store, asked, entry))
    return Exported(conversation=conversation, turns=tuple(turns))


def as_json(exported: Exported) -> str:
    """Return the conversation as JSON, which `from_json` reads back."""
    return exported.model_dump_json(indent=2) + "\n"


def from_json(text: str) -> Exported:
    """Return the conversation; raises `BadFile` for anything else."""
    try:
        return Exported.model_validate_json(text)
    except ValidationError as error:
        raise BadFile("This file holds no exported conversation.", key="not_an_export") from error


async def bring_in(store: ConversationStore, exported: Exported) -> Conversation:
    """Put a conversation into the store and return it.

    It keeps its ids, and comes in where it is seen: out of the archive. One that is in the store
    already comes in beside it, under new ids.
    """
    if await store.conversation(exported.conversation.context_id) is not None:
        exported = under_new_ids(exported)
    conversation = exported.conversation.model_copy(
        update={
            "deleted_at": None,
            "archived": False,
            "entries": 0,
            "running": 0,
            "waiting": 0,
        }
    )
    await store.save_conversation(conversation)
    for turn in exported.turns:
        begun = Answer(
            turn_id=turn.message.message_id,
            context_id=conversation.context_id,
            agent=turn.answer.agent,
            started_at=turn.answer.started_at,
        )
        await store.begin_turn(turn.message, begun)
        events = [Recorded(event.event, event.at) for event in turn.events]
        answer = turn.answer
        if not answer.settled:
            answer, ended = _closed(answer, exported.conversation.updated_at)
            events.append(ended)
        await store.record(answer, events)
    # The counts and the time of the last message are the store's; the rest is as it was.
    await store.save_conversation(conversation)
    return await store.conversation(conversation.context_id) or conversation


def under_new_ids(exported: Exported, *, title: str = "") -> Exported:
    """Return the same conversation as another one: its ids are new, those of its tasks stay."""
    context_id = new_context_id()
    names: Mapping[str, str] = {
        turn.message.message_id: new_message_id() for turn in exported.turns
    }
    conversation = exported.conversation.model_copy(
        update={
            "context_id": context_id,
            "title": title or exported.conversation.title,
            "updated_at": utc_now(),
        }
    )
    return Exported(
        conversation=conversation,
        turns=tuple(_renamed(turn, context_id, names) for turn in exported.turns),
    )


def branched(exported: Exported, *, title: str) -> Exported:
    """Return the conversation as a branch: another one, unpinned, in which nothing waits."""
    renamed = under_new_ids(exported, title=title)
    turns = []
    for turn in renamed.turns:
        if turn.answer.waiting or not turn.answer.settled:
            answer, ended = _closed(turn.answer, utc_now())
            event = ExportedEvent(at=ended.at, event=ended.event)
            turn = turn.model_copy(update={"answer": answer, "events": (*turn.events, event)})
        turns.append(turn)
    bare = {"pinned": False, "draft": ""}
    return renamed.model_copy(
        update={
            "conversation": renamed.conversation.model_copy(update=bare),
            "turns": tuple(turns),
        }
    )


async def _turn(store: ConversationStore, asked: RequestEntry, entry: AnswerEntry) -> ExportedTurn:
    events = await store.events(entry.answer.turn_id)
    return ExportedTurn(
        message=asked.message,
        answer=entry.answer,
        events=tuple(ExportedEvent(at=at, event=event) for event, at in events),
    )


def _closed(answer: Answer, at: datetime) -> tuple[Answer, Recorded]:
    """End an answer whose task goes on elsewhere, or waits in the original."""
    ended = TurnClosed(state=TaskState.CANCELED, reason="copied")
    return fold(answer, ended, at), Recorded(ended, at)


def _renamed(turn: ExportedTurn, context_id: str, names: Mapping[str, str]) -> ExportedTurn:
    message_id = names[turn.message.message_id]
    message = turn.message.model_copy(update={"message_id": message_id, "context_id": context_id})
    answer = turn.answer.model_copy(update={"turn_id": message_id, "context_id": context_id})
    events = turn.events
    if answer.pinned_for_all is not None:  # on the profile's board stands what was pinned there
        off, now = Pinned(on=False, board="profile"), utc_now()
        answer, events = fold(answer, off, now), (*events, ExportedEvent(at=now, event=off))
    return turn.model_copy(update={"message": message, "answer": answer, "events": events})
