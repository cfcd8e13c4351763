"""Qt's own dialog for printing, in the look of the window, with all that can be chosen in sight."""

from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from gui.dialogs.file_dialog import wear_the_look
from gui.widgets.dialog import OnScreen

_UNFOLDS = QDialogButtonBox.ButtonRole.ResetRole


def print_dialog(printer: QPrinter, parent: QWidget) -> QPrintDialog:
    """Return a dialog for a printer that is no larger than the screen; a desktop that has its own
    shows that.
    """
    dialog = QPrintDialog(printer, parent)
    wear_the_look(dialog)
    for box in dialog.findChildren(QDialogButtonBox):
        for button in box.buttons():
            if box.buttonRole(button) is _UNFOLDS:
                button.click()
                button.hide()
    OnScreen(dialog)
    return dialog
