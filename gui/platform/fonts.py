"""Whether this system can show Hangul, and what to do where it cannot."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics, QRawFont

SYLLABLE = "한"


def hangul_families(font: QFont) -> list[str]:
    """Return the families that draw Hangul, those of the font first; empty where there is none.

    Fonts are asked for the glyph itself: some that have it do not declare Korean.
    """
    named = [family for family in font.families() if _draws(family)]
    korean = QFontDatabase.families(QFontDatabase.WritingSystem.Korean)
    declared = [family for family in korean if _draws(family)]
    return list(dict.fromkeys([*named, *declared]))


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
