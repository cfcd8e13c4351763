"""Which rows are meant: the conditions, values, times and bare numbers of a message."""

from collections.abc import Sequence
from datetime import date
from itertools import combinations, pairwise, product
from typing import Any

from agents.data.grammar.pieces import Bag, Conditioned, Grouped, Number, Piece, is_held
from agents.data.grammar.scope import Scope, meant, scaled, test
from agents.data.language.lexicon import DEEDS, RECORDING
from agents.data.language.names import ANY, BY_PART, ITS_HEADER, ValueOption
from agents.data.language.units import normal
from agents.data.model.schema import Column, Table
from agents.data.model.units import is_money
from agents.data.query.carrying import RESULTS
from agents.data.query.kinds import Kinds, agree, met, named_together
from agents.data.query.moments import Time, during, months_of, of_any_year, of_span, within
from agents.data.query.operands import contrary, joined, one_of, tests_of
from agents.data.query.query import AllOf, AnyOf, Case, Condition, Operand, Query, Test
from agents.data.query.sequences import New, followed

_ASKED_FOR = 0.6  # a value of the column that is asked for is hardly a condition
_NAMED = 0.3  # one of a column that is named beside it rather is
_PLAYED = 0.5  # who plays is meant before who won the toss
_UNSURE = 0.3
_RARE, _SELDOM = 0.1, 0.1  # farther fetched, with so small a part of the rows of another column
_ALIKE = 5  # letters that columns of one thing begin with
_TIED = 4  # columns; a value of more is hardly meant of one
NEGATED_WITHIN = 3  # units
_FAR_APART = 4  # units between a number and the column that it is of
_OF_ROWS = ("many", "times", "group", "agg", "measure", "share")  # what is asked of rows
_NO_COLUMN = 1.0  # doubt of a number that no column is known for


class Conditions:
    """Owns the conditions of one message; `held` are the columns that have one."""

    def __init__(self, bag: Bag, scope: Scope) -> None:
        self.bag, self.scope = bag, scope
        self.found: list[Condition] = []
        self.held: set[str] = set()
        self.doubt = 0.0
        self.fresh: str | None = None  # whose values are those that are new
        self.values = list(bag.of("value"))
        self.said = list(bag.of("condition"))
        self.times: list[Piece] = list(bag.of("time"))
        self.numbers = list(bag.of("number"))
        self.flags: list[Test] = []  # columns of yes and no that were named
        self.loose: list[Piece] = []  # that might narrow, but nobody knows how
        self.ties: list[Piece] = []  # that may equally well be of several columns
        # Where words of negation end that nothing was made of yet.
        self.negations = [one.end for one in bag.of("not")]

    def settle(self) -> None:
        """Take every piece that is left as a condition."""
        for piece in self.said:
            said: Conditioned = piece.value
            self.found.append(self._negated(piece, said.condition))
            if said.column:
                self.held.add(said.column)
        self._values()
        days = [one for one in self.times if one.value.weekdays]
        spans = [one for one in self.spans() if one not in days]
        dated = [one for one in spans if not one.value.clock]
        whole = all(one.value.start and one.value.end for one in dated)
        if len(dated) > 1 and whole and self.time_column() is not None:
            self._either(dated)
            spans = [one for one in spans if one not in dated]
        for piece in days[:1]:  # on Saturdays and Sundays
            every = dict.fromkeys(day for one in days for day in one.value.weekdays)
            spans.append(piece._replace(value=piece.value._replace(weekdays=(*every,))))
        for piece in spans:
            self._hold(piece)
        for piece in self.bag.of("bound"):
            upto = piece.value.upto
            self._beside(piece, piece.value.op, piece.value.said, upto)
        for piece in self.numbers:
            if not self._is_year(piece) and not self._beside(piece, "=", piece.value):
                self.doubt += _NO_COLUMN  # it is not known what it is
                self.loose.append(piece)
        for piece in self.bag.of("ord"):
            self._beside(piece, "=", Number(int(piece.value)))
        for piece in self.bag.of("column"):
            self._flag(piece)
        for piece in self.bag.of("group"):
            for one in piece.value:
                self._new(one)
        for piece in self.bag.nouns():
            self._called(piece)

    @property
    def where(self) -> Condition | None:
        """The condition of the query."""
        found = self.found
        return joined(sorted(found, key=lambda o: isinstance(o, Test) and followed(o) is not None))

    def time_column(self) -> Column | None:
        """The column of time that is meant: one that is named, the nearest to a time first, else
        the table's own."""
        at = self.times[0].start if self.times else 0
        named = sorted(self.bag.of("column"), key=lambda one: abs(one.start - at) if at else 0)
        for piece in (*named, *self.bag.of("target")):
            for option in piece.columns[:1]:
                column = self.scope.column(option.column)
                if column.kind == "moment":
                    return column
        return self.scope.time

    def spans(self) -> list[Piece]:
        """The times that were said, and bare numbers that are years of the table's time as such."""
        years = (
            one._replace(type="time", value=months_of(int(one.value.value), 1, 12))
            for one in self.numbers if self._is_year(one)
        )  # fmt: skip
        return [*self.times, *years]

    def of_time(self, piece: Piece) -> tuple[str, Condition] | None:
        """Return the column of a time, and the rows of it."""
        column = self.time_column()
        time: Time = piece.value
        if column is None:
            return None
        condition = of_any_year(column, time, self.scope.table.rows)
        condition = condition or during(column, within(time, column))
        return (column.name, condition) if condition is not None else None

    def _hold(self, piece: Piece) -> None:
        found = self.of_time(piece)
        if found is None:
            self.doubt += _NO_COLUMN
            self.loose.append(piece)
            return
        self.held.add(found[0])
        self.found.append(self._negated(piece, found[1]))

    def _values(self) -> None:
        by_column: dict[str, list[ValueOption]] = {}
        spoken: dict[str, list[Piece]] = {}
        for piece in self.values:
            option = self.likeliest(piece)
            by_column.setdefault(option.column, []).append(option)
            spoken.setdefault(option.column, []).append(piece)
        for column, options in by_column.items():
            self.held.add(column)
            tests: list[Condition] = [
                self._negated(piece, test(one))
                for one, piece in zip(options, spoken[column], strict=True)
            ]
            whole = [one for one in tests if isinstance(one, Test) and one.op in ("=", "in")]
            if len(tests) > 1 and len(whole) == len(tests):
                values = tuple(dict.fromkeys(value for one in whole for value in one.values))
                self.found.append(one_of(column, values))
            else:
                self.found += tests
                self._at_odds(options, spoken[column])

    def _at_odds(self, options: list[ValueOption], pieces: list[Piece]) -> None:
        """A part of a name beside another whole name is of neither: no row has both."""
        whole = [str(value) for one in options if one.op == "=" for value in one.values]
        for option, piece in zip(options, pieces, strict=True):
            part = normal(str(option.values[0]))
            if option.op == "contains" and whole and all(part not in normal(o) for o in whole):
                self.loose.append(piece)

    def _negated(self, piece: Piece, condition: Condition) -> Condition:
        """The contrary of a condition that a word of negation stands before, at some distance."""
        for place in self.negations:
            if 0 <= piece.start - place <= NEGATED_WITHIN:
                self.negations.remove(place)
                return contrary(condition)
        return condition

    def likeliest(self, piece: Piece) -> ValueOption:
        """Return the likeliest column of a value: rather one named beside it than one asked for."""
        wanted = {option.column for one in self.bag.of("target") for option in one.columns[:1]}
        named = {option.column for one in self.bag.of("column") for option in one.columns[:1]}

        # Of lines one word is rather what many hold than what a few do.
        texts = self.scope.table.texts
        rows = {one: self.scope.column(one.column).rows_of(one.values)
                for one in piece.values if texts}  # fmt: skip

        def cost(option: ValueOption) -> float:
            told = option.cost + (_ASKED_FOR if option.column in wanted else 0.0)
            told -= _PLAYED if self.scope.column(option.column).role in ("side", "player") else 0.0
            told += _RARE if texts and rows[option] < _SELDOM * max(rows.values()) else 0.0
            return told - (_NAMED if option.column in named else 0.0)

        ordered = sorted(piece.values, key=cost)
        if len(ordered) > 1 and cost(ordered[1]) - cost(ordered[0]) < 0.05:
            self.doubt += _UNSURE
            alike = ordered[0].column[:_ALIKE] == ordered[1].column[:_ALIKE]  # style, style2
            if ordered[0].op != "contains" and len(piece.values) <= _TIED and not alike:
                self.ties.append(piece)
        return ordered[0]

    def _either(self, spans: list[Piece]) -> None:
        """Several times of one column: one of them, or what they have in common."""
        found = [one for one in map(self.of_time, spans) if one is not None]
        ordered = sorted(spans, key=lambda one: one.value.start)
        apart = all(one.value.end <= two.value.start for one, two in pairwise(ordered))
        conditions = tuple(dict.fromkeys(condition for _, condition in found))
        self.held.add(found[0][0])
        self.found += [AnyOf(any=conditions)] if apart and len(conditions) > 1 else conditions

    def _is_year(self, piece: Piece) -> bool:
        said = piece.value
        return self.scope.is_year(said.value) and not said.unit and self.time_column() is not None

    def _beside(self, piece: Piece, op: str, said: Number, upto: float | None = None) -> bool:
        """Take a number as one of the nearest column of numbers that nothing else is said of: a
        color mark below 10, who scored 12 in composition. Else it is of what rows come to (orders
        over 100000), or of how many there are in all."""
        farthest = ITS_HEADER if op == "=" else BY_PART
        near = sorted(
            ((apart, column) for one in self.bag.of("column")
             if (apart := piece.apart(*one.run)) <= _FAR_APART
             and (column := self.scope.pick(one.columns, self.scope.numeric, only=True))
             and one.columns[0].cost <= farthest),
        )  # fmt: skip
        names = [
            name
            for _, name in near
            if self.scope.column(name).may_hold(scaled(self.scope, name, said))
        ]
        if op != "=":
            names += [one.name for one in (self._bare(piece, said),) if one]
        name = next((one for one in names if one not in self.held), None)
        if name is None:
            return False
        self.held.add(name)
        for sign, value in ((op, scaled(self.scope, name, said)), ("<=", upto)):
            if value is not None:
                test = Test(column=name, op=sign, values=(value,))  # type: ignore[arg-type]  # an operator
                self.found.append(self._negated(piece, test))
        return True

    def _bare(self, piece: Piece, said: Number) -> Column | None:
        """Return the column that a bare number is of, where rows are spoken of as such: what they
        come to; beside their name that one which alone has both less and more, if there is one
        (patients over 65)."""
        money, worth = is_money(said.unit), self.scope.worth
        if not (self.bag.nouns() or self.bag.has("times")) or not (money or said.unit in ("", "x")):
            return None
        numbers = [one for one in self.scope.table.columns if self.scope.numeric(one)]
        beside = any(piece.start in (one.end, one.end + 1) or piece.end == one.start
                     for one in self.bag.of("noun"))  # fmt: skip
        parted = [one for one in numbers if not money and one.parts(said.value)]
        if worth is not None and (not parted or worth in parted):
            return None if worth.is_beyond(said.value) else worth
        return parted[0] if len(parted) == 1 and beside else None

    def _flag(self, piece: Piece) -> None:
        """A column of yes and no that is named keeps the rows of yes."""
        name = piece.columns[0].column
        condition = self.scope.flag(name)
        said = self.scope.dates(piece) and not self.times and self.bag.has_any(*_OF_ROWS)
        if said and self.scope.table.is_open(name):
            condition = Test(column=name, op="not empty")  # those that were done
        if condition is None or name in self.held:
            return
        if (other := otherwise(self.bag, self.scope, name)) is not None:
            condition = other
        self.held.add(name)
        told = self._negated(piece, condition)
        if told is condition:
            self.flags.append(condition)
        self.found.append(told)

    def _new(self, said: Grouped) -> None:
        """Values of a group that were not there before a time."""
        name = self.scope.pick(said.columns, lambda one: one.groups_well)
        time = self.scope.time
        if name is None or time is None or said.since is None:
            return
        found = during(time, within(said.since, time))
        if isinstance(found, Test) and found.span is not None and isinstance(found.column, str):
            self.found.append(New(name, found.column, found.span).test())
            self.fresh = name
        else:
            self.doubt += _NO_COLUMN

    def _called(self, piece: Piece) -> None:
        """A noun keeps the rows that are called so, unless what is said of them is of others; one
        that many rows are about keeps none, and says too little by itself."""
        if piece.value == ANY:
            alone = not self.found and not self.bag.has_any("target", "group", "column")
            self.loose += [piece] if alone else []
        elif piece.value and self.scope.column(piece.value).empty:
            rows = Test(column=piece.value, op="not empty")
            if rows not in self.found and agree(Query(where=joined((*self.found, rows))),
                                                self.scope.table):  # fmt: skip
                self.found.append(rows)

    def part(self) -> bool:
        """Take "from 2023 to 2024" as the two times that it is said of, if it stands alone."""
        if len(self.times) != 1 or self.times[0].rule != "between":
            return False
        said = [
            next((own for own in one.parts if own.type == "time"), one)
            if one.rule == "opened" else one
            for one in self.times[0].parts
        ]  # fmt: skip
        ends = [one for one in said if one.type in ("time", "number")]
        if len(ends) != 2:
            return False
        self.times = [one for one in ends if one.type == "time"]
        self.numbers += [one for one in ends if one.type == "number"]
        return True

    def with_the_one_before(self) -> bool:
        """Take a time that is counted from today with the one before it: how this month changed."""
        span = self.times[0].value.relative if len(self.times) == 1 else None
        if span is None:
            return False
        before = of_span(span.model_copy(update={"ago": span.ago + span.count}), self.scope.today)
        self.times.insert(0, self.times[0]._replace(value=before))
        return True

    def cases(self) -> tuple[Case, ...]:
        """Take two values or times out of the message that stand beside each other."""
        if sides := self._halves():
            self.values = []
            self.held |= {one.column for side in sides for one in side}
            return tuple(
                Case(label=", ".join(str(one.values[0]) for one in side),
                     where=AllOf(all=tuple(map(test, side)))) for side in sides
            )  # fmt: skip
        if pair := self._pair():
            column, options = pair
            self.values = [
                one for one in self.values if all(option.column != column for option in one.values)
            ]
            self.held.add(column)
            return tuple(Case(label=str(one.values[0]), where=test(one)) for one in options)
        if equal := self._equalities():
            return equal
        cases = []
        # What is later is told against what was before it, whatever was said first.
        for piece in sorted(self.spans(), key=lambda one: (one.value.start or date.min, one.start)):
            if (found := self.of_time(piece)) is not None:
                self.held.add(found[0])
                label = within(piece.value, self.scope.column(found[0])).label
                cases.append(Case(label=label, where=found[1]))
        if len(cases) < 2:
            return self._happened()
        self.times, self.numbers = [], []
        return tuple(cases)

    def _happened(self) -> tuple[Case, ...]:
        """What stands on either side of a word of comparing: retried against failed."""
        events = self._events()
        told = [*((one, one.value.condition) for one in self.said), *events.items()]
        for word in self.bag.of("compare") if self.scope.table.order else ():
            before = max((one for one in told if one[0].end <= word.start), default=None,
                         key=lambda one: one[0].end)  # fmt: skip
            behind = min((one for one in told if one[0].start >= word.end), default=None,
                         key=lambda one: one[0].start)  # fmt: skip
            if before is None or behind is None:
                continue
            self.said = [one for one in self.said if one not in (before[0], behind[0])]
            self.held |= {one.columns[0].column for one, _ in (before, behind) if one in events}
            return tuple(Case(label=self._label(*one), where=one[1]) for one in (before, behind))
        return ()

    def _events(self) -> dict[Piece, Test]:
        """The columns of yes and no that were named, with the rows of yes."""
        flags = {one: self.scope.flag(one.columns[0].column) for one in self.bag.of("column")}
        return {one: test for one, test in flags.items() if test is not None}

    def _label(self, piece: Piece, condition: Condition) -> str:
        if piece.type == "column":
            return self.scope.column(piece.columns[0].column).label_in(self.scope.words.language)
        return " ".join(str(value) for one in tests_of(condition) for value in one.values)

    def outcomes(self) -> tuple[Case, ...]:
        """Results that stand beside each other: what is told of games won, and of those lost."""
        found = {
            test: Case(label=self._label(piece, test), where=test)
            for piece, test in self._events().items()
            if self.scope.column(str(test.column)).role in RESULTS
        }
        if len(found) < 2:
            return ()
        self.held |= {str(one.column) for one in found}
        return (*found.values(),)

    def _halves(self) -> list[list[ValueOption]]:
        """Values on either side of a joining word, of the same columns: men in Sales and women in
        Marketing."""
        for join in self.bag.of("going_on"):
            sides = [[one.values[0] for one in self.values if one.end <= join.start],
                     [one.values[0] for one in self.values if one.start >= join.end]]  # fmt: skip
            before, behind = ({one.column: one for one in side} for side in sides)
            if before.keys() == behind.keys() and len(before) > 1 and all(
                len(side) == len(before) for side in sides
            ):  # fmt: skip
                return sides
        return []

    def are_parted(self) -> bool:
        """Whether values of one column are meant one by one, without a word of comparing: each is
        bound by itself (for paid and for open), a word says so (paid and open each), or no row is
        both (paid and unpaid)."""
        called = {one.start for kind in ("noun", "thing") for one in self.bag.of(kind)}
        each = any(one.value and one.end not in called for one in self.bag.of("each"))
        spans = self.spans()
        if self._halves() or (each and (len(spans) > 1 or self._pair() is not None)):
            return True
        joins = [one for one in self.bag.of("going_on") if not one.value]
        for said in (self.values, sorted(spans, key=lambda one: one.start)):
            for one, two in pairwise(said):
                of_one = one.type == "time" or one.values[0].column == two.values[0].column
                bound = two.type == "time" and two.parts and two.parts[0].type.startswith("=")
                start = two.start + bool(bound)  # in May
                if of_one and any(one.end <= o.start and o.end < start for o in joins):
                    return True
        alike = self._alike()
        others = [own for piece, own in alike if piece.type != "value"]
        return any(
            one.op == two.op == "=" if one.values != two.values else one.op != two.op
            for one, (_, two) in product(others, alike)
        )

    def _alike(self) -> list[tuple[Piece, Test]]:
        """The values, yes and no, and what is not so that are said of the column that has most."""
        tests = [(one, one.value.condition) for one in self.said]
        tests += [(one, test(one.values[0])) for one in self.values]
        tests += self._events().items()
        found: dict[Operand, list[tuple[Piece, Test]]] = {}
        for piece, own in tests:
            if isinstance(own, Test) and own.op in ("=", "!=") and own.than is None:
                found.setdefault(own.column, []).append((piece, own))
        return max(found.values(), key=len, default=[])

    def _equalities(self) -> tuple[Case, ...]:
        """Numbers of one column that stand beside each other, or a value and what is not so: 4 or 8
        cylinders, paid and unpaid."""
        taken = self._alike()
        column = taken[0][1].column if taken else None
        if isinstance(column, str) and len(taken) == 1 and taken[0][0].type == "condition":
            taken += [
                (one, Test(column=column, op="=", values=(one.value.value,)))
                for one in self.numbers if not self._is_year(one)
            ]  # fmt: skip
        if len({own for _, own in taken}) < 2:
            return ()
        self.said, self.values, self.numbers = (
            [one for one in pieces if all(one is not other for other, _ in taken)]
            for pieces in (self.said, self.values, self.numbers)
        )
        self.held.add(str(column))
        taken = [(one, self._said_of_two(own)) for one, own in taken]
        taken.sort(key=lambda one: one[0].start)
        signs = {"=": "", "!=": "≠ "}
        return tuple(
            Case(label=f"{signs[own.op]}{self._as_written(own)}", where=own) for _, own in taken
        )

    def _said_of_two(self, test: Test) -> Test:
        """What is not one value of a column that has but two is the other one."""
        column = self.scope.column(str(test.column))
        known = (True, False) if column.stored == "boolean" else column.values
        two = known if column.complete and not column.empty else ()
        if test.op != "!=" or len(two) != 2 or test.values[0] not in two:
            return test
        return test.model_copy(update={"op": "=", "values": tuple({*two} - {*test.values})})

    def _as_written(self, test: Test) -> str:
        column, value = self.scope.column(str(test.column)), test.values[0]
        said = (column.true if value else column.false) if isinstance(value, bool) else ""
        return said or str(value)

    def _pair(self) -> tuple[str, list[ValueOption]] | None:
        for piece in self.values:
            for option in piece.values[:1]:
                spelt: dict[str, list[Any]] = {}
                for said in option.values:
                    spelt.setdefault(normal(str(said)), []).append(said)
                if option.op == "in" and len(spelt) > 1:
                    return option.column, [
                        ValueOption(option.column, "in" if alike[1:] else "=", (*alike,), 0.0)
                        for alike in spelt.values()
                    ]
        for one, two in combinations(self.values, 2):
            alike = [(o, other) for o, other in product(one.values, two.values)
                     if o.column == other.column and o.values != other.values]  # fmt: skip
            if best := min(alike, default=None, key=lambda pair: pair[0].cost + pair[1].cost):
                column = best[0].column
                own = (next((o for o in piece.values if o.column == column), None)
                       for piece in self.values)  # fmt: skip
                return column, [*{o.values: o for o in own if o is not None}.values()]
        return None


def together(scope: Scope, parts: dict[str, Piece], with_: dict[str, Any]) -> Conditioned | None:
    """Words that stand beside each other mean rows that hold them all: statement timeout."""
    words = parts["one"], parts["two"]
    held = [one for one in words if is_held(one)]
    conditions = [meant(scope, one) for one in words]
    others = any(one.type == "condition" and one not in held for one in words)
    if not held or others or None in conditions:
        return None
    found = AllOf.model_validate({"all": conditions})
    kinds = met(found, scope.table)
    if kinds and (value := named_together(found.all, scope.table)) is not None:
        return Conditioned(value, str(value.column), held=True)
    return Conditioned(found, scope.table.name_of_row, held=True) if kinds else None


def telling(pieces: Sequence[Piece], table: Table) -> tuple[Piece, ...]:
    """Return pieces without verbs that tell no more of the rows than the rest does, or that none of
    these rows holds: which host logged most, of lines of which some hold "logged"; without those of
    writing where it is said what is written; and without words that say what the value behind them
    is: state HARD."""
    unnamed = {one.start for one in pieces if one.type == "value"
               and table.column(one.values[0].column).role == "unnamed"}  # fmt: skip
    rows_said = any(one.type == "noun" for piece in pieces for one in (piece, *piece.parts))
    pieces = [one for one in pieces if not (
        (is_held(one) and one.end in unnamed) or (one.rule == RECORDING and rows_said)
        or one.type == "itself"
    )]  # fmt: skip
    rest = [kinds for one in pieces if one.rule not in DEEDS and (kinds := _kinds_of(one, table))]
    rows = frozenset.intersection(*rest) if rest else None

    def tells(verb: Piece) -> bool:
        kinds = _kinds_of(verb, table)
        return rows is None or kinds is None or Kinds() < rows & kinds < rows

    return tuple(one for one in pieces if one.rule not in DEEDS or tells(one))


def _kinds_of(piece: Piece, table: Table) -> Kinds | None:
    return met(piece.value.condition, table) if piece.type == "condition" else None


def otherwise(bag: Bag, scope: Scope, name: str) -> Test | None:
    """Return what says the same as a column of yes and no, of rows that hold words which none of
    its rows holds: errors are the failures where the words are of lines without one of failing."""
    table = scope.table
    held = [kinds for one in bag.of("condition")
            if is_held(one) and (kinds := _kinds_of(one, table)) is not None]  # fmt: skip
    if name not in table.otherwise or not held:
        return None
    column, values = table.otherwise[name]
    kinds = frozenset.intersection(*held)
    if kinds & table.kinds[name] or not kinds & table.kinds.get(column, frozenset()):
        return None
    return Test(column=column, op="in", values=values)
