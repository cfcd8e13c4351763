"""Writers that wait for the disk at the same time share one write and one synchronisation."""

import threading
from collections.abc import Callable, Sequence

from app.errors import StoreError
from app.stream_log.errors import not_durable


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
