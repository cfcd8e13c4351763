"""Columns of what values in messages look like, where nothing names them: `"/pub/a.zip"` is a file,
`00-23-14-c8-4e-38` a device, `449.8 Kbyte/sec` a speed, `mail.example.org[10.0.0.7]` a client.

Where the same stand before and behind a verb (`Ann killed Bob with an axe`), those before it act.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from agents.logs.columns.formats import IPV4, without
from agents.logs.columns.parse_sql import literal
from agents.logs.words import words

_LEAST: Final = 3
_LEAST_SHARE: Final = 0.01
_BEGIN: Final = r"(?:^|[\s\"'=(\[{<,;:])"
_END: Final = r"(?:$|[\s\"')\]}>,;:])"
_NUMBER: Final = r"(\d+(?:\.\d+)?)"
_LEAST_ACTS: Final = 0.02
_MOST_VERBS: Final = 20
_LONGEST: Final = 300
"""Characters of a message that says who did what."""
_ALIKE: Final = 0.3
"""Of those that something is done to, that do it, too."""
_VERB: Final = re.compile(r" ([a-z]{2,}(?:ed|ew|t)) ")
ACTOR: Final = "actor"
_NAMED: Final = r"\"[^\"]{1,80}\"|[^\s:,;\"][^:,;\"]{0,40}?"
"""Who it was, by a name of some words or in quotation marks."""
_WHO: Final = r"^\"?(<?[^\"<]+)"


class _Shape(NamedTuple):
    """The column of what looks so, and SQL that is quick to tell most lines without it."""

    name: str
    pattern: str
    hint: str = ""
    kind: str = "VARCHAR"
    instead_of: tuple[str, ...] = ()


MAC: Final = r"(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}"
_SHAPES: Final = (
    _Shape("mac", rf"{_BEGIN}({MAC}){_END}"),
    _Shape("url", r"\b((?:https?|ftp)://[^\s\"'<>\])]+)", "://", instead_of=("path",)),
    _Shape("mail", r"\b([\w.+-]+@[\w-]+(?:\.[\w-]+)+)", "@", instead_of=("from", "to", "user")),
    _Shape("file_path", r"\"(/[^\"]{1,200})\"", "\"/", instead_of=("path", "file", "url")),
    _Shape("file_path", r"(?:^|[\s\"'=(\[])(/[\w.@%+~-]+(?:/[\w.@%+~-]+)*/?|[A-Z]:\\[^\s\"']+)"
           r"(?:$|[\s\"')\],;:])", instead_of=("path", "file", "url")),
    _Shape("client_name", rf"\b([A-Za-z][\w-]*(?:\.[\w-]+)*) ?\[(?:{IPV4})\]", "[",
           instead_of=("client",)),
    _Shape("bytes", rf"{_BEGIN}(\d+) ?[Bb]ytes?\b", "yte", "BIGINT", ("size", "len", "length")),
    _Shape("speed", rf"{_BEGIN}{_NUMBER} ?[kKMG]?i?(?:[Bb]ytes?|[Bb]its?|[Bb])(?:/s(?:ec)?|ps)\b",
           "", "DOUBLE", ("speed", "rate")),
)  # fmt: skip


def shaped(messages: Sequence[str], has: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Yield name, type and SQL over `e.m` of what values in sampled messages look like; without
    what lines `has` anyway, or by another name."""
    taken = {one.casefold() for one in has}
    for one in _SHAPES:
        if not taken.isdisjoint({one.name, *one.instead_of}):
            continue
        pattern = re.compile(one.pattern)
        found = [
            told[1]
            for message in messages
            if one.hint in message and (told := pattern.search(message)) is not None
        ]
        if len(found) < max(_LEAST, _LEAST_SHARE * len(messages)):
            continue
        sql = without(f"regexp_extract(e.m, {literal(one.pattern)}, 1)", "")
        if one.hint:
            sql = f"CASE WHEN contains(e.m, '{one.hint}') THEN {sql} END"
        taken.add(one.name)
        yield one.name, one.kind, sql


def acting(messages: Sequence[str]) -> tuple[list[tuple[str, str, str]], list[str]]:
    """Return name, type and SQL over `e.m` of who does something to whom, and by what means, where
    the same are on both sides of a verb; and those verbs."""
    messages = [one for one in messages if len(one) <= _LONGEST]
    verbs = Counter(verb for message in messages for verb in {*_VERB.findall(message)})
    small, found = words()["small"], list[str]()
    for verb, count in verbs.most_common(_MOST_VERBS):
        if count < max(_LEAST, _LEAST_ACTS * len(messages)) or verb in small:
            continue
        told = [one for message in messages if (one := re.match(_act(verb), message)) is not None]
        doers, others = ({_who(one[place]) for one in told} for place in (1, 3))
        least = _ALIKE * min(len(doers), len(others))
        if len(told) > len({*doers, *others}) and len(doers & others) >= max(_LEAST, least):
            found.append(verb)
    pattern = literal(_act("|".join(found)))
    names = (ACTOR, "deed" if len(found) > 1 else "", "target", "means")
    return [
        (name, "VARCHAR", without(f"regexp_extract({sql}, '{_WHO}', 1)", ""))
        for group, name in enumerate(names, 1) if found and name
        for sql in (f"regexp_extract(e.m, {pattern}, {group})",)
    ], found  # fmt: skip


def _who(text: str) -> str:
    told = re.match(_WHO, text)
    return told[1] if told else text


def _act(verb: str) -> str:
    by = "|".join(words()["by"])
    return rf"^(?:.*?[:\]>] )??({_NAMED}) ({verb}) ({_NAMED})(?: (?:{by}) ({_NAMED}))?\.?$"
