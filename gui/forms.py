"""Rows of a form: each field has a label that leads to it and names it for a screen reader."""

from collections.abc import Sequence

from PySide6.QtWidgets import QFormLayout, QLabel, QWidget


def form_of(rows: Sequence[tuple[str, QWidget]]) -> QFormLayout:
    """Return a layout of labels and fields, which take the room there is."""
    form = QFormLayout()
    form.setHorizontalSpacing(16)
    form.setVerticalSpacing(12)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    for words, widget in rows:
        label = QLabel(words)
        label.setBuddy(widget)
        widget.setAccessibleName(words)
        form.addRow(label, widget)
    return form
