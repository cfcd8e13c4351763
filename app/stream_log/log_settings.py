"""How a profile wants its log: the table `[log]` of `settings.toml`."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from app.errors import BadInput
from app.profile.settings import read_file
from app.stream_log.writer import Durability

_DURABILITIES = ("none", "group", "record")


@dataclass(frozen=True, kw_only=True)
class LogSettings:
    """What a log is told; sizes in bytes, ages in days.

    A day's file is continued in a `_session` file at `session_bytes`; the content of a record
    above `record_bytes` goes to a file beside.
    """

    durability: Durability = "none"
    chain: bool = False
    session_bytes: int = 1_500_000
    record_bytes: int = 262_144
    archive_after_days: int = 7
    compress_after_days: int = 30


def load_settings(profile: Path) -> LogSettings:
    """Return what the profile's file says; raises `BadInput` naming the setting that does not fit.

    Raises `BadProfile` when the file cannot be read.
    """
    table = read_file(profile).get("log")
    if not isinstance(table, dict):
        return LogSettings()
    known = {field.name for field in fields(LogSettings)}
    return LogSettings(**{name: _checked(name, table[name]) for name in known & table.keys()})


def _checked(name: str, value: Any) -> Any:
    if name == "durability":
        if value not in _DURABILITIES:
            raise _bad(name, value, "one of " + ", ".join(_DURABILITIES))
    elif name == "chain":
        if not isinstance(value, bool):
            raise _bad(name, value, "true or false")
    elif isinstance(value, bool) or not isinstance(value, int):
        raise _bad(name, value, "a whole number")
    elif name.endswith("_bytes") and value < 4096:
        raise _bad(name, value, "at least 4096")
    elif name.endswith("_days") and value < 1:
        raise _bad(name, value, "at least 1")
    return value


def _bad(name: str, value: object, wanted: str) -> BadInput:
    return BadInput(
        f"The setting {name!r} in [log] cannot be {value!r}: {wanted} is wanted.",
        key="bad_setting",
        setting=name,
    )
