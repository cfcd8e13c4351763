"""The model of a log's lines: what columns and values are called, as for any table."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from agents.answering.text.language import LANGUAGES
from agents.data.language.units import normal
from agents.data.model.drafting import draft_table
from agents.data.model.header_kinds import tokens
from agents.data.model.schema import Column, Metric, Table, TableModel, Words
from agents.data.tables.building import Built, BuiltColumn
from agents.data.tables.rows import Rows
from agents.logs.columns.fields import OWN, is_length
from agents.logs.columns.parse_sql import FILE, TABLE, quoted
from agents.logs.columns.places import FIELD
from agents.logs.columns.shapes import ACTOR
from agents.logs.lines.column_words import also_called, in_words, key_of, meant_by
from agents.logs.lines.table import LogTable
from agents.logs.lines.widening import BY_LEVEL, phrase_of
from agents.logs.words import Spoken, called, phrases, translated, words

EVENT: Final = "event"
"""The role of columns that say whether a line tells of something."""
UNIT: Final = "unit"
SHOWN: Final = (FILE, "line", "time", "text")
_NAMES: Final = (
    "level", "host", "source", "pid", "address", "user", "method", "path", "status",
    "status_class", "template", FILE,
)  # fmt: skip
_DOERS: Final = ("user", "username", "account", "client", "SRC", "src", "address", "host")
_READ: Final = ("text", "message")
_HIDDEN: Final = ("entry", "place")
_MOST_VALUES: Final = 500
_MOST_TEMPLATES: Final = 5_000
_MOST_LOOKED_AT: Final = 20_000
"""Lines whose words are heard beside those of templates."""
_MOST_KINDS: Final = 5_000
_MOST_FORMS: Final = 300
"""Templates of which a language model is told some."""
_MOST_GOING_ON: Final = 60
_FEW_VALUES: Final = 100
_UNTOLD: Final = ("line", "gap", "template", "text", "message", *phrases())
"""Columns of which each line has its own value, or whose lines are told by their words."""
_SMALL: Final = 10
_TIMES: Final = ("ns", "us", "µs", "ms", "s", "min", "h")
_FAILED, _LEVEL, _SOURCE, _USER = "failed", "level", "source", "user"
_FAILING: Final = ("error", "critical")
"""Levels of lines that tell of a failure, where no word does."""
_MOST_CHARACTERS: Final = 2_000
_MOST_WORDS: Final = 5_000
_BARE: Final = re.compile("[^a-z0-9]")
_WORD: Final = re.compile(r"[^\W\d_]{2,20}")


class _Kinds(NamedTuple):
    """The words of lines, the events, the columns and their values, each with the kinds of lines
    that hold it; of columns only where all lines were looked at."""

    texts: dict[str, frozenset[int]]
    events: dict[str, frozenset[int]]
    filled: dict[str, frozenset[int]]
    valued: dict[str, dict[str, frozenset[int]]]


def model_of(table: LogTable) -> TableModel:
    """Return the model of a log; looks at its columns, and blocks.

    Columns that no line fills are left out, but for events, of which it is told that there are
    none.
    """
    connection = table.connection
    described = [(str(row[0]), str(row[1])) for row in connection.execute(
        f"DESCRIBE {TABLE}").fetchall()]  # fmt: skip
    rows = table.engine.source.rows
    told = {*phrases(), *table.widened.levels}
    looked_at = [
        BuiltColumn(name, name.removesuffix(OWN), kind) for name, kind in described
        if name not in {*told, *_READ, *_HIDDEN}
    ]  # fmt: skip
    names = [one.name for one in looked_at]
    drafted = draft_table(connection, Built(TABLE, tuple(looked_at), rows, (), Rows(names, names)))
    kinds = _kinds(table, drafted.columns)
    spoken = Spoken(kinds.texts)
    columns = [
        _named(one, table, spoken) for one in drafted.columns
        if one.empty < rows or one.name == "line"
    ]  # fmt: skip
    forms = _forms(table)
    columns += [
        Column(
            name="text",
            kind="text",
            adds="none",
            examples=tuple(
                one
                for pair in zip_longest(forms.values(), _going_on(table))
                for one in pair
                if one is not None
            ),
        ),
        Column(name="message", kind="text", adds="none", forms=tuple(forms)),
    ]
    columns += [_event(name) for name, _ in described if name in told]
    levels = {one: said for one, said in words()["values"]["level"].items()
              if one in table.widened.levels}  # fmt: skip
    said = {**words()["columns"], **levels, **words()["events"]}
    absent = [*_absent(table)]
    if table.widened.levels.get(_FAILED) == BY_LEVEL and not kinds.events[_FAILED]:
        absent.append(_FAILED)
    said |= {name: spoken.left(said[name], partly=name != "gap") for name in ("gap", *absent)}
    columns = [
        one for one in columns if one.name not in said or any(said[one.name].values())
        if one.name != _FAILED or _FAILED not in absent  # which can be said in any way
    ]  # fmt: skip
    has, meant = {one.name for one in columns}, meant_by(columns)
    if table.widened.events["auth_failed"]:  # where people log in, who fails is who fails to
        columns = [one for one in columns if one.name != "failed"]
        said["auth_failed"] = _both(said["auth_failed"], said["failed"])
    hosts = {normal(one) for said_so in said["host"].values() for one in said_so}
    if not any(
        normal(one.name.rpartition(".")[2]) in hosts
        or hosts.intersection(said.get(one.name, {}).get("en", ())) for one in columns
    ):  # fmt: skip
        others = [words()["columns"][key] for name, key in meant.items() if name != "address"]
        said["address"] = _both(said["address"], _without(said["host"], others))
    if FILE not in has:
        said["path"] = _both(said["path"], said[FILE])
    if any(one.name == UNIT for one in columns):  # what is managed is a service, and no component
        said[UNIT] = _both(said[UNIT], said["service"])
    else:
        said["source"] = _both(said["source"], said["service"])
    length = _length(columns)
    said |= {name: words()["columns"][key] for name, key in meant.items() if name not in said}
    if length and meant.get(length) is None:
        column = next(one for one in columns if one.name == length)
        said[length] = also_called(column, said["duration"])
    named = table.detected.format.named
    lines = Table(
        name=TABLE, rows=rows, columns=tuple(
            _placed(_worded(one, said, named), length, table.detected.format.nouns)
            for one in columns
        ),
        noun=called(_both(words()["noun"], spoken.left(words()["rows"]))), things=_things(columns),
        who=next((one for one in _DOERS if one in has), ""),
        time="time" if "time" in has else "", name_of_row="text",
        file="" if table.loaded.files else table.look.name, order=table.widened.order,
        shown=tuple(one for one in SHOWN if one in has), pack="log",
        texts=kinds.texts, said=spoken.phrases, kinds=kinds.events, filled=kinds.filled,
        valued=kinds.valued, otherwise={_FAILED: (_LEVEL, _FAILING)}
        if _LEVEL in kinds.events and _FAILED in has else {},
    )  # fmt: skip
    return TableModel(tables=(lines,), metrics=tuple(_metrics(lines)))


def _things(columns: Sequence[Column]) -> dict[str, dict[str, str]]:
    """Return what lines are called that have a field, by language, with its column; with "" what
    many lines are about, whether or not they have it."""
    named = {_BARE.sub("", one.name.casefold()): one.name for one in reversed(columns)}
    found: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
    for said in reversed(words()["things"]):
        if (name := next((named[one] for one in said["fields"] if one in named), None)) is not None:
            for language in LANGUAGES:
                found[language] |= dict.fromkeys(said[language], name if said["have"] else "")
    return found


def _absent(table: LogTable) -> Iterator[str]:
    """Yield the events that no line tells of."""
    for event, said in table.widened.events.items():
        if not said and event not in table.widened.levels:
            yield event


def _both(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    return {language: [*one[language], *other[language]] for language in LANGUAGES}


def _without(said: Mapping[str, Any], others: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what something is called in each language, without what others are called."""
    return {
        language: [one for one in said[language]
                   if not any(one in other[language] for other in others)]
        for language in LANGUAGES
    }  # fmt: skip


def _named(column: Column, table: LogTable, spoken: Spoken) -> Column:
    if column.name == "line":
        return column.model_copy(update={"kind": "identifier", "adds": "none", "values": ()})
    if column.name == "gap":
        return column.model_copy(
            update={"kind": "length", "adds": "mean", "unit": "s", "role": "between"}
        )
    if column.name == "template":  # what a message is like is read, and no name
        return column.model_copy(
            update={"kind": "category", "adds": "none", "values": (), "role": "kind"}
        )
    last = (tokens(column.name) or [""])[-1]
    if column.kind == "number" and not {last, key_of(column.name)}.isdisjoint(words()["numbered"]):
        return column.model_copy(update={"kind": "identifier", "adds": "none", "unit": ""})
    if column.name not in _NAMES:
        if column.kind == "number" and not column.unit and is_length(column.name):
            return column.model_copy(update={"unit": _unit(column.name, table), "adds": "mean"})
        return in_words(column, named=column.name in table.detected.format.nouns)
    values = column.values or tuple(_commonest(column.name, table))
    said: Mapping[str, Any] = words()["values"].get(column.name, {})
    if column.name == _SOURCE:
        said = {one: found for one in values if (found := translated(one))}
    if column.name in ("level", "status_class"):  # of which there may be none
        none = {one: spoken.left(said[one]) for one in said if one not in values}
        said = {**said, **none}
        values = (*values, *(one for one in none if not spoken.says(one, "en")))
    also = {
        # What a log says in English is said so in any language.
        language: {
            value: tuple(dict.fromkeys([*said[value][language], *said[value]["en"]]))
            if value in said
            else (f"{value}s",)
            for value in values
            if value in said or column.name == "status"  # 404s
        }
        for language in LANGUAGES
    }
    return column.model_copy(update={
        "kind": "category", "adds": "none", "unit": "", "values": values, "called": also,
    })  # fmt: skip


def _unit(name: str, table: LogTable) -> str:
    """Return the unit of lengths of time that have none: seconds where they have fractions and most
    are small, else milliseconds."""
    found = table.connection.execute(
        f"SELECT median({quoted(name)}), any_value(typeof({quoted(name)})) FROM {TABLE} "
        f"WHERE {quoted(name)} IS NOT NULL"
    ).fetchone()
    return "s" if found and found[1] == "DOUBLE" and found[0] < _SMALL else "ms"


def _commonest(name: str, table: LogTable) -> Iterator[str]:
    rows = table.connection.execute(
        f"SELECT {quoted(name)} FROM {TABLE} WHERE {quoted(name)} IS NOT NULL GROUP BY 1 "
        f"ORDER BY count(*) DESC, 1 LIMIT {_MOST_VALUES}"
    ).fetchall()
    yield from (str(row[0]) for row in rows)


def _forms(table: LogTable) -> dict[str, str]:
    """Return the commonest templates, each with a line of it, which is cut."""
    file = FILE if table.loaded.files else "''"
    rows = table.connection.execute(
        "WITH found AS MATERIALIZED (SELECT template, min(line) AS line, "
        f"arg_min({file}, line) AS file, count(*) AS taken FROM {TABLE} "
        "WHERE template IS NOT NULL GROUP BY 1 "
        f"ORDER BY taken DESC, 1 LIMIT {_MOST_FORMS}) "
        f"SELECT template, left(text, {_MOST_CHARACTERS}) FROM found JOIN (SELECT line, text, "
        f"{file} AS file FROM {TABLE} WHERE line IN (SELECT line FROM found)) USING (line, file) "
        "ORDER BY taken DESC, 1"
    ).fetchall()
    return {str(template): str(text) for template, text in rows}


def _going_on(table: LogTable) -> list[str]:
    """Return the commonest kinds of lines without a template, such as go on from the one before:
    of those that begin with the same word, but for its figures, one, which is cut."""
    rows = table.connection.execute(
        f"SELECT arg_min(left(text, {_MOST_CHARACTERS}), line) FROM {TABLE} WHERE template IS NULL "
        r"AND regexp_matches(text, '\S') GROUP BY regexp_replace(regexp_extract(text, '\S{1,40}'), "
        f"'[0-9]+', '', 'g') ORDER BY count(*) DESC, min(line) LIMIT {_MOST_GOING_ON}"
    ).fetchall()
    return [str(text) for (text,) in rows]


def _kinds(table: LogTable, columns: Sequence[Column]) -> _Kinds:
    told = [one for one in columns if one.kind != "moment" and one.name not in _UNTOLD]
    few = [one.name for one in told if one.distinct <= _FEW_VALUES and one.stored == "text"]
    others = [one.name for one in told if one.name not in few]
    shown = [quoted(one) for one in few] + [f"{quoted(one)} IS NOT NULL" for one in others]
    step = max(1, table.engine.source.rows // _MOST_LOOKED_AT)
    rows = table.connection.execute(
        f"SELECT DISTINCT regexp_replace(left(text, {_MOST_CHARACTERS}), '[0-9]+', '', 'g'), "
        f"coalesce(level IN {_FAILING}, false), {', '.join(['NULL', *shown])} "
        f"FROM {TABLE} WHERE line % {step} = 0 LIMIT {_MOST_LOOKED_AT}"
    ).fetchall()
    lines: dict[tuple[str, bool], list[tuple[Any, ...]]] = {}
    for text, failing, _, *has in rows:
        if len(lines) < _MOST_KINDS or (text, failing) in lines:
            lines.setdefault((text, failing), []).append(tuple(has))
    templates = table.connection.execute("SELECT DISTINCT template FROM shapes").fetchall()
    found: defaultdict[str, set[int]] = defaultdict(set)
    events: dict[str, set[int]] = {event: set() for event in phrases()}
    filled: dict[str, set[int]] = {name: set() for name in (*few, *others)}
    valued: dict[str, defaultdict[str, set[int]]] = {name: defaultdict(set) for name in few}
    said = {event: phrase_of(those) for event, those in table.widened.events.items() if those}
    by_level = table.widened.levels.get(_FAILED) == BY_LEVEL
    failing_as = (_LEVEL, _FAILED) if by_level else (_LEVEL,)
    kept = [(text, False) for (text,) in templates[:_MOST_TEMPLATES]]
    for place, (text, failing) in enumerate([*kept, *lines]):
        for event in failing_as if failing else ():
            events.setdefault(event, set()).add(place)
        folded = text.casefold()
        for event, phrase in said.items():
            if phrase in folded:
                events[event].add(place)
        for word in (*_WORD.findall(text), *_denied().findall(text)):
            found[word.casefold()].add(place)
        for row in lines.get((text, failing), ()) if place >= len(kept) else ():
            for name, value in zip(filled, row, strict=True):
                if value is not None and value is not False:
                    filled[name].add(place)
                    if name in valued:
                        valued[name][value].add(place)
    for word in words()["measures"]:
        found.pop(word, None)
    often = sorted(found, key=lambda one: -len(found[one]))[:_MOST_WORDS]
    before: list[str] = []
    for word in sorted(often):  # what holds upgraded holds upgrade, too
        while before and not word.startswith(before[-1]):
            before.pop()
        for one in before:
            found[one] |= found[word]
        before.append(word)
    everything = step == 1 and len(rows) < _MOST_LOOKED_AT and len(lines) < _MOST_KINDS
    return _Kinds(
        {word: frozenset(found[word]) for word in often},
        {event: frozenset(those) for event, those in events.items()},
        {name: frozenset(those) for name, those in filled.items() if everything},
        {name: {value: frozenset(those) for value, those in valued[name].items()}
         for name in few if everything},
    )  # fmt: skip


@lru_cache(maxsize=1)
def _denied() -> re.Pattern[str]:
    """A word that lines say not to be so: not responding, no space."""
    return re.compile(rf"(?i)\b(?:{'|'.join(words()['not'])}) [a-z]{{3,20}}\b")


def _event(name: str) -> Column:
    return Column(
        name=name, kind="yes_no", stored="boolean", adds="none", true="true", false="false",
        role=EVENT,
    )  # fmt: skip


def _worded(column: Column, said: Mapping[str, Any], named: Mapping[str, str]) -> Column:
    """A column with its words, where there are any, and with the lines' own name for it."""
    own = said.get(column.name)
    if not own:
        return column
    key = named.get(column.name)
    if key and (other := key_of(key)) != column.name and other in words()["columns"]:
        own = _both(own, words()["columns"][other])  # src_ip is where something came from
    own_words = called(own)
    if key:
        own_words[""] = Words(label=key.rpartition(".")[2])
    role = column.role or ("" if column.name == _USER else "field")  # a user is a person, too
    return column.model_copy(update={"words": own_words, "role": role})


def _length(columns: Sequence[Column]) -> str:
    """Return the column of how long something took that most lines tell of: of those called so,
    else of those with a unit of time; "" without one."""
    for called_so in (True, False):
        found = [one for one in columns if one.kind in ("number", "length") and one.role == ""
                 and (is_length(one.name) if called_so else one.unit in _TIMES)]  # fmt: skip
        if found:
            return min(found, key=lambda one: one.empty).name
    return ""


def _placed(column: Column, length: str, nouns: Sequence[str]) -> Column:
    """A column with its role: how long something took, or what a line tells of."""
    if column.name == length:
        own = {"": Words(label=column.header or column.name), **column.words}
        return column.model_copy(update={"role": "length", "words": own})
    if column.name == ACTOR:
        return column.model_copy(update={"role": "player"})
    if column.name.startswith(FIELD):
        return column.model_copy(update={"role": "unnamed"})
    return column.model_copy(update={"role": "noun"}) if column.name in nouns else column


def _metrics(lines: Table) -> Iterator[Metric]:
    if lines.has(_LEVEL):
        errors = "COUNT(level) FILTER (WHERE level = 'error')"
    elif lines.has("error"):
        errors = "COUNT(line) FILTER (WHERE error)"
    else:
        return
    yield Metric(
        name="error_rate", table=lines.name, share=True, expression=f"{errors} / COUNT(line)",
        words=called(words()["metrics"]["error_rate"]),
    )  # fmt: skip
