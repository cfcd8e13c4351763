"""What asks for more of the same rows: the second half of a message, or one that points back; and
the halves of a message that asks two things."""

from itertools import pairwise

from agents.data.dialogue.following import is_whole
from agents.data.dialogue.log import DialogueLog
from agents.data.dialogue.references import spoken, those
from agents.data.grammar.assembly import Assembly, Draft
from agents.data.grammar.naming import Naming
from agents.data.grammar.pieces import EVERY, KINDS, SUMMED, Bag
from agents.data.grammar.reading import Read, draft, part_of
from agents.data.grammar.scope import Scope
from agents.data.grammar.unused_pieces import unheard
from agents.data.query.more import ENDS, More, beside, extreme_row, with_more
from agents.data.query.operands import conjuncts, joined
from agents.data.query.query import Measure, Query

_KEEPING = ("value", "condition")
_JOINING = ("also", "joining")
_ENDS = frozenset(".;?")


def joint(found: Read) -> tuple[int, int] | None:
    """Return the units that join the halves of a message, None where it has none: the second one
    asks for nothing but more of the same, or for a figure, or the most, as the first one does."""
    units, bag = found.lattice.units, found.bag
    marks = {one.run: one.type for begun in found.lattice.starting.values() for one in begun
             if one.type in _JOINING}  # fmt: skip
    marks |= {(place, place + 1): "?" for place, one in enumerate(units) if one.text == "?"}
    for (start, end), mark in sorted(marks.items(), reverse=True):
        far = next((n for n in range(end, len(units)) if units[n].kind != "sign"), len(units))
        first, second = bag.before(start), bag.behind(far)
        inside = [one for one in bag.pieces if start <= one.start and one.end <= far]
        whole = len(first.pieces) + len(second.pieces) + len(inside) == len(bag.pieces)
        apart = any(one.apart for one in units[end : far + 1])
        if mark == "joining":
            if whole and first.has_kind("figures") and second.has_kind("figures"):
                return start, far
        elif whole and apart and (first.has_kind("asked") or first.has("compare")) and (
            asks_more(second) or second.has_kind("figures") or (
                (second.has_kind("asking") or second.has("grain"))
                and second.has_any("rank", "most", "more"))
        ):  # fmt: skip
            return start, far
    return None


def parted(found: Read, scope: Scope) -> tuple[Read, Read] | None:
    """Return the halves of a message that asks two things, each read alone: revenue by region and
    mean price by country. Both ask for a figure, one of them clearly, and say by what or where it
    is most, or of which rows; what one alone says (the number and the mean price by country) is of
    both, and not parted."""
    units, starting = found.lattice.units, found.lattice.starting
    marks = [one.run for begun in starting.values() for one in begun if one.type in _JOINING]
    for place, (before, one) in enumerate(pairwise(units), 1):
        sign = one.kind == "sign"
        if _ENDS & set(found.text[before.end : one.end if sign else one.start]):
            marks.append((place, place + sign))
    placed = [
        n for n, begun in starting.items() if any(one.type in KINDS["placing"] for one in begun)
    ]
    for start, end in sorted(marks):
        if not placed or end >= len(units) or not (min(placed) < start and max(placed) >= end):
            continue
        first = part_of(found, 0, start, scope)
        apart, kept = first.bag.has_any("group", *KINDS["ranking"]), _keeps_rows(first.bag)
        if not (apart or kept):
            continue
        second = part_of(found, end, len(units), scope)
        apart = apart and (second.bag.has_any("group", "whole", *KINDS["ranking"]) or any(
            one.rule in (EVERY, SUMMED) for one in second.bag.pieces))  # fmt: skip
        kept = kept and _keeps_rows(second.bag)
        told = [_asks_alone(one, scope) for one in (first, second) if apart or kept]
        if False not in told and ((apart and any(told)) or (kept and all(told))):
            return first, second
    return None


def _keeps_rows(bag: Bag) -> bool:
    """Whether a half says a figure whole, and of which rows it is."""
    figure = bag.has("measure") or bag.has_kind("counting")
    figure = figure or (bag.has("agg") and bag.has("column"))
    return figure and bag.has_any(*_KEEPING)


def _asks_alone(found: Read, scope: Scope) -> bool | None:
    """Whether a half is a clear question, None where only its figure is open."""
    bag = spoken(found.bag)
    if found.narrowing or not is_whole(bag, scope, None) or bag.has_any("anaphor", "pointed"):
        return False
    made = draft(bag, scope)
    if made is None or made.loose or made.ties or made.ways or unheard(bag, made.query, scope):
        return False
    return None if made.missing and bag.has_kind("asking") else made.missing is None


def asks_more(bag: Bag) -> bool:
    """Whether a message asks only for something of rows that are known already."""
    kinds = {one.type for one in bag.pieces}
    dated = {"first", "limit"} if bag.has("ask", "when") else set()
    return bag.has_kind("asking") and kinds <= KINDS["asks_more"] | dated


def of_halves(first: Bag, second: Bag, scope: Scope) -> Draft | None:
    """Return the query of both halves: how many errors, and when; None where they do not go
    together."""
    made = draft(spoken(first), scope)
    if made is None or made.missing is not None:
        return None
    query = made.query
    counted = query.measures in ((), (Measure(),)) and not query.rows
    rest = Assembly(spoken(second), scope)
    if counted and not second.has_kind("figured") and (amount := rest.amount()) is not None:
        rest.conditions.settle()
        where = joined((*conjuncts(query.where), *conjuncts(rest.conditions.where)))
        asked = Query(measures=(amount,), groups=rest.groups(), where=where)
        made.query = beside(query, asked, scope.table) or query
        return made
    if asks_more(second) and (query.rows or (counted and query.groups)
                              or not second.has_any("noun", "column")):  # fmt: skip
        told = with_more(query, more_of(second, scope), scope.table)
    elif (other := draft(spoken(second), scope)) is None or other.missing is not None:
        return None
    else:
        same = other.query.where is None and not second.has("noun")
        rows = query.where if same else other.query.where
        told = beside(query, other.query.model_copy(update={"where": rows}), scope.table)
    made.query = told or query
    return made if told is not None else None


def of_told(bag: Bag, scope: Scope, log: DialogueLog) -> Query | None:
    """Return what was told last, with what a message only asks of its rows: when was that?"""
    query = log.query
    points = bag.has("anaphor", "one") or bag.begins("going_on")
    asks = bag.has_any("ask", "target") and not bag.has_any("many", "much", "share", "noun")
    alone = points or bag.is_only("of_told")
    answered = log.last is not None and log.last.outcome == "answer" and not bag.has("ask", "why")
    if query is None or not (answered and asks and alone and asks_more(bag)):
        return None
    more = more_of(bag, scope)
    if query.groups and log.told_of(query) == 1:
        query = Query(measures=query.measures, where=those(log, query))
    listed = more.columns and not scope.table.texts
    if listed and not query.rows and not query.groups and not extreme_row(query):
        query = Query(rows=True, columns=more.columns, where=query.where, distinct=True)
    return with_more(query, more, scope.table)


def more_of(bag: Bag, scope: Scope) -> More:
    """Return what a message asks of rows that are known."""
    bag = bag.without("anaphor", "going_on")
    counted = bag.has_kind("counting") or bag.has("each") or bag.has("share", "often")
    shares = any(one.value != "often" for one in bag.of("share"))
    dated = bag.has("ask", "when") or (not counted and bag.has("grain"))
    named = not (dated or shares or counted) and Naming(bag, scope).entity()
    time = scope.time.name if dated and scope.time is not None else ""
    ends = {"+": ("min",), "-": ("max",)}
    told = [end for one in bag.firsts() for end in ends[one.value]]
    return More((named,) if named else (), time, counted, shares, tuple(told) or ENDS)  # type: ignore[arg-type]  # aggregates
