"""What is in each column of the loaded table: type, how many different values, and which."""

from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.data.tables.aggregates import aggregates
from agents.data.tables.header_words import named_by_id
from agents.data.tables.quoting import quoted
from app.domain.base import Value

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LISTED = 5000
# In larger tables different values are estimated (HyperLogLog; a few per cent off), for counting
# them takes longer than reading the file. Where few are left they are listed, which is exact.
_COUNTED = 200_000
_NEARLY = 1.25
# Of a column with no more different texts in so many rows there are likely few in all.
_BEGIN, _FEW_SEEN = 20_000, 4000
NUMBER_TYPES = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT",
                "UINTEGER", "UBIGINT", "FLOAT", "DOUBLE", "DECIMAL")  # fmt: skip


class ColumnFacts(Value):
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
    columns: tuple[ColumnFacts, ...]

    def column(self, name: str) -> ColumnFacts:
        """Return a column that is there."""
        return next(one for one in self.columns if one.name == name)


def profile(connection: "DuckDBPyConnection") -> TableProfile:
    """Look at every column of the table once, and at the values of those that have few."""
    described = [
        (str(row[0]), str(row[1])) for row in connection.execute(f"DESCRIBE {TABLE}").fetchall()
    ]
    (rows,) = aggregates(connection, ["count(*)"])
    names = [name for name, _ in described]
    filled = _counted(connection, "count({})", names)
    different = "count(DISTINCT {})" if rows <= _COUNTED else "approx_count_distinct({})"
    listed: dict[str, tuple[str, ...]] = {}
    if rows > _COUNTED:  # texts are slow to count, and are listed after it, if they are few
        texts = [name for name, type_ in described if type_ == "VARCHAR" and filled[name]]
        head = f"(SELECT * FROM {TABLE} LIMIT {_BEGIN})"
        seen = _counted(connection, different, texts, head)
        likely = [name for name in texts if seen[name] <= _FEW_SEEN]
        listed = {name: _values(connection, name, LISTED + 1) for name in likely}
        listed = {name: values for name, values in listed.items() if len(values) <= LISTED}
    counts = _counted(connection, different, [name for name in names if name not in listed])
    columns = []
    for name, type_ in described:
        values = listed.get(name, ())
        distinct = len(values) or min(counts[name], filled[name])
        column = ColumnFacts(
            name=name, type=type_, distinct=distinct, missing=rows - filled[name], values=values
        )
        few = LISTED if column.kind == "text" or named_by_id(name) else 50
        if not values and column.kind not in ("other", "span") and 0 < distinct <= _NEARLY * few:
            values = _values(connection, name, few + 1)
            exact = {"distinct": len(values), "values": values}
            column = column.model_copy(
                update=exact if len(values) <= few else {"distinct": max(distinct, few + 1)}
            )
        columns.append(column)
    return TableProfile(rows=rows, columns=tuple(columns))


def _counted(
    connection: "DuckDBPyConnection", count: str, names: list[str], rows: str = TABLE
) -> dict[str, int]:
    """Return a count of each column."""
    found = aggregates(connection, (count.format(quoted(name)) for name in names), rows)
    return dict(zip(names, found, strict=True))


def _values(connection: "DuckDBPyConnection", name: str, most: int) -> tuple[str, ...]:
    column = quoted(name)
    # Grouped as they are and written as text afterwards: a million numbers are slow to write.
    sql = (
        f"SELECT value::VARCHAR FROM (SELECT {column} AS value, count(*) AS rows "
        f"FROM {TABLE} WHERE {column} IS NOT NULL GROUP BY 1) ORDER BY rows DESC, 1 LIMIT {most}"
    )
    return tuple(str(row[0]) for row in connection.execute(sql).fetchall())
