"""The fold: the same events give the same answer, terminal states latch, text joins up."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from app.domain.answers import MOST_CHANGES, Answer, fold, fold_all
from app.domain.events import (
    TURN_EVENT,
    Answered,
    ArtifactEvent,
    MessageEvent,
    Pinned,
    Replaced,
    StatusEvent,
    StreamLost,
    StreamRecovered,
    TaskEvent,
    TurnClosed,
    TurnEvent,
)
from app.domain.messages import DataPart, FilePart, Message, Role, TextPart
from app.domain.tasks import Artifact, Task, TaskState, join_parts, question_of

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
EMPTY = Answer(turn_id="m1", context_id="c1", agent="data", started_at=NOW)


def says(text: str, **metadata: str) -> Message:
    return Message(
        message_id=f"a-{text}",
        context_id="c1",
        role=Role.AGENT,
        parts=(TextPart(text=text),),
        metadata=dict(metadata),
        created_at=NOW,
    )


def status(state: TaskState, text: str = "", **metadata: str) -> StatusEvent:
    message = says(text, **metadata) if text else None
    return StatusEvent(task_id="t1", context_id="c1", state=state, message=message, at=NOW)


def piece(text: str, *, append: bool = True, artifact_id: str = "a1") -> ArtifactEvent:
    artifact = Artifact(artifact_id=artifact_id, name="answer", parts=(TextPart(text=text),))
    return ArtifactEvent(task_id="t1", context_id="c1", artifact=artifact, append=append)


def folded(*events: TurnEvent) -> Answer:
    answer = EMPTY
    for index, event in enumerate(events):
        answer = fold(answer, event, NOW + timedelta(seconds=index))
    return answer


states = st.sampled_from([state for state in TaskState if state is not TaskState.UNKNOWN])
texts = st.text(max_size=20)
events = st.one_of(
    st.builds(status, states, texts),
    st.builds(piece, texts, append=st.booleans(), artifact_id=st.sampled_from(["a1", "a2"])),
    st.builds(
        lambda state: TaskEvent(task=Task(task_id="t1", context_id="c1", state=state)), states
    ),
    st.builds(lambda text: MessageEvent(message=says(text)), texts),
    st.just(StreamLost(task_id="t1", reason="cut")),
    st.builds(lambda state: StreamRecovered(task_id="t1", state=state), states),
    st.just(TurnClosed(state=TaskState.FAILED, reason="interrupted")),
    st.just(Answered(by="t2")),
    st.just(Replaced(by="m2")),
    st.just(Pinned(on=True)),
    st.just(Pinned(on=True, board="profile", instead_of="m0")),
    st.just(Pinned(on=False, board="profile")),
)


def test_how_far_a_task_was_is_no_word_of_its_end() -> None:
    working = StatusEvent(
        task_id="t1", context_id="c1", state=TaskState.WORKING, message=says("Step 2 of 5")
    )
    closed = TurnClosed(state=TaskState.CANCELED, reason="closed")
    assert fold_all(EMPTY, [working, closed], NOW).text == ""


@given(st.lists(events, max_size=30))
def test_a_terminal_state_is_the_last_and_final(given: list[TurnEvent]) -> None:
    answer = EMPTY
    for event in given:
        after = fold(answer, event, NOW)
        if answer.state.terminal:
            assert after.state is answer.state
            assert after.artifacts == answer.artifacts
            assert after.ended_at == answer.ended_at
        answer = after
    terminal = [change.state for change in answer.changes if change.state.terminal]
    assert len(terminal) <= 1


@given(st.lists(events, max_size=30))
def test_kept_events_give_the_same_answer_again(given: list[TurnEvent]) -> None:
    kept = [TURN_EVENT.validate_json(TURN_EVENT.dump_json(event)) for event in given]
    assert kept == given
    assert folded(*kept) == folded(*given)
    again = Answer.model_validate_json(folded(*given).model_dump_json())
    assert again == folded(*given)


@given(st.lists(st.text(min_size=1), min_size=1, max_size=20))
def test_appended_text_adds_up_to_one_part(pieces: list[str]) -> None:
    first, *rest = pieces
    answer = folded(piece(first, append=False), *(piece(text) for text in rest))
    assert answer.artifacts[0].parts == (TextPart(text="".join(pieces)),)


def test_a_task_that_is_reported_whole_reads_as_the_stream_did() -> None:
    parts = (TextPart(text="1 "), TextPart(text="2 "), TextPart(text="3"))
    whole = Artifact(artifact_id="a1", name="answer", parts=parts)
    task = Task(task_id="t1", context_id="c1", state=TaskState.COMPLETED, artifacts=(whole,))
    reported = folded(TaskEvent(task=task))
    streamed = folded(piece("1 ", append=False), piece("2 "), piece("3"))
    assert reported.artifacts == streamed.artifacts


def test_an_append_to_nothing_begins_the_artifact_and_a_replacement_replaces() -> None:
    assert folded(piece("late")).artifacts[0].text == "late"
    assert folded(piece("old"), piece("new", append=False)).artifacts[0].text == "new"


def test_status_first_streams_name_their_task() -> None:
    answer = folded(status(TaskState.WORKING, "reading"))
    assert (answer.task_id, answer.status_text) == ("t1", "reading")


def test_a_question_waits_until_it_is_answered_or_something_else_is_asked() -> None:
    asked = folded(status(TaskState.INPUT_REQUIRED, "Which race?"))
    assert asked.waiting
    assert not fold(asked, Replaced(by="t3"), NOW).waiting
    assert asked.settled
    assert asked.text == "Which race?"
    later = fold(fold(asked, status(TaskState.COMPLETED, "see t2"), NOW), Answered(by="t2"), NOW)
    assert not later.waiting
    assert later.state is TaskState.COMPLETED
    assert later.answered_by == "t2"
    assert later.question is not None


def test_why_a_task_failed_is_its_key_or_its_words() -> None:
    assert folded(status(TaskState.FAILED, "no such file")).reason == "no such file"
    keyed = folded(status(TaskState.FAILED, "The program ended.", reason="interrupted"))
    assert (keyed.reason, keyed.status_text) == ("interrupted", "The program ended.")


def test_an_unknown_state_changes_nothing() -> None:
    assert folded(status(TaskState.UNKNOWN, "?")).state is TaskState.SUBMITTED


def test_a_repeated_status_is_one_change() -> None:
    answer = folded(status(TaskState.WORKING, "a"), status(TaskState.WORKING, "a"))
    assert len(answer.changes) == 1


def test_the_shown_text_is_the_answer_not_the_query() -> None:
    query = Artifact(artifact_id="q", name="query", parts=(TextPart(text="SELECT 1"),))
    event = ArtifactEvent(task_id="t1", context_id="c1", artifact=query)
    assert folded(event, piece("58%")).text == "58%"
    assert folded(event, status(TaskState.COMPLETED, "done")).text == "done"


def test_choices_of_foreign_agents_are_taken_as_far_as_they_are_choices() -> None:
    data = {"slot": 3, "choices": ["A", {"value": "b", "label": "B", "count": 2}, 7, {}, None]}
    message = says("which?").model_copy(
        update={"parts": (TextPart(text="which?"), DataPart(data=data))}
    )
    question = question_of(message)
    assert question is not None
    assert [(c.value, c.label, c.count) for c in question.choices] == [
        ("A", "A", None),
        ("b", "B", 2),
    ]
    assert question.slot == "3"


def test_parts_of_other_kinds_are_not_joined() -> None:
    file = FilePart(name="a.csv", content=b"1")
    text = TextPart(text="a")
    assert join_parts((text,), (file, text)) == (text, file, text)
    code = TextPart(text="b", media_type="application/sql")
    assert join_parts((text,), (code,)) == (text, code)


@given(st.lists(events, max_size=12))
def test_a_batch_is_what_its_events_are_one_by_one(given: list[TurnEvent]) -> None:
    one_by_one = EMPTY
    for event in given:
        one_by_one = fold(one_by_one, event, NOW)
    assert fold_all(EMPTY, given, NOW) == one_by_one


def test_pieces_of_unlike_texts_are_not_joined() -> None:
    code = TextPart(text="x = 1", media_type="text/x-python")
    two = Artifact(artifact_id="a1", name="answer", parts=(TextPart(text="b"), code))
    given = [
        piece("a"),
        piece("b"),
        ArtifactEvent(task_id="t1", context_id="c1", artifact=two, append=True),
        piece("c", artifact_id="a2"),
        piece("d"),
        piece("e"),
    ]
    answer = fold_all(EMPTY, given, NOW)
    assert answer.artifacts[0].parts == (
        TextPart(text="abb"),
        code,
        TextPart(text="de"),
    )
    assert answer.artifacts[1].text == "c"


def test_states_without_end_are_kept_up_to_a_number_and_the_newest() -> None:
    answer = folded(*(status(TaskState.WORKING, str(n)) for n in range(MOST_CHANGES + 5)))
    assert len(answer.changes) == MOST_CHANGES
    assert answer.changes[0].text == "0"
    assert answer.changes[-1].text == answer.status_text == str(MOST_CHANGES + 4)


def test_what_was_taken_over_from_other_tasks_is_in_parts_in_their_order() -> None:
    def made(artifact_id: str, of: str, name: str, part: TextPart | DataPart) -> ArtifactEvent:
        artifact = Artifact(artifact_id=artifact_id, name=name, parts=(part,), of=of)
        return ArtifactEvent(task_id="t1", context_id="c1", artifact=artifact)

    answer = folded(
        made("0", "", "answer", TextPart(text="They differ.")),
        made("2", "b", "answer", TextPart(text="B.")),
        made("1", "a", "answer", TextPart(text="A.")),
        made("3", "b", "result", DataPart(data={"rows": [["Lamp"]]})),
        made("4", "a", "result", DataPart(data={"rows": [["Desk"]]})),
        status(TaskState.COMPLETED, "2 of 2"),
    )
    assert [(one.task_id, one.text, one.settled) for one in answer.parts] == [
        ("b", "B.", True),
        ("a", "A.", True),
    ]
    assert (answer.own.text, answer.own.task_id) == ("They differ.", "t1")
    assert answer.text == "They differ.\n\nB.\n\nA."
    assert answer.cells == "Lamp\nDesk", "each is found by the words of its table"
    longer = Artifact(artifact_id="2", name="answer", parts=(TextPart(text=" More."),))
    more = ArtifactEvent(task_id="t1", context_id="c1", artifact=longer, append=True)
    growing = folded(made("2", "b", "answer", TextPart(text="B.")), more)
    assert [one.text for one in growing.parts] == ["B. More."]
    assert folded(piece("x")).parts == ()
