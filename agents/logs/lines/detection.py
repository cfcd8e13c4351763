"""Which format the lines of a log have, also where they name their fields (JSON, key=value)."""

import json
import re
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypedDict

from agents.logs.lines.formats import (
    FORMATS,
    IPV4,
    LEVELS,
    PLAIN,
    Format,
    iso,
    level_in,
    level_of,
    some,
)

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


SAMPLE_LINES: Final = 1_000
# What tells a format stands near the beginning of a line. Patterns run inside the interpreter of
# every agent that is served here, and some take the square of a line's length for a hostile one.
HEAD_CHARACTERS: Final = 2_000
_LEAST = 0.02
# A format that is more specific wins over one that reads a little more.
_BETTER = 1.1
_LEVEL_WORDS = {word for words in LEVELS.values() for word in words if len(word) > 1}


class Detected(NamedTuple):
    """The format, and how many of the sample's lines it reads."""

    format: Format
    read: int
    lines: int


def detect(lines: Sequence[str]) -> Detected:
    """Return the format of sampled lines; `PLAIN` where no other reads enough of them."""
    sample = [line.rstrip("\r") for line in lines if line.strip()][:SAMPLE_LINES]
    heads = [line[:HEAD_CHARACTERS] for line in sample]
    for keyed in (json_lines(sample), key_values(heads)):
        if keyed is not None:
            return Detected(keyed[0], keyed[1], len(sample))
    best = Detected(PLAIN, 0, len(sample))
    for format_ in FORMATS:
        read = _read(format_, heads)
        if read > best.read * _BETTER:
            best = Detected(format_, read, len(sample))
    if best.read < max(1, _LEAST * len(sample)):
        return Detected(PLAIN, len(sample), len(sample))
    return best


def _read(format_: Format, sample: Sequence[str]) -> int:
    """Return how many lines a format reads."""
    pattern = re.compile(format_.pattern)
    found = [one for line in sample if (one := pattern.match(line)) is not None]
    if format_.key == "syslog_iso":
        # "2026-03-14T08:00:20 INFO payment: paid" names a level where syslog names a host.
        host = format_.groups.index("host") + 1
        found = [one for one in found if one[host].strip("[]:").upper() not in _LEVEL_WORDS]
    return len(found)
