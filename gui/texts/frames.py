"""What the artifact `frame` of an answer says of how it was understood; foreign data."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import JsonValue

    from app.domain.answers import Answer


def frame_of(answer: Answer) -> dict[str, JsonValue]:
    """Return the data of an answer's frame, empty where there is none."""
    frame = answer.artifact("frame")
    data = frame.data if frame is not None else None
    return data if isinstance(data, dict) else {}


def declined(answer: Answer) -> bool:
    """Whether an answer only tells why there is none: its frame says so."""
    return frame_of(answer).get("outcome") == "decline"
