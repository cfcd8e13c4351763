"""What is said when a profile has been opened: what was found of the last run, what was damaged."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QFont

from app.desk.recovery import Recovery
from app.domain.answers import Answer
from app.errors import DeskError
from gui.notices.bar import Notice, NoticeAction, NoticeBar, SalvageNotice, Updated, error_notice
from gui.platform.fonts import hangul_families, missing_fonts_text
from gui.sidebar.marks import Marks


class RecoveryWords(QObject):
    """Owns the sentences; the number forms of a language come from its catalogue."""

    def salvaged(self, found: SalvageNotice) -> str:
        """Return what is said of a database that was damaged."""
        n = found.conversations
        saved = self.tr("%n conversation(s) could be saved.", "", n)
        kept = self.tr("The database was damaged. It is kept aside as {copy}.")
        return f"{kept.format(copy=found.copy)} {saved}"

    def updated(self, found: Updated) -> str:
        """Return what is said of a database that was changed for this version."""
        return self.tr(
            "Your conversations were brought up to date for this version. As they were before they"
            " are kept in {copy}; “balance-desk doctor --put-back” with this file goes back."
        ).format(copy=found.copy)

    def unsent(self, n: int) -> str:
        """Return what is said of messages that waited when an earlier run ended."""
        return self.tr("%n message(s) that waited were not sent.", "", n)

    def recovered(self, found: Recovery) -> str:
        """Return what was found of the tasks of an earlier run; empty if nothing."""
        said = []
        if n := len(found.interrupted):
            said.append(
                self.tr(
                    "%n answer(s) were not completed; the conversation says why.",
                    "",
                    n,
                )
            )
        if n := len(found.unconfirmed):
            said.append(self.tr("%n message(s) may not have arrived.", "", n))
        if n := len(found.finished):
            said.append(self.tr("%n answer(s) finished while you were away.", "", n))
        if n := len(found.waiting):
            said.append(self.tr("%n question(s) wait for your answer.", "", n))
        if n := len(found.running):
            said.append(self.tr("%n answer(s) are still being made.", "", n))
        if n := len(found.unreachable):
            said.append(
                self.tr(
                    "The state of %n answer(s) is not known: their agent does not reply.", "", n
                )
            )
        return " ".join(said)


OpeningNotice = SalvageNotice | Updated | DeskError

RECOVERED = "recovered"
_FOUND_SECONDS = 60


def show_opening_notices(
    bar: NoticeBar,
    notices: Sequence[OpeningNotice],
    *,
    font: QFont,
) -> None:
    """Show what there is to say; nothing is shown when all is well."""
    words = RecoveryWords(bar)
    if next(hangul_families(font), None) is None:
        bar.show_notice(Notice(key="fonts", words=missing_fonts_text, warning=True))
    for notice in notices:
        match notice:
            case SalvageNotice():
                bar.show_notice(_salvaged(notice, words))
            case Updated():
                bar.show_notice(_updated(notice, words))
            case DeskError():
                bar.show_notice(error_notice(notice))


def unsent_notice(bar: NoticeBar, count: int, show: Callable[[], None]) -> Notice:
    """Return the notice of messages that waited when an earlier run ended."""
    words = RecoveryWords(bar)
    offer = NoticeAction(lambda: QCoreApplication.translate("Notices", "Show"), show)
    return Notice(key="unsent", words=lambda: words.unsent(count), offers=(offer,), warning=True)


def _salvaged(found: SalvageNotice, words: RecoveryWords) -> Notice:
    return Notice(key="salvaged", words=lambda: words.salvaged(found), warning=True)


def _updated(found: Updated, words: RecoveryWords) -> Notice:
    return Notice(key="updated", words=lambda: words.updated(found))


def show_recovered(
    bar: NoticeBar, found: Recovery, show_answer: Callable[[Answer], None], marks: Marks
) -> None:
    """Say what became of open tasks, if anything; "Show" leads to the newest that matters.

    What is said of those that go on or wait is true only for a while: `RECOVERED` is refreshed.
    """
    words = RecoveryWords(bar)
    if not words.recovered(marks.open_of(found)):
        return
    ended = (*found.interrupted, *found.unconfirmed)
    offers: tuple[NoticeAction, ...] = ()
    worth = ended or (*found.finished, *found.waiting)
    if worth:
        offers = (
            NoticeAction(
                lambda: QCoreApplication.translate("Notices", "Show"),
                lambda: show_answer(worth[-1]),
            ),
        )
    bar.show_notice(
        Notice(
            key=RECOVERED,
            words=lambda: words.recovered(marks.open_of(found)),
            offers=offers,
            seconds=None if ended or found.unreachable else _FOUND_SECONDS,
            warning=bool(ended or found.unreachable),
        )
    )
