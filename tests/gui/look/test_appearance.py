"""Language and theme switched while the window runs, zoom, preferences, the shortcut sheet."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QToolTip

from gui.actions.actions import plain
from gui.actions.commands import MENUS, Command, Menu
from gui.look.preferences import Preferences
from gui.look.theme import DARK, LIGHT, Theme, body_font, contrast
from gui.platform.i18n import LANGUAGES, resolve
from tests.gui.pixels import colours

pytestmark = pytest.mark.anyio

HANGUL = re.compile("[가-힣]")


def texts(person: Any) -> list[str]:
    return [label.text() for label in person.window.findChildren(QLabel) if label.isVisible()]


async def test_language_is_switched_live(person: Any) -> None:
    person.say("승률 알려줘")
    await person.sees(lambda: person.shows("choice1"))
    seen = {}
    for language, word in (("ko", "중지"), ("es", "Detener"), ("en", "Stop")):
        person.action(f"actionLanguage{language.capitalize()}").trigger()
        await person.sees(lambda word=word: word in plain(person.action("actionStop").text()))
        seen[language] = (
            person.action("actionNewConversation").text(),
            person.find("composer").placeholderText(),
            person.marks()[0],
            person.find("agentPicker").text(),
        )
    assert seen["ko"][0] == "새 대화(&N)"
    assert seen["es"][1] == "Pregunte por sus datos"
    assert "답변 필요" in seen["ko"][2]
    assert "Needs your answer" in seen["en"][2]
    assert seen["es"][3] == "Datos de ejemplo (simulados)"
    assert all(len(set(column)) == 3 for column in zip(*seen.values(), strict=True))


async def test_qts_own_words_follow(person: Any) -> None:
    person.action("actionLanguageEs").trigger()
    translated = QApplication.translate("QPlatformTheme", "Cancel")
    assert translated == "Cancelar"


async def test_the_size_of_letters_is_chosen_among_the_steps_of_the_zoom(open_window: Any) -> None:
    chosen = Preferences(language="en", theme="light", font_scale=1.04)
    person = await open_window(preferences=chosen)
    before = QApplication.font().pointSizeF()
    person.action("actionPreferences").trigger()
    box = person.find("preferenceFontSize")
    await person.sees(box.isVisible)
    sizes = [box.itemText(at) for at in range(box.count())]
    assert sizes == sorted(sizes, key=lambda size: int(size.removesuffix(" %")))
    assert (sizes[0], sizes[-1], box.currentText()) == ("70 %", "200 %", "104 %")
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert (box.currentText(), chosen.font_scale) == ("110 %", 1.1)
    await person.sees(lambda: QApplication.font().pointSizeF() > before)


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
@pytest.mark.parametrize("theme", [LIGHT, DARK])
async def test_hints_are_quiet(person: Any, theme: Theme) -> None:
    person.action(f"actionTheme{theme.name.capitalize()}").trigger()
    QToolTip.showText(QPoint(40, 40), "<p>Leads to the newest message</p>", person.window)
    (hint,) = (w for w in QApplication.topLevelWidgets() if w.inherits("QTipLabel"))
    await person.sees(hint.isVisible)
    picture = hint.grab().toImage()
    assert {picture.pixelColor(x, 0).name() for x in range(picture.width())} == {theme.muted}
    assert colours(picture).most_common(1)[0][0] == theme.floating
    QToolTip.hideText()
    await person.sees(lambda: not QToolTip.isVisible())


async def test_numbers_and_dates_follow_the_language(person: Any) -> None:
    person.say("승률 알려줘")
    await person.sees(lambda: person.shows("choice1"))
    person.action("actionLanguageEs").trigger()
    assert QLocale().language() is QLocale.Language.Spanish
    await person.sees(lambda: "1200" in person.find("choice1").text().replace(".", ""))


async def test_starters_speak_the_language(person: Any) -> None:
    person.action("actionLanguageKo").trigger()
    await person.sees(lambda: person.find("starter1").accessibleName() == "승률 알려줘")
    person.action("actionLanguageEs").trigger()
    await person.sees(lambda: person.find("starter1").accessibleName().startswith("¿Cuál"))


async def test_nothing_is_left_in_another_language(person: Any) -> None:
    person.action("actionLanguageKo").trigger()
    await person.sees(lambda: person.find("chatTitle").text() == "새 대화")
    plain = [text for text in texts(person) if text]
    assert plain
    assert all(HANGUL.search(text) for text in plain), plain


async def test_theme_is_switched_live(person: Any) -> None:
    def ground() -> int:
        return int(person.window.palette().base().color().lightness())

    assert ground() > 200
    person.action("actionThemeDark").trigger()
    await person.sees(lambda: ground() < 60)
    assert person.window.grab().toImage().pixelColor(2, 200).lightness() < 80
    person.action("actionThemeLight").trigger()
    await person.sees(lambda: ground() > 200)


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
async def test_menus_stand_out_from_what_they_lie_over(person: Any) -> None:
    for theme in (DARK, LIGHT):
        person.action(f"actionTheme{theme.name.capitalize()}").trigger()
        await person.sees(lambda t=theme: person.window.palette().base().color() == QColor(t.base))
        menu = person.window.menuBar().actions()[2].menu()
        menu.popup(person.window.mapToGlobal(QPoint(0, 0)))
        picture = menu.grab().toImage()
        menu.close()
        ground = colours(picture).most_common(1)[0][0]
        assert contrast(theme.text, ground) >= 4.5
        border = picture.pixelColor(0, picture.height() // 2).name()
        for behind in (theme.base, theme.window):
            assert max(contrast(border, behind), contrast(ground, behind)) > 1.25, theme.name


async def test_zoom(open_window: Any) -> None:
    kept: list[float] = []
    chosen = Preferences(language="en", theme="light", on_save=lambda p: kept.append(p.font_scale))
    person = await open_window(preferences=chosen)
    composer = person.find("composer")
    # Qt tells the windows of the application's font by an event of its own.
    await person.sees(lambda: composer.font().pointSizeF() == body_font(1.0).pointSizeF())
    before = composer.fontMetrics().height()
    for _ in range(5):
        person.action("actionZoomIn").trigger()
    await person.sees(lambda: person.find("composer").fontMetrics().height() > before)
    assert kept[-1] == pytest.approx(1.5)
    for _ in range(30):
        person.action("actionZoomOut").trigger()
    assert kept[-1] == pytest.approx(0.7)
    person.action("actionZoomReset").trigger()
    await person.sees(lambda: person.find("composer").fontMetrics().height() == before)


async def test_preferences_take_effect_at_once_and_are_kept(open_window: Any) -> None:
    kept: list[tuple[str, str, str]] = []
    chosen = Preferences(
        language="en",
        theme="light",
        on_save=lambda p: kept.append((p.language, p.theme, p.send_key)),
    )
    person = await open_window(preferences=chosen)
    person.action("actionPreferences").trigger()
    box = person.find("preferenceSendKey")
    box.setCurrentIndex(1)
    box.activated.emit(1)
    language = person.find("preferenceLanguage")
    language.setCurrentIndex(1)
    language.activated.emit(1)
    assert kept[-1] == ("ko", "light", "ctrl_enter")
    await person.sees(lambda: person.find("sendButton").text() == "보내기")
    person.compose("저그는?")
    person.key(Qt.Key.Key_Return)
    assert person.rows() == []
    person.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    await person.sees(lambda: person.states() == ["completed"])
    for dialog in person.window.findChildren(QDialog):
        dialog.reject()


async def test_settings_that_cannot_be_saved_hold_and_are_said(open_window: Any) -> None:
    from app.errors import BadProfile

    def refuse(chosen: Preferences) -> None:
        raise BadProfile("no", key="settings_not_written", path="/full/settings.toml")

    chosen = Preferences(language="en", theme="light", on_save=refuse)
    person = await open_window(preferences=chosen)
    person.action("actionThemeDark").trigger()
    assert "/full/settings.toml" in person.find("notices").texts()[0]
    await person.sees(lambda: person.window.palette().base().color().lightness() < 60)


async def test_the_sheet_lists_every_command_that_has_a_key(person: Any) -> None:
    person.action("actionShortcuts").trigger()
    sheet = person.find("shortcutSheet")
    shown = {label.text() for label in sheet.findChildren(QLabel)}

    def commands(menu: Menu) -> list[Command]:
        found: list[Command] = []
        for item in menu.items:
            if isinstance(item, Command):
                found.append(item)
            elif isinstance(item, Menu):
                found += commands(item)
        return found

    with_keys = [command for menu in MENUS for command in commands(menu) if command.keys]
    assert len(with_keys) > 20
    for command in with_keys:
        assert re.sub("&", "", command.text).removesuffix("…") in shown, command.name
    sheet.reject()


async def test_every_menu_item_has_a_mnemonic_of_its_own(person: Any) -> None:
    words = {"ko": "중지", "en": "Stop", "es": "Detener"}
    for language in LANGUAGES:
        person.action(f"actionLanguage{language.capitalize()}").trigger()
        await person.sees(
            lambda word=words[language]: word in plain(person.action("actionStop").text())
        )
        for menu in person.window.menuBar().actions():
            marks = [
                match.group(1).lower()
                for action in menu.menu().actions()
                if (match := re.search("&([^&])", action.text()))
            ]
            assert len(marks) == len(set(marks)), (language, menu.text(), marks)


@pytest.mark.parametrize(
    ("choice", "system", "expected"),
    [
        ("ko", "es_ES", "ko"),
        ("auto", "es_MX", "es"),
        ("auto", "ko_KR", "ko"),
        ("auto", "fr_FR", "en"),
        ("nonsense", "es_ES", "es"),
    ],
)
async def test_auto_is_the_systems_language(choice: str, system: str, expected: str) -> None:
    assert resolve(choice, QLocale(system)) == expected


async def test_catalogues_are_complete_and_keep_their_places() -> None:
    import xml.etree.ElementTree as ET

    folder = Path(__file__).parents[3] / "assets" / "translations"
    for language in ("ko", "es"):
        messages = list(ET.parse(folder / f"balance_desk_{language}.ts").getroot().iter("message"))
        assert len(messages) > 150
        for message in messages:
            source = message.findtext("source") or ""
            translation = message.find("translation")
            assert translation is not None
            forms = [form.text or "" for form in translation.iter("numerusform")]
            for text in forms or [translation.text or ""]:
                assert text, (language, source)
                places = sorted(re.findall(r"\{\w+\}", source))
                assert sorted(re.findall(r"\{\w+\}", text)) == places, (language, source)
                if "%n" in source and len(forms) == 1:
                    assert "%n" in text, (language, source)


async def test_the_choices_are_plain_values() -> None:
    chosen = Preferences(language="ko")
    assert json.dumps({"language": chosen.language, "geometry": chosen.geometry})
