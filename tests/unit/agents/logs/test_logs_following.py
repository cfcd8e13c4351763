"""What is asked of lines that were told: places among them, values of them, the most of them."""

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import duckdb
import pytest

from agents.data.dialogue.outcomes import Answerable
from tests.unit.agents.logs.logs_support import Asking, opened

TOOK = (40, 7, 90, 15, 62, 33, 8, 51)
USERS = ("bob", "mina", "mina", "bob", "jo", "mina", "jo", "bob")
ERRORS = (2, 3, 5, 8)
"""Lines of an error, from 1."""


@pytest.fixture(scope="module")
def requests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    path = tmp_path_factory.mktemp("told") / "requests.jsonl"
    lines = [
        json.dumps({
            "ts": f"2026-10-03T08:0{n}:00Z", "level": "error" if n in ERRORS else "info",
            "msg": "request done", "user": user, "ip": f"10.0.0.{n}", "duration_ms": took,
            "request_id": f"r{n}",
        })
        for n, (took, user) in enumerate(zip(TOOK, USERS, strict=True), 1)
    ]  # fmt: skip
    path.write_text("\n".join(lines) + "\n")
    with opened(path) as (table, _):
        yield Asking(table, lines)


@pytest.fixture(autouse=True)
def fresh(requests: Asking) -> None:
    requests.anew()


@pytest.mark.parametrize(
    ("talk", "line"),
    [
        (("show the errors", "the last one"), 8),
        (("show the errors", "which is the last one?"), 8),
        (("show the errors", "the second one"), 3),
        (("오류 보여줘", "첫 번째는?"), 2),
        (("오류 보여줘", "마지막 것은?"), 8),
        (("muestra los errores", "la primera"), 2),
        (("muestra los errores", "¿cuál es el último?"), 8),
        (("last 3 errors", "the first one"), 3),
        (("last 3 errors", "the last one"), 8),
        (("first 3 errors", "the last one"), 5),
        (("how many errors?", "the last one"), 8),
        (("오류는 몇 건?", "두 번째는?"), 3),
    ],
)
def test_a_place_is_one_among_the_lines_that_were_told(
    requests: Asking, talk: tuple[str, str], line: int
) -> None:
    requests.ask(talk[0])
    assert [row[0] for row in requests.ask(talk[1])] == [line]


def test_the_last_of_an_order_is_the_last_of_what_was_told(requests: Asking) -> None:
    assert [row[1] for row in requests.ask("3 slowest requests")] == [90, 62, 51]
    assert [row[1] for row in requests.ask("the last one")] == [51]
    requests.anew()
    requests.ask("top 2 users by errors")
    assert requests.ask("the last one") == [("bob", 1)]


@pytest.mark.parametrize(("question", "line"), [("show the second error", 3),
                                                ("두 번째 오류 보여줘", 3)])  # fmt: skip
def test_a_place_may_be_said_at_once(requests: Asking, question: str, line: int) -> None:
    assert [row[0] for row in requests.ask(question)] == [line]


def test_those_are_the_few_that_were_told(requests: Asking) -> None:
    requests.ask("last 3 errors")
    assert requests.count("how many of those are from mina?") == 1


@pytest.mark.parametrize(
    "question",
    [
        "the slowest request", "which request took longest?", "which was the slowest one?",
        "가장 느린 요청은?", "가장 오래 걸린 요청은?", "¿cuál fue la petición más lenta?",
    ],
)  # fmt: skip
def test_the_slowest_is_that_which_took_longest_and_not_the_latest(
    requests: Asking, question: str
) -> None:
    ((_, took),) = requests.ask(question)
    assert took == max(TOOK)


@pytest.mark.parametrize(
    ("talk", "count"),
    [
        (("the slowest request", "how many lines of that user?"), 3),
        (("가장 느린 요청은?", "그 사용자의 요청은 몇 건?"), 3),
        (("¿cuál fue la petición más lenta?", "¿cuántas líneas tiene ese usuario?"), 3),
        (("the slowest request", "how many lines from that ip?"), 1),
        (("the third error", "how many lines of that user?"), 2),
        # What was said after that is nearer.
        (("the slowest request", "how many errors of jo?", "how many lines of that user?"), 2),
    ],
)
def test_a_value_of_the_one_line_that_was_told_is_pointed_at(
    requests: Asking, talk: tuple[str, ...], count: int
) -> None:
    for one in talk[:-1]:
        requests.ask(one)
    assert requests.count(talk[-1]) == count


@pytest.mark.parametrize("question", ["requests every 5 minutes", "peticiones cada 10 minutos"])
def test_a_length_of_time_is_no_number_of_lines(requests: Asking, question: str) -> None:
    assert not isinstance(requests.read(question).outcome, Answerable)


def test_lines_without_a_date_are_of_the_day_of_the_file_and_pass_midnight(tmp_path: Path) -> None:
    path = tmp_path / "clock.log"
    path.write_text("23:58:00 INFO a\n[23:59:30.250] ERROR b\n00:00:10,500 ERROR c\n")
    noon = datetime(2026, 10, 4, 12, tzinfo=UTC).timestamp()
    os.utime(path, (noon, noon))
    with opened(path) as (table, facts):
        assert (table.detected.format.key, table.day, table.year) == ("clock", "2026-10-04", None)
        assert [str(one) for one in facts.span] == [
            "2026-10-03 23:58:00", "2026-10-04 00:00:10.500000",
        ]  # fmt: skip
        asking = Asking(table, [])
        assert asking.ask("errors per minute") == [("2026-10-03T23:59", 1), ("2026-10-04T00:00", 1)]
        assert asking.ask("longest gap")[0][1] == 90.25
        view = table.engine.source.view
    with duckdb.connect() as again:
        again.execute(view)
        assert str(again.execute("SELECT max(time) FROM lines").fetchone()[0])[:10] == "2026-10-04"
