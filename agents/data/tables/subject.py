"""What is known beforehand of the tables of one subject, such as games between two sides.

Readers and steps know nothing of any subject: what a pack knows of its tables reaches them here.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from agents.data.tables.header_words import PLAIN, Headers
from agents.data.tables.reshape.steps import STEPS, Step

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Copy = Callable[["DuckDBPyConnection", str], None]
"""Writes the first rows of a table of that name into the table of a connection."""


def none_likeliest(names: Iterable[str], copy: Copy) -> tuple[str, ...]:
    """Return no table: of a database with several, a person has to choose."""
    return ()


class Subject(NamedTuple):
    """The `steps` that bring a table into shape, how its `headers` are read, and which it is.

    `likeliest` is given the names of a database's tables, and returns those that are most like the
    subject: one if no other is as much, () if none is.
    """

    steps: tuple[Step, ...] = STEPS
    headers: Headers = PLAIN
    likeliest: Callable[[Iterable[str], Copy], tuple[str, ...]] = none_likeliest


ANY = Subject()
"""Any table."""
