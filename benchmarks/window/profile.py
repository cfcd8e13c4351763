"""A profile of 500 conversations, one of them of any length: written once, multiplied by SQL."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, text

from app.conversations.database.tables import LOCAL
from app.conversations.store import turn_rows
from app.conversations.store.sql_store import SqlStore
from app.domain.answers import Answer
from app.domain.conversations import Conversation
from benchmarks.window.corpus import entry, texts

LISTED = 500
LONG = "long"
SHORT = "short"
NEEDLE = "needle-in-the-hay"
"""Stands once in the long conversation, far up."""

_WRITTEN = 4_000
_BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
_COPIES = (
    """
    INSERT INTO messages (tenant, message_id, context_id, position, role, created_at, body, content,
                          tokens, task_id, turn_id)
    SELECT tenant, replace(message_id, turn_id, turn_id || :mark), context_id, position + :shift,
           role, created_at, replace(replace(body, turn_id, turn_id || :mark), :needle, ''),
           replace(content, :needle, ''), tokens, task_id || :mark, turn_id || :mark
    FROM messages WHERE context_id = 'long' AND position < :base AND position < :room
    """,
    """
    INSERT INTO turns (tenant, turn_id, context_id, position, state, phase, started_at, events,
                       folded, body)
    SELECT tenant, turn_id || :mark, context_id, position + :shift, state, phase, started_at,
           events, folded, replace(body, turn_id, turn_id || :mark)
    FROM turns WHERE context_id = 'long' AND position < :base AND position < :room
    """,
    """
    INSERT INTO texts (tenant, context_id, position, at, folded, text)
    SELECT tenant, context_id, position + :shift, at, replace(folded, :needle, ''),
           replace(text, :needle, '')
    FROM texts WHERE context_id = 'long' AND position < :base AND position < :room
    """,
)


async def fill(store: SqlStore, rows: int) -> None:
    """Write the conversations; the long one gets so many rows."""
    for number in range(LISTED):
        # Older ones stand below: what streams later comes to the top of the list.
        at = _BEGUN + timedelta(minutes=LISTED - number)
        context, title = f"c{number}", f"Conversation {number}"
        await store.save_conversation(
            Conversation(context_id=context, title=title, created_at=at, updated_at=at)
        )
        await _say(store, context, texts(2, seed=number), at)
    await _say(store, SHORT, texts(20), _BEGUN)
    await _say(store, LONG, texts(min(rows, _WRITTEN)), _BEGUN)

    def multiply(connection: Connection) -> None:
        for copy in range(1, -(-rows // _WRITTEN)):
            shift = copy * _WRITTEN
            values = {
                "mark": f"-{copy}",
                "shift": shift,
                "base": _WRITTEN,
                "room": rows - shift,
                "needle": NEEDLE,
            }
            for statement in _COPIES:
                connection.execute(text(statement), values)
        connection.execute(
            text("UPDATE conversations SET entries = :rows WHERE context_id = 'long'"),
            {"rows": rows},
        )

    await store.database.write(LOCAL, multiply)


async def _say(store: SqlStore, context_id: str, said: list[str], at: datetime) -> None:
    def write(connection: Connection) -> None:
        for row in range(0, len(said) - 1, 2):
            words = said[row] + (NEEDLE if row == 100 and context_id == LONG else "")
            asked, answered = entry(row, words), entry(row + 1, said[row + 1])
            assert asked.kind == "request"
            assert answered.kind == "answer"
            turn_id = f"{context_id}-{row}-"
            own = {"context_id": context_id, "message_id": turn_id, "created_at": at}
            told = {"context_id": context_id, "turn_id": turn_id, "task_id": f"t{turn_id}"}
            empty = Answer(turn_id=turn_id, context_id=context_id, agent="data", started_at=at)
            turn_rows.begin(connection, LOCAL, asked.message.model_copy(update=own), empty)
            turn_rows.record(connection, LOCAL, answered.answer.model_copy(update=told), [])

    await store.database.write(LOCAL, write)
