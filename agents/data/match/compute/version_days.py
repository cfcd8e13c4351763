"""When each version of a game was first played: by that a version stands for a moment."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.data.match.model.look import moment
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.tables.quoting import quoted

if TYPE_CHECKING:
    import duckdb

VERSIONS = ("patch", "build")
"""The dimensions whose values are versions."""
FirstDays = Mapping[str, Mapping[str, date]]
"""The day of the first game of each version, by dimension and value."""
NONE: FirstDays = MappingProxyType({})


def first_days(connection: "duckdb.DuckDBPyConnection", model: SemanticModel) -> FirstDays:
    """Return when each version of the table was first played; blocks.

    Nothing is known of a table without versions, or without days.
    """
    time = model.time
    columns = {k: d.column for k, d in model.dimensions.items() if k in VERSIONS and d.column}
    if time is None or time.grain != "day":
        return NONE
    found: dict[str, dict[str, date]] = {}
    for key, name in columns.items():
        dimension, days = model.dimensions[key], dict[str, date]()
        version = f"{quoted(str(name))}::VARCHAR"
        rows = connection.execute(
            f"SELECT {version}, min({moment(time)})::DATE FROM {TABLE} GROUP BY 1"  # noqa: S608
        ).fetchall()
        for written, day in rows:
            value = dimension.canonical(str(written))
            if day is not None and value in dimension.values:
                days[value] = min(day, days.get(value, day))
        found[key] = dict(sorted(days.items(), key=lambda one: one[1]))
    return {key: days for key, days in found.items() if days}
