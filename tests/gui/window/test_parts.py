"""The parts of the window one by one: marks, starters, questions, notices, files, names."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFont, QFontDatabase
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from app.desk.recovery import Recovery
from app.domain.answers import Answer
from app.domain.cards import AgentCard, Skill
from app.domain.conversations import AnswerEntry
from app.domain.messages import DataPart, TextPart
from app.domain.tasks import Artifact, Choice, Question, TaskState
from app.errors import BadFile, DeskError, MessageTooLarge
from gui.blocks.assembly import prose_of
from gui.chat.question_bar import QuestionBar
from gui.dialogs.files import bare_name, file_name
from gui.notices.bar import Notice, NoticeAction, NoticeBar, SalvageNotice, Updated
from gui.notices.opening import RecoveryWords
from gui.platform.fonts import hangul_families
from gui.platform.i18n import Translations
from gui.platform.web_links import leads_to_the_web
from gui.sidebar.marks import Marks
from gui.texts.agent_cards import about, starters
from gui.texts.errors import error_text
from gui.texts.messages import reason_phrase
from gui.texts.names import agent_label, with_table
from gui.widgets.buttons import Button
from gui.window.connectivity import Connectivity
from tests.patience import PATIENCE
from transport.protocol.agent_errors import REASONS

NOW = datetime(2026, 11, 21, tzinfo=UTC)


def entry(
    turn: str, context: str, state: TaskState, *, minutes: int = 0, by: str | None = None
) -> AnswerEntry:
    answer = Answer(
        turn_id=turn,
        context_id=context,
        agent="data",
        state=state,
        started_at=NOW + timedelta(minutes=minutes),
        answered_by=by,
    )
    return AnswerEntry(position=1, answer=answer)


@pytest.fixture
def english(qapp: Any) -> None:
    Translations(qapp).use("en")


class TestMarks:
    def test_running_then_unread(self) -> None:
        marks = Marks()
        assert marks.take(entry("t", "c", TaskState.WORKING))
        assert marks.running("c")
        assert marks.take(entry("t", "c", TaskState.COMPLETED))
        assert not marks.running("c")
        assert marks.unread("c")
        marks.open("c")
        assert not marks.unread("c")

    def test_a_stream_that_broke_is_not_at_work(self) -> None:
        marks = Marks()
        working = entry("t", "c", TaskState.WORKING)
        marks.take(working)
        assert not marks.cut_off("c")
        broken = working.answer.model_copy(update={"lost": True})
        assert marks.take(working.model_copy(update={"answer": broken}))
        assert marks.cut_off("c")
        marks.take(entry("u", "c", TaskState.WORKING))
        assert not marks.cut_off("c"), "another answer is being made there"
        marks.forget("c")
        assert not marks.cut_off("c")
        marks.take(working)
        assert marks.running("c") and not marks.cut_off("c"), "it is heard of again"

    def test_what_the_person_watches_is_not_unread(self) -> None:
        marks = Marks()
        marks.open("c")
        failed = [entry("t", context, TaskState.FAILED).answer for context in ("b", "c")]
        marks.load_ended(failed)
        assert marks.ended_as("b") == "failed" and not marks.unread("c")
        for state in (TaskState.WORKING, TaskState.COMPLETED):
            marks.take(entry("u", "b", state))
            marks.take(entry("u", "c", state))
        assert marks.ended_as("b") == "completed", "as its last answer has"
        assert not marks.unread("c")

    def test_what_was_asked_again_is_told_no_more(self) -> None:
        marks = Marks()
        failed = entry("t", "c", TaskState.FAILED)
        found = Recovery(interrupted=(failed.answer,))
        assert marks.open_of(found).interrupted
        again = failed.answer.model_copy(update={"replaced_by": "u"})
        assert marks.take(failed.model_copy(update={"answer": again}))
        assert not marks.open_of(found).interrupted

    def test_waiting_is_oldest_first_and_ends_with_the_answer(self) -> None:
        marks = Marks()
        marks.take(entry("late", "a", TaskState.INPUT_REQUIRED, minutes=2))
        marks.take(entry("early", "b", TaskState.AUTH_REQUIRED, minutes=1))
        assert [e.answer.turn_id for e in marks.waiting] == ["early", "late"]
        marks.take(entry("late", "a", TaskState.INPUT_REQUIRED, minutes=2, by="x"))
        assert [e.answer.turn_id for e in marks.waiting] == ["early"]
        marks.forget("b")
        assert marks.waiting == []

    def test_growing_text_changes_no_mark(self) -> None:
        marks = Marks()
        marks.take(entry("t", "c", TaskState.WORKING))
        assert not marks.take(entry("t", "c", TaskState.WORKING))


class TestStarters:
    CARD = AgentCard(
        name="data",
        skills=(
            Skill(skill_id="a", name="a", examples=("하나", "둘"), tags=("ko",)),
            Skill(skill_id="b", name="b", examples=("one", "two"), tags=("en",)),
            Skill(skill_id="c", name="c", examples=("셋", "넷"), tags=("ko", "x")),
        ),
    )

    def test_in_the_persons_language_each_skill_in_turn(self) -> None:
        assert starters(self.CARD, "ko") == ["하나", "셋", "둘"]
        assert starters(self.CARD, "en") == ["one", "two"]

    def test_foreign_cards_without_language_tags(self) -> None:
        card = AgentCard(
            name="x", skills=(Skill(skill_id="s", name="s", examples=(" Hi ", "", "Hi")),)
        )
        assert starters(card, "es") == ["Hi"]

    def test_any_language_is_better_than_nothing(self) -> None:
        assert starters(self.CARD, "es")[0] in ("하나", "one")

    def test_what_an_agent_is_about_is_said_in_the_persons_language(self) -> None:
        told = [("ko", "표에 답합니다."), ("en", "Answers about a table."), ("en", "")]
        skills = [Skill(skill_id=d, name=d, description=d, tags=(t,)) for t, d in told]
        card = AgentCard(name="x", description="Answers.", skills=tuple(skills))
        assert about(card, "ko") == "표에 답합니다."
        assert about(card, "es") == "Answers."

    def test_a_card_without_examples(self) -> None:
        assert starters(AgentCard(name="x"), "en") == []


class TestQuestionBar:
    @pytest.fixture
    def bar(self, qtbot: Any, english: None) -> QuestionBar:
        made = QuestionBar()
        qtbot.addWidget(made)
        made.show()
        return made

    def test_choices_have_numbers_and_counts(self, bar: QuestionBar, qtbot: Any) -> None:
        choices = tuple(Choice(value=v, label=v, count=1000) for v in ("A", "B & C"))
        bar.ask(Question(text="Which?", choices=choices))
        assert bar.choice(2) == choices[1]
        assert bar.choice(3) is None
        with qtbot.waitSignal(bar.chosen) as chosen:
            second = bar.findChild(Button, "choice2")
            assert second.accessibleName() == "B & C · 1,000"
            QTest.mouseClick(second, Qt.MouseButton.LeftButton)
        assert chosen.args == [choices[1]]

    def test_a_long_choice_stands_on_as_many_lines_as_it_takes(
        self, bar: QuestionBar, qtbot: Any
    ) -> None:
        words = "number of rows by place, largest first, " * 3
        bar.ask(Question(text="Which?", choices=(Choice(value="1", label=words),)))
        bar.resize(360, 400)
        button = bar.findChild(Button, "choice1")
        line = button.fontMetrics().height()
        qtbot.waitUntil(lambda: button.width() <= 360 and button.height() > 3 * line)
        assert button.height() >= button.heightForWidth(button.width())

    def test_a_file_that_is_asked_for_can_be_attached(self, bar: QuestionBar, qtbot: Any) -> None:
        bar.ask(Question(text="Which size?", slot="size"))
        assert bar.findChild(Button, "fileButton") is None
        bar.ask(Question(text="Which file?", slot="file"))
        with qtbot.waitSignal(bar.fileWanted):
            QTest.mouseClick(bar.findChild(Button, "fileButton"), Qt.MouseButton.LeftButton)

    def test_years_keep_their_digits(self, bar: QuestionBar) -> None:
        bar.ask(Question(text="Year?", choices=(Choice(value="2020", label="2020"),)))
        assert bar.choice(1) is None

    def test_the_question_stands_in_its_message_only(self, bar: QuestionBar, qtbot: Any) -> None:
        bar.ask(Question(text="Which?"))
        assert bar.accessibleDescription() == "Which?"
        assert not [label for label in bar.findChildren(QLabel) if "Which?" in label.text()]
        show = bar.findChild(Button, "showQuestion")
        assert not show.isVisible()
        bar.show_away(True)
        with qtbot.waitSignal(bar.questionWanted):
            QTest.mouseClick(show, Qt.MouseButton.LeftButton)

    def test_many_choices_are_counted_in_words(self, bar: QuestionBar) -> None:
        choices = tuple(Choice(value=str(n), label=f"map {n}") for n in range(20))
        bar.ask(Question(text="Which map?", choices=choices))
        assert any("8 more" in label.text() for label in bar.findChildren(QLabel))
        assert bar.choice(7) is None

    def test_nothing_asked_nothing_shown(self, bar: QuestionBar) -> None:
        bar.ask(Question(text="Which?"))
        assert bar.isVisible()
        bar.ask(None)
        assert not bar.isVisible()


class TestNotices:
    @pytest.fixture
    def bar(self, qtbot: Any, english: None) -> NoticeBar:
        made = NoticeBar()
        qtbot.addWidget(made)
        return made

    def test_a_new_one_of_the_same_kind_replaces_the_old(self, bar: NoticeBar) -> None:
        bar.show_notice(Notice(key="a", words=lambda: "one"))
        bar.show_notice(Notice(key="b", words=lambda: "two"))
        bar.show_notice(Notice(key="a", words=lambda: "three"))
        assert bar.texts() == ["three", "two"]
        bar.dismiss("a")
        bar.dismiss("b")
        assert not bar.isVisible()

    def test_a_few_are_shown_and_the_rest_counted(self, bar: NoticeBar) -> None:
        more = bar.findChild(Button, "noticesMore")
        bar.enter("one conversation")
        for key in ("a/1", "a/2", "b", "c/1"):
            bar.show_notice(Notice(key=key, words=lambda key=key: key))  # type: ignore[misc]
        assert bar.texts() == ["c/1", "b", "a/2"], "the newest of each kind"
        assert more.text() == "1 more message"
        bar.show_notice(Notice(key="d", words=lambda: "d", here=True))
        assert (bar.texts(), more.text()) == (["d", "c/1", "b"], "2 more messages")
        QTest.mouseClick(more, Qt.MouseButton.LeftButton)
        assert bar.texts() == ["d", "c/1", "b", "a/2", "a/1"]
        assert more.text() == "Fewer messages"
        bar.enter("another")
        bar.dismiss("a/2")
        assert bar.texts() == ["c/1", "b", "a/1"]
        assert more.isHidden()

    def test_an_offer_acts_and_closes(self, bar: NoticeBar) -> None:
        done: list[str] = []
        offer = NoticeAction(lambda: "Undo", lambda: done.append("undone"))
        bar.show_notice(Notice(key="a", words=lambda: "gone", offers=(offer,)))
        QTest.mouseClick(bar.findChild(Button, "noticeOffer0"), Qt.MouseButton.LeftButton)
        assert done == ["undone"]
        assert bar.texts() == []

    def test_it_goes_after_its_time(self, bar: NoticeBar, qtbot: Any) -> None:
        bar.show_notice(Notice(key="a", words=lambda: "soon gone", seconds=0.01))
        qtbot.waitUntil(lambda: bar.texts() == [], timeout=int(PATIENCE * 1000))

    def test_what_was_recovered_in_words(self, english: None) -> None:
        words = RecoveryWords()
        ended = entry("t", "c", TaskState.FAILED).answer
        one = words.recovered(Recovery(interrupted=(ended,)))
        assert one.startswith("1 answer was not completed;")
        two = words.recovered(Recovery(interrupted=(ended, ended), finished=(ended,)))
        assert "2 answers were" in two
        assert "1 answer finished while you were away" in two
        assert words.recovered(Recovery()) == ""
        assert "/x/copy.db" in words.salvaged(SalvageNotice(copy="/x/copy.db", conversations=3))

    def test_number_forms_of_spanish(self, qapp: Any) -> None:
        Translations(qapp).use("es")
        ended = entry("t", "c", TaskState.FAILED).answer
        assert "1 pregunta espera" in RecoveryWords().recovered(Recovery(waiting=(ended,)))
        assert "2 preguntas esperan" in RecoveryWords().recovered(Recovery(waiting=(ended,) * 2))


class TestErrors:
    @pytest.mark.parametrize("language", ["ko", "es", "en"])
    def test_every_language_has_words(self, qapp: Any, language: str) -> None:
        Translations(qapp).use(language)
        error = MessageTooLarge("english", size=700_000, limit=524_288)
        text = error_text(error)
        assert ("english" in text) is False
        assert "512" in text or "524" in text

    @pytest.mark.parametrize("language", ["ko", "es"])
    @pytest.mark.parametrize("key", ["model_key", "model_refused", "model_timeout"])
    def test_what_is_wrong_with_a_model_has_words(self, qapp: Any, language: str, key: str) -> None:
        error = DeskError("english", key=key, model="openai:{x}", status=401)
        said = {}
        for one in (language, "en"):
            Translations(qapp).use(one)
            said[one] = error_text(error)
        assert "openai:{x}" in said[language]
        assert said[language] not in (said["en"], "english")

    @pytest.mark.parametrize("language", ["ko", "es"])
    @pytest.mark.parametrize(
        "key", sorted(REASONS | {"broker_refused", "bad_certificate", "set_aside"})
    )
    def test_what_becomes_of_a_message_in_a_queue_has_words(
        self, qapp: Any, language: str, key: str
    ) -> None:
        said = {}
        for one in (language, "en"):
            Translations(qapp).use(one)
            said[one] = reason_phrase(key, "technical words")
        assert said["en"] not in (key, "")
        assert said[language] not in (said["en"], key, "")
        assert "technical words" not in said[language]

    def test_unknown_errors_speak_for_themselves(self, english: None) -> None:
        assert error_text(DeskError("The wheel came off.", key="wheel")) == "The wheel came off."

    def test_braces_in_details_are_text(self, english: None) -> None:
        error = BadFile("x", key="file_unreadable", cause="{path} %n {0}")
        assert "{path} %n {0}" in error_text(error)


class TestNames:
    @pytest.mark.parametrize(
        ("agent", "label"),
        [
            ("data", "Sample data (simulated)"),
            ("data:/home/me/games 2024.csv", "games 2024.csv"),
            ("https://agents.example.org/balance/", "agents.example.org/balance"),
            ("http://user:secret@host:9/x", "host:9/x"),
            ("http://127.0.0.1:7001/", "127.0.0.1:7001"),
            ("echo", "Echo"),
        ],
    )
    def test_agents(self, english: None, agent: str, label: str) -> None:
        assert agent_label(agent) == label

    @given(st.text())
    def test_files_have_no_folders_and_are_not_hidden(self, title: str) -> None:
        name = file_name(title)
        assert name
        assert not set(name) & set('/\\:*?"<>|\0')
        assert not name.startswith(".")
        assert not name.endswith((".", " "))
        assert Path(name).name == name

    @pytest.mark.parametrize(
        ("title", "name"),
        [
            ("orders.csv", "orders"),
            ("log of 2026.jsonl.gz", "log of 2026"),
            ("Sales: v1.5?", "Sales v1.5"),
            ("Mr.", "Mr"),
            ("orders.csv, by month", "orders.csv by month"),
        ],
    )
    def test_a_title_gives_a_name_without_an_ending(self, title: str, name: str) -> None:
        assert bare_name(title) == name

    @pytest.mark.parametrize(
        ("address", "allowed"),
        [
            ("https://example.org/a", True),
            ("HTTP://example.org", True),
            ("mailto:a@example.org", True),
            ("file:///etc/passwd", False),
            ("javascript:alert(1)", False),
            ("smb://host/share", False),
            ("/etc/passwd", False),
            ("https://exa mple.org", False),
        ],
    )
    def test_only_the_web_and_mail_are_opened(self, address: str, allowed: bool) -> None:
        assert leads_to_the_web(address) is allowed


def test_fonts_without_hangul_are_noticed(qapp: Any) -> None:
    assert next(hangul_families(QApplication.font()))
    latin = [f for f in QFontDatabase.families() if f.startswith("DejaVu")]
    if latin:
        assert latin[0] not in hangul_families(QFont(latin[0]))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("data:/home/me/games.csv", "orchestrator:/home/me/games.csv"),
        ("data", "orchestrator"),
        ("logs:/var/log/a.log", "orchestrator"),
    ],
)
def test_the_orchestrator_takes_over_the_table_that_is_open(before: str, after: str) -> None:
    assert with_table("orchestrator", before) == after
    assert with_table("echo", before) == "echo"


def test_an_agents_own_notes_are_no_answer() -> None:
    def named(name: str, part: Any) -> Artifact:
        return Artifact(artifact_id=name, name=name, parts=(part,))

    answer = Answer(
        turn_id="t",
        context_id="c",
        agent="orchestrator",
        started_at=datetime.now(UTC),
        artifacts=(
            named("plan", DataPart(data={"steps": []})),
            named("delegation", DataPart(data={"last": None})),
        ),
    )
    assert prose_of(answer) == ""
    words = answer.model_copy(update={"artifacts": (named("plan", TextPart(text="First rest")),)})
    assert prose_of(words) == "First rest"
    other = answer.model_copy(update={"artifacts": (named("x", DataPart(data={"a": 1})),)})
    assert '"a": 1' in prose_of(other)


@pytest.mark.anyio
class TestDataFiles:
    async def test_a_table_opens_in_a_new_conversation(self, open_window: Any) -> None:
        given: list[Path] = []

        async def load(path: Path, asked: str) -> str:
            given.append(path)
            return f"data:{path}"

        person = await open_window(on_open_data=load)
        agent = await person.window.open_data_file(Path("/home/me/games.csv"))
        assert agent == "data:/home/me/games.csv"
        assert given == [Path("/home/me/games.csv")]
        assert person.window.context_id
        assert person.find("agentPicker").text() == "games.csv"
        assert person.find("notices").texts() == []

    async def test_the_orchestrator_takes_the_table_for_its_own(self, open_window: Any) -> None:
        async def load(path: Path, asked: str) -> str:
            return f"{asked}:{path}"

        person = await open_window(on_open_data=load)
        person.find("agentPicker").picked.emit("orchestrator")
        await person.window.open_data_file(Path("/home/me/games.csv"))
        assert person.find("agentPicker").text() == "Orchestrator · games.csv"

    async def test_what_cannot_be_opened_is_said_and_nothing_changes(
        self, open_window: Any
    ) -> None:
        async def load(path: Path, asked: str) -> str:
            raise BadFile("no", key="file_without_rows", file=path.name)

        person = await open_window(on_open_data=load)
        person.say("저그는?")
        await person.sees(lambda: person.states() == ["completed"])
        context = person.window.context_id
        assert await person.window.open_data_file(Path("/tmp/empty<b>.csv")) is None
        assert person.find("notices").texts() == [
            "“empty<b>.csv” could not be opened. The table has column names but no rows."
        ]
        assert person.window.context_id == context

    async def test_a_file_may_be_dropped_on_the_window(self, open_window: Any) -> None:
        given: list[Path] = []

        async def load(path: Path, asked: str) -> str:
            given.append(path)
            return "data"

        person = await open_window(on_open_data=load)
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile("/home/me/a b.csv")])
        place, buttons = QPointF(50, 50), Qt.MouseButton.LeftButton
        drop = QDropEvent(
            place, Qt.DropAction.CopyAction, mime, buttons, Qt.KeyboardModifier.NoModifier
        )
        enter = QDragEnterEvent(
            place.toPoint(),
            Qt.DropAction.CopyAction,
            mime,
            buttons,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(person.window, enter)
        assert enter.isAccepted()
        QApplication.sendEvent(person.window, drop)
        await person.sees(lambda: given == [Path("/home/me/a b.csv")])


@pytest.mark.anyio
class TestNoticesOfOpening:
    async def test_what_was_found_is_said_and_leads_there(
        self, open_window: Any, desk: Any
    ) -> None:
        session = desk.new()
        turn = await session.start("저그는?")
        await turn.wait()
        person = await open_window()
        person.window.findChild(Connectivity).found_at_start(Recovery(interrupted=(turn.answer,)))
        assert "1 answer was not completed" in person.find("notices").texts()[0]
        person.press("noticeOffer0")
        await person.sees(lambda: person.window.context_id == session.context_id)

    async def test_what_goes_on_is_said_as_long_as_it_does(
        self, open_window: Any, desk: Any
    ) -> None:
        session = desk.new()
        turn = await session.start("느리게 답해줘")
        person = await open_window()
        person.window.findChild(Connectivity).found_at_start(Recovery(running=(turn.answer,)))
        assert "1 answer is still being made" in person.find("notices").texts()[0]
        await session.stop()
        await person.sees(lambda: person.find("notices").texts() == [])

    async def test_a_damaged_database_is_said(self, open_window: Any) -> None:
        person = await open_window(notices=[SalvageNotice("/p/desk.damaged.db", 1)])
        [text] = person.find("notices").texts()
        assert "/p/desk.damaged.db" in text
        assert "1 conversation could be saved" in text

    async def test_an_update_of_the_profile_is_said_with_the_way_back(
        self, open_window: Any
    ) -> None:
        person = await open_window(notices=[Updated("/p/desk.db.v1-20261122T093000Z")])
        for language, words in (("En", "up to date"), ("Ko", "이 버전에"), ("Es", "esta versión")):
            person.action(f"actionLanguage{language}").trigger()
            bar = person.find("notices")
            await person.sees(lambda bar=bar, words=words: words in bar.texts()[0])
            [text] = bar.texts()
            assert "/p/desk.db.v1-20261122T093000Z" in text
            assert "doctor --put-back" in text

    @pytest.mark.qt_log_ignore("This plugin does not support")
    async def test_the_agents_card_is_shown(self, person: Any) -> None:
        await person.sees(lambda: person.shows("starter1"))
        person.press("agentPicker")
        card = person.find("agentCard")
        assert card.isVisible()
        words = [label.text() for label in card.findChildren(QLabel)]
        assert "Data analysis" in words
        assert "Win rates from a table of matches." not in words, "its skills say it in English"
        assert any("Win rates by race" in text for text in words)
        card.hide()

    @pytest.mark.qt_log_ignore("This plugin does not support")
    async def test_another_agent_may_be_chosen(self, person: Any, agents: Any) -> None:
        await person.sees(lambda: person.shows("starter1"))
        person.press("agentPicker")
        card = person.find("agentCard")
        await person.sees(lambda: any(b.text() == "Echo" for b in card.findChildren(Button)))
        [echo] = [b for b in card.findChildren(Button) if b.text() == "Echo"]
        QTest.mouseClick(echo, Qt.MouseButton.LeftButton)
        assert person.find("agentPicker").text() == "Echo"
        assert person.find("composer").hasFocus()
        person.say("저그는?")
        await person.sees(lambda: person.states() == ["completed"])
        assert "Echo" in person.marks()[0]
