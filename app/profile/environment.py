"""Secrets that a program is started with: in the environment, or in a file that it names."""

import os
from pathlib import Path

from app.errors import BadInput, cause_of


def secret(name: str) -> str | None:
    """Return the variable `name`, or what stands in the file that `<name>_FILE` names; else None.

    A file is how containers are given secrets: it shows in no list of processes and no
    configuration. Raises `BadInput` for one that cannot be read, or where both are given.
    """
    said, file = os.environ.get(name), os.environ.get(f"{name}_FILE")
    if not file:
        return said or None
    if said:
        raise BadInput(f"{name} and {name}_FILE are both set: one of them is enough.")
    try:
        return Path(file).read_text("utf-8").strip() or None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"The file of {name}_FILE cannot be read: {cause_of(error)}.") from error
