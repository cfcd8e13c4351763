"""How the records of a queue read in the inspector."""

from datetime import UTC, datetime

import pytest

from app.domain.frames import Frame
from gui.frame_words import direction_word, summary


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
        ({"state": "accepted", "seq": 0}, "the agent is at work"),
        ({"state": "working", "seq": -1}, "the agent is at work"),
        (
            {"topic": "desk.x.replies", "partition": 0, "offset": 7, "seq": 2, "state": "working"},
            "desk.x.replies[0]@7 working",
        ),
    ],
)
def test_waiting_in_the_queue_is_told_from_an_agent_at_work(
    told: dict[str, object], words: str
) -> None:
    frame = record(**told)
    assert direction_word(frame.direction) == "Record"
    assert summary(frame) == words
