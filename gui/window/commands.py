"""Gives the commands that concern the window itself their deeds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QTableView,
    QTextEdit,
    QWidget,
)

from gui.actions.actions import Actions
from gui.look.appearance import Appearance
from gui.look.preferences import LARGEST, SMALLEST, ZOOM_STEP, Preferences
from gui.platform.i18n import LANGUAGES
from gui.workspace.panes import Panes

if TYPE_CHECKING:
    from app.ports import Syncing
    from gui.window.tour import Touring
    from gui.workspace.open_conversation import OpenConversation

_THEMES = {"system": "actionThemeSystem", "light": "actionThemeLight", "dark": "actionThemeDark"}
_MOTIONS = {
    "system": "actionMotionSystem",
    "full": "actionMotionFull",
    "reduced": "actionMotionReduced",
}


class WindowCommands:
    """Owns the deeds of look, language, zoom, panes, copy and dialogs.

    `changed` is called after a choice was made; it keeps the preferences. Without
    `search_everything`, the sidebar's own search takes its place; with `choose_model` the
    preferences offer it.
    """

    def __init__(
        self,
        *,
        window: QMainWindow,
        panes: Panes,
        actions: Actions,
        preferences: Preferences,
        appearance: Appearance,
        changed: Callable[[], None],
    ) -> None:
        self._window = window
        self._panes = panes
        self._actions = actions
        self._preferences = preferences
        self._appearance = appearance
        self._changed = changed
        self.search_everything: Callable[[], None] | None = None
        self.choose_model: Callable[[], None] | None = None
        self.syncing: Syncing | None = None
        self._conversation: OpenConversation | None = None
        self._touring: Touring | None = None
        for choice, name in _THEMES.items():
            actions[name].triggered.connect(lambda _=False, c=choice: self._set(theme=c))
        for motion, name in _MOTIONS.items():
            actions[name].triggered.connect(lambda _=False, c=motion: self._set(motion=c))
        for language in ("auto", *LANGUAGES):
            action = actions[f"actionLanguage{language.capitalize()}"]
            action.triggered.connect(lambda _=False, c=language: self._set(language=c))
        actions["actionZoomIn"].triggered.connect(lambda: self._zoom(ZOOM_STEP))
        actions["actionZoomOut"].triggered.connect(lambda: self._zoom(-ZOOM_STEP))
        actions["actionZoomReset"].triggered.connect(lambda: self._set(font_scale=1.0))
        actions["actionFullScreen"].triggered.connect(self._full_screen)
        actions["actionCopy"].triggered.connect(self._copy)
        actions["actionCut"].triggered.connect(self._cut)
        actions["actionPaste"].triggered.connect(self._paste)
        actions["actionSelectAll"].triggered.connect(self._select_all)
        actions["actionFind"].triggered.connect(self._find)
        actions["actionFindNext"].triggered.connect(lambda: self._find_on(1))
        actions["actionFindPrevious"].triggered.connect(lambda: self._find_on(-1))
        actions["actionSearchAll"].triggered.connect(self._search_all)
        actions["actionNextPane"].triggered.connect(lambda: self._step_pane(1))
        actions["actionPreviousPane"].triggered.connect(lambda: self._step_pane(-1))
        actions["actionPreferences"].triggered.connect(self._open_preferences)
        actions["actionTour"].triggered.connect(lambda: self._tour(by_hand=True))
        actions["actionHelp"].triggered.connect(self._open_help)
        actions["actionShortcuts"].triggered.connect(self._open_shortcuts)
        actions["actionReport"].triggered.connect(self._open_report)
        actions["actionUpdates"].triggered.connect(self._open_updates)
        actions["actionAbout"].triggered.connect(self._open_about)
        self.show_choices()

    def offer_tour(self, conversation: OpenConversation) -> None:
        """Let the tour be started; it starts by itself where it is due and nothing was said yet."""
        self._conversation = conversation
        if self._preferences.tour_due and self._panes.list_model.empty:
            self._tour(by_hand=False)

    def show_choices(self) -> None:
        """Check the chosen theme, motion and language in the menus; give the chosen keys."""
        self._actions.use_keys(self._preferences.shortcuts)
        self._actions.check(_MOTIONS[self._preferences.motion])
        self._actions.check(_THEMES.get(self._preferences.theme, "actionThemeSystem"))
        self._actions.check(f"actionLanguage{self._preferences.language.capitalize()}")

    def _set(self, **choices: object) -> None:
        for name, value in choices.items():
            setattr(self._preferences, name, value)
        self._changed()

    def _zoom(self, step: float) -> None:
        scale = round(self._preferences.font_scale + step, 2)
        self._set(font_scale=min(LARGEST, max(SMALLEST, scale)))

    def _full_screen(self, full: bool) -> None:
        if full:
            self._window.showFullScreen()
        else:
            self._window.showNormal()

    def _copy(self) -> None:
        from gui.chat.table_widgets import ResultTableView

        # Never by a key sent to the widget: what it leaves alone would come back here.
        match QApplication.focusWidget():
            case (QLineEdit() | QPlainTextEdit() | QTextEdit()) as field if _has_selection(field):
                field.copy()
            case ResultTableView() as table:
                table.copy()
            case _ if self._panes.chatting:
                self._panes.view.copy_selection()

    def _cut(self) -> None:
        focused = QApplication.focusWidget()
        if isinstance(focused, QLineEdit | QPlainTextEdit):
            focused.cut()

    def _paste(self) -> None:
        focused = QApplication.focusWidget()
        field = focused if isinstance(focused, QLineEdit) else self._panes.bar.composer
        field.setFocus()
        field.paste()

    def _select_all(self) -> None:
        focused = QApplication.focusWidget()
        if isinstance(focused, QLineEdit | QPlainTextEdit | QTextEdit | QTableView):
            focused.selectAll()
        elif self._panes.chatting:
            self._panes.view.select_all()

    def _find(self) -> None:
        if self._panes.chatting:
            self._panes.find.open()
        else:
            self._search_list()

    def _find_on(self, step: int) -> None:
        if self._panes.find.isVisible():
            self._panes.find.go(step)
        else:
            self._find()

    def _search_all(self) -> None:
        if self.search_everything is not None:
            self.search_everything()
        else:
            self._search_list()

    def _search_list(self) -> None:
        self._actions["actionSidebar"].setChecked(True)
        self._panes.sidebar.search.setFocus()
        self._panes.sidebar.search.selectAll()

    def _step_pane(self, step: int) -> None:
        stops = self._panes.stops()
        focused = QApplication.focusWidget()
        nowhere = -1 if step > 0 else 0
        at = next((n for n, stop in enumerate(stops) if _within(stop, focused)), nowhere)
        stops[(at + step) % len(stops)].setFocus()

    def _tour(self, *, by_hand: bool) -> None:
        from gui.window.tour import Touring

        if self._conversation is None:
            return
        if self._touring is None:
            self._touring = Touring(
                window=self._window,
                panes=self._panes,
                conversation=self._conversation,
                ended=lambda: self._set(tour_due=False),
            )
        self._touring.begin(by_hand=by_hand)

    def _open_shortcuts(self) -> None:
        from gui.actions.shortcut_sheet import ShortcutSheet

        sheet = ShortcutSheet(self._actions, self._preferences.shortcuts, self._window)
        sheet.chosen.connect(lambda choices: self._set(shortcuts=choices))
        _open(sheet)

    def _open_help(self) -> None:
        from gui.dialogs.help import HelpWindow

        _open(HelpWindow(self._appearance.language, self._window))

    def _open_about(self) -> None:
        from gui.dialogs.about import AboutDialog

        _open(AboutDialog(self._window))

    def _open_report(self) -> None:
        from gui.dialogs.crash_report import CrashReport, report_of_now

        CrashReport(report_of_now(), self._window).open()

    def _open_updates(self) -> None:
        from gui.dialogs.about import UpdateDialog

        _open(UpdateDialog(self._window))

    def _open_preferences(self) -> None:
        from gui.dialogs.preferences import PreferencesDialog

        dialog = PreferencesDialog(self._preferences, self._window)
        dialog.changed.connect(self._changed)
        if self.choose_model is not None:
            dialog.offer_model()
            dialog.modelWanted.connect(self.choose_model)
        # A window that may choose a model has a profile, which keeps its conversations.
        if self.choose_model is not None or self.syncing is not None:
            dialog.show_service(self.syncing)
        _open(dialog)


def _open(dialog: QDialog) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def _has_selection(field: QLineEdit | QPlainTextEdit | QTextEdit) -> bool:
    if isinstance(field, QLineEdit):
        return field.hasSelectedText()
    return field.textCursor().hasSelection()


def _within(pane: QWidget, focused: QWidget | None) -> bool:
    return focused is not None and (pane is focused or pane.isAncestorOf(focused))
