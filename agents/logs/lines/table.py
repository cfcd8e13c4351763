"""The table of a log's lines, as whoever asks it has it: a database on the disk, read only."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import uuid4

from agents.answering.engine import Engine
from agents.answering.source import Source
from agents.logs.columns.detection import Detected
from agents.logs.columns.formats import Format
from agents.logs.columns.parse_sql import TABLE
from agents.logs.lines.widening import Widened
from agents.tools.text_file import LONGEST_LINE, TextFile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

DATABASE: Final = "lines.db"
MEMORY: Final = "128MB"


class Loaded(NamedTuple):
    """What is known of a log once its lines are in the database.

    `select` is the SQL by which DuckDB makes the same rows of the file again, from `relation`.
    `year` was assumed for times that have none, `day` (of the last line, ISO) for those that have
    no date either; with `utc` times of several zones were moved to
    UTC. `disorder` counts entries that are earlier than one before them, `cut` lines that are too
    long, and `rest` what was not read of those. `mark` is a digest of how
    the file began and where reading ended; `goes_on` says that lines which are added to the file
    can be added to the table. What was read in several parts has the `sha256` of theirs.

    Of several files, `files` are those that were read and `refused` names with the reasons of those
    that were not; `unzoned` counts entries without a zone that were taken to be in UTC. They have
    no `relation`, and no `select` where that would be too long to be read.
    """

    look: TextFile
    detected: Detected
    sha256: str
    rows: int
    relation: str
    select: str
    year: int | None = None
    day: str = ""
    utc: bool = False
    disorder: int = 0
    cut: int = 0
    rest: int = 0
    widened: Widened = Widened({}, {}, "line")
    mark: str = ""
    goes_on: bool = False
    files: tuple[TextFile, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    unzoned: int = 0

    def value(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            **self._asdict(),
            "look": self.look.model_dump(mode="json"),
            "files": [one.model_dump(mode="json") for one in self.files],
            "widened": list(self.widened),
            "detected": [list(self.detected.format), self.detected.read, self.detected.lines],
        }

    @classmethod
    def of(cls, value: Mapping[str, Any]) -> "Loaded":
        """Read it back from JSON."""
        given, read, lines = value["detected"]
        format_ = Format._make(given)
        format_ = format_._replace(
            groups=tuple(format_.groups),
            nouns=tuple(format_.nouns),
            fields=tuple((name, kind, sql) for name, kind, sql in format_.fields),
        )
        return cls(
            **{
                **value,
                "look": TextFile.model_validate(value["look"]),
                "files": tuple(map(TextFile.model_validate, value["files"])),
                "refused": tuple((name, why) for name, why in value["refused"]),
                "detected": Detected(format_, read, lines),
                "widened": Widened(*value["widened"]),
            }
        )


class LogTable:
    """Owns the database of the lines of a log, one file or several, and the folder it stands in.

    Columns of `lines`: line (from 1), text, entry (whether it begins an entry: what it does not
    fit stands as a continuation), time, zone, level, host, source, pid (a number where all are),
    address, user, method, path, status (as a text), message, what lines name themselves, a column
    for each event of `words.yaml` (whether a line says it), status_class (5xx), gap (seconds since
    the line before in time), template (the message with `*` for its variable words), and place
    where lines stand out of the order of time. Of several files, each line has its file, of which
    its number is, and a place.
    """

    def __init__(self, loaded: Loaded, folder: Path, tail: int = 0) -> None:
        """Open the database in a folder, which it owns from here on."""
        import duckdb

        config: dict[str, Any] = {
            "memory_limit": MEMORY,
            "threads": 2,
            "preserve_insertion_order": False,
            "allocator_flush_threshold": "8MB",
            "temp_directory": str(folder / f"spill-{uuid4().hex}"),
        }
        look = loaded.look
        self.look = look
        self.detected = loaded.detected
        self.year = loaded.year
        self.day = loaded.day
        self.utc = loaded.utc
        self.disorder = loaded.disorder
        self.widened = loaded.widened
        self.loaded = loaded
        self.folder = folder
        source = Source(
            path=look.path,
            files=tuple(one.path for one in loaded.files),
            sha256=loaded.sha256,
            rows=loaded.rows,
            size=look.size,
            modified_ns=int(look.modified * 1e9),
            relation=loaded.relation,
            view=f"{_how_to_read(loaded, tail)}{_made(loaded)}",
        )
        connection = duckdb.connect(str(folder / DATABASE), read_only=True, config=config)
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        self.engine = Engine(connection, source, table=TABLE)

    @property
    def connection(self) -> "DuckDBPyConnection":
        """A cursor of its own for figures; queries of answers go through `engine.run`."""
        return self.engine.connection

    def let_go(self) -> None:
        """Free the database, for another process to add to it."""
        self.engine.close()

    def close(self) -> None:
        """Free the database and remove it; idempotent."""
        self.engine.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _made(loaded: Loaded) -> str:
    if not loaded.select:
        return f"(of {len(loaded.files)} files: the statement that makes {TABLE} is too long here)"
    return f"CREATE VIEW {TABLE} AS {loaded.select};"


def _how_to_read(loaded: Loaded, tail: int) -> str:
    """Return in a few words what DuckDB does not do by itself."""
    found = []
    for look in loaded.files or [loaded.look]:
        it = look.name if loaded.files else "it"
        if look.compressed:
            found.append(f"unpack {it} first")
        if look.encoding not in ("utf-8", "utf-8-sig"):
            found.append(f"turn {it} from {look.encoding} into UTF-8 first")
    if tail:
        found.append(f"only its last {tail} bytes, from the next line on")
    if loaded.cut:
        found.append(f"cut its lines at {LONGEST_LINE} bytes first")
    return f"({'; '.join(found)}) " if found else ""
