"""One picture of figures of earlier answers: dots with their intervals, on one axis or in panes."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.answering.vega_lite import SCHEMA
from agents.data.answer.chart import TOLD
from agents.data.answer.earlier import MOST_LINES, Earlier, Line, common_to, order_of
from agents.data.answer.figures import Wording
from agents.data.answer.pairing import Pairs, Series
from agents.data.answer.result_wording import is_number
from agents.data.answer.sentences import say

_MOST_PANES = 6
_ROOM = 0.06  # of a scale beside its ends


def picture_of(
    answers: Sequence[Earlier], lines: Sequence[Line], pairs: Pairs | None,
    names: Mapping[Series, str], named: Mapping[str, str], figures: Wording, *, unlike: bool,
) -> dict[str, Any] | None:  # fmt: skip
    """Return the picture of figures, those of a table with a row for each group where they are
    paired, else for each figure; None where words and table say it better."""
    if unlike:
        return _apart(answers, lines, named, figures)
    if pairs is not None and not pairs.one_figure:
        return _panes(answers, pairs, lines, names, named, figures)
    return _dotted(answers, lines, pairs, named, figures)


def _dotted(
    answers: Sequence[Earlier], lines: Sequence[Line], pairs: Pairs | None,
    named: Mapping[str, str], figures: Wording,
) -> dict[str, Any] | None:  # fmt: skip
    """Return dots with their intervals on one axis: a colour for each answer that has groups."""
    coloured = len({named[line.task_id] for line in lines}) > 1 and any(
        line.group for line in lines
    )
    drawn = (
        [(at, group, line) for at, group in enumerate(pairs.groups) for line in pairs.row(group)]
        if pairs is not None
        else [(at, line.group if coloured and line.group else line.about, line)
              for at, line in enumerate(lines)]
    )  # fmt: skip
    marks = {id(line): at for at, line in enumerate(lines)}
    values = [
        {"row": at, "mark": marks[id(line)], "name": name, "answer": named[line.task_id],
         **_figure(line, figures),
         **({} if line.n is None else {"n": line.n}),
         "shown": figures.cell(line.value, line.column)}
        for at, name, line in drawn
        if line is not None and is_number(line.value)
    ]  # fmt: skip
    if not 2 <= len(values) <= 3 * MOST_LINES:
        return None
    fields = ("name", "answer") if coloured else ("name",)
    tooltip: list[dict[str, Any]] = [
        *({"field": field, "type": "nominal", "title": None} for field in fields),
        {"field": "shown", "type": "nominal", "title": lines[0].of},
    ]
    shared: dict[str, Any] = {"y": _named(answers, lines)}
    if coloured:
        shared["color"] = {"field": "answer", "type": "nominal", "title": None}
        shared["yOffset"] = {"field": "answer", "type": "nominal"}
    whole = all(value["low"] is not None for value in values)
    return {
        "$schema": SCHEMA,
        "title": lines[0].of,
        "usermeta": {**_meant(answers, lines, named, coloured=coloured), **TOLD},
        "width": "container",
        "data": {"values": values},
        "encoding": shared,
        "layer": _dots(lines[0], tooltip, whole=whole),
    }


def _panes(
    answers: Sequence[Earlier], pairs: Pairs, lines: Sequence[Line], names: Mapping[Series, str],
    named: Mapping[str, str], figures: Wording,
) -> dict[str, Any] | None:  # fmt: skip
    """Return different figures of the same rows in one picture: a pane for each with an axis of
    its own, those last that are of other rows; none of more than the window draws, which only the
    table can hold."""
    if not 2 <= len(pairs.series) <= _MOST_PANES or len(pairs.groups) < 2:
        return None
    values: list[dict[str, Any]] = [{"row": at, "name": one} for at, one in enumerate(pairs.groups)]
    marks = {id(line): at for at, line in enumerate(lines)}
    paired = [at for at, one in enumerate(pairs.series) if one not in pairs.rest]
    panes = []
    for at, one in sorted(enumerate(pairs.series), key=lambda each: each[0] not in paired):
        own = [pairs.cells.get((one, group)) for group in pairs.groups]
        for value, line in zip(values, own, strict=True):
            if line is not None:
                value.setdefault("mark", marks[id(line)])
                value |= {f"{end}{at}": cell for end, cell in _figure(line).items()}
                value[f"shown{at}"] = _with_interval(line, figures)
        told = paired if at in paired else [at]
        tooltip: list[dict[str, Any]] = [{"field": "name", "type": "nominal", "title": None}]
        tooltip += [
            {"field": f"shown{place}", "type": "nominal", "title": names[pairs.series[place]]}
            for place in told
        ]
        known = [line for line in own if line is not None]
        whole = all(line.low is not None for line in known)
        scale = _scale([line for line in lines if line.of == one[1]])
        domain = scale if sum(of == one[1] for _, of in pairs.series) > 1 else None
        first = known[0]._replace(of=names[one])
        layers = _dots(first, tooltip, str(at), whole=whole, domain=domain)
        alone = [value for value in values if f"value{at}" in value]
        data = {} if at in paired else {"data": {"values": alone}}
        panes.append({**data, "encoding": {"y": _named(answers, known)}, "layer": layers})
    return {
        "$schema": SCHEMA,
        "title": ", ".join(dict.fromkeys(of for _, of in pairs.series)),
        "usermeta": {"values": _meant(answers, lines, named, coloured=False)["values"]},
        "data": {
            "values": [one for one in values if any(f"value{at}" in one for at in paired)],
        },
        "hconcat": panes,
    }


def _apart(
    answers: Sequence[Earlier], lines: Sequence[Line], named: Mapping[str, str], figures: Wording
) -> dict[str, Any] | None:
    """Return the small pictures of answers of which nothing belongs together, a pane for each, on
    one scale and called by its rows where all tell one figure, else by its sentence; none unless
    each of a few has rows to draw."""
    told: dict[tuple[str, str], list[tuple[int, Line]]] = {}
    for at, line in enumerate(lines):
        if is_number(line.value):
            told.setdefault((line.task_id, line.of), []).append((at, line))
    if not 2 <= len(told) <= _MOST_PANES or any(len(held) < 2 for held in told.values()):
        return None
    one_figure = len({of for _, of in told}) == 1
    domain = _scale(lines) if one_figure else None
    sentences = {one.task_id: str(one.frame.get("sentence") or "") for one in answers}
    panes = []
    for (task, of), held in told.items():
        called = named[task] if one_figure else sentences.get(task) or of
        own = [line for _, line in held]
        tooltip: list[dict[str, Any]] = [
                   {"field": "name", "type": "nominal", "title": None},
                   {"field": "shown", "type": "nominal", "title": of}]  # fmt: skip
        values = [{"row": at, "name": line.group or line.about, **_figure(line),
                   "shown": _with_interval(line, figures)} for at, line in held]  # fmt: skip
        whole = all(line.low is not None for line in own)
        layers = _dots(own[0]._replace(of=called), tooltip, whole=whole, domain=domain)
        encoding = {"y": _named(answers, own)}
        panes.append({"data": {"values": values}, "encoding": encoding, "layer": layers})
    title = ", ".join(dict.fromkeys(of for _, of in told))
    meant = _meant(answers, lines, named, coloured=False)
    return {"$schema": SCHEMA, "title": title, "usermeta": meant, "hconcat": panes}


def _named(answers: Sequence[Earlier], lines: Sequence[Line]) -> dict[str, Any]:
    """Return the axis of the names of figures: those that have an order of their own, such as
    months, have no colour each."""
    tasks = {line.task_id for line in lines}
    own = any(order_of(one) != "figure" for one in answers if one.task_id in tasks)
    kind = "ordinal" if own else "nominal"
    return {"field": "name", "type": kind, "sort": None, "title": None}


def _scale(lines: Sequence[Line]) -> list[float] | None:
    """Return the ends of one scale of several panes; None where it has no room."""
    ends = [float(end) for line in lines for end in (line.value, line.low, line.high)
            if isinstance(end, int | float)]  # fmt: skip
    room = (max(ends) - min(ends)) * _ROOM if ends else 0.0
    return [min(ends) - room, max(ends) + room] if room else None


def _figure(line: Line, figures: Wording | None = None) -> dict[str, Any]:
    """Return a figure with the ends of its interval, and how `figures` write these."""
    ends = {"low": line.low, "high": line.high}
    shown = {f"{end}_shown": figures.cell(at, line.column) for end, at in ends.items()
             if figures is not None and at is not None}  # fmt: skip
    return {"value": line.value, **ends, **shown}


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
    line: Line, tooltip: list[dict[str, Any]], end: str = "", *, whole: bool,
    domain: list[float] | None = None,
) -> list[dict[str, Any]]:  # fmt: skip
    """Return the layers of figures: dots, with their intervals where `whole`."""
    axis: dict[str, Any] = {"title": line.of}
    if line.column.share:
        axis["format"] = ".0%"
    elif line.column.type == "seconds":
        axis["format"] = "duration"
    scale = {"zero": False, **({"domain": domain} if domain else {})}
    figure = {"field": f"value{end}", "type": "quantitative", "scale": scale, "axis": axis}
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
