"""The query of an answer gives its result again, in DuckDB alone, whatever the file's kind."""

import asyncio
import json
import sqlite3
from datetime import date
from pathlib import Path

import duckdb
import pytest

from agents.data.match.answers.artifacts import query_of
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame

HEAD = ("played_at", "map", "p1_race", "p2_race", "p1", "p2", "winner")
FRAMES = [
    Frame.model_validate({"measure": measure, "group_by": group})
    for measure in ("win_rate", "games", "wins")
    for group in ((), ("race",), ("map",), ("month",), ("race", "map"), ("matchup",))
]


def games() -> list[tuple[object, ...]]:
    races = ("Terran", "Zerg", "Protoss")
    return [
        (date(2020, 1 + i % 9, 1 + i % 28).isoformat(), ("투혼", "Ñandú", "Dust")[i % 3 :][0],
         races[i % 3], races[(i * 2 + 1) % 3], f"Ann {i % 5}", f"Bob {i % 7}", 1 + i * i % 2)
        for i in range(240)
    ]  # fmt: skip


def write(path: Path, kind: str) -> Path:
    rows = games()
    if kind == "sqlite":
        with sqlite3.connect(path) as database:
            database.execute(f"CREATE TABLE played ({', '.join(HEAD)})")
            database.executemany("INSERT INTO played VALUES (?,?,?,?,?,?,?)", rows)
            database.execute("UPDATE played SET map = NULL WHERE p1 = 'Ann 1'")
        database.close()
        return path
    if kind == "parquet":
        csv = write(path.with_suffix(".utf"), "utf-8")
        duckdb.sql(f"COPY (FROM read_csv('{csv}')) TO '{path}' (FORMAT parquet)")
        return path
    names = {"cp949": {"Ñandú": "남산"}, "cp1252": {"투혼": "Río"}}.get(kind, {})
    lines = [",".join(str(names.get(str(c), c)) for c in row) for row in (HEAD, *rows)]
    if kind == "mixed":
        path.write_bytes("\r\n".join(lines[:50]).encode() + "\n".join(["", *lines[50:]]).encode())
    else:
        path.write_bytes("\n".join(lines).encode(kind))
    return path


KINDS = ("utf-8", "utf-8-sig", "utf-16", "cp949", "cp1252", "mixed", "sqlite", "parquet")


@pytest.mark.parametrize("kind", KINDS)
def test_a_query_run_again_gives_its_result(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suffix = {"sqlite": ".db", "parquet": ".parquet"}.get(kind, ".csv")
    path = write(tmp_path / f"games{suffix}", kind)
    analyst = Analyst.open(path, model_folder=tmp_path)
    monkeypatch.chdir(tmp_path)
    for frame in FRAMES:
        analysis = asyncio.run(analyst.analyse(frame))
        assert analysis.rows
        with duckdb.connect(config={"autoinstall_known_extensions": False}) as fresh:
            text = query_of(analysis, analyst.source)
            view = text.partition("\n")[0].partition("loaded file: ")[2]
            fresh.execute(view)
            rows = fresh.execute(text).fetchall()
        assert json.dumps(rows) == json.dumps(list(analysis.rows)), (kind, text)
    analyst.close()
