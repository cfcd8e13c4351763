"""Clients that write to the service, over HTTP and over queues, at a rate that waits for nobody.

Each conversation has one who writes: a message is sent once the one before is acknowledged, and
again, under its id, until it is. How late it is counts from when it was due.
"""

import asyncio
import logging
import time
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any

from app.conversations.protocol.queue_names import STORE
from app.conversations.service.queues.redis_queues import RedisQueues
from app.conversations.service.queues.requester import QueueRequester
from app.errors import DeskError
from benchmarks._load import BROKEN, REFUSED, Line, Taken, open_loop
from tests.live.nginx import Nginx
from tests.patience import PATIENCE

log = logging.getLogger(__name__)

_PAUSE_SECONDS = 0.2
_SLOW_SECONDS = 3.0
_ANSWER_SECONDS = 20.0
_AGAIN = (REFUSED, BROKEN, 429, 502, 503, 504)
"""No answer, too many, none to the proxy, not now, not in time: what a client tries again."""


class _Refused(Exception):
    """It is of no use to try it again; the message is the answer."""


@dataclass
class Talk:
    """A conversation: what was acknowledged, in order, and how its next message is sent."""

    name: str
    add: Callable[["Talk", str], Awaitable[str]]
    said: list[str] = field(default_factory=list)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def path(self) -> str:
        """Where its messages are."""
        return f"/api/v1/conversations/{self.name}/messages"


class Traffic:
    """Owns the connections of all who write.

    `refused` counts answers after which a message was tried again, `failed` those after which it
    was given up.
    """

    def __init__(self, proxy: Nginx, token: str, redis: str) -> None:
        self.refused: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.talks: dict[str, list[Talk]] = {}
        self._headers = {"Authorization": f"Bearer {token}"}
        self._proxy = proxy
        self._lines: dict[str, Line] = {}
        self._queues = RedisQueues(redis)
        self._requester = QueueRequester(self._queues, tenant="acme", token=token)

    async def begin(self, over_http: int, over_queues: int) -> None:
        """Make the conversations."""
        await self._requester.start()
        wanted = {"HTTP": (self._by_http, over_http), "queues": (self._by_queue, over_queues)}
        self.talks = {
            way: [Talk(f"{way}-{number}", add) for number in range(many)]
            for way, (add, many) in wanted.items()
        }
        for talk in chain(*self.talks.values()):
            line = Line(self._proxy.url, self._headers, self._proxy.trust)
            self._lines[talk.name] = line
            body = {"id": talk.name, "user_id": "bob"}
            status, said = await line.ask("POST", "/api/v1/conversations", body)
            assert status == 201, said

    async def run(self, *, rate: float, seconds: float) -> dict[str, Taken]:
        """Write for so long, and until all that was begun is acknowledged; return what became.

        Each conversation gets its share of the messages.
        """
        taken = await asyncio.gather(
            *(
                open_loop(
                    partial(self._write, talks),
                    rate=rate * len(talks) / sum(map(len, self.talks.values())),
                    seconds=seconds,
                )
                for talks in self.talks.values()
            )
        )
        return dict(zip(self.talks, taken, strict=True))

    async def aclose(self) -> None:
        """Close what is open."""
        for line in self._lines.values():
            line.close()
        await self._requester.aclose()
        await self._queues.aclose()

    async def _write(self, talks: Sequence[Talk], number: int) -> int:
        talk = talks[number % len(talks)]
        async with talk.turn:
            content, begun = f"{talk.name}.{len(talk.said)}", time.monotonic()
            try:
                while word := await talk.add(talk, content):
                    if time.monotonic() - begun > PATIENCE:
                        raise _Refused(word)
                    self.refused[word] += 1
                    await asyncio.sleep(_PAUSE_SECONDS)
            except _Refused as error:
                self.failed[str(error)] += 1
                return 500
            talk.said.append(content)
            if (took := time.monotonic() - begun) > _SLOW_SECONDS:
                log.info("%s took %.1f s", content, took)
        return 201

    async def _by_http(self, talk: Talk, content: str) -> str:
        """Ask through the proxy; return why not, or nothing."""
        line = self._lines[talk.name]
        message: dict[str, Any] = {"id": content, "role": "user", "content": content}
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                status, raw = await line.ask("POST", talk.path, {"message": message})
        except TimeoutError:
            line.close()
            status = BROKEN
        if status in (200, 201):
            return ""
        if status not in _AGAIN:
            raise _Refused(f"{status} {raw[:200].decode(errors='replace')}")
        return str(status) if status > 0 else "no answer"

    async def _by_queue(self, talk: Talk, content: str) -> str:
        message = {"id": content, "role": "user", "content": content, "timestamp": _moment()}
        message |= {"content_type": "text/plain", "tokens": 1}
        try:
            answer = await self._requester.ask(
                STORE,
                {"message": message, "update_context": True, "important": False},
                conversation_id=talk.name,
                user_id="bob",
                agent_id="data",
                session_id="s",
                message_id=uuid.uuid5(uuid.NAMESPACE_OID, content),
                seconds=_ANSWER_SECONDS,
            )
        except DeskError as error:
            return f"queue: {type(error).__name__}"
        return "" if answer.status == "completed" else f"queue: {answer.payload.get('error')}"


def _moment() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
