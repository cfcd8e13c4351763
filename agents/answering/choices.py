"""What a person chose of what an agent asked back."""

import json

from a2a.types import Message

from app.domain.messages import CHOICE_MEDIA_TYPE


def choice_of(message: Message) -> tuple[str, str] | None:
    """Return the slot and value of a choice that was clicked."""
    for part in message.parts:
        if part.media_type != CHOICE_MEDIA_TYPE or not part.HasField("raw"):
            continue
        try:
            value = json.loads(part.raw)
        except ValueError:
            continue
        match value:
            case {"slot": str(slot), "value": str(chosen)}:
                return slot, chosen
            case _:
                pass
    return None
