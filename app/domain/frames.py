"""What went over the wire between the desk and an agent, one frame at a time."""

from datetime import datetime
from typing import Literal

from pydantic import JsonValue

from app.domain.base import Value


class Frame(Value):
    """One thing that was sent or received: plain values, untrusted like all that agents say.

    `exchange` is the same for a request and all that answers it; `body` is ProtoJSON, or the text
    of an error.
    """

    at: datetime
    exchange: str
    direction: Literal["sent", "received", "failed", "ended"]
    method: str
    url: str
    binding: str
    body: JsonValue = None
