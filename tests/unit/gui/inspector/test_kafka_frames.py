"""How the records of a queue read in the inspector."""

from datetime import UTC, datetime

import pytest

from app.domain.frames import Frame
from gui.inspector.frame_texts import direction_word, frame_line, summary


def record(**told: object) -> Frame:
    return Frame(
        at=datetime(2026, 11, 1, tzinfo=UTC),
        exchange="e",
        direction="record",
        method="SendStreamingMessage",
        url="kafka://h:1/data",
        binding="b",
        body=told,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"state": "queued", "seq": -1}, "waits in the queue"),
        ({"state": "lost", "seq": -1}, "no replica has it any more"),
        ({"state": "accepted", "seq": 0}, "accepted by the agent"),
        ({"state": "working", "seq": -1}, "the agent is at work"),
        ({"state": "working", "seq": 2}, "working"),
    ],
)
def test_waiting_in_the_queue_is_told_from_an_agent_at_work(
    told: dict[str, object], words: str
) -> None:
    frame = record(**told)
    assert direction_word(frame.direction) == "Record"
    assert summary(frame) == words


def test_a_row_tells_where_a_record_stands_and_which_of_its_answers_it_is() -> None:
    where = {"topic": "desk.x.replies", "partition": 0, "offset": 7}
    frame = record(**where, attempt="0123456789abcdef", seq=2, state="working")
    line = frame_line(frame, frame.at, frame.at)
    assert line.detail.endswith("· [0]@7 · seq 2 · attempt 01234567 · desk.x.replies")
    sent = record(**{**where, "topic": "agent.data.requests"}, state="sent")
    line = frame_line(sent, sent.at, sent.at)
    assert line.title == "Record · sent"
    assert line.detail.endswith("· [0]@7 · agent.data.requests")
