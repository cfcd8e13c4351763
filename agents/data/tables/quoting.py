"""Names and texts as SQL writes them, so that no header and no cell is ever read as SQL."""

from collections.abc import Iterable


def quoted(name: str) -> str:
    """Return a column name as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """Return a text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def listed(texts: Iterable[str]) -> str:
    """Return texts as SQL literals with commas between them."""
    return ", ".join(map(literal, texts))
