"""Files that people have, good and bad; queries that may run, and those that may not."""

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agents.answering.engine import Engine
from agents.answering.guard import QueryRefused, check
from agents.answering.running import QueryTooLong
from agents.data.dataset import open_dataset
from app.errors import BadFile
from tests.patience import PATIENCE
from tests.unit.agents.data.match.games import Games

HEAD = "played_at,map,p1_race,p2_race,winner"
GAMES = [
    "2020-01-01 10:00:00,Acropolis,Terran,Zerg,1",
    "2020-01-02 10:00:00,Acropolis,Zerg,Terran,1",
    '2020-02-02 10:00:00,"Wario, Inc.",Protoss,Terran,2',
]


def open_text(folder: Path, text: str, *, encoding: str = "utf-8", name: str = "t.csv") -> Games:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return Games(path)


def terran(games: Games) -> tuple[int, int]:
    played, won = games.record("Terran")
    return won, played


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp949"])
def test_delimiters_and_encodings(tmp_path: Path, separator: str, encoding: str) -> None:
    lines = [HEAD, *GAMES, "2020-03-03 10:00:00,투혼,Terran,Zerg,2"]
    text = "\n".join(line.replace("Wario, Inc.", "Wario Inc") for line in lines)
    games = open_text(tmp_path, text.replace(",", separator) + "\n", encoding=encoding)
    assert terran(games) == (2, 4)
    assert "투혼" in games.values("map")
    games.close()


@pytest.mark.parametrize("separator", ["^", "~", "\x1f"])
def test_rare_delimiters(tmp_path: Path, separator: str) -> None:
    lines = [HEAD, *(line.replace(" 10:00:00", "") for line in GAMES)]
    text = "\n".join(line.replace("Wario, Inc.", "Wario").replace('"', "") for line in lines)
    games = open_text(tmp_path, text.replace(",", separator) + "\n")
    assert terran(games) == (2, 3)
    games.close()


def test_a_quoted_comma_far_below_the_first_lines(tmp_path: Path) -> None:
    lines = [HEAD, *[GAMES[0]] * 30_000, GAMES[2]]
    games = open_text(tmp_path, "\n".join(lines) + "\n")
    assert games.rows == 30_001
    assert "Wario, Inc." in games.values("map")
    games.close()


def test_parquet(tmp_path: Path) -> None:
    import duckdb

    csv = tmp_path / "t.csv"
    csv.write_text("\n".join([HEAD, *GAMES]) + "\n")
    connection = duckdb.connect()
    connection.execute(f"COPY (FROM '{csv}') TO '{tmp_path / 't.parquet'}' (FORMAT parquet)")
    connection.close()
    games = Games(tmp_path / "t.parquet")
    assert terran(games) == (2, 3)
    games.close()


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "file_empty"),
        (b"\x00\x01\x02\xff\xfe\x00garbage", "file_not_a_table"),
        ((HEAD + "\n").encode(), "file_without_rows"),
    ],
)
def test_bad_files_are_told_apart(tmp_path: Path, content: bytes, key: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    with pytest.raises(BadFile) as caught:
        open_dataset(path)
    assert caught.value.reason == key
    assert "bad.csv" in str(caught.value)


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    for path, key in ((tmp_path / "no.csv", "file_missing"), (tmp_path, "file_is_directory")):
        with pytest.raises(BadFile) as caught:
            open_dataset(path)
        assert caught.value.reason == key


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads every file")
def test_unreadable_file(tmp_path: Path) -> None:
    path = tmp_path / "secret.csv"
    path.write_text("x")
    path.chmod(0)
    with pytest.raises(BadFile) as caught:
        open_dataset(path)
    assert caught.value.reason == "file_unreadable"


def test_a_file_that_changes_or_vanishes_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("\n".join([HEAD, *GAMES]) + "\n")
    dataset = open_dataset(path)
    assert asyncio.run(dataset.drift()) is None
    os.utime(path, (1, 1))
    assert asyncio.run(dataset.drift()) is None
    path.write_text("\n".join([HEAD, *GAMES[:1]]) + "\n")
    assert asyncio.run(dataset.drift()) == "changed"
    path.unlink()
    assert asyncio.run(dataset.drift()) == "gone"
    dataset.close()


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("p1_race,p2_race,winner", "{a},{b},{n}"),
        ("race1,race2,winner", "{a},{b},{n}"),
        ("race_a,race_b,a_won", "{a},{b},{flag}"),
        ("blue_hero,red_hero,winner", "{a},{b},{side}"),
        ("winner_race,loser_race,day", "{won},{lost},2020-01-01"),
        ("home_race,away_race,victor", "{a},{b},{won}"),
    ],
)
def test_shapes_of_one_game_a_row(tmp_path: Path, head: str, row: str) -> None:
    lines = [head]
    for index in range(40):
        a, b = ("Terran", "Zerg") if index % 2 else ("Zerg", "Terran")
        first = index % 4 < 3
        lines.append(
            row.format(
                a=a,
                b=b,
                n=1 if first else 2,
                flag=int(first),
                side="blue" if first else "red",
                won=a if first else b,
                lost=b if first else a,
            )
        )
    games = open_text(tmp_path, "\n".join(lines) + "\n")
    assert games.record("Terran") == (40, 10)
    games.close()


def test_two_hundred_columns(tmp_path: Path) -> None:
    extra = ",".join(f"c{i}" for i in range(195))
    cells = ",".join("x" for _ in range(195))
    lines = [f"{HEAD},{extra}", *(f"{game},{cells}" for game in GAMES)]
    games = open_text(tmp_path, "\n".join(lines) + "\n")
    assert terran(games) == (2, 3)
    games.close()


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1; SELECT 2",
        "DROP TABLE games",
        "DELETE FROM games",
        "CREATE TABLE x AS SELECT * FROM games",
        "COPY games TO 'x.csv'",
        "ATTACH 'x.db'",
        "INSTALL httpfs",
        "PRAGMA database_list",
        "SET threads = 9",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM duckdb_settings()",
        "SELECT getenv('HOME') FROM games",
        "SELECT * FROM information_schema.tables",
        "SELECT * FROM other",
        "SELECT (SELECT content FROM read_text('/etc/passwd')) FROM games",
        "SELECT * FROM games WHERE EXISTS (SELECT * FROM glob('*'))",
        "WITH RECURSIVE t AS (SELECT 1 AS a UNION ALL SELECT a + 1 FROM t) SELECT * FROM t",
        "SELECT * FROM (VALUES (1))",
        "SELECT * FROM games AS a, games AS b",
        "SELECT * FROM games AS a CROSS JOIN games AS b",
        "SELECT * FROM games AS a JOIN games AS b ON 1 = 1",
        "SELECT * FROM games AS a, LATERAL (SELECT * FROM games) AS b",
        "not sql at all (",
        "",
    ],
)
def test_only_one_harmless_select_may_run(sql: str) -> None:
    with pytest.raises(QueryRefused):
        check(sql)


def test_the_database_is_locked_even_behind_the_guard(tmp_path: Path) -> None:
    import duckdb

    path = tmp_path / "t.csv"
    path.write_text("\n".join([HEAD, *GAMES]) + "\n")
    engine = _engine(path)
    for sql in (f"SELECT * FROM read_csv('{path}')", "SET enable_external_access = true"):
        with pytest.raises(duckdb.Error):
            engine.connection.execute(sql)
    engine.close()


class Clock:
    """Stands for the timers of `threading`: time passes when it is told to."""

    def __init__(self) -> None:
        self.started = threading.Event()
        self.passed = 0.0

    def __call__(self, seconds: float, strikes: Callable[[], None]) -> "Clock":
        self._seconds, self._strikes = seconds, strikes
        return self

    def start(self) -> None:
        self.started.set()

    def cancel(self) -> None:
        self._strikes = lambda: None

    def wait(self, seconds: float) -> bool:
        """Let time pass; return whether the timer has struck."""
        self.passed += seconds
        struck = self.passed >= self._seconds
        if struck:
            self._strikes()
        return struck


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Engine]:
    path = tmp_path / "t.csv"
    path.write_text("\n".join([HEAD, *GAMES * 400]) + "\n")
    engine = _engine(path)
    yield engine
    engine.close()


ENDLESS = (
    "SELECT count(*) FROM games AS a JOIN games AS b ON a.map <> b.map "
    "JOIN games AS c ON b.map <> c.map JOIN games AS d ON c.map <> d.map"
)


@pytest.mark.anyio
async def test_a_slow_query_is_no_error_before_its_time_is_up(
    games: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr(threading, "Timer", clock)
    slow = asyncio.create_task(games.run(ENDLESS, {}))
    assert await asyncio.to_thread(clock.started.wait, PATIENCE)
    assert not clock.wait(290), "a busy machine is no reason to fail"
    assert await asyncio.to_thread(clock.wait, 10)
    with pytest.raises(QueryTooLong, match=r"longer than 300 seconds\. Narrow the question"):
        await slow
    assert await games.run("SELECT COUNT(*) FROM games", {}) == [(1200,)]


@pytest.mark.anyio
async def test_a_query_is_stopped_whether_it_has_begun_or_not(games: Engine) -> None:
    with pytest.raises(QueryTooLong):
        await games.run(ENDLESS, {}, seconds=0)
    work = asyncio.create_task(games.run(ENDLESS, {}))
    await asyncio.sleep(0)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert await games.run("SELECT COUNT(*) FROM games", {}) == [(1200,)]


def _engine(path: Path) -> Engine:
    engine = open_dataset(path).engine
    assert isinstance(engine, Engine)
    return engine
