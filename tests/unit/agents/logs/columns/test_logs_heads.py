"""What lines of formats that nobody knows begin with, and what is asked of it."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.data.dialogue.outcomes import Asked
from tests.unit.agents.logs.logs_support import Asking, opened

LEVELS = ("WARN", "ERROR", "INFO")
DOORS = ("Hall", "North Gate", "Roof")
NUMBERED = "03/10 06:00:{n:02} [{level}] [71{n}] door {n} stuck"
THREADED = "[06:00:{n:02}] [Pump thread {two}/{level}]: pressure of {n}"
PROGRAM = "2025-03-10 06:00:{n:02},001 [INFO] pump-{two}:71{n}:MainThread @part{two}.py:1{n} - done"
UPTIME = "{n}.250: [Sweep {n}K->1K, 0.5{n} secs]"
LISTED = "[Mon Mar 10 06:00:{n:02} 2025] DOOR ALERT: gate-{three};lock;{level};{n}"
OWNER = "[2025-03-10 06:00:{n:02}]: uid: (100{two}/user{two}) cmd: x"
CALLER = "2025-03-10 06:00:{n:02} login of user: u{two}. Calling door name: {door},x"
COUNTED = "2025-03-10 06:00:{n:02} opened (valve count = {two})"
PADDED = "2025/03/10 06:00:{n:02}.1234567 71{n:02}  8{n:03}  {padded:16}* END * door {n} stuck"
EUROPEAN = "{n:02}.03.2025 06:00:33 door {two} stuck"
AMERICAN = "Mar {n}, 2025 6:00:33 PM org.pump.Main run"


@pytest.mark.parametrize(
    ("line", "columns", "fourth"),
    [
        (
            NUMBERED,
            "strftime(time, '%m-%d %H:%M:%S'), level, pid",
            ("03-10 06:00:04", "error", 714),
        ),
        (THREADED, "level, source", ("error", "Pump thread 0")),
        (PROGRAM, "level, source, pid, tag", ("info", "pump-0", 714, "part0.py")),
        (UPTIME, "uptime_s, duration_s", (4.25, 0.54)),
        (LISTED, "host, level", ("gate-1", "error")),
        (OWNER, '"user"', ("user0",)),
        (CALLER, '"user", "calling door name"', ("u0", "North Gate")),
        (COUNTED, '"valve count"', (0,)),
        (PADDED, "source, pid", ("Agent", 7104)),
        (EUROPEAN, "strftime(time, '%m-%d %H:%M:%S')", ("03-04 06:00:33",)),
        (AMERICAN, "strftime(time, '%m-%d %H:%M:%S')", ("03-04 18:00:33",)),
    ],
)
def test_marks_before_messages_are_columns(
    tmp_path: Path, line: str, columns: str, fourth: tuple[object, ...]
) -> None:
    path = tmp_path / "some.log"
    lines = [
        line.format(
            n=n,
            two=n % 2,
            three=n % 3,
            level=LEVELS[n % 3],
            door=DOORS[n % 3],
            padded=("IdleTimer", "Agent", "DownloadManager")[n % 3],
        )
        for n in range(1, 31)
    ]
    path.write_text("\n".join(lines) + "\n")
    with opened(path, year=2025) as (table, _):
        row = table.connection.execute(f"SELECT {columns} FROM lines WHERE line = 4").fetchone()
    assert row == fourth


def test_a_line_of_another_form_has_no_value_of_a_place_that_it_has_not(tmp_path: Path) -> None:
    path = tmp_path / "chat.log"
    said = [f"[06:{n:02}] <{DOORS[n % 3].split()[0]}> hello {n}" for n in range(30)]
    path.write_text("\n".join([*said, "[06:30]  * Roof leaks", "=== Hall is now Lobby"]) + "\n")
    with opened(path, year=2025) as (table, _):
        found = table.connection.execute(
            "SELECT strftime(time, '%H:%M'), source FROM lines WHERE line IN (1, 31, 32) "
            "ORDER BY line"
        ).fetchall()
    assert found == [("06:00", "Hall"), ("06:30", None), ("06:30", None)]


@pytest.fixture(scope="module")
def stock(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    """Packages that come and go, and requests of a shop."""
    lines = []
    for n in range(120):
        at = f"[2025-03-1{n // 60}T06:{n % 60:02}:00+0000]"
        verb = ("installed", "upgraded", "removed")[n % 3]
        version = f"{n}-1 -> {n}-2" if verb == "upgraded" else f"{n}-1"
        lines.append(f"{at} [STOCK] {verb} {('curl', 'zsh', 'vim', 'jq')[n % 4]} ({version})")
        status = (200, 200, 403)[n % 3]
        lines.append(f"{at} [SHOP] answer to 10.0.0.{n % 5}: status={status}")
        said = ("accepted", "rejected", "accepted", "accepted")[n % 4]
        lines.append(f"{at} [DOOR] login of ann from 10.0.0.{n % 5} {said}")
        lines.append(f"{at} [STOCK] reading lists of packages")
    path = tmp_path_factory.mktemp("stock") / "stock.log"
    path.write_text("\n".join(lines) + "\n")
    with opened(path, year=2025) as (table, _):
        yield Asking(table, lines)


@pytest.fixture(autouse=True)
def anew(stock: Asking) -> None:
    stock.anew()


@pytest.mark.parametrize(
    ("question", "pattern"),
    [
        ("how many packages were installed?", r"\] installed"),
        ("¿cuántos paquetes se eliminaron?", r"\] removed"),
        ("curl 업그레이드는 몇 건이야?", r"\] upgraded curl"),
    ],
)
def test_what_was_done_is_told_of_what_it_was_done_to(
    stock: Asking, question: str, pattern: str
) -> None:
    assert stock.count(question) == stock.grep(pattern)


def test_when_it_was_done_last_is_told(stock: Asking) -> None:
    found = stock.computed("when was vim last upgraded?")
    assert "2025-03-11T06:58" in str(found.rows[0]), found.rows


@pytest.mark.parametrize(
    ("question", "share"),
    [
        ("what percentage of the responses were a 200?", 2 / 3),
        ("¿qué porcentaje de las respuestas fueron un 200?", 2 / 3),
        ("what share of the logins from 10.0.0.1 were rejected?", 1 / 4),
    ],
)
def test_a_share_is_of_the_lines_that_were_named(
    stock: Asking, question: str, share: float
) -> None:
    assert stock.ask(question)[0][0] == pytest.approx(share)


def test_a_bare_count_goes_on_and_what_cannot_hold_beside_it_gives_way(stock: Asking) -> None:
    assert stock.count("how many logins were accepted?") == stock.grep("login.*accepted")
    assert stock.count("how many from 10.0.0.2?") == stock.grep(r"login.*10\.0\.0\.2 accepted")
    assert stock.count("and how many were rejected?") == stock.grep(r"login.*10\.0\.0\.2 rej")


def test_what_no_line_can_be_is_asked_about_with_what_some_are(stock: Asking) -> None:
    found = stock.read("how many logins that were accepted are installed?")
    assert isinstance(found.outcome, Asked)
    kept = [one.edits[0].query.where for one in found.outcome.choices]  # type: ignore[union-attr]
    assert kept and all(one is not None for one in kept), found


SAID = (
    "it's", "O'Neil:", "'; DROP", "a\\'b:", 'x"y', "Kill:", "kill", "KILL:", "line:", "text:",
    "[WARN]", "user:", "uid:", "(1/o'x)", "a;b;c", '{"Kill": 1, "kill": 2}', "k'=3", "zone:",
    "file", "place:", "5ms", "10.0.0.1",
    "template:", "key(", "[a+b]:", "$1:", "e.m", "1:02", "Año:",
)  # fmt: skip
BEFORE = ("", "2024-01-0{n} 10:00:0{n} ", "[2024-01-0{n}] ", "1{n}:0{n} ")


@pytest.mark.parametrize("seed", range(8))
def test_whatever_messages_name_is_read(tmp_path: Path, seed: int) -> None:
    """Names that lines have anyway, in letters of any size, and signs that SQL means otherwise."""
    pick = random.Random(seed)
    before, path = pick.choice(BEFORE), tmp_path / "odd.log"
    shapes = [pick.choices(SAID, k=pick.randint(2, 9)) for _ in range(pick.randint(1, 4))]
    lines = [
        before.format(n=place % 9 + 1)
        + " ".join(word + pick.choice(("", "", str(place % 7))) for word in pick.choice(shapes))
        + f" {place % 13}"
        for place in range(60)
    ]
    path.write_text("\n".join(lines) + "\n")
    with opened(path) as (table, _):
        assert table.connection.execute("SELECT count(*) FROM lines").fetchone() == (60,)
