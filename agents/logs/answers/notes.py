"""What must be said beside an answer: what the log lacks, and how it was taken."""

from collections.abc import Sequence
from typing import Final

from agents.answering.engine import Row
from agents.answering.text.language import Language
from agents.logs.answers.sentences import say
from agents.logs.answers.settling import Said
from agents.logs.lines.profile import LogFacts
from agents.logs.lines.store import OpenLog
from agents.logs.question.frame import GRAINS, LogFrame

_TOLD: Final = ("address", "host", "source", "user", "path", "status", "method", "level")


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
        if table.utc:
            found.append(say(language, "note_utc"))
        elif facts.zone is not None:
            found.append(say(language, "note_zone", zone=facts.zone))
        else:
            found.append(say(language, "note_no_zone"))
    if table.disorder:
        found.append(say(language, "note_disorder", count=table.disorder))
    if table.look.guessed:
        found.append(say(language, "note_encoding", encoding=table.look.encoding))
    if log.tail:
        found.append(say(language, "note_tail", bytes=log.tail))
    if drift is not None:
        found.append(say(language, f"note_{drift}", lines=facts.counts["lines"]))
    return found


def said(notes: tuple[Said, ...], language: Language) -> list[str]:
    """Return what was found out while a question was fitted to the log."""
    found = []
    for key, values in notes:
        match key:
            case "note_phrase":
                others = ", ".join(
                    say(language, "note_phrase_other", phrase=phrase, count=count)
                    for phrase, count in values["others"].items()
                )
                more = say(language, "note_phrase_others", others=others) if others else ""
                found.append(say(language, key, phrase=values["phrase"], others=more))
            case "note_phrase_none":
                found.append(say(language, key, phrases=", ".join(values["phrases"])))
            case _:
                found.append(say(language, key, **values))
    return found


def of_nothing(frame: LogFrame, rows: Sequence[Row], log: OpenLog, language: Language) -> list[str]:
    """Say what the log covers where nothing was found in a period."""
    empty = not rows or (len(rows) == 1 and rows[0][-1] in (0, None))
    first, last = log.facts.span
    if empty and (frame.since or frame.until) and first is not None:
        return [say(language, "note_range", first=first, last=last)]
    return []


def of_problem(problem: Said, facts: LogFacts, language: Language) -> str:
    """Say what the log lacks to answer a question; blocks."""
    key, values = problem
    if key == "no_column":
        names = [say(language, f"column_{c}") for c in _TOLD if facts.has(c)]
        if facts.has("time"):
            names += [say(language, f"column_{grain}") for grain in GRAINS]
        column = say(language, f"column_{values['column']}")
        values = {"column": column, "columns": ", ".join(names) or "-"}
    return say(language, key, **values)
