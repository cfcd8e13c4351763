"""Fields that messages name in the midst of text: `status=sent`, `SRC=10.0.0.1`, `lasted: 4.5 ms`,
`{"amount": 7}`.

What stands behind `=` is a value, what stands behind `:` one only where it is a number; a unit
that all numbers of a field have goes into its name (`duration_ms`), from where any table's
model takes it. A length of time that nothing names ("took 12 ms", "in 82 msecs") is a `duration`.
Of an object of JSON in a message each value is a field.
"""

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final

from agents.logs.lines.fields import is_length, kind_of, named

_LEAST_SHARE: Final = 0.01
_LEAST_BARE: Final = 0.05
"""Of the lines: a number behind `:` without a unit may be anything (a line of a file, a port)."""
_LEAST: Final = 3
_MOST: Final = 30
"""Each is looked for in each line."""
_BEFORE: Final = r"(?:^|[\s,;(\[{])"
_VALUE: Final = r'(?:"([^"]*)"|[<\[]?([^\s,;<>"()\[\]]*))'
_NUMBER: Final = r"(-?\d+(?:\.\d+)?)"
_UNITS: Final = ("ms", "us", "µs", "ns", "s", "sec", "bytes", "kB", "KB", "MB", "GB", "%")
_KEY: Final = r"([A-Za-z][A-Za-z_]*+(?:[.-][A-Za-z_]+)*+)"
_GIVEN: Final = re.compile(rf"(?<![^\s,;(\[{{]){_KEY}={_VALUE}")
_TOLD: Final = re.compile(
    rf"(?<![^\s,;(\[{{]){_KEY}: {{0,2}}{_NUMBER}(?: ?({'|'.join(_UNITS)}))?(?![\w.:/-])"
)
_LENGTHS: Final[dict[str, str]] = {
    "ms": "ms|msecs?|milliseconds?|millis", "us": "us|µs|usecs?|microseconds?|micros",
    "s": "s|secs?|seconds?",
}  # fmt: skip
_OBJECT: Final = r'\{".*\}'
_DURATION: Final = "duration"
_SAFE: Final = re.compile(r"[\w@$-]+")
_MEASURED: Final = re.compile(rf"{_NUMBER} ?({'|'.join(_UNITS)})")


def message_fields(
    messages: Sequence[str], has: Collection[str] = ()
) -> tuple[tuple[str, str, str], ...]:
    """Return name, type and SQL over `e.m` of the fields that at least one in a hundred of sampled
    messages names, those that more name first; without those that the lines `has` anyway."""
    values: defaultdict[tuple[str, str], list[Any]] = defaultdict(list)
    for message in messages:
        once = set()
        for found in _GIVEN.finditer(message):
            if (at := (found[1], "=")) not in once:
                once.add(at)
                values[at].append(found[2] or found[3])
        for found in _TOLD.finditer(message):
            if (at := (found[1], ":")) not in once:
                once.add(at)
                values[at].append(f"{found[2]} {found[3]}" if found[3] else found[2])
        for key, value in _object_in(message):
            values[key, "{"].append(value)
    often = [
        at for at, those in values.items()
        if at[0] not in has and len(those) >= max(_LEAST, _LEAST_SHARE * len(messages))
        and (at[1] in "={" or _unit(those) or len(those) >= _LEAST_BARE * len(messages))
    ]  # fmt: skip
    often.sort(key=lambda at: -len(values[at]))
    taken: dict[str, tuple[str, str, list[Any]]] = {}
    for key, sign in often[:_MOST]:
        those = values[key, sign]
        unit = _unit(those) if sign != "{" else ""
        if unit:
            those = [one.removesuffix(unit).strip() for one in those]
        name = f"{key}_{unit}" if unit else key
        number = kind_of(those) in ("BIGINT", "DOUBLE")
        taken.setdefault(name, (_sql(key, sign, number=number and bool(unit)), sign, those))
    if not any(name.startswith(_DURATION) or is_length(name) for name in (*taken, *has)):
        taken.update(_lengths(messages))
    about = named({name: those for name, (_, _, those) in taken.items()})
    return tuple((*about[name], sql) for name, (sql, _, _) in taken.items() if name in about)


def _lengths(messages: Sequence[str]) -> Iterator[tuple[str, tuple[str, str, list[Any]]]]:
    """Yield the length of time that messages tell of without a name, in the unit of most."""
    found = {
        unit: [one[1] for message in messages
               if (one := re.search(f"{_BEFORE}{_NUMBER} ?(?:{said})\\b", message))]
        for unit, said in _LENGTHS.items()
    }  # fmt: skip
    unit = max(found, key=lambda one: len(found[one]))
    if len(found[unit]) >= max(_LEAST, _LEAST_BARE * len(messages)):
        pattern = rf"{_BEFORE}{_NUMBER} ?(?:{_LENGTHS[unit]})\b"
        sql = f"nullif(regexp_extract(e.m, '{pattern}', 1), '')"
        yield f"{_DURATION}_{unit}", (sql, "", found[unit])


def _object_in(message: str) -> Iterator[tuple[str, Any]]:
    """Yield the values of the object of JSON in a message, and of objects in it by their path."""
    found = re.search(_OBJECT, message)
    try:
        value = json.loads(found[0]) if found is not None else None
    except (ValueError, RecursionError):
        return
    yield from _members(value) if isinstance(value, dict) else ()


def _members(value: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, one in value.items():
        if not _SAFE.fullmatch(key):
            continue
        if isinstance(one, dict) and not before:
            yield from _members(one, f"{key}.")
        elif not isinstance(one, dict | list):
            yield before + key, one


def _unit(values: Iterable[str]) -> str:
    """Return the unit that all values have, which are numbers; else ""."""
    found = {one[2] if (one := _MEASURED.fullmatch(value)) else "" for value in values if value}
    return found.pop() if len(found) == 1 else ""


def _sql(key: str, sign: str, *, number: bool) -> str:
    if sign == "{":
        path = "".join(f'."{step}"' for step in key.split("."))
        found = f"regexp_extract(e.m, '{_OBJECT}')"
        named = f"contains(e.m, '\"{key.split('.')[-1]}\"')"  # each object is read once a field
        return (
            f"CASE WHEN {named} AND json_valid({found}) "
            f"THEN json_extract_string({found}, '${path}') END"
        )
    start = f"{_BEFORE}{re.escape(key)}{sign}"
    if sign == ":" or number:
        found = f"regexp_extract(e.m, '{start} {{0,2}}{_NUMBER}', 1)"
    else:
        one, two = (f"regexp_extract(e.m, '{start}{_VALUE}', {group})" for group in (1, 2))
        found = f"concat({one}, {two})"
    return f"CASE WHEN contains(e.m, '{key}{sign}') THEN nullif({found}, '') END"
