"""Lines of no known format: when they say it, requests and lengths of time that they tell of."""

import json
import random
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.unit.agents.logs.logs_support import Asking, opened

AT = datetime(2025, 3, 10, 6, 0, 33)  # noqa: DTZ001 as a log writes it


def read(folder: Path, lines: list[str]) -> Asking:
    path = folder / "some.log"
    path.write_text("\n".join(lines) + "\n")
    opening = opened(path, year=2025)
    OPENED.append(opening)
    return Asking(opening.__enter__()[0], lines)


OPENED: list[Any] = []


@pytest.fixture(autouse=True)
def closing() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop().__exit__(None, None, None)


@pytest.mark.parametrize(
    "line",
    [
        "[pid: 7|req: 1/{n}] 10.2.0.5 () [{at:%a %b %d %H:%M:%S %Y}] done {n}",
        "[{at:%b %d %H:%M:%S}] NOTICE[1832] app_dial.c: registered {n}",
        "{seconds:.3f}     32 10.1.1.4 TCP_TUNNEL {n}",
        "{millis} 10.1.1.4 opened {n}",
        "worker-{n} [{at:%d/%b/%Y:%H:%M:%S} +0000] done",
        "job {n} at <{at:%Y-%m-%d %H:%M:%S}> done",
        "node{n}: {at:%Y-%m-%dT%H:%M:%S}Z done",
    ],
)
def test_a_time_is_read_wherever_it_stands(tmp_path: Path, line: str) -> None:
    seconds = (AT - datetime(1970, 1, 1)).total_seconds()  # noqa: DTZ001
    lines = [line.format(at=AT, n=n, seconds=seconds, millis=int(seconds * 1000))
             for n in range(20)]  # fmt: skip
    log = read(tmp_path, [*lines, "what belongs to the line before"])
    rows = log.dataset.engine.connection.execute(
        "SELECT DISTINCT time FROM lines WHERE entry"
    ).fetchall()
    assert rows == [(AT,)]
    assert log.ask("lines per hour") == [("2025-03-10T06", 21)]


def test_numbers_and_prose_are_no_times(tmp_path: Path) -> None:
    log = read(tmp_path, [f"order {1_700_000_000_000 + n}1 of 17{n} was kept" for n in range(30)])
    assert not log.dataset.model.table().has("time")


def requests() -> list[str]:
    draw = random.Random(4)
    return [
        f"[pid: 7] 10.2.0.{draw.randrange(5)} [{AT:%a %b %d %H:%M:%S %Y}] "
        f"{draw.choice(('GET', 'POST'))} {draw.choice(('/login', '/api/orders'))} => "
        f"{draw.randrange(20, 900)} bytes in {draw.randrange(300)} msecs "
        f"(HTTP/1.1 {draw.choice((200, 404, 500))})"
        for _ in range(200)
    ]


def test_requests_and_lengths_of_time_are_columns(tmp_path: Path) -> None:
    log = read(tmp_path, requests())
    assert log.count("how many requests returned 500?") == log.grep(r"1\.1 500")
    assert log.count("POST 요청은 몇 건이야?") == log.grep(r"\] POST")
    taken = defaultdict(list)
    for _, line in log.lines:
        path, behind = line.split(" => ")
        taken[path.rpartition(" ")[2]].append(int(behind.split(" in ")[1].split(" ")[0]))
    means = {path: statistics.fmean(those) for path, those in taken.items()}
    for question in ("경로별 평균 응답 시간", "average latency by path", "duración media por ruta"):
        log.anew()
        assert dict(log.ask(question)) == pytest.approx(means)
    every = [one for those in taken.values() for one in those]
    ordered = sorted(every)
    place = 0.95 * (len(every) - 1)
    wanted = ordered[int(place)] + (place % 1) * (ordered[int(place) + 1] - ordered[int(place)])
    for question in ("p95 latency", "응답 시간 p95", "p95 de la latencia"):
        log.anew()
        assert log.ask(question) == [(pytest.approx(wanted),)]
    for question in ("how many requests over 100 ms?", "100ms 넘게 걸린 요청은 몇 건이야?",
                     "how many requests took longer than 0.1 seconds?",
                     "¿cuántas peticiones de más de 100 milisegundos?"):  # fmt: skip
        log.anew()
        assert log.count(question) == sum(one > 100 for one in every)


def objects() -> list[str]:
    draw = random.Random(5)
    return [
        json.dumps({
            "time": AT.isoformat(), "level": draw.choice(("info", "error")), "msg": "done",
            "app": draw.choice(("files", "core")), "remoteAddr": f"10.0.0.{draw.randrange(4)}",
            "request": {"host": draw.choice(("a.example", "b.example")), "uri": "/x"},
        })
        for _ in range(120)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("lines per app", r'"app": "(\w+)"'), ("앱별 로그 수", r'"app": "(\w+)"'),
        ("mensajes por aplicación", r'"app": "(\w+)"'),
        ("requests by remoteAddr", r'Addr": "([\d.]+)"'), ("IP별 요청 수", r'Addr": "([\d.]+)"'),
        ("peticiones por host", r'host": "([\w.]+)"'), ("requests per uri", r'uri": "([\w/]+)"'),
    ],
)  # fmt: skip
def test_columns_are_heard_by_the_names_that_lines_have_for_them(
    tmp_path: Path, question: str, key: str
) -> None:
    log = read(tmp_path, objects())
    assert dict(log.ask(question)) == log.tops(".", key)


@pytest.mark.parametrize(
    "question", ["how many messages?", "메시지는 몇 개야?", "¿cuántos mensajes hay?"]
)
def test_messages_are_counted_as_lines_and_ranked_by_their_kind(
    tmp_path: Path, question: str
) -> None:
    lines = [f"{AT} INFO {('kept', 'moved', 'kept')[n % 3]} file {n}" for n in range(60)]
    log = read(tmp_path, lines)
    assert log.count(question) == 60
    log.anew()
    kinds = Counter(line.split(" ")[3] for line in lines)
    assert log.ask("most common message") == [("kept file *", kinds["kept"])]


@pytest.mark.parametrize(
    "question",
    ["how many messages were answered?", "¿cuántos mensajes fueron contestados (answered)?"],
)
def test_a_word_that_lines_hold_is_never_passed_over(tmp_path: Path, question: str) -> None:
    lines = [f"{AT} INFO SIP/{n} {('answered', 'hung up', 'busy')[n % 3]}" for n in range(60)]
    assert read(tmp_path, lines).count(question) == 20


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("errors per database", r'UTC,"\w+","(\w+)".*,ERROR,'),
        ("사용자별 오류 수", r'UTC,"(\w+)".*,ERROR,'),
        ("errores por dirección", r',"([\d.]+):\d+".*,ERROR,'),
    ],
)
def test_the_log_of_postgresql_as_csv_is_read(tmp_path: Path, question: str, key: str) -> None:
    draw = random.Random(6)
    lines = [
        f'{AT}.254 UTC,"{draw.choice(("dba", "web"))}","{draw.choice(("shop", "billing"))}",2077,'
        f'"10.4.0.{draw.randrange(4)}:4784",65f0.4,{n},"SELECT",{AT} UTC,3/0,0,'
        f'{draw.choice(("LOG", "ERROR", "FATAL"))},00000,"no ""carts"" there",,,,,"app"'
        for n in range(90)
    ]
    log = read(tmp_path, lines)
    assert dict(log.ask(question)) == log.tops(".", key)
