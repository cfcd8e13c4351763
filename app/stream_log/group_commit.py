"""Writers that wait for the disk at the same time share one synchronisation."""

import threading
from collections.abc import Callable

from app.stream_log.errors import not_durable


class GroupCommit:
    """Owns the count of records known to be on the disk.

    `sync` makes durable what was written so far and returns how many records that is. The first
    who waits calls it; those who come meanwhile are served by the next call.
    """

    def __init__(self, sync: Callable[[], int]) -> None:
        self._sync = sync
        self._durable = 0
        self._syncing = False
        self._changed = threading.Condition()

    def wait(self, number: int) -> None:
        """Return once record `number` is durable; raises `StoreError` when that failed."""
        with self._changed:
            while self._durable < number:
                if self._syncing:
                    self._changed.wait()
                    continue
                self._syncing = True
                break
            else:
                return
        durable = 0
        try:
            durable = self._sync()
        except OSError as error:
            # Those who wait beside try for themselves: the disk may take it by then.
            raise not_durable() from error
        finally:
            with self._changed:
                self._durable = max(self._durable, durable)
                self._syncing = False
                self._changed.notify_all()
