"""Names and texts as SQL writes them, so that no header and no cell is ever read as SQL."""

from collections.abc import Iterable


def quoted(name: str) -> str:
    """Return a column name as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def plain_name(name: str) -> str:
    """Return a column name as an SQL identifier, without marks where it is a plain word."""
    return name if name.isidentifier() and name.isascii() else quoted(name)


def unused(name: str, taken: set[str], joint: str = " ") -> str:
    """Return a name that is not taken yet, numbered where it is, and take it."""
    found, count = name, 1
    while found.casefold() in taken:
        count += 1
        found = f"{name}{joint}{count}"
    taken.add(found.casefold())
    return found


def literal(text: str) -> str:
    """Return a text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def listed(texts: Iterable[str]) -> str:
    """Return texts as SQL literals with commas between them."""
    return ", ".join(map(literal, texts))
