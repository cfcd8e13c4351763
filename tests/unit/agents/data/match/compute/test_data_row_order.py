"""Groups that are numbered come in the order of their numbers, unless they are ranked."""

import asyncio
from datetime import date
from pathlib import Path

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Answerable
from agents.data.understanding import Understanding


@pytest.mark.parametrize(
    ("header", "noun", "values"),
    [
        ("patch", "patch", ("4.9.3", "4.10.0", "5.0")),
        ("season", "season", ("시즌2", "시즌9", "시즌10")),
        ("stage", "stage", ("8", "9", "10")),
    ],
)
def test_numbered_groups_come_by_number(
    tmp_path: Path, header: str, noun: str, values: tuple[str, ...]
) -> None:
    path = tmp_path / "counted.csv"
    games = dict(zip(values, (40, 90, 60), strict=True))
    rows = [
        f"{v},{race},{games[v]},{games[v] // 2}" for v in values for race in ("Orc", "Human", "Elf")
    ]
    path.write_text("\n".join([f"{header},race,games,wins", *rows]) + "\n", encoding="utf-8")
    analyst = Analyst.open(path)
    reads = Understanding(analyst.model)

    def first_cells(text: str) -> list[str]:
        outcome = reads.understand(text, today=date(2024, 1, 1)).outcome
        assert isinstance(outcome, Answerable)
        return [str(row[0]) for row in asyncio.run(analyst.analyse(outcome.frame)).rows]

    assert first_cells(f"Orc win rate by {noun}") == list(values)
    assert first_cells(f"which {noun} has the most Orc games")[0] == values[1]
    analyst.close()


def test_names_with_a_number_are_not_numbered(tmp_path: Path) -> None:
    path = tmp_path / "counted.csv"
    rows = [f"{m},{r},{n},5" for m, n in (("Route 66", 20), ("Arena", 90)) for r in ("Orc", "Elf")]
    path.write_text("\n".join(["map,race,games,wins", *rows]) + "\n", encoding="utf-8")
    analyst = Analyst.open(path)
    assert not analyst.model.dimensions["map"].numbered
    analyst.close()
