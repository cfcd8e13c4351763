"""The store beside the same inserts and queries on the bare driver, in one run, as ratios.

    python -m benchmarks.store [--entries 1000 10000 100000]

Raw means: the same rows, indexes and durability, the statements written out, no thread, no models.
"""

import argparse
import asyncio
import itertools
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

from app.conversations.store.sql_store import SqlStore
from app.domain.answers import Answer, fold
from app.domain.events import TURN_EVENT, ArtifactEvent
from app.domain.messages import Message, Role, TextPart
from app.domain.tasks import Artifact
from app.ports import Recorded

try:
    from pysqlite3 import dbapi2
except ImportError:
    from sqlite3 import dbapi2

START = datetime(2026, 1, 1, tzinfo=UTC)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SENTENCE = "지난달 테란 대 저그 승률을 맵별로 알려줘. How did Zerg fare on the newer maps? "
TURNS = 400
PIECES = 500
PAGE = 50
CALLERS = 64
REPEATS = 30

MESSAGE = (
    "INSERT INTO messages (tenant, message_id, context_id, position, role, created_at, body,"
    " content, tokens, turn_id) VALUES ('local', ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
TEXT = "INSERT INTO texts VALUES ('local', ?, ?, ?, ?, ?)"
TURN = "INSERT INTO turns VALUES ('local', ?, ?, ?, 'submitted', 'running', ?, 0, 0, ?)"
COUNT = (
    "UPDATE conversations SET entries = entries + 2, token_total = token_total + ?"
    " WHERE tenant = 'local' AND context_id = ?"
)
NUMBER = "UPDATE streams SET last = last + ? WHERE tenant = 'local' RETURNING last"
CHANGE = (
    "INSERT INTO changes (tenant, seq, topic, update_type, at, context_id, message_id, latest)"
    " VALUES ('local', ?, 'conversation.update', ?, 0, 'c', ?, ?) ON CONFLICT (tenant, latest)"
    " DO UPDATE SET seq = excluded.seq"
)
EVENT = "INSERT INTO events VALUES ('local', ?, ?, ?, ?)"
EVENTS = "UPDATE turns SET events = ? WHERE tenant = 'local' AND turn_id = ?"
READ = (
    "SELECT position, body FROM {} WHERE tenant = 'local' AND context_id = ?"
    " AND position >= ? AND position < ?"
)
FIND = (
    "SELECT x.context_id, c.title, x.position, x.text, x.at FROM texts x JOIN conversations c"
    " ON c.tenant = x.tenant AND c.context_id = x.context_id WHERE x.tenant = 'local'"
    " AND c.deleted_at IS NULL AND instr(x.folded, ?) > 0 ORDER BY x.at DESC LIMIT 50"
)

Turn = tuple[Message, Answer]


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--entries", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    chosen = parser.parse_args()
    print(f"{'':44} {'store':>10} {'raw':>10} {'ratio':>7}")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(write(Path(folder)))
        for size in chosen.entries:
            asyncio.run(read(Path(folder) / f"{size}.db", size))
    return 0


async def write(folder: Path) -> None:
    """Time turns and events, one after the other and from many callers at once."""
    store = await SqlStore.open(folder / "store.db")
    raw = await bare(folder / "raw.db")
    turns = made_turns("one")
    await begin(store, next(turns))
    ours = await timed(TURNS, lambda _: begin(store, next(turns)))
    line("begin_turn, one caller", ours, raw_turns(raw, TURNS, together=1))
    started = time.perf_counter()
    many = made_turns("many")
    await asyncio.gather(*(begin_some(store, many, TURNS // 8) for _ in range(CALLERS)))
    ours = (time.perf_counter() - started) / (TURNS // 8 * CALLERS)
    line(f"begin_turn, {CALLERS} callers (raw: 10 per commit)", ours, raw_turns(raw, TURNS, 10))
    ours = await record(store, "streamed")
    line("record, one event", ours, raw_events(raw))
    raw.close()
    await store.aclose()


async def read(path: Path, size: int) -> None:
    """Time pages and searches in a conversation of that many entries."""
    store = await SqlStore.open(path)
    turns = made_turns("read")
    for _ in range(0, size // 2, CALLERS):
        await asyncio.gather(*(begin(store, next(turns)) for _ in range(CALLERS)))
    raw = dbapi2.connect(path)
    middle = size // 2

    async def page(_: int) -> None:
        assert len(await store.entries("c", middle, middle + PAGE)) == PAGE

    def raw_page() -> None:
        for table in ("messages", "turns"):
            raw.execute(READ.format(table), ("c", middle, middle + PAGE)).fetchall()

    line(f"page of {PAGE} out of {size:,}", await timed(REPEATS, page), raw_timed(raw_page))
    for what, query in (("common", "테란"), ("absent", "no such words")):

        async def find(_: int, query: str = query) -> None:
            await store.find(query)

        def raw_find(query: str = query) -> None:
            raw.execute(FIND, (query,)).fetchall()

        line(f"find, {what}, in {size:,}", await timed(REPEATS, find), raw_timed(raw_find))
    raw.close()
    await store.aclose()


def made_turns(name: str) -> Iterator[Turn]:
    """Yield turns of one conversation without end."""
    for number in itertools.count():
        at = START + timedelta(seconds=number)
        message = Message(
            message_id=f"{name}-{number}",
            context_id="c",
            role=Role.USER,
            parts=(TextPart(text=f"{number} {SENTENCE}"),),
            created_at=at,
        )
        yield (
            message,
            Answer(turn_id=message.message_id, context_id="c", agent="data", started_at=at),
        )


async def begin(store: SqlStore, turn: Turn) -> None:
    """Store one turn."""
    await store.begin_turn(*turn)


async def begin_some(store: SqlStore, turns: Iterator[Turn], count: int) -> None:
    """Store some turns, each after the one before."""
    for _ in range(count):
        await begin(store, next(turns))


async def record(store: SqlStore, name: str) -> float:
    """Return the seconds for one piece of a streamed answer, stored on its own."""
    message, answer = next(made_turns(name))
    await store.begin_turn(message, answer)

    async def piece(_: int) -> None:
        nonlocal answer
        answer = fold(answer, PIECE, START)
        await store.record(answer, [Recorded(PIECE, START)])

    return await timed(PIECES, piece)


PIECE = ArtifactEvent(
    task_id="t",
    context_id="c",
    artifact=Artifact(artifact_id="a", name="answer", parts=(TextPart(text="x" * 40),)),
    append=True,
)


async def bare(path: Path) -> Any:
    """Return a connection of the bare driver to the same tables, written as durably."""
    store = await SqlStore.open(path)
    await begin(store, next(made_turns("first")))
    await store.aclose()
    raw = dbapi2.connect(path, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        raw.execute(f"PRAGMA {pragma}")
    return raw


def raw_turns(raw: Any, count: int, together: int) -> float:
    """Return the seconds for one turn on the bare driver, so many in one commit."""
    rows: list[tuple[tuple[str, tuple[Any, ...]], ...]] = []
    turns = made_turns(f"raw{together}")
    first = raw.execute("SELECT entries FROM conversations").fetchone()[0]
    for position, (message, answer) in zip(range(first, 10**9, 2), turns, strict=False):
        if len(rows) == count:
            break
        text = message.text
        at = (message.created_at - EPOCH) // timedelta(microseconds=1)
        body, empty = message.model_dump_json(), answer.model_dump_json()
        turn_id, answered = message.message_id, f"{message.message_id}.answer"
        said = (turn_id, "c", position, "user", at, body, text, 30, turn_id)
        says = (answered, "c", position + 1, "assistant", at, "", "", 0, turn_id)
        changes = 2 * position
        rows.append(
            (
                (MESSAGE, said),
                (MESSAGE, says),
                (TEXT, ("c", position, at, text.casefold(), text)),
                (TURN, (turn_id, "c", position + 1, at, empty)),
                (COUNT, (30, "c")),
                (NUMBER, (2,)),
                (CHANGE, (10**9 + changes, "new_message", turn_id, None)),
                (CHANGE, (10**9 + changes + 1, "new_message", answered, None)),
            )
        )
    started = time.perf_counter()
    for some in range(0, count, together):
        raw.execute("BEGIN IMMEDIATE")
        for statements in rows[some : some + together]:
            for statement in statements:
                raw.execute(*statement).fetchall()
        raw.execute("COMMIT")
    return (time.perf_counter() - started) / count


def raw_events(raw: Any) -> float:
    """Return the seconds for one event on the bare driver."""
    body = TURN_EVENT.dump_json(PIECE).decode()
    started = time.perf_counter()
    for number in range(PIECES):
        raw.execute("BEGIN IMMEDIATE")
        raw.execute(EVENT, ("first-0", number, 0, body))
        raw.execute(EVENTS, (number + 1, "first-0"))
        raw.execute(NUMBER, (1,)).fetchall()
        raw.execute(CHANGE, (10**10 + number, "message_updated", "first-0.answer", "first"))
        raw.execute("COMMIT")
    return (time.perf_counter() - started) / PIECES


async def timed(count: int, job: Callable[[int], Awaitable[None]]) -> float:
    """Return the median seconds of a job."""
    taken = []
    for number in range(count):
        started = time.perf_counter()
        await job(number)
        taken.append(time.perf_counter() - started)
    return median(taken)


def raw_timed(job: Callable[[], None]) -> float:
    """Return the median seconds of a job on the bare driver."""
    taken = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        job()
        taken.append(time.perf_counter() - started)
    return median(taken)


def line(what: str, ours: float, theirs: float) -> None:
    """Print one row, in milliseconds."""
    print(
        f"{what:44} {ours * 1e3:7.3f} ms {theirs * 1e3:7.3f} ms {ours / theirs:6.1f}×", flush=True
    )


if __name__ == "__main__":
    sys.exit(main())
