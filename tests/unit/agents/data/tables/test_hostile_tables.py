"""Tables that are large in an unusual way, or whose names are those of our own statements."""

import asyncio
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from agents.data.compute.computing import compute
from agents.data.dataset import open_dataset
from agents.data.query.query import Query
from agents.data.tables import building
from app.errors import BadFile

NAMES = (
    "a", "b", "c", "d", "f", "g", "h", "i", "k", "m", "n", "t", "v", "w", "x", "value",
    "rows", "total", "matched", "place", "c0", "g0", "m0", "n0", "told", "kept",
)  # fmt: skip
NOW = datetime(2024, 6, 5)  # noqa: DTZ001 - tables hold local times


def test_columns_may_have_the_names_of_our_statements(tmp_path: Path) -> None:
    path = tmp_path / "figured.csv"
    rows = [",".join(NAMES).upper()]
    rows += [",".join(f"{(n * k) % 7 + 0.5}" for k in range(len(NAMES))) for n in range(60)]
    path.write_text("\n".join([*rows, ",".join(["-?-"] * len(NAMES))]))
    dataset = open_dataset(path)
    try:
        profile = dataset.profile()
        assert [one.empty for one in profile.columns] == [1] * len(NAMES)
        for name in ("B", "N", "M0", "TOTAL"):
            asked: list[dict[str, Any]] = [
                {"measures": [{"aggregate": "median", "of": name}], "groups": [{"by": "G0"}],
                 "order": [{"measure": 0}], "limit": 2, "windows": [{"kind": "rank"}]},
                {"rows": True, "columns": [name, "C0"], "order": [{"column": name}], "limit": 3},
                {"groups": [{"by": name, "bins": 3}], "per": {"group": 0}},
            ]  # fmt: skip
            for one in asked:
                query = Query.model_validate(one)
                found = asyncio.run(compute(query, dataset.model, dataset.engine, NOW))
                assert found.rows
    finally:
        dataset.close()


@pytest.mark.parametrize("later", ["many", "1.5"])
def test_of_a_wide_table_fewer_rows_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: str
) -> None:
    """What stands further down than was looked at is read all the same."""
    monkeypatch.setattr(building, "SMALL", 0)
    monkeypatch.setattr(building, "_CELLS", 0)
    seen: list[int] = []
    readings = building.readings

    def counted(connection: Any, rows: str, names: Any, mark: str) -> Any:
        (count,) = connection.execute(f"SELECT count(*) FROM {rows}").fetchone()
        seen.append(count)
        return readings(connection, rows, names, mark)

    monkeypatch.setattr(building, "readings", counted)
    path = tmp_path / "wide.csv"
    lines = [",".join(f"c{n}" for n in range(300))]
    lines += [",".join(["1", "1.5", "2024-03-01", *(["word"] * 297)])] * 1500
    lines += [",".join(["2.5", later, "2024-03-02 10:30:00", *(["other"] * 297)])]
    path.write_text("\n".join(lines))
    dataset = open_dataset(path)
    found = [(one.stored, one.low, one.high) for one in dataset.model.table().meant[:3]]
    dataset.close()
    assert seen[0] == 1000
    assert found == [
        ("number", 1.0, 2.5), ("number", 1.5, 1.5),
        ("timestamp", "2024-03-01T00:00:00", "2024-03-02T10:30:00"),
    ]  # fmt: skip


def test_a_very_wide_table_is_not_looked_through_for_games(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    header = ["player1", "player2", "winner", *(f"c{n}" for n in range(400))]
    rows = [["Ann", "Bo", "Ann"], ["Bo", "Cy", "Cy"], ["Cy", "Ann", "Ann"], ["Ann", "Bo", "Bo"]]
    lines = [",".join([*row, *(str(n) for n in range(400))]) for row in rows * 10]
    path.write_text("\n".join([",".join(header), *lines]))
    dataset = open_dataset(path)
    assert dataset.model.table().pack == ""
    dataset.close()
    path.write_text("\n".join(",".join(line[:3]) for line in [header, *rows * 10]))
    dataset = open_dataset(path)
    assert dataset.model.table().pack == "match"
    dataset.close()


def test_lists_within_lists_are_read_or_refused_plainly(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 100_000 + "]" * 100_000)
    with pytest.raises(BadFile):
        open_dataset(path)
    path.write_text('[{"a": [[1, [2, {"b": [3]}]]], "n": 1}, {"a": [], "n": 2}]')
    dataset = open_dataset(path)
    assert [one.name for one in dataset.model.table().meant] == ["a", "n"]
    dataset.close()


def test_what_is_no_table_by_its_beginning_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "hole.csv"
    with path.open("wb") as file:
        file.truncate(1 << 40)  # a day's reading, and no room on the disk
    with pytest.raises(BadFile, match="cannot be read as a table"):
        open_dataset(path, large=1 << 41)
