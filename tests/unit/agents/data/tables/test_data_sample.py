"""The bundled sample comes from its script, byte for byte, and says that it is simulated."""

import csv
import runpy
from contextlib import closing
from pathlib import Path

from agents.data.dataset import open_dataset

ROOT = Path(__file__).resolve().parents[5]
SAMPLE = ROOT / "assets" / "sample" / "simulated_matches.csv"


def test_script_writes_the_same_bytes(tmp_path: Path) -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "make_sample.py"))
    script["write"](tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_bytes() == SAMPLE.read_bytes()


def test_every_row_says_simulated() -> None:
    with SAMPLE.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 5100
    assert {row["simulated"] for row in rows} == {"true"}


def test_rates_without_mirrors_are_those_of_the_documents() -> None:
    with SAMPLE.open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["p1_race"] != row["p2_race"]]
    for race, rate in (("Terran", 0.58), ("Zerg", 0.42), ("Protoss", 0.5)):
        played = [row for row in rows if race in (row["p1_race"], row["p2_race"])]
        won = [row for row in played if row[f"p{row['winner']}_race"] == race]
        assert len(won) / len(played) == rate


def test_the_length_of_a_game_has_a_name_in_each_language() -> None:
    with closing(open_dataset(SAMPLE)) as dataset:
        columns = [table.column("duration_s") for table in dataset.model.tables]
    for column in columns:
        told = [column.label_in(language) for language in ("ko", "en", "es")]
        assert told == ["경기 시간", "duration", "duración"]
