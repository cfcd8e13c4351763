"""Words that only a log's lines hold mean those lines; what lines name are columns."""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from agents.data.dialogue.outcomes import Answerable, Asked
from tests.unit.agents.logs.logs_support import Asking, opened

START = datetime(2026, 3, 2, 12)  # noqa: DTZ001 as logs write it


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[Asking]:
    """A worker's log: jobs by name, lengths of time with units, errors that no word says."""
    draw, at, lines = random.Random(3), START, []
    for _ in range(240):
        at += timedelta(seconds=draw.randrange(1, 120))
        job = f"Job {draw.choice(('mail.send', 'media.resize'))}[{draw.randrange(10**9):x}]"
        said = draw.choice(
            (
                f"INFO {job} finished took={draw.randrange(1, 9)}.5s",
                f"INFO {job} retry: in 30s",
                f"ERROR {job} broke off: deadlock detected",
                "WARN scan of pod/web failed: disk full",
                f"INFO Connection from 10.0.0.{draw.randrange(4)} lost",
                f"ERROR pushing metrics of pod/api: GET /push HTTP/1.1 {draw.choice((503, 504))}",
            )
        )
        lines.append((at, f"{at:%Y-%m-%d %H:%M:%S} {said}"))
    path = tmp_path / "jobs.log"
    path.write_text("".join(f"{text}\n" for _, text in lines), encoding="utf-8")
    with opened(path) as (table, _):
        yield Asking(table, lines)


@pytest.mark.parametrize(
    ("question", "pattern"),
    [
        ("how many deadlocks?", "deadlock"),
        ("데드락은 몇 번이야?", "deadlock"),
        ("¿cuántos interbloqueos hubo?", "deadlock"),
        ("how many connections were lost?", "Connection .*lost"),
        ("연결이 끊긴 건 몇 번?", "Connection .*lost"),
        ("¿cuántas conexiones se perdieron?", "Connection .*lost"),
        ("how many jobs were retried?", "retry"),
        ("how many times did pushing metrics fail?", "ERROR pushing"),
        ("how many scans failed?", "scan .*failed"),
    ],
)
def test_words_of_lines_are_heard_in_any_form_and_language(
    jobs: Asking, question: str, pattern: str
) -> None:
    assert jobs.count(question) == jobs.grep(pattern) > 0


def test_a_word_before_one_that_varies_names_it(jobs: Asking) -> None:
    assert dict(jobs.ask("deadlocks by job")) == jobs.tops("deadlock", r"Job ([\w.]+)")
    jobs.anew()
    assert dict(jobs.ask("errors by pod")) == jobs.tops("ERROR", r"pod/(\w+)")


def test_how_long_is_told_of_what_took_some_time(jobs: Asking) -> None:
    longest = max(jobs.tops("took", r"took=(\d)\.5s"))
    for question in ("max duration", "최대 소요 시간", "duración máxima"):
        jobs.anew()
        assert jobs.ask(question) == [(float(longest) + 0.5,)]


@pytest.mark.parametrize(
    "question", ["errors around 12:30", "12시 30분쯤 오류", "errores alrededor de las 12:30"]
)
def test_about_a_time_is_five_minutes_before_and_after(jobs: Asking, question: str) -> None:
    first, last = START + timedelta(minutes=25), START + timedelta(minutes=36)
    assert jobs.how_many(question) == jobs.grep(" ERROR ", lambda at: first <= at < last) > 0


@pytest.mark.parametrize(
    "question",
    ["errors in production", "fallos en producción", "운영 환경 오류", "how many jobs exploded?",
     "deadlocks of connections", "errors per broker"],
)  # fmt: skip
def test_what_no_line_holds_is_asked_about_and_no_forecast(jobs: Asking, question: str) -> None:
    assert isinstance(jobs.read(question).outcome, Asked)


@pytest.mark.parametrize(
    "question", ["when was the last 503?", "마지막 503은 언제야?", "¿cuándo fue el último 503?"]
)
def test_a_value_is_no_number_of_lines(jobs: Asking, question: str) -> None:
    found = jobs.computed(question)
    assert found.query.limit == 1 and "503" in found.query.model_dump_json(include={"where"})


def test_a_comparison_is_of_what_happened(jobs: Asking) -> None:
    (row,) = jobs.ask("deadlocks vs retries")
    assert row[:2] == (jobs.grep("deadlock"), jobs.grep("retry"))


def test_a_day_is_asked_about_where_lines_say_no_time(tmp_path: Path) -> None:
    path = tmp_path / "plain.log"
    path.write_text("".join(f"removed package number {n % 7}\n" for n in range(40)))
    with opened(path) as (table, _):
        log = Asking(table, [])
        assert isinstance(log.read("how many were removed?").outcome, Answerable)
        assert isinstance(log.read("how many were removed on March 3?").outcome, Asked)


@pytest.fixture
def links(tmp_path: Path) -> Iterator[Asking]:
    """A log of links: what was sent and received, and who does not answer."""
    draw, at, lines = random.Random(5), START, []
    for _ in range(200):
        at += timedelta(seconds=draw.randrange(1, 90))
        said = draw.choice(
            (
                f"INFO packet received from 10.0.0.{draw.randrange(4)}",
                f"INFO sending packet to 10.0.0.{draw.randrange(4)}",
                f"WARN link-{draw.randrange(3)} is not responding",
                "INFO link is responding again",
                "ERROR auth: login rejected, security policy",
            )
        )
        lines.append((at, f"{at:%Y-%m-%d %H:%M:%S} {said}"))
    path = tmp_path / "links.log"
    path.write_text("".join(f"{text}\n" for _, text in lines), encoding="utf-8")
    with opened(path) as (table, _):
        yield Asking(table, lines)


@pytest.mark.parametrize(
    ("question", "pattern"),
    [
        ("how many packets were received?", "packet received"),
        ("받은 패킷은 몇 개야?", "packet received"),
        ("¿cuántos paquetes se enviaron?", "sending packet"),
        ("how many links were not responding?", "not responding"),
        ("¿cuántos errores de seguridad hubo?", "ERROR .*security"),
    ],
)
def test_what_is_said_to_have_happened_is_looked_for_in_lines(
    links: Asking, question: str, pattern: str
) -> None:
    assert links.count(question) == links.grep(pattern) > 0


@pytest.mark.parametrize(
    "question",
    [
        "which link died the most?",
        "how many packets were rejected?",  # of which no line tells both
    ],
)
def test_what_no_line_can_be_is_asked_about(links: Asking, question: str) -> None:
    assert isinstance(links.read(question).outcome, Asked)


def test_records_of_several_lines_have_their_keys_and_the_time_of_each(tmp_path: Path) -> None:
    path, at = tmp_path / "history.log", START
    with path.open("w", encoding="utf-8") as file:
        for place in range(12):
            at += timedelta(hours=9)
            act = ("Install", "Upgrade", "Upgrade")[place % 3]
            file.write(
                f"\nStart-Date: {at:%Y-%m-%d  %H:%M:%S}\nCommandline: apt-get upgrade tool{place}\n"
                f"{act}: tool{place}:amd64 (1.2)\nEnd-Date: {at:%Y-%m-%d  %H:%M:%S}\n"
            )
    with opened(path) as (table, _):
        log = Asking(table, [])
        assert log.count("how many upgrades?") == 8
        assert log.count("¿cuántas instalaciones hubo el 5 de marzo?") == 1
        assert log.count("3월 3일 업그레이드는 몇 번?") == 2
