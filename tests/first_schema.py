"""A database as the first version wrote it, with everything in it that a person had by then.

`python -m tests.first_schema FILE` makes one to look at.
"""

import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

SCHEMA = Path(__file__).parent / "fixtures" / "schemas" / "0001.sql"
STARTED = 1_700_000_000_000_000
"""Microseconds since 1970; a second later for each turn."""
CONVERSATIONS = 3
TURNS = 24
OPEN_TURN = TURNS - 1
"""The last turn was still running."""


def first_rows() -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of each table, in the order of its columns."""
    rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in ("conversations", "messages")}
    rows |= {name: [] for name in ("turns", "events", "texts", "agent_tasks")}
    per = TURNS // CONVERSATIONS
    for number in range(CONVERSATIONS):
        rows["conversations"].append(
            (
                *("local", f"c{number}", f"Título {number}", f"titulo {number}", "data"),
                *(number == 1, "", 2 * per, STARTED, STARTED + number, None),
            )
        )
    for number in range(TURNS):
        at, context, position = STARTED + number * 1_000_000, f"c{number // per}", number % per * 2
        asked, said = f"{number}번째 경기의 승률을 알려줘", f"승률은 {number} %입니다."
        text = [{"kind": "text", "text": asked, "media_type": ""}]
        moment = f"2023-11-14T22:13:{20 + number}Z"
        message = {"message_id": f"m{number}", "context_id": context, "role": "user"}
        message |= {"parts": text, "created_at": moment}
        rows["messages"].append(
            ("local", f"m{number}", context, position, "user", at, json.dumps(message))
        )
        rows["texts"].append(("local", context, position, at, asked, asked))
        answer: dict[str, Any] = {"turn_id": f"m{number}", "context_id": context, "agent": "data"}
        answer |= {"started_at": moment, "task_id": f"t{number}"}
        state, phase = "working", "running"
        if number != OPEN_TURN:
            state, phase = "completed", "ended"
            part = {"kind": "text", "text": said, "media_type": ""}
            answer |= {"artifacts": [{"artifact_id": "a", "name": "answer", "parts": [part]}]}
            answer |= {"ended_at": moment}
            rows["texts"].append(("local", context, position + 1, at, said, said))
        answer |= {"state": state}
        event = {"type": "status", "task_id": f"t{number}", "context_id": context, "state": state}
        rows["turns"].append(
            (
                *("local", f"m{number}", context, position + 1, state, phase, at, 1, 1),
                json.dumps(answer),
            )
        )
        rows["events"].append(("local", f"m{number}", 0, at, json.dumps(event)))
        rows["agent_tasks"].append(
            ("local", "data", f"t{number}", context, state, at, _task(f"t{number}", context, state))
        )
    return rows


def _task(task_id: str, context_id: str, state: str) -> bytes:
    """Return a task in protobuf, as the agents keep it: id, context_id, status.state."""
    number = {"working": 2, "completed": 3}[state]
    texts = [(1, task_id.encode()), (2, context_id.encode()), (3, bytes([1 << 3, number]))]
    return b"".join(bytes([field << 3 | 2, len(raw)]) + raw for field, raw in texts)


def write_first_schema(database: Path) -> None:
    """Make the database file, closed in good order."""
    connection = sqlite3.connect(database)
    connection.executescript(SCHEMA.read_text("utf-8"))
    for name, rows in first_rows().items():
        marks = ", ".join("?" * len(rows[0]))
        connection.executemany(f"INSERT INTO {name} VALUES ({marks})", rows)
    connection.execute(f"PRAGMA application_id={0x42444B31}")
    connection.execute("PRAGMA user_version=1")
    connection.commit()
    connection.close()


if __name__ == "__main__":
    write_first_schema(Path(sys.argv[1]))
