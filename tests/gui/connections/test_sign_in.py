"""Signing in from the window: after a refusal, for a task that waits, in a browser, and out."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from app.domain.cards import SecurityNeed
from app.errors import AgentRefused
from app.window_ports import SignInField, SignInNeed
from tests.contract.transport.executors import Turn
from tests.contract.transport.http_agents import served

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

TOKEN = "let-me-in-please"


async def obeys(turn: Turn) -> None:
    await turn.updater.start_work()
    await turn.say(f"heard {turn.text}")
    await turn.updater.complete()


@pytest.fixture
async def profile_agents(store: Any, profile: Path) -> AsyncIterator[Any]:
    from app.connections.directory import ProfileAgents
    from app.profile.folder import Profile

    Profile(profile).prepare()
    agents = ProfileAgents(profile=profile, records=store, as_of=None, recover=False)
    yield agents
    await agents.aclose()


def notices(person: Any) -> str:
    return "\n".join(label.text() for label in person.find("notices").findChildren(QLabel))


async def press_in_chat(person: Any, action: str) -> None:
    view = person.find("chatView")

    def found() -> list[Any]:
        return [rect for _, value, rect in view.target_rects() if value == action]

    await person.sees(found)
    at = found()[-1].center().toPoint()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)


async def test_a_refused_message_is_sent_after_signing_in(
    open_window: Any, store: Any, profile_agents: Any
) -> None:
    from app.connections.enrolment import ProfileSigningIn
    from app.desk.desk import Desk

    async with served(obeys, tokens={TOKEN: "me"}) as at:
        desk = Desk(store=store, agents=profile_agents, default_agent=f"{at.base}/scripted")
        person = await open_window(with_desk=desk, signing=ProfileSigningIn(profile_agents))
        person.say("hello")
        await person.sees(lambda: person.states() == ["failed"])
        await press_in_chat(person, "sign_in")
        await person.sees(lambda: person.shows("signIn"))
        await person.sees(lambda: person.window.findChild(QObject, "signIn_secret") is not None)
        assert "no keyring" in person.find("signInKept").text()
        field = person.find("signIn_secret")
        assert field.accessibleName() == "Token"
        QTest.keyClicks(field, TOKEN)
        assert field.displayText() != TOKEN
        QTest.keyClick(field, Qt.Key.Key_Return)
        await person.sees(lambda: person.states() == ["failed", "completed"])
        assert person.rows()[3][0] == "heard hello"
        assert "signed in" in notices(person)
        await desk.aclose()


async def test_the_picker_signs_out_again(
    open_window: Any, store: Any, profile_agents: Any
) -> None:
    from app.connections.enrolment import ProfileSigningIn
    from app.desk.desk import Desk

    async with served(obeys, tokens={TOKEN: "me"}) as at:
        agent = f"{at.base}/scripted"
        signing = ProfileSigningIn(profile_agents)
        [asked] = await signing.needs(agent)
        await signing.sign_in(agent, asked.need, {"secret": TOKEN}, Anywhere())
        desk = Desk(store=store, agents=profile_agents, default_agent=agent)
        person = await open_window(with_desk=desk, signing=signing)
        person.say("hello")
        await person.sees(lambda: person.states() == ["completed"])
        person.press("agentPicker")
        await person.sees(lambda: person.window.findChild(QObject, "pickerSignOut") is not None)
        person.press("pickerSignOut")
        await person.sees(lambda: "signed out" in notices(person))
        person.say("again")
        await person.sees(lambda: person.states() == ["completed", "failed"])
        await desk.aclose()


class Anywhere:
    """A companion who shows nothing."""

    async def open_url(self, url: str) -> None: ...

    async def show_code(self, url: str, code: str) -> None: ...


class ByBrowser:
    """A `SigningIn` that sends the person to a page, and waits until they come back."""

    def __init__(self) -> None:
        self.back = asyncio.Event()
        self.refuse = False
        self.given: dict[str, str] = {}

    async def needs(self, agent: str) -> Sequence[SignInNeed]:
        need = SecurityNeed(name="o", kind="oauth2", scopes=("read", "write"))
        return [SignInNeed(need, (SignInField("client_id", "Client id"),))]

    async def lasting(self) -> bool:
        return True

    async def sign_in(
        self, agent: str, need: SecurityNeed, answers: Mapping[str, str], companion: Any
    ) -> None:
        self.given = dict(answers)
        await companion.open_url("https://login.example.org/authorize?client_id=me")
        await self.back.wait()
        if self.refuse:
            raise AgentRefused("no", key="no_login")

    async def sign_out(self, agent: str) -> None: ...


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every address that was handed to the system."""
    heard: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: heard.append(url.toString()))
    return heard


@pytest.fixture
async def waiting(open_window: Any, store: Any, profile_agents: Any) -> AsyncIterator[Any]:
    """Somebody before a task that waits for their sign-in."""
    from app.desk.desk import Desk

    async def asks(turn: Turn) -> None:
        if "signed in" in turn.text:
            await obeys(turn)
            return
        await turn.updater.requires_auth()

    signing = ByBrowser()
    async with served(asks) as at:
        desk = Desk(store=store, agents=profile_agents, default_agent=f"{at.base}/scripted")
        person = await open_window(with_desk=desk, signing=signing)
        person.say("hello")
        await person.sees(lambda: person.states() == ["auth_required"])
        await person.sees(lambda: person.shows("signInButton"))
        yield person, signing
        await desk.aclose()


async def test_an_address_is_shown_before_it_opens(waiting: Any, opened: list[str]) -> None:
    person, signing = waiting
    assert "sign in before it goes on" in person.find("questionBar").accessibleDescription()
    person.press("signInButton")
    await person.sees(lambda: person.window.findChild(QObject, "signIn_client_id") is not None)
    assert "keyring of this system" in person.find("signInKept").text()
    QTest.keyClicks(person.find("signIn_client_id"), "me")
    person.press("signInEnter")
    await person.sees(lambda: "login.example.org" in person.find("signInAddress").toPlainText())
    assert opened == []
    person.press("signInBrowse")
    assert opened == ["https://login.example.org/authorize?client_id=me"]
    signing.back.set()
    await person.sees(lambda: person.states()[-1] == "completed")
    assert signing.given == {"client_id": "me"}
    assert person.rows()[-1][0] == "heard I have signed in."
    await person.sees(lambda: not person.shows("questionBar"))


async def test_what_was_typed_stays_when_signing_in_fails(waiting: Any) -> None:
    person, signing = waiting
    signing.refuse = True
    signing.back.set()
    person.press("signInButton")
    await person.sees(lambda: person.window.findChild(QObject, "signIn_client_id") is not None)
    QTest.keyClicks(person.find("signIn_client_id"), "me")
    person.press("signInEnter")
    await person.sees(lambda: "did not succeed" in person.find("signInStatus").text())
    assert person.find("signIn_client_id").text() == "me"
    person.press("signInCancel")
    assert person.states() == ["auth_required"]


async def test_who_signed_in_elsewhere_says_so(waiting: Any) -> None:
    person, _ = waiting
    person.press("signedInButton")
    await person.sees(lambda: person.states()[-1] == "completed")
