"""Whether this system can show Hangul, and what to do where it cannot."""

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics, QRawFont

SYLLABLE = "한"


def hangul_families(font: QFont) -> Iterator[str]:
    """Yield the families that draw Hangul, once each, those of the font first; none where none is.

    Fonts are asked for the glyph itself: some that have it do not declare Korean. Qt keeps each
    that was asked, a megabyte or more: who needs one family takes one.
    """
    korean = QFontDatabase.families(QFontDatabase.WritingSystem.Korean)
    return filter(_draws, dict.fromkeys([*font.families(), *korean]))


def missing_fonts_text() -> str:
    """Return what is said where no font has Hangul."""
    return QCoreApplication.translate(
        "Fonts",
        "No installed font can show Korean: Hangul appears as empty boxes. Install one, for"
        " example with “apt install fonts-noto-cjk”, and start Balance Desk again.",
    )


def _draws(family: str) -> bool:
    if not QFontDatabase.hasFamily(family):
        return False
    font = QFont(family)
    # The metrics count what other fonts lend, a raw font is itself; but where there is no font at
    # all it stands for boxes, and has every character.
    lent = QFontMetrics(font).inFontUcs4(ord(SYLLABLE))
    return lent and QRawFont.fromFont(font).supportsCharacter(SYLLABLE)
