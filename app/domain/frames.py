"""What went over the wire between the desk and an agent, one frame at a time."""

from datetime import datetime
from typing import Literal

from pydantic import Field, JsonValue

from app.domain.base import Value

FrameForm = Literal["json", "curl", "pytest", "report"]
"""The forms in which frames are taken away."""


class Frame(Value):
    """One thing that was sent or received: plain values, untrusted like all that agents say.

    `exchange` is the same for a request and all that answers it; `body` is ProtoJSON, or the text
    of an error. `exact` says that the body is what was sent; where it was read from something else,
    that stands under `as_sent` in the details, if it is known. `details` are what a transport
    knows of it beside that: under `http` the request and response lines, under another transport's
    name its own (a place in a queue, say). The binding `kept` is of frames that were made anew from
    the events that the store has.
    """

    at: datetime
    exchange: str
    direction: Literal["sent", "received", "failed", "ended", "record"]
    method: str
    url: str
    binding: str
    body: JsonValue = None
    exact: bool = False
    details: dict[str, JsonValue] = Field(default_factory=dict)


KEPT = "kept"
"""The binding of frames that were made anew from what the store has."""
