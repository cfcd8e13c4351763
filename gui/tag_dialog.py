"""Under which tags a conversation is filed: those that are known are ticked, new ones typed."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.domain.conversations import clean_tags
from gui.buttons import Button
from gui.fields import Field
from gui.flow_layout import FlowLayout
from gui.naming import named
from gui.ticks import Tick

_WIDTH = 420
_LONGEST = 400


class TagDialog(QDialog):
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
