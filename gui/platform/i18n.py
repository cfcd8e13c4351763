"""The window speaks Korean, English or Spanish, with Qt's own words and number forms to match."""

from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

import assets

LANGUAGES: Final = ("ko", "en", "es")
"""In the order of the menu; English is what the source is written in."""

NATIVE_NAMES: Final = {"ko": "한국어", "en": "English", "es": "Español"}
"""How each language calls itself: never translated."""


_NAME = "deskTranslator"
_OURS = Path(assets.__file__).parent / "translations"


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Return an English text as it is, to be translated in its context when it is shown.

    Qt's collector of texts knows it by this name; PySide6's own says nothing of what it returns.
    """
    return text


def resolve(choice: str, system: QLocale | None = None) -> str:
    """Return the language of a setting; `auto` is the system's where we have it, else English."""
    if choice in LANGUAGES:
        return choice
    for name in (system or QLocale.system()).uiLanguages():
        language = name.replace("_", "-").split("-", 1)[0].lower()
        if language in LANGUAGES:
            return language
    return "en"


def locale_of(language: str, system: QLocale | None = None) -> QLocale:
    """Return the locale for numbers and dates: the system's own if it speaks the language."""
    system = system or QLocale.system()
    return system if system.name().split("_", 1)[0] == language else QLocale(language)


def said_in(language: str, text: str) -> str:
    """Return a text of the chat in a language of ours, whatever the window speaks.

    In another one it is said as the window speaks.
    """
    if language not in LANGUAGES:
        return QCoreApplication.translate("Chat", text)
    return _speaker(language).translate("Chat", text) or text


def said_as(locale: QLocale, text: str) -> str:
    """Return a text of the chat in the language of a locale."""
    if locale.language() == QLocale().language():
        return QCoreApplication.translate("Chat", text)
    return said_in(QLocale.languageToCode(locale.language()), text)


def locale_said(language: str) -> QLocale:
    """Return the locale of what was said in a language of ours; the window's own for others."""
    own = QLocale()
    if language not in LANGUAGES or QLocale.languageToCode(own.language()) == language:
        return own
    return QLocale(language)


@cache
def _speaker(language: str) -> QTranslator:
    translator = QTranslator()
    translator.load(str(_OURS / f"balance_desk_{language}.qm"))
    return translator


class Translations:
    """Owns the translators of the application, of which there is one set, however many windows."""

    def __init__(self, app: QCoreApplication) -> None:
        self._app = app
        self.language = "en"

    def use(self, choice: str) -> str:
        """Speak the language of a setting from now on, and return which one that is.

        Every widget hears of it by a LanguageChange event.
        """
        self.language = resolve(choice)
        QLocale.setDefault(locale_of(self.language))
        for installed in self._app.findChildren(QTranslator, _NAME):
            self._app.removeTranslator(installed)
            installed.setParent(None)
        qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        for name, folder in (("qtbase", qt), ("balance_desk", _OURS)):
            translator = QTranslator(self._app)
            translator.setObjectName(_NAME)
            if translator.load(str(folder / f"{name}_{self.language}.qm")):
                self._app.installTranslator(translator)
            else:
                translator.setParent(None)
        return self.language
