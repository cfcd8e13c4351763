"""What a terminal prints of an answer: all of it, once, whatever the agent calls its parts."""

from app.domain.events import AgentEvent, ArtifactEvent, StatusEvent, TaskEvent
from app.domain.ids import utc_now
from app.domain.messages import Message, Role, TextPart
from app.domain.tasks import Artifact, Task, TaskState
from app.terminal.terminal import Telling


def message(text: str, role: Role = Role.AGENT) -> Message:
    return Message(
        message_id="m",
        context_id="c",
        role=role,
        parts=(TextPart(text=text),),
        created_at=utc_now(),
    )


def piece(text: str, *, name: str, append: bool = False, own: str = "a") -> ArtifactEvent:
    artifact = Artifact(artifact_id=own, name=name, parts=(TextPart(text=text),))
    return ArtifactEvent(task_id="t", context_id="c", artifact=artifact, append=append)


def status(state: TaskState, text: str = "") -> StatusEvent:
    return StatusEvent(
        task_id="t", context_id="c", state=state, message=message(text) if text else None
    )


def told(*events: AgentEvent) -> list[str]:
    telling = Telling(message("?", Role.USER), "lab")
    return [*(telling.take(event) for event in events), telling.rest()]


def test_pieces_are_told_as_they_come_whatever_their_name() -> None:
    for name in ("answer", "", "story"):
        assert told(
            status(TaskState.WORKING, "thinking"),
            piece("one ", name=name),
            piece("two", name=name, append=True),
            status(TaskState.COMPLETED),
        ) == ["", "one ", "two", "", ""]


def test_an_agent_that_does_not_stream_is_told_from_its_task() -> None:
    task = Task(
        task_id="t",
        context_id="c",
        state=TaskState.COMPLETED,
        artifacts=(Artifact(artifact_id="a", name="", parts=(TextPart(text="whole"),)),),
    )
    assert told(TaskEvent(task=task)) == ["whole", ""]


def test_words_of_the_last_status_are_the_answer_where_there_is_no_other() -> None:
    assert told(status(TaskState.COMPLETED, "forty-two"))[-1] == "forty-two"
    assert told(piece("x", name="answer"), status(TaskState.COMPLETED, "done")) == ["x", "", ""]


def test_an_answer_after_other_words_is_told_whole() -> None:
    got = told(piece("notes", name="notes"), piece("58%", name="answer", own="b"))
    assert got == ["notes", "", "\n\n58%"]


def test_a_question_is_not_told_as_an_answer() -> None:
    assert told(status(TaskState.INPUT_REQUIRED, "Which?")) == ["", ""]
