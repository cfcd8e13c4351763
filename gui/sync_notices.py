"""What a desk and its conversation service could not settle by themselves is told."""

import re
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from app.syncing import SyncEvent, Syncing
from gui.error_words import error_text
from gui.memory_words import short
from gui.notices import Notice, NoticeBar, Offer

_SECONDS = 60


class SyncNotices:
    """Shows each event of one desk's syncing until `stop`; a newer one of a kind replaces it.

    `restore` brings a conversation back that another desk deleted, `show` opens one, `rename`
    gives it the name that was not kept.
    """

    def __init__(
        self,
        syncing: Syncing,
        notices: NoticeBar,
        *,
        restore: Callable[[str], None],
        show: Callable[[str], None],
        rename: Callable[[str, str], None],
    ) -> None:
        self._notices = notices
        self._restore = restore
        self._show = show
        self._rename = rename
        self.stop = syncing.watch_events(self._take)

    def _take(self, event: SyncEvent) -> None:
        offers: tuple[Offer, ...] = ()
        if event.kind == "deleted":
            offers = (Offer(_restore_word, lambda: self._restore(event.context_id)),)
        elif event.about == "title":
            offers = (Offer(_mine_word, lambda: self._rename(event.context_id, event.mine)),)
        elif event.context_id and (event.kind != "erased" or event.written):
            offers = (Offer(_show_word, lambda: self._show(event.context_id)),)
        lasting = event.kind in ("refused", "overruled") or event.written
        # What is not kept of one is no reason to hide another.
        each = f":{event.context_id}:{event.about}" if event.kind == "overruled" else ""
        self._notices.show_notice(
            Notice(
                key=f"sync:{event.kind}{each}",
                words=lambda: event_words(event),
                offers=offers,
                seconds=None if lasting else _SECONDS,
                warning=lasting,
            )
        )


def event_words(event: SyncEvent) -> str:
    """Return what happened, in the present language."""
    words = {
        "{why}": _why(event),
        "{mine}": short(event.mine) or "—",
        "{theirs}": short(event.theirs) or "—",
        "{title}": _title(event),
    }
    # In one go: a name that looks like a place to fill is a name all the same.
    return re.sub("|".join(map(re.escape, words)), lambda found: words[found[0]], _template(event))


def _template(event: SyncEvent) -> str:
    translate = QCoreApplication.translate
    match event.kind:
        case "made_anew":
            return translate(
                "Sync",
                "The conversation service did not have “{title}” any more. It was made anew there,"
                " with what you write from now on.",
            )
        case "sent_again":
            return translate(
                "Sync",
                "The conversation service has lost what was said lately. It got it again from this"
                " desk.",
            )
        case "overruled" if event.about == "title":
            return translate(
                "Sync",
                "Another desk renamed the conversation first: it is called “{theirs}”. Your name"
                " “{mine}” was not kept.",
            )
        case "overruled":
            return translate(
                "Sync",
                "Another desk changed “{title}” first: “{theirs}” holds. Your change to “{mine}”"
                " was not kept.",
            )
        case "deleted":
            return translate("Sync", "“{title}” was deleted on another desk.")
        case "erased" if event.written:
            return translate(
                "Sync",
                "“{title}” was erased for good at the conversation service. What you wrote since"
                " is kept, in a conversation of the same name.",
            )
        case "erased":
            return translate(
                "Sync", "“{title}” was erased for good at the conversation service, and so here."
            )
        case _ if not event.context_id:
            return translate(
                "Sync",
                "The conversation service does not take a change of what is remembered: {why} It"
                " holds on this desk only.",
            )
        case _:
            return translate(
                "Sync",
                "The conversation service does not take what changed in “{title}”: {why} It is kept"
                " on this desk only.",
            )


def _title(event: SyncEvent) -> str:
    return short(event.title) or QCoreApplication.translate("Sync", "A conversation")


def _why(event: SyncEvent) -> str:
    return error_text(event.error) if event.error is not None else ""


def _restore_word() -> str:
    return QCoreApplication.translate("Sync", "Bring it back")


def _mine_word() -> str:
    return QCoreApplication.translate("Sync", "Use my name")


def _show_word() -> str:
    return QCoreApplication.translate("Notices", "Show")
