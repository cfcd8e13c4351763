"""Records are appended whole, one after the other, whoever else writes to the same log.

The six hexadecimal digits of an id come from a counter that all processes share and that is only
touched under the lock. It comes round after 2^24 ids; the seconds shown from then on are later than
all that were shown before, so that no step of the clock can repeat an id.
"""

import mmap
import os
import struct
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal, NamedTuple
from weakref import WeakSet

from app.errors import StoreError
from app.stream_log.day_files import DayFiles, Stem, log_error, not_durable
from app.stream_log.hash_chain import Checkpoints
from app.stream_log.open_file import OpenDay
from app.system.file_lock import FileLock
from app.system.files import sync_data, sync_folder, sync_path

_FORM = struct.Struct("<8sQQQQ")
_MAGIC: Final = b"msgids01"


class State(NamedTuple):
    """How many ids were given, the latest second shown in one, and the second below which none may
    be shown; `turns` counts how often writers had to look anew which file they write to.
    """

    given: int
    latest: int
    floor: int
    turns: int


class SharedState:
    """Owns the mapping of an open lock file; read and written by the holder of the lock."""

    def __init__(self, handle: int) -> None:
        if os.fstat(handle).st_size < _FORM.size:
            os.ftruncate(handle, _FORM.size)
        self._map = mmap.mmap(handle, _FORM.size)

    def read(self) -> State | None:
        """Return what stands there, or None in a new file."""
        magic, *numbers = _FORM.unpack_from(self._map)
        return State(*numbers) if magic == _MAGIC else None

    def write(self, state: State) -> None:
        """Replace what stands there, for all processes at once."""
        _FORM.pack_into(self._map, 0, _MAGIC, *state)

    def turn(self, state: State) -> State:
        """Make every writer look anew which file it writes to; return the state after it."""
        turned = state._replace(turns=state.turns + 1)
        self.write(turned)
        return turned

    def close(self) -> None:
        """Let the mapping go."""
        self._map.close()


SUFFIXES: Final = 1 << 24

# An odd factor permutes the numbers below 2^24: neighbours look different, none is lost.
_SCATTER = 0x9E3779


class MessageIds:
    """Writes the counter and the second as an id; the counter itself belongs to the state."""

    def __init__(self) -> None:
        self._second = -1
        self._shown = ""

    def next(self, moment: datetime, state: State) -> tuple[str, State]:
        """Return a fresh id for a moment in UTC, and the state after it."""
        given, latest, floor, turns = state
        given += 1
        if given % SUFFIXES == 0:
            floor = latest + 1
        second = max(int(moment.timestamp()), floor)
        if second != self._second:
            self._second = second
            self._shown = f"msg_{datetime.fromtimestamp(second, UTC):%Y%m%d_%H%M%S}_"
        identity = f"{self._shown}{given * _SCATTER % SUFFIXES:06x}"
        return identity, State(given, max(latest, second), floor, turns)


def first_state(moment: datetime, *, log_is_new: bool) -> State:
    """Return the state of a log that has none: at a random place of the counter.

    Where ids were given before and only the state is gone, those of this second may be among them.
    """
    second = int(moment.timestamp())
    start = int.from_bytes(os.urandom(3), "little")
    return State(start, second, 0 if log_is_new else second + 1, 0)


class _Writer:
    __slots__ = ("body", "outcome", "turn")

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.outcome: str | StoreError | None = None
        # Held until the outcome stands or it is this writer's turn to lead.
        self.turn = threading.Lock()
        self.turn.acquire()


class GroupCommit:
    """Owns the queue of those who wait for the disk.

    `commit` writes records and makes them durable; it returns for each its id or what went
    wrong. The first who comes calls it for all who wait by then, and hands on to one of those who
    came meanwhile: one thread at a time touches the log, and the others sleep.
    """

    def __init__(self, commit: Callable[[Sequence[bytes]], list[str | StoreError]]) -> None:
        self._commit = commit
        self._waiting: list[_Writer] = []
        self._leader: _Writer | None = None
        self._mutex = threading.Lock()

    @property
    def waiting(self) -> int:
        """How many records nobody has begun to write."""
        return len(self._waiting)

    def put(self, body: bytes) -> str:
        """Return a record's id once it is durable; raises `StoreError`."""
        writer = _Writer(body)
        with self._mutex:
            self._waiting.append(writer)
            self._leader = self._leader or writer
        try:
            if self._leader is not writer:
                writer.turn.acquire()
            if writer.outcome is None:
                self._lead(writer)
        except BaseException:
            # Interrupted: whoever waits behind is not to wait for this one.
            with self._mutex:
                if writer in self._waiting:
                    self._waiting.remove(writer)
                if self._leader is writer:
                    self._hand_on()
            raise
        if isinstance(writer.outcome, StoreError):
            raise writer.outcome
        assert writer.outcome is not None
        return writer.outcome

    def _lead(self, leader: _Writer) -> None:
        with self._mutex:
            writers, self._waiting = self._waiting, []
        outcomes: list[str | StoreError] = [not_durable() for _ in writers]
        try:
            outcomes = self._commit([writer.body for writer in writers])
        finally:
            with self._mutex:
                self._hand_on()
            for writer, outcome in zip(writers, outcomes, strict=True):
                writer.outcome = outcome
                if writer is not leader:
                    writer.turn.release()

    def _hand_on(self) -> None:
        self._leader = self._waiting[0] if self._waiting else None
        if self._leader is not None:
            self._leader.turn.release()


Durability = Literal["none", "group", "record"]


class Appender:
    """Owns the open day file and the lock of a log.

    A record is one `write` at the end of the file, under a lock between processes; its id is
    given under the same lock, so that the order of ids is the order of lines. `none` returns after
    the write (a killed process loses nothing), `group` and `record` after the disk has it (nor
    does a power failure), `group` together with others who wait.
    """

    def __init__(
        self,
        files: DayFiles,
        *,
        durability: Durability,
        session_bytes: int,
        chain: bool,
        clock: Callable[[], datetime],
    ) -> None:
        self._files = files
        self._durability = durability
        self._session_bytes = session_bytes
        self._chain = chain
        self._clock = clock
        self._day: OpenDay | None = None
        self._lock: FileLock | None = None
        self._shared: SharedState | None = None
        self._start()
        _LIVE.add(self)

    def append(self, body: bytes) -> str:
        """Write a record and return its id; `body` is its JSON from `from_agent` on.

        Raises `StoreError`; then nothing of the record is in the log, unless its key is
        `log_not_durable`: the disk did not confirm what was written.
        """
        if self._durability == "group":
            return self._group.put(body)
        try:
            with self._mutex, self._locked():
                return self._append(body)
        except OSError as error:
            raise log_error(error) from error

    def flush(self) -> None:
        """Return when everything that this appender wrote is on the disk; raises `StoreError`."""
        try:
            self._sync()
        except OSError as error:
            raise not_durable() from error

    def close(self) -> None:
        """Close the files; the next append opens them again."""
        with self._mutex:
            if self._day is not None:
                self._unsynced.add(self._day.path)
            for thing in (self._day, self._shared, self._lock):
                if thing is not None:
                    thing.close()
            self._day, self._shared, self._lock = None, None, None

    def forget(self) -> None:
        """Leave everything that was inherited from a parent process to the parent."""
        for thing in (self._day, self._lock):
            if thing is not None:
                with suppress(OSError):
                    thing.close()
        self._start()

    def _start(self) -> None:
        self._mutex = threading.Lock()
        self._syncing = threading.Lock()
        self._group = GroupCommit(self._commit)
        self._day, self._lock, self._shared = None, None, None
        self._unsynced: set[Path] = set()
        self._fresh_names = False
        self._ids = MessageIds()
        self._turns = -1

    def _commit(self, bodies: Sequence[bytes]) -> list[str | StoreError]:
        """Write records and make them durable; each has its id or its own error."""
        outcomes: list[str | StoreError] = []
        try:
            with self._mutex, self._locked():
                for body in bodies:
                    try:
                        outcomes.append(self._append(body))
                    except OSError as error:
                        outcomes.append(log_error(error))
        except OSError as error:
            return [log_error(error) for _ in bodies]
        try:
            self._sync()
        except OSError:
            return [not_durable() if isinstance(told, str) else told for told in outcomes]
        return outcomes

    def _locked(self) -> FileLock:
        if self._lock is None or self._shared is None:
            self._lock = FileLock(self._files.stream / ".lock")
            self._shared = SharedState(self._lock.handle)
        return self._lock

    def _append(self, body: bytes) -> str:
        assert self._shared is not None
        moment = self._clock().astimezone(UTC)
        state = self._shared.read() or first_state(moment, log_is_new=not self._files.stems())
        stamp = moment.isoformat(timespec="microseconds")[:26]
        day, state = self._ready(stamp[:10], len(body), state)
        identity, state = self._ids.next(moment, state)
        # The id counts as given before it is used: a writer that ends here wastes it.
        self._shared.write(state)
        start = b'{"id":"' + identity.encode() + b'","t":"' + stamp.encode() + b'",'
        day.write(start + body[1:])
        self._turns = state.turns
        if self._durability == "record":
            try:
                day.sync()
            except OSError as error:
                raise not_durable() from error
        return identity

    def _ready(self, date: str, length: int, state: State) -> tuple[OpenDay, State]:
        """Return the open file that the next record of a day goes to, and the state after that."""
        day = self._day if state.turns == self._turns else None
        if day is not None and day.stem.day == date and day.is_current():
            if day.size == 0 or day.size + length <= self._session_bytes:
                return day, state
            return self._turn_to(day.stem.following, state)
        pieces = self._files.of_day(date)
        stem = pieces[-1] if pieces else Stem(date)
        path = self._files.active(stem)
        if pieces and (not path.exists() or self._closed(stem)):
            # Archived or closed, and the clock went back: what is there stays as it is.
            stem = stem.following
        opened, state = self._turn_to(stem, state)
        if opened.size and opened.size + length > self._session_bytes:
            return self._turn_to(stem.following, state)
        return opened, state

    def _closed(self, stem: Stem) -> bool:
        if self._files.archived(stem).exists() or self._files.packed(stem) is not None:
            return True
        return Checkpoints(self._files).has(stem)

    def _turn_to(self, stem: Stem, state: State) -> tuple[OpenDay, State]:
        assert self._shared is not None
        if self._day is not None:
            if self._durability == "none":
                self._unsynced.add(self._day.path)
            else:
                self._day.sync()
            self._day.close()
            self._day = None
        path = self._files.active(stem)
        fresh = not path.exists()
        checkpoints = Checkpoints(self._files)
        if fresh:
            # Before anything is closed: nobody is to go on in a file that has its checkpoint.
            state = self._shared.turn(state)
            if self._chain:
                # All, not the newest by name: when the clock went back, another was written last.
                checkpoints.close(self._files.active_stems())
        head = checkpoints.head() if self._chain else None
        self._day = OpenDay(path, stem, quarantine=self._files.quarantine, head=head)
        if fresh and self._durability != "none":
            sync_folder(path.parent)
        self._fresh_names |= fresh and self._durability == "none"
        return self._day, state

    def _sync(self) -> None:
        # One after the other: who comes second is not to find done what the first is still doing.
        with self._syncing:
            with self._mutex:
                paths, self._unsynced = self._unsynced, set()
                fresh, self._fresh_names = self._fresh_names, False
                handle = None if self._day is None else os.dup(self._day.handle)
            try:
                for path in paths:
                    # Archived meanwhile: archiving has synchronised it.
                    with suppress(FileNotFoundError):
                        sync_path(path)
                if fresh:
                    sync_folder(self._files.stream)
                if handle is not None:
                    sync_data(handle)
            except BaseException:
                with self._mutex:
                    # Not done: the next who waits does all of it.
                    self._unsynced |= paths
                    self._fresh_names |= fresh
                raise
            finally:
                if handle is not None:
                    os.close(handle)


_LIVE: WeakSet[Appender] = WeakSet()


def _forget_in_child() -> None:
    for appender in list(_LIVE):
        appender.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)
