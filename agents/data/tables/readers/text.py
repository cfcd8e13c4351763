"""CSV, TSV and other text files of rows, read by DuckDB once it is known how they are written."""

import codecs
import shutil
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from agents.answering.source import LoadNote
from agents.data.tables.quoting import literal
from agents.data.tables.readers.dialect import SEEN, Dialect, dialect_of, named
from agents.data.tables.readers.encodings import encoding_of, marked_utf_16, recode
from agents.data.tables.refusals import not_a_table
from agents.data.tables.rows import Links, Rows, by_shape
from app.errors import BadFile

_LINE = 2_000_000  # bytes of a line at most, as DuckDB has it; it reads whole buffers of two
_TABLES = (".csv", ".tsv", ".tab", ".psv", ".data")
"""How files of rows are called; others may hold prose."""


class FilesAlike(NamedTuple):
    """Files of rows in UTF-8 that are written alike."""

    files: list[Path]
    dialect: Dialect


class TextRows(Rows):
    """The rows of text files; where they are written otherwise, columns go by their names.

    `types` are those of columns by their headers.
    """

    def __init__(
        self, parts: list[FilesAlike], notes: tuple[LoadNote, ...], *, padded: bool = False,
        types: Mapping[str, str] = MappingProxyType({}), table: str = "",
        keys: tuple[str, ...] = (), links: Links = (),
    ) -> None:  # fmt: skip
        columns: dict[str, tuple[str, str]] = {}
        for part in parts:
            for name, header in zip(named(part.dialect.headers), part.dialect.headers, strict=True):
                columns.setdefault(name.casefold(), (name, header))
        super().__init__(
            [name for name, _ in columns.values()], [header for _, header in columns.values()],
            {name: types[header] for name, header in columns.values() if header in types},
            mark=parts[0].dialect.mark, notes=notes, table=table, keys=keys, links=links,
            size=sum(file.stat().st_size for part in parts for file in part.files),
        )  # fmt: skip
        self._parts = parts
        self._padded = padded
        self._tolerant = False

    def sql(self, types: Mapping[str, str] | None = None) -> str:
        """Return the relation, of texts but for columns of `types`, and those with their own."""
        read = [self._read(part, {**(types or {}), **self.types}) for part in self._parts]
        if len(read) == 1:
            return read[0]
        return f"({' UNION ALL BY NAME '.join(f'FROM {one}' for one in read)})"

    def _read(self, part: FilesAlike, types: Mapping[str, str]) -> str:
        spelled = {name.casefold(): name for name in self.names}
        names = [spelled[name.casefold()] for name in named(part.dialect.headers)]
        columns = ", ".join(
            f"{literal(name)}: {literal(types.get(name, 'VARCHAR'))}" for name in names
        )
        one = part.dialect
        options = [
            "auto_detect = false", f"delim = {literal(one.mark)}", "quote = '\"'",
            f"escape = {literal(one.escape)}", f"header = {str(one.header).lower()}",
            f"skip = {one.skip}", "strict_mode = false", f"max_line_size = {_LINE}",
        ]  # fmt: skip
        if self._padded:
            options.append("null_padding = true")
        if self._tolerant:
            options += ["parallel = false", "ignore_errors = true"]
        files = ", ".join(literal(str(file)) for file in part.files)
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


def read_text(paths: list[Path], folder: Path) -> list[TextRows]:
    """Return the rows of text files, those of one shape as one table; `folder` takes copies in
    UTF-8.

    Raises `BadFile` for what is no text or no table.
    """
    found: dict[Path, _Written] = {}
    for place, path in enumerate(paths):
        file, encoding = _in_utf_8(path, folder / f"{place}.csv")
        found[path] = _Written(file, encoding, _dialect(path, file))
    shapes = by_shape({path: _names(one.dialect) for path, one in found.items()})
    alone = len(shapes) == 1
    return [
        _of_one_shape([found[path] for path in listed], "" if alone else listed[0].stem)
        for listed in shapes
    ]


class _Written(NamedTuple):
    file: Path
    encoding: str
    dialect: Dialect


def _names(dialect: Dialect) -> set[str]:
    """Return the names of columns by which files are of one shape."""
    if not dialect.header:
        return {f"{len(dialect.headers)} columns without a name\n"}
    return {name.casefold() for name in named(dialect.headers)}


def _of_one_shape(found: list[_Written], table: str) -> TextRows:
    _, encoding, dialect = found[0]
    parts: list[FilesAlike] = []
    for file, _, written in found:
        alike = written._replace(ragged=False)
        if not parts or parts[-1].dialect != alike:
            parts.append(FilesAlike([], alike))
        parts[-1].files.append(file)
    notes: list[LoadNote] = []
    if encoding != "UTF-8":
        notes.append(LoadNote(key="read_encoding", what=encoding))
    if dialect.skip:
        notes.append(LoadNote(key="read_lines_above", count=dialect.skip))
    if not dialect.header:
        notes.append(LoadNote(key="read_without_header"))
    if len(found) > 1:
        notes.append(LoadNote(key="read_files", count=len(found)))
    ragged = any(one.dialect.ragged for one in found)
    return TextRows(parts, tuple(notes), padded=ragged, table=table)


def _in_utf_8(path: Path, copy: Path) -> tuple[Path, str]:
    """Return a file as UTF-8, copied if it has to be, and the encoding that it has."""
    if not marked_utf_16(path):
        _dialect(path, path)  # no table by its beginning: the rest of it is not read
    encoding = encoding_of(path)
    if encoding is None:
        raise not_a_table(path)
    if encoding == "UTF-8":
        return path, encoding
    recode(path, copy, encoding)
    return copy, encoding


def _dialect(path: Path, file: Path) -> Dialect:
    ending = path.suffix.lower()
    marks = "\t,;|" if ending in (".tsv", ".tab") else ",\t;|"
    with file.open("rb") as opened:
        start = opened.read(SEEN)
    if b"\x00" in start:
        raise not_a_table(path)
    decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
    dialect = dialect_of(
        decoder.decode(start), whole=len(start) < SEEN, marks=marks, certain=ending in _TABLES
    )
    if dialect is None:
        raise not_a_table(path)
    return dialect


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
