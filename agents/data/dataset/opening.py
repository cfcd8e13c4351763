"""An open table, or several: read once into DuckDB, with the model of what its columns are."""

import re
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir
from threading import Event
from typing import TYPE_CHECKING
from uuid import uuid4

from agents.answering.engine import MEMORY, Engine
from agents.answering.source import LARGE, TABLE, LoadNote, Source, digest_of, size_and_time
from agents.answering.text.language import Language
from agents.data.match.screening import SIDES, may_hold_games
from agents.data.model.drafting import draft
from agents.data.model.files import keep, with_kept
from agents.data.model.header_kinds import tells
from agents.data.model.keys import with_unique_keys
from agents.data.model.profile import TableProfileValue, profile_of
from agents.data.model.rereading import Reread, as_kept, reread
from agents.data.model.schema import Table, TableModel
from agents.data.tables.building import Built, build
from agents.data.tables.files import looked_at, rows_of
from agents.data.tables.opening import Loading, LoadingStopped
from agents.data.tables.quoting import quoted, unused
from agents.data.tables.refusals import not_a_table, too_large, vanished
from app.errors import BadFile
from app.system.files import private_folder

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from agents.data.compute.engines.port import Engine as Port


_ONE_THREAD = 16 * 1024 * 1024
"""Bytes of a table that a second thread would only take more memory for."""

_MOST_LOOKED_AT = 12  # tables in which games are looked for


class Dataset:
    """Owns the open tables of one file until `close`.

    `model` says what their columns are, `source` which file it was and what was changed on reading.
    What is corrected is kept in `folder`.
    """

    rereads = True
    """Whether texts can be read again as moments."""

    def __init__(
        self, engine: "Port", model: TableModel, source: Source, folder: Path | None = None
    ) -> None:
        self.engine: Port = engine
        self.model = model
        self.source = source
        self._folder = folder
        self._profiles: dict[tuple[str, Language], TableProfileValue] = {}

    def profile(self, table: str = "", *, language: Language = "en") -> TableProfileValue:
        """Return what is in a table, the main one for ""; looked at once. Raises KeyError."""
        found = self._profiles.get((table, language))
        if found is None:
            found = self._look(self.model.table(table), language)
            self._profiles[table, language] = found
        return found

    def _look(self, table: Table, language: Language) -> TableProfileValue:
        assert isinstance(self.engine, Engine)
        with self.engine.connection as cursor:
            return profile_of(
                cursor, table, self.source, language, beside=self.model.told, rereads=self.rereads
            )

    def correct(self, model: TableModel) -> bool:
        """Go on with this model of the same tables; return whether it was kept for later.

        Columns are read again where their kinds ask for it. Raises OSError, and `Unreadable` where
        that gives nothing; both then go on as before.
        """
        with self._read_again(model) as found:
            if self._folder is not None:
                keep(found.model, self._folder, self.source.path)
        self.model = found.model
        self.source = self.source.model_copy(update={"notes": found.notes(self.source.notes)})
        self._profiles.clear()
        return self._folder is not None

    @contextmanager
    def _read_again(self, model: TableModel) -> Iterator[Reread]:
        """Read columns again where a model asks for it; as they were if an exception comes."""
        assert isinstance(self.engine, Engine)
        with self.engine.connection as cursor:
            cursor.begin()
            try:
                yield reread(cursor, model)
            except BaseException:
                cursor.rollback()
                raise
            cursor.commit()

    async def drift(self) -> str | None:
        """Return "gone" or "changed" if the file is no longer what was read, else None."""
        assert isinstance(self.engine, Engine)
        return await self.engine.drift()

    def close(self) -> None:
        """Free the tables; idempotent."""
        self.engine.close()


def open_file(
    spec: Path | str,
    *,
    model_folder: Path | None = None,
    loading: Loading | None = None,
    large: int = LARGE,
) -> Dataset:
    """Read what lies at `spec` (`file#table` names one of several tables), and draft its model.

    What was kept of the model in `model_folder` takes the place of what was drafted.
    Blocks; asks nothing. From `large` bytes on the tables are kept on disk. Raises `BadFile`, and
    `LoadingStopped` after `loading.stop()`.
    """
    import duckdb

    path, chosen = _named(spec)
    files, size, modified = looked_at(path)
    spill = Path(gettempdir()) / f"balance-desk-{uuid4().hex}"
    folder = _room(path, spill, size) if size >= large else None
    connection = duckdb.connect(
        ":memory:" if folder is None else str(folder / "tables.duckdb"),
        config={
            "memory_limit": MEMORY,
            "threads": 1 if size < _ONE_THREAD else 2,
            "temp_directory": str(spill / "spill"),
        },
    )
    try:
        # How far a long statement is can be asked for; DuckDB would print it too.
        connection.execute("SET enable_progress_bar_print = false")
        if loading is not None:
            loading.reads(connection)
        built, digest = _built(connection, path, chosen, files)
        if _changed(files, size, modified):
            raise BadFile(
                f"{path.name} changed while it was read. Try again when nothing writes to it.",
                key="file_changing",
                file=path.name,
            )
        model = draft(connection, built)
        model, told = _with_pack(connection, model)
        again = as_kept(connection, with_kept(model, model_folder, path))
        model = with_unique_keys(connection, again.model)
        if loading is not None and loading.stopped:
            raise duckdb.InterruptException("stopped")
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
    except BaseException as error:
        if loading is not None:
            loading.reads(None)
        connection.close()
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, duckdb.InterruptException):
            raise LoadingStopped(f"{path.name} was not read to its end.") from None
        if isinstance(error, duckdb.OutOfMemoryException):
            raise too_large(path) from None
        raise
    if loading is not None:
        loading.reads(None)
    main = model.table()
    names = tuple(one.name for one in model.tables)
    changed = (
        note.model_copy(update={"table": one.name if one.name in names else main.name})
        for one in built for note in one.notes
    )  # fmt: skip
    source = Source(
        path=path, files=tuple(files), sha256=digest, rows=main.rows, size=size,
        modified_ns=modified, notes=again.notes((*changed, *told)),
        simulated="simulated" in path.stem.lower(),
    )  # fmt: skip
    return Dataset(Engine(connection, source, folder, table=names), model, source, model_folder)


def _named(spec: Path | str) -> tuple[Path, str]:
    """Return the path, and the table of it that stands behind a #."""
    path = Path(spec).expanduser()
    given, _, chosen = str(path).partition("#")
    return (Path(given), chosen) if chosen and not path.exists() else (path, "")


def _built(
    connection: "DuckDBPyConnection", path: Path, chosen: str, files: list[Path]
) -> tuple[list[Built], str]:
    """Make the tables, and return them with the digest of the files; raises `BadFile`."""
    import duckdb

    over = Event()
    with ThreadPoolExecutor(max_workers=1) as beside:  # a digest takes a tenth of a read
        digesting = beside.submit(digest_of, files, over)
        try:
            with rows_of(connection, files, chosen) as found:
                taken = {TABLE, SIDES}
                built = [
                    build(
                        connection,
                        one,
                        _table_name(connection, one.table or path.stem, taken),
                        lambda header: tells(header, "version"),
                    )
                    for one in found
                ]
            digest = digesting.result()
        except OSError:
            raise vanished(path) from None
        except (duckdb.InterruptException, duckdb.OutOfMemoryException):
            raise
        except duckdb.Error:
            raise (not_a_table(path) if path.exists() else vanished(path)) from None
        except BadFile:
            if not path.exists():  # it was there when it was opened
                raise vanished(path) from None
            raise
        finally:
            over.set()  # who refuses a file does not read it to its end
    built = [one for one in built if one.rows] or built
    if not chosen:
        built.sort(key=lambda one: -one.rows)
    if not built[0].rows:
        raise BadFile(
            f"{path.name} has column names but no rows.", key="file_without_rows", file=path.name
        )
    return built, digest


def _with_pack(
    connection: "DuckDBPyConnection", model: TableModel
) -> tuple[TableModel, tuple[LoadNote, ...]]:
    """Let the pack of games have the table that holds some, and return what it changed."""
    for table in filter(may_hold_games, model.tables[:_MOST_LOOKED_AT]):
        from agents.data.match.recognition import recognised
        from agents.data.match.sides_table import match_metrics, match_tables

        found = recognised(connection, table)
        if found is None:
            continue
        games, sides = match_tables(connection, found, table)
        connection.execute(f"DROP TABLE {quoted(table.name)}")
        names = {column.name for column in games.columns}
        keys = tuple(key for key in table.keys if names.issuperset(key.columns))
        others = [
            one.model_copy(update={"keys": tuple(
                key.model_copy(update={"table": TABLE}) if key.table == table.name else key
                for key in one.keys
            )})
            for one in model.tables if one.name != table.name
        ]  # fmt: skip
        games = games.model_copy(update={"keys": keys})
        metrics = (*model.metrics, *match_metrics(found))
        changed = {"tables": (games, sides, *others), "metrics": metrics}
        return model.model_copy(update=changed), found.notes
    return model, ()


def _table_name(connection: "DuckDBPyConnection", text: str, taken: set[str]) -> str:
    """Return a plain name for a table in statements: letters, figures and underscores."""
    base = re.sub(r"\W+", "_", text.partition(".")[0]).strip("_").lower()[:60]
    reserved = connection.execute(
        "SELECT 1 FROM duckdb_keywords() WHERE keyword_name = ? AND keyword_category <> "
        "'unreserved'",
        [base],
    ).fetchone()
    if not base or base[0].isdigit() or reserved:
        base = f"t_{base}".rstrip("_")
    return unused(base, taken, "_")


def _changed(files: list[Path], size: int, modified: int) -> bool:
    try:
        return size_and_time(files) != (size, modified)
    except OSError:
        return False  # gone, but read: the first answer says so


def _room(path: Path, folder: Path, size: int) -> Path:
    """Make the folder for a large table, if there is room for it."""
    private_folder(folder)
    free = shutil.disk_usage(folder).free
    if free < size:
        shutil.rmtree(folder, ignore_errors=True)
        raise BadFile(
            f"{path.name} is large ({size // 10**6} MB) and {folder.parent} has only "
            f"{free // 10**6} MB left to hold its table. Free some room, or name another folder "
            "in the environment variable TMPDIR.",
            key="file_too_large",
            file=path.name,
        )
    return folder
