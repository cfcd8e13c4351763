"""Rows of conversations for tests of the chat view."""

from datetime import UTC, datetime
from typing import Any

from app.domain.answers import Answer
from app.domain.conversations import AnswerEntry, Entry, RequestEntry
from app.domain.messages import DataPart, FilePart, Message, Part, Role, TextPart
from app.domain.tasks import Artifact, TaskState

AT = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
COLUMNS = ("race", "games", "wins", "win_rate", "ci_low", "ci_high")
PARTS = ("group", "n", "numerator", "measure", "low", "high")


def request(position: int, text: str, *files: str) -> RequestEntry:
    parts: tuple[Part, ...] = (TextPart(text=text), *(FilePart(name=name) for name in files))
    return RequestEntry(
        position=position,
        message=Message(
            message_id=f"m{position}",
            context_id="c",
            role=Role.USER,
            parts=parts,
            created_at=AT,
        ),
    )


def answer(
    position: int,
    text: str = "",
    *,
    state: TaskState = TaskState.COMPLETED,
    artifacts: tuple[Artifact, ...] = (),
    **fields: Any,
) -> AnswerEntry:
    words = (
        (Artifact(artifact_id="a", name="answer", parts=(TextPart(text=text),)),) if text else ()
    )
    return AnswerEntry(
        position=position,
        answer=Answer(
            turn_id=f"turn{position}",
            context_id="c",
            agent="data",
            state=state,
            artifacts=(*words, *artifacts),
            started_at=AT,
            ended_at=AT if state.settled else None,
            **fields,
        ),
    )


def dialogue(count: int) -> list[Entry]:
    """Return requests and answers in turn, of unlike heights."""
    return [
        answer(row, f"Answer {row}. " + "word " * (row * 7 % 90))
        if row % 2
        else request(row, f"Question {row}?")
        for row in range(count)
    ]


def result(rows: list[list[Any]], **fields: Any) -> Artifact:
    columns = [
        {"name": name, "label": name.title(), "type": "rate" if at > 2 else "", "part": PARTS[at]}
        for at, name in enumerate(COLUMNS)
    ]
    data = {"columns": columns, "rows": rows, "row_count": len(rows), **fields}
    return Artifact(artifact_id="r", name="result", parts=(DataPart(data=data),))


def chart(spec: dict[str, Any]) -> Artifact:
    part = DataPart(data=spec, media_type="application/vnd.vegalite.v6+json")
    return Artifact(artifact_id="ch", name="chart", parts=(part,))


def query(sql: str) -> Artifact:
    part = TextPart(text=sql, media_type="application/sql")
    return Artifact(artifact_id="q", name="query", parts=(part,))


def in_two_parts(position: int, **more: Any) -> AnswerEntry:
    """Return an answer that was put together from those of two agents, each with all it has."""
    held: list[Artifact] = []
    for task, race, rate in (("t1", "Terran", 0.58), ("t2", "Zerg", 0.42)):
        rows = [[race, 100, 50, rate, 0.1, 0.9], ["Protoss", 90, 40, 0.5, 0.1, 0.9]]
        drawn = {
            "mark": "bar",
            "data": {"values": [{"race": row[0], "rate": row[3]} for row in rows]},
            "encoding": {
                "x": {"field": "race", "type": "nominal", "sort": None},
                "y": {"field": "rate", "type": "quantitative"},
            },
        }
        frame = {"chips": [{"part": "where", "text": race, "edits": [{"without": race}]}]}
        said = TextPart(text=f"{race} leads.\n\n- One of {race}.\n\nA note on {race}.")
        made = (
            Artifact(artifact_id="a", name="answer", parts=(said,)),
            Artifact(artifact_id="f", name="frame", parts=(DataPart(data=frame),)),
            result(rows),
            chart(drawn),
            query(f"SELECT '{race}'"),
        )
        held += [
            one.model_copy(update={"of": task, "artifact_id": f"{task}-{one.artifact_id}"})
            for one in made
        ]
    return answer(position, artifacts=tuple(held), task_id="whole", **more)
