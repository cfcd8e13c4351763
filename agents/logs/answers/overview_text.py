"""The figures of a whole log in words."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from agents.answering.grounding import Facts, without_inline_code
from agents.answering.text.language import Language, integer
from agents.answering.text.markdown import as_text, paragraphs
from agents.logs.answers.sentences import say
from agents.logs.answers.writing import (
    WrittenLogAnswer,
    allow_text,
    fence,
    length,
    shown_time,
    table,
)

_TOPS = ("address", "host", "source", "user", "path", "status", "method")

Figures = Mapping[str, Sequence[Sequence[Any]]]


def figures_of(rows: Sequence[Sequence[Any]]) -> Figures:
    """Return the rows of an overview by their figure."""
    found: dict[str, list[Sequence[Any]]] = defaultdict(list)
    for row in rows:
        found[str(row[0])].append(row)
    return found


def write_overview(
    rows: Sequence[Sequence[Any]],
    *,
    file: str,
    format_key: str,
    grain: str | None,
    context: tuple[str, str] | None,
    errors: tuple[Sequence[Any], Sequence[Any]] | None,
    notes: Sequence[str],
    language: Language,
) -> WrittenLogAnswer:
    """Write the overview; raises `Ungrounded` for a number that is in no row.

    `errors` are the first and the last line of an error (line, time, and of several files which);
    `context` are the lines
    around the first, and nothing in them is checked or understood.
    """
    figures = figures_of(rows)
    facts = _facts(rows, language)
    called = _format(format_key, language)
    facts.name(file, called, *notes)
    lines, continued = _count(figures, "lines"), _count(figures, "continued")
    body = [
        say(
            language,
            "overview_head",
            file=as_text(file),
            format=as_text(called),
            lines=lines,
            continued=say(language, "overview_continued", count=continued) if continued else "",
        )
    ]
    if blank := _count(figures, "blank"):
        body[0] += " " + say(language, "overview_blank", count=blank) + "."
    if span := figures.get("span"):
        body[0] += " " + say(language, "overview_span", first=span[0][1], last=span[0][2])
    items = [_levels(figures, language), *_times(figures, grain, language, facts)]
    if errors is not None:
        items.append(_errors(errors, language, facts))
    items += [_top(figures, column, language) for column in _TOPS if column in figures]
    body.append("\n".join(f"- {item}" for item in items if item))
    prose = paragraphs(*body, *_templates(figures, language))
    facts.check(without_inline_code(prose))
    shown = paragraphs(
        prose,
        *((say(language, "overview_context"), fence(context[1])) if context else ()),
        "\n".join(f"> {note}" for note in notes),
        say(language, "ask_on"),
    )
    names = tuple(str(row[1] or row[0]) for row in rows)
    return WrittenLogAnswer(shown, say(language, "headline_overview", lines=lines), names)


def _format(key: str, language: Language) -> str:
    """Return what a format is called; one of a program goes by its name, as a person's own does."""
    try:
        return say(language, f"format_{key}")
    except KeyError:
        return key.removeprefix("own:").replace("_", " ")


def _facts(rows: Sequence[Sequence[Any]], language: Language) -> Facts:
    facts = Facts(language)
    for _, name, detail, count in rows:
        facts.count(int(count))
        allow_text(str(name), facts)
        allow_text(str(detail), facts)
    return facts


def _count(figures: Figures, name: str) -> int:
    rows = figures.get(name)
    return int(rows[0][3]) if rows else 0


def _levels(figures: Figures, language: Language) -> str:
    rows = figures.get("level")
    if not rows:
        return say(language, "overview_no_levels")
    return say(language, "overview_levels", levels=_listed(rows, language))


def _listed(rows: Sequence[Sequence[Any]], language: Language) -> str:
    return ", ".join(f"{as_text(str(row[1]))} ({integer(int(row[3]), language)})" for row in rows)


def _top(figures: Figures, column: str, language: Language) -> str:
    name = say(language, f"column_{column}")
    return say(language, "overview_top", column=name, names=_listed(figures[column], language))


def _times(figures: Figures, grain: str | None, language: Language, facts: Facts) -> list[str]:
    if grain is None or grain not in figures:
        return []
    called = say(language, f"column_{grain}")
    top = figures[grain][0]
    found = [
        say(language, "overview_busiest", grain=called, name=shown_time(str(top[1]), grain),
            count=int(top[3]))
    ]  # fmt: skip
    if bursts := figures.get("burst"):
        shown = [[*row[:1], shown_time(str(row[1]), grain), *row[2:]] for row in bursts]
        listed = ", ".join(f"{row[1]} ({integer(int(row[3]), language)})" for row in shown)
        found.append(say(language, "overview_bursts", grain=called, bursts=listed))
    if gaps := figures.get("gap"):
        texts = []
        for _, start, end, seconds in gaps:
            text = length(int(seconds), language)
            facts.name(text)
            texts.append(f"{text} ({start} → {end})")
        found.append(say(language, "overview_gaps", gaps=", ".join(texts)))
    return found


def _errors(errors: tuple[Sequence[Any], Sequence[Any]], language: Language, facts: Facts) -> str:
    values: dict[str, object] = {}
    for side, row in zip(("first", "last"), errors, strict=True):
        number = integer(int(row[0]), language)
        if row[2]:
            facts.name(str(row[2]))
            number = f"{as_text(str(row[2]))}:{number}"
        moment = say(language, "at", time=row[1]) if row[1] else ""
        facts.count(int(row[0]))
        facts.name(str(row[1]))
        values |= {side: number, f"{side}_at": moment}
    return say(language, "overview_errors", **values)


def _templates(figures: Figures, language: Language) -> list[str]:
    rows = [row for row in figures.get("template", ()) if int(row[3])]
    if not rows:
        return []
    heads = [say(language, "column_text"), say(language, "column_count")]
    cells = [[f"`{_in_code(str(row[1]))}`", integer(int(row[3]), language)] for row in rows]
    return [say(language, "overview_templates"), table(heads, cells)]


def _in_code(text: str) -> str:
    """Return a template as it can stand in a table's cell as code."""
    flat = "".join(c if c.isprintable() else " " for c in text)
    return flat.replace("`", "'").replace("|", "\\|")[:160]
