"""Qt's own dialog for files in the look of the window; a desktop that has its own shows that.

Qt's comes where the desktop has none. Its icons and the word for folders are those of no theme and
of no language here, and what it says of a file's kind its ending says.
"""

from PySide6.QtCore import (
    QAbstractProxyModel,
    QCoreApplication,
    QFileInfo,
    QLocale,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
)
from PySide6.QtGui import QIcon, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QFileIconProvider,
    QFileSystemModel,
    QHeaderView,
    QLineEdit,
    QListView,
    QPushButton,
    QSplitter,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QTreeView,
    QWidget,
)

from gui.dialogs.last_folder import last_folder
from gui.look.icons import icon, icon_side
from gui.look.theme import Theme, scroll_bar_css
from gui.widgets.day_edit import FIELD_ARROW
from gui.widgets.dialog import fit_to_screen, stay_on_screen
from gui.widgets.object_names import named
from gui.widgets.surfaces import theme_of

_KIND, _ROW, _SPACE = 2, 6, 12
_SIZE = (760, 480)
_UNITS = QLocale.DataSizeFormat.DataSizeTraditionalFormat
_HALVES = (160, 560)
_BUTTONS = {
    "backButton": "chevron-left",
    "forwardButton": "chevron-right",
    "toParentButton": "send",
    "newFolderButton": "new",
}
_WAYS = ("listModeButton", "detailModeButton")


class FileDialog(QFileDialog):
    """Lists files with sizes and days, of the folder that was used last.

    The labels are ours where Qt's catalogues lack them.
    """

    def __init__(self, parent: QWidget, name: str) -> None:
        super().__init__(parent)
        named(self, name)
        labels = QFileDialog.DialogLabel
        translate = QCoreApplication.translate
        self.setLabelText(labels.LookIn, translate("Dialogs", "&Look in:"))
        self.setLabelText(labels.FileName, translate("Dialogs", "File &name:"))
        self.setLabelText(labels.FileType, translate("Dialogs", "Files of &type:"))
        self.setViewMode(QFileDialog.ViewMode.Detail)
        self._unread = _Unread(icon("file", self.palette(), self.devicePixelRatioF()))
        self.setIconProvider(self._unread)
        folder = last_folder()
        if folder.there:
            self.setDirectory(folder.there)
        self.filesSelected.connect(lambda chosen: folder.take(chosen[0]))
        files = self.findChild(QTreeView, "treeView")
        if files is not None:  # else it is the desktop's own
            self._dress(files)

    def showEvent(self, event: QShowEvent) -> None:
        """Fit into the screen; take the icons off the buttons, which are made anew for saving."""
        fit_to_screen(self)
        super().showEvent(event)
        stay_on_screen(self)
        _without_icons(self)

    def _dress(self, files: QTreeView) -> None:
        wear_the_look(self)
        header = files.header()
        header.setSectionHidden(_KIND, True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setStretchLastSection(False)
        files.setRootIsDecorated(False)
        places = self.findChild(QListView, "sidebar")
        drawn = _Rows(self)
        side = icon_side(self.font())
        for view in (files, places) if places is not None else (files,):
            view.setItemDelegate(drawn)
            view.setIconSize(QSize(side, side))
        field = self.findChild(QLineEdit, "fileNameEdit")
        completer = field.completer() if field is not None else None
        endings = completer.popup() if completer is not None else None
        if endings is not None:  # a window of its own, which wears nothing of the dialog's
            endings.setItemDelegate(drawn)
            endings.setIconSize(QSize(side, side))
            endings.setStyleSheet(self.styleSheet())
        for box in self.findChildren(QComboBox):
            box.setIconSize(QSize(0, 0))
        for halves in self.findChildren(QSplitter):
            halves.setSizes(_HALVES)
        for button in self.findChildren(QToolButton):
            if button.objectName() in _WAYS:
                button.hide()
            elif sign := _BUTTONS.get(button.objectName()):
                button.setIcon(icon(sign, self.palette(), self.devicePixelRatioF()))
        self.resize(*_SIZE)


def wear_the_look(dialog: QDialog) -> None:
    """Give a dialog of Qt's own the fields, lists and buttons of the window."""
    theme = theme_of(dialog)
    dialog.setStyleSheet(_css(theme) + scroll_bar_css(theme))
    _without_icons(dialog)


def _without_icons(dialog: QDialog) -> None:
    for button in dialog.findChildren(QPushButton):
        button.setIcon(QIcon())


class _Unread(QFileIconProvider):
    """Tells a file's kind by its name: Qt reads its beginning (QMimeDatabase::mimeTypeForFile), in
    the window's thread, and waits for what never comes in /proc and from a lost network."""

    def __init__(self, shown: QIcon) -> None:
        super().__init__()
        self._shown = shown

    def type(self, info: QFileInfo) -> str:
        """Return the ending, for a column that is not shown."""
        return info.suffix()

    def icon(self, _: object) -> QIcon:
        """Return one that rows are drawn without: theirs are ours."""
        return self._shown


class _Rows(QStyledItemDelegate):
    """Draws the icons as all others here, sizes and moments in the language of the window."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        ratio = parent.devicePixelRatioF()
        self._folder, self._file = (icon(n, parent.palette(), ratio) for n in ("folder", "file"))

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Fill in how an item is drawn."""
        super().initStyleOption(option, index)
        model = index.model()
        if isinstance(model, QAbstractProxyModel):  # of what completes a name
            index = model.mapToSource(index)
            model = index.model()
        if not isinstance(model, QFileSystemModel):
            option.icon = self._folder  # of a place
            return
        locale = QLocale()
        match index.column():
            case 0:
                option.icon = self._folder if model.isDir(index) else self._file
            case 1 if not model.isDir(index):
                option.text = locale.formattedDataSize(model.size(index), 1, _UNITS)
            case 3:
                at = model.lastModified(index)
                option.text = locale.toString(at, QLocale.FormatType.ShortFormat)


def _css(theme: Theme) -> str:
    """Return the style sheet: fields, lists and buttons as elsewhere in the window."""
    box = f"border:1px solid {theme.border};border-radius:8px"
    return (
        f"QLineEdit,QTreeView,QListView{{background:{theme.base};{box}}}"
        f"QComboBox{{background:{theme.base};{box};padding:{_ROW}px 8px}}"
        "QComboBox::drop-down{border:0;width:28px}"
        f"QComboBox::down-arrow{{image:url({FIELD_ARROW});width:16px;height:16px}}"
        f"QLineEdit{{padding:{_ROW}px 8px}}"
        f"QLineEdit:focus,QTreeView:focus,QListView:focus{{border-color:{theme.accent}}}"
        f"QTreeView::item,QListView::item{{padding:{_ROW - 2}px 4px;border:0}}"
        f"QTreeView::item:selected,QListView::item:selected{{background:{theme.selection};"
        f"color:{theme.selection_text}}}"
        f"QHeaderView::section{{background:{theme.base};color:{theme.muted};border:0;"
        f"border-bottom:1px solid {theme.border};padding:{_ROW}px 8px}}"
        f"QGroupBox{{border:0;margin-top:{2 * _SPACE}px}}"
        "QGroupBox::title{subcontrol-origin:margin;left:0;font-weight:600}"
        f"QToolButton{{border:0;border-radius:8px;padding:{_ROW}px}}"
        f"QToolButton:hover{{background:{theme.bubble}}}"
        f"QPushButton{{background:{theme.base};color:{theme.text};{box};"
        f"padding:{_ROW}px {_SPACE}px}}"
        f"QPushButton:hover{{background:{theme.bubble}}}"
        f"QPushButton:default{{background:{theme.accent};color:{theme.accent_text}}}"
        f"QPushButton:focus{{border-color:{theme.accent}}}"
        f"QPushButton:disabled{{background:{theme.window};color:{theme.muted}}}"
    )
