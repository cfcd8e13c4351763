"""Keeps one desk and its service in step while the desk is open, in tasks of its own."""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, suppress
from typing import Final, NamedTuple

from app.errors import BadInput, DeskError, NotAllowed
from app.observers import Watchers
from app.ports import SyncEvent, SyncStatus
from app.sync.receiving import Receiving
from app.sync.sending import LogSending

_AGAIN_SECONDS: Final = (1.0, 8.0)
_JITTER: Final = 0.2
_GOODBYE_SECONDS: Final = 2.0

log = logging.getLogger(__name__)

Signals = Callable[[], AsyncIterator[None]]


class Met(NamedTuple):
    """What there is once the service has said whose the token is."""

    sending: LogSending
    receiving: Receiving
    changed_there: Signals


Watcher = Callable[[SyncStatus], None]


class ConversationSync:
    """Owns two tasks: one sends what is said here, one takes in what the service tells.

    `prepare` gets what is needed to ask at all, which may wait for the person, and raises
    `BadInput` where there is none; `meet` asks the service whose the token is; `changed_here` says
    when there may be something to send, `waits` whether there is; `look` finds out, before each new
    try, whether the service is back sooner than was thought. Nobody waits for any of it; what
    goes wrong is in `status`, and tried again for as long as the desk is open.
    """

    def __init__(
        self,
        service: str,
        *,
        prepare: Callable[[], Awaitable[object]],
        meet: Callable[[], Awaitable[Met]],
        changed_here: Signals,
        waits: Callable[[], Awaitable[bool]],
        look: Callable[[], Awaitable[None]],
    ) -> None:
        self._service = service
        self._prepare = prepare
        self._meet = meet
        self._changed_here = changed_here
        self._waits = waits
        self._look = look
        self._met: Met | None = None
        self._status = SyncStatus("connecting")
        self._well = {"meet": False, "send": False, "receive": False}
        self._watchers: Watchers[SyncStatus] = Watchers()
        self._hearers: Watchers[SyncEvent] = Watchers()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def service(self) -> str:
        """The address of the service."""
        return self._service

    @property
    def status(self) -> SyncStatus:
        """How far the desk is in step, as last found out."""
        return self._status

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Call `watcher` with each new status; return how to stop it."""
        return self._watchers.add(watcher)

    def watch_events(self, watcher: Callable[[SyncEvent], None]) -> Callable[[], None]:
        """Call `watcher` with what a person should hear; return how to stop it."""
        return self._hearers.add(watcher)

    def happened(self, event: SyncEvent) -> None:
        """Tell what a person should hear."""
        self._hearers.tell(event)

    def start(self) -> None:
        """Begin, in the background."""
        self._task = asyncio.create_task(self._run(), name="sync")

    async def aclose(self) -> None:
        """Send what is to be sent, if that takes no time; then end."""
        if self._met is not None and self._status.state == "in_step":
            with suppress(TimeoutError, DeskError):
                async with asyncio.timeout(_GOODBYE_SECONDS):
                    await self._met.sending.catch_up()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._watchers.clear()
        self._hearers.clear()

    async def _run(self) -> None:
        try:
            await self._prepare()
        except BadInput as error:
            # Not tried again: the system would ask the person each time.
            await self._failed("meet", error)
            return
        await self._until_done("meet", self._get_to_know)
        met = self._met
        assert met is not None
        both = [
            asyncio.create_task(self._keep("send", self._changed_here, met.sending.catch_up)),
            asyncio.create_task(self._keep("receive", met.changed_there, met.receiving.catch_up)),
        ]
        try:
            await asyncio.gather(*both)
        finally:
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    async def _get_to_know(self) -> None:
        self._met = await self._meet()

    async def _keep(
        self, name: str, signals: Signals, catch_up: Callable[[], Awaitable[None]]
    ) -> None:
        async with aclosing(signals()) as changed:  # type: ignore[type-var]
            async for _ in changed:
                await self._until_done(name, catch_up)

    async def _until_done(self, name: str, catch_up: Callable[[], Awaitable[None]]) -> None:
        again = _AGAIN_SECONDS[0]
        while True:
            try:
                await catch_up()
            except DeskError as error:
                await self._failed(name, error)
            except Exception as error:
                log.exception("the conversations are not brought in step")
                await self._failed(name, DeskError(f"{type(error).__name__}: {error}"))
            else:
                await self._succeeded(name)
                return
            # The other one may have got through meanwhile: then this one will too.
            self._wake.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(again * random.uniform(1 - _JITTER, 1 + _JITTER)):  # noqa: S311
                    await self._wake.wait()
            await self._look()
            again = min(2 * again, _AGAIN_SECONDS[1])

    async def _succeeded(self, name: str) -> None:
        self._well[name] = True
        self._wake.set()
        if all(self._well.values()):
            self._tell(SyncStatus("in_step"))

    async def _failed(self, name: str, error: DeskError) -> None:
        self._well[name] = False
        log.info("not in step (%s): %s", name, error)
        waits = False
        with suppress(DeskError):
            waits = await self._waits()
        refused = isinstance(error, NotAllowed | BadInput)
        self._tell(SyncStatus("refused" if refused else "offline", waits, error))

    def _tell(self, status: SyncStatus) -> None:
        if status == self._status:
            return
        self._status = status
        self._watchers.tell(status)
