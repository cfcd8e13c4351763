"""The look: two palettes with checked contrast, one type scale, an 8-pixel grid, on Fusion."""

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

GRID = 8
"""Distances are multiples of this many device-independent pixels."""

BODY_POINTS = 10.5
MEASURE = 760
"""The widest line of text, in device-independent pixels at the body size."""

BESIDE = 2 * GRID
"""So much is free at the sides of the column on which messages, notices and composer stand."""

_OUTLINE = 170
_MARK_SHARE = 0.31

_SANS = ["Pretendard", "Noto Sans CJK KR", "Noto Sans KR", "Apple SD Gothic Neo", "Malgun Gothic"]
_MONO = [
    "D2Coding",
    "Noto Sans Mono CJK KR",
    "Menlo",
    "Consolas",
    "DejaVu Sans Mono",
    "monospace",
]


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one appearance, as `#rrggbb`; text has a contrast of 4.5 or more.

    Those of `series`, a value's each, and `plain`, of marks that are of no value alone, are told
    apart by who does not see red and green apart, too. `window` is the
    ground of the frame and `base` that of the chat, `floating` of what lies over both, such as
    menus; `muted` is secondary text.
    """

    name: str
    dark: bool
    window: str
    base: str
    raised: str
    floating: str
    bubble: str
    code: str
    border: str
    text: str
    muted: str
    link: str
    accent: str
    accent_text: str
    selection: str
    selection_text: str
    working: str
    waiting: str
    done: str
    failed: str
    stopped: str
    declined: str
    syntax: tuple[str, str, str, str]
    plain: str
    series: tuple[str, ...]

    def state_colour(self, state: str) -> str:
        """Return the text colour of a task state (a `TaskState` or its value)."""
        match state:
            case "submitted" | "working":
                return self.working
            case "input_required" | "auth_required":
                return self.waiting
            case "completed":
                return self.done
            case "failed":
                return self.failed
            case "rejected":
                return self.declined
            case _:
                return self.stopped


LIGHT = Theme(
    name="light",
    dark=False,
    window="#f4f5f8",
    base="#ffffff",
    raised="#f8f9fb",
    floating="#ffffff",
    bubble="#e8eefb",
    code="#f3f5f8",
    border="#d6dce4",
    text="#1a1f26",
    muted="#57606c",
    link="#0b57d0",
    accent="#1d5bc7",
    accent_text="#ffffff",
    selection="#b9d3fb",
    selection_text="#0b1d3a",
    working="#0b57d0",
    waiting="#8a4f00",
    done="#0f6a3b",
    failed="#b3261e",
    stopped="#57606c",
    declined="#7b3291",
    syntax=("#7b3291", "#0f6a3b", "#8a4f00", "#57606c"),
    plain="#395e6a",
    series=("#2563c9", "#c2560c", "#1a7053", "#ec489c", "#782b89", "#a4844e", "#2b323c", "#9c0e29"),
)

DARK = Theme(
    name="dark",
    dark=True,
    window="#1b1f26",
    base="#14171c",
    raised="#1b2027",
    floating="#262c35",
    bubble="#223150",
    code="#1d222a",
    border="#363d48",
    text="#e5e8ec",
    muted="#a3acb8",
    link="#8ab4ff",
    accent="#84aefc",
    accent_text="#0a1a33",
    selection="#2f5597",
    selection_text="#ffffff",
    working="#8ab4ff",
    waiting="#f0b45a",
    done="#6fcb92",
    failed="#ff9189",
    stopped="#a3acb8",
    declined="#d6a6ea",
    syntax=("#d6a6ea", "#8fd3a8", "#f0b45a", "#a3acb8"),
    plain="#9ca7c9",
    series=("#7fb0ff", "#ff9d5c", "#34b88a", "#c32c8c", "#7f56c8", "#8d7c00", "#d3dae4", "#c13e47"),
)


def theme_for(choice: str, scheme: Qt.ColorScheme) -> Theme:
    """Return the theme for a setting (`light`, `dark`, else the system's colour scheme)."""
    dark = scheme is Qt.ColorScheme.Dark if choice not in ("light", "dark") else choice == "dark"
    return DARK if dark else LIGHT


def palette(theme: Theme) -> QPalette:
    """Return the palette of every widget under this theme."""
    made = QPalette()
    roles = QPalette.ColorRole
    for role, colour in (
        (roles.Window, theme.window),
        (roles.WindowText, theme.text),
        (roles.Base, theme.base),
        (roles.AlternateBase, theme.raised),
        (roles.Text, theme.text),
        (roles.PlaceholderText, theme.muted),
        (roles.Button, theme.window),
        (roles.ButtonText, theme.text),
        (roles.BrightText, theme.failed),
        (roles.ToolTipBase, theme.floating),
        (roles.ToolTipText, theme.muted),  # Fusion draws the border of hints in it, too
        (roles.Link, theme.link),
        (roles.LinkVisited, theme.link),
        (roles.Highlight, theme.selection),
        (roles.HighlightedText, theme.selection_text),
        (roles.Accent, theme.accent),
        (roles.Mid, theme.border),
        (roles.Midlight, theme.border),
        (roles.Light, theme.raised),
        (roles.Dark, theme.border),
    ):
        made.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.muted))
    return made


def menu_palette(theme: Theme) -> QPalette:
    """Return the palette of menus: on a ground of their own, with outlines that show on it."""
    made = palette(theme)
    made.setColor(QPalette.ColorRole.Base, QColor(theme.floating))
    # Fusion draws their outlines and boxes in this colour, two fifths darker.
    made.setColor(QPalette.ColorRole.Window, QColor(theme.border).lighter(_OUTLINE))
    return made


def body_font(scale: float = 1.0) -> QFont:
    """Return the font of running text, with families that have Hangul; `scale` is the zoom."""
    font = QFont()
    font.setFamilies([*_SANS, *QApplication.font().families()])
    font.setPointSizeF(BODY_POINTS * scale)
    return font


def mono_font(scale: float = 1.0) -> QFont:
    """Return the font of code, with Hangul at twice the width of Latin where there is one."""
    font = QFont()
    font.setFamilies(_MONO)
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPointSizeF(BODY_POINTS * 0.92 * scale)
    return font


def sized(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """Return the font at a step of the type scale (0.88 captions, 1 text, 1.2 headings)."""
    made = QFont(font)
    made.setPointSizeF(font.pointSizeF() * factor)
    if bold:
        made.setWeight(QFont.Weight.DemiBold)
    return made


def apply_theme(app: QApplication, theme: Theme, *, scale: float = 1.0) -> None:
    """Give the whole application this appearance; may be called again while it runs."""
    if app.style().objectName().lower() != "fusion":
        app.setStyle("Fusion")
    app.setPalette(palette(theme))
    app.setPalette(menu_palette(theme), "QMenu")  # type: ignore[arg-type]  # only the stub has bytes
    app.setFont(body_font(scale))


def table_css(theme: Theme, points: float) -> str:
    """Return the style sheet of a table of results; its header has letters of so many points."""
    return (
        f"QTableView{{background:{theme.base};alternate-background-color:{theme.raised};"
        f"color:{theme.text};selection-background-color:{theme.selection};"
        f"selection-color:{theme.selection_text};border:0}}"
        "QTableView::item{padding:0 8px;border:0}"
        f"QTableView::item:selected{{background:{theme.selection};color:{theme.selection_text}}}"
        f"QHeaderView,QTableCornerButton::section{{background:{theme.code};border:0}}"
        # A header under a style sheet takes the size of its letters from there only.
        f"QHeaderView::section{{background:{theme.code};color:{theme.text};padding:0 11px;"
        f"font-size:{points}pt;font-weight:600;border:0;border-bottom:1px solid {theme.border}}}"
        # The sign of sorting stands above the label, and takes nothing of its room.
        "QHeaderView::up-arrow,QHeaderView::down-arrow{subcontrol-origin:border;"
        "subcontrol-position:top center;width:9px;height:9px}"
    )


def scroll_bar_css(theme: Theme, ground: str = "") -> str:
    """Return the style sheet of flat scroll bars on a ground, else on that of the chat."""
    bars, ground = "", ground or theme.base
    for way, side in (("vertical", "width"), ("horizontal", "height")):
        least = "height" if side == "width" else "width"
        bars += (
            f"QScrollBar:{way}{{background:{ground};{side}:14px;margin:0;border:0}}"
            f"QScrollBar::handle:{way}{{background:{theme.border};border-radius:4px;margin:3px;"
            f"min-{least}:32px}}"
            f"QScrollBar::handle:{way}:hover{{background:{theme.muted}}}"
            f"QScrollBar::handle:{way}:disabled{{background:transparent}}"
        )
    return bars + (
        "QScrollBar::add-line,QScrollBar::sub-line{width:0;height:0}"
        "QScrollBar::add-page,QScrollBar::sub-page{background:transparent}"
    )


def mark_ground(theme: Theme) -> QColor:
    """Return the ground of a marked cell: a whole cell is marked more softly than a word is."""
    base, mark = QColor(theme.base), QColor(theme.waiting)
    pairs = zip(base.getRgb()[:3], mark.getRgb()[:3], strict=True)  # type: ignore[index]
    return QColor(*(round(under + (over - under) * _MARK_SHARE) for under, over in pairs))


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2, section 1.4.3)."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    made = QColor(colour)
    channels = (made.redF(), made.greenF(), made.blueF())
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
