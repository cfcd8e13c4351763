"""What is told of one step: its input and output as they are, what an agent said as in the chat."""

import html
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtWidgets import QTextBrowser, QWidget

from gui.blocks.markdown import to_html
from gui.blocks.style import make_style
from gui.naming import named
from gui.steps_data import Step
from gui.surfaces import theme_of
from gui.theme import GRID, scroll_bar_css
from gui.web_links import open_link


class StepBody(QTextBrowser):
    """Owns the text of a step; nothing in it can become markup, and links open outside."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "stepsBody")
        self._html = ""
        self.setOpenLinks(False)
        self.anchorClicked.connect(_follow)

    def show_step(self, step: Step | None) -> None:
        """Show a step, or nothing; where that is shown already, the place in it is kept."""
        made = _told(step) if step is not None else ""
        if made != self._html:
            self._html = made
            self.setHtml(made)

    def dress(self) -> None:
        """Follow the font and the theme."""
        style = make_style(theme_of(self), self.font())
        self.document().setDefaultStyleSheet(f"{style.css}pre{{margin:0 0 {GRID}px 0}}")
        self.document().setIndentWidth(2 * GRID)
        self.setHtml(self._html)
        self.verticalScrollBar().setStyleSheet(scroll_bar_css(style.theme))


def _told(step: Step) -> str:
    """Return a step as HTML: under each heading what is there of it."""
    return "".join(
        (
            _part(QCoreApplication.translate("Steps", "Error"), [_as_it_is(step.error)]),
            _part(QCoreApplication.translate("Steps", "Input"), [_as_it_is(step.input)]),
            _part(
                QCoreApplication.translate("Steps", "Output"),
                [_as_it_is(step.output), to_html(step.answer)],
            ),
        )
    )


def _part(head: str, pieces: Sequence[str]) -> str:
    told = "".join(pieces)
    return f"<h3>{html.escape(head)}</h3>{told}" if told else ""


def _as_it_is(text: str) -> str:
    return f"<pre>{html.escape(text)}</pre>" if text else ""


def _follow(address: QUrl) -> None:
    open_link(address.toString())
