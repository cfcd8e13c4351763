"""What a column is, to be corrected where it stands on the page of its table."""

from collections.abc import Mapping

from pydantic import JsonValue
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gui.blocks.profile.reading import ProfiledColumn
from gui.look.theme import sized
from gui.texts.columns import adds_word, kind_word, part_word
from gui.widgets.buttons import Button
from gui.widgets.combo_box import ChoiceBox
from gui.widgets.dialog import Dialog
from gui.widgets.line_edits import Field
from gui.widgets.object_names import named

_WIDTH, _LONGEST, _LONGEST_LIST = 440, 80, 400
_PARTS = {"moment": "time", "category": "name", "text": "name", "identifier": "name"}


class ColumnDialog(Dialog):
    """Owns the fields of one column; Enter saves, Esc leaves it as it was."""

    def __init__(self, column: ProfiledColumn, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "columnDialog")
        self.setWindowTitle(self.tr("Correct a column"))
        self._column = column
        self.label = named(Field(), "columnLabel")
        self.label.setMaxLength(_LONGEST)
        self.label.setText(column.label)
        self.label.setPlaceholderText(column.name)
        self.synonyms = named(Field(), "columnSynonyms")
        self.synonyms.setMaxLength(_LONGEST_LIST)
        self.synonyms.setText(", ".join(column.synonyms))
        self.synonyms.setPlaceholderText(self.tr("With commas between them"))
        self.kind = ChoiceBox("columnKind")
        self.kind.offer([(kind, kind_word(kind)) for kind in column.kinds])
        self.adds = ChoiceBox("columnAdds")
        self.adds.offer([(adds, adds_word(adds)) for adds in ("sum", "mean", "none")])
        self.adds.choose(column.adds or "sum")
        self.part = ChoiceBox("columnPart")
        self._form = QFormLayout()
        self._form.setSpacing(8)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for words, field in (
            (self.tr("&Name"), self.label),
            (self.tr("&Also called"), self.synonyms),
            (self.tr("&Kind"), self.kind),
            (self.tr("&Over several rows"), self.adds),
            (self.tr("In the &table"), self.part),
        ):
            self._form.addRow(words, field)
            field.setAccessibleName(words.replace("&", ""))
        self._lay_out(column)
        self.kind.currentIndexChanged.connect(lambda _: self._offer())
        self._offer()
        self.part.choose(column.part)
        self.label.selectAll()
        self.label.setFocus()

    @property
    def changes(self) -> Mapping[str, JsonValue]:
        """What is other than it was, by the names of a correction."""
        column, kind = self._column, self.kind.value or self._column.kind
        words = [word.strip() for word in self.synonyms.text().split(",")]
        given: dict[str, JsonValue] = {
            "label": self.label.text().strip(),
            "synonyms": list(dict.fromkeys(filter(None, words))),
            "kind": kind,
            "part": self.part.value or "",
        }
        if kind == "number" or column.adds:
            given["adds"] = self.adds.value or ""
        held = self.before
        if not given["label"] and column.label == column.name:
            del given["label"]
        return {
            name: value
            for name, value in given.items()
            if value != held[name] and not (name == "adds" and kind != "number")
        }

    @property
    def before(self) -> Mapping[str, JsonValue]:
        """What the column was, by the names of a correction."""
        column = self._column
        return {
            "label": column.label,
            "synonyms": list(column.synonyms),
            "kind": column.kind,
            "part": column.part,
            "adds": column.adds or "none",
        }

    def show_below(self, point: QPoint, screen: QWidget) -> None:
        """Stand below a point of the screen, inside a window."""
        self.adjustSize()
        room = screen.window().frameGeometry()
        x = min(point.x(), room.right() - self.width() - 8)
        y = min(point.y(), room.bottom() - self.height() - 8)
        self.move(max(room.left() + 8, x), max(room.top() + 8, y))

    def _offer(self) -> None:
        """Offer what a column of the chosen kind can be."""
        kind = self.kind.value or ""
        self._form.setRowVisible(self.adds, kind == "number")
        part = _PARTS.get(kind)
        self.part.offer([(one, part_word(one)) for one in ("", *((part,) if part else ()))])
        self._form.setRowVisible(self.part, part is not None)
        self.adjustSize()

    def _lay_out(self, column: ProfiledColumn) -> None:
        heading = QLabel(column.name)
        heading.setTextFormat(Qt.TextFormat.PlainText)
        heading.setFont(sized(heading.font(), 1.1, bold=True))
        keep = named(Button("main"), "columnKeep")
        keep.setText(self.tr("Save"))
        keep.setDefault(True)
        keep.clicked.connect(self.accept)
        leave = named(Button("plain"), "columnCancel")
        leave.setText(self.tr("Cancel"))
        leave.setAutoDefault(False)
        leave.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(leave)
        buttons.addWidget(keep)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.setSpacing(12)
        layout.addWidget(heading)
        layout.addLayout(self._form)
        layout.addSpacing(4)
        layout.addLayout(buttons)
        self.setMinimumWidth(_WIDTH)
        self.setWindowModality(Qt.WindowModality.WindowModal)
