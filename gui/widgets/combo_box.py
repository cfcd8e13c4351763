"""A box of choices that keeps what was chosen when its words or its choices change."""

from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox, QWidget

from gui.widgets.object_names import named


class Choice(QComboBox):
    """Owns a list of (value, words); `value` is the chosen one, None for everything."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, name)
        self.setMinimumHeight(32)
        self.setMaxVisibleItems(16)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(10)

    @property
    def value(self) -> str | None:
        """The chosen value."""
        found = self.currentData()
        return found if isinstance(found, str) else None

    def offer(self, choices: Sequence[tuple[str | None, str]]) -> None:
        """Offer these choices; what was chosen stays chosen, else it is the first."""
        chosen = self.value
        self.blockSignals(True)
        self.clear()
        for value, words in choices:
            self.addItem(words[:80], value)
        at = next((n for n, (value, _) in enumerate(choices) if value == chosen), 0)
        self.setCurrentIndex(at)
        self.blockSignals(False)

    def choose(self, value: str | None) -> None:
        """Choose a value that is offered."""
        for at in range(self.count()):
            if self.itemData(at) == value:
                self.setCurrentIndex(at)
