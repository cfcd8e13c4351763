"""The formats of log lines that are known, in the order in which they are tried."""

from typing import Final

from agents.logs.columns.formats import (
    IPV4,
    ISO,
    MONTH_TIME,
    WEEKDAY,
    ZONE,
    Format,
    address_in,
    iso,
    level_in,
    level_of,
    some,
    user_in,
)

_NO = "CAST(NULL AS VARCHAR)"
_WORDS = (
    r"TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|SEVERE|FATAL|CRITICAL|CRIT|ALERT|EMERG"
    r"|PANIC|VERBOSE|FINE|FINER|FINEST|INFORMATION"
    r"|trace|debug|info|notice|warn|warning|error|fatal|critical|Trace|Debug|Info|Notice|Warn"
    r"|Warning|Error|Fatal|Critical|Information"
)
_UNIT: Final = (
    "CASE WHEN starts_with(e.source, 'systemd') THEN nullif(regexp_extract(e.m, "
    r"'\b([\w@.\\-]+\.(?:service|timer|socket|mount|target|scope|slice|device|path|swap))\b'"
    ", 1), '') END"
)


def _syslog(key: str, stamp: str, time: str, *, year: bool, zone: bool) -> Format:
    zoned = f"({ZONE})" if zone else "()"
    return Format(
        key,
        rf"^(?:<(\d{{1,3}})>)?({stamp}){zoned} (?:([^\s\[\]]*[^\s:\[\]]) )?(?:([^\s:\[\]]+(?: [^\s:\[\]]+)?)(?:\[(\d+)\])?: ?)?(.*)$",  # noqa: E501
        ("pri", "t", "z", "host", "source", "pid", "m"),
        {
            "time": time,
            "zone": some("e.z"),
            "level": level_of("CAST(TRY_CAST(e.pri AS INTEGER) % 8 AS VARCHAR)"),
            "host": some("e.host"),
            "source": some("e.source"),
            "pid": some("e.pid"),
            "address": address_in("e.m"),
            "user": user_in("e.m"),
            "message": "e.m",
        },
        has_year=year,
        has_zone=zone,
        fields=(("unit", "VARCHAR", _UNIT),),
    )


_ACCESS = {
    "time": "try_strptime(e.t, '%d/%b/%Y:%H:%M:%S')",
    "zone": some("e.z"),
    "host": some("e.vhost"),
    "address": some("e.client"),
    "user": some("e.user"),
    "method": some(r"regexp_extract(e.request, '^([A-Z]+) ', 1)"),
    "path": some(r"regexp_extract(e.request, '^[A-Z]+ ([^\s?]+)', 1)"),
    "status": "TRY_CAST(e.status AS INTEGER)",
    "message": "e.request",
}


def _levelled(
    key: str,
    pattern: str,
    groups: tuple[str, ...],
    time: str | None,
    *,
    year: bool = True,
    zone: bool = False,
    zone_text: str = "",
    fields: tuple[tuple[str, str, str], ...] = (),
    **more: str,
) -> Format:
    columns = {"level": level_of("e.level"), "message": "e.m", **more}
    if zone_text:
        columns["zone"] = zone_text
    if time is not None:
        columns["time"] = time
    for name in ("source", "pid", "host"):
        if name in groups:
            columns.setdefault(name, some(f"e.{name}"))
    if "z" in groups:
        columns["zone"] = f"CASE e.z WHEN 'UTC' THEN 'Z' WHEN 'GMT' THEN 'Z' ELSE {some('e.z')} END"
    columns.setdefault("address", some(f"regexp_extract(e.m, '{IPV4}')"))
    return Format(
        key,
        pattern,
        groups,
        columns,
        has_year=year,
        has_zone=zone or bool(zone_text),
        has_time=time is not None,
        fields=fields,
    )


FORMATS: Final[tuple[Format, ...]] = (
    Format(
        "syslog_5424",
        rf"^<(\d{{1,3}})>1 ({ISO})({ZONE})? (\S+) (\S+) (\S+) (\S+) (?:-|(?:\[[^\]]*\])+) ?(.*)$",
        ("pri", "t", "z", "host", "source", "pid", "msgid", "m"),
        {
            "time": iso("e.t"),
            "zone": some("e.z"),
            "level": level_of("CAST(TRY_CAST(e.pri AS INTEGER) % 8 AS VARCHAR)"),
            "host": some("e.host"),
            "source": some("e.source"),
            "pid": some("e.pid"),
            "address": address_in("e.m"),
            "user": user_in("e.m"),
            "message": "e.m",
        },
        has_zone=True,
    ),
    _levelled(
        "mysql",
        rf"^({ISO})({ZONE})? +(\d+) \[(\w+)\] (?:\[(MY-\d+)\] \[(\w+)\] )?(.*)$",
        ("t", "z", "pid", "level", "code", "source", "m"),
        iso("e.t"),
        zone=True,
        pid=_NO,
        fields=(("code", "VARCHAR", some("e.code")),),
    ),
    Format(
        "haproxy",
        r"^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\S+) (\S+) ([\w.-]+)\[(\d+)\]: ([0-9a-fA-F.:]+):\d+ "  # noqa: E501
        r"\[(\d\d/\w{3}/\d{4}:\d\d:\d\d:\d\d)(?:\.\d+)?\] (\S+) ([^/\s]+)/(\S+) "
        r"(-?\d+)/(-?\d+)/(-?\d+)/(-?\d+)/\+?(\d+) (\d{3}|-1) \+?(\d+) \S+ \S+ (\S{4}) \S+ \S+ (?:\{[^}]*\} )*\"((?:([A-Z]+) )?([^\s?\"]*).*)$",  # noqa: E501
        (
            "host",
            "source",
            "pid",
            "client",
            "t",
            "frontend",
            "backend",
            "server",
            "Tq",
            "Tw",
            "Tc",
            "Tr",
            "Tt",
            "status",
            "bytes",
            "termination",
            "m",
            "method",
            "url",
        ),
        {
            "time": "try_strptime(e.t, '%d/%b/%Y:%H:%M:%S')",
            "host": some("e.host"),
            "source": some("e.source"),
            "pid": some("e.pid"),
            "address": some("e.client"),
            "method": some("e.method"),
            "path": some("e.url"),
            "status": "TRY_CAST(e.status AS INTEGER)",
            "message": "e.m",
        },
        fields=(
            *((name, "VARCHAR", some(f"e.{name}")) for name in ("frontend", "backend", "server")),
            *(
                (f"{name}_ms", "BIGINT", f"nullif(e.{name}, '-1')")
                for name in ("Tq", "Tw", "Tc", "Tr", "Tt")
            ),
            ("bytes", "BIGINT", "e.bytes"),
            ("termination", "VARCHAR", some("e.termination")),
        ),
    ),
    Format(
        "load_balancer",
        rf"^(?:(\w+) )?({ISO})(Z) (\S+) ([0-9a-fA-F.:]+):(\d+) (?:([0-9a-fA-F.:]+):\d+|-) "
        r"(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (\d{3}|-) (\d{3}|-) (\d+) (\d+) "
        r"\"((\w+) (\S+)[^\"]*)\"(?: \"([^\"]*)\")?(.*)$",
        (
            "kind",
            "t",
            "z",
            "source",
            "client",
            "port",
            "backend",
            "before",
            "within",
            "after",
            "status",
            "own",
            "received",
            "sent",
            "m",
            "method",
            "url",
            "agent",
            "rest",
        ),
        {
            "time": iso("e.t"),
            "zone": some("e.z"),
            "source": some("e.source"),
            "address": some("e.client"),
            "method": some("e.method"),
            "path": some(r"regexp_extract(e.url, '^(?:\w+://[^/]*)?([^?]*)', 1)"),
            "status": "TRY_CAST(e.status AS INTEGER)",
            "message": "e.m",
        },
        has_zone=True,
        fields=(
            ("client_port", "BIGINT", "e.port"),
            ("backend", "VARCHAR", some("e.backend")),
            *(
                (name, "DOUBLE", f"nullif(e.{group}, '-1')")
                for name, group in (
                    ("backend_processing_time_s", "within"),
                    ("request_processing_time_s", "before"),
                    ("response_processing_time_s", "after"),
                )
            ),
            ("backend_status", "VARCHAR", some("e.own")),
            ("received_bytes", "BIGINT", "e.received"),
            ("sent_bytes", "BIGINT", "e.sent"),
            ("agent", "VARCHAR", some("e.agent")),
        ),
    ),
    _syslog("syslog", r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d", MONTH_TIME, year=False, zone=False),
    _syslog("syslog_iso", ISO, iso("e.t"), year=True, zone=True),
    Format(
        "access",
        r"^(?:([\w.-]+(?::\d+)?) )?([0-9a-fA-F.:]+|[\w.-]+) [^\s]+ ([^\[\]]+?) \[(\d\d/\w{3}/\d{4}:\d\d:\d\d:\d\d)(?: ([+-]\d{4}))?\] \"((?:[^\"\\]|\\.|\"+(?:[^\" \\]|\\.| \D))*\"*)\" (\d{3}) (\d+|-)(.*)$",  # noqa: E501
        ("vhost", "client", "user", "t", "z", "request", "status", "bytes", "rest"),
        _ACCESS,
        has_zone=True,
        fields=(
            ("bytes", "BIGINT", "nullif(e.bytes, '-')"),
            (
                "agent",
                "VARCHAR",
                some(r"regexp_extract(e.rest, '^(?: \"[^\"]*\")? \"([^\"]*)\"', 1)"),
            ),
        ),
    ),
    _levelled(
        "nginx_error",
        r"^(\d{4}/\d\d/\d\d \d\d:\d\d:\d\d) \[(\w+)\] (\d+)#\d+: (.*)$",
        ("t", "level", "pid", "m"),
        iso("e.t"),
        address=some(r"regexp_extract(e.m, 'client: ([0-9a-fA-F.:]+)', 1)"),
        path=some(r"regexp_extract(e.m, 'request: \"[A-Z]+ ([^\s?\"]+)', 1)"),
    ),
    _levelled(
        "apache_error",
        r"^\[\w{3} (\w{3} \d\d \d\d:\d\d:\d\d)(?:\.\d+)? (\d{4})\] \[(?:([\w-]+):)?(\w+)\] (?:\[pid (\d+)[^\]]*\] )?(.*)$",  # noqa: E501
        ("t", "year", "source", "level", "pid", "m"),
        "try_strptime(e.year || ' ' || e.t, '%Y %b %d %H:%M:%S')",
    ),
    _levelled(
        "kafka",
        rf"^\[({ISO})\] (\w+) (.*?)(?: \(([\w.$-]+)\))?$",
        ("t", "level", "m", "source"),
        iso("e.t"),
    ),
    _levelled(
        "spring",
        rf"^({ISO})({ZONE})? +({_WORDS}) +(\d+) --- (?:\[[^\]]*\] ?)*\[[^\]]*\] ([\w.$\[\]/-]+) *: (.*)$",  # noqa: E501
        ("t", "z", "level", "pid", "source", "m"),
        iso("e.t"),
        zone=True,
    ),
    _levelled(
        "openstack",
        rf"^(?:(\S+) )?({ISO}) (\d+) ({_WORDS}) ([\w.-]+) \[([^\]]*)\] ?(.*)$",
        ("file", "t", "pid", "level", "source", "request", "m"),
        iso("e.t"),
    ),
    _levelled(
        "zookeeper",
        rf"^({ISO}) (?:\[myid:[^\]]*\] )?- ({_WORDS}) +\[(.*?):?([\w$.]+)@(\d+)\] - (.*)$",
        ("t", "level", "thread", "source", "at", "m"),
        iso("e.t"),
    ),
    _levelled(
        "postgres",
        # What `log_line_prefix` says; managed servers have '%t:%r:%u@%d:[%p]:'.
        rf"^({ISO}) ?(Z|UTC|GMT|[A-Z]{{3,4}}|[+-]\d\d(?::?\d\d)?)?(?::([^\s:(]*)(?:\(\d+\))?:"
        r"([^\s@:]*)@([^\s:]*):| )\[(\d+)(?:-\d+)?\]:? ?"
        r"(?:(\S*)@(\S*) )?(LOG|FATAL|ERROR|WARNING|NOTICE|DETAIL|HINT|STATEMENT|CONTEXT|DEBUG\d?|INFO|PANIC): +(.*)$",  # noqa: E501
        ("t", "z", "client", "who", "base", "pid", "user", "database", "level", "m"),
        iso("e.t"),
        zone=True,
        user=some("concat(e.who, e.user)"),
        address=some("e.client"),
        fields=(("database", "VARCHAR", some("concat(e.base, e.database)")),),
    ),
    _levelled(
        "postgres_csv",
        rf"^({ISO}) (\w+|[+-]\d\d),\"?([^\",]*)\"?,\"?([^\",]*)\"?,(\d*),\"?([^\",]*?)(?::\d+)?\"?,"
        r"[^,]*,\d*,\"?([^\",]*)\"?,[^,]*,[^,]*,\d*,([A-Z]+\d?),([0-9A-Z]{5}),"
        r"\"((?:[^\"]|\"\")*)\"",
        ("t", "z", "user", "database", "pid", "client", "tag", "level", "sqlstate", "m"),
        iso("e.t"),
        zone=True,
        user=some("e.user"),
        address=some("e.client"),
        fields=tuple(
            (name, "VARCHAR", some(f"e.{group}"))
            for name, group in (
                ("database", "database"),
                ("command", "tag"),
                ("sqlstate", "sqlstate"),
            )
        ),
    ),
    _levelled(
        "redis",
        r"^(\d+):(?:[XCSM]) (\d\d \w{3} \d{4} \d\d:\d\d:\d\d\.\d{3}) ([.*#-]) (.*)$",
        ("pid", "t", "level", "m"),
        "try_strptime(e.t, '%d %b %Y %H:%M:%S.%g')",
    ),
    _levelled(
        "catalina",
        rf"^(\d\d-\w{{3}}-\d{{4}} \d\d:\d\d:\d\d\.\d+) ({_WORDS}|CONFIG) \[([^\]]*)\] "
        r"([\w.$]+) ?(.*)$",
        ("t", "level", "thread", "source", "m"),
        "try_strptime(e.t, '%d-%b-%Y %H:%M:%S.%g')",
    ),
    _levelled(
        "cups_error",
        r"^([EWNIDdXC]) \[(\d\d/\w{3}/\d{4}:\d\d:\d\d:\d\d) ([+-]\d{4})\] (.*)$",
        ("level", "t", "z", "m"),
        "try_strptime(e.t, '%d/%b/%Y:%H:%M:%S')",
        zone=True,
    ),
    _levelled(
        "bgl",
        r"^(\S+) (\d{9,10}) (\d{4}\.\d\d\.\d\d) (\S+) (\d{4}-\d\d-\d\d-\d\d\.\d\d\.\d\d\.\d+) (\S+) (\S+) (\S+) (\w+) ?(.*)$",  # noqa: E501
        ("alert", "epoch", "date", "host", "t", "place", "kind", "source", "level", "m"),
        "try_strptime(e.t, '%Y-%m-%d-%H.%M.%S.%f')",
    ),
    _levelled(
        "thunderbird",
        r"^(\S+) (\d{9,10}) (\d{4}\.\d\d\.\d\d) (\S+) [A-Z][a-z]{2} +\d{1,2} (\d\d:\d\d:\d\d) (\S+) (?:([^\s:\[\]]+(?: [^\s:\[\]]+)?)(?:\[(\d+)\])?: ?)?(.*)$",  # noqa: E501
        ("alert", "epoch", "date", "host", "t", "place", "source", "pid", "m"),
        "try_strptime(e.date || ' ' || e.t, '%Y.%m.%d %H:%M:%S')",
        level=level_in("e.m"),
    ),
    _levelled(
        "hpc",
        r"^(\d+) (\S+) (\S+) (.+?) (\d{10}) (-?\d+) (.*)$",
        ("id", "host", "source", "state", "t", "flag", "m"),
        "make_timestamp(TRY_CAST(e.t AS BIGINT) * 1000000)",
        level=level_in("e.m"),
        zone_text="'Z'",
    ),
    _levelled(
        "healthapp",
        r"^(\d{8}-\d{1,2}:\d{1,2}:\d{1,2}):(\d{1,3})\|([^|]*)\|(\d+)\|(.*)$",
        ("t", "ms", "source", "pid", "m"),
        "try_strptime(e.t, '%Y%m%d-%H:%M:%S') + to_milliseconds(TRY_CAST(e.ms AS INTEGER))",
        level=level_in("e.m"),
    ),
    _levelled(
        "proxifier",
        r"^\[(\d\d\.\d\d \d\d:\d\d:\d\d)\] (\S+)(?: \*64)? - (.*)$",
        ("t", "source", "m"),
        "try_strptime('{year}.' || e.t, '%Y.%m.%d %H:%M:%S')",
        year=False,
        level=level_in("e.m"),
    ),
    _levelled(
        "hadoop",
        rf"^({ISO}) +({_WORDS}) +(?:\[[^\]]*\] )?([\w.$/-]+): (.*)$",
        ("t", "level", "source", "m"),
        iso("e.t"),
    ),
    _levelled(
        "hdfs",
        rf"^(\d{{6}} \d{{6}}) (\d+) ({_WORDS}) ([^\s:]+): (.*)$",
        ("t", "pid", "level", "source", "m"),
        "try_strptime(e.t, '%y%m%d %H%M%S')",
    ),
    _levelled(
        "spark",
        rf"^(\d\d/\d\d/\d\d \d\d:\d\d:\d\d) ({_WORDS}) ([^\s:]+): (.*)$",
        ("t", "level", "source", "m"),
        "try_strptime(e.t, '%y/%m/%d %H:%M:%S')",
    ),
    _levelled(
        "logcat",
        r"^(\d\d-\d\d \d\d:\d\d:\d\d\.\d+) +(\d+) +\d+ ([VDIWEFA]) (.*?) *: (.*)$",
        ("t", "pid", "level", "source", "m"),
        "TRY_CAST('{year}-' || e.t AS TIMESTAMP)",
        year=False,
    ),
    _levelled(
        "logcat_brief",
        r"^([VDIWEFA])/(.*?) *\( *(\d+)\): (.*)$",
        ("level", "source", "pid", "m"),
        None,
    ),
    _levelled(
        "celery",
        rf"^\[({ISO}): ({_WORDS})/([\w-]+)\] (.*)$",
        ("t", "level", "source", "m"),
        iso("e.t"),
    ),
    _levelled(
        "elasticsearch",
        rf"^\[({ISO})({ZONE})?\]\[({_WORDS}) *\]\[([^\]]+?) *\] \[([^\]]+)\] ?(.*)$",
        ("t", "z", "level", "source", "host", "m"),
        iso("e.t"),
        zone=True,
    ),
    _levelled(
        "dpkg",
        rf"^({ISO}) (?:(startup) (\S+ \S+)|(status) ([a-z-]+) (\S+) (\S+)|conffile (\S+) (\S+)"
        r"|([a-z]+) ([a-z0-9][a-z0-9.+-]*(?::[a-z0-9]+)?) (\S+) (\S+))$",
        (
            "t",
            "startup",
            "phase",
            "status",
            "state",
            "which",
            "version",
            "conffile",
            "decision",
            "action",
            "package",
            "old",
            "new",
        ),
        iso("e.t"),
        level=_NO,
        address=_NO,
        message="substr(text, 21)",
        fields=(
            ("action", "VARCHAR", some("concat(e.startup, e.status, e.action)")),
            ("package", "VARCHAR", some("concat(e.which, e.package)")),
            (
                "version",
                "VARCHAR",
                "CASE WHEN e.new NOT IN ('', '<none>') THEN e.new ELSE "
                "nullif(nullif(concat(e.version, e.old), ''), '<none>') END",
            ),
        ),
    )._replace(nouns=("package",)),
    _levelled(
        "named_level",
        rf"^[\[(]?({ISO})({ZONE})?[\])]? +(?:[|-] +)?([\w.$/-]+) *(?:\[(\d+)\])?(?: *[:|]| +-)? +"
        rf"[\[(]?({_WORDS})\b[\])]?(?: *[:|]| +-)? +(.*)$",
        ("t", "z", "source", "pid", "level", "m"),
        iso("e.t"),
        zone=True,
    ),
    _levelled(
        "windows_cbs",
        r"^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d), (\w+) +([A-Z]\w*) +(.*)$",
        ("t", "level", "source", "m"),
        iso("e.t"),
    ),
    _levelled(
        "windows_event",
        r"^(Information|Warning|Error|Critical|Verbose|Audit Success|Audit Failure)[\t,](\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4} \d{1,2}:\d\d:\d\d(?: [AP]M)?)[\t,]([^\t,]*)[\t,](\d+)[\t,](.*)$",  # noqa: E501
        ("level", "t", "source", "pid", "m"),
        "try_strptime(e.t, ['%m/%d/%Y %I:%M:%S %p', '%d/%m/%Y %H:%M:%S', '%Y-%m-%d %H:%M:%S'])",
        pid=_NO,
    ),
    _levelled(
        "cmtrace",
        r'^(?:<!\[LOG\[)?(.*?)\]LOG\]!><time="(\d\d:\d\d:\d\d(?:\.\d+)?)[+-]?\d*" date="([\d-]+)" component="([^"]*)" context="[^"]*" type="(\d)" thread="(\d+)" file="([^"]*)">?$',  # noqa: E501
        ("m", "t", "day", "source", "kind", "pid", "at"),
        "try_strptime(concat(e.day, ' ', e.t), ['%m-%d-%Y %H:%M:%S.%f', '%m-%d-%Y %H:%M:%S'])",
        level="['info', 'warning', 'error'][TRY_CAST(e.kind AS INTEGER)]",
        fields=(("code_file", "VARCHAR", some("e.at")),),
    ),
    _levelled(
        "glog",
        r"^([IWEF])(\d{4} \d\d:\d\d:\d\d\.\d+) +(\d+) ([^\s\]]+)\] (.*)$",
        ("level", "t", "pid", "source", "m"),
        "try_strptime('{year}' || e.t, '%Y%m%d %H:%M:%S.%f')",
        year=False,
    ),
    _levelled(
        "dmesg",
        r"^\[ *(\d+\.\d+)\] (?:([\w. -]{1,40}?): )?(.*)$",
        ("since", "source", "m"),
        None,
        level=_NO,
        fields=(("uptime_s", "DOUBLE", "e.since"),),
    ),
    _levelled(
        "iso",
        rf"^[\[(]?({ISO})({ZONE}|(?: UTC))?[\])]?[ \t,:|-]*(?:[\[(]?\b({_WORDS})\b[\])]?)?[ \t:|-]*(?:[\[(]([\w.$/-]+)[\])])?[ \t:|-]*(.*)$",  # noqa: E501
        ("t", "z", "level", "source", "m"),
        iso("e.t"),
        zone=True,
        level=f"coalesce({level_of('e.level')}, {level_in('e.m')})",
    ),
    _levelled(
        "clock",
        rf"^[\[(]?(\d\d:\d\d:\d\d(?:[.,]\d+)?)[\])]?[ \t,:|-]+(?:[\[(]?\b({_WORDS})\b[\])]?)?[ \t:|-]*(?:[\[(]([\w.$/-]+)[\])])?[ \t:|-]*(.*)$",  # noqa: E501
        ("t", "level", "source", "m"),
        iso("concat('{day} ', e.t)"),
        year=False,
        level=f"coalesce({level_of('e.level')}, {level_in('e.m')})",
    )._replace(has_day=False),
    _levelled(
        "clock_minutes",
        r"^\[(\d\d:\d\d)\] +(.*)$",
        ("t", "m"),
        iso("concat('{day} ', e.t, ':00')"),
        year=False,
        level=_NO,
    )._replace(has_day=False),
    _levelled(
        "level_first",
        rf"^[\[(]?({_WORDS})[\])]?[ \t:|-]+[\[(]?({ISO})({ZONE})?[\])]?[ \t:|-]*(.*)$",
        ("level", "t", "z", "m"),
        iso("e.t"),
        zone=True,
    ),
    _levelled(
        "ctime_year",
        rf"^[\[(]?{WEEKDAY} (\w{{3}} [ \d]\d \d\d:\d\d:\d\d)(?:\.\d+)? (\d{{4}})[\])]?[ :-]*(.*)$",
        ("t", "year", "m"),
        "try_strptime(e.year || ' ' || e.t, '%Y %b %d %H:%M:%S')",
        level=level_in("e.m"),
    ),
    _levelled(
        "ctime",
        rf"^[\[(]?{WEEKDAY} (\w{{3}} [ \d]\d \d\d:\d\d:\d\d)(?:\.\d+)?[\])]? *(?:<([\w.-]+)(?:\[\d+\])?> ?)?(.*)$",  # noqa: E501
        ("t", "source", "m"),
        MONTH_TIME,
        year=False,
        level=level_in("e.m"),
    ),
    _levelled(
        "python",
        r"^(DEBUG|INFO|WARNING|ERROR|CRITICAL):([\w.]+):(.*)$",
        ("level", "source", "m"),
        None,
    ),
)

PLAIN: Final = Format(
    "plain",
    r"^(.*)$",
    ("m",),
    {
        "message": "e.m",
        "level": level_of(rf"regexp_extract(e.m, '\b({_WORDS})\b', 1)"),
        "address": some(f"regexp_extract(e.m, '{IPV4}')"),
    },
    has_year=False,
    has_time=False,
)
