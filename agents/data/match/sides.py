"""The rows of a table, whatever their shape, become sides: own value, rival's value, won or not."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from agents.answering.source import TABLE
from agents.answering.text.packs import word_set
from agents.data.match.model.semantic_model import Dimension, Quantity, SemanticModel, Totals

if TYPE_CHECKING:
    from sqlglot import exp

_SLOTTED = "slotted"


class SideColumn(NamedTuple):
    """A column of the sides: its name there, the dimension, and whose value ("own", "opponent")."""

    name: str
    dimension: Dimension
    side: str


class Sides:
    """Owns the reading of one table of games.

    Its columns are every dimension and number of either side and of the game, `won` (1, 0 or
    null), `n` and `won` as sums where rows are totals, `drawn` where games may be drawn, `moment`
    where it is known, `first` in one of the two rows of each game, and all other columns of the
    table under their own names.
    """

    def __init__(self, model: SemanticModel, kinds: Mapping[str, str]) -> None:
        self._model = model
        self._kinds = kinds

    def select(self) -> "exp.Query":
        """Return the rows: one for each game and side."""
        from sqlglot import exp

        one: exp.Query = self._side("a")
        if self._model.grain == "game" or self._model.stored == "one":
            one = exp.union(one, self._side("b"), distinct=False)
        if self._joined:
            one = one.with_(_SLOTTED, as_=self._slots(), dialect="duckdb")
        return one

    def _side(self, own: str) -> "exp.Select":
        from sqlglot import exp

        picked: list[exp.Expr] = [
            exp.alias_(self._value(dimension, own, side), identifier(name))
            for name, dimension, side in self.columns
        ]
        for key, side in self.amounts:
            amount = self._amount(self._model.quantities[key], own, side)
            picked.append(exp.alias_(amount, identifier(amount_column(key, side))))
        if self._model.totals is not None:
            counts = summed(self._model.totals, self._column, own)
            picked += [exp.alias_(count, name) for name, count in counts.items()]
        else:
            picked += self._result(own)
        if self._model.time is not None:
            picked.append(exp.alias_(self._moment(), "moment"))
        first: exp.Expr = exp.Boolean(this=own == "a")
        if self._joined:
            slot = exp.column("slot", "own")
            first = exp.EQ(this=slot, expression=exp.Literal.number(1))
        picked.append(exp.alias_(first, "first"))
        picked += [self._column(name) for name in self._others()]
        select = exp.select(*picked)  # at once: each further column would copy those before it
        select = select.from_(exp.to_table(_SLOTTED, alias="own") if self._joined else TABLE)
        if self._joined:
            rival = exp.to_table(_SLOTTED, alias="rival")
            select = select.join(rival, on=self._meets(), join_type="left")
        parts = [
            self._parts_only(d.columns, d.rollups)
            for d in self._model.dimensions.values() if d.rollups
        ]  # fmt: skip
        return select.where(*parts) if parts else select

    def _others(self) -> list[str]:
        """Return the columns that nothing else is made of."""
        model = self._model
        parts = [*model.dimensions.values(), *model.quantities.values()]
        read = {name for part in parts for name in part.columns} | set(model.winner.columns)
        if model.time is not None:
            read.add(model.time)
        if model.totals is not None:
            read |= set(model.totals.columns)
        made = {one.name for one in self.columns} | {"won", "drawn", "moment", "first", "n"}
        made |= {amount_column(key, side) for key, side in self.amounts}
        return [name for name in self._kinds if name not in read and name not in made]

    @cached_property
    def columns(self) -> tuple[SideColumn, ...]:
        """Every dimension of either side, and of the game."""
        found = []
        for key, dimension in self._model.dimensions.items():
            found.append(SideColumn(key, dimension, "own"))
            if self._model.is_of_sides(key) and self._model.has_rival(key):
                name = "opponent" if key == self._model.entity else f"opponent_{key}"
                found.append(SideColumn(name, dimension, "opponent"))
        return tuple(found)

    @cached_property
    def amounts(self) -> tuple[tuple[str, str], ...]:
        """Every number of either side, and of the game, by its key and whose it is."""
        return tuple(
            (key, side)
            for key, quantity in self._model.quantities.items()
            for side in ("own", "opponent")
            if side == "own" or self._is_both(quantity)
        )

    def _is_both(self, quantity: Quantity) -> bool:
        """Whether the number of the other side is known too."""
        beside = quantity.sided and self._model.game is not None and self._model.stored == "both"
        return beside or quantity.a is not None

    @cached_property
    def _joined(self) -> bool:
        """Whether what is told of a rival stands in another row."""
        return any(
            side == "opponent" and dimension.column is not None
            for _, dimension, side in self.columns
        ) or any(
            side == "opponent" and self._model.quantities[key].column is not None
            for key, side in self.amounts
        )

    def _amount(self, quantity: Quantity, own: str, side: str) -> "exp.Expr":
        """A number of one side, or of the game."""
        from sqlglot import exp

        first = (own == "a") == (side == "own")
        name = quantity.column or (quantity.a if first else quantity.b)
        assert name is not None
        if quantity.column is not None and quantity.sided and side == "opponent":
            return exp.column(identifier(name), "rival")
        return self._column(name)

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

        return exp.column(identifier(name), "own" if self._joined else None)

    def _value(self, dimension: Dimension, own: str, side: str) -> "exp.Expr":
        """A dimension of one side as text: spellings of one value made one, unknown ones null."""
        from sqlglot import exp

        first = (own == "a") == (side == "own")
        if dimension.fixed is not None:
            return exp.Literal.string(dimension.fixed[0 if first else 1])
        name = dimension.column or (dimension.a if first else dimension.b)
        assert name is not None
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
        found = self._column(time)
        if self._kinds[time] == "time":
            return found
        text = exp.cast(found, "VARCHAR", dialect="duckdb")
        return exp.Anonymous(this="TRY_STRPTIME", expressions=[text, exp.Literal.string("%Y")])

    def _result(self, own: str) -> "list[exp.Expr]":
        from sqlglot import exp

        won, lost = (1, 0) if own == "a" else (0, 1)
        winner = self._model.winner
        if winner.column is None and winner.score_a is None:
            return [exp.alias_(exp.Literal.number(won), "won")]
        a, b, drawn = self._outcomes()
        case = exp.Case().when(a, exp.Literal.number(won)).when(b, exp.Literal.number(lost))
        if drawn is None:
            return [exp.alias_(case, "won")]
        case = case.when(drawn, exp.Literal.number(0))
        flag = exp.Case().when(drawn.copy(), exp.Literal.number(1)).else_(exp.Literal.number(0))
        return [exp.alias_(case, "won"), exp.alias_(flag, "drawn")]

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


def amount_column(key: str, side: str) -> str:
    """Return the column of the sides that holds a number: "rating_number"."""
    return f"{key}_number" if side == "own" else f"{side}_{key}_number"


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


def summed(totals: Totals, column: "Callable[[str], exp.Expr]", own: str) -> "dict[str, exp.Expr]":
    """Return `n`, `won` and, where games may be drawn, `drawn` of the side `own` ("a" or "b").

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
    if totals.wins is not None:
        wins = count(totals.wins)
    elif totals.losses is not None:
        wins = games.copy() - count(totals.losses)
        wins = wins - drawn.copy() if drawn is not None else wins
    else:
        assert totals.rate is not None
        kind = "DECIMAL(13, 12)" if totals.scale == 1 else "DECIMAL(13, 10)"
        exact: exp.Expr = exp.cast(column(totals.rate), kind, dialect="duckdb")
        if totals.scale != 1:
            exact = exact * exp.Literal.number("0.01")
        wins = exp.cast(exp.Round(this=exact * games.copy()), "BIGINT", dialect="duckdb")
    if own == "b":
        wins = games.copy() - exp.paren(wins)
        wins = wins - drawn.copy() if drawn is not None else wins
    counts = {"n": games, "won": wins}
    return counts if drawn is None else {**counts, "drawn": drawn}
