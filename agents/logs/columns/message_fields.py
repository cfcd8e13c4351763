"""Fields that messages name in the midst of text: `status=sent`, `SRC=10.0.0.1`, `lasted: 4.5 ms`,
`spent [339ms]`, `{"amount": 7}`.

What stands behind `=` is a value, what stands behind `:` one only where it is a number; a unit
that all numbers of a field have goes into its name (`duration_ms`), from where any table's
model takes it. A length of time that nothing names ("took 12 ms", "in 82 msecs") is a `duration`.
Of an object of JSON in a message each value is a field. Where messages of one kind differ in a
word, the constant one before it says what it is: `broker 3`, `Task mail.send[4f…]`, `pod/web-1`.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from agents.logs.columns.fields import is_length, kind_of, named
from agents.logs.columns.formats import COLUMNS, IPV4, without
from agents.logs.columns.shapes import MAC
from agents.logs.columns.templates import ANY, MASK, members
from agents.logs.words import words

_LEAST_SHARE: Final = 0.01
_LEAST_BARE: Final = 0.05
"""Of the lines: a number behind `:` without a unit may be anything (a line of a file, a port)."""
_LEAST: Final = 3
_MOST: Final = 30
_MOST_NAMED: Final = 8
"""Each is looked for in each line."""
_BEFORE: Final = r"(?:^|[\s,;(\[{])"
_VALUE: Final = r'(?:"([^"]*)"|[<\[]?([^\s,;<>"()\[\]]*))'
_NUMBER: Final = r"(-?\d+(?:\.\d+)?)"
_UNITS: Final = ("ms", "us", "µs", "ns", "s", "sec", "bytes", "kB", "KB", "MB", "GB", "%")
_KEY: Final = r"([A-Za-z][A-Za-z_]*+(?:[.-][A-Za-z_]+)*+)"
_GIVEN: Final = re.compile(rf"(?<![^\s,;(\[{{]){_KEY}={_VALUE}")
_TOLD: Final = re.compile(
    rf"(?<![^\s,;(\[{{]){_KEY}: {{0,2}}{_NUMBER}(?: ?({'|'.join(_UNITS)}))?(?![\w.:/-]| +\d)"
)
_SPACED: Final = re.compile(
    rf"(?<![^\s,;(\[{{])([A-Za-z_]+(?: [A-Za-z_]+)?) = {_NUMBER}(?![\w.:/-])"
)
_ENCLOSED: Final = re.compile(rf"(?<![^\s,;(\[{{])([A-Za-z_]+) \[{_NUMBER} ?({'|'.join(_UNITS)})\]")
_LENGTHS: Final[dict[str, str]] = {
    "ms": "ms|msecs?|milliseconds?|millis", "us": "us|µs|usecs?|microseconds?|micros",
    "s": "s|secs?|seconds?",
}  # fmt: skip
_OBJECT: Final = r'\{".*\}'
_DURATION: Final = "duration"
_STATUS: Final = "status"
_SAFE: Final = re.compile(r"[\w@$-]+")
_MEASURED: Final = re.compile(rf"{_NUMBER} ?({'|'.join(_UNITS)})")
_MOST_DIFFERENT: Final = 0.7
"""Of the messages that name one: what is another each time is a number of this one thing."""
_MOST_NUMBERS: Final = 20
"""Different numbers behind a word: of more it is an amount (wrote 8123 buffers)."""
_NAME: Final = re.compile(r"[\[(\"']?([A-Za-z][A-Za-z_-]{2,19})")
_JOINED: Final = re.compile(r"([a-z]{3,20})/([A-Za-z][\w.-]*\w)[:,;]?")
_MARKED: Final = re.compile("[^A-Za-z]")
_WORD: Final = r"[\w./@:-]*[\w/]"
_UID: Final = "uid"
_PAIR: Final = r"\d+/(\S+)"
_WORDS: Final = 3
"""Of a name before a colon, and of a value behind one that ends with a comma."""
_BEHIND: Final = rf"[\[({{\"]?(?:((?:[\w./@-]+ )?(?:[\w./@-]+ )?[\w./@-]+),|({_WORD}))"


def message_fields(
    messages: Sequence[str], has: Collection[str] = ()
) -> Iterator[tuple[str, str, str]]:
    """Yield name, type and SQL over `e.m` of the fields that at least one in a hundred of sampled
    messages names, those that more name first; without those that the lines `has` anyway."""
    values: defaultdict[tuple[str, str], list[Any]] = defaultdict(list)
    for message in messages:
        once = set()
        for found in _GIVEN.finditer(message):
            if (at := (found[1], "=")) not in once:
                once.add(at)
                values[at].append(found[2] or found[3])
        for found in _SPACED.finditer(message):
            if (at := (found[1], " =")) not in once:
                once.add(at)
                values[at].append(found[2])
        for found in _TOLD.finditer(message):
            if (at := (found[1], ":")) not in once:
                once.add(at)
                values[at].append(f"{found[2]} {found[3]}" if found[3] else found[2])
        for found in _ENCLOSED.finditer(message):
            if (at := (found[1], " [")) not in once:
                once.add(at)
                values[at].append(f"{found[2]} {found[3]}")
        for key, value in _object_in(message):
            values[key, "{"].append(value)
    often = [
        at for at, those in values.items()
        if at[0] not in has and len(those) >= max(_LEAST, _LEAST_SHARE * len(messages))
        and (at[1] in ("=", "{") or _unit(those) or len(those) >= _LEAST_BARE * len(messages))
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
    if (status := taken.get(_STATUS)) and all(re.fullmatch(r"[1-5]\d\d", one) for one in status[2]):
        del taken[_STATUS]
        yield _STATUS, "INTEGER", status[0]  # of responses, as every log has it
    about = named({name: those for name, (_, _, those) in taken.items()})
    yield from ((*about[name], sql) for name, (sql, _, _) in taken.items() if name in about)


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
        sql = without(f"regexp_extract(e.m, '{pattern}', 1)", "")
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
    if sign == " [":
        start = rf"{_BEFORE}{re.escape(key)} \["
    if sign in (":", " =", " [") or number:
        found = f"regexp_extract(e.m, '{start} {{0,2}}{_NUMBER}', 1)"
    else:
        one, two = (f"regexp_extract(e.m, '{start}{_VALUE}', {group})" for group in (1, 2))
        found = f"concat({one}, {two})"
    return f"CASE WHEN contains(e.m, '{key}{sign}') THEN {without(found, '')} END"


def named_before(messages: Sequence[str], has: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Yield name, type and SQL over `e.m` of what words of sampled messages name, those that more
    of them hold first; without those that lines have anyway. Behind a colon the words up to there
    are the name, and what is called as a column of every log is that one (`user`)."""
    masked = [re.sub(MASK, ANY, one) for one in messages]
    kinds = members([*Counter(masked).items()])
    small = frozenset(words()["small"])
    taken = {one.casefold() for one in (*has, *COLUMNS, *small)}
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for message, shape in zip(messages, masked, strict=True):
        template = kinds.get(shape, "").split(" ")
        said = message.split(" ")
        for place, (first, value) in enumerate(pairwise(template), 1):
            if ANY not in value or place >= len(said):
                continue
            if first.endswith(":"):
                name = _named_by(template[:place], small)
                told = re.match(_BEHIND, " ".join(said[place : place + _WORDS]))
                if name and told is not None and name not in has:
                    found[name, ":"].append(told[1] or told[2])
                continue
            one, told = _NAME.fullmatch(first), re.match(rf"[\[(\"']?({_WORD})", said[place])
            if one is not None and told is not None and one[1].casefold() not in taken:
                found[one[1].casefold(), " "].append(told[1])
        for word in said:
            joined = _JOINED.fullmatch(word)
            if joined is not None and joined[1] not in taken:
                found[joined[1], " "].append(joined[2])
    least = max(_LEAST, _LEAST_SHARE * len(messages))
    often = sorted(found, key=lambda one: (-len(found[one]), one))
    kept = [one for one in often if len(found[one]) >= least
            and (_tell(found[one]) or one[0] in words()["numbered"])][:_MOST_NAMED]  # fmt: skip
    for at in kept:  # uid: (1000/web)
        if at[0] == _UID and all(re.fullmatch(_PAIR, one) for one in found[at]):
            yield "user", "VARCHAR", f"regexp_extract({_sql_before(at, found[at])}, '{_PAIR}', 1)"
    own = [one for one in kept if one[0] in COLUMNS]
    for at in own:
        yield at[0], "VARCHAR", _sql_before(at, found[at])
    others = {at[0]: at for at in reversed(kept) if at not in own}
    for before, (column, _) in named({one: found[others[one]] for one in others}).items():
        yield column, "VARCHAR", _sql_before(others[before], found[others[before]])


def _named_by(template: Sequence[str], small: Collection[str]) -> str:
    """Return what words of a template up to a colon call what stands behind it; "" for nothing."""
    told: list[str] = []
    for word in reversed(" ".join(template).removesuffix(":").split()[-_WORDS:]):
        bare = word.casefold().strip("[(\"'")
        if not re.fullmatch(r"[a-z][a-z_-]{2,19}", bare) or (bare in small and bare not in COLUMNS):
            break
        told.insert(0, bare)
    return " ".join(told) if told and (told[-1] not in small or told == ["user"]) else ""


def _sql_before(at: tuple[str, str], values: Sequence[str]) -> str:
    name, sign = at
    if sign == ":":
        pattern = rf"(?i)\b{name} ?: {_BEHIND}"
        one, two = (f"regexp_extract(e.m, '{pattern}', {group})" for group in (1, 2))
        return without(f"concat({one}, {two})", "")
    pattern = rf"(?i)(?:^|[\s\[(\"])\b{name}[ /][\[(\"]?({_WORD})"
    value = f"regexp_extract(e.m, '{pattern}', 1)"
    if all(map(_MARKED.search, values)):  # instance 7e7c-42f, and no instance spawned
        return f"[x for x in [{value}] if regexp_matches(x, '{_MARKED.pattern}')][1]"
    return without(value, "")


def _tell(values: Sequence[str]) -> bool:
    """Whether values tell several things apart, each of which comes again, and are no addresses,
    which lines have a column of."""
    if all(re.fullmatch(rf"(?:::ffff:)?{IPV4}|{MAC}", one) for one in values):
        return False
    different = set(values)
    amounts = all(one.replace(".", "").isdigit() for one in different)
    most = min(_MOST_DIFFERENT * len(values), _MOST_NUMBERS if amounts else len(values))
    return 1 < len(different) <= most
