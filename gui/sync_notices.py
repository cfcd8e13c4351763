"""What a desk and its conversation service could not settle by themselves is told."""

import re
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from app.syncing import SyncEvent, Syncing
from gui.error_words import error_text
from gui.memory_words import TitleOf, field_words, short
from gui.notices import Notice, NoticeBar, Offer
from gui.record_words import speaker

_SECONDS = 60


class SyncNotices:
    """Shows each event of one desk's syncing until `stop`; a newer one of a kind replaces it.

    `restore` brings a conversation back that another desk deleted, `show` opens one, `rename`
    gives it the name that was not kept. `title_of` returns what a conversation is called here.
    """

    def __init__(
        self,
        syncing: Syncing,
        notices: NoticeBar,
        *,
        restore: Callable[[str], None],
        show: Callable[[str], None],
        rename: Callable[[str, str], None],
        title_of: TitleOf,
    ) -> None:
        self._notices = notices
        self._restore = restore
        self._show = show
        self._rename = rename
        self._title_of = title_of
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
        about = (event.context_id, event.about, event.about and event.title, event.field)
        each = ":".join(("", *about)) if event.kind == "overruled" else ""
        self._notices.show_notice(
            Notice(
                key=f"sync:{event.kind}{each}",
                words=lambda: event_words(event, self._title_of),
                offers=offers,
                seconds=None if lasting else _SECONDS,
                warning=lasting,
            )
        )


def event_words(event: SyncEvent, title_of: TitleOf) -> str:
    """Return what happened, in the present language."""
    words = {
        "{why}": _why(event),
        "{mine}": short(_value(event, event.mine, title_of)) or "—",
        "{theirs}": short(_value(event, event.theirs, title_of)) or "—",
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


def _value(event: SyncEvent, value: str, title_of: TitleOf) -> str:
    """Return what a field is or was to be, as the window shows it elsewhere."""
    if event.about == "fact":
        return field_words(event.field, value, title_of)
    return speaker(value) if event.about == "agent" and value else value


def _why(event: SyncEvent) -> str:
    return error_text(event.error) if event.error is not None else ""


def _restore_word() -> str:
    return QCoreApplication.translate("Sync", "Bring it back")


def _mine_word() -> str:
    return QCoreApplication.translate("Sync", "Use my name")


def _show_word() -> str:
    return QCoreApplication.translate("Notices", "Show")
