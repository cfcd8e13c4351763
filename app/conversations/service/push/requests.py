"""What a connected client says, and what it is answered: document 3, §5.2 and §5.4.

The document has no answer to a registration: ours is `subscription.registered`, with one of three
outcomes. `up_to_date`: nothing was missed. `replayed`: what was missed follows, in order.
`cannot_replay`: read all anew, for what was missed cannot be told; from the cursor on it can.
`task.cancel` is answered by `task.cancelled`, with `ahead` where no such task is known yet. What
cannot be done is answered by `system.error`.
"""

import time
from collections.abc import Callable
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from app.conversations.book.port import ConversationBook
from app.conversations.protocol.envelope import (
    BadEnvelope,
    Envelope,
    faults,
    printable,
    read_envelope,
    trace_of,
)
from app.conversations.protocol.payloads import error_payload, update_payload
from app.conversations.protocol.update_events import ALL, STATUS, TOPICS, envelope, event
from app.conversations.service.push.subscriptions import (
    LOST,
    RELOAD,
    ClientQueue,
    Hub,
    Subscription,
    TenantFeed,
)
from app.conversations.service.queues.worker import acting_for
from app.domain.book import NewConversation
from app.domain.changes import CannotReplay, ChangeFilters, Cursor, Replayed, UpToDate
from app.errors import DeskError
from app.system.json_log import TRACE, trace_given

MAX_SUBSCRIPTIONS: Final = 100


class _Filters(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    session_id: str | None = Field(default=None, max_length=255)
    conversation_id: str | None = Field(default=None, max_length=255)
    user_id: str | None = Field(default=None, max_length=255)
    not_origin: str | None = Field(default=None, max_length=255)


class _Registration(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    topics: tuple[str, ...] = Field(default=(), max_length=50)
    filters: _Filters = _Filters()
    since: str | None = Field(default=None, max_length=255)


class _Creation(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    conversation_id: str = Field(default="", max_length=200)
    agent_id: str = Field(default="", max_length=500)
    user_id: str | None = Field(default=None, max_length=200)
    title: str = Field(default="", max_length=1000)
    metadata: dict[str, Any] = Field(default_factory=dict)


class _Cancellation(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    task_id: str = Field(min_length=1, max_length=200)


class Requests:
    """Answers one connection's envelopes, one after the other."""

    def __init__(
        self,
        book: ConversationBook,
        hub: Hub,
        feed: TenantFeed,
        connection: ClientQueue,
        *,
        started: float,
        take: Callable[[], None] | None = None,
    ) -> None:
        """`take` counts a request of the tenant; it raises `RateLimitExceeded` for one too many."""
        self._book = book
        self._hub = hub
        self._feed = feed
        self._connection = connection
        self._started = started
        self._take = take

    async def take(self, raw: bytes) -> None:
        """Do what one envelope says, and answer it; each has a trace of its own."""
        sent: Envelope | None = None
        TRACE.set(trace_given(""))
        try:
            sent = read_envelope(raw)
            TRACE.set(trace_of(sent))
            if self._take is not None:
                self._take()
            await self._do(sent)
        except DeskError as error:
            self._answer(sent, "system", "error", error_payload(error), status="failed")
        except ValidationError as error:
            refusal = BadEnvelope(f"The payload has {faults(error)}.", key="payload")
            self._answer(sent, "system", "error", error_payload(refusal), status="failed")

    async def _do(self, sent: Envelope) -> None:
        caller = acting_for(self._connection.caller, sent)
        match sent.kind:
            case ("system", "ping"):
                self._answer(sent, "system", "status", self._status())
            case ("subscription", "register"):
                await self._register(sent, _Registration.model_validate(sent.payload))
            case ("session", "register"):
                wanted = _Registration.model_validate(sent.payload)
                session = sent.payload.get("session_id") or sent.said("session_id")
                if not isinstance(session, str):
                    raise BadEnvelope("There is no session_id to register.", key="payload")
                filters = wanted.filters.model_copy(update={"session_id": session})
                await self._register(sent, wanted.model_copy(update={"filters": filters}))
            case ("conversation", "create"):
                said = _Creation.model_validate(sent.payload)
                new = NewConversation(
                    id=said.conversation_id or sent.said("conversation_id") or "",
                    agent_id=said.agent_id or sent.said("agent_id") or "",
                    user_id=said.user_id,
                    title=said.title,
                    metadata=said.metadata,
                )
                made = await self._book.create(caller, new)
                self._answer(sent, "conversation", "update", update_payload("created", made))
            case ("task", "cancel"):
                asked = _Cancellation.model_validate(
                    {"task_id": sent.task_id, **sent.payload} if sent.task_id else sent.payload
                )
                task = await self._book.task_cancel(caller, asked.task_id)
                payload: dict[str, Any] = {"task_id": task.id, "status": str(task.state)}
                if not task.revision:
                    payload["ahead"] = True
                self._answer(sent, "task", "cancelled", payload, status=str(task.state))
            case _:
                raise BadEnvelope(
                    f"Nothing is done about {printable(str(sent.kind))} here.", key="type"
                )

    async def _register(self, sent: Envelope, wanted: _Registration) -> None:
        if len(self._connection.subscriptions) >= MAX_SUBSCRIPTIONS:
            raise BadEnvelope("There are too many subscriptions already.", key="payload")
        if unknown := [topic for topic in wanted.topics if topic not in TOPICS]:
            raise BadEnvelope(f"There is no topic {printable(unknown[0])}.", key="payload")
        topics = frozenset().union(*(TOPICS[topic] for topic in wanted.topics)) or ALL
        subscription = Subscription(topics, ChangeFilters(**wanted.filters.model_dump()))
        at = await self._feed.position()
        self._connection.subscriptions.append(subscription)
        if wanted.since is None:
            self._registered(sent, "up_to_date", at)
            self._go_live(subscription, at.seq)
            return
        since = Cursor.parse(wanted.since)
        if since is None:
            self._connection.subscriptions.remove(subscription)
            raise BadEnvelope("The cursor is none of this service.", key="payload")
        await self._resume(sent, subscription, since)

    async def _resume(self, sent: Envelope, subscription: Subscription, since: Cursor) -> None:
        found = await self._after(subscription, since)
        match found:
            case UpToDate():
                self._registered(sent, "up_to_date", since)
            case CannotReplay():
                self._registered(sent, "cannot_replay", found.cursor, reason=found.reason)
            case Replayed(changes=(), more=False):
                # What came since is none of what is wanted.
                self._registered(sent, "up_to_date", found.cursor)
            case Replayed():
                self._registered(sent, "replayed", since)
        began = isinstance(found, Replayed)
        while isinstance(found, Replayed):
            for change in found.changes:
                await self._connection.room()
                self._connection.tell(event(self._connection.caller.tenant, change))
            if not found.more:
                break
            found = await self._after(subscription, found.cursor)
        if isinstance(found, CannotReplay) and began:
            # The log was cut while it was told: what is missing is not passed over in silence.
            self._connection.end(RELOAD, LOST)
            return
        self._go_live(subscription, found.cursor.seq)

    async def _after(
        self, subscription: Subscription, cursor: Cursor
    ) -> Replayed | UpToDate | CannotReplay:
        topics = subscription.topics - {STATUS}
        if not topics:
            # None would mean all of them.
            return UpToDate(cursor)
        return await self._book.changes(
            self._connection.caller,
            since=cursor,
            topics=topics,
            filters=subscription.filters,
        )

    def _go_live(self, subscription: Subscription, after: int) -> None:
        for text in subscription.go_live(after):
            self._connection.tell(text)

    def _registered(self, sent: Envelope, outcome: str, cursor: Cursor, **more: Any) -> None:
        payload = {"outcome": outcome, "cursor": str(cursor), **more}
        self._answer(sent, "subscription", "registered", payload)

    def _status(self) -> dict[str, Any]:
        return {
            "status": "ok",
            "uptime_seconds": round(time.monotonic() - self._started, 3),
            "connections": self._hub.connected,
        }

    def _answer(
        self,
        sent: Envelope | None,
        domain: str,
        action: str,
        payload: dict[str, Any],
        *,
        status: str = "completed",
    ) -> None:
        metadata: dict[str, JsonValue] = {"trace_id": TRACE.get()}
        if sent is not None:
            metadata["in_reply_to"] = str(sent.message_id)
        self._connection.tell(
            envelope(
                self._connection.caller.tenant,
                domain,
                action,
                payload,
                metadata=metadata,
                correlation_id=sent.correlation_id if sent is not None else None,
                task_id=sent.task_id if sent is not None else None,
                status=status,
                target=sent.source_service if sent is not None else "unknown",
            )
        )
