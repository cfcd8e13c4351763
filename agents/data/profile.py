"""What is in each column of the loaded table: type, how many different values, and which."""

from typing import TYPE_CHECKING

from agents.data.column_names import named_by_id
from agents.data.table import TABLE
from app.domain.base import Value

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LISTED = 5000
_AT_ONCE = 16  # columns counted in one query: each holds its values in memory
# In larger tables different values are estimated (HyperLogLog; a few per cent off), for counting
# them takes longer than reading the file. Where few are left they are listed, which is exact.
_COUNTED = 200_000
_NEARLY = 1.25
NUMBER_TYPES = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT",
                "UINTEGER", "UBIGINT", "FLOAT", "DOUBLE", "DECIMAL")  # fmt: skip


class Column(Value):
    """One column; `values` are its different values as text, commonest first, if they are few."""

    name: str
    type: str
    distinct: int
    missing: int
    values: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """`text`, `number`, `time`, `span` (of time), `truth` or `other`."""
        if self.type.startswith(("TIMESTAMP", "DATE")):
            return "time"
        if self.type.startswith(NUMBER_TYPES):
            return "number"
        if self.type == "INTERVAL":
            return "span"
        if self.type == "BOOLEAN":
            return "truth"
        return "text" if self.type.startswith(("VARCHAR", "ENUM")) else "other"


class TableProfile(Value):
    """All columns in the table's order, and the number of rows."""

    rows: int
    columns: tuple[Column, ...]

    def column(self, name: str) -> Column:
        """Return a column; raises KeyError."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)


def profile(connection: "DuckDBPyConnection") -> TableProfile:
    """Look at every column of the table once, and at the values of those that have few."""
    described = [
        (str(row[0]), str(row[1])) for row in connection.execute(f"DESCRIBE {TABLE}").fetchall()
    ]
    row = connection.execute(f"SELECT count(*) FROM {TABLE}").fetchone()  # noqa: S608
    rows = int(row[0]) if row is not None else 0
    different = "count(DISTINCT {})" if rows <= _COUNTED else "approx_count_distinct({})"
    counts: list[int] = []
    for start in range(0, len(described), _AT_ONCE):
        names = [quoted(name) for name, _ in described[start : start + _AT_ONCE]]
        counted = ", ".join(f"{different.format(n)}, count({n})" for n in names)
        row = connection.execute(f"SELECT {counted} FROM {TABLE}").fetchone()  # noqa: S608
        assert row is not None
        counts += map(int, row)
    columns = []
    for index, (name, type_) in enumerate(described):
        distinct, filled = min(counts[2 * index : 2 * index + 2]), counts[2 * index + 1]
        column = Column(name=name, type=type_, distinct=distinct, missing=rows - filled)
        few = LISTED if column.kind == "text" or named_by_id(name) else 50
        if column.kind not in ("other", "span") and 0 < distinct <= _NEARLY * few:
            values = _values(connection, name, few + 1)
            exact = {"distinct": len(values), "values": values}
            column = column.model_copy(
                update=exact if len(values) <= few else {"distinct": max(distinct, few + 1)}
            )
        columns.append(column)
    return TableProfile(rows=rows, columns=tuple(columns))


def quoted(name: str) -> str:
    """Return a column name as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def _values(connection: "DuckDBPyConnection", name: str, most: int) -> tuple[str, ...]:
    column = quoted(name)
    # Grouped as they are and written as text afterwards: a million numbers are slow to write.
    sql = (
        f"SELECT value::VARCHAR FROM (SELECT {column} AS value, count(*) AS rows "  # noqa: S608
        f"FROM {TABLE} WHERE {column} IS NOT NULL GROUP BY 1) ORDER BY rows DESC, 1 LIMIT {most}"
    )
    return tuple(str(row[0]) for row in connection.execute(sql).fetchall())
