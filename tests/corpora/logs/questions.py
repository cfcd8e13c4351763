"""Questions about logs in three languages, with what plain Python finds in their lines."""

import asyncio
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, Final, NamedTuple

from agents.answering.text.language import Language
from agents.data.compute.computing import compute
from agents.data.query.query import Query
from agents.logs.asked_lines import settled
from agents.logs.lines.dataset import LogDataset
from app.errors import DeskError
from tests.corpora.logs.lines import KINDS, Lines, auth_lines, lines_of
from tests.unit.agents.logs.logs_support import TODAY

LOGS: Final[Mapping[str, Callable[[], Lines]]] = {
    **{name: lambda name=name: lines_of(name, KINDS[name])  # type: ignore[misc]  # a default
       for name in KINDS if name != "auth.log"},
    "auth.log": auth_lines,
}  # fmt: skip
Row = tuple[Any, ...]
Expected = Callable[[Lines], Sequence[Row]]


class LogQuestion(NamedTuple):
    """A question about one of `LOGS`; `rows` is None where the log cannot tell."""

    log: str
    language: Language
    text: str
    rows: Expected | None


def fitting(lines: Lines, pattern: str) -> list[tuple[datetime, re.Match[str]]]:
    """Return the lines that fit a pattern, with when they were written."""
    found = ((at, re.search(pattern, text)) for at, text in lines)
    return [(at, one) for at, one in found if one is not None]


def count(pattern: str, when: Callable[[datetime], bool] = lambda _: True) -> Expected:
    """Expect how many lines fit."""
    return lambda lines: [(sum(when(at) for at, _ in fitting(lines, pattern)),)]


def groups(pattern: str, most: int | None = None) -> Expected:
    """Expect how often each first group of a pattern comes, of the commonest where it is said."""
    return lambda lines: Counter(one[1] for _, one in fitting(lines, pattern)).most_common(most)


def by_time(pattern: str, form: str, most: int | None = None) -> Expected:
    """Expect how many lines fit in each period."""
    return lambda lines: Counter(
        f"{at:{form}}" for at, _ in fitting(lines, pattern)
    ).most_common(most)  # fmt: skip


def different(pattern: str) -> Expected:
    """Expect how many first groups there are."""
    return lambda lines: [(len({one[1] for _, one in fitting(lines, pattern)}),)]


def share(pattern: str, of: str = ".") -> Expected:
    """Expect a share of the lines that fit `of`."""
    return lambda lines: [(len(fitting(lines, pattern)) / len(fitting(lines, of)),)]


def figure(pattern: str, of: Callable[[list[float]], float]) -> Expected:
    """Expect one figure of the numbers that are the first group of a pattern."""
    return lambda lines: [(of([float(one[1]) for _, one in fitting(lines, pattern)]),)]


def numbers(pattern: str, of: Callable[[list[float]], float]) -> Expected:
    """Expect a figure of the second group of a pattern for each of its first."""

    def expected(lines: Lines) -> list[Row]:
        found = fitting(lines, pattern)
        return [(name, of([float(one[2]) for _, one in found if one[1] == name]))
                for name in sorted({one[1] for _, one in found})]  # fmt: skip

    return expected


def numbered(pattern: str, part: slice) -> Expected:
    """Expect some of the lines that fit, by their number."""
    return lambda lines: [
        (number,) for number, (_, text) in enumerate(lines, 1) if re.search(pattern, text)
    ][part]


def longest_gap(lines: Lines) -> Sequence[Row]:
    """Expect the seconds of the longest gap."""
    return [(max((b - a).total_seconds() for (a, _), (b, _) in pairwise(lines)),)]


def _at(hour: int) -> Callable[[datetime], bool]:
    return lambda at: at.hour == hour


QUESTIONS: Final = tuple(
    LogQuestion(*one)  # type: ignore[arg-type]  # as they stand in the table
    for one in (
        ("phone.log", "en", "how many warnings are there?", count(" W [A-Z]")),
        ("phone.log", "en", "which tag logged the most errors?", groups(r" E (\w+):", 1)),
        ("phone.log", "ko", "DHCP 타임아웃은 몇 번이야?", count("DHCP timeout")),
        ("phone.log", "ko", "태그별 줄 수", groups(r" [VDIWEF] (\w+):")),
        ("phone.log", "es", "¿Cuántos permisos denegados hubo?", count("permission denied")),
        ("phone.log", "es", "líneas por nivel de AudioTrack", lambda lines: [
            ({"V": "trace", "D": "debug", "I": "info", "W": "warning", "E": "error",
              "F": "critical"}[name], number)
            for name, number in groups(r" ([VDIWEF]) AudioTrack")(lines)]),
        ("phone.log", "en", "what share of the lines are errors or fatal?", share(" [EF] [A-Z]")),
        ("access.log", "en", "top 3 clients by requests", groups(r"^(\S+)", 3)),
        ("access.log", "en", "how many 5xx responses per path?",
         groups(r'"\w+ (\S+) HTTP/1.1" 5\d\d')),
        ("access.log", "en", "which status is the most common?", groups(r'1.1" (\d+)', 1)),
        ("access.log", "ko", "POST가 아닌 요청 중 404는 몇 건?", count(r'"(?!POST).*" 404 ')),
        ("access.log", "ko", "alice의 요청 중 500 이상 상태 비율은?",
         share(r"- alice .*\" 5\d\d ", "- alice ")),
        ("access.log", "ko", "시간대별 DELETE 요청 수", by_time('"DELETE', "%-H")),
        ("access.log", "es", "¿Cuántas direcciones distintas pidieron /cart?",
         different(r"^(\S+) .* /cart ")),
        ("access.log", "es", "las 2 rutas con más errores 502",
         groups(r' (/\S*) HTTP/1.1" 502', 2)),
        ("access.log", "es", "¿qué color de cabello tienen los clientes?", None),
        ("CBS.log", "en", "errors per component", groups(r", Error +(CBS|CSI)")),
        ("CBS.log", "en", "how many lines were written between 10 and 11?", count(".", _at(10))),
        ("CBS.log", "ko", "HRESULT가 들어간 경고는 몇 개야?", count(", Warning .*HRESULT")),
        ("CBS.log", "ko", "첫 번째 오류 줄 3개 보여줘", numbered(", Error", slice(0, 3))),
        ("CBS.log", "es", "¿Cuándo hubo más advertencias, por hora?",
         by_time(", Warning", "%Y-%m-%dT%H", 1)),
        ("CBS.log", "es", "¿Cuál fue el hueco más largo?", longest_gap),
        ("service.jsonl", "en", "average ms per service",
         numbers(r'"service": "(\w+)".*"ms": (\d+)', statistics.fmean)),
        ("service.jsonl", "en", "how many requests took longer than 700 ms?",
         count(r'"ms": (70[1-9]|7[1-9]\d|8\d\d)\b')),
        ("service.jsonl", "en", "p95 of ms for the auth service",
         figure(r'"auth".*"ms": (\d+)', lambda all_: quantile(all_, 0.95))),
        ("service.jsonl", "en", "which host had the most payment refusals?",
         groups(r'"host": "([\w-]+)".*payment refused', 1)),
        ("service.jsonl", "ko", "서비스별 치명적 오류 수", groups(r'"fatal", "service": "(\w+)"')),
        ("service.jsonl", "ko", "가장 느린 요청은 몇 ms야?", figure(r'"ms": (\d+)', max)),
        ("service.jsonl", "ko", "web-1에서 타임아웃은 몇 건?", count(r'"web-1".*timed out')),
        ("service.jsonl", "ko", "checkout에서 가장 흔한 메시지는?",
         groups(r'"checkout".*"msg": "([\w ]+)"', 1)),
        ("service.jsonl", "es", "mediana de ms por host",
         numbers(r'"host": "([\w-]+)".*"ms": (\d+)', statistics.median)),
        ("service.jsonl", "es", "¿Qué porcentaje de las líneas son advertencias?", share('"warn"')),
        ("service.jsonl", "es", "¿cuántas líneas por hora del servicio auth?",
         by_time('"auth"', "%Y-%m-%dT%H")),
        ("auth.log", "en", "which five addresses had the most failed logins?",
         groups(r"Failed password .*from (\S+)", 5)),
        ("auth.log", "en", "how many users logged in successfully?",
         different(r"Accepted password for (\w+)")),
        ("auth.log", "en", "how many invalid user attempts on June 9?",
         count("invalid user", lambda at: (at.month, at.day) == (6, 9))),
        ("auth.log", "en", "show the last 2 timeouts", numbered("timed out", slice(-2, None))),
        ("auth.log", "ko", "사용자별 로그인 실패 횟수",
         groups(r"Failed password for (?:invalid user )?(\w+)")),
        ("auth.log", "ko", "6월 10일에 kim이 성공한 로그인은 몇 번?",
         count("Accepted password for kim", lambda at: (at.month, at.day) == (6, 10))),
        ("auth.log", "ko", "날짜별 세션 열림 수", by_time("session opened", "%Y-%m-%d")),
        ("auth.log", "ko", "내일은 로그인 실패가 몇 번일까?", None),
        ("auth.log", "es", "¿Cuántos accesos fallidos hubo desde 10.0.0.2?",
         count(r"Failed password .*from 10\.0\.0\.2 ")),
        ("auth.log", "es", "¿En qué día hubo más tiempos de espera agotados?",
         by_time("timed out", "%Y-%m-%d", 1)),
        ("auth.log", "es", "accesos correctos por usuario el 9 de junio",
         lambda lines: Counter(
             one[1] for at, one in fitting(lines, r"Accepted password for (\w+)") if at.day == 9
         ).most_common()),
    )
)  # fmt: skip


def quantile(numbers: list[float], share: float) -> float:
    """Return a quantile, between two numbers where none is at its place."""
    ordered = sorted(numbers)
    place = share * (len(ordered) - 1)
    low = int(place)
    return ordered[low] + (place - low) * (ordered[min(low + 1, len(ordered) - 1)] - ordered[low])


def answered(query: Query, dataset: LogDataset) -> list[Row] | None:
    """Return the cells that a query of a log is answered with, None where it cannot be computed."""
    as_of = datetime.combine(TODAY, datetime.min.time())
    query = settled(query, dataset.model.table())
    try:
        found = asyncio.run(compute(query, dataset.model, dataset.engine, as_of=as_of))
    except DeskError:
        return None
    kept = [place for place, one in enumerate(found.columns)
            if one.part in ("group", "measure", "row", "change", "window")]  # fmt: skip
    return [tuple(row[place] for place in kept) for row in found.rows]


def same(found: Sequence[Row] | None, wanted: Sequence[Row]) -> bool:
    """Whether rows are those that are wanted, in any order; they may have further columns."""
    left = list(found) if found is not None else []
    for row in wanted:
        of_it = next((one for one in left if _holds(one, row)), None)
        if of_it is None:
            return False
        left.remove(of_it)
    return not left


def _holds(row: Row, wanted: Row) -> bool:
    cells = list(map(_cell, row))
    return all(any(_alike(cell, one) for cell in cells) for one in map(_cell, wanted))


def _alike(one: str | float, other: str | float) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= 1e-6 * max(1.0, abs(other))
    return one == other


def _cell(value: Any) -> str | float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return str(value)


def asked() -> Iterator[tuple[str, LogQuestion]]:
    """Yield the questions with a key for each."""
    yield from ((f"logs/{one.log}/{place}", one) for place, one in enumerate(QUESTIONS))
