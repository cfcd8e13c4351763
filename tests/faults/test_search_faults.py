"""The search index and the embedding queue through kills and many first openings."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.search import Search
from app.search.index import SearchIndex
from app.stream_log import StreamLogger

pytestmark = [
    pytest.mark.faults,
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(os.name != "posix", reason="kills of POSIX"),
]

SCALE = float(os.environ.get("FAULT_SCALE", "0.1"))
HOST = Path(__file__).with_name("crash_host.py")


def host(*arguments: object) -> Any:
    done = subprocess.run(
        [sys.executable, str(HOST), *map(str, arguments)],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def found(search: Search, query: str) -> list[tuple[str, float]]:
    return [(hit.id, hit.score) for hit in search.find(query, limit=20)]


def test_f21_a_killed_worker_leaves_out_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    rounds = max(5, round(50 * SCALE))
    messages = rounds * 200
    host("embed_kills", tmp_path, rounds, messages)
    queries = ["승률", "메시지 3 번", "퍼센트 17", "승률을 알려줘"]
    with StreamLogger(tmp_path) as stream, Search(stream) as search:
        search.catch_up()
        search.queue.work()
        for table in ("docs", "embeddings", "signs", "words"):
            count = {
                "docs": "SELECT count(*) FROM docs",
                "embeddings": "SELECT count(*) FROM embeddings",
                "signs": "SELECT count(*) FROM signs",
                "words": "SELECT count(*) FROM words",
            }[table]
            assert search.index.rows(count) == [(messages,)], table
        assert search.queue.waiting() == 0
        before = [found(search, query) for query in queries]
        assert all(before)
        search.index.rebuild()
        again = Search(stream)
        again.queue.work()
        assert [found(again, query) for query in queries] == before
        again.close()


def test_f22_eight_processes_open_the_indexes_for_the_first_time(tmp_path: Path) -> None:
    rounds = max(3, round(20 * SCALE))
    codes = host("first_opens", tmp_path, rounds)["codes"]
    assert codes == [0] * (8 * rounds)


@pytest.mark.parametrize("wrong", [b"not a database" * 400, b"SQLite format 3\0" + b"\0" * 5000])
def test_a_damaged_index_is_made_anew(tmp_path: Path, wrong: bytes) -> None:
    with StreamLogger(tmp_path) as stream:
        stream.log(from_agent="a", msg_type="request", content="승률을 알려줘")
        (tmp_path / "search.db").write_bytes(wrong)
        index = SearchIndex(stream.files)
        assert index.catch_up() == 1
        index.close()
