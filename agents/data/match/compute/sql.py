"""A plan becomes one SELECT, built from expressions; people's values are bound, never pasted."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from agents.answering.periods.periods import Period
from agents.data.match.compute.conditions import (
    AT_NEWEST,
    NEWEST,
    SPANS,
    compared,
    days_of,
    not_met,
    one_for_each,
    since_newest,
    span_of,
    within,
)
from agents.data.match.compute.deduplication import both_count, counted_once, told_once
from agents.data.match.compute.frame import GRAINS, Beyond, Bound, Figure, Filter
from agents.data.match.compute.plan import Group, Plan, amount_column, side_column
from agents.data.match.compute.result_columns import (
    GRAIN_SQL,
    LENGTH_COLUMNS,
    figure_of,
    outputs,
    told_columns,
    won_in,
)
from agents.data.match.compute.row_order import in_order
from agents.data.match.compute.sides import Sides, column, counts_rows, identifier
from agents.data.match.compute.statistics import wilson_sql
from agents.data.match.model.semantic_model import SemanticModel

if TYPE_CHECKING:
    from sqlglot import exp


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
        self._source = "sides"
        self._since = False

    def build(self, most: int | None = None) -> Query:
        """Return the query of the plan, of its first rows if there are more than `most`."""
        from sqlglot import exp

        plan, parts = self._plan, self._parts()
        select = exp.select(*(column(group.name) for group in plan.groups))
        select = select.select(*outputs(plan, self._model)).from_(list(parts)[-1])
        select = select.where(*self._kept_rows(list(parts)[-1]))
        select = in_order(select, plan, self._model)
        return self._finished(select if most is None else select.limit(most), parts)

    def build_tally(self) -> Query:
        """Return the query of how many rows there are of so many wins and games, and their draws.

        Wins are NULL where rows have none.
        """
        parts = self._parts()
        last = list(parts)[-1]
        return self._finished(tally(self._plan, self._model, last, self._kept_rows(last)), parts)

    def _parts(self) -> "dict[str, exp.Query]":
        """Return the subqueries of the plan; the last has all its rows."""
        plan = self._plan
        parts: dict[str, exp.Query] = dict(Sides(plan, self._model, self._kinds).expressions())
        if plan.frame.newest is not None:
            parts[NEWEST] = since_newest(self._conditions(), plan.frame.newest)
            self._since = True
        if plan.overlaps:
            parts[SPANS] = one_for_each(plan.frame.period, self._within)
            self._source = SPANS
        parts |= self._rates() if plan.counts_sides else self._games()
        if plan.tells_game:
            parts["told"] = self._told()
        return parts

    def build_newest(self) -> Query:
        """Return the query of how many the newest games are, with their first and last day."""
        parts: dict[str, exp.Query] = dict(
            Sides(self._plan, self._model, self._kinds).expressions()
        )
        assert self._plan.frame.newest is not None
        parts[NEWEST] = since_newest(self._conditions(), self._plan.frame.newest)
        self._since = True
        return self._finished(days_of(self._conditions()), parts)

    def build_games(self, names: tuple[str, ...], most: int) -> Query:
        """Return the query of won games by the named columns, as `won_games` has it."""
        parts = Sides(self._plan, self._model, self._kinds).expressions()
        return self._finished(won_games(names, self._conditions(), most), parts)

    def _finished(self, select: "exp.Select", parts: "Mapping[str, exp.Query]") -> Query:
        for name, body in parts.items():
            select = select.with_(name, as_=body, copy=False)
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

    def _conditions(self) -> "list[exp.Expr]":
        from sqlglot import exp

        found: list[exp.Expr] = [
            self._filter(one) for one in self._plan.frame.filters if not self._is_picked(one)
        ]
        if self._plan.frame.period:
            found.append(exp.or_(*(self._within(p) for p in self._plan.frame.period)))
        for period in self._plan.frame.periods_out:  # a game without a day is none of these
            unknown = exp.column("moment").is_(exp.null())
            found.append(exp.or_(unknown, self._within(period).not_()))
        for one in self._plan.frame.lasting:
            found.append(compared("seconds", one.comparison, one.seconds))
        for number in self._plan.frame.measured:
            name = identifier(amount_column(number.quantity, number.side)).sql(dialect="duckdb")
            found.append(compared(name, number.comparison, number.value))
        if self._plan.frame.ended is not None:
            found.append(exp.condition(self._ended(), dialect="duckdb"))
        entity, rival = column(self._model.entity), exp.column("opponent")
        found += [not_met(entity, rival, pair, self._bind) for pair in self._plan.frame.unmet]
        if self._plan.sided and self._plan.mirror in ("exclude", "only"):
            kind = exp.NEQ if self._plan.mirror == "exclude" else exp.EQ
            found.append(kind(this=column(self._model.entity), expression=exp.column("opponent")))
        if self._plan.not_itself is not None:
            own, other = (side_column(self._plan.not_itself, side, self._model)
                          for side in ("own", "opponent"))  # fmt: skip
            found.append(exp.NullSafeNEQ(this=column(own), expression=column(other)))
        if self._plan.rate or self._plan.frame.measure == "draw_rate":  # of finished games
            found.append(exp.column("won").is_(exp.null()).not_())
        if self._since:
            found.append(exp.condition(AT_NEWEST, dialect="duckdb"))
        for group in self._plan.groups:
            if group.dimension in GRAINS:
                found.append(exp.column("moment").is_(exp.null()).not_())
            elif group.dimension in self._model.dimensions:
                found.append(column(group.name).is_(exp.null()).not_())
        return found

    def _ended(self) -> str:
        """How a game must have ended for its side."""
        if self._plan.frame.ended == "won":
            return "won = 1"
        return "won = 0 AND drawn = 0" if self._model.has_draws else "won = 0"

    def _is_picked(self, one: Filter) -> bool:
        """Whether a filter says whose share is asked for: the share is of all sides."""
        if self._plan.frame.measure != "pick_share" or one.exclude:
            return False
        name = side_column(one.dimension, one.side, self._model)
        return any(group.name == name for group in self._picked_groups())

    def _picked_groups(self) -> list[Group]:
        known = [g for g in self._plan.groups if g.dimension in self._model.dimensions]
        sided = [g for g in known if self._model.dimensions[g.dimension].of_sides]
        return sided or known[:1]

    def _filter(self, one: Filter) -> "exp.Expr":
        from sqlglot import exp

        found = column(side_column(one.dimension, one.side, self._model))
        values = [self._bind(value) for value in one.values]
        # A game without a value is none of those that are left out.
        if len(values) == 1:
            kind = exp.NullSafeNEQ if one.exclude else exp.EQ
            return kind(this=found, expression=values[0])
        within = found.isin(*values)
        return exp.or_(within.not_(), found.is_(exp.null())) if one.exclude else within

    def _within(self, period: Period) -> "exp.Expr":
        return within(period, self._bind)

    def _group(self, group: Group) -> "exp.Expr":
        from sqlglot import exp, parse_one

        if group.dimension in GRAINS:
            return parse_one(GRAIN_SQL[group.dimension], dialect="duckdb")
        if group.dimension == "period" and self._source == SPANS:
            return exp.column("span")
        if group.dimension == "period":
            case = exp.Case()
            for period in self._plan.frame.period:
                case = case.when(self._within(period), exp.Literal.string(span_of(period)))
            return case
        return column(group.name)

    def _grouping(self) -> "exp.Select":
        from sqlglot import exp

        return exp.select(
            *(exp.alias_(self._group(g), identifier(g.name)) for g in self._plan.groups)
        )

    def _rates(self) -> "dict[str, exp.Query]":
        from sqlglot import exp

        plan = self._plan
        select = self._grouping().select(*self._counts())
        if plan.by_age:
            select = select.select("MIN(moment) AS first_played")
        select = self._grouped(select.from_(self._source).where(*self._conditions()))
        parts: dict[str, exp.Query] = {"counted": select}
        if plan.frame.measure == "pick_share":
            parts["shared"] = self._shared()
        last = list(parts)[-1]
        interval = wilson_sql(won_in(plan, self._model))
        parts["scored"] = exp.select("*", *interval).from_(last).where("games > 0")
        return parts

    def _counts(self) -> list[str]:
        totals = self._model.totals is not None
        number = "n" if totals else "1"
        if self._plan.frame.measure == "pick_share":
            return [f"CAST(SUM({number}) AS BIGINT) AS wins"]
        if self._plan.frame.measure == "mirror_share":
            entity = identifier(self._model.entity).sql(dialect="duckdb")
            same = f"{entity} = opponent"
            mirror, other = self._plan.sides_of_mirror(self._model)
            weight = f"CASE WHEN {same} THEN {mirror} ELSE {other} END"
            mirrors = f"CASE WHEN {same} THEN {number} * {mirror} ELSE 0 END"
            return [
                f"CAST(SUM({number} * {weight}) AS BIGINT) AS games",
                f"CAST(SUM({mirrors}) AS BIGINT) AS wins",
            ]
        if self._plan.frame.measure == "draw_rate":
            # Where no side is asked for, either side of a game is counted as half of it.
            half = 1 if self._plan.names_side(self._model) else 0.5
            return [
                f"CAST(SUM({number} * {half}) AS BIGINT) AS games",
                f"CAST(SUM(drawn * {half}) AS BIGINT) AS wins",
            ]
        games = "CAST(SUM(n) AS BIGINT) AS games" if totals else "COUNT(*) AS games"
        lost = "1 - won - drawn" if self._model.has_draws else "1 - won"
        if totals:
            lost = lost.replace("1", "n", 1)
        counted = lost if self._plan.frame.measure == "loss_rate" else "won"
        found = [games, f"CAST(SUM({counted}) AS BIGINT) AS wins"]
        if (won := won_in(self._plan, self._model)) != "wins":
            found.append(f"CAST(SUM({counted.replace('won', won)}) AS DOUBLE) AS {won}")
        if self._model.has_draws:
            found.append("CAST(SUM(drawn) AS BIGINT) AS draws")
        return found

    def _shared(self) -> "exp.Query":
        """Put beside each row's picks how many sides there were in the same conditions."""
        from sqlglot import exp

        picked = {group.name for group in self._picked_groups()}
        rest = [column(g.name) for g in self._plan.groups if g.name not in picked]
        total = exp.Window(this=exp.Sum(this=exp.column("wins")), partition_by=rest)
        whole = exp.cast(total, "BIGINT", dialect="duckdb")
        return exp.select("*", exp.alias_(whole, "games")).from_("counted")

    def _games(self) -> "dict[str, exp.Query]":
        """Count games, not sides: a mirror match has two sides of one race and is one game."""
        from sqlglot import exp

        conditions = self._conditions()
        if self._model.totals is not None:
            whole = self._model.stored == "both" and not self._plan.sided
            won = "won + drawn / 2" if self._model.has_draws else "won"
            # Each game has one winner, or two sides that drew.
            number = won if whole else counted_once(self._plan, self._model, self._filter)
            select = self._grouping().select(f"CAST(SUM({number}) AS BIGINT) AS games")
            return {"counted": self._grouped(select.from_("sides").where(*conditions))}
        picked = exp.select("game")
        for group in self._plan.groups:
            picked = picked.select(exp.alias_(self._group(group), identifier(group.name)))
        length = LENGTH_COLUMNS.get(self._plan.frame.measure)
        if length is not None:
            picked = picked.select("seconds")
            if self._plan.tells_game:
                picked = picked.select(*told_columns(self._model))
            conditions.append(exp.column("seconds").is_(exp.null()).not_())
        drawn = False
        if self._counts_winners():
            drawn = self._model.has_draws and not self._plan.without_draws
            once = "(won = 1 OR drawn = 1)" if drawn else "won = 1"
            both = "TRUE"
            if self._plan.compares_sides:
                both = both_count(self._plan, self._model, self._filter)
                once = f"({once} OR NOT {both})"
            elif self._plan.sided:
                once, drawn = "TRUE", False
            if drawn:  # either row of a drawn game is half of it
                part = f"CASE WHEN drawn = 1 AND {both} THEN 0.5 ELSE 1 END AS part"
                picked = picked.select(part)
            conditions.append(exp.condition(once, dialect="duckdb"))
        picked = picked.from_(self._source).where(*conditions)
        if not counts_rows(self._plan, self._model):
            picked = picked.distinct()
        select = exp.select(*(column(group.name) for group in self._plan.groups))
        counted = "CAST(SUM(part) AS BIGINT)" if drawn else "COUNT(*)"
        select = select.select(f"{counted} AS games")
        if length is not None:
            figure = f"{length[0]}(seconds)"
            if drawn and length[0] == "AVG":
                figure = "SUM(seconds * part) / SUM(part)"
            select = select.select(f"CAST({figure} AS DOUBLE) AS {length[1]}")
        return {"picked": picked, "counted": self._grouped(select.from_("picked"))}

    def _told(self) -> "exp.Query":
        """Name the game that the figure is of; of several alike the earliest."""
        from sqlglot import exp

        _, figure = LENGTH_COLUMNS[self._plan.frame.measure]
        names = told_columns(self._model)
        select = exp.select("games", figure, *names).from_("counted")
        select = select.join("picked", on=f"seconds = {figure}")
        return select.order_by(*names, *(["game"] if not names else [])).limit(1)

    def _counts_winners(self) -> bool:
        """Whether the two rows of a game can only be told to be one by counting its winner."""
        model = self._model
        return model.grain == "side" and model.game is None and model.stored == "both"

    def _grouped(self, select: "exp.Select") -> "exp.Select":
        from sqlglot import exp

        if not self._plan.groups:
            return select.having("COUNT(*) > 0")
        places = [exp.Literal.number(i + 1) for i in range(len(self._plan.groups))]
        return select.group_by(*places)

    def _kept_rows(self, counted: str) -> "list[exp.Expr]":
        """Return the conditions on whole rows: how many games, which rate, whose share.

        `counted` is the subquery with all rows.
        """
        from sqlglot import exp

        plan, found = self._plan, []
        if not plan.groups:
            return []  # one row is told with whether it meets its thresholds
        games = "wins" if plan.frame.measure == "pick_share" else "games"
        if plan.least is not None:
            found.append(compared(games, ">=", plan.least))
        if plan.frame.at_most is not None:
            found.append(compared(games, "<=", plan.frame.at_most))
        found += [self._bounded(bound) for bound in plan.frame.bounds]
        if plan.frame.measure == "pick_share":
            found += [self._filter(one) for one in plan.frame.filters if self._is_picked(one)]
        if plan.frame.beyond is not None:
            found.append(self._beyond(plan.frame.beyond, counted))
        return [exp.paren(one) for one in (*found, *told_once(plan, self._model))]

    def _beyond(self, beyond: Beyond, counted: str) -> "exp.Expr":
        """Compare a row's figure with that of the row of one value."""
        from sqlglot import exp

        figure = next(
            text.rpartition(" AS ")[0] or text
            for text in outputs(self._plan, self._model)
            if (text.rpartition(" AS ")[2] or text) == figure_of(self._plan)
        )
        same = exp.EQ(this=column(beyond.dimension), expression=self._bind(beyond.value))
        other = exp.select(figure).from_(counted).where(same).subquery()
        kinds = {">": exp.GT, ">=": exp.GTE, "<": exp.LT, "<=": exp.LTE}
        one = exp.paren(exp.condition(figure, dialect="duckdb"))
        return kinds[beyond.comparison](this=one, expression=other)

    def _bounded(self, bound: Bound) -> "exp.Expr":
        """Compare a row's figure; where a loss rate is asked for, `wins` counts what was lost."""
        from sqlglot import exp

        lost = self._plan.frame.measure == "loss_rate"
        rest = "games - wins - draws" if self._model.has_draws else "games - wins"
        figures: dict[Figure, str] = {
            "rate": f"{won_in(self._plan, self._model)} / games",
            "wins": rest if lost else "wins",
            "losses": "wins" if lost else rest,
            "seconds": LENGTH_COLUMNS["duration"][1],
        }
        text = f"{figures[bound.figure]} {bound.comparison} {bound.value!r}"
        return exp.condition(text, dialect="duckdb")


def tally(plan: Plan, model: SemanticModel, rows: str, kept: "Sequence[exp.Expr]") -> "exp.Select":
    """Count the rows of the subquery `rows`; wins are NULL where rows have none."""
    from sqlglot import exp

    wins = won_in(plan, model) if plan.counts_sides else "NULL"
    draws = "CAST(SUM(draws) AS BIGINT)" if plan.rate and model.has_draws else "0"
    select = exp.select(f"{wins} AS wins", "games", "COUNT(*) AS rows", f"{draws} AS draws")
    return select.from_(rows).where(*kept).group_by("1", "2").order_by("2", "1")


def won_games(names: Sequence[str], conditions: "Sequence[exp.Expr]", most: int) -> "exp.Select":
    """Return the query of won games by the named columns of the sides, and how many of each.

    Beside each row stands how many games there are in all. Where there are more than `most` rows
    they are a fair sample, the same each time: the order goes by a digest of the names.
    """
    from sqlglot import exp

    won = exp.EQ(this=exp.column("won"), expression=exp.Literal.number(1))
    known = [column(name).is_(exp.null()).not_() for name in names]
    select = exp.select(*(column(name) for name in names)).select("COUNT(*) AS games")
    select = select.select("CAST(SUM(COUNT(*)) OVER () AS BIGINT) AS in_all")
    select = select.from_("sides").where(won, *known, *conditions)
    places = [exp.Literal.number(i + 1) for i in range(len(names))]
    written = [exp.cast(column(name), "TEXT") for name in names]
    apart = [part for one in written for part in (one, exp.Literal.string("|"))]
    digest = exp.MD5(this=exp.Concat(expressions=apart))
    return select.group_by(*places).order_by(digest, *places).limit(most)
