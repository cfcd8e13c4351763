"""Artifacts of delegates become the orchestrator's own: each under the step it came from."""

from collections.abc import Awaitable, Callable, Sequence

from a2a.types import Part as WirePart

from agents.answering.artifacts import json_part
from agents.orchestrator.outcomes import StepOutcome
from app.domain.messages import DataPart, FilePart, Part, TextPart

_OWN = frozenset({"answer", "steps", "plan", "delegation"})
_ASKED = frozenset({"narrow", "additions", "offers", "runs_sql"})
MOST_BYTES = 8_000_000


Adding = Callable[[str, str, Sequence[WirePart]], Awaitable[None]]
"""Adds an artifact: its id within the task, its name, its parts."""


async def forward(outcome: StepOutcome, add: Adding) -> None:
    """Hand on what a delegate made beside its words: tables, charts, queries, files."""
    if outcome.answer is None:
        return
    left = MOST_BYTES
    for artifact in outcome.answer.artifacts:
        if artifact.name in _OWN:
            continue
        told = map(_only_told, artifact.parts) if artifact.name == "frame" else artifact.parts
        parts = [wire_part(part) for part in told]
        left -= sum(part.ByteSize() for part in parts)
        if left < 0:
            return
        await add(f"{outcome.step}-{artifact.name or artifact.artifact_id}", artifact.name, parts)


def _only_told(part: Part) -> Part:
    """What was understood, without what is asked of whoever understood it: of others it would be
    refused, and the orchestrator takes no edits of queries."""
    if not isinstance(part, DataPart) or not isinstance(part.data, dict):
        return part
    told = {key: value for key, value in part.data.items() if key not in _ASKED}
    if isinstance(chips := told.get("chips"), list):
        told["chips"] = [
            {key: value for key, value in chip.items() if key != "edits"}
            if isinstance(chip, dict) else chip
            for chip in chips
        ]  # fmt: skip
    return part.model_copy(update={"data": told})


def wire_part(part: Part) -> WirePart:
    """Return a part as A2A has it."""
    match part:
        case TextPart():
            return WirePart(text=part.text, media_type=part.media_type)
        case DataPart():
            return json_part(part.data, part.media_type)
        case FilePart():
            if part.content is not None:
                return WirePart(raw=part.content, media_type=part.media_type, filename=part.name)
            return WirePart(url=part.url or "", media_type=part.media_type, filename=part.name)
