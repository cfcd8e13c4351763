"""Where an agent departs from A2A's specification, and what was tried to find out."""

from datetime import datetime
from typing import Literal

from pydantic import JsonValue

from app.domain.base import Value

Level = Literal["must", "should"]
Outcome = Literal["passed", "failed", "skipped"]


class Finding(Value):
    """One departure: which rule (a stable key), the clause it stands in, and where it was seen.

    `where` names the operation, the event and the field, `seen` is a short piece of what was sent:
    untrusted text.
    """

    rule: str
    clause: str
    level: Level
    text: str
    where: str = ""
    seen: str = ""


class Delivery(Value):
    """A call of a webhook as it came, and what is wrong with it."""

    at: datetime
    body: JsonValue = None
    findings: tuple[Finding, ...] = ()


class ProbeResult(Value):
    """What one probe of an interface came to; `reason` says why it was skipped."""

    probe: str
    interface: str
    outcome: Outcome
    seconds: float = 0.0
    reason: str = ""
    findings: tuple[Finding, ...] = ()
