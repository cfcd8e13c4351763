"""How a frame of the wire reads in the window: its direction, its kind, its time, its JSON."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from app.domain.conformance import Finding
from app.domain.frames import KEPT, Frame
from gui.inspector.rule_texts import mark_words
from gui.texts.plain import plain_signs
from gui.widgets.two_line_delegate import Line, Tone

Marks = Mapping[int, Sequence[Finding]]
"""Departures from the specification, by a frame's place among those that are shown."""

SHOWN_CHARACTERS = 200_000
_ATTEMPT_SIGNS = 8  # enough to tell attempts apart; the frame itself has it whole
_OF_A_TURN = ("SendMessage", "SendStreamingMessage", "SubscribeToTask")
_ICONS = {
    "sent": "send",
    "received": "done",
    "failed": "failed",
    "ended": "stopped",
    "record": "working",
}


def direction_word(direction: str) -> str:
    """Return the word for a frame's direction."""
    translate = QCoreApplication.translate
    match direction:
        case "sent":
            return translate("Frames", "Sent")
        case "received":
            return translate("Frames", "Received")
        case "failed":
            return translate("Frames", "Failed")
        case "record":
            return translate("Frames", "Record")
        case _:
            return translate("Frames", "Ended")


def summary(frame: Frame) -> str:
    """Return what a frame holds, in the words of the protocol; untrusted text is made plain."""
    body = frame.body
    if isinstance(body, str):
        return plain_signs(" ".join(body.split())[:120])
    if not isinstance(body, dict):
        return frame.method
    if frame.direction == "record":
        return plain_signs(_record(body))
    for name in ("statusUpdate", "task"):
        held = body.get(name)
        if isinstance(held, dict):
            status = held.get("status")
            state = status.get("state") if isinstance(status, dict) else None
            return plain_signs(f"{name} {str(state or '').removeprefix('TASK_STATE_')}".strip())
    piece = body.get("artifactUpdate")
    if isinstance(piece, dict):
        artifact = piece.get("artifact")
        called = artifact.get("name") if isinstance(artifact, dict) else None
        return plain_signs(f"artifactUpdate {called or ''}".strip())
    return frame.method if frame.direction == "sent" else next(iter(body), frame.method)


def _record(told: dict[str, JsonValue]) -> str:
    """Return what a record of a queue tells of its turn: that it waits, or is worked on."""
    translate = QCoreApplication.translate
    match told.get("state"):
        case "queued":
            return translate("Frames", "waits in the queue")
        case "lost":
            return translate("Frames", "no replica has it any more")
        case "accepted":
            return translate("Frames", "accepted by the agent")
        case _ if told.get("seq") == -1:
            return translate("Frames", "the agent is at work")
        case state:
            return str(state)


def _place(told: dict[str, JsonValue]) -> str:
    """Return where a record of a queue stands, and which of its answer's it is."""
    parts = [f"[{told.get('partition')}]@{told.get('offset')}"]
    if "seq" in told:
        parts.append(f"seq {told['seq']}")
    if attempt := told.get("attempt"):
        words = QCoreApplication.translate("Frames", "attempt {attempt}")
        parts.append(words.format(attempt=str(attempt)[:_ATTEMPT_SIGNS]))
    parts.append(str(told.get("topic")))  # last, for it is long and mostly the same
    return plain_signs(" · ".join(parts))


def frame_line(
    frame: Frame, first: datetime, before: datetime, marks: Sequence[Finding] = ()
) -> Line:
    """Return a frame as a row: what it is, when after the first one, and its exact time.

    One with `marks` says the first of them instead of where it stands in a queue.
    """
    locale = QLocale()
    since = locale.toString((frame.at - first).total_seconds(), "f", 3)
    step = locale.toString((frame.at - before).total_seconds() * 1000, "f", 0)
    at = QDateTime.fromMSecsSinceEpoch(int(frame.at.timestamp() * 1000))
    told = frame.body if frame.direction == "record" and isinstance(frame.body, dict) else None
    place = f" · {mark_words(marks[0])}" if marks else f" · {_place(told)}" if told else ""
    tone: Tone = "waiting" if frame.direction == "failed" else "muted"
    if marks:
        tone = "failed" if any(one.level == "must" for one in marks) else "waiting"
    return Line(
        title=f"{direction_word(frame.direction)} · {summary(frame)}",
        detail=f"{since} s (+{step} ms){place}",
        aside=at.time().toString("HH:mm:ss.zzz"),
        icon="warning" if marks else _ICONS.get(frame.direction, "submitted"),
        tone=tone,
    )


def frame_lines(frames: Sequence[Frame], marks: Marks) -> list[Line]:
    """Return the rows of frames, oldest first."""
    times = [frame.at for frame in frames]
    return [
        frame_line(frame, times[0], times[max(0, number - 1)], marks.get(number, ()))
        for number, frame in enumerate(frames)
    ]


def written(value: object) -> str:
    """Return a value as indented JSON."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def frame_text(frame: Frame) -> str:
    """Return a frame whole, as indented JSON; its beginning where it is very long."""
    text = written(frame.model_dump(mode="json"))
    shown = plain_signs(text[:SHOWN_CHARACTERS])
    return shown if len(text) <= SHOWN_CHARACTERS else shown + "\n…"


def latency_words(frames: Sequence[Frame]) -> str:
    """Return how long the first answer, the first piece and the whole took; empty without one."""
    said = [one for one in frames if one.method in _OF_A_TURN]
    sent = next((one.at for one in said if one.direction == "sent"), None)
    told = [one for one in said if one.direction == "received"]
    if sent is None or not told or told[0].binding == KEPT:
        return ""
    piece = next((one for one in told if _is_piece(one.body)), None)
    answers = [sent, *(one.at for one in told)]
    silence = max(b - a for a, b in pairwise(answers))
    translate, locale = QCoreApplication.translate, QLocale()

    def seconds(span: timedelta) -> str:
        return locale.toString(span.total_seconds(), "f", 3)

    words = [translate("Frames", "first answer after {s} s").format(s=seconds(told[0].at - sent))]
    if piece is not None:
        words.append(translate("Frames", "first piece {s} s").format(s=seconds(piece.at - sent)))
    words.append(translate("Frames", "whole {s} s").format(s=seconds(told[-1].at - sent)))
    words.append(translate("Frames", "longest silence {s} s").format(s=seconds(silence)))
    return " · ".join(words)


def _is_piece(body: JsonValue) -> bool:
    if not isinstance(body, dict):
        return False
    task = body.get("task")
    return bool({"artifactUpdate", "message"} & body.keys()) or (
        isinstance(task, dict) and bool(task.get("artifacts"))
    )


def source_words(frames: Sequence[Frame], marks: Marks) -> str:
    """Return where frames come from, the wire itself or what was kept of it, and how sound."""
    if not frames:
        return QCoreApplication.translate("Frames", "Nothing went over the wire for this message.")
    if frames[0].binding == KEPT:
        return QCoreApplication.translate(
            "Frames",
            "From an earlier run: these frames are made anew from what was kept. Times are those"
            " of keeping.",
        )
    words = QCoreApplication.translate("Frames", "As it went over the wire.")
    if not marks:
        return words
    count = sum(map(len, marks.values()))
    departs = QCoreApplication.translate("Frames", "Departures from A2A, marked below: {count}")
    departs = departs.format(count=QLocale().toString(count))
    return f"{words} {departs}"
