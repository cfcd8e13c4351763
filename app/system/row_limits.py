"""Which rows of a table are kept no longer: by their age, their number, and their size together."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    LargeBinary,
    Select,
    Subquery,
    Table,
    cast,
    delete,
    func,
    literal,
    or_,
    select,
    true,
    tuple_,
)


class RowLimits(NamedTuple):
    """What is kept of the rows of one holder; None and 0 are without a limit."""

    before: datetime | None = None
    most: int = 0
    most_bytes: int = 0


class KeptRows(NamedTuple):
    """Rows of a table, and their order: by `order`, else by `moment`.

    `apart` are columns whose every value has limits of its own. Rows for which `may_go` does not
    hold stay, and count for nobody.
    """

    table: Table
    moment: ColumnElement[Any]
    order: ColumnElement[Any] | None = None
    apart: Sequence[ColumnElement[Any]] = ()
    may_go: ColumnElement[bool] = true()


def beyond(
    connection: Connection, rows: KeptRows, whose: ColumnElement[bool], limits: RowLimits
) -> "Select[Any] | None":
    """Return the keys of the rows of a holder that are beyond the limits; None without limits.

    The oldest go, without a gap: what is younger than a row that stays does not go before it. The
    size of a row is that of its texts and bytes.
    """
    held = _measured(connection, rows, whose)
    terms = []
    if limits.before is not None:
        in_seconds = rows.moment.type.python_type is float
        before = limits.before.timestamp() if in_seconds else limits.before
        terms.append(held.c.held_latest < before)
    if limits.most:
        terms.append(held.c.held_number > limits.most)
    if limits.most_bytes:
        terms.append(held.c.held_bytes > limits.most_bytes)
    if not terms:
        return None
    return select(*(held.c[column.name] for column in rows.table.primary_key)).where(or_(*terms))


def remove_beyond(
    connection: Connection,
    rows: KeptRows,
    whose: ColumnElement[bool],
    limits: RowLimits,
    *,
    really: bool,
) -> int:
    """Remove what is beyond the limits; return how many rows. Without `really` count only."""
    gone = beyond(connection, rows, whose, limits)
    if gone is None:
        return 0
    count = int(connection.scalar(select(func.count()).select_from(gone.subquery())) or 0)
    if really and count:
        key = tuple_(*rows.table.primary_key)
        connection.execute(delete(rows.table).where(key.in_(gone)))
    return count


def _measured(connection: Connection, rows: KeptRows, whose: ColumnElement[bool]) -> Subquery:
    """Return keys with what the limits are held against."""
    order = [rows.moment if rows.order is None else rows.order, *rows.table.primary_key]
    apart = list(rows.apart) or None
    # Frames that grow: where they shrink, PostgreSQL would begin anew for each row.
    older: dict[str, Any] = {"partition_by": apart, "order_by": order, "rows": (None, 0)}
    newer = {**older, "order_by": [column.desc() for column in order]}
    size = sum((_size(connection, column) for column in rows.table.columns), start=literal(0))
    return (
        select(
            *rows.table.primary_key,
            func.max(rows.moment).over(**older).label("held_latest"),
            func.count().over(**newer).label("held_number"),
            func.sum(size).over(**newer).label("held_bytes"),
        )
        .where(whose, rows.may_go)
        .subquery()
    )


def _size(connection: Connection, column: ColumnElement[Any]) -> ColumnElement[int]:
    if not issubclass(column.type.python_type, str | bytes):
        return literal(0)
    if connection.dialect.name == "postgresql":
        return func.coalesce(func.octet_length(column), 0)
    return func.coalesce(func.length(cast(column, LargeBinary)), 0)
