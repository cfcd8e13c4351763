"""Rows that are sides of games: what a query over them must say, told by roles of columns alone.

A game has two rows, one for each side. A rate over both is one half whatever happened, a rate of
one side counts each game once, and a mirror (the same on both sides) stands on either.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from agents.data.compute.result import Warned
from agents.data.model.schema import Column, Table
from agents.data.query.fitting import OF_A_SIDE
from agents.data.query.metrics import Formula
from agents.data.query.operands import columns_of, conjuncts, measured, tests_of, yes_no
from agents.data.query.query import AllOf, AnyOf, Condition, Measure, Query, Test

_PAIR = ("side", "opponent")
_OF_THE_PAIR = (*_PAIR, "matchup")  # in a mirror they are the same from either side


class Outcomes:
    """What the roles of a table's columns say of a query; owns nothing.

    `resolved` are the metrics that its measures name.
    """

    def __init__(
        self, query: Query, table: Table, resolved: "Mapping[str, Formula | Measure]"
    ) -> None:
        self._query = query
        self._table = table
        self._measures = [
            resolved.get(one.metric, one) if one.metric else one for one in measured(query)
        ]
        self._by_role: dict[str, Column] = {}
        for column in table.columns:
            self._by_role.setdefault(column.role, column)

    @cached_property
    def rates(self) -> tuple[int, ...]:
        """The places of measures that are rates of games won."""
        return tuple(place for place, one in enumerate(self._measures) if self._is_rate(one))

    @cached_property
    def is_even(self) -> bool:
        """Whether both sides of every game are in one group, of the rows that are looked at."""
        mirrors = self._mirrors is True
        return self._has_both(mirrors) and not self._sides(self._grouped(), mirrors)

    @cached_property
    def is_shared(self) -> bool:
        """Whether a game can stand in several groups, or cases, once for each side."""
        if "won" not in self._by_role:
            return False
        apart = [*self._roles(self._grouped()), *self._roles(self._cases())]
        return any(role in OF_A_SIDE for role in apart) and not self._is_of_one

    def pairing(self) -> tuple[int, int] | None:
        """Return the places of the groups that are the two sides of a game, None without both."""
        places = {
            self._table.column(one.by).role: place
            for place, one in enumerate(self._query.groups)
            if isinstance(one.by, str) and self._table.has(one.by)
        }
        both = tuple(places[role] for role in _PAIR if role in places)
        return (both[0], both[1]) if len(both) == len(_PAIR) else None

    def wanted(self) -> dict[str, Measure]:
        """Return what has to be counted for `told` and `level`, by name."""
        if "won" not in self._by_role or not (self.rates or self._counts_rows):
            return {}
        mirror, drawn, won = (self._by_role.get(one) for one in ("mirror", "drawn", "won"))
        every = self._rows()
        kept = [*every, *(one for one in conjuncts(self._query.where) if self._is_of_mirrors(one))]
        found = {"rows": Measure(where=AllOf(all=(*kept, *self._known)))}
        if mirror is not None and self._mirrors is not True:
            test = Test(column=mirror.name, values=(True,))
            found["mirrors"] = Measure(where=AllOf(all=(test, *every)))
        if self.rates and won is not None:
            test = Test(column=won.name, op="empty")
            found["unknown"] = Measure(where=AllOf(all=(test, *kept)))
        if self.rates and drawn is not None:
            test = Test(column=drawn.name, values=(1,))
            found["draws"] = (
                Measure(aggregate="sum", of=drawn.name, where=AllOf(all=tuple(kept)))
                if "n" in self._by_role else Measure(where=AllOf(all=(test, *kept)))
            )  # fmt: skip
        return found

    def level(self, counted: Mapping[str, int]) -> float | None:
        """Return the rate of games won if either side won as often: one half but for draws."""
        rows = counted.get("rows", 0)
        if not self.rates or not rows:
            return None
        return (rows - counted.get("draws", 0)) / rows / 2

    def told(self, counted: Mapping[str, int]) -> Iterator[Warned]:
        """Yield what has to be told, given the counts that `wanted` names."""
        rows = 2 if self._has_both(self._mirrors is True) else 1  # of each game
        mirrors = counted.get("mirrors", 0) // (2 if self._has_both(True) else 1)
        side = self._by_role["side"].name if "side" in self._by_role else ""
        if not counted.get("rows"):
            return
        if self.rates:
            if self.is_even:
                yield Warned(key="even")
            if counted.get("draws"):
                key = "draws_lost" if self._tells("lost") else "draws"
                yield Warned(key=key, count=counted["draws"] // rows)
            if counted.get("unknown"):
                key = "unknown_out" if self._known else "unknown"
                yield Warned(key=key, count=counted["unknown"] // rows)
            if mirrors and self._mirrors is False:
                yield Warned(key="mirrors_out", count=mirrors, column=side)
            elif mirrors and self._mirrors is None and self._of_the_pair:
                yield Warned(key="mirrors_in", count=mirrors, column=side)
        elif self._counts_rows:
            if self.is_even:
                yield Warned(key="twice")
            elif mirrors and self._mirrors is None and self._has_both(True):
                yield Warned(key="mirrors_twice", count=mirrors, column=side)

    def _is_rate(self, measure: "Formula | Measure") -> bool:
        if isinstance(measure, Formula):
            return measure.counts
        tests = conjuncts(measure.where)
        if measure.share != "rows" or measure.aggregate != "count" or "n" in self._by_role:
            return False
        if len(tests) != 1 or not isinstance(tests[0], Test):
            return False
        roles = set(self._roles([tests[0]]))
        known = measure.of is None or measure.of == tests[0].column
        return known and roles in ({"won"}, {"lost"})

    def _tells(self, role: str) -> bool:
        """Whether a rate is of games won, or lost, as that role says."""
        rates = [self._measures[place] for place in self.rates]
        return any(
            isinstance(one, Measure) and role in self._roles(list(tests_of(one.where)))
            for one in rates
        )

    @cached_property
    def _known(self) -> list[Condition]:
        """That the result is known, where rates are of such rows alone."""
        rates = [self._measures[place] for place in self.rates]
        of = [one.of for one in rates if isinstance(one, Measure) and one.of is not None]
        return [Test(column=one, op="not empty") for one in of[:1]]

    @property
    def _counts_rows(self) -> bool:
        return any(
            isinstance(one, Measure) and one.model_copy(update={"label": ""}) == Measure()
            for one in self._measures
        )

    def _is_of_mirrors(self, one: Condition) -> bool:
        return isinstance(one, Test) and list(self._roles([one])) == ["mirror"]

    @cached_property
    def _mirrors(self) -> bool | None:
        """Whether only mirrors are looked at, or all but mirrors; None where both are."""
        for one in conjuncts(self._query.where):
            if isinstance(one, Test) and self._is_of_mirrors(one) and one.values:
                said = yes_no(one.values[0], self._by_role["mirror"])
                if said is not None and one.op in ("=", "!="):
                    return said == (one.op == "=")
        return None

    @cached_property
    def _is_of_one(self) -> bool:
        """Whether one row of each game at most is looked at: a side without mirrors, a player."""
        wanted = {"player"} | ({"side"} if self._mirrors is False else set())
        return any(
            isinstance(one, Test) and one.op == "=" and wanted.intersection(self._roles([one]))
            for one in conjuncts(self._query.where)
        )

    @property
    def _of_the_pair(self) -> bool:
        tests = [*self._kept(), *self._grouped()]
        return any(role in _OF_THE_PAIR for role in self._roles(tests))

    def _has_both(self, mirrors: bool) -> bool:
        """Whether both sides of a game are kept, where one is; with `mirrors` of mirrors alone."""
        return not self._sides(self._kept(), mirrors)

    def _sides(self, tests: Sequence[Test], mirrors: bool) -> list[str]:
        """The roles that tell the sides of a game apart, in tests; in mirrors, those of players."""
        apart = [one for one in OF_A_SIDE if not (mirrors and one in _OF_THE_PAIR)]
        return [role for role in self._roles(tests) if role in apart]

    def _rows(self) -> list[Condition]:
        """The conditions of the rows that are looked at, but for mirrors."""
        found = [one for one in conjuncts(self._query.where) if not self._is_of_mirrors(one)]
        if self._query.compare is not None:
            found.append(AnyOf(any=tuple(case.where for case in self._query.compare.cases)))
        found += [Test(column=one.by, op="not empty") for one in self._query.groups]
        return found

    def _kept(self) -> list[Test]:
        own = (one.where for one in measured(self._query) if one.metric)
        return [
            *tests_of(self._query.where),
            *self._cases(),
            *(t for o in own for t in tests_of(o)),
        ]

    def _cases(self) -> list[Test]:
        compare = self._query.compare
        return [test for case in compare.cases for test in tests_of(case.where)] if compare else []

    def _grouped(self) -> list[Test]:
        return [Test(column=one.by, op="not empty") for one in self._query.groups]

    def _roles(self, tests: Sequence[Test]) -> Iterator[str]:
        for test in tests:
            for operand in (test.column, test.other):
                for name in columns_of(operand):
                    if self._table.has(name):
                        yield self._table.column(name).role
