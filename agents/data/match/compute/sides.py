"""The rows of a table, whatever their shape, become sides: own value, rival's value, won or not."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from agents.answering.source import TABLE
from agents.answering.text.packs import word_set
from agents.data.match.compute.plan import Plan, amount_column, side_column
from agents.data.match.model.semantic_model import Dimension, Quantity, SemanticModel, Totals

if TYPE_CHECKING:
    from sqlglot import exp

_SLOTTED = "slotted"


class Wanted(NamedTuple):
    """A column of the sides: its name there, the dimension, and whose value."""

    name: str
    dimension: Dimension
    side: str


class Sides:
    """Owns the reading of one table for one plan.

    Its columns are the plan's dimensions, `won` (1, 0 or null), `n` and `won` as sums where rows
    are totals, `drawn` where games may be drawn, `game`, `moment` and `seconds` where needed.
    """

    def __init__(self, plan: Plan, model: SemanticModel, kinds: Mapping[str, str]) -> None:
        self._plan = plan
        self._model = model
        self._kinds = kinds
        self._joined = False

    def expressions(self) -> "dict[str, exp.Query]":
        """Return the subqueries by name, the last of which is `sides`."""
        from sqlglot import exp

        found: dict[str, exp.Query] = {}
        one = self._side("a")
        if self._joined:
            found[_SLOTTED] = self._slots()
        both = self._model.grain == "game" and self._plan.sided
        if both or (self._model.stored == "one" and self._plan.sided):
            found["sides"] = exp.union(one, self._side("b"), distinct=False)
        else:
            found["sides"] = one
        return found

    def _side(self, own: str) -> "exp.Select":
        from sqlglot import exp

        select = exp.select()
        for name, dimension, side in self.columns():
            select = select.select(exp.alias_(self._value(dimension, own, side), identifier(name)))
        for key, side in self.amounts():
            amount = self._amount(self._model.quantities[key], own, side)
            select = select.select(exp.alias_(amount, identifier(amount_column(key, side))))
        if self._model.totals is not None:
            counts = summed(
                self._model.totals, self._column, own, without_draws=self._plan.without_draws
            )
            select = select.select(*(exp.alias_(count, name) for name, count in counts.items()))
        elif self._plan.counts_sides:
            select = self._result(select, own)
            if self._plan.frame.newest is not None and not self._model.has_teams:
                select = select.select(self._game())
        else:
            game = self._model.game
            alike = counts_rows(self._plan, self._model) and self._plan.frame.newest is None
            one = exp.alias_(exp.Literal.number(1), "game")
            select = select.select(one if alike else self._game())
            twice = self._model.grain == "side" and game is None and self._model.stored == "both"
            if twice or self._plan.frame.ended is not None:
                select = self._result(select, own)
        if self._plan.needs_length and self._model.duration is not None:
            length: exp.Expr = self._column(self._model.duration.column)
            if self._kinds.get(self._model.duration.column) == "span":
                length = exp.TimeToUnix(this=length)
            factor = exp.Literal.number(self._model.duration.seconds)
            select = select.select(exp.alias_(length * factor, "seconds"))
        if self._plan.tells_game:
            select = self._told(select)
        if self._plan.needs_time:
            select = select.select(exp.alias_(self._moment(), "moment"))
        select = select.from_(self._from())
        if self._joined:
            rival = exp.to_table(_SLOTTED, alias="rival")
            select = select.join(rival, on=self._meets(), join_type="left")
        if self._plan.counts_sides and self._model.has_teams:
            # The players of a team are several rows of one result.
            select = select.select(exp.alias_(self._column(str(self._model.game)), "game"))
            select = select.distinct()
        parts = [
            self._parts_only(d.columns, d.rollups)
            for d in self._model.dimensions.values() if d.rollups
        ]  # fmt: skip
        if (time := self._model.time) is not None and time.rollups:
            parts.append(self._parts_only((time.column,), time.rollups))
        return select.where(*parts) if parts else select

    def _game(self) -> "exp.Expr":
        """Tell games apart: by the column that numbers them, else by the rows."""
        from sqlglot import exp

        game = self._model.game
        number = "row_number() OVER ()" if game is None else self._column(game)
        return exp.alias_(number, "game", dialect="duckdb")

    def _told(self, select: "exp.Select") -> "exp.Select":
        """Add the day of the game, and who won it against whom, as far as it is known."""
        from sqlglot import exp

        model = self._model
        if model.time is not None:
            day = exp.TimeToStr(this=self._moment(), format=exp.Literal.string("%Y-%m-%d"))
            select = select.select(exp.alias_(day, "played_on"))
        key = model.player or model.entity
        dimension = model.dimensions[key]
        one, two = (self._value(dimension, "a", side) for side in ("own", "opponent"))
        if model.winner.column is None and model.winner.score_a is None:
            return select.select(exp.alias_(one, "winner"), exp.alias_(two, "loser"))
        first, second, _ = self._outcomes()
        winner = exp.Case().when(first.copy(), one.copy()).when(second.copy(), two.copy())
        loser = exp.Case().when(first.copy(), two.copy()).when(second.copy(), one.copy())
        return select.select(exp.alias_(winner, "winner"), exp.alias_(loser, "loser"))

    def columns(self) -> list[Wanted]:
        """Return the dimensions that the plan needs, each once."""
        model, plan = self._model, self._plan
        wanted: dict[str, Wanted] = {}

        def want(key: str, side: str) -> None:
            name = side_column(key, side, model)
            wanted[name] = Wanted(name, model.dimensions[key], side)

        for group in plan.groups:
            if group.dimension in model.dimensions:
                want(group.dimension, group.side)
        for one in plan.frame.filters:
            want(one.dimension, one.side)
        if plan.compares_sides and plan.frame.measure == "games":
            named = [g.dimension for g in plan.groups] + [f.dimension for f in plan.frame.filters]
            for key in named:
                if model.is_of_sides(key) and model.has_rival(key):
                    want(key, "own")
                    want(key, "opponent")
        if plan.not_itself is not None:
            want(plan.not_itself, "own")
            want(plan.not_itself, "opponent")
        mirrors = plan.mirror in ("exclude", "only") or plan.compares_sides
        if plan.frame.unmet or (plan.sided and mirrors):
            want(model.entity, "own")
            want(model.entity, "opponent")
        return list(wanted.values())

    def amounts(self) -> list[tuple[str, str]]:
        """Return the quantities that the plan needs, and whose, each once."""
        measured = self._plan.frame.measured
        return list(dict.fromkeys((one.quantity, one.side) for one in measured))

    def _amount(self, quantity: Quantity, own: str, side: str) -> "exp.Expr":
        """A number of one side, or of the game."""
        from sqlglot import exp

        if side == "gap":
            one, two = (
                exp.cast(self._amount(quantity, own, whose), "DOUBLE", dialect="duckdb")
                for whose in ("own", "opponent")
            )
            return exp.Abs(this=one - two)
        first = (own == "a") == (side == "own")
        name = quantity.column or (quantity.a if first else quantity.b)
        assert name is not None
        if quantity.column is not None and quantity.sided and side == "opponent":
            return exp.column(identifier(name), "rival")
        return self._column(name)

    def _from(self) -> "exp.Expr":
        from sqlglot import exp

        return exp.to_table(_SLOTTED, alias="own") if self._needs_join() else exp.to_table(TABLE)

    def _needs_join(self) -> bool:
        self._joined = any(
            side == "opponent" and dimension.column is not None
            for _, dimension, side in self.columns()
        ) or any(
            side != "own" and self._model.quantities[key].column is not None
            for key, side in self.amounts()
        )
        return self._joined

    def _slots(self) -> "exp.Query":
        """Number the two sides of each game, so that each can be put beside the other."""
        from sqlglot import exp

        assert self._model.game is not None
        order = [self._model.winner.column, *self._sided_columns()]
        by = exp.Window(
            this=exp.RowNumber(),
            partition_by=[column(self._model.game)],
            order=exp.Order(expressions=[column(c) for c in dict.fromkeys(order) if c]),
        )
        return exp.select("*", exp.alias_(by, "slot")).from_(TABLE)

    def _sided_columns(self) -> list[str]:
        return [c for d in self._model.dimensions.values() if d.of_sides for c in d.columns]

    def _meets(self) -> "exp.Expr":
        from sqlglot import exp

        game = identifier(str(self._model.game))
        same = exp.EQ(this=exp.column(game, "own"), expression=exp.column(game, "rival"))
        return exp.and_(same, exp.NEQ(this=exp.column("slot", "own"),
                                      expression=exp.column("slot", "rival")))  # fmt: skip

    def _column(self, name: str) -> "exp.Column":
        from sqlglot import exp

        return exp.column(identifier(name), "own" if self._needs_join() else None)

    def _value(self, dimension: Dimension, own: str, side: str) -> "exp.Expr":
        """A dimension of one side as text: spellings of one value made one, unknown ones null."""
        from sqlglot import exp

        first = (own == "a") == (side == "own")
        if dimension.fixed is not None:
            return exp.Literal.string(dimension.fixed[0 if first else 1])
        name = dimension.column or (dimension.a if first else dimension.b)
        if name is None:
            return exp.cast(exp.null(), "VARCHAR", dialect="duckdb")
        found: exp.Expr = self._column(name)
        if dimension.column is not None and side == "opponent":
            found = exp.column(identifier(name), "rival")
        if self._kinds.get(name) != "text":
            found = exp.cast(found, "VARCHAR", dialect="duckdb")
        if dimension.namesakes:
            found = self._told_apart(found, dimension, name)
        if dimension.split is not None:
            place = exp.Literal.number(1 if first else 2)
            parts = [found, exp.Literal.string(dimension.split), place]
            found = exp.Anonymous(this="SPLIT_PART", expressions=parts)
        case = exp.Case()
        if dimension.placeholders:
            unknown = [exp.Literal.string(text) for text in dimension.placeholders]
            case = case.when(found.copy().isin(*unknown), exp.null())
        for value, member in dimension.members.items():
            if member.spellings:
                spelled = [exp.Literal.string(text) for text in member.spellings]
                case = case.when(found.copy().isin(*spelled), exp.Literal.string(value))
        return case.else_(found) if case.args.get("ifs") else found

    def _told_apart(self, found: "exp.Expr", dimension: Dimension, name: str) -> "exp.Expr":
        """Put the id behind a name that several ids share."""
        from sqlglot import exp

        beside = exp.column(
            identifier(dimension.id_beside(name)),
            found.find(exp.Column).args.get("table"),  # type: ignore[union-attr]
        )
        parts = [found.copy(), exp.Literal.string(" ("), beside, exp.Literal.string(")")]
        shared = [exp.Literal.string(text) for text in dimension.namesakes]
        told = exp.Concat(expressions=parts, safe=True, coalesce=True)
        return exp.Case().when(found.copy().isin(*shared), told).else_(found)

    def _parts_only(self, names: tuple[str, ...], sums: tuple[str, ...]) -> "exp.Expr":
        """Leave out the rows that are sums of other rows."""
        from sqlglot import exp

        texts = [exp.Literal.string(text) for text in sums]
        tests = [self._column(name).isin(*texts).not_() for name in names]
        return exp.and_(*tests)

    def _moment(self) -> "exp.Expr":
        from sqlglot import exp

        time = self._model.time
        assert time is not None
        found = self._column(time.column)
        if time.zoned:
            return exp.AtTimeZone(this=found, zone=exp.Literal.string("UTC"))
        if time.format is None:
            return found
        text = exp.cast(found, "VARCHAR", dialect="duckdb")
        return exp.Anonymous(
            this="TRY_STRPTIME", expressions=[text, exp.Literal.string(time.format)]
        )

    def _result(self, select: "exp.Select", own: str) -> "exp.Select":
        from sqlglot import exp

        won, lost = (1, 0) if own == "a" else (0, 1)
        winner = self._model.winner
        if winner.column is None and winner.score_a is None:
            return select.select(exp.alias_(exp.Literal.number(won), "won"))
        a, b, drawn = self._outcomes()
        case = exp.Case().when(a, exp.Literal.number(won)).when(b, exp.Literal.number(lost))
        if drawn is None:
            return select.select(exp.alias_(case, "won"))
        if not self._plan.without_draws:
            case = case.when(drawn, exp.Literal.number(0))
        flag = exp.Case().when(drawn.copy(), exp.Literal.number(1)).else_(exp.Literal.number(0))
        return select.select(exp.alias_(case, "won"), exp.alias_(flag, "drawn"))

    def _outcomes(self) -> "tuple[exp.Expr, exp.Expr, exp.Expr | None]":
        """Return the tests for: side a won, side b won, nobody won."""
        from sqlglot import exp

        winner = self._model.winner
        if winner.score_a is not None and winner.score_b is not None:
            one, two = self._column(winner.score_a), self._column(winner.score_b)
            first, second = exp.GT(this=one, expression=two), exp.LT(this=one, expression=two)
            equal = exp.EQ(this=one, expression=two).copy() if winner.draws else None
            return first.copy(), second.copy(), equal
        assert winner.column is not None
        if winner.between is not None:
            return self._scores(winner.column, winner.between, equal=bool(winner.draws))
        found: exp.Expr = self._column(winner.column)
        a: exp.Expr
        b: exp.Expr
        if winner.ids is not None:
            a, b = (self._column(name) for name in winner.ids)
            if len({self._kinds.get(name) for name in (winner.column, *winner.ids)}) > 1:
                a, b, found = (exp.TryCast(this=one, to=exp.DataType.build("DOUBLE"))
                               for one in (a, b, found))  # fmt: skip
        elif winner.same_as is not None:
            sides = self._model.dimensions[winner.same_as]
            a, b = self._column(str(sides.a)), self._column(str(sides.b))
        else:
            a, b = self._literal(winner.column, winner.a), self._literal(winner.column, winner.b)
        drawn = None
        if winner.draws:
            drawn = found.copy().isin(*(self._literal(winner.column, v) for v in winner.draws))
        if winner.lost:
            a, b = b, a
        return (exp.EQ(this=found, expression=a), exp.EQ(this=found.copy(), expression=b), drawn)

    def _scores(
        self, name: str, sign: str, *, equal: bool
    ) -> "tuple[exp.Expr, exp.Expr, exp.Expr | None]":
        """Return the tests for a column of scores: 2-1."""
        from sqlglot import exp

        parts = []
        for place in (1, 2):
            halves = [self._column(name), exp.Literal.string(sign), exp.Literal.number(place)]
            text = exp.Anonymous(this="SPLIT_PART", expressions=halves)
            parts.append(exp.TryCast(this=text, to=exp.DataType.build("DOUBLE")))
        one, two = parts
        drawn = exp.EQ(this=one.copy(), expression=two.copy()) if equal else None
        ahead = exp.GT(this=one.copy(), expression=two.copy())
        return ahead, exp.LT(this=one.copy(), expression=two.copy()), drawn

    def _literal(self, name: str, value: str | None) -> "exp.Expr":
        from sqlglot import exp

        text = value or ""
        if self._kinds.get(name) == "number":
            return exp.Literal.number(text)
        if self._kinds.get(name) == "truth":
            return exp.Boolean(this=text == "true")
        return exp.Literal.string(text)


def counts_rows(plan: Plan, model: SemanticModel) -> bool:
    """Whether each row of `sides` is one game, so that none can be counted twice."""
    return model.grain == "game" and not plan.sided


def column(name: str) -> "exp.Column":
    """Return a column by its name in the table."""
    from sqlglot import exp

    return exp.column(identifier(name))


def identifier(name: str) -> "exp.Identifier":
    """Return a name as an identifier, quoted unless it is a plain word."""
    from sqlglot import exp

    plain = name.isidentifier() and name.isascii() and name.lower() not in _RESERVED
    return exp.to_identifier(name, quoted=not plain)


_RESERVED = word_set(
    "all and any as asc between by case cast column create cross default desc distinct else end "
    "except exists false for from full group having in inner intersect into is join left like "
    "limit natural not null offset on or order outer pivot primary references right select some "
    "table then to true union unique unpivot using values when where window with"
)


def summed(
    totals: Totals, column: "Callable[[str], exp.Expr]", own: str, *, without_draws: bool
) -> "dict[str, exp.Expr]":
    """Return `n`, `won` and, where games may be drawn, `drawn` of the side `own` ("a" or "b").

    Where rows have a rate, there is `unrounded` too.

    `column` gives a column of the table by its name.
    """
    from sqlglot import exp

    def count(name: str) -> exp.Expr:
        return exp.cast(column(name), "BIGINT", dialect="duckdb")

    games = count(totals.games)
    drawn: exp.Expr | None = None
    if totals.draws is not None:
        drawn = exp.Coalesce(this=count(totals.draws), expressions=[exp.Literal.number(0)])
    elif totals.wins is not None and totals.losses is not None:
        drawn = exp.paren(games.copy() - count(totals.wins) - count(totals.losses))
    exact: exp.Expr | None = None
    if totals.wins is not None:
        wins = count(totals.wins)
    elif totals.losses is not None:
        wins = games.copy() - count(totals.losses)
        wins = wins - drawn.copy() if drawn is not None else wins
    else:
        assert totals.rate is not None
        kind = "DECIMAL(13, 12)" if totals.scale == 1 else "DECIMAL(13, 10)"
        exact = exp.cast(column(totals.rate), kind, dialect="duckdb")
        if totals.scale != 1:
            exact = exact * exp.Literal.number("0.01")
        exact = exact * games.copy()
        wins = exp.cast(exp.Round(this=exact.copy()), "BIGINT", dialect="duckdb")
    counts = {"n": games, "won": wins}
    if exact is not None:
        counts["unrounded"] = exact
    if own == "b":
        for name in ("won", "unrounded"):
            if name in counts:
                lost = games.copy() - exp.paren(counts[name])
                counts[name] = lost - drawn.copy() if drawn is not None else lost
    if drawn is None:
        return counts
    if without_draws:
        return {**counts, "n": games - drawn, "drawn": exp.Literal.number(0)}
    return {**counts, "drawn": drawn}
