"""The language of the application ends with the test that chose it."""

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication

from gui.platform.i18n import Translations


@pytest.mark.parametrize(("language", "word"), [("ko", "완료"), ("es", "Hecho"), ("ko", "완료")])
def test_no_test_hears_the_language_of_an_earlier_one(
    qapp: QApplication, language: str, word: str
) -> None:
    def spoken() -> str:
        return QCoreApplication.translate("Chat", "Done")

    assert spoken() == "Done"
    assert QLocale() == QLocale.system()
    Translations(qapp).use(language)
    assert spoken() == word
    assert QLocale() != QLocale.system()
