"""The main pictures look as those in docs/images/states: the same shapes in the same places.

Compared by blocks of 12 × 12 pixels, in grey: times of day, or how a font is drawn, change a block
a little, a missing button or a moved pane changes many by much. Where the pictures were drawn with
another font than there is here, nothing is compared.
"""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.composition import open_desk
from app.profile.settings import Settings
from gui.demo.sheet import SHARE, SHEET, run_sheet
from gui.look.preferences import Preferences

KEPT = Path(__file__).parents[2] / "docs" / "images" / "states"
BLOCK = 12
UNLIKE = 24
"""Two blocks are unlike when their mean grey differs by more than this, of 255."""
FEW = 0.004
"""So large a part of the blocks may be unlike."""


def unlike(one: QImage, other: QImage) -> float:
    """Return the share of blocks that differ."""
    assert one.size() == other.size()
    across, down = one.width() // BLOCK, one.height() // BLOCK
    grey = [
        image.convertToFormat(QImage.Format.Format_Grayscale8).scaled(
            across,
            down,
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        for image in (one, other)
    ]
    differ = sum(
        abs(grey[0].pixelColor(x, y).red() - grey[1].pixelColor(x, y).red()) > UNLIKE
        for x in range(across)
        for y in range(down)
    )
    return differ / (across * down)


def kept(name: str) -> QImage:
    image = QImage(str(KEPT / f"{name}.png"))
    assert not image.isNull()
    return image


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "ko", "es"])
def test_every_language_and_theme_has_its_sheet(qapp: Any, language: str, theme: str) -> None:
    sheet = kept(f"{language}-{theme}")
    assert sheet.width() > 3 * SHEET.width() * SHARE
    # A corner of the first state, beside its text: the ground of the sidebar.
    lightness = sheet.pixelColor(40, 300).lightness()
    assert lightness > 200 if theme == "light" else lightness < 60


def test_a_missing_button_is_seen_and_another_time_of_day_is_not(qapp: Any) -> None:
    sheet = kept("en-light").convertToFormat(QImage.Format.Format_RGB32)
    state = SHEET * SHARE
    later, broken = sheet.copy(), sheet.copy()
    painter = QPainter(later)
    painter.fillRect(QRect(150, 95, 30, 8), QColor("#f4f6fa"))
    painter.end()
    painter = QPainter(broken)
    painter.fillRect(QRect(state.width() - 90, state.height() - 40, 80, 24), QColor("white"))
    painter.end()
    assert unlike(sheet, later) < FEW / 2
    assert unlike(sheet, broken.copy(broken.rect())) > 0
    moved = sheet.copy(0, 12, sheet.width(), sheet.height())
    assert unlike(sheet, moved) > 5 * FEW


@pytest.mark.anyio
@pytest.mark.slow
@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
@pytest.mark.parametrize("sheet", ["en-light", "ko-dark"])
async def test_the_window_looks_as_it_did(open_window: Any, tmp_path: Path, sheet: str) -> None:
    before = kept(sheet)
    language, _, theme = sheet.partition("-")
    async with open_desk(Settings(profile=tmp_path / "profile"), searchable=True) as opened:
        person = await open_window(
            with_desk=opened.desk,
            preferences=Preferences(language=language, theme=theme),  # type: ignore[arg-type]
            on_open_data=opened.open_data,
            search=opened.search,
            records=opened.records,
            adding=opened.adding,
        )
        if before.text("font") != QApplication.font().family():
            pytest.skip(f"drawn with {before.text('font')}, here is {QApplication.font().family()}")
        now = await run_sheet(person.window, tmp_path / "now.png", language=language)
        person.window.close()
        await person.window.closed()
    share = unlike(before, now)
    assert share < FEW, f"{share:.2%} of the picture differ; the new one: {tmp_path / 'now.png'}"
