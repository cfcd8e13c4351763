"""What an executor is told of a request, and which messages never reach one.

What is not stated is not checked: a part without a media type, a card without modes.
"""

from collections.abc import Iterable

from a2a.server.agent_execution import RequestContext, SimpleRequestContextBuilder
from a2a.server.context import ServerCallContext
from a2a.types import AgentCard, Message, SendMessageRequest, Task
from a2a.utils.errors import (
    A2AError,
    ContentTypeNotSupportedError,
    ExtensionSupportRequiredError,
    InvalidParamsError,
    UnsupportedOperationError,
)

from agents.hosting.host_store import HostStore
from agents.hosting.messages_taken import MessagesTaken, TakenMessage
from agents.hosting.owners import owner_of
from agents.hosting.served_executor import MAX_TEXT_BYTES, ServedExecutor, text_bytes, too_large
from agents.hosting.statuses import RUNNING, TERMINAL
from agents.hosting.task_store import state_name
from app.domain.ids import FRESH_TASK_ID
from app.domain.messages import TABLE_MEDIA_TYPES

_SHORT = {"text": "text/*", "data": "application/json", "file": "*/*"}  # as agents of A2A 0.2 write
_OF_DIGEST = 12


def check_media_types(request: SendMessageRequest, card: AgentCard) -> None:
    """Raise `ContentTypeNotSupportedError` for parts, or wanted outputs, that the card excludes."""
    taken = _declared(card.default_input_modes, (skill.input_modes for skill in card.skills))
    for part in request.message.parts:
        if taken and part.media_type and not _any_fits([part.media_type], taken):
            endings = [one for one, kind in TABLE_MEDIA_TYPES.items() if kind in taken]
            kinds = f"files that end in {', '.join(endings)}" if endings else ", ".join(
                sorted(taken))  # fmt: skip
            raise ContentTypeNotSupportedError(
                f"{part.filename or 'This part'} is {part.media_type}, which is not taken here, but"
                f" {kinds}."
            )
    given = _declared(card.default_output_modes, (skill.output_modes for skill in card.skills))
    wanted = [mode for mode in request.configuration.accepted_output_modes if mode.strip()]
    if given and wanted and not _any_fits(wanted, given):
        raise ContentTypeNotSupportedError(
            f"None of {', '.join(wanted)} is given here, but {', '.join(sorted(given))}."
        )


def _declared(defaults: Iterable[str], of_skills: Iterable[Iterable[str]]) -> set[str]:
    return {*defaults, *(mode for modes in of_skills for mode in modes)}


def _any_fits(asked: Iterable[str], declared: Iterable[str]) -> bool:
    known = [_range(mode) for mode in declared]
    return any(_fit(_range(one), other) for one in asked for other in known)


def _fit(one: tuple[str, str], other: tuple[str, str]) -> bool:
    return all(a == b or "*" in (a, b) for a, b in zip(one, other, strict=True))


def _range(mode: str) -> tuple[str, str]:
    essence = mode.partition(";")[0].strip().lower()
    kind, _, subtype = _SHORT.get(essence, essence).partition("/")
    return kind, subtype or "*"


DIGEST = "balance_desk.digest"  # in the state of a call: which message it brings
CONTINUED = "balance_desk.continued"  # in the state of a call: the task that its message continues


class TakenBefore(Exception):
    """A message was sent a second time: what became of it stands in `taken`."""

    def __init__(self, taken: TakenMessage) -> None:
        super().__init__(taken.task_id)
        self.taken = taken


class HostRequestContexts(SimpleRequestContextBuilder):
    """Builds request contexts with the tasks that a message refers to.

    A message that names only its task belongs to the task's context (A2A 1.0, section 3.4.3; the
    SDK would invent another). One for a task that is being worked on is refused: the SDK would
    take it as the answer to a question that nobody has seen. One for a task that is over is
    refused here too: the SDK refuses it later, and leaves two asyncio tasks behind each time.
    """

    def __init__(
        self, store: HostStore, served: ServedExecutor, card: AgentCard, taken: MessagesTaken
    ) -> None:
        """The card says which extensions are needed, and which media types are taken."""
        super().__init__()
        self._required = required_extensions(card)
        self._card = card
        self._store = store
        self._served = served
        self._taken = taken

    async def build(
        self,
        context: ServerCallContext,
        params: SendMessageRequest | None = None,
        task_id: str | None = None,
        context_id: str | None = None,
        task: Task | None = None,
    ) -> RequestContext:
        """Return the context; raises A2A's errors for messages that cannot be taken.

        One that was taken before raises `TakenBefore`, where the call says which message it is.
        """
        if params is None:
            return await super().build(context, params, task_id, context_id, task)
        if lacking := self._required - context.requested_extensions:
            raise ExtensionSupportRequiredError(
                f"This agent needs clients that support {', '.join(sorted(lacking))}."
            )
        owner = owner_of(context)
        known = await self._store.read(task_id, owner) if task_id else None
        if known is not None:
            context_id = context_id or known.context_id
            context.state[CONTINUED] = known
            if DIGEST in context.state and _id_is_taken(known, params.message):
                # The SDK would leave what it says out of the task's history.
                params.message.message_id = own_id(params.message, context.state[DIGEST])
        fresh = context.state.get(FRESH_TASK_ID)
        request = await super().build(context, params, task_id or fresh, context_id, task)
        digest = context.state.get(DIGEST)
        if digest is not None:
            before = await self._taken.claim(owner, digest, request.task_id or "")
            # A wire that names the task may deliver one request again: that is the same task.
            if before is not None and before.task_id != fresh:
                raise TakenBefore(before)
        try:
            self._check(params, known)
        except A2AError:
            if digest is not None:
                await self._taken.release(owner, digest)
            raise
        for related in params.message.reference_task_ids:
            found = await self._store.read(related, owner)
            if found is not None:
                request.attach_related_task(found)
        return request

    def _check(self, params: SendMessageRequest, known: Task | None) -> None:
        if not all(part.WhichOneof("content") for part in params.message.parts):
            raise InvalidParamsError("A part of the message holds nothing: text, raw, url or data.")
        check_media_types(params, self._card)
        if known is None:
            return
        if known.status.state in RUNNING or known.id in self._served.running:
            raise UnsupportedOperationError(
                f"Task {known.id} is still being worked on. "
                "Wait for it, cancel it, or send the message without its task id."
            )
        if known.status.state in TERMINAL:
            raise UnsupportedOperationError(
                f"Task {known.id} is over ({state_name(known.status.state)}). "
                "Send the message without its task id."
            )
        if (size := text_bytes(params.message)) > MAX_TEXT_BYTES:
            raise InvalidParamsError(too_large(size))


def own_id(message: Message, digest: str) -> str:
    """Return the id of a message whose own another message of its task has already."""
    return f"{message.message_id}-{digest[:_OF_DIGEST]}"


def _id_is_taken(task: Task, message: Message) -> bool:
    said = [list(one.parts) for one in task.history if one.message_id == message.message_id]
    return bool(said) and list(message.parts) not in said


def required_extensions(card: AgentCard) -> frozenset[str]:
    """Return the extensions without which the agent takes no message."""
    return frozenset(one.uri for one in card.capabilities.extensions if one.required)
