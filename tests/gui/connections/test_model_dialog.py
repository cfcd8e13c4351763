"""Choosing a language model from the preferences: tried, kept, and its key never shown again."""

import asyncio
from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from agents.models.config import ModelConfig
from app.errors import AgentRefused, BadInput
from app.window_ports import ModelChoice
from gui.texts.errors import error_text

pytestmark = pytest.mark.anyio

KEY = "sk-secret"


class Models:
    """A profile's model, in memory."""

    def __init__(self, *, broken: bool = False) -> None:
        self.kept = ModelChoice(lasting=True)
        self.key = ""
        self.asked: list[tuple[ModelChoice, str]] = []
        self._broken = broken
        self.served: list[ModelChoice] = []

    async def chosen(self) -> ModelChoice:
        return self.kept

    async def local(self) -> list[ModelChoice]:
        return self.served

    async def test(self, choice: ModelChoice, key: str = "") -> str:
        self.asked.append((choice, key))
        if self._broken:
            raise AgentRefused("refused", key="model_refused", model="openai:m", status=401)
        return "ready"

    async def keep(self, choice: ModelChoice, key: str = "") -> None:
        self.kept = choice._replace(has_key=bool(key or self.key), lasting=True)
        self.key = key or self.key


async def opened(open_window: Any, models: Models) -> Any:
    person = await open_window(models=models)
    person.action("actionPreferences").trigger()
    person.find("preferenceModel").click()
    await person.sees(lambda: person.find("languageModel").isVisible())
    await person.sees(lambda: person.find("modelKind").isEnabled())
    return person


async def test_closed_while_it_is_still_asked_what_is_chosen_it_is_gone_quietly(
    open_window: Any,
) -> None:
    models = Models()
    seen: list[str] = []

    async def long() -> ModelChoice:
        seen.append("begun")
        try:
            await asyncio.Event().wait()
        finally:
            # The dialog goes before its task has heard that it is to end.
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            seen.append("ended")
        return models.kept

    models.chosen = long  # type: ignore[method-assign]
    person = await open_window(models=models)
    person.action("actionPreferences").trigger()
    person.find("preferenceModel").click()
    await person.sees(lambda: seen == ["begun"])
    person.find("languageModel").reject()
    await person.sees(lambda: seen == ["begun", "ended"])
    assert person.window.findChild(QWidget, "languageModel") is None
    assert person.find("notices").texts() == []


async def test_a_model_is_tried_and_kept_without_its_key_being_shown(open_window: Any) -> None:
    models = Models()
    person = await opened(open_window, models)
    kind, key = person.find("modelKind"), person.find("modelKey")
    assert not person.find("modelTest").isEnabled()
    kind.choose("openai")
    person.find("modelName").setText(" m ")
    assert person.find("modelQuestions").value == "rules-first"
    person.find("modelQuestions").choose("model-first")
    key.setText(KEY)
    assert key.echoMode() is QLineEdit.EchoMode.Password
    person.find("modelTest").click()
    await person.sees(lambda: "ready" in person.find("modelStatus").text())
    assert models.asked == [(ModelChoice("openai", "m", questions="model-first"), KEY)]
    person.find("modelKeep").click()
    await person.sees(lambda: models.kept.has_key)
    person.action("actionPreferences").trigger()
    person.find("preferenceModel").click()
    await person.sees(lambda: person.find("modelName").text() == "m")
    assert person.find("modelQuestions").value == "model-first"
    assert person.find("modelKey").text() == ""
    assert person.find("modelKey").placeholderText()


async def test_what_this_machine_serves_is_offered_and_fills_the_fields(open_window: Any) -> None:
    models = Models()
    person = await opened(open_window, models)
    found = person.find("modelFound")
    assert not found.isVisible(), "nothing is served, and nothing is said of it"
    person.find("modelCancel").click()
    models.served = [
        ModelChoice("ollama", "llama3.2", "http://localhost:11434/v1"),
        ModelChoice("openai", "qwen3\u202e\n.gguf", "http://localhost:8080/v1"),
    ]
    person.action("actionPreferences").trigger()
    person.find("preferenceModel").click()
    await person.sees(lambda: person.shows("modelFound"))
    found = person.find("modelFound")
    said = [found.itemText(at) for at in range(found.count())]
    assert said[1] == "llama3.2 · http://localhost:11434/v1"
    assert said[2].isprintable(), "a server's words are no signs of control"
    found.setCurrentIndex(1)
    person.find("modelKeep").click()
    await person.sees(lambda: bool(models.kept.kind))
    assert models.kept[:3] == ("ollama", "llama3.2", "http://localhost:11434/v1")


async def test_what_the_server_refuses_is_said_and_nothing_is_kept(open_window: Any) -> None:
    models = Models(broken=True)
    person = await opened(open_window, models)
    person.find("modelKind").choose("openai")
    person.find("modelTest").click()
    await person.sees(lambda: "401" in person.find("modelStatus").text())
    assert not models.kept.kind
    dialog = person.find("languageModel")
    person.find("modelCancel").click()
    assert not dialog.isVisible()


async def test_what_is_told_covers_no_field_and_leaves_the_focus_where_it_was(
    open_window: Any,
) -> None:
    person = await opened(open_window, Models(broken=True))
    person.find("modelKind").choose("openai")
    button, status = person.find("modelTest"), person.find("modelStatus")
    button.setFocus()
    button.click()
    await person.sees(lambda: "401" in status.text() and button.isEnabled())
    await person.sees(lambda: status.height() >= status.heightForWidth(status.width()))
    fields = [person.find(name) for name in ("modelKind", "modelName", "modelAddress", "modelKey")]
    gaps = [below.geometry().top() - above.geometry().bottom() for above, below in pairwise(fields)]
    assert min(gaps) >= 12, "no field stands against the next one"
    assert button.hasFocus(), "a key that is pressed next leaves nothing"


async def test_without_models_the_preferences_offer_none(open_window: Any) -> None:
    person = await open_window()
    person.action("actionPreferences").trigger()
    assert not person.find("preferenceModel").isVisible()


@pytest.mark.parametrize(
    ("url", "words"), [("http://example.org/v1", "https://"), ("ftp://example.org", "http://")]
)
def test_an_address_that_does_not_fit_is_said_plainly(qapp: Any, url: str, words: str) -> None:
    with pytest.raises(BadInput) as refused:
        ModelConfig(kind="openai", name="m", url=url, key=KEY)
    said = error_text(refused.value)
    assert words in said and "setting" not in said
    assert KEY not in said
