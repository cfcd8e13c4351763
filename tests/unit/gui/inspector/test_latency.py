"""How long an answer took, by its frames: those of the turn alone."""

from datetime import UTC, datetime, timedelta
from typing import Any

from app.domain.frames import KEPT, Frame
from gui.inspector.frame_texts import latency_words

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)


def frame(seconds: float, direction: Any, body: Any = None, **more: Any) -> Frame:
    given = {"method": "SendStreamingMessage", "binding": "JSONRPC", **more}
    at = NOON + timedelta(seconds=seconds)
    return Frame(at=at, exchange="e", direction=direction, url="", body=body, **given)


TURN = [
    frame(0, "sent"),
    frame(0.25, "received", {"task": {"id": "t"}}),
    frame(1, "received", {"artifactUpdate": {}}),
    frame(1.5, "received", {"statusUpdate": {}}),
    frame(9, "received", {"tasks": []}, method="ListTasks"),
]


def test_the_first_answer_the_first_piece_the_whole_and_the_longest_silence_are_told() -> None:
    assert latency_words(TURN).split(" · ") == [
        "first answer after 0.250 s",
        "first piece 1.000 s",
        "whole 1.500 s",
        "longest silence 0.750 s",
    ]


def test_what_was_not_answered_or_is_made_anew_has_no_latency() -> None:
    assert latency_words([]) == latency_words(TURN[:1]) == latency_words(TURN[1:]) == ""
    assert latency_words([one.model_copy(update={"binding": KEPT}) for one in TURN]) == ""
    whole = [frame(0, "sent"), frame(2, "received", {"message": {}})]
    assert "first piece 2.000 s" in latency_words(whole)
