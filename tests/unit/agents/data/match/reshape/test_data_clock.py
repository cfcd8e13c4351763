"""Lengths written as on a clock are lengths; times of the day and scores are not."""

import asyncio
import csv
from datetime import date
from pathlib import Path

import duckdb
import pytest

from agents.answering.grounding import Facts, Ungrounded
from agents.data.match.answers.answers import Writer
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Answerable, Decline
from agents.data.understanding import Understanding

TODAY = date(2025, 3, 1)


def _table(folder: Path, name: str, texts: list[str]) -> Path:
    path = folder / "bouts.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(["winner_style", "loser_style", name])
        writer.writerows([("Heron", "Otter", text) for text in texts])
    return path


@pytest.mark.parametrize(
    ("name", "texts", "seconds"),
    [
        ("length", ["20:30", "41:30"], 1860.0),
        ("duration", ["1:00:10", "0:59:50"], 3600.0),
        ("경기시간", ["12분 10초", "13분 50초"], 780.0),
        ("duracion", ["1h 10m", "50m"], 3600.0),
        ("game_length", ["9:59", "10:01"], 600.0),
        ("tiempo", ["02:27", "02:33"], 150.0),
        ("game_time", ["PT1H58M30S", "PT1H1M30S"], 5400.0),
        ("tramo", ["26m45s", "26m15s"], 1590.0),
        ("진행", ["32분 10초", "31분 50초"], 1920.0),
        ("dur_s", ["100", "200"], 150.0),
        ("time_ms", ["90000", "110000"], 100.0),
        ("경기시간(초)", ["70", "80"], 75.0),
        ("duración", ["20", "22"], 1260.0),
    ],
)
async def test_lengths_are_read(
    tmp_path: Path, name: str, texts: list[str], seconds: float
) -> None:
    analyst = Analyst.open(_table(tmp_path, name, texts))
    analysis = await analyst.analyse(Frame(measure="duration"))
    assert analysis.cell(analysis.rows[0], "mean_seconds") == seconds
    Writer(analysis, analyst.model, "en", simulated=False).write()
    analyst.close()


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("start", ["20:30", "41:30"]),  # nothing says that it is a length
        ("경기시간", ["19:30", "14:05"]),  # a time of the day
        ("length", ["1:45", "2:10"]),  # hours, or minutes?
        ("length", ["13:5", "9:13"]),  # a score
        ("distance", ["100m", "200m"]),  # metres
    ],
)
def test_what_may_be_something_else_is_no_length(
    tmp_path: Path, name: str, texts: list[str]
) -> None:
    analyst = Analyst.open(_table(tmp_path, name, texts))
    assert analyst.model.duration is None
    analyst.close()


@pytest.mark.parametrize("kind", ["TIME", "INTERVAL"])
def test_lengths_of_parquet_types(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "t.parquet"
    rows = ", ".join(f"('A', 'B', '00:26:{second}'::{kind})" for second in (45, 15))
    duckdb.sql(f"SELECT * FROM (VALUES {rows}) AS t(winner_race, loser_race, dur)").write_parquet(
        str(path)
    )
    analyst = Analyst.open(path)
    analysis = asyncio.run(analyst.analyse(Frame(measure="duration")))
    assert analysis.cell(analysis.rows[0], "mean_seconds") == 1590.0
    analyst.close()


def test_a_name_allows_no_part_of_a_figure() -> None:
    facts = Facts("en")
    facts.name("9.8")
    facts.check("Patch 9.8 is shown.")
    with pytest.raises(Ungrounded):
        facts.check("It was 49.8% on that patch.")


def test_the_columns_of_numbers_are_known_but_not_computed(tmp_path: Path) -> None:
    path = tmp_path / "ranked.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["winner_style", "winner_rank", "loser_style", "loser_rank"])
        writer.writerows([("Heron", i, "Otter", 200 - i) for i in range(90)])
    analyst = Analyst.open(path)
    understanding = Understanding(analyst.model)
    assert analyst.model.numbers == ("winner_rank", "loser_rank")
    stopped = understanding.understand("Heron win rate when rank above 20", today=TODAY).outcome
    assert isinstance(stopped, Decline)
    assert stopped.word == "rank"
    ranked = understanding.understand("rank styles by win rate", today=TODAY).outcome
    assert isinstance(ranked, Answerable)
    analyst.close()
