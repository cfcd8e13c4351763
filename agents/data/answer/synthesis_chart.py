"""One picture of figures of earlier answers: dots with their intervals on one axis."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.answering.vega_lite import SCHEMA
from agents.data.answer.earlier import MOST_LINES, Earlier, Line, common_to
from agents.data.answer.figures import Wording
from agents.data.answer.result_wording import is_number
from agents.data.answer.sentences import say

_MOST_PANES = 3
_NAME = {"field": "name", "type": "nominal", "sort": None, "title": None}


def chart_of(
    answers: Sequence[Earlier],
    lines: Sequence[Line],
    shown: Sequence[str],
    named: Mapping[str, str],
    figures: Wording,
    *,
    paired: bool,
) -> dict[str, Any] | None:
    """Return dots with their intervals on one axis: a colour for each answer that has groups.

    Each is drawn of a row of the table, which has one for each group, where answers are `paired`.
    """
    coloured = len({line.task_id for line in lines}) > 1 and any(line.group for line in lines)
    groups = list(dict.fromkeys(line.group for line in lines))
    values = [
        {
            "row": groups.index(line.group) if paired else place,
            "name": line.group if coloured and line.group else line.about,
            "answer": named[line.task_id],
            "value": line.value, "shown": text, "low": line.low, "high": line.high,
            **({} if line.n is None else {"n": line.n}),
            **({f"{end}_shown": figures.cell(at, line.column)
                for end, at in (("low", line.low), ("high", line.high)) if at is not None}),
        }
        for place, (line, text) in enumerate(zip(lines, shown, strict=True))
        if is_number(line.value)
    ]  # fmt: skip
    if not 2 <= len(values) <= MOST_LINES:
        return None
    fields = ("name", "answer") if coloured else ("name",)
    tooltip: list[dict[str, Any]] = [
        *({"field": field, "type": "nominal", "title": None} for field in fields),
        {"field": "shown", "type": "nominal", "title": lines[0].of},
    ]
    shared: dict[str, Any] = {"y": _NAME}
    if coloured:
        shared["color"] = {"field": "answer", "type": "nominal", "title": None}
    whole = all(value["low"] is not None for value in values)
    return {
        "$schema": SCHEMA,
        "title": lines[0].of,
        "usermeta": _meant(answers, lines, named, coloured=coloured),
        "width": "container",
        "data": {"values": values},
        "encoding": shared,
        "layer": _dots(lines[0], tooltip, whole=whole),
    }


def panes_of(
    answers: Sequence[Earlier], lines: Sequence[Line], named: Mapping[str, str], figures: Wording
) -> dict[str, Any] | None:
    """Return answers of the same groups that tell different figures in one picture: a pane for
    each with an axis of its own, and a row of the table for each group.

    None of more than a few figures, which only the table can hold.
    """
    told = list(dict.fromkeys((line.task_id, line.of) for line in lines))
    groups = list(dict.fromkeys(line.group for line in lines))
    if not 2 <= len(told) <= _MOST_PANES or len(groups) < 2:
        return None
    cells = {(line.task_id, line.of, line.group): line for line in lines}
    values: list[dict[str, Any]] = [{"row": at, "name": one} for at, one in enumerate(groups)]
    panes = []
    tooltip: list[dict[str, Any]] = [{"field": "name", "type": "nominal", "title": None}]
    tooltip += [
        {"field": f"shown{at}", "type": "nominal", "title": of} for at, (_, of) in enumerate(told)
    ]
    for at, (task, of) in enumerate(told):
        own = [cells[task, of, group] for group in groups]
        for value, line in zip(values, own, strict=True):
            value |= {f"value{at}": line.value, f"low{at}": line.low, f"high{at}": line.high,
                      f"shown{at}": _with_interval(line, figures)}  # fmt: skip
        whole = all(line.low is not None for line in own)
        layers = _dots(own[0], tooltip, str(at), whole=whole)
        panes.append({"encoding": {"y": _NAME}, "layer": layers})
    return {
        "$schema": SCHEMA,
        "title": ", ".join(of for _, of in told),
        "usermeta": {"values": _meant(answers, lines, named, coloured=False)["values"]},
        "data": {"values": values},
        "hconcat": panes,
    }


def _with_interval(line: Line, figures: Wording) -> str:
    """Return a figure as it is read, with its interval and on how many rows it rests."""
    shown = figures.cell(line.value, line.column)
    if line.low is None or line.high is None or not isinstance(line.n, int):
        return shown
    low, high = (figures.cell(end, line.column) for end in (line.low, line.high))
    language, n = figures.language, figures.count(line.n)
    noun = say(language, "column_n")
    return shown + say(language, "detail_interval", n=n, noun=noun, low=low, high=high)


def _dots(
    line: Line, tooltip: list[dict[str, Any]], end: str = "", *, whole: bool
) -> list[dict[str, Any]]:
    """Return the layers of figures: dots, with their intervals where `whole`."""
    axis: dict[str, Any] = {"title": line.of}
    if line.column.share:
        axis["format"] = ".0%"
    elif line.column.type == "seconds":
        axis["format"] = "duration"
    figure = {"field": f"value{end}", "type": "quantitative", "scale": {"zero": False},
              "axis": axis}  # fmt: skip
    dots = {"type": "point", "filled": True, "size": 70}
    layers: list[dict[str, Any]] = [{"mark": dots, "encoding": {"x": figure, "tooltip": tooltip}}]
    if whole:
        ends = {"x": {**figure, "field": f"low{end}"}, "x2": {"field": f"high{end}"}}
        rule = {"type": "rule", "strokeWidth": 1.5, "opacity": 0.5}
        layers.insert(0, {"mark": rule, "encoding": ends})
    return layers


def _meant(
    answers: Sequence[Earlier], lines: Sequence[Line], named: Mapping[str, str], *, coloured: bool
) -> dict[str, Any]:
    """Return which value each name of a picture is `of`, and the commonest `values` of these: a
    value has its colour beside other answers, too."""
    of: dict[str, str] = {}
    known: dict[str, None] = {}
    common = common_to(answers)
    for one in answers:
        told = one.frame.get("chips") or ()
        chips = [chip for chip in told if "value" in chip and chip.get("text") not in common]
        scope = chips[0] if len(chips) == 1 else None
        if coloured and scope is not None:
            of[named[one.task_id]] = str(scope["value"])
            known |= dict.fromkeys(map(str, scope["values"]))
        for line in () if coloured else (line for line in lines if line.task_id == one.task_id):
            if line.group:
                of[line.about] = line.group
            elif scope is not None:
                of[line.about] = str(scope["value"])
                known |= dict.fromkeys(map(str, scope["values"]))
        for column in one.result.get("columns") or () if not coloured else ():
            known |= dict.fromkeys(map(str, column.get("values") or ()))
    return {"values": list(known), "of": of}
