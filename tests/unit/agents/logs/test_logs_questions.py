"""Questions about logs in three languages: how they are read, and that their counts are exact."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import pytest

from agents.data.dialogue.outcomes import Answerable
from tests.corpora.logs.lines import Lines, access_lines, auth_lines
from tests.unit.agents.logs.logs_support import Asking, opened


@pytest.fixture(scope="module")
def auth(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    yield from asking(tmp_path_factory.mktemp("auth"), auth_lines())


@pytest.fixture(scope="module")
def access(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    yield from asking(tmp_path_factory.mktemp("access"), access_lines())


def asking(folder: Path, lines: Lines) -> Iterator[Asking]:
    path = folder / "some.log"
    path.write_text("\n".join(text for _, text in lines) + "\n")
    with opened(path, year=2024) as (table, _):
        yield Asking(table, lines)


@pytest.fixture(autouse=True)
def fresh(request: pytest.FixtureRequest) -> None:
    for name in ("auth", "access"):
        if name in request.fixturenames:
            request.getfixturevalue(name).anew()


@pytest.mark.parametrize(
    "question",
    [
        "인증 실패는 몇 번?", "인증 실패가 몇 번 있었어?", "로그인 실패 횟수",
        "how many failed logins?",
        "How many authentication failures are there?", "number of login failures",
        "¿Cuántos fallos de autenticación hay?", "cuantas autenticaciones fallidas hubo",
        "in some.log, how many failed logins?", "some.log에서 로그인 실패 횟수",
        "en some.log ¿cuántos fallos de autenticación hay?",
    ],
)  # fmt: skip
def test_authentication_failures_are_counted_in_each_language(auth: Asking, question: str) -> None:
    assert auth.count(question) == auth.grep("failed password") > 0


@pytest.mark.parametrize(
    "question",
    [
        "which three hosts failed most", "가장 많이 실패한 호스트 3개는?",
        "실패가 가장 많은 세 호스트",
        "¿Qué tres equipos fallaron más?", "top 3 addresses by failed logins",
        "las tres direcciones con más fallos",
    ],
)  # fmt: skip
def test_the_hosts_that_failed_most_are_the_addresses(auth: Asking, question: str) -> None:
    expected = auth.tops("failed password", r"from ([\d.]+)")
    ranked = sorted(expected.items(), key=lambda one: (-one[1], one[0]))[:3]
    assert auth.ask(question) == ranked


@pytest.mark.parametrize(
    "question",
    [
        "between 10 and 11", "from 10:00 to 11:00", "10시부터 11시까지", "10시~11시 사이에는?",
        "entre las 10 y las 11", "오전 10시에서 11시까지는?", "between 10am and 11am", "a las 10",
        "10시에는?",
    ],
)  # fmt: skip
def test_hours_go_on_with_what_was_asked(auth: Asking, question: str) -> None:
    auth.count("how many failed logins?")
    assert auth.count(question) == auth.grep("failed password", lambda at: at.hour == 10) > 0


@pytest.mark.parametrize(
    "question",
    [
        "on June 9", "June 9th", "9 June", "6월 9일에는?", "el 9 de junio", "2024-06-09",
        "on the 9th of June", "9 de junio de 2024",
    ],
)  # fmt: skip
def test_days_go_on_with_what_was_asked(auth: Asking, question: str) -> None:
    auth.count("how many failed logins?")
    assert auth.count(question) == auth.grep("failed password", lambda at: at.day == 9) > 0


@pytest.mark.parametrize(
    "question",
    [
        "por hora",
        "per hour",
        "hourly",
        "시간별로",
        "by hour please",
    ],
)
def test_per_hour(auth: Asking, question: str) -> None:
    auth.count("how many failed logins?")
    expected = Counter(
        at.strftime("%Y-%m-%dT%H") for at, text in auth.lines if "Failed password" in text
    )
    assert auth.ask(question) == sorted(expected.items())


@pytest.mark.parametrize(
    ("question", "pattern", "when"),
    [
        ("6월 9일 오후 3시 이후 로그인 실패는 몇 건이야?", "failed password",
         lambda at: at.day == 9 and at.hour >= 15),
        ("how many failed logins on June 9 between 22:30 and 23:15", "failed password",
         lambda at: at.day == 9 and (22, 30) <= (at.hour, at.minute) < (23, 15)),
        ("¿cuántas sesiones abiertas hubo el 10 de junio?", "session opened",
         lambda at: at.day == 10),
        ("how many timeouts before 9?", "timed out", lambda at: at.hour < 9),
        ("How many lines contain \"port 22\"?", "port 22", lambda at: True),
        ("how many lines mention ssh2?", "ssh2", lambda at: True),
        ("root로 로그인 성공은 몇 번?", "accepted password for root", lambda at: True),
        ("how many successful logins by kim?", "accepted password for kim", lambda at: True),
        ("how many failed logins from 10.0.0.2?", r"failed password.*from 10\.0\.0\.2 ",
         lambda at: True),
        ("¿cuántos accesos fallidos entre las 8 y las 9:30", "failed password",
         lambda at: (8, 0) <= (at.hour, at.minute) < (9, 30)),
        ("how many lines from June 9 to June 10?", ".", lambda at: at.day in (9, 10)),
        ("6월 9일부터 10일까지 몇 줄?", ".", lambda at: at.day in (9, 10)),
        ("6월 9일부터 6월 10일까지 몇 줄?", ".", lambda at: at.day in (9, 10)),
        ("¿cuántas líneas del 9 de junio al 10 de junio?", ".", lambda at: at.day in (9, 10)),
        ("¿cuántas líneas del 9 al 10 de junio?", ".", lambda at: at.day in (9, 10)),
        ("how many errors?", "error", lambda at: True),
        ("how many lines?", ".", lambda at: True),
        ("몇 줄이야?", ".", lambda at: True),
        ("¿cuántas líneas hay en junio?", ".", lambda at: True),
    ],
)  # fmt: skip
def test_counts_are_those_of_grep(
    auth: Asking, question: str, pattern: str, when: Callable[[datetime], bool]
) -> None:
    assert auth.count(question) == auth.grep(pattern, when) > 0


def test_users_addresses_first_last_and_gaps(auth: Asking) -> None:
    users = auth.tops("failed password", r"for (?:invalid user )?(\w+) from")
    assert dict(auth.ask("failed logins per user")) == users
    auth.anew()
    assert auth.ask("which user failed least?")[0][1] == min(users.values())
    addresses = {found[1] for _, text in auth.lines if (found := re.search(r"from ([\d.]+)", text))}
    auth.anew()
    assert auth.count("how many different IPs?") == len(addresses)
    first = next(i for i, (_, text) in enumerate(auth.lines, 1) if "timed out" in text)
    assert auth.ask("show me the first timeout")[0][0] == first
    auth.anew()
    (when,) = auth.ask("when were the timeouts?")
    timeouts = [at for at, text in auth.lines if "timed out" in text]
    assert when == (timeouts[0].isoformat(), timeouts[-1].isoformat(), len(timeouts))
    longest = max(int((b - a).total_seconds()) for (a, _), (b, _) in pairwise(auth.lines))
    for question in ("gaps", "공백이 있었나?", "longest gap", "check whether the log shows outages",
                     "로그에 장애가 있었어?", "¿cuál es el hueco más largo?"):  # fmt: skip
        auth.anew()
        assert auth.ask(question)[0][1] == longest, question


@pytest.mark.parametrize("question", ["what is the most common message?", "가장 흔한 메시지는?",
                                      "¿cuál es el mensaje más frecuente?"])  # fmt: skip
def test_messages_that_differ_in_numbers_are_of_one_kind(auth: Asking, question: str) -> None:
    said = Counter(re.sub(r"\b(root|admin|kim|jose)\b|[^\s]*\d[^\s]*", "*", text.split("]: ", 1)[1])
                   for _, text in auth.lines)  # fmt: skip
    ((_, count),) = said.most_common(1)
    assert auth.ask(question)[0][1] == count


@pytest.mark.parametrize(
    ("question", "pattern"),
    [
        ("root 로그인 시도는 몇 번?", "password for (invalid user )?root"),
        ("세션은 몇 번 열렸어?", "session opened"),
        ("¿Cuántas sesiones se abrieron?", "session opened"),
        ("how many login attempts?", "password for"),
    ],
)
def test_attempts_and_sessions_are_told_apart(auth: Asking, question: str, pattern: str) -> None:
    assert auth.count(question) == auth.grep(pattern) > 0


def test_the_last_few_are_lines_in_their_order(auth: Asking) -> None:
    rows = auth.ask("last 3 failed logins")
    failed = [n for n, (_, text) in enumerate(auth.lines, 1) if "Failed password" in text]
    assert sorted(row[0] for row in rows) == failed[-3:]


@pytest.mark.parametrize(
    "question",
    [
        "which three hosts sent the most requests?", "¿qué tres hosts enviaron más peticiones?",
        "요청을 가장 많이 보낸 호스트 3곳은?",
    ],
)  # fmt: skip
def test_who_sent_the_most_is_no_text_to_look_for(access: Asking, question: str) -> None:
    tops = access.tops(".", r"^([\d.]+)")
    assert access.ask(question) == sorted(tops.items(), key=lambda one: (-one[1], one[0]))[:3]


@pytest.mark.parametrize(
    "question",
    [
        "check whether the log shows 404 errors", "404 오류가 있는지 확인해줘",
        "comprueba si hay errores 404",
    ],
)  # fmt: skip
def test_a_check_whether_there_are_any_counts_them(access: Asking, question: str) -> None:
    assert len(access.ask(question)) == access.grep('" 404 ')


def test_questions_about_an_access_log(access: Asking) -> None:
    access.anew()
    assert access.count("how many 404?") == access.grep('" 404 ')
    access.anew()
    assert access.count("404는 몇 번?") == access.grep('" 404 ')
    access.anew()
    assert access.count("¿cuántos errores de servidor?") == access.grep('" 50[0-9] ')
    access.anew()
    assert access.count("how many errors?") == access.grep('" [45][0-9][0-9] ')
    access.anew()
    assert access.count("how many requests for /favicon.ico?") == access.grep("/favicon.ico")
    access.anew()
    assert access.count("POST 요청은 몇 번?") == access.grep('"POST')
    access.anew()
    assert access.count("how many GET requests on June 9?") == access.grep('"GET')
    access.anew()
    assert access.count("how many get requests?") == access.grep('"GET')
    access.anew()
    assert access.count("status 500은 몇 번?") == access.grep('" 500 ')
    access.anew()
    assert access.count("¿cuántos errores 404?") == access.grep('" 404 ')
    tops = access.tops('" 404 ', r"^([\d.]+)")
    access.anew()
    assert (
        access.ask("top 5 clients with 404")
        == sorted(tops.items(), key=lambda one: (-one[1], one[0]))[:5]
    )
    access.anew()
    assert dict(access.ask("상태 코드별로")) == access.tops(".", r'" (\d{3}) ')
    busiest = Counter(at.strftime("%Y-%m-%dT%H") for at, _ in access.lines).most_common(1)
    access.anew()
    assert access.ask("busiest hour")[0] == busiest[0]
    access.anew()
    assert access.ask("가장 바쁜 시간은?")[0] == busiest[0]


def test_what_a_log_lacks_is_asked_back_and_no_zero(access: Asking, auth: Asking) -> None:
    for asking_of, question in ((auth, "how many 404 by path?"), (access, "lines by program")):
        assert not isinstance(asking_of.read(question).outcome, Answerable)


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("how many unicorns?", "unicorns"),
        ("how many failed logins by moonlight?", "moonlight"),
        ("유니콘은 몇 마리?", "유니콘"),
        ("¿cuántos unicornios?", "unicornios"),
    ],
)
def test_a_word_that_means_nothing_is_told_and_never_ignored(
    auth: Asking, question: str, unknown: str
) -> None:
    found = auth.read(question)
    assert not isinstance(found.outcome, Answerable)
    assert unknown in found.ignored


@pytest.mark.parametrize(
    "question",
    [
        "failed logins per user per hour",
        "사용자별 시간별 인증 실패",
        "fallos por usuario y por hora",
    ],
)
def test_lines_are_told_apart_by_two_things(auth: Asking, question: str) -> None:
    expected = Counter(
        (found[1], at.strftime("%Y-%m-%dT%H")) for at, text in auth.lines
        if (found := re.search(r"Failed password for (?:invalid user )?(\w+)", text))
    )  # fmt: skip
    assert {(user, hour): count for user, hour, count in auth.ask(question)} == expected


@pytest.mark.parametrize("question", ["how many lines without root?", "root 빼고 몇 줄?",
                                      "¿cuántas líneas sin root?"])  # fmt: skip
def test_what_is_left_out_is_left_out(auth: Asking, question: str) -> None:
    named = auth.tops(".", r"(?:for (?:invalid )?user|password for) (?!invalid)(\w+)")
    assert auth.count(question) == sum(named.values()) - named["root"]


def test_what_happened_at_a_time_shows_its_lines(auth: Asking) -> None:
    at = auth.lines[100][0]
    rows = auth.ask(f"{at.month}월 {at.day}일 {at.hour}시 {at.minute}분에는 무슨 일이 있었어?")
    same = [n for n, (when, _) in enumerate(auth.lines, 1)
            if when.replace(second=0) == at.replace(second=0)]  # fmt: skip
    assert [row[0] for row in rows] == same


def test_values_are_never_code(auth: Asking) -> None:
    question = 'how many lines contain "x\') OR 1=1; DROP TABLE lines; --"?'
    assert auth.count(question) == 0
    assert auth.count("how many lines?") == len(auth.lines)


@pytest.fixture
def brokers(tmp_path: Path) -> Iterator[Asking]:
    """Lines of one host, with words that questions use, and one out of its order."""
    path = tmp_path / "kafka.log"
    path.write_text(
        "Mar 14 08:00:00 node1 kafka[1]: broker 1 lost its share of partitions\n"
        "Mar 14 08:00:05 node1 kafka[1]: ERROR broker 2 from 10.0.0.7 failed\n"
        "Mar 14 08:00:09 node1 kafka[2]: ERROR disk full\n"
        "Mar 14 08:00:02 node1 kafka[2]: ERROR written late\n"
    )
    with opened(path, year=2024) as (table, _):
        yield Asking(table, [])


@pytest.mark.parametrize("question", ["errors per broker", "errores por cada broker",
                                      "broker별 오류", "lines per disk"])  # fmt: skip
def test_what_lines_are_told_apart_by_is_no_text_that_they_hold(
    brokers: Asking, question: str
) -> None:
    found = brokers.read(question)
    assert not isinstance(found.outcome, Answerable)
    assert found.query is None or "contains" not in found.query.model_dump_json()


@pytest.mark.parametrize("question", ["share of errors", "오류 비율은?", "¿porcentaje de errores?"])
def test_a_share_is_one_of_all_lines(brokers: Asking, question: str) -> None:
    assert brokers.ask(question) == [(0.75,)]


def test_lines_per_host_are_the_hosts_that_wrote_them(brokers: Asking) -> None:
    assert brokers.ask("lines per host") == [("node1", 4)]


def test_the_last_is_the_last_by_time_whatever_is_asked(brokers: Asking) -> None:
    for question in ("last line", "last error", "마지막 오류", "último error"):
        brokers.anew()
        ((line, *_),) = brokers.ask(question)
        assert line == 3, question


def followed(log: Asking, one: str, other: str, seconds: int, *, alike: str = "") -> int:
    """How many lines of one kind another one comes behind, in order of time, counted plainly."""
    count = 0
    for place, (at, text) in enumerate(log.lines):
        same = re.search(alike, text) if alike else None
        for later, behind in log.lines[place + 1 :] if re.search(one, text, re.I) else ():
            if (later - at).total_seconds() > seconds:
                break
            if re.search(other, behind, re.I) and (same is None or same[0] in behind.split()):
                count += 1
                break
    return count


@pytest.mark.parametrize(
    "question",
    [
        "how many failed logins were followed by a timeout within 1 minute?",
        "1분 안에 타임아웃이 뒤따른 로그인 실패는 몇 번?",
        "¿cuántos inicios de sesión fallidos fueron seguidos de un timeout en 60 segundos?",
        "타임아웃 전 1분 안에 로그인 실패는 몇 번?",
        "how many failed logins within 1 minute before a timeout?",
    ],
)
def test_what_is_followed_by_something_within_a_time(auth: Asking, question: str) -> None:
    expected = followed(auth, "failed password", "timed out", 60)
    assert auth.count(question) == expected > 0


def test_what_follows_may_have_to_be_of_the_same(auth: Asking) -> None:
    expected = followed(auth, "failed password", "timed out", 90, alike=r"10\.0\.0\.\d+")
    question = "how many failed logins were followed by a timeout within 90 seconds from the same"
    assert auth.count(f"{question} address?") == expected > 0


@pytest.fixture
def two_days(tmp_path: Path) -> Iterator[Asking]:
    """Lines of two days, of which the second has messages and hosts that the first had not."""
    path = tmp_path / "two.log"
    path.write_text(
        "Mar 14 08:00:00 node1 job[1]: opened file 1\n"
        "Mar 14 09:00:00 node1 job[1]: ERROR disk full\n"
        "Mar 15 08:00:00 node2 job[1]: opened file 2\n"
        "Mar 15 08:10:00 node2 job[1]: ERROR lost lease 7\n"
        "Mar 15 08:20:00 node1 job[1]: ERROR lost lease 9\n"
    )
    with opened(path, year=2024) as (table, _):
        yield Asking(table, [])


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("what is new since March 15?", [("ERROR lost lease *", 2)]),
        ("3월 15일 이후 새로운 메시지는?", [("ERROR lost lease *", 2)]),
        ("mensajes nuevos desde el 15 de marzo", [("ERROR lost lease *", 2)]),
        ("which hosts are new since March 15", [("node2", 2)]),
        ("how many new hosts since March 15", [(1,)]),
        ("what is new since March 14?", [("ERROR disk full", 1), ("ERROR lost lease *", 2),
                                         ("opened file *", 2)]),
    ],
)  # fmt: skip
def test_new_is_what_was_not_there_before(
    two_days: Asking, question: str, found: list[tuple[object, ...]]
) -> None:
    assert sorted(two_days.ask(question)) == found


def test_what_is_new_is_asked_anew_and_what_follows_narrows(two_days: Asking) -> None:
    assert two_days.ask("what is new since March 15?") == [("ERROR lost lease *", 2)]
    assert two_days.ask("which hosts are new since March 15") == [("node2", 2)]
    two_days.count("how many errors on March 15?")
    assert two_days.count("followed by an error within 15 minutes") == 1


def test_spikes_may_be_asked_for_after_a_question(burst: Asking) -> None:
    assert len(burst.ask("errors by hour")) == 24
    assert burst.ask("only spikes") == [("2024-03-14T13", 30)]


@pytest.fixture
def burst(tmp_path: Path) -> Iterator[Asking]:
    """An error an hour, and thirty within one of them."""
    path = tmp_path / "burst.log"
    hours = [*range(24), *[13] * 29]
    path.write_text("".join(
        f"Mar 14 {hour:02}:{minute:02}:00 node1 job[1]: ERROR disk full\n"
        for minute, hour in sorted(enumerate(hours), key=lambda one: (one[1], one[0]))
    ))  # fmt: skip
    with opened(path, year=2024) as (table, _):
        yield Asking(table, [])


@pytest.mark.parametrize(
    "question",
    ["spikes in errors by hour", "were there bursts of errors per hour?", "시간별 오류 급증",
     "picos de errores por hora"],
)  # fmt: skip
def test_spikes_are_hours_far_above_the_mean(burst: Asking, question: str) -> None:
    assert burst.ask(question) == [("2024-03-14T13", 30)]


def test_a_day_in_figures_is_no_time_of_the_day(two_days: Asking) -> None:
    assert two_days.count("how many lines since 2024-03-15") == 3
