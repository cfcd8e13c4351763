"""What must be said beside an answer: what the log lacks, and how words were taken."""

from typing import Final

from agents.answering.text.language import Language
from agents.answering.text.markdown import as_text
from agents.data.query.operands import columns_of, conditions_of, names_in
from agents.data.query.query import Query
from agents.logs.answers.sentences import say
from agents.logs.lines.store import OpenLog
from agents.logs.lines.widening import BY_LEVEL, phrase_of
from agents.logs.words import phrases
from agents.tools.text_file import LONGEST_LINE

_NAMED: Final = 5
"""Of so many files the names are told."""


def of_log(log: OpenLog, language: Language, *, drift: str | None) -> list[str]:
    """Return what is to be said of a log whatever is asked."""
    table, facts = log.table, log.facts
    format_ = table.detected.format
    found: list[str] = []
    if format_.key == "plain":
        found.append(say(language, "note_plain"))
    elif not facts.has("time"):
        found.append(say(language, "note_no_time"))
    else:
        if table.year is not None:
            found.append(say(language, "note_no_year", year=table.year))
        if table.day:
            found.append(say(language, "note_no_day", day=table.day))
        if table.utc:
            found.append(say(language, "note_utc"))
        elif facts.zone is not None:
            found.append(say(language, "note_zone", zone=facts.zone))
        else:
            found.append(say(language, "note_no_zone"))
    if table.disorder:
        found.append(say(language, "note_disorder", count=table.disorder))
    if table.loaded.cut:
        found.append(
            say(language, "note_cut", count=table.loaded.cut, most=LONGEST_LINE,
                rest=table.loaded.rest)
        )  # fmt: skip
    if table.look.guessed:
        found.append(say(language, "note_encoding", encoding=table.look.encoding))
    if table.loaded.files:
        names = ", ".join(as_text(one.name) for one in table.loaded.files[:_NAMED])
        count = len(table.loaded.files)
        more = "…" if count > _NAMED else ""
        found.append(say(language, "note_files", count=count, names=names + more))
    if table.loaded.refused:
        names = ", ".join(as_text(name) for name, _ in table.loaded.refused[:_NAMED])
        found.append(say(language, "note_refused", count=len(table.loaded.refused), names=names))
    if table.loaded.unzoned:
        found.append(say(language, "note_unzoned", count=table.loaded.unzoned))
    if log.tail:
        found.append(say(language, "note_tail", bytes=log.tail))
    if drift is not None:
        found.append(say(language, f"note_{drift}", lines=facts.counts["lines"]))
    return found


def of_query(query: Query, log: OpenLog, language: Language) -> list[str]:
    """Return by which texts the events and levels of a query are told, where no column says it."""
    found: list[str] = []
    widened = log.table.widened
    for name in _named(query):
        if name in widened.levels:
            said = widened.levels[name]
            key = "note_no_levels_status" if said.isdigit() else "note_no_levels_text"
            key = "note_by_level" if said == BY_LEVEL else key
            found.append(say(language, key, low=said, word=said))
        elif name in widened.events:
            counts = widened.events[name]
            phrase = phrase_of(counts)
            if not phrase:
                said = ", ".join(phrases()[name])
                found.append(say(language, "note_phrase_none", phrases=said))
                continue
            others = ", ".join(
                say(language, "note_phrase_other", phrase=one, count=count)
                for one, count in counts.items() if phrase not in one and one not in phrase
            )  # fmt: skip
            more = say(language, "note_phrase_others", others=others) if others else ""
            found.append(say(language, "note_phrase", phrase=phrase.strip(), others=more))
    return found


def of_hosts(log: OpenLog, language: Language) -> str:
    """Return that the hosts of a query are the addresses in the lines."""
    host = log.dataset.model.table().column("host").values[0]
    return say(language, "note_hosts_are_addresses", host=as_text(host))


def _named(query: Query) -> list[str]:
    named = [name for one in conditions_of(query) for name in names_in(one)]
    named += [name for one in query.groups for name in columns_of(one.by)]
    return list(dict.fromkeys(named))
