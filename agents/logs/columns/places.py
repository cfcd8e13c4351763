"""Values that stand behind each other in messages, each with its place, which nothing names.

Messages of one kind (`ALERT: web1;disk;CRITICAL;3`) have a column for each place, which is the same
one in other kinds where its values are. Where all messages are a row of so many values
(`0.041 200 10.0.0.7:80 "curl/8.1" -`), those that no other column has are columns by their places.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from typing import Final

from agents.logs.columns.fields import kind_of
from agents.logs.columns.formats import IPV4, level_of, without
from agents.logs.columns.heads import LEVEL_WORDS, Heads, taken

_LEAST: Final = 0.6
_FEWEST: Final = 3
_MOSTLY: Final = 0.8
_MOST_DIFFERENT: Final = 0.2
_ALIKE: Final = 0.5
"""Of the values of one place that stand in another, too: both are one column."""
FIELD: Final = "field_"
"""What the name of a column begins with whose values nothing names."""
_HEAD: Final = r"^((?:[A-Z][A-Za-z_-]* ?){1,4}): *"
_BETWEEN: Final = (";", "|", "\t")
_MOST_PLACES: Final = 12
_LONG: Final = 40
"""Characters on average: of a longer text no value is told apart."""
_MACHINE: Final = r"[a-zA-Z][\w.-]*\d[\w.-]*"
_VALUE: Final = r'"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[^\s]+'
_MOST_VALUES: Final = 40
_LEAST_VALUES: Final = 5
_PROSE: Final = 0.25
"""Of the places: where more hold a word alone, messages are sentences."""
_WORD: Final = r"[A-Za-z]+[.,:;]?"
_MADE: Final[tuple[tuple[str, str], ...]] = (
    ("method", r'"?(?:GET|POST|PUT|DELETE|HEAD|PATCH|OPTIONS|CONNECT|PROPFIND)\b.*'),
    ("path", r"(?:\w+://|/).*"),
    ("status", r"(?:[A-Z][A-Z_]+/)?[1-5]\d\d"),
    ("address", rf'"?(?:{IPV4}|[0-9a-f]*:[0-9a-f:]+)(?::\d+)?"?'),
    ("agent", r'"(?:[A-Z]\w+|curl|python-\w+|okhttp|\w+)/[\d.]+.*"'),
    ("number", r"-?\d+(?:\.\d+)?"),
    ("content_type", r'"?[a-z]+/[a-z][\w.+-]*"?'),
)
"""Which column a value is of, by what it is made of; the first that fits."""
_TOLD: Final = ("method", "path", "status")
"""What a request says of itself, wherever it stands."""


def _parts(message: str, sign: str) -> tuple[str, list[str]]:
    """Return what a message begins with up to a colon, and the values that stand behind it."""
    head = re.match(_HEAD, message)
    rest = message[head.end() :] if head else message
    return (head[1] if head else ""), [one.strip() for one in rest.split(sign)]


class _Place:
    """A column of values behind each other: in which place they stand in messages of each kind."""

    def __init__(self) -> None:
        self.values: list[str] = []
        self.places: dict[str, int] = {}


def listed(messages: Sequence[str], has: Collection[str]) -> Heads:
    """Return the columns of values that stand behind each other in sampled messages."""
    for sign in _BETWEEN:
        told = [one for one in (_parts(text, sign) for text in messages) if len(one[1]) >= _FEWEST]
        # What ends with a text is marks and a message.
        text = sum(len(parts[-1]) for _, parts in told) > _LONG * len(told)
        if len(told) >= max(_FEWEST, _LEAST * len(messages)) and not (sign == "\t" and text):
            break
    else:
        return Heads({}, ())
    by_place: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    for head, parts in told:
        for place, value in enumerate(parts[:_MOST_PLACES], 1):
            by_place[head, place].append(value)
    columns: list[_Place] = []
    for (head, place), values in sorted(by_place.items(), key=lambda one: -len(one[1])):
        kinds = set(values)
        free = [one for one in columns if head not in one.places]
        alike = [(len(kinds & set(one.values)) / len(kinds), -n) for n, one in enumerate(free)]
        best = max(alike, default=(0.0, 0))
        own = free[-best[1]] if best[0] >= _ALIKE else _Place()
        if not own.places:
            columns.append(own)
        own.places[head] = place
        own.values += values
    found = Heads({}, ())
    head = f"regexp_extract(e.m, '{_HEAD}', 1)"
    if len({one for one, _ in told}) > 1:
        found = taken(found, without(head, ""), [one for one, _ in told if one],
                       {*has, "source", "level"})  # fmt: skip
    split = f"string_split(e.m, '{sign}')"
    for one in columns:
        cases = " ".join(f"WHEN '{key}' THEN {place}" for key, place in one.places.items())
        picked = f"{split}[CASE {head} {cases} END]"
        if 1 in one.places.values():  # what a message begins with stands before the first value
            picked = f"regexp_replace({picked}, '{_HEAD}', '')"
        sql = without(f"trim({picked})", "")
        values = [value for value in one.values if value]
        counts = Counter(values)
        few = 1 < len(counts) <= max(1, _MOST_DIFFERENT * len(values))
        if not few or sum(map(len, values)) > _LONG * len(values):
            continue
        if "host" not in {*has, *found.columns} and _are_machines(counts):
            found.columns["host"] = sql
            continue
        name = f"{FIELD}{min(one.places.values())}"
        name += "" if name not in {n for n, *_ in found.fields} else f"_{len(found.fields)}"
        found = found._replace(fields=(*found.fields, (name, kind_of(values), sql)))
        states = any(len(word) > 1 and word in LEVEL_WORDS for word in counts)
        if states and all(map(str.isupper, counts)) and "level" not in has:
            found.columns.setdefault("level", level_of(sql))  # the state of what is told of
    return found


def _are_machines(names: Collection[str]) -> bool:
    """Whether names are those of machines: most of them are one of several with numbers."""
    named = [one for one in names if re.fullmatch(_MACHINE, one)]
    stems = Counter(re.sub(r"\d+", "", one) for one in named)
    several = sum(n for n in stems.values() if n > 1)
    return len(named) >= max(_FEWEST, _MOSTLY * len(names)) and 2 * several >= len(names)


def in_rows(messages: Sequence[str], has: Collection[str]) -> tuple[Heads, str]:
    """Return the columns of messages that are a row of so many values, and SQL of the list of those
    over `e.m`, to which that of the columns refers as j[1], j[2] …; "" where they are sentences."""
    rows = [re.findall(_VALUE, one) for one in messages]
    counts = Counter(map(len, rows)).most_common(1)
    many, often = counts[0] if counts else (0, 0)
    if not _LEAST_VALUES <= many <= _MOST_VALUES or often < max(_FEWEST, _MOSTLY * len(rows)):
        return Heads({}, ()), ""
    places = [*zip(*(row for row in rows if len(row) == many), strict=True)]
    made = [_made_of(those) for those in places]
    words = sum(kind == "word" for kind in made)
    if words > _PROSE * many or 2 * sum(kind not in ("", "word") for kind in made) < many:
        return Heads({}, ()), ""
    found, used = list[tuple[str, str, str]](), {*has}
    for place, (kind, those) in enumerate(zip(made, places, strict=True), 1):
        bare = [one.strip('"') for one in those]
        if kind in _TOLD or len({*bare}) == 1 or (kind == "address" and place == _first(made)):
            continue
        name = _named(made, place, used)
        used.add(name)
        value = without(f"trim(CASE WHEN len(j) = {many} THEN j[{place}] END, '\"')", "-")
        if name == "server_ip":
            value = f"regexp_extract({value}, '^(.*?)(?::\\d+)?$', 1)"
        found.append((name, kind_of(bare), value))
    left = [one for one in found if one[0].startswith(FIELD) and one[1] != "VARCHAR"]
    if len(left) == 1 and "status" in made:  # beside its size a request has a length of time
        place = found.index(left[0])
        found[place] = ("duration", *found[place][1:])
    return Heads({}, tuple(found)), f"regexp_extract_all(e.m, '{_VALUE}')"


def _first(made: Sequence[str]) -> int:
    return made.index("address") + 1


def _made_of(values: Sequence[str]) -> str:
    """Return of which column values of one place are, "word" for a word that is always the same."""
    told = [one for one in values if one.strip('"') not in ("", "-")]
    for name, pattern in _MADE:
        if sum(re.fullmatch(pattern, one) is not None for one in told) >= _MOSTLY * len(told) > 0:
            return name
    constant = len({*told}) == 1 and re.fullmatch(_WORD, told[0])
    return "word" if constant else ""


def _named(made: Sequence[str], place: int, used: Collection[str]) -> str:
    """Return what the column of a place is called, which is made as it is."""
    kind = made[place - 1]
    name = "" if kind == "word" else kind
    if kind == "address":
        name = "server_ip"
    elif kind == "number":
        name = "bytes" if place > 1 and made[place - 2] == "status" else ""
    return name if name and name not in used else f"{FIELD}{place}"
