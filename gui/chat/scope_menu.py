"""The menu of what can be added to a question: groups, filters, figures, or one's own words."""

from collections.abc import Callable, Sequence

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMenu, QWidget

from gui.blocks.scope import ScopeAddition
from gui.platform.i18n import QT_TRANSLATE_NOOP, said_in

Added = Callable[[str, tuple[JsonValue, ...]], None]


def make_scope_menu(
    parent: QWidget,
    additions: Sequence[ScopeAddition],
    *,
    language: str,
    added: Added,
    write: Callable[[], None],
) -> QMenu:
    """Return the menu; it deletes itself when it closes.

    `added` is told what was chosen, as words for people, in the `language` of the answer, and the
    agent's edits; `write` lets the person say it.
    """
    menu = QMenu(parent)
    menu.setObjectName("scopeMenu")
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for part, (title, said) in _parts(language).items():
        some = [one for one in additions if one.part == part]
        if not some:
            continue
        below = menu.addMenu(title)
        for one in some:
            ways = [(below, one.text, one.edits)]
            if one.choices:
                column = below.addMenu(_as_line(one.text))
                ways = [(column, way.text, way.edits) for way in one.choices]
            for where, text, edits in ways:
                line = where.addAction(_as_line(text))
                words = said.replace("{value}", text)
                line.triggered.connect(lambda _=False, w=words, e=edits: added(w, e))
    menu.addSeparator()
    own = menu.addAction(QCoreApplication.translate("Chat", "In your own &words…"))
    own.triggered.connect(lambda: write())
    return menu


def _parts(language: str) -> dict[str, tuple[str, str]]:
    """Return the parts as they come in the menu: their titles, and how a choice is said."""
    translate = QCoreApplication.translate
    return {
        "where": (translate("Chat", "&Only"), said_in(language, "Only “{value}”")),
        "group": (
            translate("Chat", "&Group by"),
            said_in(language, QT_TRANSLATE_NOOP("Chat", "Group by “{value}”")),
        ),
        "measure": (
            translate("Chat", "&Figure"),
            said_in(language, QT_TRANSLATE_NOOP("Chat", "Figure: “{value}”")),
        ),
    }


def _as_line(text: str) -> str:
    return text.replace("&", "&&")
