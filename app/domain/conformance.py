"""Where an agent departs from A2A's specification, and what was tried to find out."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from pydantic import JsonValue

from app.domain.base import Value

Level = Literal["must", "should"]
Outcome = Literal["passed", "remarked", "failed", "skipped"]
"""`remarked`: only what should be otherwise was found, nothing that must be."""


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


class WebhookCall(Value):
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


def outcome_of(findings: Sequence[Finding], *, strict: bool = False) -> Outcome:
    """Return what a probe with these findings came to; `strict` takes what should be as a must."""
    if any(strict or one.level == "must" for one in findings):
        return "failed"
    return "remarked" if findings else "passed"
