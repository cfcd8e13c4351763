"""Words that are said instead of one part of a query are read as such a part first."""

from agents.data.dialogue.outcomes import Declined, QueryChoice
from agents.data.grammar.pieces import Bag, Grouped, Piece
from agents.data.grammar.reading import as_figure
from agents.data.grammar.scope import Scope
from agents.data.model.schema import TableModel
from agents.data.query.applying import Refusal, apply
from agents.data.query.carrying import said_otherwise
from agents.data.query.edits import Ask, Where
from agents.data.query.operands import conjuncts, tests_of
from agents.data.query.query import Query, Test

_MOST = 5


def as_part(bag: Bag, part: str, scope: Scope) -> Bag:
    """Return what words alone leave open as a part of a query: as a group where they are instead of
    `groups`, as a figure where they are instead of `measures`; of other parts they say all by
    themselves."""
    match part:
        case "groups":
            return bag.changed(lambda piece: _as_group(piece, scope))
        case "measures" if not bag.has_any("measure", "agg", "many", "rank", "share"):
            counted = [one._replace(type="many", value="") for one in bag.of("noun")]
            both = Bag((*counted, *bag.pieces))
            return both.changed(lambda piece: as_figure(piece, scope, "column"))
    return bag


def _as_group(piece: Piece, scope: Scope) -> Piece:
    match piece.type:
        case "column":
            told = Grouped(piece.columns)
        case "grain" if scope.time is not None:
            told = Grouped(grain=piece.value)
        case "cycle" if scope.time is not None:
            told = Grouped(cycle=piece.value)
        case _:
            return piece
    return piece._replace(type="group", value=(told,))


def no_such_value(said: str, query: Query, path: str, model: TableModel) -> Declined | None:
    """Return that the column of a condition, which `path` names, has no value that is said so, with
    the query of each that is near, else of the commonest ones, in its place; None where any value
    may be meant, or the part is no condition on one column."""
    part, _, at = path.partition(".")
    place = int(at) if at.isdecimal() else 0
    tests = tests_of(next(iter(conjuncts(query.where)[place:]), None)) if part == "where" else ()
    columns = {one.column for one in tests}
    column = columns.pop() if len(columns) == 1 else None
    if not isinstance(column, str):
        return None

    def instead(value: str) -> Query | Refusal:
        meant = Where(condition=Test(column=column, op="=", values=(value,)))
        return apply(query, said_otherwise(query, path, (meant,)), model)

    refused = instead(said)
    if isinstance(refused, Query) or not any(one.key == "value" for one in refused.problems):
        return None
    near = [value for one in refused.problems for value in one.near]
    values = near or model.queried(query.table).column(column).values[:_MOST]
    offers = tuple(
        QueryChoice(kind="value", what=value, column=column, edits=(Ask(query=made),))
        for value in values if isinstance(made := instead(value), Query) and made != query
    )  # fmt: skip
    return Declined(why="impossible", problems=refused.problems, offers=offers)
