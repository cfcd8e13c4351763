"""A log, or several, as a table like any other: for whoever asks tables.

    async with open_log(folders, ["/var/log/app"]) as log:
        log.connection.execute("SELECT level, count(*) FROM log GROUP BY 1").fetchall()

Its columns are those of `agents.logs.lines.merging`.
"""

import glob
import re
import shutil
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from agents.logs.lines.merging import LOG, Merged
from agents.logs.lines.parse_sql import literal, quoted
from agents.logs.lines.reading import merged
from agents.logs.lines.table import DATABASE, MEMORY, Loaded
from agents.tools.folders import AllowedFolders
from agents.tools.threads import in_thread
from app.errors import BadFile
from app.system.files import scratch_folder

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST_FILES: Final = 500
# app.log, app.log.1, app.log-20260314.gz, app-2026-03-14.log.zst, messages, syslog.2 …
_LOG_NAME: Final = re.compile(
    r"(?:.*\.(?:log|jsonl|ndjson|out|err|journal-export|export)|messages|syslog|.*[._-]log)"
    r"(?:[.-]\d+)*(?:\.(?:gz|zst|zstd))?",
    re.IGNORECASE,
)

Progress = Callable[[int, int, int], None]


class LogRelation:
    """Owns the database of a log that was read, with one table `log`; nothing in it changes."""

    def __init__(self, told: Mapping[str, Any], folder: Path) -> None:
        """Open what was read into a folder, which it owns from here on."""
        import duckdb

        config: dict[str, Any] = {
            "memory_limit": MEMORY,
            "threads": 2,
            "temp_directory": str(folder / f"spill-{uuid4().hex}"),
        }
        self.database = folder / DATABASE
        self.columns = [(str(name), str(kind)) for name, kind in told["columns"]]
        self.rows = int(told["rows"])
        self.merged = Merged(**told["merged"])
        self.files = [Loaded.of(one) for one in told["files"]]
        self.refused: list[Mapping[str, str]] = list(told["refused"])
        self._folder = folder
        self.connection: DuckDBPyConnection = duckdb.connect(
            str(self.database), read_only=True, config=config
        )
        self.connection.execute("SET enable_external_access = false")
        self.connection.execute("SET lock_configuration = true")

    def of_template(self, template: str) -> str:
        """Return the SELECT of a template's entries with each parameter as a column: p1, p2 …

        A parameter whose values are all numbers is one.
        """
        where = f"template = {literal(template)}"
        found = self.connection.execute(
            f"SELECT max(len(parameters)) FROM {LOG} WHERE {where}"
        ).fetchone()
        parameters = []
        for number in range(1, (found[0] if found and found[0] else 0) + 1):
            one = f"parameters[{number}]"
            kinds = self.connection.execute(
                f"SELECT bool_and(TRY_CAST({one} AS BIGINT) IS NOT NULL), "
                f"bool_and(TRY_CAST({one} AS DOUBLE) IS NOT NULL) FROM {LOG} WHERE {where}"
            ).fetchone()
            kind = "BIGINT" if kinds and kinds[0] else "DOUBLE" if kinds and kinds[1] else "VARCHAR"
            parameters.append(f"CAST({one} AS {kind}) AS p{number}")
        base = ", ".join(
            quoted(name) for name, _ in self.columns if name not in ("template", "parameters")
        )
        return f"SELECT {', '.join([base, *parameters])} FROM {LOG} WHERE {where}"

    def close(self) -> None:
        """Free the database and remove it; idempotent."""
        self.connection.close()
        shutil.rmtree(self._folder, ignore_errors=True)


@asynccontextmanager
async def open_log(
    folders: AllowedFolders,
    places: Sequence[str | Path],
    *,
    formats: Sequence[Mapping[str, str]] = (),
    progress: Progress = lambda *_: None,
) -> AsyncIterator[LogRelation]:
    """Read files, folders and globs into one table, merged on time, for as long as it is used.

    `formats` are a person's own (`own_formats`). Raises `BadFile`. Cancelling stops the reading.
    """

    def work(named: Sequence[str | Path], stopped: Event) -> LogRelation:
        files = [path for place in named for path in log_files(folders, place)]
        folder = scratch_folder("log")
        try:
            with ExitStack() as stack:
                opened = [stack.enter_context(folders.open(path)) for path in files[:MOST_FILES]]
                told = merged(opened, formats, folder, progress=progress, stopped=stopped)
            return LogRelation(told, folder)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    log: LogRelation = await in_thread(work)(places)
    try:
        yield log
    finally:
        log.close()


def log_files(folders: AllowedFolders, place: str | Path) -> list[Path]:
    """Return the logs that a place means: a file, those of a folder, those that fit a glob.

    Of a folder, files with names of logs count, those that were rotated and packed too. Raises
    `BadFile` for a place where none is, or more than 500 are.
    """
    given = Path(place).expanduser()
    if glob.has_magic(str(place)):
        root = given.parent if given.is_absolute() else Path.cwd() / given.parent
        found = [path for path in sorted(root.glob(given.name)) if path.is_file()]
    else:
        real = folders.resolve(given)
        if not real.is_dir():
            return [real]
        found = [p for p in sorted(real.iterdir()) if p.is_file() and _LOG_NAME.fullmatch(p.name)]
    allowed = [path.resolve() for path in found if folders.allows(path.resolve())]
    if not allowed:
        raise BadFile(f"There is no log at {place}.", key="file_missing", file=str(place))
    if len(allowed) > MOST_FILES:
        raise BadFile(
            f"{place} means {len(allowed):,} logs; {MOST_FILES} are read at most: narrow it down.",
            key="too_many_logs",
            file=str(place),
        )
    return allowed
