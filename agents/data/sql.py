"""A plan becomes one SELECT, built from expressions; people's values are bound, never pasted."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from agents.data.frame import GRAINS, Filter
from agents.data.model import Dimension, SemanticModel
from agents.data.periods import Period
from agents.data.plan import Group, Plan, side_column
from agents.data.statistics import Z95
from agents.data.table import TABLE

if TYPE_CHECKING:
    from sqlglot import exp

_GRAIN_SQL = {
    "year": "strftime(moment, '%Y')",
    "quarter": "strftime(moment, '%Y') || '-Q' || quarter(moment)",
    "month": "strftime(moment, '%Y-%m')",
    "week": "strftime(date_trunc('week', moment), '%Y-%m-%d')",
    "day": "strftime(moment, '%Y-%m-%d')",
}
_Z2 = Z95**2
# Wilson's score interval, as `statistics.wilson` computes it.
_CENTRE = f"(wins + {_Z2 / 2}) / (games + {_Z2}) AS centre"
_HALF = f"{Z95} * SQRT(wins * (games - wins) / games + {_Z2 / 4}) / (games + {_Z2}) AS half"


class Query(NamedTuple):
    """A statement in two forms: with placeholders and their values, and with the values written in.

    Both give the same rows; `shown` is the one that people see.
    """

    bound: str
    values: Mapping[str, str]
    shown: str


class QueryBuilder:
    """Owns the bound values of one query while it is built."""

    def __init__(self, plan: Plan, model: SemanticModel, kinds: Mapping[str, str]) -> None:
        self._plan = plan
        self._model = model
        self._kinds = kinds
        self._values: dict[str, str] = {}

    def build(self) -> Query:
        """Return the query of the plan."""
        from sqlglot import exp

        sides = self._sides()
        plan = self._plan
        counted = self._rates() if plan.rate else self._games()
        select = exp.select(*(exp.column(_id(group.name)) for group in plan.groups))
        select = select.select(*_outputs(plan.frame.measure))
        select = select.from_("scored" if plan.rate else "counted").with_("sides", as_=sides)
        for name, body in counted.items():
            select = select.with_(name, as_=body)
        if plan.least is not None:
            least = exp.Literal.number(plan.least)
            select = select.where(exp.GTE(this=exp.column("games"), expression=least))
        select = self._ordered(select)
        bound = select.sql(dialect="duckdb", pretty=True)
        shown = select.transform(self._inline).sql(dialect="duckdb", pretty=True)
        return Query(bound, self._values, shown)

    def _bind(self, value: str) -> "exp.Placeholder":
        from sqlglot import exp

        name = f"v{len(self._values) + 1}"
        self._values[name] = value
        return exp.Placeholder(this=name)

    def _inline(self, node: "exp.Expr") -> "exp.Expr":
        from sqlglot import exp

        if isinstance(node, exp.Placeholder):
            return exp.Literal.string(self._values[str(node.this)])
        return node

    def _sides(self) -> "exp.Expr":
        """Each game once for each side; where sides do not matter, each game once."""
        from sqlglot import exp

        one = self._side("a")
        if not self._plan.sided:
            return one
        return exp.union(one, self._side("b"), distinct=False)

    def _side(self, own: str) -> "exp.Select":
        from sqlglot import exp

        other = "b" if own == "a" else "a"
        select = exp.select()
        for name, dimension, side in self._columns():
            place = own if side == "own" else other
            column = dimension.column or (dimension.a if place == "a" else dimension.b)
            assert column is not None
            select = select.select(exp.alias_(self._text(column, dimension), _id(name)))
        if self._plan.rate:
            select = select.select(exp.alias_(self._won(own), "won"))
        else:
            select = select.select("row_number() OVER () AS game", dialect="duckdb")
            if self._plan.frame.measure == "duration":
                assert self._model.duration is not None
                seconds = exp.Mul(
                    this=exp.column(_id(self._model.duration.column)),
                    expression=exp.Literal.number(self._model.duration.seconds),
                )
                select = select.select(exp.alias_(seconds, "seconds"))
        if self._model.time is not None and self._needs_time():
            select = select.select(exp.alias_(exp.column(_id(self._model.time)), "moment"))
        return select.from_(TABLE)

    def _needs_time(self) -> bool:
        grouped = any(g.dimension in GRAINS or g.dimension == "period" for g in self._plan.groups)
        return grouped or bool(self._plan.frame.period) or self._by_age()

    def _by_age(self) -> bool:
        """Versions sort by when they were first played: as text, 4.10 comes before 4.9."""
        plain = [group.dimension for group in self._plan.groups]
        return "patch" in plain and self._model.time is not None and self._plan.rate

    def _columns(self) -> list[tuple[str, Dimension, str]]:
        model, plan = self._model, self._plan
        wanted: dict[str, tuple[str, Dimension, str]] = {}

        def want(key: str, side: str) -> None:
            name = side_column(key, side, model)
            wanted[name] = (name, model.dimensions[key], side)

        for group in plan.groups:
            if group.dimension in model.dimensions:
                want(group.dimension, group.side)
        for one in plan.frame.filters:
            want(one.dimension, one.side)
        if plan.mirror in ("exclude", "only") and plan.sided:
            want(model.entity, "own")
            want(model.entity, "opponent")
        return list(wanted.values())

    def _text(self, name: str, dimension: Dimension) -> "exp.Expr":
        """A column as text, different spellings of one value made one."""
        from sqlglot import exp

        column: exp.Expr = exp.column(_id(name))
        if self._kinds.get(name) != "text":
            column = exp.cast(column, "VARCHAR", dialect="duckdb")
        case = exp.Case()
        for value, member in dimension.members.items():
            if member.spellings:
                spelled = [exp.Literal.string(text) for text in member.spellings]
                case = case.when(column.copy().isin(*spelled), exp.Literal.string(value))
        return case.else_(column) if case.args.get("ifs") else column

    def _won(self, own: str) -> "exp.Expr":
        from sqlglot import exp

        winner = self._model.winner
        if winner.column is None:
            return exp.Literal.number(1 if own == "a" else 0)
        column = exp.column(_id(winner.column))
        won, lost = (1, 0) if own == "a" else (0, 1)
        if winner.same_as is not None:
            sides = self._model.dimensions[winner.same_as]
            a: exp.Expr = exp.column(_id(str(sides.a)))
            b: exp.Expr = exp.column(_id(str(sides.b)))
        else:
            a, b = self._literal(winner.column, winner.a), self._literal(winner.column, winner.b)
        return (
            exp.Case()
            .when(exp.EQ(this=column, expression=a), exp.Literal.number(won))
            .when(exp.EQ(this=column.copy(), expression=b), exp.Literal.number(lost))
        )

    def _literal(self, column: str, value: str | None) -> "exp.Expr":
        from sqlglot import exp

        text = value or ""
        if self._kinds.get(column) == "number":
            return exp.Literal.number(text)
        if self._kinds.get(column) == "truth":
            return exp.Boolean(this=text == "true")
        return exp.Literal.string(text)

    def _conditions(self) -> "list[exp.Expr]":
        from sqlglot import exp

        found: list[exp.Expr] = [self._filter(one) for one in self._plan.frame.filters]
        if self._plan.frame.period:
            found.append(exp.or_(*(self._within(p) for p in self._plan.frame.period)))
        if self._plan.sided and self._plan.mirror in ("exclude", "only"):
            own = exp.column(_id(self._model.entity))
            rival = exp.column("opponent")
            kind = exp.NEQ if self._plan.mirror == "exclude" else exp.EQ
            found.append(kind(this=own, expression=rival))
        if self._plan.rate:
            found.append(exp.column("won").is_(exp.null()).not_())
        for group in self._plan.groups:
            if group.dimension in GRAINS:
                found.append(exp.column("moment").is_(exp.null()).not_())
            elif group.dimension in self._model.dimensions:
                found.append(exp.column(_id(group.name)).is_(exp.null()).not_())
        return found

    def _filter(self, one: Filter) -> "exp.Expr":
        from sqlglot import exp

        column = exp.column(_id(side_column(one.dimension, one.side, self._model)))
        values = [self._bind(value) for value in one.values]
        if len(values) == 1:
            kind = exp.NEQ if one.exclude else exp.EQ
            return kind(this=column, expression=values[0])
        within = column.isin(*values)
        return within.not_() if one.exclude else within

    def _within(self, period: Period) -> "exp.Expr":
        from sqlglot import exp

        bounds: list[exp.Expr] = []
        if period.start is not None:
            start = exp.cast(self._bind(period.start.isoformat()), "DATE")
            bounds.append(exp.GTE(this=exp.column("moment"), expression=start))
        if period.end is not None:
            end = exp.cast(self._bind(period.end.isoformat()), "DATE")
            bounds.append(exp.LT(this=exp.column("moment"), expression=end))
        return exp.and_(*bounds) if bounds else exp.true()

    def _group(self, group: Group) -> "exp.Expr":
        from sqlglot import exp, parse_one

        if group.dimension in GRAINS:
            return parse_one(_GRAIN_SQL[group.dimension], dialect="duckdb")
        if group.dimension == "period":
            case = exp.Case()
            for period in self._plan.frame.period:
                label = f"{period.start or ''} – {period.end or ''}"
                case = case.when(self._within(period), exp.Literal.string(label))
            return case
        return exp.column(_id(group.name))

    def _rates(self) -> "dict[str, exp.Expr]":
        from sqlglot import exp

        select = exp.select(*(exp.alias_(self._group(g), _id(g.name)) for g in self._plan.groups))
        select = select.select("COUNT(*) AS games", "CAST(SUM(won) AS BIGINT) AS wins")
        if self._by_age():
            select = select.select("MIN(moment) AS first_played")
        select = select.from_("sides").where(*self._conditions())
        scored = exp.select("*", _CENTRE, _HALF).from_("counted")
        return {"counted": self._grouped(select), "scored": scored}

    def _games(self) -> "dict[str, exp.Expr]":
        """Count games, not sides: a mirror match has two sides of one race and is one game."""
        from sqlglot import exp

        picked = exp.select("game")
        for group in self._plan.groups:
            picked = picked.select(exp.alias_(self._group(group), _id(group.name)))
        timed = self._plan.frame.measure == "duration"
        if timed:
            picked = picked.select("seconds")
        conditions = self._conditions()
        if timed:
            conditions.append(exp.column("seconds").is_(exp.null()).not_())
        picked = picked.from_("sides").where(*conditions).distinct()
        select = exp.select(*(exp.column(_id(group.name)) for group in self._plan.groups))
        select = select.select("COUNT(*) AS games")
        if timed:
            select = select.select("AVG(seconds) AS mean_seconds")
        return {"picked": picked, "counted": self._grouped(select.from_("picked"))}

    def _grouped(self, select: "exp.Select") -> "exp.Select":
        from sqlglot import exp

        if not self._plan.groups:
            return select.having("COUNT(*) > 0")
        places = [exp.Literal.number(i + 1) for i in range(len(self._plan.groups))]
        return select.group_by(*places)

    def _ordered(self, select: "exp.Select") -> "exp.Select":
        from sqlglot import exp

        plan = self._plan
        if not plan.groups:
            return select
        names = [exp.column(_id(group.name)) for group in plan.groups]
        measure = {"duration": "mean_seconds"}.get(plan.frame.measure, plan.frame.measure)
        if plan.frame.order is not None:
            ranked = exp.Ordered(this=exp.column(measure), desc=plan.frame.order == "desc")
            select = select.order_by(ranked, *names)
        elif plan.over_time:
            timed = [n for n, g in zip(names, plan.groups, strict=True) if g.dimension in GRAINS]
            select = select.order_by(*timed, *(name for name in names if name not in timed))
        elif self._by_age():
            select = select.order_by("first_played", *names)
        else:
            select = select.order_by(exp.Ordered(this=exp.column("games"), desc=True), *names)
        if plan.frame.limit is not None:
            select = select.limit(plan.frame.limit)
        return select


def _outputs(measure: str) -> list[str]:
    if measure == "duration":
        return ["games", "mean_seconds"]
    if measure == "games":
        return ["games"]
    found = ["games", "wins"]
    if measure == "losses":
        found.append("games - wins AS losses")
    found.append("wins / games AS win_rate")
    return [
        *found,
        "GREATEST(0, centre - half) AS ci_low",
        "LEAST(1, centre + half) AS ci_high",
    ]


def _id(name: str) -> "exp.Identifier":
    """A name as an identifier, quoted unless it is a plain word."""
    from sqlglot import exp

    plain = name.isidentifier() and name.isascii()
    return exp.to_identifier(name, quoted=not plain)
