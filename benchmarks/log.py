"""The stream log and its search beside the raw operations they are made of.

Gates, as ratios to a raw probe of the same run: append ≥ 0.15 of `write` with the same encoder,
durable append of 32 threads ≥ 0.7 of a bare group commit, reading ≥ 0.5 of a bare parse of the
lines, search p95 ≤ 1.5 of the bare statement, gzip ≥ 0.8 of bare gzip; and searchable within 1 s
at 500 messages a second. `LOG_RECORDS` sets the length of the history (default 200,000; two years
of a busy desk are 5,000,000). `SEARCH_PROFILE` names a profile whose
embedder is tried on the retrieval sets.
"""

import gzip
import json
import os
import random
import resource
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count, product
from pathlib import Path

from pydantic_core import from_json, to_json

from app.domain.index_terms import query_terms
from app.search import Filters, Search
from app.search.embedder_choice import chosen_embedder
from app.search.embedders import HashedNgrams
from app.search.window_search import Indexing
from app.stream_log import LogSettings, StreamLogger
from app.stream_log.archive import Archive
from app.stream_log.index import stats
from app.stream_log.tail import newest

SETS = Path(__file__).resolve().parents[1] / "tests" / "fixtures" / "retrieval"
RECORDS = int(os.environ.get("LOG_RECORDS", "200000"))
APPENDS = 20_000
DURABLE = 150
WRITERS = 32
RATE = 500
SECONDS = 5.0
REPEATS = 5
QUERIES = ("승률", "테란의 승률", "map 17", "환불 요청", "서버점검", "refund", "저그 프로토스 시간")
CONTENT = "지난달 테란의 승률은 53.2 퍼센트였고 표본은 1,204 경기입니다. " * 6
WORD_LIST = """
테란 저그 프로토스 승률 평균 시간 지도 환불 요청 배송 지연 매출 서버 점검 분석 결과 표본 win rate
refund map server average result games partida mapa tiempo
"""
WORDS = WORD_LIST.split()
METADATA = {"agent": "data", "context_id": "c" * 36, "task_id": "t" * 36}


def say(stream: StreamLogger, content: str = CONTENT) -> None:
    """Log one message of ordinary size."""
    stream.log(
        from_agent="user", to_agent="data", msg_type="request", content=content, metadata=METADATA
    )


def record(number: int) -> dict[str, object]:
    """Return what `say` logs, as the raw probes write it."""
    return {
        "id": f"msg_20260109_061700_{number % (1 << 24):06x}",
        "t": "2026-01-09T06:17:00.123456",
        "from_agent": "user",
        "to_agent": "data",
        "type": "request",
        "content": CONTENT,
        "parent_id": None,
        "metadata": METADATA,
    }


def rate(amount: int, work: Callable[[], object]) -> float:
    """Return how much of the amount is done per second."""
    began = time.perf_counter()
    work()
    return amount / (time.perf_counter() - began)


def show(name: str, ours: float, raw: float, gate: str, unit: str = "/s") -> None:
    """Print a figure beside its raw probe."""
    print(f"{name:<28} {ours:>12,.0f}{unit}  raw {raw:>12,.0f}{unit}  ×{ours / raw:.2f}  ({gate})")


def appends(root: Path) -> None:
    """Measure appending, acknowledged when written."""
    ours, raw = [], []
    with StreamLogger(root / "append") as stream:
        for turn in range(REPEATS):
            path = root / f"raw{turn}.jsonl"
            handle = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY)

            def bare(handle: int = handle) -> None:
                for number in range(APPENDS):
                    os.write(handle, to_json(record(number)) + b"\n")

            raw.append(rate(APPENDS, bare))
            os.close(handle)
            ours.append(rate(APPENDS, lambda: [say(stream) for _ in range(APPENDS)]))
        waits = []
        for _ in range(APPENDS):
            began = time.perf_counter()
            say(stream)
            waits.append(time.perf_counter() - began)
    show("append", max(ours), max(raw), "gate ≥ 0.15")
    print(f"{'append p99':<28} {statistics.quantiles(waits, n=100)[98] * 1000:.3f} ms")


class BareGroup:
    """As little as a group commit can be: one synchronises for all who wait."""

    def __init__(self, path: Path) -> None:
        self._handle = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        self._changed = threading.Condition()
        self._written = self._durable = 0
        self._syncing = False

    def put(self, line: bytes) -> None:
        """Return when the line is on the disk."""
        with self._changed:
            os.write(self._handle, line)
            self._written += 1
            number = self._written
            while self._durable < number and self._syncing:
                self._changed.wait()
            if self._durable >= number:
                return
            self._syncing, upto = True, self._written
        os.fdatasync(self._handle)
        with self._changed:
            self._durable, self._syncing = upto, False
            self._changed.notify_all()


def in_threads(work: Callable[[], None]) -> float:
    """Return records per second of work done in many threads."""
    threads = [threading.Thread(target=work) for _ in range(WRITERS)]

    def run() -> None:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    return rate(WRITERS * DURABLE, run)


def durable(root: Path) -> None:
    """Measure appending, acknowledged when on the disk."""
    ours, raw = [], []
    line = to_json(record(0)) + b"\n"
    settings = LogSettings(durability="group", session_bytes=10**9)
    with StreamLogger(root / "durable", settings=settings) as stream:
        for turn in range(3):
            group = BareGroup(root / f"group{turn}")
            raw.append(in_threads(lambda group=group: [group.put(line) for _ in range(DURABLE)]))  # type: ignore[misc]
            ours.append(in_threads(lambda: [say(stream) for _ in range(DURABLE)]))  # type: ignore[misc]
    show(f"durable, {WRITERS} threads", max(ours), max(raw), "gate ≥ 0.7")


def reading(root: Path) -> None:
    """Measure reading everything, and making the index anew."""
    with StreamLogger(root / "append") as stream:
        paths = [stream.files.active(stem) for stem in stream.files.stems()]
        amount = APPENDS * (REPEATS + 1)

        def bare() -> None:
            for path in paths:
                with path.open("rb") as file:
                    for line in file:
                        from_json(line)

        def ours() -> None:
            for _ in stream.messages():
                pass

        raws, ourses = zip(
            *((rate(amount, bare), rate(amount, ours)) for _ in range(3)), strict=True
        )
        show("recovery scan", max(ourses), max(raws), "gate ≥ 0.5")
        show("index made anew", rate(amount, stream.index.rebuild), max(raws), "no gate")


def packing(root: Path) -> None:
    """Measure compressing a day."""
    folder = root / "packing"
    settings = LogSettings(session_bytes=20_000_000)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    with StreamLogger(folder, settings=settings, clock=lambda: now) as stream:
        chance = random.Random(1)
        for _ in range(APPENDS):
            say(stream, " ".join(chance.choices(WORDS, k=20)) + f" {chance.random()}")
        path = stream.files.active(stream.files.stems()[0])
        size = path.stat().st_size

        def bare() -> None:
            with path.open("rb") as plain, gzip.open(root / "bare.gz", "wb", 6) as packed:
                shutil.copyfileobj(plain, packed, 1 << 20)

        raw = rate(size, bare)
        archive = Archive(stream.files, settings)
        ours = rate(size, lambda: archive.run((now + timedelta(days=60)).date()))
    show("gzip, verified", ours / 1e6, raw / 1e6, "gate ≥ 0.8", " MB/s")


def history(root: Path) -> StreamLogger:
    """Write two years of days, as the log has them, without going through it."""
    chance = random.Random(1)
    start, days = datetime(2024, 11, 1, tzinfo=UTC), 730
    stream = StreamLogger(root / "history")
    stream.files.stream.mkdir(parents=True)
    stream.files.archive.mkdir()
    suffix = count()
    parent = None
    each = max(1, RECORDS // days)
    for day in range(days):
        moment = start + timedelta(days=day)
        folder = stream.files.stream if day > days - 8 else stream.files.archive
        with (folder / f"{moment:%Y-%m-%d}.jsonl").open("wb") as file:
            for number in range(each):
                moment += timedelta(seconds=80_000 / each)
                identity = f"msg_{moment:%Y%m%d_%H%M%S}_{next(suffix) % (1 << 24):06x}"
                made = {
                    "id": identity,
                    "t": moment.replace(tzinfo=None).isoformat(timespec="microseconds"),
                    "from_agent": ("user", "data", "pm")[number % 3],
                    "to_agent": "data",
                    "type": ("request", "response", "state")[number % 3],
                    "content": " ".join(chance.choices(WORDS, k=8)) + f" {chance.randrange(10**6)}",
                    "parent_id": parent if number % 10 else None,
                    "metadata": {
                        "context_id": f"c{number // 10}",
                        "task_id": f"T{day}-{number // 10}",
                    },
                }
                parent = identity
                file.write(to_json(made) + b"\n")
    return stream


def timed(name: str, work: Callable[[], object], repeats: int = 5) -> None:
    """Print how long something takes, the first time and then."""
    waits = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        waits.append((time.perf_counter() - began) * 1000)
    print(f"{name:<28} first {waits[0]:>9.1f} ms, then {statistics.median(waits[1:]):>9.1f} ms")


def long_log(root: Path) -> None:
    """Measure what a person waits for after two years."""
    stream = history(root)
    size = sum(path.stat().st_size for path in stream.files.stream.rglob("*.jsonl"))
    print(f"\nhistory: {RECORDS:,} records, {size / 2**20:,.0f} MiB, two years")
    began = time.perf_counter()
    stream.index.catch_up()
    print(f"{'index, once':<28} {RECORDS / (time.perf_counter() - began):>12,.0f}/s")
    last = newest(stream, 1)[0]["id"]
    timed("open and catch up", lambda: (stream.index.close(), stream.index.catch_up()))
    timed("tail of 50", lambda: newest(stream, 50))
    timed("chain", lambda: stream.get_chain(last))
    timed("figures", lambda: stats(stream.files, stream.index))
    with Search(stream) as search:
        began = time.perf_counter()
        search.catch_up()
        print(f"{'words, once':<28} {RECORDS / (time.perf_counter() - began):>12,.0f}/s")
        statement = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 200"
        ours, raw = [], []
        for _ in range(REPEATS):
            for query in QUERIES:
                terms = query_terms(query)
                bare = " AND ".join(term.exact for term in terms)
                loose = " OR ".join(piece for term in terms for piece in term.loose)
                began = time.perf_counter()
                if len(search.index.rows(statement, bare)) < 200:
                    search.index.rows(statement, loose)
                raw.append((time.perf_counter() - began) * 1000)
                began = time.perf_counter()
                search.find(query, mode="words")
                ours.append((time.perf_counter() - began) * 1000)
        p95 = [statistics.quantiles(waits, n=20)[18] for waits in (ours, raw)]
        print(
            f"{'search p95':<28} {p95[0]:.1f} ms  raw {p95[1]:.1f} ms  ×{p95[0] / p95[1]:.2f}"
            "  (gate ≤ 1.5)"
        )
        timed("search of one agent", lambda: search.find("승률", filters=Filters(sender="pm")))
        freshness(stream, search)
    stream.close()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{'peak memory':<28} {peak:.0f} MiB")


def freshness(stream: StreamLogger, search: Search) -> None:
    """Measure when a message is found while many are logged."""
    search.index.rows("SELECT count(*) FROM queue")
    indexing = Indexing(search)
    lags = []
    began = time.perf_counter()
    try:
        for number in range(int(RATE * SECONDS)):
            time.sleep(max(0.0, began + number / RATE - time.perf_counter()))
            stream.log(from_agent="data", msg_type="response", content=f"표지{number:06} 승률")
            if number % RATE == RATE // 2:
                logged, wanted = time.perf_counter(), f"표지{number:06}"
                while not any(
                    wanted in hit.snippet.text for hit in search.find(wanted, mode="words", limit=1)
                ):
                    time.sleep(0.01)
                lags.append(time.perf_counter() - logged)
    finally:
        indexing.close()
    print(f"{'searchable after, at most':<28} {max(lags):.2f} s at {RATE}/s  (gate ≤ 1 s)")


def retrieval(root: Path) -> None:
    """Print recall@5 of the retrieval sets with the embedder of the profile `SEARCH_PROFILE`."""
    profile = os.environ.get("SEARCH_PROFILE")
    embedder = chosen_embedder(Path(profile)) if profile else HashedNgrams()
    print(f"\nretrieval with {embedder.model}")
    for language in ("ko", "en", "es"):
        rows = (SETS / f"{language}.tsv").read_text("utf-8").splitlines()[1:]
        lines = [row.split("\t") for row in rows]
        *slots, forms = json.loads((SETS / "fillers.json").read_text("utf-8"))[language]
        fillers = [form.format(*values) for form in forms for values in product(*slots)][::2]
        with StreamLogger(root / language) as stream, Search(stream, embedder=embedder) as search:
            for text in [*fillers, *(line[0] for line in lines)]:
                stream.log(from_agent="pm", msg_type="response", content=text)
            search.catch_up()
            search.queue.work()
            for name, column in (("sharing words", 1), ("other words", 3)):
                found = sum(
                    line[0] in [hit.snippet.text for hit in search.find(line[column], limit=5)]
                    for line in lines
                )
                print(f"{language} {name:<25} recall@5 {found / len(lines):.2f} of {len(lines)}")


def main() -> None:
    """Measure everything in a folder that goes away."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        appends(root)
        durable(root)
        reading(root)
        packing(root)
        long_log(root)
        retrieval(root)


if __name__ == "__main__":
    main()
