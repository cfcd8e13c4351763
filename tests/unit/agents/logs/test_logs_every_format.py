"""Questions in three languages on a log of every kind; each count is also counted line by line."""

import json
import random
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from agents.data.dialogue.outcomes import Answerable, Asked
from tests.unit.agents.logs.logs_support import Asking, opened

LINES = 300
START = datetime(2026, 3, 14, 8)  # noqa: DTZ001 as logs write it
Line = Callable[[random.Random, datetime], str]


def syslog(r: random.Random, at: datetime) -> str:
    said = r.choice(
        [
            f"sshd[7]: Failed password for root from 10.0.0.{r.randint(1, 9)} port 22",
            "kernel: wlan0: DMA timeout, resetting",
            "kernel: Out of memory: Killed process 7 (java)",
            "cron[9]: (root) CMD (run-parts /etc/cron.hourly)",
        ]
    )
    return f"{at:%b} {at.day:2} {at:%H:%M:%S} {r.choice(['web1', 'web2', 'db1'])} {said}"


def levels(r: random.Random, at: datetime) -> str:
    level = r.choice(["INFO", "WARN", "ERROR", "FATAL"])
    said = r.choice(["slow query took 7 ms", "결제 실패: 카드 거절", "paid", "Read timed out"])
    return f"{at:%Y-%m-%dT%H:%M:%S}.120+09:00 {level} [{r.choice(['payment', 'orders'])}] {said}"


def access(r: random.Random, at: datetime) -> str:
    status = r.choice([200, 200, 204, 301, 302, 403, 404, 500, 502])
    path = r.choice(["/", "/api/orders", "/favicon.ico", '/?q="><b>', '/""', r"/\"b"])
    client = f"203.0.113.{r.randint(1, 20)} - {r.choice(['-', 'maria'])}"
    return f'{client} [{at:%d/%b/%Y:%H:%M:%S} +0000] "GET {path} HTTP/1.1" {status} 7 "-" "curl"'


def objects(r: random.Random, at: datetime) -> str:
    return json.dumps(
        {
            "timestamp": at.isoformat() + "Z",
            "level": r.choice(["info", "warn", "error"]),
            "service": r.choice(["cart", "checkout"]),
            "message": r.choice(["upstream timeout", "token expired", "done"]),
        }
    )


def hadoop(r: random.Random, at: datetime) -> str:
    level, said = r.choice(["INFO", "WARN", "ERROR"]), r.choice(["Task attempt failed", "started"])
    return f"{at:%Y-%m-%d %H:%M:%S},007 {level} [main] org.apache.hadoop.ipc.Server: {said}"


def kafka(r: random.Random, at: datetime) -> str:
    level = r.choice(["INFO", "WARN", "ERROR"])
    return f"[{at:%Y-%m-%d %H:%M:%S},007] {level} [Controller id=0] New leader (kafka.Controller)"


def logcat(r: random.Random, at: datetime) -> str:
    tag, said = r.choice(["wifi", "am"]), r.choice(["ANR in com.acme.app", "connected"])
    return f"{at:%m-%d %H:%M:%S}.007  1000  2000 {r.choice('DIWEF')} {tag}: {said}"


def cbs(r: random.Random, at: datetime) -> str:
    level, source = r.choice(["Info", "Error", "Warning"]), r.choice(["CBS", "CSI"])
    said = r.choice(["Failed to open package [0x80070002]", "Loaded Servicing Stack"])
    return f"{at:%Y-%m-%d %H:%M:%S}, {level:<22}{source}    {said}"


def events(r: random.Random, at: datetime) -> str:
    level, source = (
        r.choice(["Information", "Error"]),
        r.choice(["Disk", "Service Control Manager"]),
    )
    return f"{level}\t{at.month}/{at.day}/{at.year} {at:%I:%M:%S %p}\t{source}\t7031\tNone"


def prose(r: random.Random, at: datetime) -> str:
    return (
        r.choice(["the door is open", "a cat sat", "error in the sky"]) + f" {r.randint(700, 799)}"
    )


KINDS: dict[str, tuple[Line, str]] = {
    "syslog": (syslog, "syslog"),
    "levels": (levels, "iso"),
    "access": (access, "access"),
    "objects": (objects, "json"),
    "hadoop": (hadoop, "hadoop"),
    "kafka": (kafka, "kafka"),
    "logcat": (logcat, "logcat"),
    "cbs": (cbs, "windows_cbs"),
    "events": (events, "windows_event"),
    "prose": (prose, "plain"),
}


class Written(NamedTuple):
    path: Path
    lines: list[str]


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Written]]:
    folder, found = tmp_path_factory.mktemp("logs"), {}
    for kind, (line, _) in KINDS.items():
        r, at, lines = random.Random(7), START, list[str]()
        for _ in range(LINES):
            at += timedelta(seconds=r.randint(1, 90))
            lines.append(line(r, at))
        path = folder / f"{kind}.log"
        path.write_text("\n".join(lines) + "\n", "utf-8")
        found[kind] = Written(path, lines)
    yield found


ALL = r""
QUESTIONS: dict[str, list[tuple[str, str]]] = {
    "syslog": [
        ("how many failed passwords?", "Failed password"),
        ("인증 실패가 몇 번인지 알려줘", "Failed password"),
        ("실패한 로그인이 몇 번인지 궁금해", "Failed password"),
        ("¿Cuántos fallos de autenticación hubo?", "Failed password"),
        ("how many lines did web1 write?", " web1 "),
        ("web1은 몇 줄이야?", " web1 "),
        ("¿cuántas líneas de web1?", " web1 "),
        ("how many times was it out of memory?", "Out of memory"),
        ("¿cuántas veces se quedó sin memoria?", "Out of memory"),
        ("between 9 and 10 how many lines?", r"^\S+ +\d+ 09:"),
        ("9시부터 10시까지 몇 줄이야?", r"^\S+ +\d+ 09:"),
        ("¿cuántas líneas entre las 9 y las 10?", r"^\S+ +\d+ 09:"),
    ],
    "levels": [
        ("how many errors?", " ERROR "),
        ("에러가 총 몇 건인지 알려주세요", " ERROR "),
        ("¿Cuántos errores hubo?", " ERROR "),
        ("how many warnings and errors?", " (WARN|ERROR) "),
        ("경고와 오류는 모두 몇 개?", " (WARN|ERROR) "),
        ("fatal errors", " FATAL "),
        ("치명적 오류는 몇 번?", " FATAL "),
        ("errors in payment", r" ERROR \[payment\]"),
        ("payment의 오류는 몇 건?", r" ERROR \[payment\]"),
        ("timeouts", "timed out"),
    ],
    "access": [
        ("404가 몇 번인지 세어줘", '" 404 '),
        ("how many 301 redirects", '" 301 '),
        ("how many redirects?", '" 3.. '),
        ("how many successful requests?", '" 2.. '),
        ("성공한 요청은 몇 건?", '" 2.. '),
        ("¿cuántas peticiones con éxito?", '" 2.. '),
        ("how many requests failed?", '" [45].. '),
        ("forbidden requests", '" 403 '),
        ("서버 오류는 몇 건이야?", '" 5.. '),
        ("peticiones de maria", " maria "),
        ("/api/orders 요청은 몇 번?", "GET /api/orders "),
    ],
    "objects": [
        ("how many errors", '"level": "error"'),
        ("오류는 몇 번이었어?", '"level": "error"'),
        ("errores de checkout", '"level": "error", "service": "checkout"'),
    ],
    "hadoop": [
        ("오류가 몇 번인지", " ERROR "),
        ("las advertencias", " WARN "),
    ],
    "kafka": [
        ("경고는 몇 건?", " WARN "),
        ("how many errors?", " ERROR "),
    ],
    "logcat": [
        ("오류 개수", " E "),
        ("fatal errors", " F "),
        ("wifi 로그는 몇 줄?", " wifi:"),
    ],
    "cbs": [
        ("¿cuántos errores?", ", Error "),
        ("오류는 몇 건?", ", Error "),
        ("how many lines from CSI", " CSI "),
    ],
    "events": [("how many errors", "^Error"), ("Disk 오류", "^Error.*Disk")],
    "prose": [
        ("how many lines?", ALL),
        ("¿cuántas líneas?", ALL),
        ("how many errors?", "error"),
        ('"cat" 있는 줄은 몇 줄?', "cat"),
    ],
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_format_is_told(logs: dict[str, Written], kind: str) -> None:
    with opened(logs[kind].path) as (table, facts):
        assert table.detected.format.key == KINDS[kind][1]
        assert facts.counts["entries"] == LINES


@pytest.mark.parametrize("kind", QUESTIONS)
def test_each_count_is_that_of_the_lines(logs: dict[str, Written], kind: str) -> None:
    with opened(logs[kind].path) as (table, _):
        asking = Asking(table, logs[kind].lines)
        for question, pattern in QUESTIONS[kind]:
            asking.anew()
            assert asking.how_many(question) == asking.grep(f"(?-i:{pattern})"), question


@pytest.mark.parametrize(
    ("kind", "question", "count"),
    [
        ("syslog", "how many hosts are there?", 3),
        ("syslog", "서버가 몇 대야?", 3),
        ("syslog", "¿cuántos servidores hay?", 3),
        ("access", "방문자는 모두 몇 명이야?", 20),
        ("levels", "how many services are there?", 2),
    ],
)
def test_how_many_there_are_is_no_list(
    logs: dict[str, Written], kind: str, question: str, count: int
) -> None:
    with opened(logs[kind].path) as (table, _):
        assert Asking(table, logs[kind].lines).count(question) == count


@pytest.mark.parametrize(
    ("question", "pattern"),
    [
        ("how many slow queries?", "slow query"),
        ("느린 쿼리는 몇 건?", "slow query"),
        ("¿cuántas consultas lentas hubo?", "slow query"),
        ("how many slow queries were paid?", ""),
    ],
)
def test_words_that_lines_hold_mean_those_lines_and_are_asked_about_where_none_holds_all(
    logs: dict[str, Written], question: str, pattern: str
) -> None:
    with opened(logs["levels"].path) as (table, _):
        asking = Asking(table, logs["levels"].lines)
        if pattern:
            assert asking.count(question) == asking.grep(pattern)
        else:
            assert isinstance(asking.read(question).outcome, Asked)


@pytest.mark.parametrize(
    ("kind", "question", "text"), [("hadoop", "lines from Nowhere", "nowhere")]
)
def test_a_word_that_no_line_holds_is_offered_and_not_taken(
    logs: dict[str, Written], kind: str, question: str, text: str
) -> None:
    with opened(logs[kind].path) as (table, _):
        found = Asking(table, logs[kind].lines).read(question)
        assert isinstance(found.outcome, Asked)
        offered = [one.model_dump_json() for one in found.outcome.choices]
        assert any('"contains"' in one and text in one.lower() for one in offered)


@pytest.mark.parametrize("question", ["how many 424242?", "424242는 몇 번?"])
def test_a_number_that_the_log_does_not_have_is_told(
    logs: dict[str, Written], question: str
) -> None:
    with opened(logs["prose"].path) as (table, _):
        found = Asking(table, logs["prose"].lines).read(question)
        assert not isinstance(found.outcome, Answerable)
