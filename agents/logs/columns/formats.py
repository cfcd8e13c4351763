"""What a format of log lines is: what a line looks like, and which SQL makes columns of it.

Patterns are read by RE2 (DuckDB) and by `re` alike, so they use what both have. `e` in the SQL is
the struct of a pattern's groups; a group that did not take part is ''.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

_IPV6 = r"(?:from|client:?) \[?([0-9a-fA-F]*:[0-9a-fA-F:]+)"
IPV4: Final = r"\b(?:\d{1,3}\.){3}\d{1,3}\b"
LEVELS: Final = {
    "trace": ("TRACE", "FINEST", "FINER", "VERBOSE", "V", "SILLY", "10", "-"),
    "debug": ("DEBUG", "D", "FINE", "CONFIG", "DEBUG1", "DEBUG2", "DEBUG3", "7", "20", "D1", "D2",
              "D3", "D4", "D5", "."),
    "info": ("INFO", "INFORMATION", "I", "NOTICE", "LOG", "AUDIT SUCCESS", "6", "5", "N", "30",
             "NOTE", "SYSTEM", "*", "DETAIL", "HINT", "STATEMENT", "CONTEXT"),
    "warning": ("WARN", "WARNING", "W", "4", "ATTENTION", "40", "#"),
    "error": ("ERROR", "ERR", "E", "SEVERE", "3", "AUDIT FAILURE", "FAILURE", "50"),
    "critical": ("FATAL", "CRITICAL", "CRIT", "ALERT", "EMERG", "EMERGENCY", "PANIC", "F", "A",
                 "2", "1", "0", "C", "S", "60"),
}  # fmt: skip
_CAPITALS = "TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|FATAL|CRITICAL|ALERT|PANIC"
MONTH_TIME: Final = "try_strptime('{year} ' || e.t, '%Y %b %d %H:%M:%S')"
ISO: Final = r"\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?"
WEEKDAY: Final = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
ZONE: Final = r"Z|[+-]\d\d:?\d\d"


class Format(NamedTuple):
    """A format of log lines.

    `columns` gives the SQL of time, level, host, source, pid, address, user, method, path, status
    and message; what is not named is NULL. In the SQL of a time without a year, `{year}` is put in,
    in that of one without a date `{day}`.
    `listed` is the SQL of a list that is made once of each entry, and to which that of columns
    refers as j[1], j[2] …; `entry` is what else holds of a line (`text`) that begins an entry.
    `fields` are what lines name themselves beside these columns: name, type, and SQL. `named` are
    their own names for these columns, `nouns` fields that say what a line tells of (a task).
    """

    key: str
    pattern: str
    groups: tuple[str, ...]
    columns: dict[str, str]
    has_year: bool = True
    has_zone: bool = False
    has_time: bool = True
    has_day: bool = True
    listed: str = ""
    entry: str = ""
    fields: tuple[tuple[str, str, str], ...] = ()
    named: Mapping[str, str] = {}
    nouns: tuple[str, ...] = ()


COLUMNS: Final = (
    "time", "zone", "level", "host", "source", "pid", "address", "user", "method", "path",
    "status", "message",
)  # fmt: skip


def level_of(expression: str) -> str:
    """Return SQL that gives one of six names for a level as it is written."""
    names = [name for name, words in LEVELS.items() for _ in words]
    words = [word for those in LEVELS.values() for word in those]
    return f"({names})[list_position({words}, upper({expression}))]"


def level_in(expression: str) -> str:
    """Return SQL that finds a level written in capitals near the beginning of a message."""
    return level_of(rf"regexp_extract({expression}, '^.{{0,60}}?\b({_CAPITALS})\b', 1)")


def some(expression: str) -> str:
    """Return SQL that turns an empty text (and '-') into NULL."""
    return without(expression, "", "-")


def without(expression: str, *nothing: str) -> str:
    """Return SQL that turns texts which say nothing into NULL.

    What is dear is done once: NULLIF does it twice where it stands inside a CASE.
    """
    if "(" in expression:
        said = ", ".join(f"'{one}'" for one in nothing)
        return f"[x for x in [{expression}] if x NOT IN ({said})][1]"
    for one in nothing:
        expression = f"nullif({expression}, '{one}')"
    return expression


def iso(expression: str) -> str:
    """Return SQL that reads a date and time as ISO 8601 writes them, also with '/' and ','."""
    return f"TRY_CAST(replace(replace({expression}, ',', '.'), '/', '-') AS TIMESTAMP)"


def address_in(expression: str) -> str:
    """Return SQL that finds the address that a message is about: rhost=…, IPv4, IPv6 after from."""
    named = some(f"regexp_extract({expression}, 'rhost=([^\\s]+)', 1)")
    after = some(f"regexp_extract({expression}, '{_IPV6}', 1)")
    plain = some(f"regexp_extract({expression}, '{IPV4}')")
    return (
        f"CASE WHEN contains({expression}, 'rhost=') THEN {named} ELSE coalesce("
        f"{plain}, "
        f"CASE WHEN contains({expression}, '::') THEN {after} END) END"
    )


_USER = (
    r"(?:(?:Failed|Accepted) [\w/-]+ for (?:invalid user |illegal user )?|[Ii]nvalid user "
    r"|for user | user=|of user )([\w.$-]*[\w$])"
)


def user_in(expression: str) -> str:
    """Return SQL that finds the account that a message of sshd, PAM, sudo or logind names.

    An empty name ("for invalid user  from") is none.
    """
    found = without(f"regexp_extract({expression}, '{_USER}', 1)", "", "invalid")
    named = f"contains({expression}, 'user') OR contains({expression}, ' for ')"
    return f"CASE WHEN {named} THEN {found} END"
