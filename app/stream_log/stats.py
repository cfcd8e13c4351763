"""Figures of a log, from its index: they do not read the log again."""

from typing import Any

from app.stream_log.day_files import DayFiles
from app.stream_log.index import LogIndex


def stats(
    files: DayFiles, index: LogIndex, *, first: str = "", last: str = "9999"
) -> dict[str, Any]:
    """Return counts of a range of days; sizes in bytes, of the lines.

    Keys: `records`, `bytes`, `days`, `first_day`, `last_day`, `by_type`, `by_agent` (as sender),
    `active_files`, `archived_files`, `compressed_files`, `damaged`, `repeated_ids`, `tasks`.
    """
    index.catch_up()
    span = (first, last)
    total = index.rows(
        "SELECT coalesce(sum(records), 0), coalesce(sum(bytes), 0), count(DISTINCT day),"
        " min(day), max(day) FROM tallies WHERE day BETWEEN ? AND ?",
        *span,
    )[0]
    by_type = index.rows(
        "SELECT type, sum(records) FROM tallies WHERE day BETWEEN ? AND ? GROUP BY type"
        " ORDER BY 2 DESC, 1",
        *span,
    )
    by_agent = index.rows(
        "SELECT from_agent, sum(records) FROM tallies WHERE day BETWEEN ? AND ? GROUP BY 1"
        " ORDER BY 2 DESC, 1",
        *span,
    )
    stems = files.stems()
    active = len(files.active_stems())
    packed = sum(files.compressed(stem).exists() for stem in stems)
    return {
        "records": total[0],
        "bytes": total[1],
        "days": total[2],
        "first_day": total[3],
        "last_day": total[4],
        "by_type": dict(by_type),  # type: ignore[arg-type]
        "by_agent": dict(by_agent),  # type: ignore[arg-type]
        "active_files": active,
        "archived_files": len(stems) - active - packed,
        "compressed_files": packed,
        "damaged": index.rows("SELECT count(*) FROM damages")[0][0],
        "repeated_ids": index.rows("SELECT count(DISTINCT id) FROM repeated")[0][0],
        "tasks": index.rows("SELECT count(*) FROM tasks")[0][0],
    }
