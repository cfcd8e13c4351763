"""Lines that name their fields: JSON objects (Docker, ECS, structured loggers) and key=value."""

import json
import re
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from typing import Any, Final, TypedDict

from agents.logs.formats import IPV4, Format, iso, level_in, level_of, some

# The first name that is there is taken.
_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "time": ("@timestamp", "timestamp", "time", "ts", "t", "datetime", "date", "asctime",
             "eventTime", "created_at"),
    "level": ("level", "severity", "lvl", "log.level", "loglevel", "levelname", "log_level",
              "Level", "SeverityText"),
    "message": ("message", "msg", "log", "event", "body", "text", "Message", "error"),
    "host": ("host", "hostname", "host.name", "server", "node"),
    "source": ("logger", "service", "service.name", "name", "component", "module", "app",
               "source", "log.logger", "caller", "job"),
    "address": ("client_ip", "remote_addr", "ip", "client", "source.ip", "clientip",
                "remote_ip", "addr"),
    "user": ("user", "username", "user.name", "user_id", "userId"),
    "method": ("method", "http.method", "http.request.method", "request_method"),
    "path": ("path", "uri", "url", "url.path", "request_uri", "route"),
    "status": ("status", "status_code", "http.status_code", "http.response.status_code",
               "statusCode", "code"),
    "pid": ("pid", "process.pid", "process_id"),
}  # fmt: skip
_SAFE = re.compile(r"[\w@.\- ]+")
# A key begins where no key goes on and gives nothing back: a long word is gone through once.
_KEY_VALUE = re.compile(r'(?<![\w.@-])([\w.@-]++)=("(?:[^"\\]|\\.)*+"|[^\s]*)')
_ENOUGH = 0.7


def json_lines(sample: Sequence[str]) -> tuple[Format, int] | None:
    """Return the format of lines that are JSON objects and how many are, or None for others."""
    keys: Counter[str] = Counter()
    found = 0
    for line in sample:
        bare = line.strip()
        if not bare.startswith("{"):
            continue
        try:
            value = json.loads(bare)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            found += 1
            keys.update(_paths(value))
    if found < _ENOUGH * max(1, len(sample)):
        return None

    named = {key.replace("\0", "."): key for key in reversed(keys) if keys[key] * 10 >= found}
    paths: list[str] = []

    def of(name: str) -> str:
        # Each line is taken for JSON once: what is wanted of it comes as one list.
        steps = named[name].split("\0")
        paths.append("$" + "".join(f'."{step}"' for step in steps))
        return f"j[{len(paths)}]"

    columns = _columns(named, of)
    # A pattern picks out the object; what is no JSON object is no entry.
    pattern = r"^(\s*\{.*\}\s*)$"
    format_ = Format("json", pattern, ("m",), columns, **_facts(columns))
    return format_._replace(paths=tuple(paths)), found


def key_values(sample: Sequence[str]) -> tuple[Format, int] | None:
    """Return the format of lines of key=value (logfmt) and how many are, or None for others."""
    keys: Counter[str] = Counter()
    found = 0
    for line in sample:
        pairs = _KEY_VALUE.findall(line)
        covered = sum(len(key) + len(value) + 2 for key, value in pairs)
        if len(pairs) >= 2 and covered >= 0.9 * len(line.strip()):
            found += 1
            keys.update(key for key, _ in pairs)
    if found < _ENOUGH * max(1, len(sample)):
        return None

    def of(key: str) -> str:
        place = rf'(?:^|\s){re.escape(key)}=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))'
        one, two = (f"regexp_extract(e.m, '{place}', {group})" for group in (1, 2))
        return f"concat({one}, {two})"

    columns = _columns(keys, of)
    return Format("logfmt", r"^([\w.@-]+=.*)$", ("m",), columns, **_facts(columns)), found


def _columns(given: Container[str], of: Callable[[str], str]) -> dict[str, str]:
    """Return SQL for each column that one of the given keys is for; `of` is the SQL of a key."""
    columns: dict[str, str] = {}
    for column, names in _FIELDS.items():
        key = next((name for name in names if name in given), None)
        if key is not None:
            columns[column] = some(of(key))
    if "time" in columns:
        text = columns["time"]
        stamp = rf"regexp_extract({text}, '^\d{{4}}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?')"
        number = f"TRY_CAST({text} AS DOUBLE)"
        seconds = (
            f"CASE WHEN {number} > 1e17 THEN {number} / 1e9 WHEN {number} > 1e14 THEN {number} / "
            f"1e6 WHEN {number} > 1e11 THEN {number} / 1e3 WHEN {number} > 1e8 THEN {number} END"
        )
        columns["time"] = (
            f"coalesce({iso(stamp)}, make_timestamp(CAST(round(({seconds}) * 1e6) AS BIGINT)))"
        )
        zone = some(rf"regexp_extract({text}, '(Z|[+-]\d\d:?\d\d)$')")
        columns["zone"] = f"CASE WHEN {number} IS NOT NULL THEN 'Z' ELSE {zone} END"
    if "level" in columns:
        columns["level"] = level_of(columns["level"])
    if "status" in columns:
        columns["status"] = f"TRY_CAST({columns['status']} AS INTEGER)"
    columns["message"] = f"coalesce({columns['message']}, e.m)" if "message" in columns else "e.m"
    columns.setdefault("level", level_in(columns["message"]))
    columns.setdefault("address", some(f"regexp_extract({columns['message']}, '{IPV4}')"))
    return columns


class _Facts(TypedDict):
    has_year: bool
    has_time: bool
    has_zone: bool


def _facts(columns: Container[str]) -> _Facts:
    timed = "time" in columns
    return _Facts(has_year=timed, has_time=timed, has_zone=timed)


def _paths(value: dict[str, Any], before: str = "") -> Iterator[str]:
    for key, one in value.items():
        if not _SAFE.fullmatch(key):
            continue
        if isinstance(one, dict) and before.count("\0") < 2:
            yield from _paths(one, f"{before}{key}\0")
        elif not isinstance(one, list):
            yield before + key
