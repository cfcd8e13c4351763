"""A copy of a damaged database that SQLite agrees to open, even cut off or without its beginning.

Offsets are those of the file format, https://www.sqlite.org/fileformat.html, section 1.3.
"""

import shutil
from pathlib import Path

from sqlalchemy import Connection

_PAGE = 4096
_JOURNAL_FORMAT = slice(18, 20)
_SIZE_IS_VALID_FOR = slice(92, 96)
_WAL_FORMAT = b"\x02\x02"


def copy_for_reading(damaged: Path, copy: Path) -> None:
    """Copy the file with its WAL; raises OSError."""
    shutil.copyfile(damaged, copy)
    wal = Path(f"{damaged}-wal")
    if wal.exists():
        shutil.copyfile(wal, f"{copy}-wal")
    with copy.open("r+b") as file:
        # The size in the header counts only while this equals the change counter: a file that was
        # cut off would be refused as a whole.
        file.seek(_SIZE_IS_VALID_FOR.start)
        file.write(b"\xff" * 4)


def schema_pages(connection: Connection) -> frozenset[int]:
    """Return the numbers of the pages (from 1) that hold the schema of a database without rows."""
    roots = connection.exec_driver_sql("SELECT rootpage FROM sqlite_schema").scalars().all()
    count = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    return frozenset(range(1, count + 1)) - frozenset(roots)


def borrow_pages(copy: Path, fresh: Path, pages: frozenset[int]) -> None:
    """Replace the schema of the copy by that of a new database with the same tables.

    Tables that are created in the same order get the same root pages. Raises OSError.
    """
    with copy.open("r+b") as file, fresh.open("rb") as source:
        for number in sorted(pages):
            source.seek((number - 1) * _PAGE)
            page = bytearray(source.read(_PAGE))
            if number == 1:
                page[_SIZE_IS_VALID_FOR] = b"\xff" * 4
                if Path(f"{copy}-wal").exists():
                    page[_JOURNAL_FORMAT] = _WAL_FORMAT
            file.seek((number - 1) * _PAGE)
            file.write(page)
