"""What the desk says and hears stands in the log as a chain, and in the file of its task."""

import logging
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.domain.answers import Answer, fold
from app.domain.events import ArtifactEvent, StatusEvent, StreamLost, TurnClosed, TurnEvent
from app.domain.messages import DataPart, FilePart, Message, Role, TextPart
from app.domain.tasks import Artifact, TaskState
from app.stream_log import StreamLogger
from app.stream_log.journal import DeskJournal, open_journal
from app.stream_log.maintenance import Housekeeping
from app.stream_log.task_files import TaskFiles
from tests.patience import PATIENCE

NOW = datetime(2026, 1, 9, 12, tzinfo=UTC)


class Talk:
    """Speaks to a journal as a desk does."""

    def __init__(self, journal: DeskJournal) -> None:
        self.journal = journal

    def say(self, number: int, text: str, *extra: FilePart) -> Answer:
        message = Message(
            message_id=f"m{number}",
            context_id="c1",
            role=Role.USER,
            parts=(TextPart(text=text), *extra),
            created_at=NOW,
        )
        self.journal.said(message, "data")
        return Answer(turn_id=f"m{number}", context_id="c1", agent="data", started_at=NOW)

    def hear(self, answer: Answer, *events: TurnEvent) -> Answer:
        for event in events:
            answer = fold(answer, event, NOW)
        self.journal.happened(answer, events)
        return answer


def status(number: int, state: TaskState, text: str = "") -> StatusEvent:
    said = Message(
        message_id="s",
        context_id="c1",
        role=Role.AGENT,
        parts=(TextPart(text=text),),
        created_at=NOW,
    )
    return StatusEvent(
        task_id=f"T{number}", context_id="c1", state=state, message=said if text else None
    )


def piece(number: int, text: str) -> ArtifactEvent:
    artifact = Artifact(artifact_id="a", name="answer", parts=(TextPart(text=text),))
    return ArtifactEvent(task_id=f"T{number}", context_id="c1", artifact=artifact, append=True)


@pytest.fixture
def stream(tmp_path: Path) -> Iterator[StreamLogger]:
    with StreamLogger(tmp_path, clock=lambda: NOW) as logger:
        yield logger


def turn(talk: Talk, number: int, question: str, words: str) -> Answer:
    answer = talk.say(number, question)
    answer = talk.hear(answer, status(number, TaskState.SUBMITTED))
    answer = talk.hear(answer, status(number, TaskState.WORKING, "reading"))
    for part in words:
        answer = talk.hear(answer, piece(number, part))
    return talk.hear(answer, status(number, TaskState.COMPLETED))


def told(messages: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    return [(m["type"], m["from_agent"], m["content"]) for m in messages]


def test_a_turn_is_a_request_its_states_and_one_response(stream: StreamLogger) -> None:
    journal = DeskJournal(stream)
    turn(Talk(journal), 1, "승률 알려줘", "53 %")
    journal.close()
    messages = stream.read_today()
    assert told(messages) == [
        ("request", "user", "승률 알려줘"),
        ("state", "data", "submitted"),
        ("state", "data", "working"),
        ("state", "data", "completed"),
        ("response", "data", "53 %"),
    ]
    request, *rest = messages
    assert {message["parent_id"] for message in rest} == {request["id"]}
    assert request["metadata"] == {"agent": "data", "context_id": "c1", "message_id": "m1"}
    assert rest[-1]["metadata"] == {
        "agent": "data",
        "context_id": "c1",
        "message_id": "m1",
        "task_id": "T1",
        "state": "completed",
        "artifacts": ["answer"],
    }
    assert rest[1]["metadata"]["text"] == "reading"


def test_a_follow_up_goes_on_from_the_last_response_also_in_a_later_run(
    stream: StreamLogger,
) -> None:
    first = open_journal(stream)
    turn(Talk(first), 1, "one", "1")
    turn(Talk(first), 2, "two", "2")
    first.close()
    second = open_journal(stream)
    turn(Talk(second), 3, "three", "3")
    second.close()
    last = stream.read_today()[-1]["id"]
    assert [m["content"] for m in stream.get_chain(last)] == ["one", "1", "two", "2", "three", "3"]


def test_an_index_that_was_left_behind_catches_up_for_the_follow_up(stream: StreamLogger) -> None:
    for number in (1, 2, 3):
        journal = DeskJournal(stream)
        turn(Talk(journal), number, f"question {number}", f"answer {number}")
        journal.close()
    last = stream.read_today()[-1]["id"]
    assert len(stream.get_chain(last)) == 6


def test_what_is_said_is_written_also_without_an_index(
    stream: StreamLogger, caplog: pytest.LogCaptureFixture
) -> None:
    journal = DeskJournal(stream)
    turn(Talk(journal), 1, "question", "answer")
    journal.close()
    stream.index.catch_up()
    stream.close()
    path = stream.files.stream / "index.db"
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    with caplog.at_level(logging.WARNING):
        journal = DeskJournal(stream)
        Talk(journal).say(2, "further question")
        journal.close()
    assert "have no parent" in caplog.text
    last = stream.read_today()[-1]
    assert (last["content"], last["parent_id"]) == ("further question", None)


def test_a_failed_turn_ends_with_an_error(stream: StreamLogger) -> None:
    journal = DeskJournal(stream)
    talk = Talk(journal)
    answer = talk.say(1, "x")
    lost = StreamLost(task_id=None, reason="reset")
    closed = TurnClosed(state=TaskState.FAILED, reason="agent_unreachable", text="Nobody answers.")
    talk.hear(answer, lost, closed)
    journal.close()
    messages = stream.read_today()
    assert told(messages)[1:] == [
        ("state", "data", "failed"),
        ("state", "data", "lost"),
        ("error", "data", "Nobody answers."),
    ]
    assert messages[-1]["metadata"]["reason"] == "agent_unreachable"


def test_a_question_and_its_later_end_are_both_taken_down_once(stream: StreamLogger) -> None:
    journal = DeskJournal(stream)
    talk = Talk(journal)
    answer = talk.say(1, "x")
    answer = talk.hear(answer, status(1, TaskState.INPUT_REQUIRED, "which?"))
    answer = talk.hear(answer, StreamLost(task_id="T1", reason="gone"))
    answer = talk.hear(answer, piece(1, "done"), status(1, TaskState.COMPLETED))
    talk.hear(answer, status(1, TaskState.COMPLETED))
    journal.close()
    responses = [m["content"] for m in stream.read_today() if m["type"] == "response"]
    assert len(responses) == 2 and responses[0] == "which?"


def test_a_turn_taken_up_from_an_earlier_run_tells_only_what_is_new(stream: StreamLogger) -> None:
    first = open_journal(stream)
    talk = Talk(first)
    answer = talk.hear(talk.say(1, "x"), status(1, TaskState.SUBMITTED))
    first.close()
    stream.index.catch_up()
    second = DeskJournal(stream)
    Talk(second).hear(answer, status(1, TaskState.COMPLETED, "done"))
    second.close()
    messages = stream.read_today()
    assert [m["content"] for m in messages] == ["x", "submitted", "completed", "done"]
    assert messages[2]["parent_id"] == messages[0]["id"]


def test_files_are_named_not_kept(stream: StreamLogger) -> None:
    journal = DeskJournal(stream)
    Talk(journal).say(1, "see", FilePart(name="a.csv", media_type="text/csv", content=b"secret"))
    journal.close()
    (message,) = stream.read_today()
    assert message["metadata"]["attached"] == [
        {"name": "a.csv", "media_type": "text/csv", "bytes": 6}
    ]
    assert b"secret" not in (stream.files.stream / "2026-01-09.jsonl").read_bytes()


def test_agents_decisions_are_taken_down_too(stream: StreamLogger) -> None:
    journal = DeskJournal(stream)
    Talk(journal).say(1, "x")
    journal.note(
        from_agent="pm",
        to_agent="coder",
        msg_type="decision",
        content={"DISPATCH": "coder"},
        metadata={"message_id": "m1", "task_id": "T1"},
    )
    journal.close()
    request, decision = stream.read_today()
    assert (decision["type"], decision["parent_id"]) == ("decision", request["id"])


def test_how_an_agent_understood_a_question_is_a_decision(stream: StreamLogger) -> None:
    journal = DeskJournal(stream)
    talk = Talk(journal)
    answer = talk.hear(talk.say(1, "win rate"), status(1, TaskState.SUBMITTED))
    frame = DataPart(data={"measure": "win_rate"})
    decided = Artifact(artifact_id="f", name="frame", parts=(frame,))
    answer = talk.hear(
        answer, ArtifactEvent(task_id="T1", context_id="c1", artifact=decided), piece(1, "58 %")
    )
    answer = talk.hear(answer, status(1, TaskState.COMPLETED))
    talk.hear(answer)
    journal.close()
    types = [message["type"] for message in stream.read_today()]
    assert types == ["request", "state", "state", "decision", "response"]
    assert "cells" not in stream.read_today()[-1]["metadata"]
    decision = stream.read_today()[3]
    assert decision["content"] == {"measure": "win_rate"}
    assert decision["parent_id"] == stream.read_today()[0]["id"]
    assert decision["metadata"]["artifact"] == "frame"


@pytest.mark.parametrize(
    ("rows", "cells"),
    [
        ([["Acropolis", 0.59], ["Triton", None], ["Acropolis", 3]], "Acropolis\nTriton"),
        ([{"map": "Acropolis", "n": 1}, "no row", {"map": " "}], "Acropolis"),
        ([[f"{n:09}"] for n in range(5_000)], "\n".join(f"{n:09}" for n in range(200))),
        ([[0]] * 1_000 + [["beyond"]], None),
        ("no rows", None),
    ],
    ids=["lists", "objects", "many", "far", "none"],
)
def test_a_response_names_the_words_in_its_table(
    stream: StreamLogger, rows: object, cells: str | None
) -> None:
    journal = DeskJournal(stream)
    talk = Talk(journal)
    table = DataPart(data={"columns": ["map", "n"], "rows": rows})
    sent = Artifact(artifact_id="r", name="result", parts=(table,))
    answer = talk.hear(talk.say(1, "win rate"), status(1, TaskState.SUBMITTED))
    answer = talk.hear(answer, ArtifactEvent(task_id="T1", context_id="c1", artifact=sent))
    talk.hear(answer, status(1, TaskState.COMPLETED))
    journal.close()
    assert stream.read_today()[-1]["metadata"].get("cells") == cells


def test_what_does_not_fit_is_counted_and_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    held, asked = threading.Event(), threading.Event()

    def clock() -> datetime:
        asked.set()
        held.wait(PATIENCE)
        return NOW

    with StreamLogger(tmp_path, clock=clock) as stream:
        journal = DeskJournal(stream, capacity=3)
        talk = Talk(journal)
        talk.say(0, "0")
        assert asked.wait(PATIENCE)
        for number in range(1, 10):
            talk.say(number, str(number))
        assert journal.lost == 6
        held.set()
        journal.close()
        messages = stream.read_date("2026-01-09")
    assert [m["content"] for m in messages if m["type"] == "request"] == ["0", "1", "2", "3"]
    errors = [m["metadata"]["dropped"] for m in messages if m["type"] == "error"]
    assert sum(errors) == 6
    assert "6 records" in caplog.text


def test_a_disk_that_refuses_ends_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "stream").write_text("in the way")
    with StreamLogger(tmp_path) as stream, caplog.at_level(logging.WARNING):
        journal = DeskJournal(stream)
        Talk(journal).say(1, "x")
        journal.close()
        journal.close()
        assert "not written" in caplog.text
        Talk(journal).say(2, "late")
    assert "came after its end" in caplog.text and journal.lost == 2


def test_a_disk_that_refuses_is_told_once_and_what_is_lost_is_counted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "stream").write_text("in the way")
    with StreamLogger(tmp_path, clock=lambda: NOW) as stream, caplog.at_level(logging.INFO):
        journal = DeskJournal(stream)
        talk = Talk(journal)
        for number in range(9):
            talk.say(number, "x")
        deadline = time.monotonic() + PATIENCE
        while journal.lost < 9:
            assert time.monotonic() < deadline
        (tmp_path / "stream").unlink()
        turn(talk, 10, "question", "answer")
        turn(talk, 11, "question", "answer")
        journal.close()
        assert journal.lost == 9
    for told in ("are not written", "have no parent"):
        said = [record.levelname for record in caplog.records if told in record.message]
        assert said == ["ERROR", "INFO"], told


def test_each_task_has_a_file_with_its_history(stream: StreamLogger) -> None:
    journal = open_journal(stream)
    talk = Talk(journal)
    words = "53 %\x85of all"
    turn(talk, 1, "승률 알려줘", words)
    journal.note(from_agent="pm", msg_type="decision", content="DONE", metadata={"task_id": "T1"})
    turn(talk, 2, "two", "2")
    journal.close()
    TaskFiles(stream.files, stream.index, stream.chains).update()
    first, second = sorted(stream.files.tasks.glob("*.yaml"))
    assert [first.name, second.name] == ["2026-01-09_001.yaml", "2026-01-09_002.yaml"]
    task = yaml.safe_load(first.read_text("utf-8"))
    assert "승률" in first.read_text("utf-8")
    assert (task["task"], task["context"], task["agent"]) == ("T1", "c1", "data")
    assert task["state"] == "completed"
    assert task["request"]["content"] == "승률 알려줘"
    assert [result["content"] for result in task["results"]] == [words]
    assert [state["state"] for state in task["states"]] == ["submitted", "working", "completed"]
    assert [decision["content"] for decision in task["decisions"]] == ["DONE"]


def test_task_files_are_the_same_when_the_index_is_made_anew(stream: StreamLogger) -> None:
    for number in range(5):
        for task in ("A", "B"):
            stream.log(
                from_agent="pm",
                msg_type="state",
                content="working",
                metadata={"task_id": f"{task}{number}"},
            )
    tasks = TaskFiles(stream.files, stream.index, stream.chains)
    assert len(tasks.update()) == 10
    assert tasks.update() == []
    before = {path.name: path.read_bytes() for path in stream.files.tasks.iterdir()}
    stream.index.rebuild()
    assert len(tasks.update()) == 10
    assert {path.name: path.read_bytes() for path in stream.files.tasks.iterdir()} == before
    stream.log(from_agent="pm", msg_type="state", content="completed", metadata={"task_id": "A3"})
    assert [path.name for path in tasks.update()] == ["2026-01-09_007.yaml"]


def test_housekeeping_archives_once_a_day_and_ends_when_told(tmp_path: Path) -> None:
    with StreamLogger(tmp_path, clock=lambda: datetime(2026, 1, 1, tzinfo=UTC)) as stream:
        stream.log(from_agent="a", msg_type="request", content="x")
        keeping = Housekeeping(stream, today=lambda: NOW.date())
        keeping.tell()
        done = threading.Event()
        for _ in range(200):
            if stream.files.archived(stream.files.stems()[0]).exists():
                break
            done.wait(0.05)
        keeping.close()
        keeping.close()
        assert stream.files.active_stems() == []
        assert [m["content"] for m in stream.read_date("2026-01-01")] == ["x"]
