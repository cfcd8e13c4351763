"""Tables of games in tests: what their columns were taken for, and the figures of their sides."""

import csv
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

import duckdb

from agents.answering.source import LoadNote
from agents.data.dataset import open_dataset
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.recognition import drafted
from agents.data.model.drafting import draft_table
from agents.data.tables.building import build
from agents.data.tables.files import rows_of


def written(folder: Path, head: str, lines: Iterable[str]) -> Path:
    """Write a CSV file of a header and lines."""
    path = folder / "games.csv"
    path.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    return path


def written_rows(folder: Path, rows: Iterable[Sequence[object]]) -> Path:
    """Write a CSV file of rows, the header first."""
    path = folder / "games.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def model_of(path: Path) -> SemanticModel:
    """Return what the columns of a table mean; raises `NoGames`."""
    with duckdb.connect(":memory:") as connection, rows_of(connection, [path]) as found:
        built = build(connection, found[0], "given", lambda header: False)
        return drafted(connection, draft_table(connection, built), built.rows).model


class Games:
    """Owns an open table of games until `close`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._dataset = open_dataset(path)
        assert self._dataset.model.table().pack == "match", "no table of games"
        self._sides = self._dataset.model.table("sides")

    @cached_property
    def model(self) -> SemanticModel:
        """What the columns of the table mean."""
        return model_of(self._path)

    @property
    def notes(self) -> tuple[LoadNote, ...]:
        """What was changed on reading."""
        return self._dataset.source.notes

    @property
    def rows(self) -> int:
        """How many rows the table of games has."""
        return self._dataset.model.table().rows

    @property
    def nouns(self) -> tuple[str, ...]:
        """What a row of it may be called, besides the first word."""
        return self._sides.noun["en"].synonyms

    def values(self, column: str) -> set[str]:
        """Return the values of a column of the sides."""
        return {str(value) for (value,) in self._run(f'SELECT DISTINCT "{column}" FROM sides')}

    def record(
        self, own: str = "", rival: str = "", *, role: str = "side", mirrors: bool = False
    ) -> tuple[int, int]:
        """Return games and wins of a side, against one rival or all; mirrors are left out."""
        tests = [] if mirrors else ["NOT mirror"]
        tests += [f"\"{self._column(role)}\" = '{own}'"] if own else []
        tests += [f"\"{self._column('opponent')}\" = '{rival}'"] if rival else []
        games = "sum(n)" if "n" in {one.name for one in self._sides.columns} else "count(won)"
        found = self._run(
            f"SELECT {games}, sum(won::INT) FROM sides WHERE {' AND '.join(tests) or 'true'}"
        )
        return int(found[0][0] or 0), int(found[0][1] or 0)

    def days(self) -> tuple[object, object]:
        """Return the first and the last day."""
        return self._run("SELECT min(moment)::DATE, max(moment)::DATE FROM sides")[0][:2]

    def _column(self, role: str) -> str:
        return next(one.name for one in self._sides.columns if one.role == role)

    def _run(self, sql: str) -> list[tuple[object, ...]]:
        with self._dataset.engine.connection as cursor:
            return cursor.execute(sql).fetchall()

    def close(self) -> None:
        """Free the table."""
        self._dataset.close()
