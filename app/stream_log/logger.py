"""The log of everything that was said: written by anyone, read by day or chain."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from app.domain.ids import utc_now
from app.errors import BadInput
from app.stream_log.day_files import DayFiles, checked_day, log_error
from app.stream_log.index import LogIndex
from app.stream_log.log_settings import LogSettings
from app.stream_log.payloads import Payloads
from app.stream_log.reading import LogReader, SkippedBytes
from app.stream_log.record import MAX_NAME, Message, checked_fields, encode
from app.stream_log.reply_chain import Chains
from app.stream_log.writer import Appender

# Beside names, a record's metadata has to fit in a line of its own.
_LINE_OVERHEAD = 8 * MAX_NAME


class StreamLogger:
    """Owns the log below a root folder: `stream/` with the days, `tasks/` with the task files.

    A message is a dict with `id`, `t`, `from_agent`, `to_agent`, `type`, `content`, `parent_id`
    and `metadata`; `t` is UTC in ISO 8601 without a zone, and its day is the day of the file.
    Nothing is ever changed or removed. Thread-safe, and safe among processes.
    """

    def __init__(
        self,
        root: Path | str,
        *,
        settings: LogSettings | None = None,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self.settings = settings or LogSettings()
        self.files = DayFiles(Path(root))
        self.index = LogIndex(self.files)
        self.skipped: list[SkippedBytes] = []
        self._clock = clock
        self._payloads = Payloads(self.files.payloads)
        self._chains = Chains(self.files, self.index)
        self._appender = Appender(
            self.files,
            durability=self.settings.durability,
            session_bytes=self.settings.session_bytes,
            chain=self.settings.chain,
            clock=clock,
        )

    def log(
        self,
        *,
        from_agent: str,
        to_agent: str | None = None,
        msg_type: str,
        content: Any,
        parent_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> str:
        """Write a record and return its id.

        When it returns, the record is written: to the system (`durability` none; it outlives the
        process) or to the disk (group, record). `content` is any JSON value. Raises `BadInput`
        for what cannot be logged and `StoreError` when it could not be written; nothing of the
        record is then in the log, unless the error's key is `log_not_durable`.
        """
        fields = checked_fields(
            from_agent=from_agent,
            to_agent=to_agent,
            msg_type=msg_type,
            content=content,
            parent_id=parent_id,
            metadata=metadata,
        )
        body = encode(fields)
        if len(body) > self.settings.record_bytes:
            body = self._without_payload(fields)
        return self._appender.append(body)

    def read_today(self) -> list[Message]:
        """Return today's messages (UTC), oldest first."""
        return self.read_date(self._clock().astimezone(UTC).date().isoformat())

    def read_date(self, day: str) -> list[Message]:
        """Return the messages of a day, `YYYY-MM-DD` in UTC, oldest first; raises `BadInput`.

        Archived and compressed days are read like any other. What is damaged is skipped, listed
        in `skipped` until the next read, and copied to `stream/quarantine`.
        """
        return list(self.messages(first=day, last=day))

    def messages(
        self, *, first: str | None = None, last: str | None = None, raw: bool = False
    ) -> Iterator[Message]:
        """Yield the messages from a first to a last day, in bounded memory; raises `BadInput`.

        `raw` leaves large contents and the marks of the hash chain as they stand in the files.
        """
        low = checked_day(first) if first else ""
        high = checked_day(last) if last else "9999"
        stems = [stem for stem in self.files.stems() if low <= stem.day <= high]
        reader = LogReader(self.files)
        self.skipped = reader.skipped
        return reader.read(stems, raw=raw)

    def get_chain(self, message_id: str) -> list[Message]:
        """Return the messages from the first of a conversation to this one, following parents.

        Empty when there is no such message. Where a parent is not in the log, the first message's
        metadata says `parent_missing`.
        """
        self.index.catch_up()
        return self._chains.chain(message_id)

    def get(self, message_id: str) -> Message | None:
        """Return one message, or None."""
        if self.index.place(message_id) is None:
            self.index.catch_up()
        return self._chains.record(message_id)

    @property
    def chains(self) -> Chains:
        """How records are found by the index, without catching up first."""
        return self._chains

    def flush(self) -> None:
        """Return when everything that was logged here is on the disk; raises `StoreError`."""
        self._appender.flush()

    def close(self) -> None:
        """Close all files; idempotent, and the next use opens them again."""
        self._appender.close()
        self.index.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _without_payload(self, fields: Message) -> bytes:
        if len(encode(fields["metadata"])) + _LINE_OVERHEAD > self.settings.record_bytes // 2:
            raise BadInput(
                "A log record's 'metadata' is too large: put what is large into 'content'.",
                key="bad_record",
                field="metadata",
            )
        try:
            return encode(self._payloads.put_beside(fields))
        except OSError as error:
            raise log_error(error) from error
