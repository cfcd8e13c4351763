"""The log for a window: newest records, live tail, chains and raw lines, off the loop's thread."""

import asyncio
import json
import threading
from collections import deque
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from typing import Final

from app.domain.records import LinesWanted, RecordLine, moment_of
from app.stream_log.logger import StreamLogger
from app.stream_log.record import Message, said_by, text_of
from app.stream_log.tail import newest, watch
from app.window_ports import LogReading

EXCERPT: Final = 400
WAITING: Final = 5_000


class _Abandoned(Exception):
    """Nobody waits for the reading any more."""


class StreamReading(LogReading):
    """Owns the threads that follow the log, until `aclose`; not the log."""

    def __init__(self, stream: StreamLogger) -> None:
        self._stream = stream
        self._following: set[_Tail] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = threading.Event()

    async def newest(self, wanted: LinesWanted, *, limit: int) -> Sequence[RecordLine]:
        """Return the newest records that are wanted, oldest first; see `LogReading`."""
        left = threading.Event()

        def keep(message: Message) -> bool:
            if left.is_set() or self._closed.is_set():
                raise _Abandoned
            return _wanted(message, wanted)

        def read() -> list[RecordLine]:
            with suppress(_Abandoned):
                return [line_of(message) for message in newest(self._stream, limit, keep)]
            return []

        try:
            return await asyncio.to_thread(read)
        finally:
            left.set()

    async def follow(self, wanted: LinesWanted) -> AsyncGenerator[Sequence[RecordLine], None]:
        """Yield what is added from now on, in batches, an empty one first; see `LogReading`."""
        tail = _Tail(self._stream, wanted)
        self._following.add(tail)
        try:
            while not self._closed.is_set():
                yield await tail.batch()
        finally:
            self._following.discard(tail)
            tail.end()
            ended = asyncio.create_task(asyncio.to_thread(tail.join))
            self._ending.add(ended)
            ended.add_done_callback(self._ending.discard)
            # A cancelled consumer still waits here: a poll of the log at most.
            await asyncio.shield(ended)

    async def chain(self, record_id: str) -> Sequence[RecordLine]:
        """Return the records from the first of a chain to this one."""
        messages = await asyncio.to_thread(self._stream.get_chain, record_id)
        return [line_of(message) for message in messages]

    async def raw(self, record_ids: Sequence[str]) -> Sequence[str]:
        """Return the records that there are, each as one line of JSON."""

        def read() -> list[str]:
            found = (self._stream.get(identity) for identity in record_ids)
            return [json.dumps(record, ensure_ascii=False) for record in found if record]

        return await asyncio.to_thread(read)

    async def agents(self) -> Sequence[str]:
        """Return who has said or was told something, as far as the index knows, by name."""
        return await asyncio.to_thread(self._agents)

    async def aclose(self) -> None:
        """End every reading; idempotent."""
        self._closed.set()
        tails = list(self._following)
        for tail in tails:
            tail.end()
        for tail in tails:
            await asyncio.to_thread(tail.join)
        await asyncio.gather(*self._ending)

    def _agents(self) -> list[str]:
        if not self._stream.files.stream.is_dir():
            return []
        rows = self._stream.index.rows(
            "SELECT from_agent FROM tallies UNION SELECT to_agent FROM tallies"
        )
        return sorted(str(name) for (name,) in rows if name)


class _Tail:
    """Owns a thread that watches the log, and what it saw until it is fetched.

    If nobody fetches, the oldest are let go: a tail shows the newest.
    """

    def __init__(self, stream: StreamLogger, wanted: LinesWanted) -> None:
        self._loop = asyncio.get_running_loop()
        self._some = asyncio.Event()
        self._lines: deque[RecordLine] = deque(maxlen=WAITING)
        self._failed: Exception | None = None
        self._ended = threading.Event()
        self._begun = False
        self._thread = threading.Thread(target=self._run, args=(stream, wanted), name="log-tail")
        self._thread.start()

    async def batch(self) -> list[RecordLine]:
        """Return what came since the last time, once there is something, or the beginning."""
        await self._some.wait()
        self._some.clear()
        if self._failed is not None:
            raise self._failed
        count = len(self._lines)
        return [self._lines.popleft() for _ in range(min(count, len(self._lines)))]

    def end(self) -> None:
        """Tell the thread to end, and whoever waits; returns at once."""
        self._ended.set()
        self._some.set()

    def join(self) -> None:
        """Return when the thread has ended."""
        self._thread.join()

    def _run(self, stream: StreamLogger, wanted: LinesWanted) -> None:
        try:
            for message in watch(stream, ended=self._asked):
                if _wanted(message, wanted):
                    self._lines.append(line_of(message))
                    self._tell()
                if self._ended.is_set():
                    break
        except Exception as error:
            self._failed = error
            self._tell()

    def _asked(self) -> bool:
        # The first time, the places from which the log is watched are settled.
        if not self._begun:
            self._begun = True
            self._tell()
        return self._ended.is_set()

    def _tell(self) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._some.set)


def line_of(message: Message) -> RecordLine:
    """Return a record as a line: of what was said, the first `EXCERPT` characters."""
    metadata = message["metadata"]
    told = metadata.get("text") if message["type"] == "state" else None
    said = text_of(message["content"])
    if isinstance(told, str) and told:
        said = f"{said}: {told}"
    return RecordLine(
        record_id=message["id"],
        at=moment_of(message),
        from_agent=message["from_agent"],
        to_agent=message["to_agent"],
        kind=message["type"],
        text=" ".join(said[: 2 * EXCERPT].split())[:EXCERPT],
        broken=bool(metadata.get("parent_missing") or metadata.get("parent_repeats")),
    )


def _wanted(message: Message, wanted: LinesWanted) -> bool:
    if wanted.agent is not None and wanted.agent not in (
        message["from_agent"],
        message["to_agent"],
    ):
        return False
    if wanted.kind is not None and message["type"] != wanted.kind:
        return False
    words = wanted.words.casefold()
    if not words:
        return True
    return any(words in text_of(said).casefold() for said in said_by(message))
