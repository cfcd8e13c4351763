"""Questions on logs of four kinds in three languages: their counts are those of the lines."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime
from itertools import pairwise

import pytest

from tests.corpora.logs.lines import KINDS, lines_of
from tests.unit.agents.logs.logs_support import Asking, opened


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Asking]]:
    folder = tmp_path_factory.mktemp("kinds")
    with ExitStack() as stack:
        found = {}
        for name, write in KINDS.items():
            lines = [text for _, text in lines_of(name, write)]
            (folder / name).write_text("\n".join(lines) + "\n")
            opening = opened(folder / name, year=2024)
            found[name] = Asking(stack.enter_context(opening)[0], lines)
        yield found


@pytest.fixture(autouse=True)
def fresh(logs: dict[str, Asking]) -> None:
    for log in logs.values():
        log.anew()


@pytest.mark.parametrize(
    ("name", "question", "pattern"),
    [
        ("phone.log", "오류가 몇 개야?", " E [A-Z]"),
        ("phone.log", "verbose 줄은 몇 줄이야?", " V [A-Z]"),
        ("phone.log", "¿Cuántas líneas detalladas hay?", " V [A-Z]"),
        ("phone.log", "¿Cuántas líneas fatales hay?", " F [A-Z]"),
        ("phone.log", "WifiStateMachine이 남긴 줄은 몇 개?", "WifiStateMachine"),
        ("phone.log", "how many timeouts?", "timeout"),
        ("access.log", "alice가 보낸 요청은 몇 건?", " - alice "),
        ("access.log", "how many DELETE requests?", '"DELETE'),
        ("access.log", "¿Cuántos errores 502 hubo?", '" 502 '),
        ("access.log", "¿Cuántas peticiones GET a /cart?", '"GET /cart '),
        ("access.log", "5월 1일 오전 9시부터 10시까지 요청 수", "2024:09:"),
        ("access.log", "how many requests contain curl?", "curl"),
        ("CBS.log", "경고는 몇 번 나왔어?", ", Warning"),
        ("CBS.log", "how many errors mention HRESULT?", ", Error .*HRESULT"),
        ("service.jsonl", "치명적 오류는 몇 개?", '"fatal"'),
        ("service.jsonl", "web-3에서 발생한 경고 수는?", '"warn".*"web-3"'),
        ("service.jsonl", "how many payment refused errors?", '"error".*payment refused'),
        ("auth.log", "로그인 성공은 몇 번?", "accepted "),
        ("auth.log", "how many accepted logins?", "accepted "),
    ],
)
def test_counts_are_those_of_grep(
    logs: dict[str, Asking], name: str, question: str, pattern: str
) -> None:
    log = logs[name]
    assert log.ask(question) == [(log.grep(pattern),)]
    assert log.grep(pattern)


@pytest.mark.parametrize(
    ("name", "question", "pattern"),
    [
        ("phone.log", "which tag logged the most warnings?", r" W (\w+):"),
        ("access.log", "top 3 clients with 404", r"^(\S+).*\" 404 "),
        ("CBS.log", "¿Qué componente escribió más líneas?", r"(CBS|CSI)   "),
        ("service.jsonl", "which service had the most errors?", r'"error", "service": "(\w+)"'),
        (
            "service.jsonl",
            "¿Cuántos tiempos de espera agotados por servicio?",
            r'"service": "(\w+)".*timed out',
        ),
        ("service.jsonl", "가장 흔한 오류 메시지는?", r'"error".*"msg": "([\w ]+)"'),
        ("service.jsonl", "which error is the most common?", r'"error".*"msg": "([\w ]+)"'),
        ("service.jsonl", "¿Qué mensaje de error es el más frecuente?", r'"error".*: "([\w ]+)"'),
        ("service.jsonl", "어떤 오류가 가장 많이 났어?", r'"error".*"msg": "([\w ]+)"'),
    ],
)
def test_rankings_are_those_of_the_lines(
    logs: dict[str, Asking], name: str, question: str, pattern: str
) -> None:
    log = logs[name]
    found = (re.search(pattern, line) for _, line in log.lines)
    counts = Counter(one[1] for one in found if one is not None)
    best = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    rows = log.ask(question)
    assert sorted(rows, key=lambda one: (-one[1], one[0])) == best[: len(rows)] and rows


def test_errors_by_hour_and_the_longest_gap(logs: dict[str, Asking]) -> None:
    log = logs["service.jsonl"]
    hours = Counter(int(line[21:23]) for _, line in log.lines if '"error"' in line)
    assert log.ask("에러는 시간대별로 어떻게 돼?") == sorted(hours.items())
    times = [datetime.fromisoformat(json.loads(line)["time"]) for _, line in log.lines]
    longest = max((b - a).seconds for a, b in pairwise(times))
    for question in ("가장 긴 공백은 언제야?", "¿Cuándo fue el hueco más largo?"):
        log.anew()
        assert log.ask(question)[0][1] == longest


@pytest.mark.parametrize(
    "text",
    [
        "check whether the server log shows errors",
        "서버 로그에 오류가 있었는지 확인해줘",
        "comprueba si el log del servidor muestra errores",
    ],
)
def test_the_log_of_a_server_is_the_log(logs: dict[str, Asking], text: str) -> None:
    query = logs["CBS.log"].query(text)
    assert "error" in query.model_dump_json() and not query.groups
