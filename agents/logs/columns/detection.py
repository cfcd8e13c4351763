"""Which format the lines of a log have, and which columns their messages make beside it."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from agents.logs.columns.fields import OWN
from agents.logs.columns.formats import COLUMNS, LEVELS, Format
from agents.logs.columns.header_named import header_fields
from agents.logs.columns.heads import Heads, heads_of
from agents.logs.columns.inference import inferred, records, with_requests
from agents.logs.columns.known_formats import FORMATS, PLAIN
from agents.logs.columns.message_fields import message_fields, named_before
from agents.logs.columns.places import in_rows, listed
from agents.logs.columns.self_named import json_lines, key_values
from agents.logs.columns.shapes import acting, shaped

_OF_TIME: Final = ("time", "zone")
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
    requests = "method" in format_.columns
    values, heads = Heads({}, ()), Heads({}, ())
    if own and not requests:
        filled = _filled(format_, read)
        values = listed(messages, filled)
        if not values.fields and not format_.listed:
            values, in_list = in_rows(messages, filled)
            format_ = format_._replace(listed=in_list)
        heads = values if values.fields else heads_of(messages, filled)
        format_ = format_._replace(columns={**format_.columns, **heads.columns})
        found += [one for one in heads.fields if one[0] not in has]
        format_ = format_._replace(nouns=(*format_.nouns, *heads.nouns))
    if own and not requests and not values.fields:
        acts, verbs = acting(messages)
        known = {*has, *(name for name, *_ in (*found, *acts)), *heads.verbs, *verbs}
        nouns = [*named_before(messages, known)]
        format_ = format_._replace(
            nouns=(*format_.nouns, *(name for name, *_ in nouns if name not in COLUMNS))
        )
        found += [*acts, *nouns]
        filled = {*_filled(format_, read), *heads.columns}
        found += shaped(messages, {*filled, *has, *(name for name, *_ in found)})
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
        host, source = (format_.groups.index(one) + 1 for one in ("host", "source"))
        named = [one[host] or one[source] or "" for one in found]
        letters = all(one in _LEVEL_LETTERS for one in named)
        found = [one for one, name in zip(found, named, strict=True)
                 if not letters and name.strip("[]:").upper() not in _LEVEL_WORDS]  # fmt: skip
    return len(found)
