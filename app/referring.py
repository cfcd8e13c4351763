"""What an agent is given of another agent's result that a message asks it about.

A task's id means something to the agent that made it only (A2A 1.0, section 3.4): where a message
about one agent's result goes to another, the result itself goes along, because the person asked
about it. Nothing else of the conversation does: agents of this desk and of its service read that
by its context id, as far as they may; agents elsewhere are told what they are asked, and no more.
"""

from typing import Final

from pydantic import JsonValue

from app.domain.answers import Answer
from app.domain.cards import AgentCard
from app.domain.messages import DataPart
from app.ports import ConversationStore

MOST_ROWS: Final = 1000
"""So many rows of a result go along; `row_count` says how many there are."""

_JSON: Final = "application/json"
_LOOKED_AT: Final = 1000


async def result_asked_about(
    store: ConversationStore, context_id: str, task_id: str, *, agent: str, card: AgentCard
) -> DataPart | None:
    """Return the answer of a task as a part of a message to `agent`.

    None where the agent made it itself, takes no JSON, or there is no such answer. The part is
    `{"task_id", "agent", "text", "result"}`; `result` as the agent sent it, null without one.
    """
    if not card.takes(_JSON):
        return None
    for entry in await store.answers(context_id, limit=_LOOKED_AT):
        if entry.answer.task_id == task_id and entry.answer.agent != agent:
            return DataPart(data=_told(entry.answer), media_type=_JSON)
    return None


def _told(answer: Answer) -> dict[str, JsonValue]:
    artifact = answer.artifact("result")
    result = artifact.data if artifact is not None else None
    if isinstance(result, dict) and isinstance(rows := result.get("rows"), list):
        result = {"row_count": len(rows), **result, "rows": rows[:MOST_ROWS]}
    return {
        "task_id": answer.task_id,
        "agent": answer.agent,
        "text": answer.text,
        "result": result,
    }
