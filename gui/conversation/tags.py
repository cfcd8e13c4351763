"""Conversations are put away, tagged, and looked for by tag; each of it can be undone."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.domain.conversations import Conversation, clean_tags
from gui.platform.tasks import ask_dialog
from gui.sidebar.date_groups import title_of
from gui.sidebar.list_filters import ALL, Shelf
from gui.widgets.buttons import Button
from gui.widgets.check_box import Tick
from gui.widgets.dialog import Dialog
from gui.widgets.layouts import FlowLayout
from gui.widgets.line_edits import Field
from gui.widgets.object_names import named
from gui.workspace.workspace import Workspace

_WIDTH = 420
_LONGEST = 400


class TagDialog(Dialog):
    """Owns the ticks and the field; `given` are the tags that are wanted."""

    def __init__(self, *, has: Sequence[str], known: Sequence[str], parent: QWidget) -> None:
        """Make it for a conversation that `has` tags; `known` are those of all."""
        super().__init__(parent)
        named(self, "tagDialog")
        self.setWindowTitle(self.tr("Tags"))
        held = {tag.casefold() for tag in has}
        self._ticks: list[tuple[str, Tick]] = []
        ticks = FlowLayout(spacing=12)
        for number, tag in enumerate(clean_tags((*has, *sorted(known, key=str.casefold)))):
            tick = named(Tick(f"#{tag}".replace("&", "&&")), f"tag{number}")
            tick.setAccessibleName(tag)
            tick.setChecked(tag.casefold() in held)
            self._ticks.append((tag, tick))
            ticks.addWidget(tick)
        self.field = named(Field(), "tagField")
        self.field.setMaxLength(_LONGEST)
        self.field.setPlaceholderText(self.tr("balance, patch 5.0"))
        label = QLabel(self.tr("&New tags, with commas between them"))
        label.setBuddy(self.field)
        self.field.setAccessibleName(self.tr("New tags, with commas between them"))
        self.keep = named(Button("main"), "tagKeep")
        self.keep.setText(self.tr("Save"))
        self.keep.setDefault(True)
        self.keep.clicked.connect(self.accept)
        leave = named(Button("plain"), "tagCancel")
        leave.setText(self.tr("Cancel"))
        leave.setAutoDefault(False)
        leave.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(leave)
        buttons.addWidget(self.keep)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        if self._ticks:
            layout.addLayout(ticks)
        layout.addWidget(label)
        layout.addWidget(self.field)
        layout.addSpacing(8)
        layout.addLayout(buttons)
        self.setMinimumWidth(_WIDTH)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.field.setFocus()

    @property
    def given(self) -> tuple[str, ...]:
        """The tags that are ticked or typed."""
        ticked = [tag for tag, tick in self._ticks if tick.isChecked()]
        return clean_tags((*ticked, *self.field.text().split(",")))


class Filing:
    """Owns the commands of archive and tags, and what the list is narrowed to.

    The list follows the open conversation: where that stands on another shelf, all are shown, or
    the archive.
    """

    def __init__(self, space: Workspace) -> None:
        self._desk = space.desk
        self._conversation = space.conversation
        self._model = space.panes.list_model
        self._filter = space.panes.sidebar.filter
        self._actions = space.actions
        self._window = space.window
        self._tasks = space.tasks
        self._undoing = space.undoing
        self._stood: tuple[str, bool, tuple[str, ...]] | None = None
        self._filter.picked.connect(self._narrow)
        self._model.filed.connect(self._show_shelves)
        space.conversation.shownChanged.connect(self._follow)
        space.conversation.stateChanged.connect(self._offer)
        space.actions["actionArchive"].triggered.connect(self._archive)
        space.actions["actionTags"].triggered.connect(self._tag)
        self._show_shelves()

    def _narrow(self, shelf: Shelf) -> None:
        self._model.narrow(shelf)
        self._filter.show_shelves(self._model.shelves, self._model.shelf)

    def _show_shelves(self) -> None:
        shelves = self._model.shelves
        if not shelves.has(self._model.shelf):
            self._model.narrow(ALL)
        self._filter.show_shelves(shelves, self._model.shelf)
        self._offer()

    def _follow(self) -> None:
        shown = self._open()
        stands = (shown.context_id, shown.archived, shown.tags) if shown is not None else None
        # Only when another one is open, or it was filed anew: who looks around is left alone.
        if stands != self._stood:
            self._stood = stands
            if shown is not None and not self._model.shelf.holds(shown):
                self._narrow(Shelf(archived=shown.archived))
        self._offer()

    def _open(self) -> Conversation | None:
        return self._model.conversation(self._conversation.context_id)

    def _offer(self) -> None:
        shown = self._open()
        for name in ("actionArchive", "actionTags"):
            self._actions[name].setEnabled(shown is not None)
        self._actions["actionArchive"].setChecked(shown is not None and shown.archived)

    def _archive(self, archived: bool) -> None:
        shown = self._open()
        if shown is None:
            return
        context_id, name = shown.context_id, title_of(shown)

        async def put(away: bool) -> None:
            await self._desk.archive(context_id, away)
            if away != archived:
                await self._conversation.show(context_id)

        async def archive() -> None:
            await put(archived)
            self._undoing.done(lambda: _archived_word(name, archived), lambda: put(not archived))

        if archived:
            self._conversation.leave(context_id)
        self._tasks.start(archive())

    def _tag(self) -> None:
        shown = self._open()
        if shown is not None:
            self._tasks.start(self._ask_tags(shown))

    async def _ask_tags(self, shown: Conversation) -> None:
        known = [tag for tag, _ in self._model.shelves.tags]
        dialog = TagDialog(has=shown.tags, known=known, parent=self._window)
        if await ask_dialog(dialog) != QDialog.DialogCode.Accepted:
            return
        given, before = dialog.given, shown.tags
        if given == before:
            return

        async def tag(tags: Sequence[str]) -> None:
            await self._desk.tag(shown.context_id, tags)

        await tag(given)
        name = title_of(shown)
        self._undoing.done(lambda: _tagged_word(name, given), lambda: tag(before))


def _archived_word(title: str, archived: bool) -> str:
    if archived:
        words = QCoreApplication.translate("Notices", "“{title}” is in the archive.")
    else:
        words = QCoreApplication.translate("Notices", "“{title}” is out of the archive.")
    return words.replace("{title}", title)


def _tagged_word(title: str, tags: Sequence[str]) -> str:
    if tags:
        words = QCoreApplication.translate("Notices", "Tags of “{title}”: {tags}")
    else:
        words = QCoreApplication.translate("Notices", "“{title}” has no tags any more.")
    return words.replace("{tags}", ", ".join(tags)).replace("{title}", title)
