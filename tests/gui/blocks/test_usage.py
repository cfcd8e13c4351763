"""What answers take in tokens and money is told with each, and for the whole conversation."""

from typing import Any

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel

from app.domain.usage import Usage
from gui.texts.messages import token_words, usage_phrase

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

USED = {
    "input_tokens": 1200,
    "output_tokens": 34,
    "model": "small-1",
    "cost": 0.0123,
    "currency": "USD",
}


async def answered(person: Any, text: str) -> None:
    before = len(person.states())
    person.say(text)
    await person.sees(lambda: person.states() == ["completed"] * (before + 1))


async def test_an_answer_tells_its_tokens_and_cost(person: Any, agents: Any) -> None:
    agents.agent.usage = USED
    await answered(person, "저그는?")
    view = person.find("chatView")

    def tip() -> str:
        top = round(view.row_rect(1).top()) + 20
        return str(view.tooltip_at(QPoint(view.column.x() + 30, top)))

    said = "Tokens: 1,200 read, 34 written · small-1 · 0.0123 USD"
    await person.sees(lambda: said in tip())
    QAccessible.setActive(True)
    tree = QAccessible.queryAccessibleInterface(view)
    assert tree.child(1).text(QAccessible.Text.Description).endswith(said)
    assert tree.child(0).text(QAccessible.Text.Description) == ""


async def test_an_answer_of_which_nothing_is_told_says_nothing(person: Any) -> None:
    await answered(person, "저그는?")
    view = person.find("chatView")
    tree = QAccessible.queryAccessibleInterface(view)
    described = tree.child(1).text(QAccessible.Text.Description)
    assert described.startswith("First heard of after")
    assert "oken" not in described


async def test_the_details_add_up_what_was_said(person: Any, agents: Any) -> None:
    assert not person.action("actionDetails").isEnabled(), "nothing was said"
    agents.agent.usage = USED
    await answered(person, "저그는?")
    agents.agent.usage = {"input_tokens": 5}
    await answered(person, "테란은?")
    person.say("승률 알려줘")
    await person.sees(lambda: person.shows("choice1"))
    person.action("actionDetails").trigger()
    await person.sees(lambda: person.shows("detailsText"))
    text = person.find("detailsText").text()
    assert text.startswith("Messages of yours: 3\nBegun: ")
    assert "Tokens: 5 read, 0 written" in text
    assert "Tokens: 1,200 read, 34 written · 0.0123 USD" in text
    rows = person.find("detailsAgents").model()
    assert rows.rowCount() == 1
    assert "Answers: 3, done: 2 · half of them within" in str(
        rows.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    )
    person.find("conversationDetails").reject()


async def test_where_nobody_tells_the_details_say_so(person: Any) -> None:
    await answered(person, "저그는?")
    person.action("actionDetails").trigger()
    await person.sees(lambda: person.shows("detailsText"))
    said = " ".join(
        label.text() for label in person.find("conversationDetails").findChildren(QLabel)
    )
    assert "No agent here tells" in said
    person.find("conversationDetails").reject()


def test_numbers_are_of_the_language(qapp: Any) -> None:
    usage = Usage(input_tokens=11_000, output_tokens=345, cost=12.5, currency="EUR")
    assert token_words(usage, QLocale("en")) == "Tokens: 11,345 · 12.50 EUR"
    assert token_words(usage, QLocale("es")) == "Tokens: 11.345 · 12,50 EUR"
    assert token_words(Usage(cost=0.00004, currency="USD"), QLocale("es")) == "< 0,0001 USD"
    assert token_words(Usage(cost=0.0, currency="USD"), QLocale("en")) == "0.00 USD"
    assert usage_phrase(Usage(cost=0.5, currency="USD"), QLocale("en")) == "0.50 USD"
