"""What is said when a profile has been opened: what was found of the last run, what was damaged."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFont

from app.desk import Recovery
from app.domain.answers import Answer
from app.errors import DeskError
from gui.fonts import hangul_families, missing_fonts_text
from gui.notices import (
    Notice,
    NoticeBar,
    Offer,
    Salvaged,
    error_notice,
    recovery_text,
    salvaged_notice,
)

OpeningNotice = Recovery | Salvaged | DeskError

_FOUND_SECONDS = 60


def show_opening_notices(
    bar: NoticeBar,
    notices: Sequence[OpeningNotice],
    *,
    font: QFont,
    show_answer: Callable[[Answer], None],
) -> None:
    """Show what there is to say; nothing is shown when all is well."""
    if not hangul_families(font):
        bar.show_notice(Notice(key="fonts", words=missing_fonts_text, warning=True))
    for notice in notices:
        match notice:
            case Recovery():
                if recovery_text(notice):
                    bar.show_notice(_recovered(notice, show_answer))
            case Salvaged():
                bar.show_notice(salvaged_notice(notice))
            case DeskError():
                bar.show_notice(error_notice(notice))


def _recovered(found: Recovery, show_answer: Callable[[Answer], None]) -> Notice:
    ended = (*found.interrupted, *found.unconfirmed)
    offers: tuple[Offer, ...] = ()
    if ended:
        offers = (
            Offer(
                lambda: QCoreApplication.translate("Notices", "Show"),
                lambda: show_answer(ended[-1]),
            ),
        )
    return Notice(
        key="recovered",
        words=lambda: recovery_text(found),
        offers=offers,
        seconds=None if ended or found.unreachable else _FOUND_SECONDS,
        warning=bool(ended or found.unreachable),
    )
