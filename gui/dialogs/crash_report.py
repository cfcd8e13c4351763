"""What went wrong inside is said; a report of it can be read and passed on, is never sent."""

import logging
import platform
import sys
import traceback
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, qVersion
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.errors import DeskError
from app.system.installation import program_version
from gui.look.theme import mono_font
from gui.notices.bar import Notice, NoticeAction, NoticeBar, error_notice, mistake_notice
from gui.platform.clipboard import put_text
from gui.texts.plain import plain_signs
from gui.widgets.buttons import Button
from gui.widgets.dialog import Dialog
from gui.widgets.object_names import named
from gui.widgets.text_box import TextBox

_LONGEST = 100_000


class CrashReport(Dialog):
    """Shows a report whole, to be copied by the person; closing it forgets it."""

    def __init__(self, report: str, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "crashReport")
        self.setWindowTitle(self.tr("Report of what went wrong"))
        said = QLabel(
            self.tr(
                "This is all that the report holds. It is sent to nobody: copy it if you want to"
                " pass it on. Read it first, for it may name files of yours."
            )
        )
        said.setWordWrap(True)
        text = named(TextBox(plain_signs(report[:_LONGEST])), "crashReportText")
        text.setReadOnly(True)
        text.setFont(mono_font(self.font().pointSizeF() / 10.5))
        text.setAccessibleName(self.windowTitle())
        copy = named(Button("plain", icon="copy"), "crashReportCopy")
        copy.setText(self.tr("Copy"))
        copy.clicked.connect(lambda: put_text(text.toPlainText()))
        close = named(Button("main"), "crashReportClose")
        close.setText(self.tr("Close"))
        close.clicked.connect(self.reject)
        below = QHBoxLayout()
        below.addStretch(1)
        below.addWidget(copy)
        below.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(12)
        for widget in (said, text):
            layout.addWidget(widget)
        layout.addLayout(below)
        self.resize(640, 460)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)


def report_of(error: BaseException) -> str:
    """Return a report: versions, the system, and where in the program it happened.

    Nothing of a conversation is in it but what the error itself says.
    """
    return report_of_end("".join(traceback.format_exception(error)))


def report_of_end(trace: str) -> str:
    """Return the report of a run that ended without a word, by the trace that it left."""
    return f"{_versions()}\n\n{trace}".replace(str(Path.home()), "~")


def report_of_now() -> str:
    """Return a report without a mistake: versions and the system, for somebody to add to."""
    return f"{_versions()}\n"


def ended_badly_words() -> str:
    """Return what is said at the start after such a run."""
    return QCoreApplication.translate(
        "Notices", "Balance Desk ended unexpectedly the last time. What was said is kept."
    )


def show_report_word() -> str:
    """Return the name of the button that shows a report."""
    return QCoreApplication.translate("Notices", "Show the report")


def _versions() -> str:
    lines = (
        f"balance-desk {program_version()}",
        f"Python {platform.python_version()}, Qt {qVersion()}",
        f"{platform.system()} {platform.release()}, {sys.platform}",
    )
    return "\n".join(lines)


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
        offer = NoticeAction(show_report_word, lambda: self._open(report))
        self._notices.show_notice(
            Notice(key="bad-end", words=ended_badly_words, offers=(offer,), warning=True)
        )

    def _open(self, report: str) -> None:
        CrashReport(report, self._window).open()
