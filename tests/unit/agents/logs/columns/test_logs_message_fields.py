"""Fields that lines name in the midst of their messages, and formats that have many."""

from pathlib import Path

import pytest

from agents.logs.columns.detection import detect
from agents.logs.columns.message_fields import message_fields
from tests.unit.agents.logs.logs_support import opened

MAIL = (
    "Oct 22 02:1{n}:45 mx postfix/smtp[7]: A{n}: to=<p{n}@example.org>, delay={n}.5, "
    "status=sent (ok)"
)
WALL = (
    "Apr 11 01:5{n}:51 gate kernel: [UFW BLOCK] IN=eth0 OUT= SRC=10.0.0.{n} DST=10.1.1.1 LEN=3{n}"
)
BASE = (
    "2020-03-11 20:41:5{n} CET:10.0.0.9(5091{n}):ann@shop:[14387]:LOG:  "
    "duration: 0.{n}76 ms  statement: END;"
)
PROXY = (
    "Dec 25 00:32:2{n} gate haproxy[42]: 10.0.0.{n}:53209 [25/Dec/2014:00:32:2{n}.081] web "
    'shop/node_1 0/0/0/2/{n} 404 443 - - ---- 0/0/0/0/0 0/0 "GET /a?b=c HTTP/1.1"'
)
CARRIED = (
    "2020-03-11 20:41:5{n},123 INFO [main] shop.Pay: got "
    '{{"amount": {n}, "by": {{"name": "p{n}"}}, "open": {{"x": 1'
)
PAID = CARRIED + "}}}} of today"
JAIL = "2020-08-16 08:53:3{n},287 fail2ban.filter     [28143]: INFO    [web] Found 10.0.0.{n}"


@pytest.mark.parametrize(
    ("line", "columns", "first"),
    [
        (MAIL, '"to", delay, status_field', ("p1@example.org", 1.5, "sent")),
        (WALL, '"SRC", "LEN", "OUT"', ("10.0.0.1", 31, None)),
        (BASE, 'duration_ms, database, "user", level, address',
         (0.176, "shop", "ann", "info", "10.0.0.9")),
        (PROXY, 'server, "Tt_ms", status, "path", bytes', ("node_1", 1, "404", "/a", 443)),
        (PAID, 'amount, "by.name", "open.x", source', (1, "p1", 1, "shop.Pay")),
        (JAIL, "source, pid, level, message",
         ("fail2ban.filter", 28143, "info", "[web] Found 10.0.0.1")),
    ],
)  # fmt: skip
def test_fields_in_the_midst_of_messages_are_columns(
    tmp_path: Path, line: str, columns: str, first: tuple[object, ...]
) -> None:
    path = tmp_path / "a.log"
    path.write_text("".join(line.format(n=n) + "\n" for n in range(1, 9)))
    with opened(path, year=2020) as (table, _):
        row = table.connection.execute(f"SELECT {columns} FROM lines WHERE line = 1").fetchone()
        assert row == first
        missing = table.connection.execute("SELECT count(*) FROM lines WHERE time IS NULL")
        assert missing.fetchone() == (0,)


def test_what_few_lines_name_is_no_field() -> None:
    said = ["nothing here"] * 990 + ["rare=1"] * 5 + ["port: 80"] * 20 + ["took: 5 ms"] * 20
    assert [name for name, *_ in message_fields(said)] == ["took_ms"]


def test_a_number_with_other_units_and_a_hostile_name_stay_text() -> None:
    said = ["size=5 kB", "size=7MB", "it's=x", "a'b=1", "x=1;DROP TABLE lines"] * 3
    found = {name: kind for name, kind, _ in message_fields(said)}
    assert found == {"size": "VARCHAR", "x": "BIGINT"}


def test_a_format_is_known_behind_a_preamble(tmp_path: Path) -> None:
    noise = ["+ echo " + "x" * 300] * 300
    lines = [f"I0120 11:42:1{n % 10}.676838    4787 flags.go:59] FLAG" for n in range(700)]
    path = tmp_path / "a.log"
    path.write_text("\n".join(noise + lines) + "\n")
    with opened(path, year=2021) as (table, _):
        assert table.detected.format.key == "glog"
    assert detect(lines).format.key == "glog"
