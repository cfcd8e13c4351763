"""One message may change several things: what is taken back, taken off, and put in its place."""

from collections.abc import Callable

from agents.data.dialogue.following import Fragment, is_drawing
from agents.data.dialogue.log import DialogueLog
from agents.data.grammar.pieces import EVERY, SUMMED, Bag, Conditioned, Piece
from agents.data.grammar.scope import Scope, test
from agents.data.query import edits as edit
from agents.data.query.applying import Refusal
from agents.data.query.edits import Edit
from agents.data.query.operands import contrary, tests_of
from agents.data.query.query import Operand, Query, Test
from agents.data.query.sides import MIRROR

Applied = Callable[[tuple[Edit, ...]], Query | Refusal]
"""What edits make of the query before."""

_FORMS = ("rows", "thing", "ask")
_WITH = ("included", "filled")  # rules of what is said to be there with the rest
_TIMES = ("time", "period", "grain")


def changes(bag: Bag, scope: Scope, log: DialogueLog, applied: Applied) -> tuple[Edit, ...]:
    """Return the edits of a message, each made for the query that the ones before it lead to; none
    where it changes nothing, or takes off what is not there."""
    before = log.query
    if before is None:
        return ()
    edits: list[Edit] = [edit.Undo()] if bag.has("undo") else _recalled(bag, log)
    if bag.has("drop"):
        edits.append(edit.Without())
    for piece in bag.of("off"):
        now = applied(tuple(edits)) if edits else before
        off = taken_off(piece, now, scope) if isinstance(now, Query) else []
        if not off and not edits:  # what was taken back may be gone with it
            return ()
        edits += off
    now = applied(tuple(edits)) if edits else before
    back = ("agg", "measure") if bag.has("put", "back") and edits else ()
    done = ("undo", "off", "drop", *back)
    rest = bag.without(*done)
    if isinstance(now, Query):
        all_of_it, rest = freed(rest, now, scope)
        edits += all_of_it
        now = applied(tuple(edits)) if edits else before
    # give me the other one instead, show me a chart
    if is_drawing(rest) or rest.has_kind("said_beside"):
        rest = rest.without(*_FORMS)
    if isinstance(now, Query):
        edits += Fragment(rest, scope, now, log).edits()
    return tuple(edits)


def freed(bag: Bag, query: Query, scope: Scope) -> tuple[list[Edit], Bag]:
    """Return the edits that a word for all makes, and the pieces without it: a kind that rows were
    kept of is kept no more (in all cities), and of the whole all that told it apart is gone; in
    total, groups are one, or the rows all of them."""
    edits: list[Edit] = []
    rest = list(bag.pieces)
    told = bag.has_any("value", "condition", "time", "number", "share")
    summed = [] if told else [one for one in rest if one.rule == SUMMED]
    whole = [] if bag.has("share") else bag.of("whole")
    if summed or whole:
        rest = [one for one in rest if one not in (*summed, *whole)]
        edits += [edit.Rank()] if query.order or query.limit else []
        edits += [edit.SetBeside()] if query.compare else []
        edits += [edit.Ungroup()] if query.groups else []
        edits += [edit.Without()] if whole or not query.groups else []
    held = list(tests_of(query.where))
    for piece in [one for one in rest if one.rule == EVERY]:
        named = {one.column for one in held}.intersection(_columns(piece, held, scope))
        columns: set[Operand | None] = {None} if piece.type == "noun" else {*named}
        if columns:
            rest.remove(piece)
        edits += [edit.Without(column=one) for one in columns]
    return edits, Bag(rest)


def _recalled(bag: Bag, log: DialogueLog) -> list[Edit]:
    """The last query of a figure that is gone back to: back to the averages."""
    wanted = {one.value for one in bag.of("agg")}
    wanted |= {one.value.metric or one.value.aggregate for one in bag.of("measure")}
    if not bag.has("put", "back") or not wanted:
        return []
    queries = [*log.answered]
    if log.query is not None and (not queries or queries[-1] != log.query):
        queries.append(log.query)
    for back, query in enumerate(reversed(queries), start=1):
        if any((one.metric or one.aggregate) in wanted for one in query.measures):
            return [edit.Recall(back=back)] if back > 1 else []
    return []


def left_out(piece: Piece) -> Piece:
    """Return what a whole question leaves out as the rows that are not so: ignore Spain."""
    about: Piece | None = piece.value[0] if piece.type == "off" else None
    if about is not None and piece.rule in _WITH:
        return about
    if about is None or about.type not in ("value", "condition"):
        return piece
    said = about.value.condition if about.type == "condition" else test(about.values[0])
    column = about.value.column if about.type == "condition" else about.values[0].column
    return piece._replace(type="condition", value=Conditioned(contrary(said), column, True))


def included(piece: Piece, query: Query | None, scope: Scope) -> Piece:
    """Return what is said to be there with the rest (including Spain, with mirrors) as what takes
    off that it is left out; where it is not, as the rows that have it."""
    about: Piece = piece.value[0] if piece.type == "included" else piece
    if piece.rule not in _WITH:
        return piece
    is_value = about.type == "value"
    named = [one.column for one in about.values] if is_value else _columns(about, [], scope)
    for name in named:
        if scope.column(name).role == MIRROR:  # which rates leave out unless it is said otherwise
            both = Test(column=name, op="in", values=(True, False))
            return piece._replace(type="condition", value=Conditioned(both, name), rule="")
        own = test(about.values[0]) if is_value else scope.flag(name)
        for one in tests_of(query.where if query is not None else None):
            if own is not None and one.column == name and (one == scope.denied(own) or (
                one.op in ("!=", "not in") and set(own.values) & set(one.values))
            ):  # fmt: skip
                return piece._replace(type="off", value=(about,))
    return about


def taken_off(off: Piece, query: Query, scope: Scope) -> list[Edit]:
    """Return the edits that take off what is named, none where the query has no such part."""
    piece: Piece = off.value[0]
    if piece.type in ("bound", "having"):
        return [edit.Thresholds()] if query.having else []
    if piece.type in ("limit", "rank"):
        return [edit.Rank()] if query.order or query.limit else []
    held = list(tests_of(query.where))
    number = piece.value.value if piece.type == "number" else None
    if piece.type == "value":
        options = [*piece.values, *filter(None, map(scope.faced, piece.values))]
        if not any(other.column == one.column for other in held for one in options):
            if any(part.type == "filter" for part in off.parts):
                return []
            return [edit.Where(condition=contrary(test(piece.values[0])), more=True)]
        for own in held:  # of several that are left out the others still are
            rest = tuple(one for one in own.values if one not in piece.values[0].values)
            if own.op == "not in" and own.column == piece.values[0].column and rest:
                op = "not in" if rest[1:] else "!="
                return [edit.Where(condition=own.model_copy(update={"op": op, "values": rest}))]
        named = [
            one.column for one in options if any(
                other.column == one.column and set(other.values) & set(one.values)
                for other in held)
        ]  # fmt: skip
    elif piece.type == "number" and any(one.value == number for one in query.having):
        return [edit.Thresholds()]
    else:
        named = _columns(piece, held, scope)
    columns = {one.column for one in held} if piece.type != "group" else set()
    for one in named:
        if one in columns:
            return [edit.Without(column=one)]
        if any(group.by == one for group in query.groups):
            return [edit.Ungroup(by=one)]
    return []


def _columns(piece: Piece, held: list[Test], scope: Scope) -> list[str]:
    """The columns that a piece is about."""
    named: list[str] = []
    times = list(_TIMES)
    if piece.type == "condition":
        named.append(piece.value.column)
    elif piece.type == "column":
        named += [one.column for one in piece.columns]
    elif piece.type == "group":
        named += [one.column for said in piece.value for one in said.columns]
        times.append("group")
    elif piece.type == "number":
        number = piece.value.value
        named += [str(one.column) for one in held if number in one.values]
        times += ["number"] if scope.is_year(number) else []
    if piece.type in times and scope.time is not None:
        named.append(scope.time.name)
    return named
