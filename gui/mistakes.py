"""What went wrong in a window is said above its messages; a report of it is offered, not sent."""

import logging

from PySide6.QtWidgets import QWidget

from app.errors import DeskError
from gui.crash_report import (
    CrashReport,
    ended_badly_words,
    report_of,
    report_of_end,
    show_report_word,
)
from gui.notices import Notice, NoticeBar, Offer, error_notice, mistake_notice

log = logging.getLogger(__name__)


class Mistakes:
    """Tells expected errors in their words, and mistakes of ours with their report."""

    def __init__(self, notices: NoticeBar, window: QWidget) -> None:
        self._notices = notices
        self._window = window

    def failed(self, error: Exception) -> None:
        """Say why a task of the window ended."""
        if isinstance(error, DeskError):
            self._notices.show_notice(error_notice(error))
            return
        log.error("a task of the window failed", exc_info=error)
        self.show(error)

    def show(self, error: BaseException) -> None:
        """Say that something went wrong inside, and offer what is known of it."""
        report = report_of(error)
        self._notices.show_notice(mistake_notice(lambda: self._open(report)))

    def show_bad_end(self, trace: str) -> None:
        """Say that the last run ended unexpectedly, and offer the trace that it left."""
        report = report_of_end(trace)
        offer = Offer(show_report_word, lambda: self._open(report))
        self._notices.show_notice(
            Notice(key="bad-end", words=ended_badly_words, offers=(offer,), warning=True)
        )

    def _open(self, report: str) -> None:
        CrashReport(report, self._window).open()
