"""Rows against other rows: above what all come to, above another, beside it, alike."""

from typing import Any

from agents.data.grammar.actions import comparison
from agents.data.grammar.chart import Action, Parts
from agents.data.grammar.pieces import Conditioned, Neighbour
from agents.data.grammar.scope import Scope, test
from agents.data.language.names import ValueOption
from agents.data.query.query import AllOf, Measure, Not, Test


def above_mean(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Conditioned | None:
    """A column against its own figure in the whole table: above average."""
    name = scope.pick(parts["column"].columns, scope.numeric, only=True)
    op = with_.get("op") or comparison(parts)
    if name is None or op is None or parts["agg"].value not in ("mean", "median"):
        return None
    than = Measure(aggregate=parts["agg"].value, of=name)
    return Conditioned(Test(column=name, op=op, than=than), name)


def compared_row(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Conditioned | None:
    """A column against that of another row: a population larger than Spain's."""
    if "column" in parts:
        options = parts["column"].columns
    else:
        adjective = parts.get("adj_more") or parts["adj"]
        options = tuple(scope.of_scale(adjective.value.rstrip("+-")))
    name = scope.pick(options, scope.measured, only=True)
    op = comparison(parts)
    own = [one for one in parts["value"].values if one.column != name and one.op == "="]
    if name is None or op is None or not own or not scope.is_unique(own[0].column):
        return None
    than = Measure(aggregate="max", of=name, where=test(own[0]))
    return Conditioned(Test(column=name, op=op, than=than), name)


def neighbour(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Neighbour | None:
    """The row before or behind another: the team listed after Spain."""
    side = parts.get("after") or parts["next"]
    if "value" in parts:
        return Neighbour(side.value == "+", parts["value"].values)
    said = parts["condition"].value.condition  # the round after round 3
    if not isinstance(said, Test) or said.op != "=" or not isinstance(said.column, str):
        return None
    option = ValueOption(said.column, "=", said.values, parts["condition"].cost)
    return Neighbour(side.value == "+", (option,)) if said.values else None


def alike(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Conditioned | None:
    """Rows that have the same in a column as another row: the same position as Kim."""
    values = list(parts["value"].values)
    for option in parts["column"].columns:
        if option.column not in {one.column for one in values}:
            own = test(values[0])
            same = Test(
                column=option.column, op="=",
                than=Measure(aggregate="max", of=option.column, where=own),
            )  # fmt: skip
            other = Not(**{"not": own})
            return Conditioned(AllOf(all=(same, other)), option.column)
    return None


_ALL: tuple[Action, ...] = (above_mean, compared_row, neighbour, alike)
OTHER_ACTIONS: dict[str, Action] = {one.__name__: one for one in _ALL}
