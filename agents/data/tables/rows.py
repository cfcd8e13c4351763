"""Rows that DuckDB can read, before anything is known of what their cells mean."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path

from agents.answering.source import LoadNote

Links = tuple[tuple[tuple[str, ...], str, tuple[str, ...]], ...]
"""Columns that hold the key of another table, that table, and the columns of its key."""


@dataclass(eq=False)
class Rows:
    """The rows of one table of a file, with a name and the file's own header for each column.

    Columns that are not in `types` are texts. `size` is what the file has in bytes, `mark` what
    parts its cells, `table` what the file calls the table ("" for a file of one). `keys` are
    columns that tell rows apart.
    """

    names: Sequence[str]
    headers: Sequence[str]
    types: Mapping[str, str] = field(default_factory=dict)
    relation: str = ""
    mark: str = ","
    notes: tuple[LoadNote, ...] = ()
    size: int = 0
    table: str = ""
    keys: tuple[str, ...] = ()
    links: Links = ()

    def sql(self, types: Mapping[str, str] | None = None) -> str:
        """Return the relation, in which columns of `types` have that type where it can be had."""
        return self.relation

    @property
    def reads_types(self) -> bool:
        """Whether the relation can give a column a type by itself."""
        return not self.relation

    def easier(self) -> bool:
        """Read with fewer demands from now on; return whether there was a way left."""
        return False

    @property
    def tolerant(self) -> bool:
        """Whether rows that cannot be read are left out."""
        return False


def by_shape(files: Mapping[Path, Set[str]]) -> list[list[Path]]:
    """Return files, each given with the names of its columns, by the table that they hold.

    Those with the same columns are one table, in whatever order these stand, and of files that are
    called alike but for numbers (`sales-2024-01`) those with mostly the same.
    """
    shapes: list[tuple[str, Set[str], list[Path]]] = []
    for file, names in files.items():
        series = "".join(one for one in file.stem.casefold() if not one.isdigit())
        alike = (
            listed for called, known, listed in shapes
            if names == known
            or (called == series and 2 * len(names & known) >= len(names | known))
        )  # fmt: skip
        listed = next(alike, [])
        if not listed:
            shapes.append((series, names, listed))
        listed.append(file)
    return [listed for *_, listed in shapes]
