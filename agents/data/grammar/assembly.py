"""A row of pieces becomes a query: which figures, of which rows, told apart and ordered by what.

Nothing here knows a word of a language; pieces stand in whatever order the language has.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.data.grammar.pieces import Conditioned, Grouped, Measured, Neighbour, Piece, Ranked
from agents.data.grammar.scope import Scope, common, test
from agents.data.language.names import ColumnOption, ValueOption
from agents.data.query.values import (
    AllOf,
    AnyOf,
    Case,
    Compare,
    Computed,
    Condition,
    Grain,
    Group,
    Measure,
    Operand,
    Order,
    Query,
    Test,
    Window,
)

ROW = Computed(function="row")


@dataclass
class Bag:
    """The pieces of a message by their types, in the order in which they were said."""

    pieces: tuple[Piece, ...]
    by_type: dict[str, list[Piece]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for piece in self.pieces:
            self.by_type.setdefault(piece.type, []).append(piece)

    def of(self, kind: str) -> list[Piece]:
        """Return the pieces of a type."""
        return self.by_type.get(kind, [])

    def has(self, kind: str, value: str | None = None) -> bool:
        """Whether there is a piece of a type, with that value."""
        return any(value is None or one.value == value for one in self.of(kind))


@dataclass
class Draft:
    """A query that was put together, with what it rests on that was not said."""

    query: Query
    assumed: list[str] = field(default_factory=list)
    doubt: float = 0.0
    asks_whether: bool = False


class Assembly:
    """Owns the putting together of one message."""

    def __init__(self, bag: Bag, scope: Scope) -> None:
        self.bag, self.scope = bag, scope
        self.doubt = 0.0
        self.values = list(bag.of("value"))
        self.columns = list(bag.of("column"))
        self.conditions: list[Condition] = []
        self.held: set[str] = set()  # columns with a condition

    def draft(self) -> Draft | None:
        """Return the query of the pieces, None where they ask for nothing."""
        found = self._neighbour() or self._comparison()
        if found is None:
            self._numbers()
            self._settle_conditions()
            found = self._ranked() or self._figures() or self._rows()
        if found is None:
            return None
        whether = self.bag.has("yes")
        return Draft(found, [], self.doubt, whether)

    # Conditions

    def _settle_conditions(self) -> None:
        for piece in self.bag.of("condition"):
            said: Conditioned = piece.value
            self.conditions.append(said.condition)
            if said.column:
                self.held.add(said.column)
        by_column: dict[str, list[ValueOption]] = {}
        for piece in self.values:
            option = self._value(piece)
            by_column.setdefault(option.column, []).append(option)
        for column, options in by_column.items():
            self.held.add(column)
            tests: list[Condition] = [test(one) for one in options]
            if len(tests) == 1:
                self.conditions.append(tests[0])
            elif all(one.op == "=" for one in tests if isinstance(one, Test)):
                values = tuple(dict.fromkeys(one.values[0] for one in options))
                if len(values) == 1:
                    self.conditions.append(tests[0])
                else:
                    self.conditions.append(Test(column=column, op="in", values=values))
            else:
                self.conditions += tests
        for piece in self.bag.of("period"):
            self._period(piece)

    def _value(self, piece: Piece) -> ValueOption:
        """Return the likeliest column of a value: one that is named beside it, not one asked for."""
        wanted = {option.column for one in self.bag.of("target") for option in one.columns[:1]}
        named = {option.column for one in self.columns for option in one.columns[:1]}

        def cost(option: ValueOption) -> float:
            told = option.cost + (0.6 if option.column in wanted else 0.0)
            return told - (0.3 if option.column in named else 0.0)

        ordered = sorted(piece.values, key=cost)
        if len(ordered) > 1 and cost(ordered[1]) - cost(ordered[0]) < 0.05:
            self.doubt += 0.3
        return ordered[0]

    def _numbers(self) -> None:
        """Bare numbers: a year of the table's time, or a value of some column."""
        for piece in self.bag.of("number"):
            value = piece.value.value
            time = self.scope.time
            if time is not None and self.scope.is_year(value) and not piece.value.unit:
                condition = self._year(int(value))
                if condition is not None:
                    self.conditions.append(condition)
                    self.held.add(time.name)
                    continue
            self.doubt += 1.0

    def _year(self, value: int) -> Condition | None:
        from datetime import date

        time = self.scope.time
        if time is None:
            return None
        return self.scope.during(time, date(value, 1, 1), date(value + 1, 1, 1))

    def _period(self, piece: Piece) -> None:
        condition: Condition = piece.value
        self.conditions.append(condition)

    @property
    def where(self) -> Condition | None:
        """The condition of the query."""
        kept = list(dict.fromkeys(self.conditions))
        if not kept:
            return None
        return kept[0] if len(kept) == 1 else AllOf(all=tuple(kept))

    # Which columns

    def _numeric(self, pieces: Sequence[Piece]) -> str | None:
        for piece in pieces:
            picked = self.scope.pick(piece.columns, self.scope.numeric, only=True)
            if picked is not None:
                return picked
        return None

    def _entity(self) -> str | None:
        """The column that is asked for: which team, who; else the first that tells rows apart."""
        for piece in self.bag.of("target"):
            return self.scope.pick(piece.columns)
        for piece in self.bag.of("ask"):
            if (found := self._asked(piece)) is not None:
                return found
        for piece in self.columns:
            picked = self.scope.pick(piece.columns, self.scope.tells_apart, only=True)
            if picked is not None and picked not in self.held:
                return picked
        return None

    def _asked(self, piece: Piece) -> str | None:
        """The column that a word of asking is about; one that stands right behind it first."""
        following = [one for one in self.columns if one.start >= piece.end]
        if piece.value in ("when",):
            found = self.scope.names.of_concept("date", "year", "time")
            return found[0].column if found else (self.scope.time.name if self.scope.time else None)
        if piece.value == "where":
            found = [one for one in self.scope.names.of_concept("place", "venue", "city", "country")
                     if one.column not in self.held]  # fmt: skip
            return found[0].column if found else None
        if piece.value == "who":
            found = [one for one in self.scope.names.of_concept("person", "player", "team", "country")
                     if self.scope.tells_apart(self.scope.column(one.column))]  # fmt: skip
            free = [one for one in found if one.column not in self.held]
            if free:
                return free[0].column
        elif following:
            return self.scope.pick(following[0].columns)
        name = self.scope.name_of_row
        return name.name if name is not None and name.name not in self.held else None

    # Kinds of queries

    def _neighbour(self) -> Query | None:
        found = self.bag.of("neighbour")
        if not found:
            return None
        said: Neighbour = found[0].value
        entity = self._entity()
        option = said.values[0]
        if entity is not None:
            same = [one for one in said.values if one.column == entity]
            option = same[0] if same and same[0].cost <= option.cost + 0.3 else option
        self._numbers()
        self._settle_conditions()
        target = entity or option.column
        place = Measure(
            aggregate="max" if said.behind else "min", of=ROW, where=test(option)
        )  # fmt: skip
        beside = Test(column=ROW, op=">" if said.behind else "<", than=place)
        self.conditions.insert(0, beside)
        return Query(
            rows=True, columns=(target,), where=self.where,
            order=(Order(column=ROW, descending=not said.behind),), limit=1,
        )  # fmt: skip

    def _comparison(self) -> Query | None:
        """The difference of a figure between two values: how many more A than B."""
        differs = self.bag.has("diff") or (self.bag.has("more") and self.bag.has("many"))
        if not differs and not self.bag.has("compare"):
            return None
        pairs = self._pair()
        if pairs is None:
            return None
        column, options = pairs
        used = [one for one in self.values if any(
            option.column == column for option in one.values)]  # fmt: skip
        self.values = [one for one in self.values if one not in used]
        self._numbers()
        self._settle_conditions()
        cases = tuple(Case(label=str(one.values[0]), where=test(one)) for one in options)
        measure = self._measure_said()
        if measure is None:
            numeric = self._numeric(self.columns)
            measure = Measure(aggregate="sum", of=numeric) if numeric else Measure()
        return Query(
            measures=(measure,), where=self.where,
            compare=Compare(cases=cases, change="difference"),
        )  # fmt: skip

    def _pair(self) -> tuple[str, list[ValueOption]] | None:
        lists = [one for one in self.values for option in one.values[:1] if option.op == "in"]
        if len(lists) == 1 and len(self.values) >= 1:
            option = lists[0].values[0]
            split = [ValueOption(option.column, "=", (value,), 0.0) for value in option.values]
            return option.column, split
        for first in range(len(self.values) - 1):
            for second in range(first + 1, len(self.values)):
                found = common([self.values[first].values, self.values[second].values])
                if found is not None and found[1][0].values != found[1][1].values:
                    return found
        return None

    def _measure_said(self) -> Measure | None:
        for piece in self.bag.of("measure"):
            if (found := self._measure(piece.value)) is not None:
                return found
        for piece in self.bag.of("agg"):
            near = sorted(self.columns, key=lambda one: abs(one.start - piece.end))
            numeric = self._numeric(near)
            if piece.value in ("sum", "mean", "median", "stddev", "min", "max") and numeric:
                return Measure(aggregate=piece.value, of=numeric)
            if piece.value == "sum":
                return Measure()
        return None

    def _measure(self, said: Measured) -> Measure | None:
        if said.aggregate == "count" and not said.columns:
            return Measure(where=said.where, share=said.share) if said.share else Measure()  # type: ignore[arg-type]  # one of its values
        suits = None if said.aggregate in ("distinct", "count") else self.scope.measured
        of = self.scope.pick(said.columns, suits)
        if of is None:
            return None
        other = self.scope.pick(said.other, self.scope.numeric) if said.other else None
        return Measure(aggregate=said.aggregate, of=of, other=other, q=said.q)  # type: ignore[arg-type]  # an aggregate

    def _groups(self) -> tuple[Group, ...]:
        groups: list[Group] = []
        for piece in self.bag.of("group"):
            said: Grouped = piece.value
            groups.append(self._group(said))
        for piece in self.bag.of("grain"):
            if piece.rule == "" and self.bag.has("each") and self.scope.time is not None:
                groups.append(self._group(Grouped(grain=piece.value)))
        return tuple(dict.fromkeys(groups))

    def _group(self, said: Grouped) -> Group:
        time = self.scope.time
        if said.columns:
            name = self.scope.pick(said.columns, lambda one: one.groups_well) or ""
            column = self.scope.column(name)
            if said.width:
                return Group(by=name, width=said.width)
            if column.kind == "number" and column.distinct > 40:
                return Group(by=name, bins=10)
            return Group(by=name)
        assert time is not None
        if said.cycle:
            return Group(by=time.name, cycle=said.cycle)  # type: ignore[arg-type]  # one of its values
        grain = said.grain if said.grain != "auto" else _grain_of(time.grain)
        if time.stored == "number":
            return Group(by=time.name)
        return Group(by=time.name, grain=grain)  # type: ignore[arg-type]  # one of its values

    def _limit(self) -> int | None:
        for piece in self.bag.of("limit"):
            found: int = piece.value
            return found
        for piece in self.bag.of("rank"):
            if piece.value.limit:
                limit: int = piece.value.limit
                return limit
        return None

    def _rank(self) -> Ranked | None:
        for kind in ("rank", "order"):
            for piece in self.bag.of(kind):
                found: Ranked = piece.value
                return found
        for piece in self.bag.of("most"):
            return Ranked(piece.value == "+")
        for piece in self.bag.of("limit"):
            return Ranked(True)
        return None

    def _ranked(self) -> Query | None:
        """The most, the least, the first so many: of rows, or of groups."""
        first = self.bag.of("first")
        rank = self._rank()
        if rank is None:
            return self._first_rows(first[0].value == "+") if first else None
        limit = self._limit() or (None if self.bag.has("order") else 1)
        groups = self._groups()
        by = self.scope.pick(rank.columns, self.scope.measured) if rank.columns else None
        measure = self._measure(rank.measure) if rank.measure else self._measure_said()
        entity = self._entity()
        if by is None and measure is None and not rank.often:
            loose = [
                one for one in self.columns if entity not in {c.column for c in one.columns[:1]}
            ]
            by = self._numeric(loose)
        if by is not None and entity == by:
            entity = None
        if not groups and measure is None and by is not None:
            repeats = entity is not None and not self.scope.is_unique(entity)
            adds = self.scope.column(by).adds == "sum" and self.scope.column(by).kind == "number"
            if not (repeats and adds and not rank.scale and self._sums(by, entity)):
                if self.bag.has("much") or self.bag.has("many"):
                    return Query(
                        measures=(Measure(aggregate="max" if rank.descending else "min", of=by),),
                        where=self.where,
                    )  # fmt: skip
                asks = bool(self.bag.of("ask") or self.bag.of("target"))
                columns: tuple[Operand, ...] = (entity,) if entity and asks else ()
                if not asks and entity is None and not self.bag.has("rows"):
                    return Query(
                        measures=(Measure(aggregate="max" if rank.descending else "min", of=by),),
                        where=self.where,
                    )  # fmt: skip
                return Query(
                    rows=True, columns=columns or ((entity, by) if entity else ()),
                    where=self.where,
                    order=(Order(column=by, descending=rank.descending),), limit=limit,
                )  # fmt: skip
            measure = Measure(aggregate="sum", of=by)
        if not groups:
            if entity is None:
                return None
            groups = (Group(by=entity),)
        if measure is None:
            measure = Measure(aggregate="sum", of=by) if by is not None else Measure()
        return Query(
            measures=(measure,), groups=groups, where=self.where,
            order=(Order(measure=0, descending=rank.descending),), limit=limit,
        )  # fmt: skip

    def _sums(self, by: str, entity: str | None) -> bool:
        """Whether the figures of an entity's rows are added up before the most is taken."""
        return self.bag.has("agg", "sum")

    def _first_rows(self, first: bool) -> Query | None:
        entity = self._entity()
        limit = self._limit() or 1
        if entity is None:
            loose = [self.scope.pick(one.columns) for one in self.columns]
            entity = next((one for one in loose if one), None)
        name = self.scope.name_of_row
        column = entity or (name.name if name else None)
        columns: tuple[Operand, ...] = (column,) if column else ()
        return Query(
            rows=True, columns=columns, where=self.where,
            order=(Order(column=ROW, descending=not first),), limit=limit,
        )  # fmt: skip

    def _figures(self) -> Query | None:
        """Counts, figures of columns, each by groups."""
        groups = self._groups()
        measure = self._measure_said()
        share = self.bag.has("share")
        if measure is None and (self.bag.has("many") or self.bag.has("times")):
            measure = self._counted()
        if measure is None and self.bag.has("much"):
            numeric = self._numeric(self.columns)
            if numeric is not None:
                return self._figure_of(numeric)
        if share and self.conditions:
            where = self.where
            return Query(
                measures=(Measure(where=where, share="rows"),), groups=groups,
            )  # fmt: skip
        if measure is None and share and groups:
            measure = Measure(share="all")
        if measure is None and self.bag.has("bins"):
            name = self._numeric(self.columns)
            if name is not None:
                return Query(measures=(Measure(),), groups=(Group(by=name, bins=10),),
                             where=self.where, show="histogram")  # fmt: skip
            entity = self._entity()
            if entity is not None:
                return Query(measures=(Measure(),), groups=(Group(by=entity),), where=self.where)
        if measure is None and groups:
            numeric = self._numeric(self.columns)
            if numeric is not None:
                adds = self.scope.column(numeric).adds
                measure = Measure(aggregate="sum" if adds == "sum" else "mean", of=numeric)
            else:
                measure = Measure()
        if measure is None:
            return None
        windows: tuple[Window, ...] = ()
        if groups and self.bag.has("running"):
            windows = (Window(kind="running"),)
        elif groups and self.bag.has("moving"):
            windows = (Window(kind="moving", size=3),)
        elif groups and (self.bag.has("change") or self.bag.has("growth")):
            change = "growth" if self.bag.has("growth") else "difference"
            windows = (Window(kind="previous", change=change),)  # type: ignore[arg-type]  # a change
        order: tuple[Order, ...] = ()
        return Query(measures=(measure,), groups=groups, where=self.where, windows=windows,
                     order=order)  # fmt: skip

    def _figure_of(self, column: str) -> Query:
        """The figure itself where few rows are meant, its sum where it adds up."""
        adds = self.scope.column(column).adds
        return Query(measures=(Measure(aggregate="sum" if adds == "sum" else "mean", of=column),),
                     where=self.where)  # fmt: skip

    def _counted(self) -> Measure:
        """What "how many" counts: rows, different values, or a column that counts already."""
        distinct = self.bag.has("distinct")
        many = (self.bag.of("many") or self.bag.of("times"))[0]
        following = sorted(
            (one for one in self.columns if one.start >= many.end), key=lambda one: one.start
        )
        if self.bag.has("times") or not following:
            return Measure()
        picked = self.scope.pick(following[0].columns)
        if picked is None:
            return Measure()
        column = self.scope.column(picked)
        if self.scope.numeric(column) and column.kind == "number":
            return Measure(aggregate="sum", of=picked)
        if distinct:
            return Measure(aggregate="distinct", of=picked)
        if picked in self.held or self.scope.is_unique(picked):
            return Measure()
        if self.scope.tells_apart(column):
            return Measure(aggregate="distinct", of=picked)
        return Measure()

    def _rows(self) -> Query | None:
        """The rows themselves, or what is asked of them."""
        entity = self._entity() if self.bag.of("ask") or self.bag.of("target") else None
        loose = [self.scope.pick(one.columns) for one in self.columns]
        columns = [one for one in (entity, *loose) if one is not None and one not in self.held]
        if not columns and not self.conditions and not self.bag.has("rows"):
            return None
        if entity is not None:
            columns = [entity]
        if self.bag.has("rows") and self.bag.has("noun"):
            columns = []
        distinct = len(columns) == 1
        return Query(
            rows=True, columns=tuple(dict.fromkeys(columns)), where=self.where, distinct=distinct
        )


def _grain_of(finest: str) -> Grain:
    found: dict[str, Grain] = {"year": "year", "quarter": "quarter", "month": "month"}
    return found.get(finest, "month")


TOPS = frozenset(
    [
        "number",
        "column",
        "value",
        "condition",
        "measure",
        "rank",
        "group",
        "target",
        "ask",
        "many",
        "much",
        "times",
        "agg",
        "most",
        "first",
        "limit",
        "neighbour",
        "diff",
        "more",
        "compare",
        "share",
        "running",
        "moving",
        "change",
        "growth",
        "bins",
        "show",
        "rows",
        "noun",
        "distinct",
        "period",
        "yes",
        "grain",
        "each",
        "order",
        "same",
        "both",
        "future",
        "adj_most",
        "adj_more",
        "not",
        "empty",
        "next",
        "after",
        "sorted",
        "cycle",
        "grain_ly",
        "any",
    ]
)

__all__ = ["ROW", "TOPS", "Any", "AnyOf", "Assembly", "Bag", "ColumnOption", "Draft"]
