"""The addresses of tables on servers, which may stand where a file may."""

import re
from pathlib import Path

_ADDRESS = re.compile(r"(postgresql|postgres|sc):/+(?=[^/])")


def data_server(place: Path | str) -> str | None:
    """Return a place as the address of a table on a server, None where it is a file.

    A `Path` has lost one of the two slashes.
    """
    text = str(place)
    found = _ADDRESS.match(text)
    return None if found is None else f"{found[1]}://{text[found.end() :]}"
