"""What the log needs now and then: its index, the task files, and once a day the archive."""

import logging
import threading
import time
from collections.abc import Callable
from datetime import date
from typing import Final

from app.domain.ids import utc_now
from app.errors import DeskError
from app.stream_log.archive import Archive
from app.stream_log.day_files import Outage
from app.stream_log.logger import StreamLogger
from app.stream_log.task_files import TaskFiles

FIRST_SECONDS: Final = 30.0
EVERY_SECONDS: Final = 3600.0
LAST_SECONDS: Final = 2.0
BREATH_SECONDS: Final = 0.01

log = logging.getLogger(__name__)


class Housekeeping:
    """Owns a quiet thread: it works when it is told that a task ended, soon
    after the start, and every hour.

    `close` gives what is left `LAST_SECONDS`; all of it can be taken up again another time.
    """

    def __init__(
        self, stream: StreamLogger, *, today: Callable[[], date] = lambda: utc_now().date()
    ) -> None:
        self._stream = stream
        self._today = today
        self._tasks = TaskFiles(stream.files, stream.index, stream.chains)
        self._archived_on: date | None = None
        self._wake = threading.Event()
        self._deadline: float | None = None
        self._thread = threading.Thread(target=self._run, name="log-housekeeping")
        self._thread.start()

    def tell(self) -> None:
        """Say that there is something to do; returns at once."""
        self._wake.set()

    def close(self) -> None:
        """Finish what is under way and end the thread; idempotent."""
        self._deadline = time.monotonic() + LAST_SECONDS
        self._wake.set()
        self._thread.join()

    def _enough(self) -> bool:
        if self._deadline is not None:
            return time.monotonic() > self._deadline
        # The interpreter is left to the window between two pieces of work.
        time.sleep(BREATH_SECONDS)
        return False

    def _run(self) -> None:
        pause = FIRST_SECONDS
        outage = Outage("the stream log is not kept in order")
        while True:
            self._wake.wait(pause)
            pause = EVERY_SECONDS
            self._wake.clear()
            closing = self._deadline is not None
            try:
                self._tasks.update(enough=self._enough)
                if not closing and self._archived_on != self._today():
                    self._archived_on = self._today()
                    Archive(self._stream.files, self._stream.settings).run(self._archived_on)
                outage.over()
            except DeskError as error:
                outage.failed(error)
            except Exception:
                # Whatever it is, the thread goes on: the next time may be better, and what is said
                # is written by another.
                log.exception("a mistake of ours in keeping the stream log in order")
            if closing:
                return
