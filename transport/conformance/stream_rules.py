"""The order of a stream: what may begin it, what may follow, what must not come after its end.

Events are the JSON objects of `StreamResponse`. The same rules mark what a desk has recorded.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from a2a.types import SendMessageResponse, StreamResponse

from app.domain.conformance import Finding
from transport.conformance.json_form import departures, dicts
from transport.conformance.rules import finding
from transport.protocol.operations import SUBSCRIBE_TO_TASK

ENDED = frozenset(f"TASK_STATE_{name}" for name in ("COMPLETED", "FAILED", "CANCELED", "REJECTED"))
WAITING = frozenset({"TASK_STATE_INPUT_REQUIRED", "TASK_STATE_AUTH_REQUIRED"})
_SUBMITTED = "TASK_STATE_SUBMITTED"


class StreamRules:
    """Owns what one stream, or one answer to a message, has told so far."""

    def __init__(
        self, method: str, *, context_id: str = "", form: bool = True, joined: bool = False
    ) -> None:
        """`context_id` is the client's, if it gave one; without `form` only the order counts.

        What is `joined` in the middle may begin with anything.
        """
        self._joined = joined
        self._method = method
        self._given = context_id
        self._form = form
        self._count = 0
        self._stamp = ""
        self.task_id = ""
        self.context_id = ""
        self.state = ""
        self.message: dict[str, Any] | None = None
        self.artifacts: dict[str, bool] = {}  # id → whether its last chunk was sent
        self._parts: dict[str, list[dict[str, Any]]] = {}  # id → what was sent of it

    @property
    def ended(self) -> bool:
        """Whether nothing more may come."""
        return self.state in ENDED or self.message is not None

    @property
    def settled(self) -> bool:
        """Whether nothing more has to come."""
        return self.ended or self.state in WAITING

    def take(self, event: Any) -> list[Finding]:
        """Take in the next event and return what is wrong with it, here."""
        self._count += 1
        where = f"{self._method} event {self._count}"
        found = departures(event, StreamResponse, where) if self._form else []
        if isinstance(event, dict):
            found += self._order(event, where)
        return found

    def take_answer(self, answer: Any) -> list[Finding]:
        """Take in the answer to a message that is not a stream; return what is wrong with it."""
        where = self._method
        found = departures(answer, SendMessageResponse, where) if self._form else []
        if isinstance(answer, dict):
            found += self._order(answer, where)
        return found

    def differing(self, task: Mapping[str, Any]) -> list[str]:
        """Return the ids of artifacts that were told here, but not so in a task; none if `joined`.

        What a task holds that has not ended may have changed since then: it is only there or not.
        """
        there = {str(one.get("artifactId")): one for one in dicts(task.get("artifacts"))}
        return [
            name
            for name, parts in self._parts.items()
            if name not in there
            or (
                self.state in ENDED and _content(parts) != _content(dicts(there[name].get("parts")))
            )
        ]

    def closed(self) -> list[Finding]:
        """Return what is wrong with a stream that has been closed now."""
        if not self._count:
            return [finding("stream.empty", self._method)]
        if not self.settled:
            return [finding("stream.unsettled", f"{self._method}, last state {self.state or '–'}")]
        return []

    def _order(self, event: dict[str, Any], where: str) -> list[Finding]:
        kind = next((one for one in _KINDS if isinstance(event.get(one), dict)), None)
        if kind is None:
            return []
        told: dict[str, Any] = event[kind]
        found = []
        if self._count <= 1 and kind not in ("task", "message") and not self._joined:
            found.append(finding("stream.first", f"{where}.{kind}"))
        if self._count <= 1 and self._method == SUBSCRIBE_TO_TASK and kind != "task":
            found.append(finding("stream.subscribed", f"{where}.{kind}"))
        if self.message is not None or (kind == "message" and self._count > 1):
            found.append(finding("stream.message", f"{where}.{kind}"))
            return found
        if kind == "message":
            self.message = told
            return found + self._message(told, f"{where}.message", task_id="")
        task_id = told.get("id") if kind == "task" else told.get("taskId")
        found += self._ids(task_id, told.get("contextId"), f"{where}.{kind}")
        if self.state in ENDED and not self._repeats(kind, told):
            found.append(finding("stream.after_end", f"{where}.{kind}", self.state))
            return found
        match kind:
            case "task":
                self._snapshot(told)
                found += self._status(told.get("status"), f"{where}.task.status")
                for number, one in enumerate(dicts(told.get("history"))):
                    found += self._said(one, f"{where}.task.history[{number}]")
            case "statusUpdate":
                found += self._status(told.get("status"), f"{where}.statusUpdate.status")
            case "artifactUpdate":
                found += self._artifact(told, f"{where}.artifactUpdate")
        return found

    def _repeats(self, kind: str, told: dict[str, Any]) -> bool:
        """Return whether an event says the end again, as section 11.7 allows of a task."""
        status = told.get("status")
        same = isinstance(status, dict) and status.get("state") == self.state
        return kind in ("task", "statusUpdate") and same

    def _ids(self, task_id: Any, context_id: Any, where: str) -> list[Finding]:
        found = []
        if isinstance(task_id, str) and task_id:
            if self.task_id and task_id != self.task_id:
                found.append(finding("stream.task_id", where, task_id))
            self.task_id = self.task_id or task_id
        if isinstance(context_id, str) and context_id:
            if self.context_id and context_id != self.context_id:
                found.append(finding("stream.context_id", where, context_id))
            elif self._given and context_id != self._given:
                found.append(finding("context.given", where, context_id))
                self._given = ""
            self.context_id = self.context_id or context_id
        return found

    def _snapshot(self, task: dict[str, Any]) -> None:
        for artifact in dicts(task.get("artifacts")):
            artifact_id = str(artifact.get("artifactId"))
            self.artifacts.setdefault(artifact_id, False)
            self._keep(artifact_id, artifact, append=False)

    def _status(self, status: Any, where: str) -> list[Finding]:
        if not isinstance(status, dict):
            return []
        found = []
        state, stamp = status.get("state"), status.get("timestamp")
        if isinstance(stamp, str):
            if moment(stamp) < moment(self._stamp):
                found.append(finding("status.order", f"{where}.timestamp", stamp))
            self._stamp = stamp
        message = status.get("message")
        if isinstance(state, str):
            if state == _SUBMITTED and self.state not in ("", _SUBMITTED):
                found.append(finding("status.back", where, f"{self.state} → {state}"))
            if state in WAITING and not isinstance(message, dict):
                rule = "status.sign_in" if state.endswith("AUTH_REQUIRED") else "status.question"
                found.append(finding(rule, where, state))
            self.state = state
        if isinstance(message, dict):
            found += self._message(message, f"{where}.message", task_id=self.task_id)
        return found

    def _artifact(self, told: dict[str, Any], where: str) -> list[Finding]:
        artifact = told.get("artifact")
        if not isinstance(artifact, dict):
            return []
        found = []
        artifact_id = str(artifact.get("artifactId"))
        if told.get("append") is True:
            if artifact_id not in self.artifacts and self._joined:
                pass  # it may have been begun before
            elif artifact_id not in self.artifacts:
                found.append(finding("artifact.append", where, artifact_id))
            elif self.artifacts[artifact_id]:
                found.append(finding("artifact.last_chunk", where, artifact_id))
        self.artifacts[artifact_id] = told.get("lastChunk") is True
        self._keep(artifact_id, artifact, append=told.get("append") is True)
        return found

    def _keep(self, artifact_id: str, artifact: dict[str, Any], *, append: bool) -> None:
        if not self._joined:
            before = self._parts.get(artifact_id, []) if append else []
            before += dicts(artifact.get("parts"))
            self._parts[artifact_id] = before

    def _message(self, message: dict[str, Any], where: str, *, task_id: str) -> list[Finding]:
        found = []
        if message.get("role") == "ROLE_USER":
            found.append(finding("message.role", f"{where}.role", "ROLE_USER"))
        if not task_id:
            context_id = message.get("contextId")
            if self._given and isinstance(context_id, str) and context_id not in ("", self._given):
                found.append(finding("context.given", f"{where}.contextId", context_id))
            self.context_id = self.context_id or str(context_id or "")
        return found + self._said(message, where)

    def _said(self, message: dict[str, Any], where: str) -> list[Finding]:
        """Return what is wrong with the ids of a message that belongs to this task."""
        found = []
        for name, own in (("taskId", self.task_id), ("contextId", self.context_id)):
            said = message.get(name)
            if own and isinstance(said, str) and said not in ("", own):
                found.append(finding("message.ids", f"{where}.{name}", said))
        return found


_KINDS = ("task", "message", "statusUpdate", "artifactUpdate")


def _content(parts: Iterable[Mapping[str, Any]]) -> list[tuple[str, Any]]:
    """Return what parts say: text is one wherever it is cut, and a file may move to an address."""
    found: list[tuple[str, Any]] = []
    for part in parts:
        if text := part.get("text"):
            before = found.pop()[1] if found and found[-1][0] == "text" else ""
            found.append(("text", f"{before}{text}"))
        elif "data" in part:
            found.append(("data", part["data"]))
        elif "text" not in part:
            found.append(("file", None))
    return found


def moment(stamp: str) -> str:
    """Return a timestamp in a form in which earlier ones sort before later ones."""
    whole, _, fraction = stamp.rstrip("Z").partition(".")
    return f"{whole}.{fraction:0<9}"
