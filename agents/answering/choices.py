"""What a person chose of what an agent asked back."""

import json

from a2a.types import Message
from google.protobuf.json_format import Error, MessageToDict  # type: ignore[import-untyped]

from agents.shared_storage import SharedStorage
from agents.storage.session import Session
from app.domain.messages import CHOICE_MEDIA_TYPE
from app.errors import BadInput

_SHOWN = 80


def choice_of(message: Message) -> tuple[str, str] | None:
    """Return the slot and value of a choice that was clicked: a data part, or JSON as bytes."""
    for part in message.parts:
        if part.media_type != CHOICE_MEDIA_TYPE:
            continue
        try:
            value = MessageToDict(part.data) if part.HasField("data") else json.loads(part.raw)
        except (ValueError, Error):
            continue
        match value:
            case {"slot": str(slot), "value": str(chosen)}:
                return slot, chosen
            case _:
                pass
    return None


def retried(storage: SharedStorage, chosen: str, context_id: str) -> tuple[str, int, Session]:
    """Return the run that is to be tried again, from which step of its plan on, and what it holds.

    `chosen` is "RUN:STEP", or "RUN" alone: step 0. Raises `BadInput`, `no_such_run` for a run that
    is none of the conversation, `no_such_step` for a step that its plan does not have.
    """
    run, colon, step = chosen.partition(":")
    found = storage.read_run(run)
    if found is None or found.origin.get("context_id") != context_id:
        raise BadInput("There is no such run here.", key="no_such_run", run=run[:_SHOWN])
    steps = len(found.context["current_plan"])
    if colon and step not in map(str, range(1, steps + 1)):
        raise BadInput(
            "The run has no such step.", key="no_such_step", step=step[:_SHOWN], steps=steps
        )
    return run, int(step or 0), found
