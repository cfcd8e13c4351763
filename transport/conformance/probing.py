"""What the probes of one interface share: its wire, what was made before, what is refused.

What an agent does not offer, or has not made, is a reason to skip a probe, not a fault.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from app.domain.conformance import Finding
from app.domain.ids import new_message_id
from transport.conformance.failures import check_failure
from transport.conformance.json_form import as_dict, dicts
from transport.conformance.rules import finding
from transport.conformance.stream_rules import ENDED, WAITING, StreamRules
from transport.conformance.wires import Wire, WireReply

NOT_FOUND = frozenset({"TASK_NOT_FOUND"})
UNSUPPORTED = frozenset({"UNSUPPORTED_OPERATION"})
INVALID = frozenset({"INVALID_PARAMS"})
UNKNOWN_TASK = "balance-desk-check-no-such-task"
BARRED = "the agent lets in only those who have signed in: give --bearer-env"


class Skipped(Exception):
    """A probe cannot be made here; its text says why."""


class Probing:
    """Owns what the probes of one interface have made: tasks, contexts, what they were told."""

    def __init__(
        self, wire: Wire, card: Mapping[str, Any], *, messages: Sequence[str], webhook: str
    ) -> None:
        self.wire = wire
        self.webhook = webhook
        self.messages = messages
        capabilities = card.get("capabilities")
        self._said: Mapping[str, Any] | None = (
            capabilities if isinstance(capabilities, dict) else None
        )
        extensions = (self._said or {}).get("extensions")
        self.required = [
            str(one.get("uri"))
            for one in (extensions if isinstance(extensions, list) else [])
            if isinstance(one, dict) and one.get("required") is True
        ]
        self.heard: list[StreamRules] = []  # what each message has come to

    @property
    def ended(self) -> StreamRules:
        """Return a task that has ended; raises `Skipped`."""
        for one in self.heard:
            if one.task_id and one.state in ENDED:
                return one
        raise Skipped("no task of this agent has ended")

    @property
    def waiting(self) -> StreamRules:
        """Return a task that waits for somebody; raises `Skipped`."""
        for one in self.heard:
            if one.task_id and one.state in WAITING:
                return one
        raise Skipped("no task of this agent waits for anything")

    def offers(self, capability: str, reply: WireReply | None = None) -> bool:
        """Return whether the card offers it, or where there is none, whether the agent did it."""
        if self._said is not None:
            return self._said.get(capability) is True
        if reply is None:
            raise Skipped("no card says what the agent offers")
        return reply.failure is None

    async def ask(self, method: str, **params: Any) -> WireReply:
        """Ask with the extensions that the card requires."""
        return await self.wire.ask(method, params, extensions=",".join(self.required))

    def refused(self, reply: WireReply, expected: frozenset[str], where: str) -> list[Finding]:
        """Return what is wrong with a request that should have been refused with that error."""
        if reply.failure is None:
            if reply.lost:
                return reply.findings
            return [*reply.findings, finding("error.missing", where, reply.answer or reply.events)]
        wire = self.wire
        found = check_failure(reply.failure, where, http=wire.http, rpc=wire.rpc, expected=expected)
        # A stream that was refused need not be one.
        return [one for one in reply.findings if not one.rule.startswith("stream.")] + found

    def answered(self, reply: WireReply, where: str) -> list[Finding]:
        """Return the findings of an answer; raises `Skipped` for one that asks who we are."""
        failure = reply.failure
        if failure is None:
            return reply.findings
        if failure.bars:
            raise Skipped(BARRED)
        seen = {"code": failure.code, "reason": failure.reason, "message": failure.message}
        return [*reply.findings, finding("answer.expected", where, seen)]

    def told_task(self) -> StreamRules:
        """Return any task; raises `Skipped`."""
        for one in self.heard:
            if one.task_id:
                return one
        raise Skipped("the agent has made no task")


def message_of(text: str, **more: Any) -> dict[str, Any]:
    """Return a message of ours."""
    said = {"messageId": new_message_id(), "role": "ROLE_USER", "parts": [{"text": text}]}
    return {**said, **more}


def too_long(answer: Any, length: int, where: str) -> list[Finding]:
    """Return what is wrong with the history of an answer's task, of which so much was asked for."""
    told = len(dicts(as_dict(as_dict(answer).get("task")).get("history")))
    if told <= length:
        return []
    return [finding("history.limit" if length else "history.none", where, told)]


def tasks_of(page: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """Return the tasks of a page."""
    return dicts((page or {}).get("tasks"))


def state_of(task: Any) -> str:
    """Return the state of a task, empty where it has none."""
    return str(as_dict(as_dict(task).get("status")).get("state") or "")
