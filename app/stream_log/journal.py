"""What the desk says and hears goes into the log, in order, and nobody waits for it."""

import asyncio
import hashlib
import json
import logging
import queue
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import JsonValue

from app.domain.answers import Answer
from app.domain.events import (
    MessageEvent,
    StatusEvent,
    StreamLost,
    TaskEvent,
    TurnClosed,
    TurnEvent,
)
from app.domain.messages import DataPart, FilePart, Message, TextPart
from app.domain.tasks import DECISIONS, TaskState
from app.errors import DeskError, StoreError
from app.ports import Journal, Notes
from app.profile.folder import Profile
from app.stream_log.day_files import Outage
from app.stream_log.log_settings import load_settings
from app.stream_log.logger import StreamLogger
from app.stream_log.maintenance import Housekeeping

PERSON: Final = "user"

_ERRORS = (TaskState.FAILED, TaskState.REJECTED)


class JournalEntry(NamedTuple):
    """A record to be; its parent is found from the ids in its metadata when it is written."""

    from_agent: str
    to_agent: str | None
    msg_type: str
    content: Any
    metadata: dict[str, Any]
    ends_turn: bool = False


def request_entry(message: Message, agent: str) -> JournalEntry:
    """Return the record of a person's message; of files their names, types and sizes are kept."""
    metadata: dict[str, Any] = {
        "agent": agent,
        "context_id": message.context_id,
        "message_id": message.message_id,
    }
    if message.task_id:
        metadata["task_id"] = message.task_id
    if message.reference_task_ids:
        metadata["reference_task_ids"] = list(message.reference_task_ids)
    if attached := [_attached(part) for part in message.parts if not isinstance(part, TextPart)]:
        metadata["attached"] = attached
    return JournalEntry(PERSON, agent, "request", message.text, metadata)


def answer_entries(
    answer: Answer, *, since: int, lost: Sequence[StreamLost], answered: frozenset[str]
) -> Iterator[JournalEntry]:
    """Yield the records of what is new in an answer: its states from number `since` on, each loss
    of the stream, and, unless that state is in `answered`, what was decided and its end.
    """
    metadata: dict[str, Any] = {
        "agent": answer.agent,
        "context_id": answer.context_id,
        "message_id": answer.turn_id,
    }
    if answer.task_id:
        metadata["task_id"] = answer.task_id
    if answer.correlation_id:
        metadata["correlation_id"] = answer.correlation_id
    for change in answer.changes[since:]:
        told = {**metadata, "state": change.state.value}
        if change.text:
            told["text"] = change.text
        yield JournalEntry(answer.agent, PERSON, "state", change.state.value, told)
    for event in lost:
        told = {**metadata, "state": "lost", "text": event.reason}
        yield JournalEntry(answer.agent, PERSON, "state", "lost", told)
    # A question that was answered elsewhere, or dropped, has had its response: the question itself.
    dropped = bool(answered) and answer.state is TaskState.CANCELED
    put_away = answer.answered_by is not None or dropped
    if answer.settled and answer.state.value not in answered and not put_away:
        yield from _decisions(answer, metadata)
        yield _end(answer, metadata)


def states_told(events: Sequence[TurnEvent]) -> int:
    """Return how many states a batch of events may have added to an answer."""
    telling = (TaskEvent, StatusEvent, MessageEvent, TurnClosed)
    return sum(isinstance(event, telling) for event in events)


def _decisions(answer: Answer, metadata: dict[str, Any]) -> Iterator[JournalEntry]:
    for name in DECISIONS:
        artifact = answer.artifact(name)
        if artifact is None:
            continue
        values = [part.data for part in artifact.parts if isinstance(part, DataPart)]
        content: Any = values[0] if len(values) == 1 else values or artifact.text
        if content:
            yield JournalEntry(
                answer.agent, None, "decision", content, {**metadata, "artifact": name}
            )


def _end(answer: Answer, metadata: dict[str, Any]) -> JournalEntry:
    told = {**metadata, "state": answer.state.value}
    if answer.artifacts:
        told["artifacts"] = [artifact.name or artifact.artifact_id for artifact in answer.artifacts]
    if answer.state in _ERRORS:
        if answer.reason:
            told["reason"] = answer.reason
        words = answer.status_text or answer.reason or answer.state.value
        return JournalEntry(answer.agent, PERSON, "error", words, told, ends_turn=True)
    if cells := answer.cells:
        told["cells"] = cells
    return JournalEntry(answer.agent, PERSON, "response", answer.text, told, ends_turn=True)


def _attached(part: DataPart | FilePart) -> dict[str, Any]:
    if isinstance(part, FilePart):
        size = None if part.content is None else len(part.content)
        return {"name": part.name, "media_type": part.media_type, "bytes": size}
    return {"media_type": part.media_type}


CAPACITY: Final = 10_000
REMEMBERED: Final = 10_000
CATCH_UP_SECONDS: Final = 2.0

log = logging.getLogger(__name__)


class _Seen(NamedTuple):
    changes: int = 0
    answered: frozenset[str] = frozenset()


class DeskJournal(Journal, Notes):
    """Owns the thread that writes, and the queue before it.

    A request's parent is the last response of its conversation, or the request for which it is
    asked of another agent; the parent of states, decisions, responses and errors is their request.
    A decision of an agent that another one hands on is that agent's alone. What does not fit into
    the queue is counted, and the count is written into the log as an `error`. A disk that refuses
    is told once, and once when a turn is written again.
    """

    def __init__(
        self,
        stream: StreamLogger,
        *,
        housekeeping: Housekeeping | None = None,
        capacity: int = CAPACITY,
    ) -> None:
        self._stream = stream
        self._housekeeping = housekeeping
        self._queue: queue.Queue[JournalEntry | None] = queue.Queue(capacity)
        self._dropped = 0
        self._lost = 0
        self._counting = threading.Lock()
        self._seen: OrderedDict[str, _Seen] = OrderedDict()
        self._requests: OrderedDict[str, str] = OrderedDict()
        self._responses: OrderedDict[str, str] = OrderedDict()
        self._delegated: OrderedDict[str, frozenset[str]] = OrderedDict()
        self._closed = False
        self._unwritten = Outage("records of the stream log are not written")
        self._unlinked = Outage("records of the stream log have no parent")
        self._thread = threading.Thread(target=self._run, name="stream-log")
        self._thread.start()

    @property
    def lost(self) -> int:
        """How many records were not written, for whatever reason."""
        return self._lost

    def said(self, message: Message, agent: str) -> None:
        """Take down a person's message to an agent."""
        self._remember(self._seen, message.message_id, _Seen())
        self._put(request_entry(message, agent))

    def happened(self, answer: Answer, events: Sequence[TurnEvent]) -> None:
        """Take down the states that are new in an answer, and its words once it is settled."""
        seen = self._seen.get(answer.turn_id)
        if seen is None:
            # Taken up from an earlier run: what was told then is in the log.
            seen = _Seen(max(0, len(answer.changes) - states_told(events)))
        lost = [event for event in events if isinstance(event, StreamLost)]
        entries = answer_entries(answer, since=seen.changes, lost=lost, answered=seen.answered)
        for entry in entries:
            self._put(entry)
        answered = seen.answered | ({answer.state.value} if answer.settled else frozenset())
        self._remember(self._seen, answer.turn_id, _Seen(len(answer.changes), answered))

    def note(
        self,
        *,
        from_agent: str,
        msg_type: str,
        content: JsonValue,
        to_agent: str | None = None,
        metadata: Mapping[str, JsonValue] | None = None,
    ) -> None:
        """Take down what an agent said to another, decided, or met; returns at once.

        A `message_id` in the metadata makes the request with this message the parent; that of a
        request itself is the request of the message in `asked_for`.
        """
        ends = msg_type in ("response", "error")
        told = dict(metadata or {})
        entry = JournalEntry(from_agent, to_agent, msg_type, content, told, ends_turn=ends)
        if msg_type == "decision" and (asker := told.get("asked_for")):
            held = self._delegated.get(str(asker), frozenset())
            self._remember(self._delegated, str(asker), held | {_mark(entry)})
        self._put(entry)

    async def aclose(self) -> None:
        """Write what waits, make it durable and end the thread; idempotent."""
        await asyncio.to_thread(self.close)

    def close(self) -> None:
        """As `aclose`, waiting in the calling thread."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            self._thread.join()
            if self._housekeeping is not None:
                self._housekeeping.close()
            self._stream.close()

    def _put(self, entry: JournalEntry) -> None:
        if self._closed:
            log.warning("a record of the stream log came after its end and was not written")
            self._lose()
            return
        if self._handed_on(entry):
            return
        try:
            self._queue.put_nowait(entry)
        except queue.Full:
            with self._counting:
                self._dropped += 1
            self._lose()

    def _handed_on(self, entry: JournalEntry) -> bool:
        """Whether an agent only hands on what another one decided for it, which is in the log."""
        if entry.msg_type != "decision" or "asked_for" in entry.metadata:
            return False
        decided = self._delegated.get(str(entry.metadata.get("message_id")))
        return decided is not None and _mark(entry) in decided

    def _run(self) -> None:
        while (entry := self._queue.get()) is not None:
            if not self._guarded(partial(self._write, entry)):
                self._lose()
            elif entry.ends_turn:
                self._guarded(self._end_turn)
            if self._dropped:
                self._guarded(self._tell_dropped)
        if self._dropped:
            self._guarded(self._tell_dropped)
        self._guarded(self._stream.flush)

    def _lose(self) -> None:
        with self._counting:
            self._lost += 1

    def _guarded(self, work: Callable[[], object]) -> bool:
        """Do a piece of work; return whether it is done."""
        try:
            work()
            return True
        except StoreError as error:
            self._unwritten.failed(error)
        except DeskError as error:
            log.warning("a record of the stream log was not written: %s", error)
        except Exception:
            # Whatever it is, the thread goes on: one record is lost, and those that follow are not.
            log.exception("a mistake of ours in writing the stream log")
        return False

    def _write(self, entry: JournalEntry) -> None:
        identity = self._stream.log(
            from_agent=entry.from_agent,
            to_agent=entry.to_agent,
            msg_type=entry.msg_type,
            content=entry.content,
            parent_id=self._parent(entry),
            metadata=entry.metadata,
        )
        context, message = entry.metadata.get("context_id"), entry.metadata.get("message_id")
        if entry.msg_type == "request" and message and message not in self._requests:
            self._remember(self._requests, message, identity)
        # What is said to an agent on the way is no end of the conversation.
        if entry.msg_type == "response" and context and "asked_for" not in entry.metadata:
            self._remember(self._responses, context, identity)

    def _end_turn(self) -> None:
        self._stream.flush()
        self._unwritten.over()
        if self._housekeeping is not None:
            self._housekeeping.tell()

    def _parent(self, entry: JournalEntry) -> str | None:
        message, asker = entry.metadata.get("message_id"), entry.metadata.get("asked_for")
        asked = entry.msg_type == "request" and message not in self._requests and not asker
        held = self._responses if asked else self._requests
        key = entry.metadata.get("context_id") if asked else message
        if entry.msg_type == "request" and asker:
            key = asker
        if not isinstance(key, str) or key in held:
            return held.get(str(key))
        # From an earlier run: the index knows, once it is as far as the log.
        until = time.monotonic() + CATCH_UP_SECONDS
        index = self._stream.index
        try:
            index.catch_up(enough=lambda: time.monotonic() > until)
            found = index.last_response(key) if asked else index.request(key)
        except StoreError as error:
            self._unlinked.failed(error)
            return None
        self._unlinked.over()
        if found is not None:
            self._remember(held, key, found)
        return found

    def _tell_dropped(self) -> None:
        with self._counting:
            dropped, self._dropped = self._dropped, 0
        log.warning("%d records of the stream log were dropped: the disk did not keep up", dropped)
        self._stream.log(
            from_agent="stream_log",
            msg_type="error",
            content=f"{dropped} records were not written: the disk did not keep up",
            metadata={"dropped": dropped},
        )

    def _remember(self, held: OrderedDict[str, Any], key: str, value: Any) -> None:
        held[key] = value
        held.move_to_end(key)
        if len(held) > REMEMBERED:
            held.popitem(last=False)


def _mark(entry: JournalEntry) -> str:
    """Return what makes a decision the same one: the artifact's name and its content."""
    value = [entry.metadata.get("artifact"), entry.content]
    text = json.dumps(value, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def open_journal(stream: StreamLogger) -> DeskJournal:
    """Return a journal that also keeps the index, the task files and the archive in order."""
    return DeskJournal(stream, housekeeping=Housekeeping(stream))


def open_profile_journal(folder: Path) -> tuple[StreamLogger, DeskJournal]:
    """Return a profile's log and the journal over it; reads settings and looks through folders."""
    profile = Profile(folder)
    stream = StreamLogger(profile.conversations, settings=load_settings(folder))
    return stream, open_journal(stream)
