"""Earlier answers beside each other: from their results, never from their prose.

A synthesis is a comparison: one table and one picture of what the answers have in common, what
differs and by how much. What all are about is said once; the answers are sources, by their names.
Groups that answers share stand on one line of the picture, with a colour for each answer. Answers
that are unlike are told one after the other, each by its highest and lowest figure.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from agents.answering.text.language import Language
from agents.answering.text.markdown import as_plain, as_text, bullets, paragraphs
from agents.data.answer.earlier import (
    MOST_LINES,
    Earlier,
    Line,
    common_to,
    groups_of,
    lines_of,
    scope_of,
    told_apart,
)
from agents.data.answer.figures import Wording
from agents.data.answer.result_wording import capital, is_number
from agents.data.answer.sentences import say
from agents.data.answer.synthesis_chart import chart_of, panes_of
from agents.data.compute.result import Cell, OutColumn
from agents.data.compute.statistics import FEW

MOST_ANSWERS = 20
_IN_ONE, _MOST_APART, _MOST_NAMED = 3, 3, 6


class Synthesis(NamedTuple):
    """A comparison of earlier answers: text in Markdown, its first line, `result` and picture.

    It is `alike` where all are of one figure in the same groups; else `unlike` says in what they
    are not, and nothing of one is paired with the other.
    """

    text: str
    headline: str
    result: dict[str, Any]
    chart: dict[str, Any] | None
    alike: bool
    unlike: str = ""


def synthesise(answers: Sequence[Earlier], language: Language) -> Synthesis | None:
    """Return what earlier answers say together, None where none of them holds a figure. A single
    one is told alone.

    Raises `Ungrounded`.
    """
    answers = answers[-MOST_ANSWERS:]
    common = common_to(answers)
    figures = Wording(language)
    scopes = told_apart(answers, common)
    whole = [lines_of(one, scopes[one.task_id], language) for one in answers]
    held = sum(map(len, whole))
    share = MOST_LINES // max(1, len(answers))
    lines = [line for each in whole for line in (each if held <= MOST_LINES else each[:share])]
    if not lines:
        return None
    # The figures of a group stand below each other.
    first_at = {line.group: place for place, line in reversed(list(enumerate(lines)))}
    lines.sort(key=lambda line: first_at[line.group])
    shown = [figures.cell(line.value, line.column) for line in lines]
    names = [figures.name(line.about) for line in lines]
    figures.allow(say(language, "column_low"), *common, *(line.of for line in lines))
    count = figures.count(len(answers))
    one_figure = len({line.of for line in lines}) == 1
    head = say(language, "synthesis", count=count)
    if one_figure:
        what = as_text(", ".join([lines[0].of, *common]), 200)
        head = say(language, "synthesis_of", count=count, what=what)
    head = capital(head)
    unlike, alone = _unlike(answers, lines, figures, language), len(answers) == 1
    told = (
        _each(answers, whole, figures, language) if unlike or alone
        else [_case(name, value, language) for name, value in zip(names, shown, strict=True)]
    )  # fmt: skip
    # What an answer is called beside others: its rows, else the sentence it is of.
    named = {
        one.task_id: scopes[one.task_id]
        or str(one.frame.get("sentence") or say(language, "synthesis_all"))
        for one in answers
    }
    paired = _paired(lines, answers, named, language)
    apart = [unlike] * (not alone and paired is None) if unlike else [
        *_apart(lines, names, figures, language),
        *_only_in_one(lines, named, figures, language),
    ]  # fmt: skip
    if len({str(one.result.get("source", {}).get("sha256")) for one in answers}) > 1:
        apart.append(say(language, "synthesis_other_table"))
    if len(lines) < held:
        counts = {"shown": figures.count(len(lines)), "held": figures.count(held)}
        apart.append(say(language, "synthesis_left", **counts))
    first = ", ".join(told[:_IN_ONE]).removesuffix(".")
    first = capital(first) if alone else f"{head} {first}"
    if unlike and not alone:
        text = paragraphs(head, bullets([*told, *apart]))
    elif len(told) <= _IN_ONE:
        text = paragraphs(f"{first}.", bullets(apart))
    else:  # what differs: each value stands in the picture and in the table as well
        text = paragraphs("" if alone else head, bullets(apart or told))
    figures.check(text)
    return Synthesis(
        text,
        as_plain(first),
        _result(paired or _listed(lines, language), answers),
        chart_of(answers, lines, shown, named, figures, paired=paired is not None)
        if one_figure
        else panes_of(answers, lines, named, figures)
        if paired is not None
        else None,
        not unlike,
        unlike,
    )


def _case(name: str, value: str, language: Language) -> str:
    return say(language, "compared_case", name=name, value=value, detail="")


def _each(
    answers: Sequence[Earlier], whole: Sequence[Sequence[Line]], figures: Wording,
    language: Language,
) -> list[str]:  # fmt: skip
    """Return what each answer says: its figure, or the highest and the lowest of its groups."""
    found = []
    for one, lines in zip(answers, whole, strict=True):
        figures_of: dict[str, list[Line]] = {}
        for line in lines:
            figures_of.setdefault(line.of, []).append(line)
        sentence = str(one.frame.get("sentence", "")) if len(figures_of) == 1 else ""
        for of, own in figures_of.items():
            numbers = sorted((line for line in own if is_number(line.value)), key=_height)
            # As in the answer itself: of rates those only that rest on enough.
            enough = [line for line in numbers if _rests_on_enough(line)]
            numbers = enough or numbers
            low, *_, high = numbers if len(numbers) > 1 else (own[0], own[0])
            what = figures.name(sentence or ", ".join([of, *scope_of(one)]), 200)
            names = [figures.name(line.group or line.about) for line in (low, high)]
            values = [figures.cell(line.value, line.column) for line in (low, high)]
            if low.value == high.value:
                whose = f"{what}, {names[0]}" if low.group and len(own) == 1 else what
                found.append(_case(whose, values[0], language))
                continue
            found.append(say(
                language, "spread", what=what, high_name=names[1], high=values[1], high_detail="",
                low_name=names[0], low=values[0], low_detail="",
            ))  # fmt: skip
    return found


def _rests_on_enough(line: Line) -> bool:
    return not line.column.share or not isinstance(line.n, int | float) or line.n >= FEW


def _height(line: Line) -> float:
    return float(line.value or 0)


def _apart(
    lines: Sequence[Line], names: Sequence[str], figures: Wording, language: Language
) -> list[str]:
    """Return by how much figures differ, the most first, and whether their intervals meet.

    Answers by the same groups differ group by group, the last of them against the first; all others
    by the highest and the lowest.
    """
    by_group: dict[str, list[int]] = {}
    for place, line in enumerate(lines):
        if is_number(line.value):
            by_group.setdefault(line.group, []).append(place)
    paired = [one for one in by_group.values() if len({lines[place].task_id for place in one}) > 1]
    strangers = len({line.task_id for line in lines}) > 1 and any(line.group for line in lines)
    if paired or strangers:
        pairs = [(places[0], places[-1]) for places in paired]
    else:
        known = (place for place, line in enumerate(lines) if is_number(line.value))
        whole = sorted(known, key=lambda place: _height(lines[place]))
        pairs = [(whole[0], whole[-1])] if whole else []
    apart = {pair: _height(lines[pair[1]]) - _height(lines[pair[0]]) for pair in pairs}
    pairs = sorted(filter(apart.__getitem__, pairs), key=lambda pair: -abs(apart[pair]))
    found = []
    for first, last in pairs[:_MOST_APART]:
        column, by = lines[last].column, apart[first, last]
        change = figures.change(by, column.unit, column.decimals)
        if column.share:
            change = say(language, "points", value=figures.points(by))
        if column.type == "seconds":
            change = ("+" if by > 0 else "−") + figures.length(abs(by))
        found.append(
            say(language, "synthesis_apart", high=names[last], low=names[first], change=change)
        )
    for pair in pairs if len(pairs) == 1 else ():
        low, high = sorted((lines[place] for place in pair), key=_height)
        if isinstance(high.low, int | float) and isinstance(low.high, int | float):
            key = "synthesis_clear" if high.low > low.high else "synthesis_unclear"
            found.append(say(language, key))
    return found


def _unlike(
    answers: Sequence[Earlier], lines: Sequence[Line], figures: Wording, language: Language
) -> str:
    """Return in what answers are unlike, the figure or the groups; "" where they are not."""
    told = list(dict.fromkeys(line.of for line in lines))
    if len(told) > 1:
        return say(language, "synthesis_figures", what=as_text("; ".join(told), 200))
    held = {line.task_id for line in lines}
    groups = dict.fromkeys(groups_of(one) for one in answers if one.task_id in held)
    if len(groups) < 2:
        return ""
    named = [", ".join(label for _, label in one) for one in groups]
    how = "; ".join(figures.name(one or say(language, "synthesis_all")) for one in named)
    return say(language, "synthesis_grouped", how=how)


def _only_in_one(
    lines: Sequence[Line], named: Mapping[str, str], figures: Wording, language: Language
) -> list[str]:
    """Return which groups only one of several answers has."""
    of_groups: dict[str, set[str]] = {}
    for line in lines:
        of_groups.setdefault(line.group, set()).add(line.task_id)
    found = []
    for task, name in named.items() if len({line.task_id for line in lines}) > 1 else ():
        alone = [group for group, tasks in of_groups.items() if group and tasks == {task}]
        if alone:
            answer = figures.name(name)
            more = ["…"] if len(alone) > _MOST_NAMED else []
            names = [*map(figures.name, alone[:_MOST_NAMED]), *more]
            found.append(say(language, "synthesis_only", answer=answer, names=", ".join(names)))
    return found


def _result(table: Mapping[str, Any], answers: Sequence[Earlier]) -> dict[str, Any]:
    first = next(iter(answers)).result.get("source", {})
    return {
        "synthesis": True,
        **table,
        "row_count": len(table["rows"]),
        "sources": [
            {
                "task": one.task_id,
                "text": str(one.frame.get("sentence") or ", ".join(scope_of(one))),
            }
            for one in answers
        ],
        "warnings": [],
        "source": {**dict(first), "tasks": [one.task_id for one in answers]},
    }


def _listed(lines: Sequence[Line], language: Language) -> dict[str, Any]:
    """Return a table with a row for each figure."""
    kinds = [_kind(line.column) for line in lines]
    number = kinds[0] if len(set(kinds)) == 1 else "number"
    columns = [
        {"name": "about", "type": "string", "label": say(language, "synthesis_about")},
        {"name": "figure", "type": "string", "label": say(language, "synthesis_figure")},
        {"name": "value", "type": number, "label": say(language, "synthesis_value")},
        {"name": "low", "type": number, "label": say(language, "column_low")},
        {"name": "high", "type": number, "label": say(language, "column_high")},
        {"name": "n", "type": "integer", "label": say(language, "column_n")},
    ]
    cells = [[one.about, one.of, one.value, one.low, one.high, one.n] for one in lines]
    kept = [at for at in range(len(columns)) if any(row[at] is not None for row in cells)]
    return {
        "columns": [columns[at] for at in kept],
        "rows": [[row[at] for at in kept] for row in cells],
        "row_labels": [line.about for line in lines],
        **({"row_types": kinds} if len(set(kinds)) > 1 else {}),
        "row_tasks": [[line.task_id] for line in lines],
    }


def _paired(
    lines: Sequence[Line], answers: Sequence[Earlier], named: Mapping[str, str], language: Language
) -> dict[str, Any] | None:
    """Return a table with a row for each group that all answers have, a column for each answer, and
    for two of one figure by how much the second differs; None of answers by other groups."""
    cells = {(line.task_id, line.of, line.group): line for line in lines}
    each = list(dict.fromkeys((line.task_id, line.of) for line in lines))
    groups = list(dict.fromkeys(line.group for line in lines))
    tasks = list(dict.fromkeys(task for task, _ in each))
    whole = len(cells) == len(lines) == len(each) * len(groups)
    if not (whole and all(groups) and len(tasks) > 1):
        return None
    same = len({of for _, of in each}) == 1
    label = ", ".join(label for _, label in groups_of(answers[0]))
    columns: list[dict[str, Any]] = [{"name": "about", "type": "string", "label": label}]
    for place, (task, of) in enumerate(each):
        kind = _kind(cells[task, of, groups[0]].column)
        name = named[task] if same else of
        columns.append({"name": f"value{place}", "type": kind, "label": name, "part": "measure"})
    rows: list[list[Cell]] = [
        [group, *(cells[task, of, group].value for task, of in each)] for group in groups
    ]
    if same and len(each) == 2:
        share = columns[1]["type"] == "rate"
        columns.append({
            "name": "change", "type": columns[1]["type"], "part": "change",
            "label": say(language, "column_difference_points" if share else "column_difference"),
            **({"unit": "points"} if share else {}),
        })  # fmt: skip
        for row in rows:
            first, second = row[1:]
            known = is_number(first) and is_number(second)
            row.append(float(second or 0) - float(first or 0) if known else None)
    return {
        "columns": columns, "rows": rows, "row_labels": groups, "row_tasks": [tasks for _ in rows],
    }  # fmt: skip


def _kind(column: OutColumn) -> str:
    return "rate" if column.share else "seconds" if column.type == "seconds" else "number"
