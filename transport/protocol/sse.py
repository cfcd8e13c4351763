"""Server-sent events: one JSON value each, the breaks of their lines, comments that keep proxies.

An event's lines end with CR, LF or both, and JSON writes those as escapes. `str.splitlines`, with
which lines are read here, ends them at three more characters that JSON lets stand as they are.
"""

import asyncio
import codecs
import json
import re
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from typing import Any

ESCAPED = {"\u0085": r"\u0085", "\u2028": r"\u2028", "\u2029": r"\u2029"}
"""The three, each as JSON may write it."""

_WRITTEN = re.compile("[\u0085\u2028\u2029\udc80-\udcff]")


# An escape of JSON, or the pair of two that is one character (RFC 8259, 7).
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u.{4}|.)", re.S)
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_BEGUN = re.compile(
    r"(?<!\\)(?:\\\\)*"
    r"(\\(?:u(?:[\da-fA-F]{0,3}|[dD][89abAB][\da-fA-F]{2}(?:\\(?:u[\da-fA-F]{0,3})?)?))?)\Z"
)


class JsonBytes:
    r"""Writes those characters as JSON does, and makes a text of what no reader of UTF-8 takes.

    A byte that is no UTF-8 becomes the text `\xNN`, half of a surrogate pair the text `\uNNNN`.
    Owns the beginning of a character at the end of a chunk, and whether there were such.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._begun = ""
        self.faulty = False

    def mended(self, chunk: bytes, *, final: bool = False) -> bytes:
        """Return the next bytes; a character that is begun waits for the rest, if not `final`."""
        text = self._begun + self._decoder.decode(chunk, final)
        self._begun = ""
        if "\\" in text[-12:] and not final and (begun := _BEGUN.search(text, len(text) - 40)):
            self._begun = begun[1]
            text = text[: begun.start(1)]
        if not text.isascii():
            text = _WRITTEN.sub(self._written, text)
        if _HALF.search(text):
            text = _ESCAPE.sub(self._whole, text)
        return text.encode()

    def _written(self, found: re.Match[str]) -> str:
        character = found[0]
        if character in ESCAPED:
            return ESCAPED[character]
        self.faulty = True
        return rf"\\x{ord(character) - 0xDC00:02x}"

    def _whole(self, found: re.Match[str]) -> str:
        escape = found[0]
        if len(escape) != 6 or not _HALF.match(escape):
            return escape
        self.faulty = True
        return "\\" + escape


LARGEST_KEPT = 262_144  # bytes


class EventData:
    """Reads the data of each event of a stream (WHATWG, HTML, 9.2.6); owns what is not whole yet.

    Lines end with CR, LF or both; a byte order mark may come first. An event is whole at its empty
    line. Of data longer than `limit` bytes a piece is left.
    """

    def __init__(self, limit: int | None = None) -> None:
        self._limit = limit
        self._head: bytes | None = b""  # until it is known whether a mark is there
        self._after_cr = False
        self._line: list[bytes] = []
        self._data: list[bytes] = []
        self._size = 0

    def taken(self, chunk: bytes) -> list[bytes]:
        """Return the data of the events that are whole now."""
        if self._head is not None:
            chunk = self._head + chunk
            if len(chunk) < len(codecs.BOM_UTF8) and codecs.BOM_UTF8.startswith(chunk):
                self._head = chunk
                return []
            self._head, chunk = None, chunk.removeprefix(codecs.BOM_UTF8)
        if self._after_cr and chunk:
            chunk = chunk.removeprefix(b"\n")
        self._after_cr = chunk.endswith(b"\r") or (self._after_cr and not chunk)
        *ended, rest = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        whole = []
        for end in ended:
            self._keep(end)
            line, self._line = b"".join(self._line), []
            name, _, value = line.partition(b":")
            if name == b"data":
                self._data.append(value.removeprefix(b" "))
            elif not line:
                if self._data:
                    whole.append(b"\n".join(self._data))
                self._data, self._size = [], 0
        self._keep(rest)
        return whole

    def _keep(self, piece: bytes) -> None:
        full = self._limit is not None and self._size >= self._limit
        if piece and not (full and self._line):
            self._line.append(piece[:1] if full else piece)  # a line that is cut is not empty
        self._size += len(piece)


class JsonBodies:
    """Cuts what comes into the JSON of each event, or takes it whole; owns what is not whole yet.

    What is cut are mended bytes. Of what is very long a piece is left, which is no JSON.
    """

    def __init__(self, *, events: bool) -> None:
        self._events = EventData(LARGEST_KEPT) if events else None
        self._rest = b""

    def taken(self, chunk: bytes, *, final: bool = False) -> list[bytes]:
        """Return the JSON that is whole now."""
        if self._events is not None:
            return self._events.taken(chunk)
        self._rest += chunk if len(self._rest) < LARGEST_KEPT else b""
        return [self._rest] if final else []


MEDIA_TYPE = "text/event-stream"
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
PING_SECONDS = 15.0
MAX_WAITING_BYTES = 64_000_000  # for a reader who does not read

_PING = b": still working\n\n"
_BATCH_BYTES = 65_536


def frame(value: Mapping[str, Any], *, error: bool = False) -> bytes:
    """Return one event; a JSON text has no line breaks, so it is one `data` line."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character, escaped in ESCAPED.items():
        if character in text:
            text = text.replace(character, escaped)
    head = "event: error\n" if error else ""
    return f"{head}data: {text}\n\n".encode()


class ReadAhead:
    """Owns the task that reads a stream of frames as fast as it comes.

    The SDK closes a subscription that is a thousand events behind, without a word; so a slow
    reader's frames wait here. One who lets more than `max_bytes` wait is let go: the stream ends,
    and he finds his task again by asking for it.
    """

    def __init__(
        self,
        frames: AsyncIterator[bytes],
        *,
        ping_seconds: float = PING_SECONDS,
        max_bytes: int = MAX_WAITING_BYTES,
    ) -> None:
        self._frames = frames
        self._ping_seconds = ping_seconds
        self._max_bytes = max_bytes
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._news = asyncio.Event()
        self._ended = False

    async def chunks(self) -> AsyncGenerator[bytes, None]:
        """Yield what has come, several frames at a time if they have, and comments in silence.

        Closing this, or cancelling whoever iterates, stops the reading.
        """
        reader = asyncio.create_task(self._read(), name="stream")
        try:
            while not (self._ended and not self._waiting):
                if not self._waiting and not await self._heard():
                    yield _PING
                elif self._waiting:
                    yield self._taken()
        finally:
            reader.cancel()
            await asyncio.wait({reader})

    async def _heard(self) -> bool:
        self._news.clear()
        try:
            async with asyncio.timeout(self._ping_seconds):
                await self._news.wait()
        except TimeoutError:
            return False
        return True

    def _taken(self) -> bytes:
        batch = [self._waiting.popleft()]
        size = len(batch[0])
        while self._waiting and size < _BATCH_BYTES:
            batch.append(self._waiting.popleft())
            size += len(batch[-1])
        self._size -= size
        return b"".join(batch)

    async def _read(self) -> None:
        try:
            async for one in self._frames:
                self._size += len(one)
                if self._size > self._max_bytes:
                    return
                self._waiting.append(one)
                self._news.set()
        finally:
            self._ended = True
            self._news.set()
