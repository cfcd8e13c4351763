"""What a person chose of what an agent asked back."""

import json

from a2a.types import Message
from google.protobuf.json_format import Error, MessageToDict  # type: ignore[import-untyped]

from app.domain.messages import CHOICE_MEDIA_TYPE


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
