"""Adding an agent by its address in the window, against a real server on a real port."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from app.connections import known_agents
from tests.contract.transport.executors import Turn
from tests.contract.transport.executors import card as wire_card
from tests.contract.transport.http_agents import served

# The picker drops down as a popup, which the offscreen platform cannot raise.
pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]


async def obeys(turn: Turn) -> None:
    await turn.updater.start_work()
    await turn.say("heard")
    await turn.updater.complete()


@pytest.fixture
async def remote_desk(store: Any, profile: Path) -> AsyncIterator[tuple[Any, Any]]:
    from app.connections.directory import ProfileAgents
    from app.connections.enrolment import ProfileAdding
    from app.desk.desk import Desk
    from app.profile.folder import Profile

    Profile(profile).prepare()
    agents = ProfileAgents(profile=profile, records=store, as_of=None, recover=False)
    desk = Desk(store=store, agents=agents, default_agent="echo")
    yield desk, ProfileAdding(profile, agents)
    await desk.aclose()
    await agents.aclose()


@pytest.fixture
async def adder(open_window: Any, remote_desk: Any) -> Any:
    desk, adding = remote_desk
    return await open_window(with_desk=desk, adding=adding)


async def open_picker(person: Any) -> None:
    await person.sees(lambda: person.find("agentPicker").isEnabled())
    person.press("agentPicker")


async def open_dialog(person: Any) -> None:
    await open_picker(person)
    person.press("addAgentButton")
    await person.sees(lambda: person.shows("addAgent"))


async def test_an_agent_is_added_from_the_keyboard(adder: Any) -> None:
    await adder.sees(lambda: adder.find("agentPicker").isEnabled())
    adder.find("agentPicker").setFocus()
    adder.key(Qt.Key.Key_Space, at="agentPicker")
    await adder.sees(lambda: QApplication.focusWidget() in buttons(adder))
    for _ in buttons(adder)[1:]:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    assert QApplication.focusWidget() is adder.find("addAgentButton")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    await adder.sees(lambda: adder.shows("addAgent"))


async def test_the_command_asks_for_an_agent(adder: Any, person: Any) -> None:
    assert not person.action("actionAddAgent").isEnabled(), "nothing adds agents there"
    await adder.sees(adder.action("actionAddAgent").isEnabled)
    adder.action("actionAddAgent").trigger()
    await adder.sees(lambda: adder.shows("addAgent"))


async def look_at(person: Any, address: str) -> None:
    person.find("addAgentAddress").setText(address)
    QTest.keyClick(person.find("addAgentAddress"), Qt.Key.Key_Return)


def card_text(person: Any) -> str:
    labels = person.find("addAgentCard").findChildren(QLabel)
    return "\n".join(label.text() for label in labels if not label.isHidden())


def says(person: Any) -> str:
    return str(person.find("addAgentStatus").text())


async def test_an_agent_is_looked_at_and_added(adder: Any, profile: Path) -> None:
    async with served(obeys) as at:
        await open_dialog(adder)
        assert not adder.find("addAgentAccept").isEnabled()
        await look_at(adder, f"{at.base}/scripted")
        await adder.sees(lambda: adder.find("addAgentAccept").isEnabled())
        # Qt shows what was put into a layout when it next turns.
        await adder.sees(lambda: card_text(adder))
        shown = card_text(adder)
        assert "scripted" in shown
        assert "not signed" in shown
        assert "lets everybody in" in shown
        assert not known_agents.known(profile)
        assert adder.find("addAgentScroll").hasFocus(), "Enter, pressed twice, accepts nothing"
        QTest.keyClick(adder.find("addAgentScroll"), Qt.Key.Key_Return)
        assert not known_agents.known(profile)
        QTest.keyClick(adder.find("addAgentAccept"), Qt.Key.Key_Return)
        await adder.sees(lambda: known_agents.known(profile))
        assert known_agents.known(profile) == {"scripted": f"{at.base}/scripted"}
        await adder.sees(lambda: "scripted" in notices(adder))
        await adder.sees(lambda: adder.find("agentPicker").text() == "scripted")


def notices(person: Any) -> str:
    labels = person.find("notices").findChildren(QLabel)
    return "\n".join(label.text() for label in labels)


def picker_has(person: Any, name: str) -> bool:
    from gui.widgets.buttons import Button

    return any(button.text() == name for button in person.find("agentCard").findChildren(Button))


async def test_nothing_is_kept_of_what_is_left(adder: Any, profile: Path) -> None:
    async with served(obeys) as at:
        await open_dialog(adder)
        await look_at(adder, f"{at.base}/scripted")
        await adder.sees(lambda: adder.find("addAgentAccept").isEnabled())
        adder.press("addAgentCancel")
        await adder.sees(lambda: adder.window.findChild(QWidget, "addAgent") is None)
        assert not known_agents.known(profile)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("lab", "no address"),
        ("ftp://lab.example", "no address"),
        ("https://me:secret@lab.example", "password"),
        ("http://127.0.0.1:9", "does not answer"),
    ],
)
async def test_what_cannot_be_is_said_and_stays_to_be_mended(
    adder: Any, profile: Path, address: str, words: str
) -> None:
    await open_dialog(adder)
    await look_at(adder, address)
    await adder.sees(lambda: words in says(adder))
    assert adder.find("addAgentAddress").text() == address
    assert not adder.find("addAgentAccept").isEnabled()
    assert not known_agents.known(profile)


async def test_a_changed_address_has_to_be_looked_at_again(adder: Any) -> None:
    async with served(obeys) as at:
        await open_dialog(adder)
        await look_at(adder, f"{at.base}/scripted")
        await adder.sees(lambda: adder.find("addAgentAccept").isEnabled())
        adder.find("addAgentAddress").setText(f"{at.base}/other")
        assert not adder.find("addAgentAccept").isEnabled()
        assert card_text(adder) == ""


async def test_a_card_is_text_and_no_markup(adder: Any) -> None:
    trap = wire_card()
    trap.description = "<img src='http://evil.example/x.png'> <b>hello</b> \u202egnp"
    async with served(obeys, agent_card=trap) as at:
        await open_dialog(adder)
        await look_at(adder, f"{at.base}/scripted")
        await adder.sees(lambda: "<b>hello</b>" in card_text(adder))
        assert "\u202e" not in card_text(adder)
        labels = adder.find("addAgentCard").findChildren(QLabel)
        assert {label.textFormat() for label in labels} == {Qt.TextFormat.PlainText}


async def test_skills_in_other_languages_are_left_out(adder: Any) -> None:
    from a2a.types import AgentSkill

    spoken = wire_card()
    del spoken.skills[:]
    for tags, name in (
        (["ko"], "묻기"),
        (["en"], "Ask"),
        (["es"], "Preguntar"),
        (["any"], "Sum up"),
    ):
        spoken.skills.append(AgentSkill(id=name, name=name, description=name, tags=tags))
    async with served(obeys, agent_card=spoken) as at:
        await open_dialog(adder)
        await look_at(adder, f"{at.base}/scripted")
        await adder.sees(lambda: "Sum up" in card_text(adder))
        assert "Ask" in card_text(adder)
        assert "묻기" not in card_text(adder)
        assert "Preguntar" not in card_text(adder)


async def test_a_card_that_changed_is_shown_as_a_difference(
    adder: Any, remote_desk: Any, profile: Path
) -> None:
    from app.connections import card_trust

    _, adding = remote_desk
    async with served(obeys) as at:
        await adding.accept(await adding.look(f"{at.base}/scripted", "lab"))
        kept = card_trust.accepted(profile, "lab")
        assert kept is not None
        card_trust.accept(profile, "lab", {**kept, "description": "what it said before"})
        await open_picker(adder)
        await adder.sees(lambda: picker_has(adder, "lab"))
        pick(adder, "lab")
        await open_picker(adder)
        await adder.sees(lambda: adder.window.findChild(QWidget, "reviewCardButton"))
        adder.press("reviewCardButton")
        await adder.sees(lambda: adder.shows("addAgent"))
        await adder.sees(lambda: "what it said before" in card_text(adder))
        adder.press("addAgentAccept")
        await adder.sees(lambda: card_trust.accepted(profile, "lab") == kept)
        await adder.sees(lambda: "lab" in notices(adder))
        assert (await remote_desk[0].agents.link("lab")).card.name


def buttons(person: Any) -> list[Any]:
    from gui.widgets.buttons import Button

    found = person.find("agentCard").findChildren(Button)
    return [button for button in found if not button.isHidden()]


def pick(person: Any, name: str) -> None:
    next(button for button in buttons(person) if button.text() == name).click()


async def test_without_a_profile_nothing_is_offered(person: Any) -> None:
    await open_picker(person)
    assert person.window.findChild(QWidget, "addAgentButton") is None
    person.find("agentCard").hide()


async def test_known_addresses_are_offered_and_looked_at_with_one_press(
    adder: Any, profile: Path, remote_desk: Any
) -> None:
    async with served(obeys) as at:
        await open_dialog(adder)
        assert not adder.shows("addAgentKnown"), "nothing is known yet"
        adder.press("addAgentCancel")
        await adder.sees(lambda: adder.window.findChild(QWidget, "addAgent") is None)
        known_agents.add(profile, f"{at.base}/scripted", "lab")
        desk, _ = remote_desk
        spoken = desk.new("https://elsewhere.example/a2a")
        await spoken.update(draft="hello")
        await open_dialog(adder)
        known = adder.find("addAgentKnown")
        said = [
            known.model().index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(2)
        ]
        assert said == [f"lab, {at.base}/scripted", "https://elsewhere.example/a2a"]
        known.setFocus()
        known.setCurrentIndex(known.model().index(0))
        QTest.keyClick(known, Qt.Key.Key_Return)
        await adder.sees(lambda: "scripted" in card_text(adder))
        assert adder.find("addAgentAddress").text() == f"{at.base}/scripted"
