"""The frames behind what a window shows, and the forms in which they are taken away."""

from collections.abc import Sequence
from typing import Literal

from app.domain.frames import Frame
from app.ports import AgentLink

Form = Literal["json", "curl", "pytest"]


def frames_of(link: AgentLink, holding: str = "") -> Sequence[Frame]:
    """Return what went over a link, oldest first: all, or the exchanges that hold an id.

    The id is that of a message, a task or a context. A link that keeps nothing has no frames.
    """
    recording = getattr(link, "recording", None)
    return recording.frames(holding=holding) if recording is not None else ()


def copied(frames: Sequence[Frame], form: Form, *, redact: bool = True) -> str:
    """Return the frames as JSON lines (which can be replayed), as `curl`, or as a pytest case."""
    from transport import recorded_forms

    match form:
        case "json":
            return recorded_forms.as_json_lines(frames, redact=redact)
        case "curl":
            return recorded_forms.as_curl(frames, redact=redact)
        case "pytest":
            return recorded_forms.as_test(frames, redact=redact)
