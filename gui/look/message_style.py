"""Everything that the blocks of a conversation are drawn with, made once per theme and font."""

from dataclasses import dataclass

from PySide6.QtCore import QLocale
from PySide6.QtGui import QFont, QFontMetrics

from gui.look.theme import BODY_POINTS, GRID, MEASURE, Theme, mono_font, sized


@dataclass(frozen=True, slots=True)
class Style:
    """Owns the theme, the fonts and the style sheet of documents, for one look.

    `rules` are those of the style sheet, each by how the tag begins that it is for.
    """

    theme: Theme
    body: QFont
    small: QFont
    strong: QFont
    mono: QFont
    small_mono: QFont
    rules: dict[str, str]
    zoom: float
    locale: QLocale

    def css(self, html: str) -> str:
        """Return the style sheet of the tags that some HTML has.

        Of a short text it takes longer to read all rules than what they are for.
        """
        return "".join(rule for tag, rule in self.rules.items() if tag in html)

    @property
    def measure(self) -> int:
        """The widest line of text, in device-independent pixels."""
        return round(MEASURE * max(1.0, self.zoom))

    @property
    def line(self) -> int:
        """The height of a line of running text, in pixels."""
        return QFontMetrics(self.body).lineSpacing()

    @property
    def small_line(self) -> int:
        """The height of a line of captions, in pixels."""
        return QFontMetrics(self.small).lineSpacing()


def make_style(theme: Theme, font: QFont) -> Style:
    """Return the style for a theme and the font of running text."""
    zoom = max(0.5, font.pointSizeF() / BODY_POINTS) if font.pointSizeF() > 0 else 1.0
    mono = mono_font(zoom)
    return Style(
        theme=theme,
        body=font,
        small=sized(font, 0.88),
        strong=sized(font, 1.0, bold=True),
        mono=mono,
        small_mono=sized(mono, 0.92),
        rules=_rules(theme, mono),
        zoom=zoom,
        locale=QLocale(),
    )


def _rules(theme: Theme, mono: QFont) -> dict[str, str]:
    families = ",".join(f"'{family}'" for family in mono.families())
    letters = f"font-family:{families};font-size:{mono.pointSizeF():.1f}pt"
    half = GRID // 2
    return {
        "<a": f"a{{color:{theme.link};text-decoration:none}}",
        "<code": f"code{{{letters};background-color:{theme.code}}}",
        "<pre": f"pre{{{letters};white-space:pre-wrap}}",
        "<p": f"p{{margin:0 0 {GRID}px 0}}",
        "<h": f"h1,h2,h3,h4,h5,h6{{margin:{GRID}px 0 {half}px 0;font-weight:600}}"
        "h1{font-size:large}h2{font-size:large}h3,h4,h5,h6{font-size:medium}"
        f"hr{{color:{theme.border}}}",
        "<li": f"ul,ol{{margin:0 0 {GRID}px 0}}li{{margin:0 0 {half}px 0}}",
        "<blockquote": f"blockquote{{color:{theme.muted};margin:0 0 {GRID}px {2 * GRID}px}}",
        "<table": f"table{{border-collapse:collapse;border-color:{theme.border}}}"
        f"table{{margin:{half}px 0 {GRID}px 0}}"
        f"th{{background-color:{theme.code};font-weight:600}}"
        f"td,th{{padding:{half}px {GRID}px;border:1px solid {theme.border}}}",
    }
