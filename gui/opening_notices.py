"""What is said when a profile has been opened: what was found of the last run, what was damaged."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFont

from app.domain.answers import Answer
from app.errors import DeskError
from app.recovery import Recovery
from gui.fonts import hangul_families, missing_fonts_text
from gui.marks import Marks
from gui.notices import (
    Notice,
    NoticeBar,
    Offer,
    Salvaged,
    Updated,
    error_notice,
)
from gui.recovery_words import RecoveryWords

OpeningNotice = Recovery | Salvaged | Updated | DeskError

RECOVERED = "recovered"
_FOUND_SECONDS = 60


def show_opening_notices(
    bar: NoticeBar,
    notices: Sequence[OpeningNotice],
    *,
    font: QFont,
    show_answer: Callable[[Answer], None],
    marks: Marks,
) -> None:
    """Show what there is to say; nothing is shown when all is well."""
    words = RecoveryWords(bar)
    if not hangul_families(font):
        bar.show_notice(Notice(key="fonts", words=missing_fonts_text, warning=True))
    for notice in notices:
        match notice:
            case Recovery():
                show_recovered(bar, notice, show_answer, marks)
            case Salvaged():
                bar.show_notice(_salvaged(notice, words))
            case Updated():
                bar.show_notice(_updated(notice, words))
            case DeskError():
                bar.show_notice(error_notice(notice))


def unsent_notice(bar: NoticeBar, count: int, show: Callable[[], None]) -> Notice:
    """Return the notice of messages that waited when an earlier run ended."""
    words = RecoveryWords(bar)
    offer = Offer(lambda: QCoreApplication.translate("Notices", "Show"), show)
    return Notice(key="unsent", words=lambda: words.unsent(count), offers=(offer,), warning=True)


def _salvaged(found: Salvaged, words: RecoveryWords) -> Notice:
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
    offers: tuple[Offer, ...] = ()
    worth = ended or (*found.finished, *found.waiting)
    if worth:
        offers = (
            Offer(
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
