"""At most a few findings below the headline, each computed, and of several looked at together."""

from agents.data.answer.headlines import FIRST, extremes, of_figure
from agents.data.answer.result_wording import ResultWording
from agents.data.compute.statistics import newcombe

MOST = 3
_NAMED = 6


def findings(told: ResultWording) -> list[str]:
    """Return what else the rows say."""
    places = told.told()
    if told.query.rows or not told.rows or not places:
        return []
    if not told.query.groups:
        found = _of_one(told, places)
    elif len(told.rows) < 2:
        found = _verdict(told, places[0])
    else:
        found = _of_groups(told, places[0])
    if told.query.groups or told.query.compare is not None:
        found += [of_figure(told, place) for place in places[1:]]
    return found[:MOST]


def _of_one(told: ResultWording, places: list[int]) -> list[str]:
    if told.query.compare is not None:
        return _difference(told, places[0])
    return _verdict(told, places[0])


def _verdict(told: ResultWording, place: int) -> list[str]:
    """Say whether a rate of games won can be told from one half."""
    interval = told.interval(0, place)
    level = told.computed.level
    if interval is None or level is None or not told.is_outcome(place) or told.is_even():
        return []
    key = "above" if interval.low > level else "below" if interval.high < level else "open"
    return [told.say(f"verdict_{key}", level=told.level)]


def _difference(told: ResultWording, place: int) -> list[str]:
    """Say whether the cases of a comparison differ."""
    of = told.column(place).of
    change = told.computed.place("change", of, 1)
    ends = [told.computed.place(part, of, 1) for part in ("change_low", "change_high")]
    low, high = (told.number(0, one) for one in ends)
    if change is None or low is None or high is None:
        other = told.computed.place("measure", of, 1)
        one, two = (told.interval(0, at) if at is not None else None for at in (place, other))
        if one is None or two is None:
            return []
        return [told.say("overlap_yes" if one.overlaps(two) else "overlap_no")]
    apart = low > 0 or high < 0
    key = "finding_apart" if apart else "finding_not_apart"
    said = [told.figures.difference(one, told.column(change)) for one in (low, high)]
    return [told.say(key, low=said[0], high=said[1])]


def _of_groups(told: ResultWording, place: int) -> list[str]:
    found: list[str] = []
    numbers = told.numbers(place)
    if told.column(place).part == "change":
        found += _told_apart(told)
    elif told.is_rate(place):
        if told.over_time() and len(numbers) > 1:
            found += _apart(told, place, numbers[-1], numbers[0])
        elif len(told.rows) == 2 and len(numbers) == 2:
            found += _apart(told, place, numbers[0], numbers[1])
        found += _told_apart(told) + _lead(told, place)
    elif told.over_time() and len(numbers) >= FIRST:
        found += _trend(told, place, numbers)
    elif len(numbers) >= FIRST:
        found += _first(told, place, numbers)
    return found


def _apart(told: ResultWording, place: int, one: int, other: int) -> list[str]:
    """Say by how much two rates differ, where their rows are different ones."""
    compared = told.computed.compared
    if compared is None:
        return []
    if compared.dependent:
        first, second = (told.interval(row, place) for row in (one, other))
        assert first is not None and second is not None
        return [told.say("overlap_yes" if first.overlaps(second) else "overlap_no")]
    of = told.column(place).of
    at = [told.computed.place(part, of) for part in ("numerator", "denominator")]
    counts = [told.number(row, column) or 0.0 for row in (one, other) for column in at]
    interval = newcombe(*counts)
    column = told.column(place)
    key = "difference_not_apart" if interval.low <= 0 <= interval.high else "difference_apart"
    shown = [told.figures.difference(value, column)
             for value in (counts[0] / counts[1] - counts[2] / counts[3], *interval)]  # fmt: skip
    return [told.say(key, name=told.name(one), base=told.name(other), change=shown[0],
                     low=shown[1], high=shown[2])]  # fmt: skip


def _told_apart(told: ResultWording) -> list[str]:
    """Say which groups differ, all looked at together."""
    compared = told.computed.compared
    if compared is None or compared.groups < 2:
        return []
    if compared.against == "rest" and compared.groups == 2:
        return []  # each is the other's rest: their difference is told
    count = told.figures.count(compared.groups)
    far = len(compared.apart) + compared.more
    if not far:
        return [told.say(f"{compared.against}_none", count=count, level=told.level)]
    names = ", ".join(told.name(row) for row in compared.apart[:_NAMED])
    more = far - min(_NAMED, len(compared.apart))
    if more and names:
        names = told.say("names_more", names=names, count=told.figures.count(more))
    key = f"{compared.against}_{'some' if names else 'others'}"
    shown = told.figures.count(more)
    return [told.say(key, count=count, names=names, far=shown, level=told.level)]


def _lead(told: ResultWording, place: int) -> list[str]:
    """Say where the first of a ranking cannot be told from the second."""
    order = told.query.order[0] if told.query.order else None
    if order is None or order.measure != told.column(place).of or len(told.rows) < FIRST:
        return []
    if not {0, 1} <= set(told.enough(place, told.numbers(place))):
        return []
    one, two = (told.interval(row, place) for row in (0, 1))
    if one is None or two is None or not one.overlaps(two):
        return []
    return [told.say("lead_open", name=told.name(0), base=told.name(1))]


def _trend(told: ResultWording, place: int, known: list[int]) -> list[str]:
    column = told.column(place)
    start, end = (told.number(row, place) or 0.0 for row in (known[0], known[-1]))
    found = []
    # What is no tenth of a per cent is no change to speak of.
    if start > 0 and not column.share and round(100 * (end / start - 1), 1):
        change = told.figures.difference(end - start, column)
        growth = told.figures.change(end / start - 1, share=True)
        found.append(told.say("finding_change", change=change, growth=growth))
    low, high = extremes(told, place, known)
    for key, row in (("finding_peak", high), ("finding_lowest", low)):
        if row not in (known[0], known[-1]):
            found.append(told.say(key, at=told.name(row), value=told.cells[row][place]))
    return found


def _first(told: ResultWording, place: int, known: list[int]) -> list[str]:
    """Say what the first groups make up of all, where figures add up."""
    query = told.query
    measure = query.measures[told.column(place).of] if query.measures else None
    adds = measure is None or (measure.aggregate in ("count", "sum") and not measure.share)
    whole = told.computed.total == len(told.rows) and len(query.groups) == 1
    if not (adds and whole and told.column(place).part == "measure") or len(known) <= 2 * FIRST:
        return []
    values = sorted((told.number(row, place) or 0.0 for row in known), reverse=True)
    if values[-1] < 0 or sum(values) <= 0:
        return []
    share = told.figures.share(sum(values[:FIRST]) / sum(values))
    total = told.figures.number(sum(values), told.column(place).unit)
    return [told.say("finding_first", share=share, total=total)]
