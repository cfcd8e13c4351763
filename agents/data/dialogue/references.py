"""What points at what was told: a row of it, its value, or all of its rows."""

from agents.data.dialogue.log import DialogueLog
from agents.data.grammar.pieces import Bag, Conditioned, Piece
from agents.data.grammar.scope import Scope
from agents.data.language.names import ColumnOption, ValueOption
from agents.data.query.moments import day_beside, of_span
from agents.data.query.operands import conjuncts, joined, one_of, tests_of
from agents.data.query.query import Condition, Query, Test


def resolved(bag: Bag, scope: Scope, log: DialogueLog) -> Bag:
    """Return the pieces with what points at one row that was told, or at its value, as a value."""
    kept: list[Piece] = []
    held = _held_time(scope, log.query)
    months = [one.value for one in bag.of("time") if not (one.value.day or one.value.clock)]
    months += [of_span(held.span, scope.today)] if held is not None and held.span else []
    told_apart = {group.by for group in log.query.groups} if log.query is not None else set()
    for piece in bag.pieces:
        option = None
        if piece.type == "anaphor" and piece.value == "one":
            option = _told_value(log, scope, None)
        elif piece.type == "pointed":
            ways = [_held_value(piece.columns, log.query), _told_value(log, scope, piece.columns)]
            if log.told is not None and log.told is log.last:
                ways.reverse()  # what was said last is nearest
            option = ways[0] or ways[1]
        if option is not None:
            piece = piece._replace(type="value", value=(option,))
        elif piece.type == "pointed" and (log.query is not None or bag.has_kind("telling")):
            piece = piece._replace(type="column")
        elif piece.rule == "empty" and piece.value.column in told_apart:
            column = (ColumnOption(piece.value.column, 0.0),)  # without regions: all as one
            piece = piece._replace(type="off", value=(piece._replace(type="column", value=column),))
        elif piece.type == "dated" and held is not None:
            said = Conditioned(held, str(held.column))  # the year that was spoken of
            piece = piece._replace(type="condition", value=said)
        elif piece.type == "time" and piece.value.day:  # of the month that was spoken of
            days = (day_beside(piece.value.day, one) for one in months)
            piece = piece._replace(value=next(filter(None, days), piece.value))
        kept.append(piece)
    return Bag(kept)


def spoken(bag: Bag) -> Bag:
    """Return the pieces without those that only go on from what was told."""
    told = Bag(bag.pieces[1:]) if bag.begins("going_on") else bag
    return told.without("anaphor", "too", "talk", "put", "whole")


def _told_value(
    log: DialogueLog, scope: Scope, options: tuple[ColumnOption, ...] | None
) -> ValueOption | None:
    """The value of the one row that was told, or of the first of several: in a column, or what
    it is called."""
    told = log.told
    if told is None:
        return None
    if options is None:
        listed = told.query is not None and told.query.rows and not told.query.columns
        ordered = log.query is not None and log.query.order
        if listed or (len(told.rows) > 1 and not ordered):
            return None  # a row of which nothing was named is called by no value
    named = {one.column for one in options} if options is not None else None
    for column, value in zip(told.columns, told.rows[0], strict=False):
        if (named is None or column in named) and value is not None and scope.table.has(column):
            return ValueOption(column, "=", (value,), 0.0)
    return None


def _held_value(options: tuple[ColumnOption, ...], query: Query | None) -> ValueOption | None:
    """The value that the query before keeps of a column: that country."""
    named = {one.column for one in options}
    for one in tests_of(query.where if query else None):
        if isinstance(one.column, str) and one.column in named and one.op == "=" and one.values:
            return ValueOption(one.column, "=", one.values, 0.0)
    return None


def _held_time(scope: Scope, query: Query | None) -> Test | None:
    """The condition on time that the query before keeps."""
    name = scope.time.name if scope.time is not None else ""
    tests = tests_of(query.where if query else None)
    return next((one for one in tests if one.column == name and name), None)


def those(log: DialogueLog, query: Query) -> Condition | None:
    """Return the rows that were told as a whole: the first so many by name, or all of a
    condition."""
    told, count = log.told, log.told_of(query)
    if query.limit is None or told is None or not (count and (query.groups or count > 1)):
        own = [one.where for one in query.measures[:1] if not query.measures[1:]]
        return joined((*conjuncts(query.where), *(part for one in own for part in conjuncts(one))))
    values = tuple(row[0] for row in told.rows if row[0] is not None)
    named = one_of(told.columns[0], values)
    return joined((*conjuncts(query.where), named)) if query.groups else named
