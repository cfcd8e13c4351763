"""The sentence that an answer begins with: the figure, on how much it rests, who leads."""

from typing import Any

from agents.data.answer.result_wording import ResultWording

FIRST = 3
_MOST_LISTED = 12


def headline(told: ResultWording) -> str:
    """Return the first sentence of an answer, in Markdown."""
    if told.query.rows:
        return _of_rows(told)
    places = told.told()
    if not told.rows or not places:
        return told.say("nothing", what=told.of())
    if not told.query.groups and not told.query.compare and len(places) > 1:
        return _of_several(told, places)
    return of_figure(told, places[0])


def of_figure(told: ResultWording, place: int) -> str:
    """Return the sentence about one figure of all rows."""
    query, rows = told.query, told.rows
    what = told.of(place)
    if not query.groups:
        return _compared(told, place) if query.compare is not None else _of_one(told, place)
    order = query.order[0] if query.order else None
    ranked = order is not None and order.measure is not None
    known = told.known(place)
    if len(rows) == 1 and known:
        value, detail = told.cells[0][place], told.detail(0, place, whole=True)
        if query.limit == 1 and order is not None and order.measure == told.column(place).of:
            key = "best_down" if order.descending else "best_up"
            what = told.of(place, bare=True)
            return told.say(key, name=told.name(0), what=what, value=value, detail=detail)
        return told.say("one_group", name=told.name(0), what=what, value=value, detail=detail)
    if not known:
        return told.say("no_value", what=what)
    if told.over_time():
        start, end = known[0], known[-1]
        return told.say(
            "trend", what=what, first=told.cells[start][place], last=told.cells[end][place],
            first_at=told.name(start), last_at=told.name(end),
            first_detail=told.detail(start, place), last_detail=told.detail(end, place),
        )  # fmt: skip
    if query.limit and ranked:
        return told.say("compared_by", what=what, cases=_listed(told, place, known[:FIRST]))
    return _spread(told, place, known)


def _spread(told: ResultWording, place: int, known: list[int]) -> str:
    """Name the extremes, of rates among the rows that rest on enough."""
    what, pool = told.of(place), told.enough(place, known)
    low, high = extremes(told, place, pool)
    if told.rows[low][place] == told.rows[high][place] and len(pool) == len(known):
        count = told.figures.count(len(known))
        return told.say("same", what=what, high=told.cells[high][place], count=count)
    text = told.say(
        "spread", what=what, high_name=told.name(high), high=told.cells[high][place],
        low_name=told.name(low), low=told.cells[low][place],
        high_detail=told.detail(high, place), low_detail=told.detail(low, place),
    )  # fmt: skip
    if len(pool) == 1:
        value, detail = told.cells[high][place], told.detail(high, place)
        text = told.say("one_group", name=told.name(high), what=what, value=value, detail=detail)
    if extremes(told, place, known) != (low, high):
        text += " " + told.say("spread_enough")
    return text


def extremes(told: ResultWording, place: int, rows: list[int]) -> tuple[int, int]:
    """Return the rows with the lowest and the highest figure."""

    def value(row: int) -> Any:
        number = told.number(row, place)
        return told.rows[row][place] if number is None else number  # the earliest time

    return min(rows, key=value), max(rows, key=value)


def _listed(told: ResultWording, place: int, rows: list[int]) -> str:
    return ", ".join(
        told.say(
            "compared_case", name=told.name(row), value=told.cells[row][place],
            detail=told.detail(row, place),
        )
        for row in rows
    )  # fmt: skip


def _of_one(told: ResultWording, place: int) -> str:
    what, row = told.of(place), 0
    if told.rows[row][place] is None:
        return told.say("no_value" if told.computed.matched else "nothing", what=what)
    detail = told.detail(row, place, whole=True)
    value = told.cells[row][place]
    measures = told.query.measures
    if measures and measures[told.column(place).of].aggregate == "correlation":
        return told.say("correlation", what=what, value=value, detail=detail)
    return told.say("value", what=what, value=value, detail=detail)


def _of_several(told: ResultWording, places: list[int]) -> str:
    pairs = [
        told.say(
            "compared_case", name=told.labels[place], value=told.cells[0][place],
            detail=told.detail(0, place),
        )
        for place in places
    ]  # fmt: skip
    return told.say("compared_by", what=told.of(), cases=", ".join(pairs))


def _compared(told: ResultWording, first: int) -> str:
    """Tell the cases of a measure beside each other, and how they differ."""
    compare, of = told.query.compare, told.column(first).of
    assert compare is not None
    names = [told.figures.name(told.case(one)) for one in compare.cases]
    places = [told.computed.place("measure", of, case) for case in range(len(names))]
    cases = ", ".join(
        told.say(
            "compared_case", name=name, value=told.cells[0][place], detail=told.detail(0, place)
        )
        for name, place in zip(names, places, strict=True)
        if place is not None
    )
    changes = []
    for case in range(1, len(names)):
        place = told.computed.place("change", of, case)
        if told.number(0, place) is not None and place is not None:
            change = told.cells[0][place]
            changes.append(told.say(compare.change, name=names[case], base=names[0], change=change))
    what = told.of(first)
    if not changes:
        return told.say("compared_by", what=what, cases=cases)
    return told.say("compared", what=what, cases=cases, change="; ".join(changes))


def _of_rows(told: ResultWording) -> str:
    query, rows, total = told.query, told.cells, told.computed.total
    what = told.of()
    if not rows:
        return told.say("nothing", what=what)
    if len(rows) == 1 and len(rows[0]) == 1:
        return told.say("cell", what=what, value=rows[0][0])
    if len(told.computed.columns) == 1 and total <= _MOST_LISTED:
        names = ", ".join(f"**{row[0]}**" for row in rows)
        return told.say("list", what=what, count=told.figures.count(total), names=names)
    if len(rows) == 1:
        first, *others = zip(told.labels, rows[0], strict=True)
        pairs = ", ".join(f"{label} {value}" for label, value in others[:FIRST])
        return told.say("row", name=first[1], what=pairs)
    if query.limit is None:
        return told.say("rows", what=what, count=told.figures.count(total))
    by = query.order[0].column if query.order else None
    places = [place for place, one in enumerate(query.columns) if one == by]
    if len(query.columns) == 2 and places:
        value = places[0]
        pairs = ", ".join(
            told.say("compared_case", name=row[1 - value], value=row[value], detail="")
            for row in rows[:FIRST]
        )
        return told.say("compared_by", what=what, cases=pairs)
    ends = [rows[at][place] for place, one in enumerate(told.computed.columns)
            if by is not None and one.name == by for at in (0, -1)]  # fmt: skip
    if len(query.order) == 1 and len(set(ends)) > 1:
        return told.say("rows_ranked", what=told.what, first=ends[0], last=ends[1])
    return told.say("rows_first", what=what, count=told.figures.count(min(total, query.limit)))
