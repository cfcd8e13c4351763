"""The steps of a run beside the conversation: opened from its message, followed, tried again."""

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QUrl

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

LOG = "".join(
    f"2024-06-09 10:{minute:02}:00 {level} [main] app.Db: query {minute} took long\n"
    for minute in range(30)
    for level in ("INFO", "ERROR")
)


@pytest.fixture
async def desk(store: Any, profile: Path, tmp_path: Path) -> AsyncIterator[Any]:
    """A desk over the log agent of this process."""
    from app.connections.directory import ProfileAgents
    from app.desk.desk import Desk
    from app.profile.folder import Profile

    Profile(profile).prepare()
    (tmp_path / "app.log").write_text(LOG)
    agents = ProfileAgents(profile=profile, records=store, as_of=None, recover=False)
    desk = Desk(store=store, agents=agents, default_agent=f"logs:{tmp_path}")
    yield desk
    await desk.aclose()
    await agents.aclose()


@pytest.fixture
async def watcher(open_window: Any, desk: Any) -> Any:
    person = await open_window(with_desk=desk)
    person.window.resize(1300, 800)
    return person


async def sees(person: Any, condition: Callable[[], object]) -> None:
    """Wait as long as the first log of a process takes on a busy machine."""
    await person.sees(condition)


def titles(person: Any) -> list[str]:
    model = person.find("stepsList").model()
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def details(person: Any) -> list[str]:
    model = person.find("stepsList").model()
    role = Qt.ItemDataRole.AccessibleTextRole
    return [str(model.index(row).data(role)) for row in range(model.rowCount())]


async def test_an_analysis_shows_its_plan_inputs_and_outputs(watcher: Any) -> None:
    watcher.say("Analyse app.log")
    await sees(watcher, lambda: watcher.states() == ["completed"])
    watcher.action("actionSteps").trigger()
    await sees(watcher, lambda: watcher.shows("stepsView") and titles(watcher))
    assert titles(watcher) == [
        "1. Read the file", "2. Detect the format", "3. Parse the lines", "4. Analyse", "5. Sum up",
    ]  # fmt: skip
    assert all("Done" in detail for detail in details(watcher))
    assert "file_tool · inspect" in details(watcher)[0]
    assert " s" in details(watcher)[2], "how long it took"
    assert watcher.find("stepsTitle").text() == "Analyse app.log"
    assert "5 of 5 steps done" in watcher.find("stepsNote").text()
    watcher.key(Qt.Key.Key_Home, at="stepsList")
    body = watcher.find("stepsBody").toPlainText()
    assert "Input" in body and "Output" in body and "app.log" in body
    for name in ("stepsList", "stepsBody"):
        assert watcher.find(name).accessibleName()


async def test_it_follows_the_conversation_and_says_when_there_are_none(watcher: Any) -> None:
    watcher.action("actionSteps").trigger()
    await sees(watcher, lambda: watcher.shows("stepsView"))
    assert titles(watcher) == []
    assert "No steps" in watcher.find("stepsTitle").text()
    watcher.say("Analyse app.log")
    await sees(watcher, lambda: watcher.states() == ["completed"] and len(titles(watcher)) == 5)
    watcher.say("how many errors?")
    await sees(
        watcher,
        lambda: (
            watcher.states() == ["completed"] * 2
            and watcher.find("stepsTitle").text() == "how many errors?"
        ),
    )
    watcher.window.new_conversation()
    await sees(watcher, lambda: titles(watcher) == [])


async def test_a_step_is_tried_again_and_the_new_run_is_followed(watcher: Any) -> None:
    watcher.say("Analyse app.log")
    await sees(watcher, lambda: watcher.states() == ["completed"])
    watcher.action("actionSteps").trigger()
    await sees(watcher, lambda: watcher.shows("stepsView") and len(titles(watcher)) == 5)
    first = watcher.find("stepsView").shown.run
    watcher.press("stepsRetry")
    await sees(watcher, lambda: watcher.states() == ["completed"] * 2)
    assert watcher.rows()[2][0].startswith("Try step 5 again: Sum up")
    await sees(watcher, lambda: watcher.find("stepsView").shown.run != first)
    assert watcher.find("stepsTitle").text() == "Analyse app.log"


async def test_what_failed_is_marked_with_its_reason(watcher: Any, tmp_path: Path) -> None:
    (tmp_path / "broken.log").write_bytes(b"\x7fELF" + b"\0" * 5_000)
    watcher.say("Analyse broken.log")
    await sees(watcher, lambda: watcher.states() == ["failed"])
    watcher.action("actionSteps").trigger()
    await sees(watcher, lambda: watcher.shows("stepsView") and titles(watcher))
    assert "broken.log is not text" in details(watcher)[0]
    assert "Error" in watcher.find("stepsBody").toPlainText()
    assert watcher.find("stepsRetry").isEnabled()
    watcher.key(Qt.Key.Key_End, at="stepsList")
    assert "Not begun" in details(watcher)[4]
    assert not watcher.find("stepsRetry").isEnabled()


async def test_the_step_of_a_delegate_that_failed_is_tried_again(
    open_window: Any, store: Any, profile: Path, tmp_path: Path
) -> None:
    from app.connections.directory import ProfileAgents
    from app.desk.desk import Desk
    from app.profile.folder import Profile

    Profile(profile).prepare()
    (profile / "settings.toml").write_text(f'[tools]\nfolders = ["{tmp_path}"]\n')
    (tmp_path / "app.log").write_bytes(b"\x7fELF" + b"\0" * 5_000)
    agents = ProfileAgents(profile=profile, records=store, as_of=None, recover=False)
    desk = Desk(store=store, agents=agents, default_agent="orchestrator")
    person = await open_window(with_desk=desk)
    person.window.resize(1300, 800)
    try:
        person.say("Show the Terran win rate and analyse app.log")
        await sees(person, lambda: person.states() == ["completed"])
        person.action("actionSteps").trigger()
        await sees(person, lambda: person.shows("stepsView") and len(titles(person)) == 2)
        assert "Done" in details(person)[0] and "Log files failed" in details(person)[1]
        assert "**" not in person.find("stepsBody").toPlainText(), "no Markdown where none is read"
        person.key(Qt.Key.Key_Home, at="stepsList")
        said = person.find("stepsBody").toPlainText()
        assert "58% (1,392 of 2,400 games" in said and "**" not in said, "an answer is shown as one"
        person.key(Qt.Key.Key_End, at="stepsList")
        assert person.find("stepsList").currentIndex().row() == 1, "what failed is marked"
        (tmp_path / "app.log").write_text(LOG)
        person.press("stepsRetry")
        await sees(person, lambda: person.states() == ["completed"] * 2)
        await sees(person, lambda: "2 of 2 steps done" in person.find("stepsNote").text())
        assert all("Done" in one for one in details(person))
    finally:
        await desk.aclose()
        await agents.aclose()


PLAN = [
    {"name": "Sales", "executor": "data", "state": "done", "resumed": True},
    {"name": "Errors", "state": "done", "after": [1], "tried": 3, "until": "disk"},
    {"name": "Weather", "state": "failed", "after": [1], "error": "not reached"},
    {"name": "Other weather", "state": "working", "after": [3], "when": "failed"},
    {"name": "Mail", "after": [2, 4, 9, "x"], "when": "ended", "approve": True},
]


async def test_what_steps_wait_for_is_drawn_and_said(qapp: Any) -> None:
    from PySide6.QtWidgets import QMainWindow

    from gui.inspector.step_graph import Edge, edges
    from gui.inspector.steps import Steps, steps_of
    from gui.inspector.steps_view import StepsView

    window = QMainWindow()
    dock = StepsView(window)
    steps = steps_of(told({"run": "r", "query": "all", "current": 4, "plan": PLAN}))
    assert isinstance(steps, Steps)
    assert sorted(edges(steps.steps)) == [
        Edge(0, 1, 0, False), Edge(0, 2, 1, False), Edge(1, 4, 2, True), Edge(2, 3, 0, True),
        Edge(3, 4, 0, True),
    ]  # fmt: skip
    dock.show_steps(steps, settled=False)
    asker = told({"plan": PLAN}).model_copy(update={"agent": "orchestrator:/home/goods.csv"})
    on_table = steps_of(asker)
    assert on_table and on_table.steps[0].executor == "data:/home/goods.csv", "on its table"
    model = dock.steps.model()
    said = [str(model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(5)]
    assert said[0].startswith("1. Sales, ") and "Sample data" in said[0], "by its name here"
    for row, words in enumerate((
        "from before the interruption", "after 1 · until it says “disk” · done 3 times",
        "not reached · after 1", "only if 3 fails",
        "after 2, 4, even if that fails · asks you first",
    )):  # fmt: skip
        assert words in said[row]
    plain = dock.steps.grab().toImage()
    bare = [{**one, "after": []} for one in PLAN]
    dock.show_steps(steps_of(told({"run": "s", "plan": bare, "current": 4})), settled=False)
    assert dock.steps.grab().toImage() != plain, "arrows are drawn"
    window.deleteLater()


def told(data: dict[str, Any]) -> Any:
    """An answer with an artifact `steps` of that content."""
    from app.domain.answers import Answer
    from app.domain.messages import DataPart
    from app.domain.tasks import Artifact

    steps = Artifact(artifact_id="a", name="steps", parts=(DataPart(data=data),))
    now = datetime.now(UTC)
    return Answer(turn_id="t", context_id="c", agent="a", artifacts=(steps,), started_at=now)


async def test_texts_of_a_step_are_never_markup(qapp: Any, monkeypatch: Any) -> None:
    from PySide6.QtGui import QDesktopServices

    from gui.inspector.steps import PlanStep, StepField
    from gui.inspector.steps_view import StepBody

    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    body = StepBody()
    body.dress()
    body.show_step(
        PlanStep(
            number=1, name="one", state="done", output=(StepField("state", "input_required"),),
            input=(
                StepField("", "<b>in</b>\n  **/*.log | a"), StepField("<i>x", "<i>1"),
                StepField("from", "", (1, 2)),
            ),
            answer="**so** <img src='https://example.org/a.png'> [it](https://example.org/b) is",
        )
    )  # fmt: skip
    text = body.toPlainText()
    assert "<b>in</b>\n  **/*.log | a" in text and "<i>x: <i>1" in text, (
        "values are shown as they are"
    )
    assert "With: what came of step 1, 2" in text and "State: Needs your answer" in text
    assert "so <img src='https://example.org/a.png'> it is" in text
    body.anchorClicked.emit(QUrl("file:///etc/passwd"))
    body.anchorClicked.emit(QUrl("https://example.org/b"))
    assert opened == ["https://example.org/b"] and body.toPlainText() == text
    body.deleteLater()


async def test_the_words_are_in_three_languages(watcher: Any) -> None:
    watcher.say("Analyse app.log")
    await sees(watcher, lambda: watcher.states() == ["completed"])
    watcher.action("actionSteps").trigger()
    await sees(watcher, lambda: watcher.shows("stepsView"))
    for language, words in (("ko", "이 단계 다시 하기"), ("es", "Repetir este paso")):
        watcher.action(f"actionLanguage{language.capitalize()}").trigger()
        await sees(watcher, lambda words=words: watcher.find("stepsRetry").text() == words)
