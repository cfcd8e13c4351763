"""What steps do that change a table while it is loaded."""

from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.data.tables.quoting import quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def changed(connection: "DuckDBPyConnection", columns: str, condition: str = "") -> None:
    """Keep these columns of the rows that meet a condition."""
    rest = f" WHERE {condition}" if condition else ""
    connection.execute(f"CREATE OR REPLACE TABLE {TABLE} AS SELECT {columns} FROM {TABLE}{rest}")


def replaced(connection: "DuckDBPyConnection", new: dict[str, str]) -> None:
    """Put expressions in the place of columns, by their names."""
    columns = ", ".join(f"{expression} AS {quoted(name)}" for name, expression in new.items())
    if new:
        changed(connection, f"* REPLACE ({columns})")


def columns_of(connection: "DuckDBPyConnection") -> dict[str, str]:
    """Return the types of the loaded table's columns by their names."""
    described = connection.execute(f"DESCRIBE {TABLE}").fetchall()
    return {str(row[0]): str(row[1]) for row in described}


def values_of(
    connection: "DuckDBPyConnection", name: str, most: int, rows: str = TABLE
) -> list[str]:
    """Return the different texts of a column, commonest first; [] if they are too many."""
    column = quoted(name)
    sql = (
        f"SELECT {column}::VARCHAR AS v, count(*) AS n FROM {rows} WHERE {column} IS NOT NULL "
        f"GROUP BY 1 ORDER BY n DESC, v LIMIT {most + 1}"
    )
    found = [str(row[0]) for row in connection.execute(sql).fetchall()]
    return found if len(found) <= most else []
