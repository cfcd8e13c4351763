"""Which columns every log has fields of lines fill, by how formats and standards call them."""

import re
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, Final, TypedDict

from agents.logs.columns.formats import IPV4, iso, level_in, level_of, some, without
from agents.logs.columns.inference import MOMENTS

# The first name that is there is taken.
_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "time": ("date time", "@timestamp", "timestamp", "time", "ts", "t", "datetime", "date",
             "asctime", "eventTime", "created_at", "__REALTIME_TIMESTAMP", "t.$date", "Timestamp",
             "timeUnixNano", "TimeGenerated", "_time", "start", "start_time"),
    "level": ("level", "severity", "lvl", "log.level", "loglevel", "levelname", "log_level",
              "Level", "SeverityText", "PRIORITY", "severityText", "s"),
    "message": ("message", "msg", "log", "event", "body", "text", "Message", "error", "MESSAGE",
                "short_message", "Body", "RenderedMessage", "@m", "@mt"),
    "host": ("host", "hostname", "host.name", "server", "node", "_HOSTNAME", "Computer",
             "s-computername"),
    "source": ("logger", "service", "service.name", "name", "component", "module", "app",
               "source", "log.logger", "caller", "job", "SYSLOG_IDENTIFIER", "_COMM", "target",
               "Provider", "c"),
    "address": ("client_ip", "remote_addr", "ip", "client", "source.ip", "clientip",
                "remote_ip", "addr", "request.remote_ip", "client_host", "client_addr", "src_ip",
                "visitor_ip", "remote_address", "client_address", "c-ip", "id.orig_h", "srcaddr",
                "src_addr", "source_ip", "source_address", "src"),
    "user": ("user", "username", "user.name", "user_id", "cs-username"),
    "method": ("method", "http.method", "http.request.method", "request_method", "request.method",
               "http_method", "cs-method"),
    "path": ("path", "uri", "url", "url.path", "request_uri", "route", "request.uri",
             "request_path", "http_path", "http_url", "cs-uri-stem"),
    "status": ("status", "status_code", "http.status_code", "http.response.status_code",
               "code", "response_code", "sc-status"),
    "pid": ("pid", "process.pid", "process_id", "_PID"),
}  # fmt: skip
# Names that are one, whatever stands between their words and however those are written.
_LEAST_ALIKE: Final = 4
_STATUS: Final = re.compile(r"[1-5]\d\d")
_STATUSES: Final = ("status", "statuscode", "responsecode")
_MOSTLY: Final = 0.6
_SELDOM: Final = 4
_NOTHING: Final = (None, "", "-", "N/A")
DATE_TIME: Final = "date time"
_DAY: Final = r"\d{1,4}[-/.]\d\d?[-/.]\d{1,4}"
_CLOCK: Final = r"\d\d?:\d\d:\d\d.*"
_STAMP: Final = r"^\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?"
_EPOCH: Final = r"\d{9,19}(?:\.\d+)?"


class Facts(TypedDict):
    """What a format says of its times."""

    has_year: bool
    has_time: bool
    has_zone: bool


def named_by(values: Mapping[str, Sequence[Any]]) -> dict[str, str]:
    """Return by which of the fields, with sampled values, each column is named: `remoteAddr` is
    `remote_addr`, and a field called `status` whose values are none of responses is another."""
    alike = {folded(key): key for key in reversed([*values]) if len(key) >= _LEAST_ALIKE}
    found: dict[str, str] = {}
    for column, names in _FIELDS.items():
        own = [name for name in names if name in values]
        own += [alike[one] for one in map(folded, names) if one in alike]
        if column == "status":
            own += [key for key in values if folded(key).endswith(_STATUSES)]
            own = [key for key in own if _mostly(_STATUS.pattern, values[key])]
        if column == "time":
            own = [key for key in own if _moment_sql(values[key], "") is not None]
        # The first that is there, unless another one tells far more lines apart.
        most = max((_filled(values[key]) for key in own), default=0)
        if first := next((key for key in own if _SELDOM * _filled(values[key]) >= most), ""):
            found[column] = first
    if "time" not in found:  # the first that holds times, whatever it is called
        told = (key for key in values if not _mostly(_EPOCH, values[key]))
        if moment := next((key for key in told if _moment_sql(values[key], "") is not None), ""):
            found["time"] = moment
    return found


def with_date(values: dict[str, list[Any]]) -> tuple[str, str] | None:
    """Add the field that a date and a time of the day are together, `DATE_TIME`; return both."""
    keys = {key.casefold(): key for key in reversed([*values])}
    date, clock = keys.get("date", ""), keys.get("time", "")
    if not (date and clock and _mostly(_DAY, values[date]) and _mostly(_CLOCK, values[clock])):
        return None
    values[DATE_TIME] = [f"{one} {two}" for one, two in zip(values[date], values[clock])]  # noqa: B905
    return date, clock


def _filled(values: Sequence[Any]) -> int:
    return sum(one not in _NOTHING for one in values)


def columns_of(
    named: Mapping[str, str], values: Mapping[str, Sequence[Any]], of: Callable[[str], str]
) -> dict[str, str]:
    """Return SQL for each column that is named by a field; `of` is the SQL of a field's text."""
    columns = {column: some(of(key)) for column, key in named.items()}
    if "time" in columns:
        found = _moment_sql(values[named["time"]], columns["time"])
        assert found is not None, "it was named by its values"
        columns["time"], columns["zone"] = found
    if "level" in columns:
        columns["level"] = level_of(columns["level"])
    if "path" in columns:  # as in an access log: without what is asked of it
        columns["path"] = without(f"regexp_extract({columns['path']}, '^[^?]*')", "")
    if "status" in columns:
        columns["status"] = f"TRY_CAST({columns['status']} AS INTEGER)"
    columns["message"] = f"coalesce({columns['message']}, e.m)" if "message" in columns else "e.m"
    columns.setdefault("level", level_in(columns["message"]))
    columns.setdefault("address", some(f"regexp_extract({columns['message']}, '{IPV4}')"))
    return columns


def facts_of(columns: Container[str]) -> Facts:
    """Return what a format with these columns says of its times."""
    timed = "time" in columns
    return Facts(has_year=timed, has_time=timed, has_zone=timed)


def folded(key: str) -> str:
    """Return a name without what stands between its words."""
    return re.sub(r"[\W_]+", "", key.casefold())


def _mostly(pattern: str, values: Sequence[Any]) -> bool:
    told = [str(one) for one in values if one not in (None, "", "-")]
    return sum(re.fullmatch(pattern, one) is not None for one in told) >= max(
        1, _MOSTLY * len(told)
    )


def _moment_sql(values: Sequence[Any], text: str) -> tuple[str, str] | None:
    """Return the SQL of a time and of its zone, of texts with such values; None where they are no
    times."""
    number = f"TRY_CAST({text} AS DOUBLE)"
    if _mostly(_EPOCH, values):
        seconds = (
            f"CASE WHEN {number} > 1e17 THEN {number} / 1e9 WHEN {number} > 1e14 THEN {number} / "
            f"1e6 WHEN {number} > 1e11 THEN {number} / 1e3 WHEN {number} > 1e8 THEN {number} END"
        )
        return f"make_timestamp(CAST(round(({seconds}) * 1e6) AS BIGINT))", "'Z'"
    if _mostly(f"{_STAMP[1:]}.*", values):
        zone = some(rf"regexp_extract({text}, '(Z|[+-]\d\d:?\d\d)$')")
        return iso(f"regexp_extract({text}, '{_STAMP}')"), zone
    for moment in MOMENTS:
        if moment.has_year and _mostly(rf"\W?{moment.pattern}\W?.*", values):
            found = f"regexp_extract({text}, '{moment.pattern}')"
            return moment.time.replace("e.t", found), "CAST(NULL AS VARCHAR)"
    return None
