"""CSV, TSV and other text files of rows, read by DuckDB once it is known how they are written."""

import codecs
import shutil
from collections.abc import Mapping
from pathlib import Path

from agents.answering.source import LoadNote
from agents.data.recoding import encoding_of, recode
from agents.data.tables.readers.dialect import SEEN, Dialect, dialect_of, named
from agents.data.tables.rows import Rows
from agents.data.tables.sql_text import literal
from app.errors import BadFile

_LINE = 2_000_000  # bytes of a line at most, as DuckDB has it; it reads whole buffers of two
_PROSE = (".csv", ".tsv", ".tab", ".psv", ".data")
"""How files are called of which one column may be a table; of others it would be prose."""


class TextRows(Rows):
    """The rows of one text file in UTF-8, or of several that are written alike."""

    def __init__(self, files: list[Path], dialect: Dialect, notes: tuple[LoadNote, ...]) -> None:
        super().__init__(
            named(dialect.headers), dialect.headers, mark=dialect.mark, notes=notes,
            size=sum(file.stat().st_size for file in files),
        )  # fmt: skip
        self._files = files
        self._dialect = dialect
        self._padded = dialect.ragged
        self._tolerant = False

    def sql(self, types: Mapping[str, str] | None = None) -> str:
        """Return the relation, of texts but for columns of `types`."""
        types = types or {}
        columns = ", ".join(
            f"{literal(name)}: {literal(types.get(name, 'VARCHAR'))}" for name in self.names
        )
        one = self._dialect
        options = [
            "auto_detect = false", f"delim = {literal(one.mark)}", "quote = '\"'",
            f"escape = {literal(one.escape)}", f"header = {str(one.header).lower()}",
            f"skip = {one.skip}", "strict_mode = false", f"max_line_size = {_LINE}",
        ]  # fmt: skip
        if self._padded:
            options.append("null_padding = true")
        if self._tolerant:
            options += ["parallel = false", "ignore_errors = true"]
        files = ", ".join(literal(str(file)) for file in self._files)
        return f"read_csv([{files}], columns = {{{columns}}}, {', '.join(options)})"

    def easier(self) -> bool:
        """Read with fewer demands from now on; return whether there was a way left."""
        if self._tolerant:
            return False
        self._tolerant = self._padded
        self._padded = True
        return True

    @property
    def tolerant(self) -> bool:
        """Whether lines that cannot be read are left out."""
        return self._tolerant


def read_text(path: Path, folder: Path, others: tuple[Path, ...] = ()) -> TextRows:
    """Return the rows of a text file; `folder` takes a copy in UTF-8 where one is needed.

    Raises `BadFile` for what is no text, or no table.
    """
    from agents.data.tables.files import not_a_table

    notes: list[LoadNote] = []
    files = []
    for place, one in enumerate((path, *others)):
        encoding = encoding_of(one)
        if encoding is None:
            raise not_a_table(path)
        if encoding != "UTF-8":
            copy = folder / f"{place}.csv"
            recode(one, copy, encoding)
            one = copy
            if place == 0:
                notes.append(LoadNote(key="read_encoding", what=encoding))
        files.append(one)
    marks = "\t,;|" if path.suffix.lower() in (".tsv", ".tab") else ",\t;|"
    with files[0].open("rb") as file:
        start = file.read(SEEN)
    if b"\x00" in start:
        raise not_a_table(path)
    decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
    dialect = dialect_of(decoder.decode(start), whole=len(start) < SEEN, marks=marks)
    if dialect is None or (dialect.mark == "\x00" and path.suffix.lower() not in _PROSE):
        raise not_a_table(path)
    if dialect.skip:
        notes.append(LoadNote(key="read_lines_above", count=dialect.skip))
    if not dialect.header:
        notes.append(LoadNote(key="read_without_header"))
    return TextRows(files, dialect, tuple(notes))


def unpacked(path: Path, folder: Path) -> Path:
    """Return a copy of a gzip file without its packing; raises `BadFile`."""
    import gzip
    import zlib

    copy = folder / (path.stem or "table")
    room = shutil.disk_usage(folder).free // 2
    try:
        with gzip.open(path, "rb") as packed, copy.open("wb") as plain:
            while chunk := packed.read(1 << 20):
                room -= len(chunk)
                if room < 0:
                    raise BadFile(
                        f"{path.name} is too large when unpacked for the room on this disk.",
                        key="file_too_large",
                        file=path.name,
                    )
                plain.write(chunk)
    except (OSError, EOFError, zlib.error) as error:
        raise BadFile(
            f"{path.name} cannot be unpacked: {error}.",
            key="file_unreadable",
            file=path.name,
            cause=str(error),
        ) from None
    return copy
