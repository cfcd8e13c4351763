"""What aiokafka 0.14 does at the wrong moment, and what is done about it: each trap in one place.

Every guard has a test in `tests/unit/transport/kafka/test_kafka_guards.py` that fails without it.
The version is pinned, so that a new one is looked at before it is used.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import Any, TypeVar

from aiokafka import AIOKafkaConsumer, TopicPartition
from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.errors import (
    GroupCoordinatorNotAvailableError,
    GroupLoadInProgressError,
    KafkaConnectionError,
    KafkaError,
    NodeNotReadyError,
    NotCoordinatorForGroupError,
    for_code,
)
from aiokafka.protocol.commit import OffsetCommitRequest, OffsetFetchRequest
from aiokafka.protocol.metadata import MetadataRequest

log = logging.getLogger(__name__)

_QUIET_SECONDS = 30.0
_AGAIN_SECONDS = 6.0
_START_SECONDS = 2.0
_RESTART_SECONDS = (0.2, 0.5, 1.0, 2.0, 5.0)
_ASK_SECONDS, _ASK_PAUSE = 5.0, 0.1
_NOT_YET = (
    NodeNotReadyError,
    KafkaConnectionError,
    GroupCoordinatorNotAvailableError,
    GroupLoadInProgressError,
    NotCoordinatorForGroupError,
)

_Answer = TypeVar("_Answer")


async def started(client: Any, *, seconds: float = _START_SECONDS) -> None:
    """Start a consumer, a producer or an admin client; raises `KafkaError`.

    A start that is cancelled while it asks its first broker what there is forgets that connection,
    which nobody closes then. So it runs in a task of its own, which a cancellation lets come to its
    end for a bounded time; whoever began it stops the client. No report was found upstream.
    """
    starting = asyncio.ensure_future(client.start())
    try:
        await asyncio.shield(starting)
    except asyncio.CancelledError:
        await asyncio.wait({starting}, timeout=seconds)
        starting.cancel()
        await asyncio.wait({starting})
        if not starting.cancelled():
            starting.exception()
        raise


async def stopped(client: Any, *, seconds: float) -> bool:
    """Stop a consumer or producer; return whether it stopped by itself within that time.

    `stop()` may never return when the brokers are away, and may raise `CancelledError` into a
    caller whom nobody cancelled; then its sockets stay open:
    https://github.com/aio-libs/aiokafka/issues/773, …/issues/1013, …/issues/647. So it runs in a
    task of its own, for a bounded time, and the sockets are closed here.
    """
    stopping = asyncio.ensure_future(client.stop())
    done, _ = await asyncio.wait({stopping}, timeout=seconds)
    stopping.cancel()
    clean = bool(done) and not stopping.cancelled() and stopping.exception() is None
    if not clean:
        await asyncio.wait({stopping}, timeout=1.0)
        left = _tasks_of(client)
        for task in left:
            task.cancel()
        unsent = getattr(client, "_message_accumulator", None)
        if unsent is not None:
            unsent.fail_all(KafkaConnectionError("The producer was stopped"))
        inner = getattr(client, "_client", None) or getattr(client, "client", None)
        if inner is not None:
            closing = asyncio.ensure_future(inner.close())
            await asyncio.wait({closing}, timeout=1.0)
            closing.cancel()
        if left:
            # A producer's sender sees its requests to their end, which is that of the sockets.
            await asyncio.wait(left, timeout=1.0)
    return clean


def _tasks_of(client: Any) -> set[asyncio.Task[Any]]:
    """Return the tasks that a client still holds: a stop that is broken off leaves them."""
    parts = [getattr(client, name, None) for name in ("_coordinator", "_fetcher", "_sender")]
    held = [value for part in parts if part is not None for value in vars(part).values()]
    held += [one for value in held if isinstance(value, set) for one in value]
    return {one for one in held if isinstance(one, asyncio.Task) and not one.done()}


async def canceled(
    tasks: Collection["asyncio.Task[Any]"], *, again: float = _AGAIN_SECONDS
) -> None:
    """Cancel tasks and wait until all have ended.

    aiokafka awaits by `asyncio.wait_for`, which before Python 3.12 loses a cancellation that comes
    just as the awaited thing is done: https://github.com/python/cpython/issues/86296. So those that
    go on after `again` seconds, by when they have tidied up, are cancelled again.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=again)


async def at_end(consumer: AIOKafkaConsumer, partitions: Iterable[TopicPartition]) -> None:
    """Assign partitions and wait until the consumer stands at their end.

    A consumer that begins at the end is ready before its position is known, and what is sent in
    between is skipped, 20 times of 20 in a group on `latest`. No report was found upstream.
    """
    wanted = list(partitions)
    consumer.assign(wanted)
    await consumer.seek_to_end(*wanted)
    for one in wanted:
        await consumer.position(one)


def heed_offsets(client: Any) -> None:
    """Let a consumer or an admin client hear when it cannot be told what was committed.

    To be called before it starts. A coordinator that is just loading, or is another one by now,
    answers with an error beside an empty list. aiokafka reads the list only: so nothing was ever
    committed, and the whole log is read again. No report was found upstream; the same of other
    clients: https://github.com/Parsely/pykafka/issues/958, https://github.com/IBM/sarama/pull/3574.

    A commit goes on in a task of its own when whoever awaits it is cancelled (`asyncio.shield`);
    how that one ends is heard here, or it would be told as an error that nobody retrieved.
    """
    inner = client._client
    send = inner.send

    async def heeding(node_id: Any, request: Any, **more: Any) -> Any:
        current = asyncio.current_task()
        if isinstance(request, OffsetCommitRequest) and current is not None:
            current.add_done_callback(lambda task: task.cancelled() or task.exception())
        response = await send(node_id, request, **more)
        code = getattr(response, "error_code", 0) if isinstance(request, OffsetFetchRequest) else 0
        if code:
            raise for_code(code)()
        return response

    inner.send = heeding


async def asked(ask: Callable[[], Awaitable[_Answer]], *, seconds: float = _ASK_SECONDS) -> _Answer:
    """Ask something of an admin client; ask again for so long while a broker is away, or moves.

    It chooses any broker of the cluster, also one that is down, and does not try another:
    https://github.com/aio-libs/aiokafka/issues/939.
    """
    deadline = time.monotonic() + seconds
    while True:
        try:
            return await ask()
        except _NOT_YET:
            if time.monotonic() > deadline:
                raise
        await asyncio.sleep(_ASK_PAUSE)


async def topics_as_they_are(
    admin: AIOKafkaAdminClient, names: Sequence[str]
) -> list[dict[str, Any]]:
    """Return what the brokers know of topics, and have them make none for having been asked.

    `describe_topics` lets brokers with `auto.create.topics.enable`, the default of Kafka, make the
    topics with settings of their own before ours could be made. No report was found upstream.
    """
    request = MetadataRequest(list(names), allow_auto_topic_creation=False)
    found: list[dict[str, Any]] = (await admin._send_request(request)).to_object()["topics"]
    return found


def has_controller(admin: AIOKafkaAdminClient) -> bool:
    """Return whether a cluster has named a controller, without which aiokafka makes no topic.

    It fails with an `AttributeError` then.
    """
    return admin._client.cluster.controller is not None


async def kept_going(
    what: str, read: Callable[[], Awaitable[None]], failed: Callable[[KafkaError], None]
) -> None:
    """Read for ever: a reader that ends with an error is begun again after a pause.

    One refused fetch, or an offset that is gone, ends aiokafka's iteration for good; of the same
    family: https://github.com/aio-libs/aiokafka/issues/983. `failed` hears of each error.
    """
    failures = 0
    while True:
        begun = time.monotonic()
        try:
            await read()
        except KafkaError as error:
            if time.monotonic() - begun > 60:
                failures = 0
            pause = _RESTART_SECONDS[min(failures, len(_RESTART_SECONDS) - 1)]
            failures += 1
            log.info("Reading %s failed and begins again in %g s: %r", what, pause, error)
            failed(error)
            await asyncio.sleep(pause)


def beating_again(consumer: AIOKafkaConsumer) -> None:
    """Have a member of a group join it anew whose heartbeat has ended.

    One that was refused (a right was taken away) raises its error again for ever, with the right
    there again too: aiokafka looks at the heartbeat that has ended, and begins no other. Its own
    comment in `GroupCoordinator._push_error_to_user` asks whether that is so.
    """
    coordinator = consumer._coordinator
    beat = getattr(coordinator, "_heartbeat_task", None)
    if beat is None:
        return
    # Nobody else asks what it ended with, once there is another one.
    beat.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
    if beat.done():
        coordinator.request_rejoin()


class Calm(logging.Filter):
    """Lets each message of a logger through once in a while, as information; owns when it last did.

    Brokers that are away bring forty errors a second:
    https://github.com/aio-libs/aiokafka/issues/830, …/issues/1020. What matters of it is raised
    too, and told in words by whoever catches it.
    """

    def __init__(
        self, seconds: float = _QUIET_SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self._seconds = seconds
        self._clock = clock
        self._last: dict[tuple[str, str], float] = {}
        self._kept_back: dict[tuple[str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record passes; the next that does says how many did not."""
        enabled = logging.getLogger(record.name).isEnabledFor
        if record.levelno <= logging.INFO:
            return enabled(logging.DEBUG)  # what it does when all is well
        record.levelno, record.levelname = logging.INFO, "INFO"
        if not enabled(logging.INFO):
            return False
        key = (record.name, str(record.msg))
        now = self._clock()
        last = self._last.get(key)
        if last is not None and now - last < self._seconds:
            self._kept_back[key] = self._kept_back.get(key, 0) + 1
            return False
        self._last[key] = now
        if kept_back := self._kept_back.pop(key, 0):
            record.msg = f"{record.msg} (and {kept_back} more like it)"
        return True


_calm = Calm()


def calm_logs() -> None:
    """Let aiokafka's loggers repeat themselves rarely; a filter does not reach child loggers."""
    for name in list(logging.root.manager.loggerDict):
        if name.startswith("aiokafka"):
            logging.getLogger(name).addFilter(_calm)
