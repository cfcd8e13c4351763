"""The asking side of the queues: a request is put there, its reply comes to this instance."""

import asyncio
import logging
import os
import uuid
from contextlib import aclosing
from datetime import timedelta
from typing import Any, Final

from app.conversations.protocol.envelope import (
    VERSION,
    BadEnvelope,
    Envelope,
    EnvelopeType,
    read_envelope,
)
from app.conversations.protocol.queue_names import (
    ORCHESTRATOR,
    REPLIES,
    REQUESTS,
    UPDATE,
    EnvelopeKind,
    reply_address,
)
from app.conversations.service.queues.port import Queues
from app.conversations.service.queues.signatures import sign
from app.domain.ids import utc_now
from app.errors import ServiceTimeout

SECONDS: Final = 10.0

log = logging.getLogger(__name__)


class QueueRequester:
    """Owns the reading of its replies, begun by `start`; the queues are the caller's.

    `token` signs what is asked, for queues that others can write to. Not for several event loops.
    """

    def __init__(
        self,
        queues: Queues,
        *,
        tenant: str,
        token: str = "",
        service: str = ORCHESTRATOR,
        instance: str | None = None,
    ) -> None:
        self._queues = queues
        self._tenant = tenant
        self._token = token
        self._service = service
        self._instance = instance or f"i{os.getpid()}-{os.urandom(6).hex()}"
        self._waiting: dict[str, asyncio.Future[Envelope]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to read replies; raises `ServiceTimeout`."""
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._reading = asyncio.create_task(self._read(begun), name="queue-replies")
        await asyncio.wait([begun, self._reading], return_when=asyncio.FIRST_COMPLETED)
        if not begun.done():
            begun.cancel()
            await self._reading

    async def ask(
        self,
        kind: EnvelopeKind,
        payload: dict[str, Any],
        *,
        conversation_id: str = "",
        user_id: str = "",
        agent_id: str = "",
        session_id: str = "",
        trace_id: str = "",
        message_id: uuid.UUID | None = None,
        priority: int = 5,
        seconds: float = SECONDS,
    ) -> Envelope:
        """Return the reply; raises `ServiceTimeout`, `RateLimitExceeded`.

        With the `message_id` of an earlier request it is the same request, done once.
        """
        correlation_id = str(uuid.uuid4())
        message_id = message_id or uuid.uuid4()
        now = utc_now()
        metadata = {
            "trace_id": trace_id or uuid.uuid4().hex,
            "session_id": session_id,
            "user_id": user_id,
            "agent_id": agent_id,
            "conversation_id": conversation_id,
            "reply_to": reply_address(UPDATE, self._instance),
        }
        envelope = Envelope(
            message_id=message_id,
            task_id=str(uuid.uuid5(message_id, "task")),
            tenant_id=self._tenant,
            correlation_id=correlation_id,
            created_at=now,
            expires_at=now + timedelta(seconds=seconds),
            schema_version=VERSION,
            status="pending",
            type=EnvelopeType(domain=kind.domain, action=kind.action),
            priority=priority,
            source_service=self._service,
            target_service=REQUESTS[kind].service,
            metadata={name: said for name, said in metadata.items() if said},
            payload=payload,
        )
        body = envelope.encode()
        waiting: asyncio.Future[Envelope] = asyncio.get_running_loop().create_future()
        self._waiting[correlation_id] = waiting
        try:
            async with asyncio.timeout(seconds):
                proof = sign(self._token, body) if self._token else None
                await self._queues.put(kind, body, proof=proof, tenant=self._tenant)
                return await waiting
        except TimeoutError as error:
            raise ServiceTimeout("The conversation service did not answer in time.") from error
        finally:
            del self._waiting[correlation_id]

    async def aclose(self) -> None:
        """End the reading; those that wait are left to their time."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)

    async def _read(self, begun: asyncio.Future[None]) -> None:
        addresses = [reply_address(kind, self._instance) for kind in REPLIES]
        async with aclosing(self._queues.answers(addresses)) as answers:
            async for body in answers:
                if body is None:
                    begun.set_result(None)
                    continue
                try:
                    answer = read_envelope(body)
                except BadEnvelope as error:
                    log.warning("a reply cannot be read: %s", error)
                    continue
                waiting = self._waiting.get(answer.correlation_id or "")
                if waiting is not None and not waiting.done():
                    waiting.set_result(answer)
