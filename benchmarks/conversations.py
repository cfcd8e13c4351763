"""The book of conversations beside the same rows and queries on the bare driver, as ratios.

    python -m benchmarks.conversations [--messages 10000 100000 1000000] [--plot FILE.svg]

Raw means: the same rows, indexes and durability, the statements written out, no thread, no models.
A context is fetched from one conversation among others of the same length; its raw side is the one
query that reads the messages, once as it is and once awaited from a thread of its own, as a program
must that may not hold up its event loop. Beside the time on the clock stands that of the processor,
in all threads: on a machine with other work, whoever waits for a thread waits for that work too.
"""

import argparse
import asyncio
import gc
import itertools
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

from app.conversations.book.embedded_book import EmbeddedBook
from app.domain.book import LOCAL_CALLER, NewConversation, NewMessage
from app.domain.contexts import ContextRequest
from benchmarks import _plot
from benchmarks._plot import Curve, Panel

try:
    from pysqlite3 import dbapi2
except ImportError:
    from sqlite3 import dbapi2

SENTENCE = "지난달 테란 대 저그 승률을 맵별로 알려줘. How did Zerg fare on the newer maps? "
ADDED = 6_400
CALLERS = (1, 32, 64)
TOGETHER = 10
ROUNDS = 5
WINDOWS = 400
OTHERS = 9
"""How many conversations lie around the one that is read; each has a tenth of the messages."""


FIFTY = ContextRequest(message_count=50, max_tokens=8_000)


class Point(NamedTuple):
    """What a window takes of the processor among so many messages: median and p95, in seconds."""

    size: int
    book: tuple[float, float]
    bare: tuple[float, float]


Taken = tuple[float, float]
"""Seconds by the clock, and of the processor."""


class Windows(NamedTuple):
    """What windows took, what the bare query took, and the same from a thread of its own."""

    book: list[Taken]
    bare: list[Taken]
    awaited: list[Taken]


MESSAGE = (
    "INSERT INTO messages (tenant, message_id, context_id, position, role, created_at, body,"
    " content, tokens, tags, metadata, origin) VALUES ('local', ?, ?, ?, 'user', 0, '', ?, 30,"
    " '[]', '{}', '')"
)
TEXT = "INSERT INTO texts VALUES ('local', ?, ?, 0, ?, ?)"
COUNT = (
    "UPDATE conversations SET entries = entries + 1, token_total = token_total + 30"
    " WHERE tenant = 'local' AND context_id = ? RETURNING entries"
)
NUMBER = "UPDATE streams SET last = last + 1 WHERE tenant = 'local' RETURNING last"
CHANGE = (
    "INSERT INTO changes (tenant, seq, topic, update_type, at, context_id, message_id)"
    " VALUES ('local', ?, 'conversation.update', 'new_message', 0, ?, ?)"
)
CONTEXT = (
    "SELECT message_id, context_id, position, role, content, content_type, created_at, tokens,"
    " tags, important, task_id, metadata, origin, revision FROM messages WHERE tenant = 'local'"
    " AND context_id = ? AND position < ? ORDER BY position DESC LIMIT 58"
)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--messages", type=int, nargs="+", default=[10_000, 100_000, 1_000_000], metavar="N"
    )
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw how it grows")
    chosen = parser.parse_args()
    print(f"{'':46} {'book':>10} {'raw':>10} {'ratio':>7}")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(write(Path(folder) / "book.db"))
        points = []
        for size in chosen.messages:
            points.append(asyncio.run(read(Path(folder) / f"{size}.db", size)))
    if chosen.plot is not None:
        chosen.plot.write_text(plotted(points))
    return 0


def plotted(points: list[Point]) -> str:
    """Return how windows grow with what is stored, as SVG."""
    places = [f"{point.size:,}".replace(",000,000", " M").replace(",000", " k") for point in points]
    panels = []
    for at, title in enumerate(("a window of 50: median, CPU ms", "a window of 50: p95, CPU ms")):
        book = Curve("book", "#1b6ca8", [1e3 * point.book[at] for point in points], 2)
        bare = Curve("bare query", "#b4481e", [1e3 * point.bare[at] for point in points], 2)
        panels.append(Panel(title, places, (book, bare), together=True))
    return _plot.plotted(panels)


async def write(path: Path) -> None:
    """Time messages from one and from many callers, in turns with the bare driver."""
    book = await EmbeddedBook.open(path)
    await book.create(LOCAL_CALLER, NewConversation(id="c"))
    await book.create(LOCAL_CALLER, NewConversation(id="raw"))
    raw = bare(path)
    numbers = itertools.count()
    for callers in CALLERS:
        ours, theirs = [], []
        for _ in range(ROUNDS):
            ours.append(await add(book, callers, numbers))
            theirs.append(raw_add(raw, 1 if callers == 1 else TOGETHER, numbers))
        what = "alone" if callers == 1 else f"{TOGETHER} per commit"
        line(f"add, {callers} callers (raw: {what})", median(ours), median(theirs))
    raw.close()
    await book.aclose()


async def add(book: EmbeddedBook, callers: int, numbers: Iterator[int]) -> float:
    """Return the seconds for one message."""
    count = ADDED // ROUNDS if callers > 1 else ADDED // ROUNDS // 8

    async def some(share: int) -> None:
        for _ in range(share):
            number = next(numbers)
            new = NewMessage(id=f"m{number}", role="user", content=f"{number} {SENTENCE}")
            await book.add(LOCAL_CALLER, "c", new)

    started = time.perf_counter()
    await asyncio.gather(*(some(count // callers) for _ in range(callers)))
    return (time.perf_counter() - started) / (count // callers * callers)


def raw_add(raw: Any, together: int, numbers: Iterator[int]) -> float:
    """Return the seconds for one message on the bare driver, so many in one commit."""
    count = ADDED // ROUNDS if together > 1 else ADDED // ROUNDS // 8
    rows = [(f"m{number}", f"{number} {SENTENCE}") for number in itertools.islice(numbers, count)]
    started = time.perf_counter()
    for some in range(0, count, together):
        raw.execute("BEGIN IMMEDIATE")
        for message_id, text in rows[some : some + together]:
            place = raw.execute(COUNT, ("raw",)).fetchone()[0] - 1
            raw.execute(MESSAGE, (message_id, "raw", place, text))
            raw.execute(TEXT, ("raw", place, text.casefold(), text))
            seq = raw.execute(NUMBER).fetchone()[0]
            raw.execute(CHANGE, (seq, "raw", message_id))
        raw.execute("COMMIT")
    return (time.perf_counter() - started) / count


async def read(path: Path, size: int) -> Point:
    """Time windows of fifty messages in conversations that have that many together."""
    book = await EmbeddedBook.open(path)
    each = size // (OTHERS + 1)
    for number in range(OTHERS + 1):
        await book.create(LOCAL_CALLER, NewConversation(id=f"c{number}"))
    fill(path, each)
    raw = bare(path)
    window = await book.context(LOCAL_CALLER, "c0", FIFTY)
    assert window.included_messages == 50 and window.total_messages == each
    taken = await windows(book, raw, path, each)
    what = f"context of 50 out of {size:,}"
    for beside, theirs in (("", taken.bare), (" (raw: awaited)", taken.awaited)):
        for name, figure in (("median", median), ("p95", p95)):
            for kind, at in (("", 0), (", CPU", 1)):
                both = [figure([one[at] for one in some]) for some in (taken.book, theirs)]
                line(f"{what}, {name}{kind}{beside}", *both)
    added = []
    for number in range(100):
        new = NewMessage(id=f"late{number}", role="user", content=SENTENCE)
        started = time.perf_counter()
        await book.add(LOCAL_CALLER, "c0", new)
        added.append(time.perf_counter() - started)
    numbers = itertools.count(10**9)
    raw.execute("UPDATE conversations SET context_id = 'raw' WHERE 0")
    line(f"add to {size:,}, one caller", median(added), raw_add_to(raw, numbers, "c1"))
    raw.close()
    await book.aclose()
    book_cpu, bare_cpu = ([one[1] for one in some] for some in (taken.book, taken.bare))
    return Point(size, (median(book_cpu), p95(book_cpu)), (median(bare_cpu), p95(bare_cpu)))


async def windows(book: EmbeddedBook, raw: Any, path: Path, each: int) -> Windows:
    """Time windows and the bare query in turns; who comes first warms the rows for the others."""
    loop = asyncio.get_running_loop()
    taken = Windows([], [], [])

    async def ours(conversation: str) -> None:
        await book.context(LOCAL_CALLER, conversation, FIFTY)

    async def query(conversation: str) -> None:
        raw.execute(CONTEXT, (conversation, each)).fetchall()

    with ThreadPoolExecutor(1) as thread:
        own = await loop.run_in_executor(thread, bare, path)

        def on_thread(conversation: str) -> list[Any]:
            found: list[Any] = own.execute(CONTEXT, (conversation, each)).fetchall()
            return found

        async def awaited(conversation: str) -> None:
            await loop.run_in_executor(thread, on_thread, conversation)

        turns = list(zip((ours, query, awaited), taken, strict=True))
        gc.collect()
        for number in range(WINDOWS):
            for job, times in turns:
                started = now()
                await job(f"c{number % (OTHERS + 1)}")
                times.append(since(started))
            turns = turns[1:] + turns[:1]
        await loop.run_in_executor(thread, own.close)
    return taken


def raw_add_to(raw: Any, numbers: Iterator[int], conversation: str) -> float:
    """Return the median seconds for one message in a commit of its own."""
    taken = []
    for number in itertools.islice(numbers, 100):
        started = time.perf_counter()
        raw.execute("BEGIN IMMEDIATE")
        place = raw.execute(COUNT, (conversation,)).fetchone()[0] - 1
        raw.execute(MESSAGE, (f"m{number}", conversation, place, SENTENCE))
        raw.execute(TEXT, (conversation, place, SENTENCE.casefold(), SENTENCE))
        seq = raw.execute(NUMBER).fetchone()[0]
        raw.execute(CHANGE, (seq, conversation, f"m{number}"))
        raw.execute("COMMIT")
        taken.append(time.perf_counter() - started)
    return median(taken)


def fill(path: Path, each: int) -> None:
    """Write that many messages into each conversation, as fast as the driver can."""
    raw = bare(path)
    raw.execute("PRAGMA synchronous=OFF")
    raw.execute("BEGIN IMMEDIATE")
    conversations = [f"c{number}" for number in range(OTHERS + 1)]
    # In turns, as conversations grow beside each other.
    for position in range(each):
        text = f"{position} {SENTENCE}"
        raw.executemany(MESSAGE, [(f"{c}-{position}", c, position, text) for c in conversations])
        raw.executemany(TEXT, [(c, position, text.casefold(), text) for c in conversations])
    raw.execute("UPDATE conversations SET entries = ?, token_total = 30 * ?", (each, each))
    raw.execute("COMMIT")
    raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw.close()


def bare(path: Path) -> Any:
    """Return a connection of the bare driver, written as durably as the book's."""
    raw = dbapi2.connect(path, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        raw.execute(f"PRAGMA {pragma}")
    return raw


def now() -> Taken:
    """Return what the clock and the processor's clock say."""
    return time.perf_counter(), time.process_time()


def since(started: Taken) -> Taken:
    """Return how long it is ago, by both."""
    return time.perf_counter() - started[0], time.process_time() - started[1]


def p95(taken: list[float]) -> float:
    """Return the value that nineteen of twenty are below."""
    return quantiles(taken, n=20)[-1]


def line(what: str, ours: float, theirs: float) -> None:
    """Print one row, in milliseconds."""
    print(
        f"{what:46} {ours * 1e3:7.3f} ms {theirs * 1e3:7.3f} ms {ours / theirs:6.1f}×", flush=True
    )


if __name__ == "__main__":
    sys.exit(main())
