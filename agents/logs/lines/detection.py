"""Which format the lines of a log have, also where they name their fields (JSON, key=value)."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypedDict

from agents.logs.lines.fields import OWN, fields_of
from agents.logs.lines.formats import (
    COLUMNS,
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
from agents.logs.lines.heads import Heads, heads_of, listed
from agents.logs.lines.inference import inferred, records, with_requests
from agents.logs.lines.message_fields import message_fields, named_before

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
_OF_TIME: Final = ("time", "zone")
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


SAMPLE_LINES: Final = 1_000
# What tells a format stands near the beginning of a line. Patterns run inside the interpreter of
# every agent that is served here, and some take the square of a line's length for a hostile one.
HEAD_CHARACTERS: Final = 2_000
_LEAST = 0.02
# A format that is more specific wins over one that reads a little more.
_BETTER = 1.1
_LEVEL_WORDS = {word for words in LEVELS.values() for word in words if len(word) > 1}
_LEVEL_LETTERS = {word for words in LEVELS.values() for word in words if word.isalpha()}


class Detected(NamedTuple):
    """The format, and how many of the sample's lines it reads."""

    format: Format
    read: int
    lines: int


def detect(lines: Sequence[str], own: Sequence[Format] = ()) -> Detected:
    """Return the format of sampled lines; `PLAIN` where no other reads enough of them.

    A person's `own` formats come before those that are known, where they read half of the lines.
    """
    sample = [line.rstrip("\r") for line in lines if line.strip()][:SAMPLE_LINES]
    heads = [line[:HEAD_CHARACTERS] for line in sample]
    for format_ in own:
        read = _read(format_, heads)
        if read * 2 >= len(sample) > 0:
            return Detected(format_, read, len(sample))
    for keyed in (json_lines(sample), header_fields(heads), key_values(heads)):
        if keyed is not None:
            return Detected(keyed[0], keyed[1], len(sample))
    best = Detected(PLAIN, 0, len(sample))
    for format_ in FORMATS:
        read = _read(format_, heads)
        if read > best.read * _BETTER:
            best = Detected(format_, read, len(sample))
    if best.read < max(1, _LEAST * len(sample)):
        format_, read = inferred(heads) or records(heads) or (PLAIN, len(sample))
        best = Detected(format_, read, len(sample))
    return best._replace(format=_with_fields(best.format, heads))


def _with_fields(format_: Format, sample: Sequence[str]) -> Format:
    """Return a format with the fields that its messages name beside those that it has."""
    group = next((one for one in ("m", "rest") if one in format_.groups), "")
    if not group:
        return format_
    pattern = re.compile(format_.pattern)
    read = [one for line in sample if (one := pattern.match(line)) is not None]
    at = format_.groups.index(group) + 1
    has = {name for name, *_ in format_.fields}
    messages = [one[at] or "" for one in read]
    found = [*message_fields(messages, has)]
    own = group == "m" and "key" not in format_.groups  # what keys name is named
    values, heads = Heads({}, ()), Heads({}, ())
    if own and "method" not in format_.columns:
        filled = _filled(format_, read)
        values = listed(messages, filled)
        heads = values if values.fields else heads_of(messages, filled)
        format_ = format_._replace(columns={**format_.columns, **heads.columns})
        found += [one for one in heads.fields if one[0] not in has]
        format_ = format_._replace(nouns=(*format_.nouns, *heads.nouns))
    if own and not values.fields:
        known = {*has, *(name for name, *_ in found), *heads.verbs}
        nouns = [*named_before(messages, known)]
        format_ = format_._replace(
            nouns=(*format_.nouns, *(name for name, *_ in nouns if name not in COLUMNS))
        )
        found += nouns
    fields, columns = list[tuple[str, str, str]](), dict[str, str]()
    taken = {name.casefold() for name, *_ in format_.fields}
    for name, kind, given in found:
        sql = given.replace("e.m", f"e.{group}")
        # What lines have no place for; a zone that is told of is none of their times.
        free = name in COLUMNS and name not in (*format_.columns, *_OF_TIME)
        column = name if free or name not in COLUMNS else f"{name}{OWN}"
        if column.casefold() in taken:  # Kill, where kill is one already
            continue
        taken.add(column.casefold())
        if free:
            columns[name] = f"TRY_CAST({sql} AS {kind})"
        else:
            fields.append((column, kind, sql))
    format_ = format_._replace(columns={**format_.columns, **columns})
    format_ = format_._replace(fields=(*format_.fields, *fields))
    return with_requests(format_, messages) if group == "m" else format_


def _filled(format_: Format, read: Sequence[re.Match[str]]) -> set[str]:
    """Return the columns that a format takes from a place of its own, which lines fill."""
    places = {name: place for place, name in enumerate(format_.groups, 1)}
    return {
        name for name in format_.columns
        if name in places and 2 * sum(bool(one[places[name]]) for one in read) > len(read)
    }  # fmt: skip


def _read(format_: Format, sample: Sequence[str]) -> int:
    """Return how many lines a format reads."""
    pattern = re.compile(format_.pattern)
    found = [one for line in sample if (one := pattern.match(line)) is not None]
    if format_.key == "syslog_iso":
        # "2026-03-14T08:00:20 INFO payment: paid" names a level where syslog names a host.
        host = format_.groups.index("host") + 1
        letters = all(one[host] in _LEVEL_LETTERS for one in found)
        found = [one for one in found if not letters
                 and one[host].strip("[]:").upper() not in _LEVEL_WORDS]  # fmt: skip
    return len(found)
