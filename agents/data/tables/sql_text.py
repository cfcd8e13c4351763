"""Names and texts as they stand in a statement of DuckDB's."""


def quoted(name: str) -> str:
    """Return a name as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """Return a text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def listed(texts: "tuple[str, ...] | list[str]") -> str:
    """Return texts as SQL literals with commas between them."""
    return ", ".join(map(literal, texts))
