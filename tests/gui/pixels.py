"""The colours of a picture, read at once: to ask for each of a million pixels takes seconds."""

from collections import Counter

from PySide6.QtGui import QImage


def colours(image: QImage) -> "Counter[str]":
    """Return how many pixels have each colour, by its name (`#rrggbb`)."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    seen = Counter(memoryview(plain.constBits()).cast("I").tolist())
    return Counter({f"#{value & 0xFFFFFF:06x}": many for value, many in seen.items()})
