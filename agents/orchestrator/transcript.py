"""What the orchestrator and its delegates say to each other is taken down, each word under its own.

A request to a delegate hangs on the person's request, what the delegate answers on the request to
it: `request (person) ← request (to the delegate) ← decision, response or error (the delegate's)`.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from pydantic import JsonValue

from agents.orchestrator.delegation import DelegatedMessage
from agents.orchestrator.outcomes import StepOutcome
from app.domain.messages import DataPart
from app.domain.tasks import DECISIONS
from app.ports import Notes

NAME: Final = "orchestrator"


class Noting:
    """Owns the ids under which one turn of the orchestrator is found in the stream log."""

    def __init__(
        self, notes: Notes | None, *, context_id: str, task_id: str, message_id: str
    ) -> None:
        self._notes = notes
        self._message_id = message_id
        self._ids = {"context_id": context_id, "task_id": task_id}

    def asks(self, asked: DelegatedMessage, files: Sequence[str] = ()) -> None:
        """Take down what a delegate is asked, and the names of the files that go along."""
        about = self._about(asked)
        if files:
            about["attached"] = list(files)
        self._note(NAME, asked.agent, "request", asked.text, about)

    def says(self, asked: DelegatedMessage, outcome: StepOutcome, words: str) -> None:
        """Take down what a delegate decided, and its answer, or why there is none."""
        about = self._about(asked)
        if outcome.task_id:
            about["delegate_task_id"] = outcome.task_id
        for name, content in _decisions(outcome):
            self._note(asked.agent, None, "decision", content, {**about, "artifact": name})
        kind = "response" if outcome.good or outcome.waits else "error"
        self._note(asked.agent, NAME, kind, words, about)

    def not_stopped(self, agent: str, why: str) -> None:
        """Take down that a delegate's task, which nobody waits for, could not be stopped."""
        about: dict[str, JsonValue] = {"agent": agent, "message_id": self._message_id}
        self._note(agent, NAME, "error", why, about)

    def _about(self, asked: DelegatedMessage) -> dict[str, JsonValue]:
        return {
            "agent": asked.agent,
            "message_id": asked.message_id,
            "asked_for": self._message_id,
        }

    def _note(
        self,
        from_agent: str,
        to_agent: str | None,
        kind: str,
        content: JsonValue,
        about: Mapping[str, JsonValue],
    ) -> None:
        if self._notes is not None:
            self._notes.note(
                from_agent=from_agent,
                to_agent=to_agent,
                msg_type=kind,
                content=content,
                metadata={**self._ids, **about},
            )


def _decisions(outcome: StepOutcome) -> list[tuple[str, JsonValue]]:
    """Return what a delegate said it decided: the name of the artifact, and its value."""
    found: list[tuple[str, JsonValue]] = []
    for artifact in outcome.answer.artifacts if outcome.answer is not None else ():
        if artifact.name in DECISIONS:
            values = [part.data for part in artifact.parts if isinstance(part, DataPart)]
            content = values[0] if len(values) == 1 else values or artifact.text
            if content:
                found.append((artifact.name, content))
    return found
