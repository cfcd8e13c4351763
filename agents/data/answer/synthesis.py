"""Earlier answers beside each other: from their results, never from their prose.

A synthesis is a comparison: one table and one picture of what the answers have in common, what
differs and by how much. What all are about is said once; the answers are sources, by their names.
What answers share stands on one line of the picture, with a colour for each answer. Answers of
which nothing belongs together are told in one sentence, each by its highest and lowest figure, and
their small pictures stand beside each other.
"""

from collections.abc import Iterator, Mapping, Sequence
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
    names_in,
    order_of,
    scope_of,
    told_apart,
    with_fixed,
)
from agents.data.answer.figures import Wording
from agents.data.answer.narrowing import CASE_FIELDS
from agents.data.answer.pairing import Pairs, Series, by_figure, height, names_of, pairs_of
from agents.data.answer.result_wording import capital, is_number
from agents.data.answer.sentences import say
from agents.data.answer.synthesis_chart import picture_of
from agents.data.compute.result import Cell, OutColumn
from agents.data.compute.statistics import FEW

MOST_ANSWERS = 20
_IN_ONE, _MOST_APART, _MOST_NAMED = 3, 3, 6


class Synthesis(NamedTuple):
    """A comparison of earlier answers: text in Markdown, its first line, `result` and picture.

    It is `paired` where figures stand beside each other, of one figure or of the same rows; else
    `unlike` says why nothing of one belongs to the other. `narrow` is what keeps the rows of marks
    of the picture, as in the frames of the answers, each of the one that is its `base_task_id`.
    """

    text: str
    headline: str
    result: dict[str, Any]
    chart: dict[str, Any] | None
    paired: bool
    unlike: str = ""
    narrow: tuple[Mapping[str, Any], ...] = ()


def synthesise(answers: Sequence[Earlier], language: Language) -> Synthesis | None:
    """Return what earlier answers say together, None where none of them holds a figure. A single
    one is told alone.

    Raises `Ungrounded`.
    """
    answers = with_fixed(answers[-MOST_ANSWERS:])
    common = common_to(answers)
    figures = Wording(language)
    scopes = told_apart(answers, common)
    whole = [_in_order(lines_of(one, scopes[one.task_id], language), order_of(one))
             for one in answers]  # fmt: skip
    every = [line for each in whole for line in each]
    if not every:
        return None
    everything = say(language, "synthesis_all")
    pairs = pairs_of(answers, every, scopes, everything)
    share = MOST_LINES // max(1, len(answers))
    lines = (
        [line for group in pairs.groups for line in pairs.row(group) if line is not None]
        if pairs is not None
        else [line for each in whole for line in (each if len(every) <= MOST_LINES
                                                  else each[:share])]
    )  # fmt: skip
    figures.allow(say(language, "column_low"), *common, *(line.of for line in lines))
    count = figures.count(len(answers))
    one_figure = len({line.of for line in lines}) == 1
    head = say(language, "synthesis", count=count)
    if one_figure or pairs is not None:
        what = as_text(", ".join([*dict.fromkeys(line.of for line in lines), *common]), 200)
        head = say(language, "synthesis_of", count=count, what=what)
    head = capital(head)
    alone = len(answers) == 1
    unlike = "" if alone or pairs is not None else _unlike(answers, lines, figures, language)
    shown = _shown(lines, answers) if one_figure and pairs is None and not unlike else lines
    values = [_case(figures.name(one.about), figures.cell(one.value, one.column), language)
              for one in shown]  # fmt: skip
    told = _each(answers, whole, figures, language) if unlike or alone else values
    # What an answer is called beside others: its rows, else the sentence it is of.
    named = {
        one.task_id: scopes[one.task_id] or str(one.frame.get("sentence") or everything)
        for one in answers
    }
    fixed = {one.task_id for one in answers if one.fixed}
    names: dict[Series, str] = {}
    beside: list[str] = []  # what is told of a series by itself
    if pairs is not None:
        names = names_of(pairs, answers, scopes, everything)
        differ = pairs.one_figure and any(height(a) != height(b) for a, b in pairs.apart())
        beside = [_spread(names[one], pairs.told[one], figures, language)
                  for one in (pairs.rest if differ else pairs.told)]  # fmt: skip
        if pairs.one_figure:
            named |= {line.task_id: names[one] for one in names for line in pairs.told[one]}
        else:
            told = beside
    apart = [] if unlike else [
        *_apart(lines, pairs, named, everything, figures, language),
        *beside,
        *_only_in_one([line for line in every if line.task_id not in fixed], pairs, named, figures,
                      language),
    ]  # fmt: skip
    if len({str(one.result.get("source", {}).get("sha256")) for one in answers}) > 1:
        apart.append(say(language, "synthesis_other_table"))
    held = sum(map(len, pairs.told.values())) if pairs is not None else len(every)
    shown_ = len({id(line) for line in lines})
    if shown_ < held:
        counts = {"shown": figures.count(shown_), "held": figures.count(held)}
        left_out = "synthesis_left" if pairs is None else "synthesis_shared"
        apart.append(say(language, left_out, **counts))
    told_first = [one.removesuffix(".") for one in told[:_IN_ONE]]
    first = (", " if one_figure and not unlike else "; ").join(told_first)
    first = capital(first) if alone else f"{head} {first}"
    if unlike and len(told) <= _IN_ONE:  # all in one sentence, and why no more than that
        text = paragraphs(f"{first}.", bullets([unlike, *apart]))
    elif (one_figure or alone) and len(told) <= _IN_ONE:
        text = paragraphs(f"{first}.", bullets(apart))
    else:  # what differs: each value stands in the picture and in the table as well
        alike = pairs is not None or (one_figure and not unlike)
        findings = apart if alike else [*told, *filter(None, [unlike]), *apart]
        text = paragraphs("" if alone else head, bullets(findings or told))
    figures.check(text)
    table = _paired(pairs, names, language) if pairs is not None else _listed(shown, language)
    return Synthesis(
        text,
        as_plain(first),
        _result(table, answers),
        picture_of(answers, shown, pairs, names, named, figures, unlike=bool(unlike)),
        not unlike,
        unlike,
        tuple(_narrowing(answers, shown)),
    )


def _narrowing(answers: Sequence[Earlier], lines: Sequence[Line]) -> Iterator[Mapping[str, Any]]:
    """Yield what keeps the rows of each figure that is one of the groups of its answer."""
    for at, line in enumerate(lines):
        one = next(one for one in answers if one.task_id == line.task_id)
        places = {name: f"c{place}" for place, name in enumerate(names_in(one))}
        fixed = {name for name, _, _ in one.fixed.values()}
        groups = [(places.get(name), cell) for name, cell in line.keys if name not in fixed]
        kept = [
            told for told in one.frame.get("narrow") or () for field, cell in groups
            if cell in (told.get("value"), told.get("text"))
            and (field == told.get("field") if field else told.get("field") in CASE_FIELDS)
        ]  # fmt: skip
        if kept and len(kept) == len(groups):
            edits = [edit for told in kept for edit in told.get("edits") or ()]
            yield {"field": "mark", "value": at, "text": ", ".join(told["text"] for told in kept),
                   "edits": edits, "base_task_id": line.task_id}  # fmt: skip


def _in_order(lines: Sequence[Line], order: str) -> list[Line]:
    """Return the figures of an answer by value, unless they are several or have another order."""
    ranked = order == "figure" and len({line.of for line in lines}) == 1
    return sorted(lines, key=by_figure) if ranked else list(lines)


def _shown(lines: Sequence[Line], answers: Sequence[Earlier]) -> list[Line]:
    """Return one figure of several answers by value, where each is about another value of the same
    column; else as they were asked."""
    chips = [one.frame.get("chips") or () for one in answers]
    kept = [[chip for chip in told if "value" in chip] for told in chips]
    fields = [{str(chip.get("field")) for chip in told} for told in kept]
    ranked = all(len(told) == 1 for told in kept) and len(set().union(*fields)) == 1
    return sorted(lines, key=by_figure) if ranked else list(lines)


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
            what = sentence or ", ".join([of, *scope_of(one)])
            found.append(_spread(what, own, figures, language))
    return found


def _spread(what: str, lines: Sequence[Line], figures: Wording, language: Language) -> str:
    """Return a figure, or the highest and the lowest of some: as in the answer itself of rates
    those only that rest on enough."""
    numbers = sorted((line for line in lines if is_number(line.value)), key=height)
    numbers = [line for line in numbers if _rests_on_enough(line)] or numbers
    low, *_, high = numbers if len(numbers) > 1 else (lines[0], lines[0])
    told = figures.name(what, 200)
    names = [figures.name(line.group or line.about) for line in (low, high)]
    values = [figures.cell(line.value, line.column) for line in (low, high)]
    if low.value == high.value:
        unsaid = low.group and low.group not in what
        whose = f"{told}, {names[0]}" if unsaid and len(lines) == 1 else told
        return _case(whose, values[0], language)
    return say(
        language, "spread", what=told, high_name=names[1], high=values[1], high_detail="",
        low_name=names[0], low=values[0], low_detail="",
    )  # fmt: skip


def _rests_on_enough(line: Line) -> bool:
    return not line.column.share or not isinstance(line.n, int | float) or line.n >= FEW


def _apart(
    lines: Sequence[Line], pairs: Pairs | None, named: Mapping[str, str], everything: str,
    figures: Wording, language: Language,
) -> list[str]:  # fmt: skip
    """Return by how much figures differ, the most first, and whether their intervals meet.

    Answers that are paired differ row by row, and parts from their wholes; all others the last
    answer from the first, groups of one answer the highest from the lowest.
    """
    known = [line for line in lines if is_number(line.value)]
    if pairs is not None:
        held = pairs.apart()
    elif any(line.group for line in lines):
        several = len({line.task_id for line in lines}) > 1
        known.sort(key=height)
        held = [(known[0], known[-1])] if known and not several else []
    else:
        held = [(known[0], known[-1])] if known else []
    gaps = [(first, last, height(last) - height(first)) for first, last in held]
    gaps = sorted((one for one in gaps if one[2]), key=lambda one: -abs(one[2]))
    # The most of each figure first: two may have no unit in common.
    of = [last.of for _, last, _ in gaps]
    ranks = [of[:at].count(one) for at, one in enumerate(of)]
    gaps = [gaps[at] for at in sorted(range(len(gaps)), key=ranks.__getitem__)]
    found = []
    for first, last, by in gaps[:_MOST_APART]:
        change = figures.difference(by, last.column)
        sides = _sides(first, last, pairs, named, everything)
        high, low = map(figures.name, sides)
        found.append(say(language, "synthesis_apart", high=high, low=low, change=change))
    for first, last, _ in gaps if len(gaps) == 1 else ():
        low_, high_ = sorted((first, last), key=height)
        if isinstance(high_.low, int | float) and isinstance(low_.high, int | float):
            key = "synthesis_clear" if high_.low > low_.high else "synthesis_unclear"
            found.append(say(language, key))
    return found


def _sides(
    first: Line, last: Line, pairs: Pairs | None, named: Mapping[str, str], everything: str
) -> tuple[str, str]:
    """Return what the second and the first of two figures are called against each other; what both
    are about is said once, but for a part beside its whole."""
    if pairs is not None and (first, last) in pairs.parts:
        whole = first.group or first.about
        own = (
            last.group
            if whole in (everything, *last.group.split(", "))
            else f"{last.group}, {whole}"
        )
        return own, whole
    high, low = last.about, first.about
    if high == low:
        high, low = (", ".join(filter(None, (one.group, named[one.task_id])))
                     for one in (last, first))  # fmt: skip
    return high, low.removeprefix(f"{first.group}, ") if first.group == last.group else low


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
    lines: Sequence[Line], pairs: Pairs | None, named: Mapping[str, str], figures: Wording,
    language: Language,
) -> list[str]:  # fmt: skip
    """Return which groups only one of several answers has, of those that could have them."""
    by_keys: dict[str, set[str]] = {}
    of_groups: dict[str, set[str]] = {}
    rest = [] if pairs is None else [one for each in pairs.rest for one in pairs.told[each]]
    lines = [line for line in lines if line not in rest]
    most = max((len(line.keys) for line in lines), default=0)
    for line in lines:
        if line.group and len(line.keys) == most:
            by_keys.setdefault(named[line.task_id], set()).add(line.group)
            of_groups.setdefault(line.group, set()).add(named[line.task_id])
    found = []
    for name in by_keys if len(by_keys) > 1 else ():
        alone = [group for group, holding in of_groups.items() if holding == {name}]
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


def _paired(pairs: Pairs, names: Mapping[Series, str], language: Language) -> dict[str, Any]:
    """Return a table with a row for each group and a column for each series, and for two of one
    figure by how much the second differs, for one how much parts differ from their wholes."""
    label = pairs.label or say(language, "synthesis_about")
    columns: list[dict[str, Any]] = [{"name": "about", "type": "string", "label": label}]
    for place, one in enumerate(pairs.series):
        kind = _kind(pairs.told[one][0].column)
        columns.append(
            {"name": f"value{place}", "type": kind, "label": names[one], "part": "measure"}
        )
    rows: list[list[Cell]] = [
        [group, *(None if line is None else line.value for line in pairs.row(group))]
        for group in pairs.groups
    ]
    differ = {id(last): height(last) - height(first) for first, last in pairs.apart()}
    if pairs.one_figure and len(pairs.series) <= 2 and differ:
        share = columns[1]["type"] == "rate"
        columns.append({
            "name": "change", "type": columns[1]["type"], "part": "change",
            "label": say(language, "column_difference_points" if share else "column_difference"),
            **({"unit": "points"} if share else {}),
        })  # fmt: skip
        for row, group in zip(rows, pairs.groups, strict=True):
            *_, last = (line for line in pairs.row(group) if line is not None)
            row.append(differ.get(id(last)))
    tasks = [[line.task_id for line in pairs.row(group) if line is not None]
             for group in pairs.groups]  # fmt: skip
    return {
        "columns": columns,
        "rows": rows,
        "row_labels": list(pairs.groups),
        "row_tasks": tasks,
    }


def _kind(column: OutColumn) -> str:
    if column.share:
        return "rate"
    return column.type if column.type in ("seconds", "integer") else "number"
