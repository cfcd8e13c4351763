"""Webhooks of tasks: called in order, again when they fail, and never inside a private network.

A2A 1.0, sections 4.3.3 and 13.2: at least one attempt, back-off, a timeout; addresses are resolved
once, checked, and what was checked is what is connected to.
"""

import asyncio
import ipaddress
import json
import logging
import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

import httpx
from a2a.server.tasks import (
    InMemoryPushNotificationConfigStore,
    PushNotificationConfigStore,
    PushNotificationSender,
)
from a2a.server.tasks.push_notification_sender import PushNotificationEvent
from a2a.types import TaskPushNotificationConfig
from a2a.utils.errors import InvalidParamsError
from a2a.utils.proto_utils import to_stream_response

from transport.protocol.json_text import to_json

RETRY_DELAYS = (1.0, 4.0, 15.0, 60.0)  # seconds between attempts
ATTEMPT_SECONDS = 15.0
_MAX_WAITING = 10_000
_MAX_DEPTH_OF_LOG = 200
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")  # RFC 6052: an IPv4 address behind a gateway

log = logging.getLogger(__name__)


class WaitingCalls(Protocol):
    """Where calls to webhooks stand until they are made, so that a new process makes them."""

    async def add(self, config: bytes, body: bytes) -> int:
        """Keep a call until it is done; return its number."""
        ...

    async def done(self, number: int) -> None:
        """Forget a call."""
        ...

    async def left_behind(self) -> Sequence[tuple[int, bytes, bytes]]:
        """Take over the calls of processes that are gone: number, webhook and body, in order."""
        ...


@dataclass
class WebhookCalls:
    """How many calls wait, and what became of the others, since this process began."""

    waiting: int = 0
    delivered: int = 0
    failed: int = 0  # refused for good, or not taken at the last attempt
    dropped: int = 0  # too many waited for one webhook
    retries: int = 0


class _Call(NamedTuple):
    config: TaskPushNotificationConfig
    body: bytes
    number: int | None


class WebhookAddresses:
    """Says where webhooks may be; owns nothing but the choice of whoever runs the server."""

    def __init__(self, *, allow_private: bool) -> None:
        """With `allow_private` any address will do: for tests, and networks of one's own."""
        self._allow_private = allow_private

    async def allowed(self, url: str) -> bool:
        """Return True; raises `InvalidParamsError` that says why it may not have this address."""
        # Where any address will do, a name may as well be one that is set up later.
        found = _read(url) if self._allow_private else await self.resolve(url)
        if isinstance(found, Refused):
            raise InvalidParamsError(f"The webhook cannot be called: {found.why}")
        return True

    async def resolve(self, url: str) -> "str | Refused":
        """Return the IP address to connect to, or why it may not be called."""
        read = _read(url)
        if isinstance(read, Refused):
            return read
        host, port = read
        try:
            resolved = await asyncio.get_running_loop().getaddrinfo(
                host, port, type=socket.SOCK_STREAM
            )
        except (OSError, UnicodeError):
            return Refused(f"the name {host} does not resolve.", lasting=False)
        addresses = [str(one[4][0]) for one in resolved]
        if not self._allow_private and not all(map(_is_public, addresses)):
            return Refused(f"{host} is in a private network, which is not called here.")
        return addresses[0]


class Refused(NamedTuple):
    """Why a webhook is not called, and whether that is so for good."""

    why: str
    lasting: bool = True


def _read(url: str) -> tuple[str, int] | Refused:
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        return Refused("its address cannot be read.")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return Refused("its address does not begin with https:// and a name.")
    if parts.username:
        return Refused("its address holds a user name; credentials go into `authentication`.")
    return parts.hostname, port


class WebhookSender(PushNotificationSender):
    """Owns what waits to be told to each webhook: a queue and a task.

    An event waits until the one before it was taken, or given up after the last attempt. Without
    `configs` webhooks are in memory; what waits in `calls` is told by the next process.
    """

    def __init__(
        self,
        *,
        client: httpx.AsyncClient,
        addresses: WebhookAddresses,
        retry_delays: Sequence[float] = RETRY_DELAYS,
        configs: PushNotificationConfigStore | None = None,
        calls: WaitingCalls | None = None,
    ) -> None:
        self._client = client
        self.configs = configs or InMemoryPushNotificationConfigStore()
        self.calls = WebhookCalls()
        self._calls = calls
        self._addresses = addresses
        self._retry_delays = tuple(retry_delays)
        self._queues: dict[tuple[str, str, str], asyncio.Queue[_Call]] = {}
        self._tasks: dict[tuple[str, str, str], asyncio.Task[None]] = {}

    async def send_notification(self, task_id: str, event: PushNotificationEvent) -> None:
        """Let the webhooks of a task be told of an event; returns when that is kept, if it is."""
        configs = await self.configs.get_info_for_dispatch(task_id)
        if not configs:
            return
        value = to_json(to_stream_response(event))
        body = json.dumps(value, ensure_ascii=False).encode()
        for config in configs:
            number = None
            if self._calls is not None:
                number = await self._calls.add(config.SerializeToString(), body)
            await self._let_be_told(_Call(config, body, number))

    async def take_over(self) -> None:
        """Tell what processes that are gone have left to be told."""
        if self._calls is None:
            return
        for number, config, body in await self._calls.left_behind():
            call = _Call(TaskPushNotificationConfig.FromString(config), body, number)
            await self._let_be_told(call)

    async def _let_be_told(self, call: _Call) -> None:
        key = (call.config.task_id, call.config.id, call.config.url)
        queue = self._queues.get(key)
        if queue is None:
            queue = self._queues[key] = asyncio.Queue(_MAX_WAITING)
            self._tasks[key] = asyncio.create_task(self._tell(key, queue), name="webhook")
        try:
            queue.put_nowait(call)
            self.calls.waiting += 1
        except asyncio.QueueFull:
            self.calls.dropped += 1
            log.error("The webhook of task %s is too slow: an event is not told", key[0])
            await self._done(call)

    async def _done(self, call: _Call) -> None:
        if self._calls is not None and call.number is not None:
            await self._calls.done(call.number)

    async def aclose(self, seconds: float) -> None:
        """Wait that long for what is still to be told, then stop; idempotent."""
        tasks = list(self._tasks.values())
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def _tell(self, key: tuple[str, str, str], queue: "asyncio.Queue[_Call]") -> None:
        try:
            while not queue.empty():
                call = queue.get_nowait()
                delivered = await self._delivered(call)
                self.calls.waiting -= 1
                if delivered:
                    self.calls.delivered += 1
                else:
                    self.calls.failed += 1
                    log.warning("The webhook of task %s was not reached; given up", key[0])
                await self._done(call)
        finally:
            self._queues.pop(key, None)
            self._tasks.pop(key, None)

    async def _delivered(self, call: _Call) -> bool:
        for attempt, delay in enumerate((0.0, *self._retry_delays)):
            await asyncio.sleep(delay)
            self.calls.retries += attempt > 0
            outcome = await self._attempt(call)
            if outcome is not None:
                return outcome
        return False

    async def _attempt(self, call: _Call) -> bool | None:
        """Call once: True when it was taken, False when it never will be, None to try again."""
        url = httpx.URL(call.config.url)
        address = await self._addresses.resolve(call.config.url)
        if isinstance(address, Refused):
            log.info("The webhook of task %s: %s", call.config.task_id, address.why)
            return False if address.lasting else None
        request = self._client.build_request(
            "POST",
            url.copy_with(host=address),
            content=call.body,
            headers={"Host": url.netloc.decode(), **_headers(call.config)},
            timeout=ATTEMPT_SECONDS,
            extensions={"sni_hostname": url.host},
        )
        try:
            response = await self._client.send(request, stream=True)
        except httpx.HTTPError as error:
            said = str(error)[:_MAX_DEPTH_OF_LOG] or type(error).__name__
            log.info("The webhook of task %s: %s", call.config.task_id, said)
            return None
        with suppress(httpx.HTTPError):
            await response.aclose()
        if response.is_success:
            return True
        retried = response.status_code in (408, 425, 429) or response.status_code >= 500
        return None if retried else False


def webhook_client() -> httpx.AsyncClient:
    """Return the client for webhooks, which the caller closes: no redirects, no proxies."""
    return httpx.AsyncClient(follow_redirects=False, trust_env=False)


def _headers(config: TaskPushNotificationConfig) -> dict[str, str]:
    headers = {"Content-Type": "application/a2a+json", "User-Agent": "balance-desk"}
    if config.token:
        headers["X-A2A-Notification-Token"] = config.token
    authentication = config.authentication
    if authentication.scheme and authentication.credentials:
        headers["Authorization"] = f"{authentication.scheme} {authentication.credentials}"
    return headers


def _is_public(text: str) -> bool:
    address = ipaddress.ip_address(text.split("%", 1)[0])
    if isinstance(address, ipaddress.IPv6Address):
        within = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
        if address in _TRANSLATED:
            within.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        inner = [one for one in within if one is not None]
        if inner and address.ipv4_mapped is None and not all(map(_is_global, inner)):
            return False
        address = address.ipv4_mapped or address
    return _is_global(address)


def _is_global(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    return address.is_global and not (address.is_multicast or address.is_reserved)
