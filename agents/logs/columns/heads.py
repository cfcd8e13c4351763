"""What messages begin with before they say anything: a row of marks that all of them have.

`[Worker 3/WARN]: `, `[ALPM] `, `prog:4711:MainThread @module.py:12 - `, `NETWORK  [conn12] `. Which
of them is the level, the process or the component is seen by what they hold; others are a `tag`.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from agents.logs.columns.fields import kind_of
from agents.logs.columns.formats import COLUMNS, IPV4, LEVELS, level_of, without
from agents.logs.words import words

_LEAST: Final = 0.6
"""Of the messages: so many begin with a mark."""
_MOST_MARKS: Final = 5
_MOST_WORDS: Final = 20
_FEW: Final = 2
_MOST_DIFFERENT: Final = 0.2
"""Of the messages that have a mark: what is more often another tells nothing apart."""
_SQUARE: Final = r"\[([^\[\]]{1,60})\]:?"
_BRACKET: Final = r"[\[(<]([^\[\]()<>]{1,60})[\])>]:?"
_JOINED: Final = r"([A-Za-z][\w.$-]*):(\d+)(?::([A-Za-z][\w.-]*))?:?"
_AT: Final = r"@([\w./-]+):\d+:?"
_CAPITALS: Final = r"([A-Z][A-Z_]{0,15})"
_LOGGER: Final = r"([A-Za-z][\w$]*(?:[.#][\w$<>]+)+):"
_SINCE: Final = r"(\d{1,9}\.\d{1,9}):"
_CLOCK: Final = r"(\d{1,3}:\d\d(?::\d\d)?)"
_SAID: Final = r"([A-Za-z][A-Za-z_-]+(?: [A-Za-z]+){0,2})(?: \([^()]{1,90}\))? ?:"
"""What happened."""
_SAID_OF: Final = rf"(?:\[([^\[\]]{{1,40}})\] )?{_SAID}"
"""And in brackets before it to whom: [ann] OK LOGIN: …"""
_SIGN: Final = r"[-|:]"
_PADDED: Final = re.compile(r"\S{1,30} {2,30}(?=\S)")
"""A value in a column of its own."""
_NEARLY: Final = 0.9
_BEHIND: Final = r"(?:[ \t]+|$)"
_MARKS: Final = (
    _SAID_OF,
    _SAID,
    _SQUARE,
    _BRACKET,
    _JOINED,
    _AT,
    _LOGGER,
    _SINCE,
    _CLOCK,
    _CAPITALS,
    _SIGN,
)
_CAPTURING: Final = re.compile(r"(\\.|\[(?:\\.|[^\]\\])*\])|\((?!\?)")
"""A group of a pattern that keeps what it took; what else may look so comes first."""
_NUMBERED: Final = r"([A-Za-z]{2,12})[ :=](\d+)"
_NUMBERS: Final = r"\d+(?:\.\d+){2,}"
_WHO: Final = r"^([^/\s]+)"
_ACTION_NAME: Final = "action"
_USER: Final = "user"
_UPTIME: Final = "uptime_s"
LEVEL_WORDS: Final = frozenset(
    word for words in LEVELS.values() for word in words if word.isalpha()
)
_PARTED: Final = r"^(.+)/([A-Z]+)$"
_MOSTLY: Final = 0.8
_THING: Final = r"\"?([\w./:@+-]*\w)"
_ACTION: Final = rf"([A-Za-z][a-z]+) {_THING}(?:[ ,;:)\"]|$)"
_OBJECT, _PACKAGE = "object", "package"
_SAME: Final = 0.3
"""Of the things that one word stands before, that another stands before, too."""
_LEAST_ACTED: Final = 0.05
_TAG: Final = "tag"
_FEWEST: Final = 3
_ALIKE: Final = 0.5
"""Of the values of one place that stand in another, too: both are one column."""


class Heads(NamedTuple):
    """SQL over `e.m` of columns that lines have anyway, and name, type and SQL of further ones;
    `nouns` are those that say what a line tells of, `verbs` words that say what was done to it, and
    `done` what lines say before a colon that happened."""

    columns: dict[str, str]
    fields: tuple[tuple[str, str, str], ...]
    nouns: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    done: tuple[str, ...] = ()


def heads_of(messages: Sequence[str], has: Collection[str]) -> Heads:
    """Return what sampled messages begin with; `has` are the columns that their format gives."""
    found, marks = Heads({}, ()), _Marks(messages)
    for sql, values, said in marks.read():
        found = taken(found, sql, values, has, said=said)
    fields, verbs = _acted(marks.rest, marks.of, marks.before)
    nouns = tuple(name for name, *_ in fields[1:2])
    verbs = (*verbs, *_words_of(found.done), *map(str.casefold, found.done), *marks.aligned)
    return found._replace(
        fields=(*found.fields, *fields), nouns=nouns, verbs=(*found.verbs, *verbs)
    )


class _Marks:
    """Owns what is left of sampled messages behind the marks that were read of them."""

    def __init__(self, messages: Sequence[str]) -> None:
        self.of, self.before = "e.m", "^ *"
        self.rest = [one.lstrip(" ") for one in messages]
        self.aligned = set[str]()
        """Words that stand in a column of their own, which are no names of what is behind them."""

    def read(self) -> Iterator[tuple[str, list[str], bool]]:
        """Yield the SQL and the values of each mark, in their order, and whether it is what lines
        say that happened."""
        least = _LEAST * max(1, len(self.rest))
        for _ in range(_MOST_MARKS):
            for mark in (*_MARKS, _aligned(self.rest)):
                behind = "" if mark.endswith(" )") else _BEHIND
                pattern = re.compile(f"{mark}{behind}")
                read = [one for text in self.rest if (one := pattern.match(text)) is not None]
                if mark and len(read) >= least and _is_mark(mark, read):
                    break
            else:
                return
            for group in (
                range(pattern.groups, 0, -1) if mark == _SAID_OF else range(1, pattern.groups + 1)
            ):
                said = mark in (_SAID, _SAID_OF) and group == pattern.groups
                values = [one[group].rstrip(" ") for one in read if one[group]]
                whole = f"{self.before}{mark}{behind}"
                sql = without(f"rtrim(regexp_extract({self.of}, '{whole}', {group}))", "")
                parts = [re.match(_PARTED, one) for one in values]
                told = [one for one in parts if one is not None and one[2] in LEVEL_WORDS]
                if len(told) >= _MOSTLY * len(values) > 0:
                    for part in (1, 2):
                        yield (without(f"regexp_extract({sql}, '{_PARTED}', {part})", ""),
                               [one[part] for one in told], said)  # fmt: skip
                elif values:
                    yield sql, values, said
                self.aligned |= {*map(str.casefold, values)} if not behind else set()
            self._go_on(_CAPTURING.sub(lambda one: one[1] or "(?:", mark) + behind, pattern)

    def _go_on(self, apart: str, pattern: re.Pattern[str]) -> None:
        """Go on behind a mark, in messages that have it; in those its own text is no other's."""
        if all(map(pattern.match, self.rest)):
            self.before += f"(?:{apart})"
        else:
            left = f"regexp_replace({self.of}, '{self.before}', '')"
            self.of, self.before = f"regexp_replace({left}, '^(?:{apart})', '')", "^ *"
        self.rest = [
            text[one.end() :] if (one := pattern.match(text)) else text for text in self.rest
        ]


def _aligned(messages: Sequence[str]) -> str:
    """Return a pattern of the first value of messages and the spaces behind it, where both take as
    many characters in nearly all of them, most with several spaces; "" where they do not."""
    widths = Counter(one.end() for text in messages if (one := _PADDED.match(text)) is not None)
    (width, often), *_ = widths.most_common(1) or [(0, 0)]
    first = [one[:width].rstrip(" ") for one in messages if one[width - 1 : width] == " "]
    aligned = sum(bool(one) and " " not in one for one in first)
    if 2 * often < max(_FEWEST, len(messages)) or aligned < _NEARLY * len(messages):
        return ""
    # The last space is that of them all.
    filled = "|".join(rf"\S{{{one}}} {{{width - one - 1}}}" for one in range(1, width))
    return f"((?:{filled}) )"


def _is_mark(mark: str, read: Sequence[re.Match[str]]) -> bool:
    """Whether what a pattern of marks found is one: words that come again, and of capitals alone
    more than the beginnings of sentences."""
    if mark not in (_SAID, _SAID_OF, _CAPITALS):
        return True
    if mark == _SAID_OF and sum(bool(one[1]) for one in read) < _LEAST_ACTED * len(read):
        return False
    counts = Counter(one[one.re.groups] for one in read)
    alone = len(counts) == 1 and (mark == _SAID_OF or next(iter(counts))[0].islower())
    if len(counts) > _MOST_WORDS or alone:  # uid: (1000/ann) has a name for what it tells
        return False
    going_on = sum(one.string[one.end() :][:1].islower() for one in read)
    levels = all(one in LEVEL_WORDS for one in counts)
    return mark != _CAPITALS or levels or going_on <= _ALIKE * len(read)


def _words_of(values: Collection[str]) -> tuple[str, ...]:
    return tuple(word for one in values for word in re.findall("[a-z]+", one.casefold()))


def _acted(
    messages: Sequence[str], of: str, before: str
) -> tuple[list[tuple[str, str, str]], tuple[str, ...]]:
    """Return what was done, and to what, with the words for it, where several words stand before
    the same things: Found 10.0.0.7, Ban 10.0.0.7; installed firefox, removed firefox."""
    done: defaultdict[str, list[str]] = defaultdict(list)
    for text in messages:
        if (one := re.match(_ACTION, text)) is not None:
            done[one[1]].append(one[2])
    things = {word: set(those) for word, those in done.items() if len(set(those)) >= _FEWEST}
    alike = dict.fromkeys(
        word for pair in combinations(sorted(things), 2) for word in pair
        if len(things[pair[0]] & things[pair[1]])
        >= max(_FEWEST, _SAME * min(len(things[one]) for one in pair))
    )  # fmt: skip
    told = [thing for word in alike for thing in done[word]]
    if len(told) < _LEAST_ACTED * len(messages) or not told:
        return [], ()
    pattern = f"{before}({'|'.join(alike)}) {_THING}"
    found = [(_ACTION_NAME, "VARCHAR", without(f"regexp_extract({of}, '{pattern}', 1)", ""))]
    if all(re.fullmatch(IPV4, one) for one in told):
        return found, tuple(alike)
    kind = done_to(alike) or _OBJECT
    found.append((kind, "VARCHAR", without(f"regexp_extract({of}, '{pattern}', 2)", "")))
    if kind == _PACKAGE:  # upgraded firefox (83.0 -> 84.0)
        version = rf"{pattern} \((?:[^()]* -> )?([^()\s]+)\)"
        found.append(("version", "VARCHAR", without(f"regexp_extract({of}, '{version}', 3)", "")))
    return found, tuple(alike)


def done_to(said: Collection[str]) -> str:
    """Return what kind of thing is told of by at least half of some phrases; "" without one."""
    told = [{*one.casefold().split()} for one in said]
    return next(
        (name for name, verbs in words()["done_to"].items()
         if told and 2 * sum(not one.isdisjoint(verbs) for one in told) >= len(told)), ""
    )  # fmt: skip


def taken(
    found: Heads, sql: str, values: Sequence[str], has: Collection[str], *, said: bool = False
) -> Heads:
    """Return what was found with a further text that lines have, as the column that it is; what
    they have `said` before a colon may be levels among others."""
    columns = dict(found.columns)
    counts = Counter(values)
    as_levels = [one for one in counts if one.upper() in LEVEL_WORDS]
    levels = sum(counts[one] for one in as_levels)
    mostly = levels >= _MOSTLY * len(values) or (said and any(len(one) > _FEW for one in as_levels))
    if "level" not in {*has, *columns} and mostly:
        columns["level"] = level_of(sql)
        if levels == len(values):
            return found._replace(columns=columns)
        sql = f"CASE WHEN {columns['level']} IS NULL THEN {sql} END"
        counts = Counter({one: n for one, n in counts.items() if one not in as_levels})
    if kind_of(values) == "DOUBLE":
        later = sum(float(one) <= float(two) for one, two in pairwise(values))
        if later >= _MOSTLY * (len(values) - 1):
            return found._replace(fields=(*found.fields, (_UPTIME, "DOUBLE", sql)))
    if kind_of(values) == "BIGINT" or all(re.fullmatch(_NUMBERS, one) for one in counts):
        if "pid" not in {*has, *columns}:
            columns["pid"] = sql
        return found._replace(columns=columns)
    numbered = [re.fullmatch(_NUMBERED, one) for one in counts]
    words_before = {one[1].casefold() for one in numbered if one is not None}
    if all(numbered) and len(words_before) == 1 and words_before <= {*words()["numbered"]}:
        (name,) = words_before
        sql = f"regexp_extract({sql}, '{_NUMBERED}', 2)"
        if name not in COLUMNS:
            return found._replace(fields=(*found.fields, (name, "BIGINT", sql)))
        columns.setdefault(name, sql)
        return found._replace(columns=columns)
    user = done_to(found.done) == _USER and not said
    if user and _USER not in columns:  # [ann/by PAM] behind Login OK
        columns[_USER] = without(f"regexp_extract({sql}, '{_WHO}', 1)", "")
        return found._replace(columns=columns)
    prose = sum(one.count(" ") for one in values) > _FEW * len(values)
    if prose or len(counts) > max(1, _MOST_DIFFERENT * len(values)):
        return found
    if said and len(counts) < _FEW:
        return found._replace(columns=columns)
    phrases = any(" " in one for one in counts)  # no component is called so
    if said and (phrases or "source" in {*has, *columns} or found.columns):
        return found._replace(
            columns=columns, fields=(*found.fields, (_ACTION_NAME, "VARCHAR", sql)),
            done=tuple(counts),
        )  # fmt: skip
    if "source" not in {*has, *columns} and columns.keys() == found.columns.keys():
        columns["source"] = sql
        verbs = _words_of(counts) if said else ()
        return found._replace(columns=columns, verbs=(*found.verbs, *verbs))
    if len(counts) == 1:
        return found._replace(columns=columns, verbs=(*found.verbs, *_words_of(counts)))
    first = {one.partition(" ")[0] for one in counts}
    if len(first) == 1 and all(" " in one for one in counts):  # [UFW BLOCK]
        sql = f"regexp_extract({sql}, '^\\S+ +(.*)$', 1)"
        counts = Counter({one.partition(" ")[2].strip(): n for one, n in counts.items()})
        found = found._replace(verbs=(*found.verbs, *_words_of(first)))
    acts = [one for one in counts if not {*_words_of([one])}.isdisjoint(words()["acts"])]
    if 2 * len(acts) >= len(counts) and not found.done:
        field = (_ACTION_NAME, "VARCHAR", sql)
        return found._replace(columns=columns, fields=(*found.fields, field), done=tuple(counts))
    tags = sum(name.startswith(_TAG) for name, *_ in found.fields)
    name = f"{_TAG}_{tags + 1}" if tags else _TAG
    return found._replace(columns=columns, fields=(*found.fields, (name, "VARCHAR", sql)))
