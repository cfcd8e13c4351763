"""Other words by which a command, or what an answer offers, is looked for."""

from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import QCoreApplication

from gui.platform.i18n import QT_TRANSLATE_NOOP

_KEYWORDS: Final = {
    "actionOpenData": QT_TRANSLATE_NOOP("Keywords", "table spreadsheet CSV Excel database load"),
    "actionRecentData": QT_TRANSLATE_NOOP("Keywords", "table spreadsheet CSV Excel history"),
    "actionAddAgent": QT_TRANSLATE_NOOP("Keywords", "connect server address URL A2A"),
    "actionExport": QT_TRANSLATE_NOOP("Keywords", "save share download HTML Markdown PDF JSON"),
    "actionImport": QT_TRANSLATE_NOOP("Keywords", "load restore backup"),
    "actionPrint": QT_TRANSLATE_NOOP("Keywords", "paper PDF"),
    "actionCopyLink": QT_TRANSLATE_NOOP("Keywords", "link URL"),
    "actionSearchAll": QT_TRANSLATE_NOOP("Keywords", "find conversations history"),
    "actionAttach": QT_TRANSLATE_NOOP("Keywords", "upload enclose"),
    "actionPreferences": QT_TRANSLATE_NOOP("Keywords", "settings options configure"),
    "actionDataPage": QT_TRANSLATE_NOOP("Keywords", "columns fields profile schema table"),
    "actionBoard": QT_TRANSLATE_NOOP("Keywords", "dashboard pinned results"),
    "actionLog": QT_TRANSLATE_NOOP("Keywords", "events history audit"),
    "actionMemory": QT_TRANSLATE_NOOP("Keywords", "remember context"),
    "actionTimeTravel": QT_TRANSLATE_NOOP("Keywords", "history replay earlier"),
    "actionInspector": QT_TRANSLATE_NOOP("Keywords", "protocol frames wire JSON debug"),
    "actionThemeLight": QT_TRANSLATE_NOOP("Keywords", "colours appearance day"),
    "actionThemeDark": QT_TRANSLATE_NOOP("Keywords", "colours appearance night"),
    "actionMotionReduced": QT_TRANSLATE_NOOP("Keywords", "animation"),
    "actionZoomIn": QT_TRANSLATE_NOOP("Keywords", "larger bigger text size font"),
    "actionZoomOut": QT_TRANSLATE_NOOP("Keywords", "smaller text size font"),
    "actionTags": QT_TRANSLATE_NOOP("Keywords", "labels"),
    "actionArchive": QT_TRANSLATE_NOOP("Keywords", "hide put away"),
    "actionDelete": QT_TRANSLATE_NOOP("Keywords", "remove"),
    "actionStop": QT_TRANSLATE_NOOP("Keywords", "cancel abort"),
    "actionRetry": QT_TRANSLATE_NOOP("Keywords", "again repeat"),
    "actionCompare": QT_TRANSLATE_NOOP("Keywords", "difference versus"),
    "actionHelp": QT_TRANSLATE_NOOP("Keywords", "manual guide documentation"),
    "actionShortcuts": QT_TRANSLATE_NOOP("Keywords", "keys hotkeys"),
    "actionReport": QT_TRANSLATE_NOOP("Keywords", "bug error feedback"),
    "actionUpdates": QT_TRANSLATE_NOOP("Keywords", "version upgrade"),
    "actionAbout": QT_TRANSLATE_NOOP("Keywords", "version licence"),
    "toggle": QT_TRANSLATE_NOOP("Keywords", "SQL query source"),
    "edit_sql": QT_TRANSLATE_NOOP("Keywords", "SQL query change"),
    "copy_chart": QT_TRANSLATE_NOOP("Keywords", "chart image clipboard"),
    "save_png": QT_TRANSLATE_NOOP("Keywords", "chart image download"),
    "save_svg": QT_TRANSLATE_NOOP("Keywords", "chart image download"),
    "copy_table": QT_TRANSLATE_NOOP("Keywords", "rows clipboard"),
    "save_csv": QT_TRANSLATE_NOOP("Keywords", "Excel spreadsheet download"),
    "pin": QT_TRANSLATE_NOOP("Keywords", "dashboard keep"),
    "save_answer": QT_TRANSLATE_NOOP("Keywords", "share export file HTML download"),
    "about": QT_TRANSLATE_NOOP("Keywords", "follow up question"),
    "scope_add": QT_TRANSLATE_NOOP("Keywords", "filter group condition"),
}  # fmt: skip


class Offer(NamedTuple):
    """What can be pressed in an answer: its name, what presses it, and the action's own name."""

    name: str
    press: Callable[[], None]
    action: str


def keywords(name: str) -> str:
    """Return the words of a command or action, in the window's language and in English."""
    english = _KEYWORDS.get(name, "")
    return f"{QCoreApplication.translate('Keywords', english)} {english}" if english else ""
