"""Lines that name their fields themselves: JSON, key=value, and those of which a header does."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from typing import Any, Final, TypedDict

from agents.logs.columns.fields import fields_of
from agents.logs.columns.formats import IPV4, Format, iso, level_in, level_of, some

# The first name that is there is taken.
_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "time": ("date time", "@timestamp", "timestamp", "time", "ts", "t", "datetime", "date",
             "asctime", "eventTime", "created_at", "__REALTIME_TIMESTAMP", "t.$date", "Timestamp",
             "timeUnixNano", "TimeGenerated", "_time"),
    "level": ("level", "severity", "lvl", "log.level", "loglevel", "levelname", "log_level",
              "Level", "SeverityText", "PRIORITY", "severityText", "s"),
    "message": ("message", "msg", "log", "event", "body", "text", "Message", "error", "MESSAGE",
                "short_message", "Body", "RenderedMessage", "@m", "@mt"),
    "host": ("host", "hostname", "host.name", "server", "node", "_HOSTNAME", "Computer"),
    "source": ("logger", "service", "service.name", "name", "component", "module", "app",
               "source", "log.logger", "caller", "job", "SYSLOG_IDENTIFIER", "_COMM", "target",
               "Provider", "c"),
    "address": ("client_ip", "remote_addr", "ip", "client", "source.ip", "clientip",
                "remote_ip", "addr", "request.remote_ip", "client_host", "client_addr", "src_ip",
                "visitor_ip", "remote_address", "client_address"),
    "user": ("user", "username", "user.name", "user_id", "userId"),
    "method": ("method", "http.method", "http.request.method", "request_method", "request.method",
               "http_method"),
    "path": ("path", "uri", "url", "url.path", "request_uri", "route", "request.uri",
             "request_path", "http_path", "http_url"),
    "status": ("status", "status_code", "http.status_code", "http.response.status_code",
               "statusCode", "code"),
    "pid": ("pid", "process.pid", "process_id", "_PID"),
}  # fmt: skip
_SAFE = re.compile(r"[\w@.$\- ]+")
# A key begins where no key goes on and gives nothing back: a long word is gone through once.
_KEY_VALUE = re.compile(r'(?<![\w.@-])([\w.@-]++)=("(?:[^"\\]|\\.)*+"|[^\s]*)')
_ENOUGH = 0.7
_LEAST_FIELD: Final = 0.01  # of the lines, that have a field
_FEWEST: Final = 3
_LEAST_ALIKE: Final = 4  # letters of a key that may be written otherwise
_STATUSES: Final = ("status", "statuscode", "responsecode")
_STATUS: Final = re.compile(r"[1-5]\d\d")
_HEADER = re.compile(r"#(?:Fields:|fields)[ \t]")
# What the W3C extended format and Zeek call what others name otherwise.
_HEADER_NAMES: Final = {
    "cs-method": "method", "cs-uri-stem": "path", "sc-status": "status", "c-ip": "client_ip",
    "cs-username": "username", "s-computername": "host", "id.orig_h": "client_ip",
    "status_code": "status",
}  # fmt: skip


def json_lines(sample: Sequence[str]) -> tuple[Format, int] | None:
    """Return the format of lines that are JSON objects and how many are, or None for others."""
    keys: Counter[str] = Counter()
    values: dict[str, list[Any]] = defaultdict(list)
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
            for key, one in _paths(value):
                keys[key] += 1
                values[key].append(one)
    if found < _ENOUGH * max(1, len(sample)):
        return None

    least = max(_FEWEST, _LEAST_FIELD * found) if found > _FEWEST else 1
    named = {key.replace("\0", "."): key for key in reversed(keys) if keys[key] >= least}
    paths: list[str] = []

    def of(name: str) -> str:
        # Each line is taken for JSON once: what is wanted of it comes as one list.
        steps = named[name].split("\0")
        paths.append("$" + "".join(f'."{step}"' for step in steps))
        return f"j[{len(paths)}]"

    status = next((key for key in reversed(named) if _is_status(key, values[named[key]])), "")
    if status and "status" not in _named(named):
        named["status"] = named[status]
    columns = _columns(named, of)
    own = {key: values[path] for key, path in _others(keys, named, columns)}
    fields = fields_of(own, of)
    # A pattern picks out the object; what is no JSON object is no entry.
    pattern = r"^(\s*\{.*\}\s*)$"
    format_ = Format("json", pattern, ("m",), columns, **_facts(columns), named=_named(named))
    return format_._replace(paths=tuple(paths), fields=fields), found


def key_values(sample: Sequence[str]) -> tuple[Format, int] | None:
    """Return the format of lines of key=value (logfmt) and how many are, or None for others."""
    keys: Counter[str] = Counter()
    values: dict[str, list[Any]] = defaultdict(list)
    found = 0
    for line in sample:
        pairs = _KEY_VALUE.findall(line)
        covered = sum(len(key) + len(value) + 2 for key, value in pairs)
        if len(pairs) >= 2 and covered >= 0.9 * len(line.strip()):
            found += 1
            for key, value in pairs:
                keys[key] += 1
                values[key].append(value.strip('"'))
    if found < _ENOUGH * max(1, len(sample)):
        return None

    def of(key: str) -> str:
        place = rf'(?:^|\s){re.escape(key)}=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))'
        one, two = (f"regexp_extract(e.m, '{place}', {group})" for group in (1, 2))
        return f"concat({one}, {two})"

    columns = _columns(keys, of)
    own = {key: values[key] for key, _ in _others(keys, {key: key for key in keys}, columns)}
    fields = fields_of(own, lambda key: f"nullif({of(key)}, '')")
    pattern = r"^([\w.@-]+=.*)$"
    format_ = Format("logfmt", pattern, ("m",), columns, **_facts(columns), fields=fields)
    return format_._replace(named=_named(keys)), found


def _literal(separator: str) -> str:
    return "chr(9)" if separator == "\t" else "' '"


def _others(
    keys: Counter[str], named: Mapping[str, str], columns: Container[str]
) -> Iterator[tuple[str, str]]:
    """Yield the fields that no column of a log is for, those that more lines have first."""
    taken = {key for column, key in _named(named).items() if column in columns}
    by_count = sorted(named.items(), key=lambda one: -keys[one[1]])
    yield from (one for one in by_count if one[0] not in taken)


def header_fields(sample: Sequence[str]) -> tuple[Format, int] | None:
    """Return the format of lines whose fields a header names (W3C, Zeek), or None for others."""
    at = next((n for n, line in enumerate(sample) if _HEADER.match(line)), None)
    if at is None:
        return None
    separator = "\t" if "\t" in sample[at] else " "
    names = sample[at].rstrip().split(separator)[1:]
    lines = [line.split(separator) for line in sample if not line.startswith("#")]
    fit = [line for line in lines if len(line) == len(names)]
    if len(fit) < _ENOUGH * max(1, len(lines)) or not 1 < len(names) <= 100:
        return None
    keys = Counter({_HEADER_NAMES.get(name, name): len(fit) for name in names})
    places = {_HEADER_NAMES.get(name, name): n for n, name in enumerate(names, 1)}

    def of(key: str) -> str:
        if key == "date time":
            return f"concat({of('date')}, ' ', {of('time')})"
        return f"nullif(nullif(string_split(e.m, {_literal(separator)})[{places[key]}], '-'), '')"

    if {"date", "time"} <= set(keys):
        keys["date time"] = len(fit)
    columns = _columns(keys, of)
    named = {key: key for key in keys if key != "date time"}
    own = {
        key: [line[places[key] - 1] for line in fit]
        for key, _ in _others(keys, named, columns)
        if not (key in ("date", "time") and "date time" in keys)
    }
    fields = fields_of(own, of)
    pattern = rf"^([^#\s][^{separator}]*(?:{separator}[^{separator}]*){{{len(names) - 1}}})$"
    format_ = Format("named_fields", pattern, ("m",), columns, **_facts(columns), fields=fields)
    return format_._replace(named=_named(keys)), len(fit)


def _columns(given: Collection[str], of: Callable[[str], str]) -> dict[str, str]:
    """Return SQL for each column that one of the given keys is for; `of` is the SQL of a key."""
    columns = {column: some(of(key)) for column, key in _named(given).items()}
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
    if "path" in columns:  # as in an access log: without what is asked of it
        columns["path"] = f"nullif(regexp_extract({columns['path']}, '^[^?]*'), '')"
    if "status" in columns:
        columns["status"] = f"TRY_CAST({columns['status']} AS INTEGER)"
    columns["message"] = f"coalesce({columns['message']}, e.m)" if "message" in columns else "e.m"
    columns.setdefault("level", level_in(columns["message"]))
    columns.setdefault("address", some(f"regexp_extract({columns['message']}, '{IPV4}')"))
    return columns


def _named(given: Collection[str]) -> dict[str, str]:
    """Return which of the given keys each column is made of: `remoteAddr` is `remote_addr` too."""
    alike = {_folded(key): key for key in given if len(key) >= _LEAST_ALIKE}
    found: dict[str, str] = {}
    for column, names in _FIELDS.items():
        own = [name for name in names if name in given]
        own += [alike[folded] for name in names if (folded := _folded(name)) in alike]
        if own:
            found[column] = own[0]
    return found


def _is_status(key: str, values: Sequence[Any]) -> bool:
    """Whether a field is the status of responses, however it is called: DownstreamStatus."""
    told = _folded(key).endswith(_STATUSES)
    return told and all(_STATUS.fullmatch(str(one)) for one in values)


def _folded(key: str) -> str:
    return key.casefold().replace("_", "")


class _Facts(TypedDict):
    has_year: bool
    has_time: bool
    has_zone: bool


def _facts(columns: Container[str]) -> _Facts:
    timed = "time" in columns
    return _Facts(has_year=timed, has_time=timed, has_zone=timed)


def _paths(value: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, one in value.items():
        if not _SAFE.fullmatch(key):
            continue
        if isinstance(one, dict) and before.count("\0") < 2:
            yield from _paths(one, f"{before}{key}\0")
        elif not isinstance(one, list):
            yield before + key, one
