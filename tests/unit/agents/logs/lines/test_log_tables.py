"""Logs as tables: many files merged on time, templates, named fields, packings, own formats."""

import gzip
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from agents.logs.columns.detection import detect
from agents.logs.columns.own_formats import own_format, own_formats
from agents.logs.files import log_files
from agents.logs.lines.reading import ReadingStopped, read_several
from agents.logs.lines.relation import LogRelation, open_log
from agents.tools.folders import AllowedFolders
from app.errors import BadFile, BadInput
from tests.unit.agents.logs.logs_support import opened

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def reading(place: Path, **more: Any) -> AsyncIterator[LogRelation]:
    folders = AllowedFolders([place, place.parent])
    async with open_log(folders, place, **more) as log:
        yield log


def rows(log: LogRelation, sql: str) -> list[tuple[Any, ...]]:
    return log.connection.execute(sql).fetchall()


def server(day: int, minutes: Sequence[int], said: str) -> str:
    return "".join(
        f"2024-05-{day:02} 08:{minute:02}:00,000 INFO [main] org.x.Server: {said.format(minute)}\n"
        for minute in minutes
    )


async def test_files_of_many_kinds_and_packings_are_merged_on_their_time(tmp_path: Path) -> None:
    zstd = pytest.importorskip("backports.zstd")
    (tmp_path / "app.log").write_text(server(2, range(0, 60, 2), "Took {} ms"))
    (tmp_path / "app.log.1.gz").write_bytes(
        gzip.compress(server(1, range(60), "Took {} ms").encode())
    )
    lines = (
        json.dumps({"ts": f"2024-05-02T08:{minute:02}:00", "level": "warn", "msg": f"slow {minute}",
                    "took_ms": minute * 1.5, "retried": minute % 3 == 0})
        for minute in range(1, 60, 2)
    )  # fmt: skip
    (tmp_path / "b.jsonl.zst").write_bytes(zstd.compress("\n".join(lines).encode()))
    (tmp_path / "readme.md").write_text("no log")
    async with reading(tmp_path) as log:
        loaded = log.table.loaded
        assert loaded.rows == 60 + 30 + 30
        assert [file.name for file in loaded.files] == ["app.log", "app.log.1.gz", "b.jsonl.zst"]
        times = [row[0] for row in rows(log, "SELECT time FROM log ORDER BY place")]
        assert times == sorted(times), "places are in the order of time"
        assert rows(log, "SELECT file, line FROM log WHERE place = 1") == [("app.log.1.gz", 1)]
        assert rows(log, "SELECT file, count(*) FROM log GROUP BY 1 ORDER BY 1") == [
            ("app.log", 30), ("app.log.1.gz", 60), ("b.jsonl.zst", 30),
        ]  # fmt: skip
        kinds = {row[0]: row[1] for row in rows(log, "DESCRIBE log")}
        assert (kinds["took_ms"], kinds["retried"]) == ("DOUBLE", "BOOLEAN")
        assert rows(log, "SELECT sum(took_ms), count(retried) FROM log") == [(1350.0, 30)]
        assert rows(log, "SELECT DISTINCT component FROM log WHERE component IS NOT NULL") == [
            ("org.x.Server",)
        ]
    async with reading(tmp_path / "app.log*") as log:
        assert log.table.loaded.rows == 90


async def test_a_template_has_its_parameters_as_columns_with_types(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text(
        "".join(
            f"2024-05-01 08:{n:02}:00 INFO [cart] order o{n} of kim took {n} ms\n"
            for n in range(50)
        )
        + "2024-05-01 09:00:00 WARN [cart] disk is nearly full\n"
    )
    async with reading(path) as log:
        (template,) = (
            row[0] for row in rows(log, "SELECT template FROM log WHERE level = 'info' LIMIT 1")
        )
        assert template == "order * of kim took * ms"
        assert rows(log, "SELECT count(*) FROM log WHERE template = 'disk is nearly full'") == [
            (1,)
        ]
        found = log.connection.execute(log.of_template(template))
        names = [column[0] for column in found.description]
        last = found.fetchall()[-1]
        assert dict(zip(names, last, strict=True))["p1"] == "o49"
        assert dict(zip(names, last, strict=True))["p2"] == 49


async def test_lines_that_begin_no_entry_go_with_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text(
        "2024-05-01 08:00:00 ERROR [a] broke\nTraceback\n  at x\n2024-05-01 08:00:01 INFO [a] on\n"
    )
    async with reading(path) as log:
        assert rows(log, "SELECT message, continuation FROM log ORDER BY line") == [
            ("broke", "Traceback\n  at x"), ("on", None),
        ]  # fmt: skip


async def test_files_of_several_zones_are_told_in_utc(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("2024-05-01T10:00:00+09:00 INFO seoul\n")
    (tmp_path / "b.log").write_text("2024-05-01T02:30:00+0100 INFO madrid\n")
    (tmp_path / "c.log").write_text("2024-05-01T01:15:00 INFO nowhere\n")
    async with reading(tmp_path) as log:
        assert (log.table.loaded.utc, log.table.loaded.unzoned) == (True, 1)
        assert rows(log, "SELECT strftime(time, '%H:%M'), message FROM log ORDER BY place") == [
            ("01:00", "seoul"), ("01:15", "nowhere"), ("01:30", "madrid"),
        ]  # fmt: skip
    async with reading(tmp_path / "a.log") as log:
        assert (log.table.loaded.utc, log.table.loaded.unzoned) == (False, 0)


async def test_what_is_no_log_among_others_is_left_out_and_told(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("2024-05-01 08:00:00 INFO fine\n")
    (tmp_path / "b.log").write_bytes(bytes(range(256)) * 100)
    (tmp_path / "c.log").write_bytes(b"")
    (tmp_path / "d.log.gz").write_bytes(gzip.compress(b"x" * 100_000)[:50])
    async with reading(tmp_path) as log:
        assert log.table.loaded.rows == 1
        assert log.table.loaded.refused == (
            ("b.log", "file_binary"), ("c.log", "file_empty"), ("d.log.gz", "file_gzip"),
        )  # fmt: skip
    with pytest.raises(BadFile) as refused:
        async with reading(tmp_path / "b.log"):
            pass
    assert refused.value.reason == "file_binary"
    with pytest.raises(BadFile, match="no log"):
        async with reading(tmp_path / "*.none"):
            pass


async def test_only_allowed_places_are_read(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    for folder in (inside, outside):
        folder.mkdir()
        (folder / "a.log").write_text("2024-05-01 08:00:00 INFO fine\n")
    (inside / "link.log").symlink_to(outside / "a.log")
    folders = AllowedFolders([inside])
    assert log_files(folders, inside) == [inside / "a.log"]
    for place in (outside, outside / "*.log", inside / "link.log", inside / ".." / "out"):
        with pytest.raises(BadFile):
            log_files(folders, place)


async def test_names_of_rotated_and_packed_logs_are_logs(tmp_path: Path) -> None:
    names = {
        *("app.log", "app.log.1", "app.log.2.gz", "app.log-20240501.gz", "app-2024-05-01.log.zst"),
        *("messages", "syslog.3", "a.jsonl", "b.ndjson", "server.out", "access_log"), "x.export",
    }  # fmt: skip
    for name in (*names, "notes.md", "table.csv", "a.py", "app.log.swp"):
        (tmp_path / name).write_text("x")
    assert {path.name for path in log_files(AllowedFolders([tmp_path]), tmp_path)} == names


async def test_an_export_of_journald_is_read(tmp_path: Path) -> None:
    entries = []
    for number in range(20):
        fields = {
            "__CURSOR": f"s=1;i={number}",
            "__REALTIME_TIMESTAMP": str(1_714_550_400_000_000 + number * 1_000_000),
            "_HOSTNAME": "web1",
            "PRIORITY": "3" if number % 2 else "6",
            "SYSLOG_IDENTIFIER": "sshd",
            "_PID": "7",
        }
        text = "".join(f"{key}={value}\n" for key, value in fields.items()).encode()
        said = f"two\nlines {number}".encode()
        entries.append(text + b"MESSAGE\n" + len(said).to_bytes(8, "little") + said + b"\n\n")
    path = tmp_path / "boot.export"
    path.write_bytes(b"".join(entries) + b"__CURSOR=cut off here\nMESS")
    async with reading(path) as log:
        assert rows(log, "SELECT count(*), count(DISTINCT level), min(time) FROM log WHERE host = "
                         "'web1'")[0][:2] == (20, 2)  # fmt: skip
        assert rows(log, "SELECT time, level, component, process, message FROM log WHERE line = 1")[
            0
        ][1:] == ("info", "sshd", 7, "two\nlines 0")
        assert str(rows(log, "SELECT min(time) FROM log")[0][0]) == "2024-05-01 08:00:00"


async def test_lines_in_several_codes_are_each_read_in_their_own(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    one = "2024-05-01 08:00:00 INFO 결제 완료\n"
    path.write_bytes((one * 20).encode() + (one * 20).encode("cp949") + (one * 20).encode())
    async with reading(path) as log:
        assert rows(log, "SELECT message, count(*) FROM log GROUP BY 1") == [("결제 완료", 60)]


OWN = r"(?P<time>\S+ \S+) till(?P<till>\d+) (?P<level>\w+) (?P<component>\w+): (?P<message>.*)"


async def test_a_person_s_own_pattern_comes_first(tmp_path: Path) -> None:
    path = tmp_path / "till.log"
    lines = [f"14/03/24 08:{n:02}:00 till{n % 3} WARN card: refused {n}" for n in range(30)]
    path.write_text("\n".join(lines) + "\n")
    formats = own_formats(
        {"logs": {"formats": {"till": {"pattern": OWN, "time": "%d/%m/%y %H:%M:%S"}}}}
    )
    async with reading(path, formats=formats) as log:
        assert log.table.detected.format.key == "own:till"
        assert str(rows(log, "SELECT max(time) FROM log")[0][0]) == "2024-03-14 08:29:00"
        assert rows(log, "SELECT level, component, till, message FROM log WHERE line = 1") == [
            ("warning", "card", "0", "refused 0")
        ]


async def test_a_pattern_needs_no_group_of_a_certain_name(tmp_path: Path) -> None:
    path = tmp_path / "till.log"
    path.write_text("till 7 refused\ntill 8 paid\nelse\n")
    formats = [{"name": "till", "pattern": r"till (?P<till>\d+) (?P<what>\w+)", "time": ""}]
    async with reading(path, formats=formats) as log:
        assert rows(log, "SELECT till, what FROM log WHERE till IS NOT NULL ORDER BY line") == [
            ("7", "refused"), ("8", "paid"),
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("(?P<time>", "no pattern"),
        (r"(?P<time>\S+) (?=x)", "ahead"),
        (r"(\S+) (?P<message>.*)", "needs a name"),
        (r"\S+ .*", "names no group"),
        (r"(?P<a>x)\1(?P<message>.*)", "ahead or back"),
    ],
)
async def test_a_pattern_that_cannot_be_is_refused_in_words(pattern: str, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        own_format("mine", pattern)


# As the sixteen samples of loghub (https://github.com/logpai/loghub) and the programs that lnav
# knows write them; the words are ours.
KINDS = {
    "logcat": ("03-17 16:13:38.811  1702  2395 D WindowManager: opened", "debug", "WindowManager"),
    "apache_error": ("[Sun Dec 04 04:47:44 2005] [notice] workers.init() ok", "info", None),
    "bgl": (
        "- 1117838570 2005.06.03 R02-M1-N0 2005-06-03-15.42.50.675872 R02-M1-N0 "
        "RAS KERNEL FATAL cache error", "critical", "KERNEL",
    ),
    "hdfs": ("081109 203615 148 INFO dfs.DataNode$Packet: block blk_38 ends", "info", None),
    "hpc": ("134681 node-246 unix.hw state change 1077804742 -1 running", None, "unix.hw"),
    "hadoop": ("2015-10-18 18:01:47,978 INFO [main] org.apache.App: made it", "info", None),
    "healthapp": ("20171223-22:15:29:606|Step_LSC|30002312|onStand 3579", None, "Step_LSC"),
    "syslog": ("Jun 14 15:16:01 combo sshd(pam_unix)[19939]: failure", None, "sshd(pam_unix)"),
    "openstack": (
        "nova-api.log.1 2017-05-16 00:00:00.008 25746 INFO nova.osapi [req-1 - -] GET 200",
        "info", "nova.osapi",
    ),
    "proxifier": ("[10.30 16:49:06] chrome.exe - proxy.example:5070 open", None, "chrome.exe"),
    "spark": ("17/06/09 20:10:40 INFO executor.Backend: signals", "info", "executor.Backend"),
    "thunderbird": (
        "- 1131566461 2005.11.09 dn228 Nov 9 12:01:01 dn228/dn228 crond(pam_unix)[2915]: closed",
        None, "crond(pam_unix)",
    ),
    "windows_cbs": ("2016-09-28 04:30:30, Info                  CBS    Loaded", "info", "CBS"),
    "clock_minutes": ("[14:03] <ann> hello", None, "ann"),
    "cmtrace": (
        '<![LOG[Failed to run]LOG]!><time="10:19:13.567+240" date="10-18-2019" component="Setup" '
        'context="" type="3" thread="1100" file="main.cpp:31">', "error", "Setup",
    ),
    "zookeeper": (
        "2015-07-29 17:41:44,747 - INFO  [QuorumPeer[myid=1]/0:0:0:0:0:0:0:0:2181:Election@774] - "
        "Notification", "info", "Election",
    ),
    "postgres": ("2024-01-01 10:00:00.123 UTC [12] kim@shop FATAL:  no room", "critical", None),
    "mysql": ("2024-01-01T10:00:00.123Z 8 [Warning] [MY-010055] [Server] slow", "warning",
              "Server"),
    "redis": ("7:M 14 Mar 2024 08:00:00.123 # Out of room", "warning", None),
    "catalina": ("14-Mar-2024 08:00:00.123 SEVERE [main] org.apache.Boot failed", "error",
                 "org.apache.Boot"),
    "cups_error": ("E [14/Mar/2024:08:00:00 +0100] no printer", "error", None),
    "load_balancer": (
        "https 2024-03-14T08:00:00.1Z app/lb/1 203.0.113.7:5123 10.0.0.1:80 0.001 0.002 0 502 - "
        '34 366 "GET https://x.example:443/a?b=c HTTP/1.1" "curl"', None, "app/lb/1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("key", sorted(KINDS))
async def test_lines_of_many_programs_have_their_time_level_and_component(
    key: str, tmp_path: Path
) -> None:
    line, level, component = KINDS[key]
    path = tmp_path / "a.log"
    path.write_text(f"{line}\n" * 5)
    with opened(path, year=2024) as (table, _):
        assert table.detected.format.key == key
        found = table.connection.execute("SELECT count(time), any_value(level), any_value(source) "
                                         "FROM lines WHERE entry").fetchone()  # fmt: skip
        assert found == (5, level, component if component or key not in ("hdfs", "hadoop")
                         else found[2])  # fmt: skip


async def test_a_header_names_the_fields_of_the_lines_after_it(tmp_path: Path) -> None:
    path = tmp_path / "u_ex.log"
    path.write_text(
        "#Software: Microsoft Internet Information Services\n#Fields: date time cs-method "
        "cs-uri-stem sc-status time-taken c-ip\n"
        + "".join(
            f"2024-05-01 08:00:{n:02} GET /a/{n} {404 if n % 3 else 200} {n} 10.1.1.{n}\n"
            for n in range(30)
        )
    )
    async with reading(path) as log:
        assert rows(log, "SELECT count(*) FROM log") == [(30,)]
        assert rows(log, "SELECT count(*) FROM log WHERE status = 404") == [(20,)]
        assert rows(log, 'SELECT max("time-taken"), count(DISTINCT path) FROM log') == [(29, 30)]


def test_reading_many_files_can_be_stopped(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.log").write_text("2024-05-01 08:00:00 INFO fine\n" * 100_000)
    stopped = Event()
    with ExitStack() as stack:
        paths = sorted(tmp_path.glob("*.log"))
        files = [(path, stack.enter_context(path.open("rb"))) for path in paths]
        with pytest.raises(ReadingStopped):
            read_several(tmp_path, files, progress=lambda *_: stopped.set(), stopped=stopped)


def test_own_formats_are_refused_in_the_settings_and_known_ones_stay() -> None:
    assert own_formats({}) == []
    with pytest.raises(BadInput, match="named groups"):
        own_formats({"logs": {"formats": {"x": {"time": "%H"}}}})
    assert detect(["2024-05-01 08:00:00 INFO fine"] * 9, [own_format("x", OWN)]).format.key == "iso"
