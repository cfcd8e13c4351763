"""Whether a desk is in step with its service, and what could not be settled by itself.

Nothing waits for it: what is said meanwhile is kept here and sent later. While all is in step there
is nothing to say, and no bar.
"""

import re
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMainWindow, QSizePolicy, QStatusBar, QWidget

from app.errors import BadInput
from app.ports import SyncEvent, Syncing, SyncStatus
from gui.look.icons import icon_side, pixmap
from gui.notices.bar import Notice, NoticeAction, NoticeBar
from gui.texts.errors import error_text
from gui.texts.memories import TitleOf, field_words, short
from gui.texts.names import speaker
from gui.widgets.object_names import named
from gui.widgets.surfaces import ink, theme_of

_LOOKS = (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange, QEvent.Type.FontChange)


class SyncSign(QWidget):
    """Follows one desk's syncing until `stop`, in the window's status bar."""

    def __init__(self, syncing: Syncing, window: QMainWindow) -> None:
        super().__init__(window)
        named(self, "syncSign")
        self._status = syncing.status
        self._icon = QLabel()
        self._label = named(QLabel(), "syncText")
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 12, 4)
        row.setSpacing(8)
        row.addWidget(self._icon)
        row.addWidget(self._label, 1)
        self._bar = QStatusBar(window)
        self._bar.setSizeGripEnabled(False)
        self._bar.addWidget(self, 1)
        window.setStatusBar(self._bar)
        self.stop = syncing.watch(self._take)
        self._show()

    @property
    def text(self) -> str:
        """What is said; empty while there is nothing to say."""
        return self._label.text()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language, the palette and the font."""
        super().changeEvent(event)
        if event.type() in _LOOKS:
            self._show()

    def _take(self, status: SyncStatus) -> None:
        self._status = status
        self._show()

    def _show(self) -> None:
        words = self._words()
        refused = self._status.state == "refused"
        theme = theme_of(self)
        colour = theme.failed if refused else theme.waiting
        ratio = self.devicePixelRatioF()
        side = icon_side(self._label.font())
        self._icon.setPixmap(pixmap("warning" if refused else "lost", colour, side, ratio))
        if self._label.text() != words:
            self._label.setText(words)
            self._label.setToolTip(self._more(words))
            self.setAccessibleName(self._label.toolTip())
            ink(self._label, theme.text)
        self._bar.setVisible(bool(words))

    def _more(self, words: str) -> str:
        """Return what can be done about it, for whoever points at it."""
        if self._status.state != "refused" or isinstance(self._status.error, BadInput):
            return words
        advice = self.tr(
            "Ask whoever runs the service for a new one, then run “balance-desk conversations"
            " connect”. Until then your conversations are kept here."
        )
        return f"{words} {advice}"

    def _words(self) -> str:
        status = self._status
        if isinstance(status.error, BadInput):
            return error_text(status.error)
        if status.state == "refused":
            return self.tr(
                "Not synced: the conversation service does not accept this desk's token."
            )
        if status.state != "offline":
            return ""
        if status.waiting:
            return self.tr("Offline, will sync: your messages are kept here and sent later.")
        return self.tr("Offline, will sync: what other desks say is shown later.")


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
        offers: tuple[NoticeAction, ...] = ()
        if event.kind == "deleted":
            offers = (NoticeAction(_restore_word, lambda: self._restore(event.context_id)),)
        elif event.about == "title":
            offers = (NoticeAction(_mine_word, lambda: self._rename(event.context_id, event.mine)),)
        elif event.context_id and (event.kind != "erased" or event.written):
            offers = (NoticeAction(_show_word, lambda: self._show(event.context_id)),)
        lasting = event.kind in ("refused", "overruled") or event.written
        # What is not kept of one is no reason to hide another.
        about = (event.context_id, event.about, event.about and event.title, event.field)
        each = "/".join(("", *about)) if event.kind == "overruled" else ""
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
