"""Columns of what lines name in a header, hold in rows, and look like, whoever wrote them."""

from pathlib import Path

import pytest

from tests.unit.agents.logs.logs_support import Asking, opened

COMMAS = (
    "Date,Time,Task Name,elapsed,success,note\n",
    '2025-03-{n:02},06:00:{n:02},d{two},{n}5,{yes},"shut, door {n}"\n',
)
EXTENDED = (
    "#Software: Doors 1\n#Fields: date time c-ip s-ip cs-method cs-uri-stem sc-status time-taken\n",
    "2025-03-{n:02} 06:00:00 10.0.0.{n} 10.9.9.9 GET /d{two}?x=1 40{two} {n}5\n",
)
TABS = (
    "#separator \\x09\n#fields\tts\tid.orig_h\tid.resp_h\tproto\n#types\ttime\taddr\taddr\tenum\n",
    "17416{n:02}000.5\t10.0.0.{n}\t10.9.9.{two}\t-\n",
)
SPACES = (
    "version account-id srcaddr dstport bytes start action\n",
    "2 12345 10.0.0.{n} 44{two} {n}00 17416{n:02}000 ACCEPT\n",
)
KEYS = ("", 'date=2025-03-{n:02} time=06:00:{n:02} srcip=10.0.0.{n} status="shut" msg="door {n}"\n')
ROWS = (
    "",
    "17416{n:02}000.125 {n}5 10.0.0.{n} TCP_HIT/20{two} {n}00 GET http://door/{n} - image/d{two}\n",
)
CLUB = (
    "",
    "Mon Mar 10 06:00:{n:02} 2025 [pid 71{n}] [u{two}] {said} LOGIN: Gate "
    '"::ffff:10.0.0.{n}", "/in/door {two}", {n}00 bytes, {n}.5Kbyte/sec\n',
)
RADIUS = (
    "",
    "Mon Mar 10 06:00:{n:02} 2025 : Auth: Login {said}: [u{two}/<by door>] "
    "(from gate port 2{n} cli 00-11-22-33-44-0{two})\n",
)
GAME = (
    "",
    '03/{n:02}/2025 - 06:00:00: "Al {three}<1><x:y>" hit "Al {next}<2>" with "door {two}"\n',
)
PACKETS = ("", "2025-03-{n:02}T06:00:00Z gate kernel: [DOOR {act}] SRC=10.0.0.{n} DPT=44{two}\n")
RECORD = (
    "",
    "# Time: 2503{n:02}  6:00:33\n# User@Host: ann{two}[ann] @ gate [10.0.0.{n}]\n"
    "# Open_time: {n}.5  Doors_shut: {two}\nSET door={n};\n",
)


@pytest.mark.parametrize(
    ("lines", "columns", "fourth"),
    [
        (COMMAS, 'CAST(time AS VARCHAR), "Task Name", elapsed, failed, note',
         ("2025-03-04 06:00:04", "d0", 45, True, "shut, door 4")),
        (EXTENDED, 'address, "s-ip", method, path, status, "time-taken", error',
         ("10.0.0.4", "10.9.9.9", "GET", "/d0", "400", 45, True)),
        (TABS, 'epoch(time), address, "id.resp_h", proto',
         (1741604000.5, "10.0.0.4", "10.9.9.0", None)),
        (SPACES, "address, dstport, bytes, epoch(time), action",
         ("10.0.0.4", 440, 400, 1741604000, "ACCEPT")),
        (KEYS, "CAST(time AS VARCHAR), address, status_field, message",
         ("2025-03-04 06:00:04", "10.0.0.4", "shut", "door 4")),
        (ROWS, "epoch(time), duration, address, status, bytes, path, content_type",
         (1741604000.125, 45, "10.0.0.4", "200", 400, "http://door/4", "image/d0")),
        (CLUB, 'pid, "user", action, address, file_path, bytes, speed, auth_failed',
         (714, "u0", "OK LOGIN", "10.0.0.4", "/in/door 0", 400, 4.5, False)),
        (RADIUS, '"user", action, port, mac', ("u0", "Login OK", "24", "00-11-22-33-44-00")),
        (GAME, "strftime(time, '%m-%d'), actor, target, means",
         ("03-04", "Al 1", "Al 2", "door 0")),
        (PACKETS, "action, SRC, DPT", ("ALLOW", "10.0.0.4", 440)),
        (RECORD, 'strftime(time, \'%m-%d %H\'), "user"', ("03-04 06", "ann0")),
    ],
)  # fmt: skip
def test_lines_become_the_columns_that_they_have(
    tmp_path: Path, lines: tuple[str, str], columns: str, fourth: tuple[object, ...]
) -> None:
    path, (header, line) = tmp_path / "some.log", lines
    written = [
        line.format(n=n, two=n % 2, three=n % 3, next=(n + 1) % 3, yes="true" if n % 2 else "false",
                    said=("OK", "FAIL")[n % 2], act=("ALLOW", "BLOCK", "AUDIT")[(n - 1) % 3])
        for n in range(1, 29)
    ]  # fmt: skip
    path.write_text(header + "".join(written))
    before, many = header.count("\n"), line.count("\n")
    with opened(path, year=2025) as (table, _):
        found = table.connection.execute(
            f"SELECT {columns} FROM lines WHERE line = {before + 3 * many + min(many, 2)}"
        ).fetchone()
    assert found == fourth


def test_what_says_that_it_went_well_tells_of_failures(tmp_path: Path) -> None:
    header, line = COMMAS
    path = tmp_path / "doors.csv"
    path.write_text(header + "".join(
        line.format(n=n, two=n % 2, yes="true" if n % 4 else "false") for n in range(1, 29)
    ))  # fmt: skip
    with opened(path, year=2025) as (table, _):
        asking = Asking(table, [])
        assert asking.count("how many failures?") == 7
        assert asking.ask("실패율은?")[0][0] == pytest.approx(7 / 28, abs=0.02)
        assert asking.ask("el nombre de tarea más común")[0][0] in ("d0", "d1")
