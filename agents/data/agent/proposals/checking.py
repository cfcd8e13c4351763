"""What is against a proposed query: what the table cannot mean, what of the question it drops, and
what it says that nobody said.

The rules' own reading of the question is what a proposal is held to, whatever came of it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from pydantic import BaseModel

from agents.data.agent.proposals.prompt import nearest
from agents.data.agent.proposals.proposal import Proposal
from agents.data.compute.result import Cell
from agents.data.grammar.pieces import Bag, Number, Piece
from agents.data.grammar.reading import Read, read_of
from agents.data.grammar.residue import narrows
from agents.data.grammar.scope import Scope
from agents.data.grammar.unused_pieces import unheard
from agents.data.language.names import ColumnOption, ValueOption
from agents.data.language.packs import packs
from agents.data.model.schema import TableModel
from agents.data.model.units import SECONDS
from agents.data.query.checking import problems
from agents.data.query.operands import parts_of
from agents.data.query.query import Case, Computed, Group, Having, Measure, Query, Span, Test
from agents.data.query.sentences import problem_sentence
from agents.data.query.sides import is_even, settled, whose
from agents.data.query.totals import weighed, without_sums

_NAMING: Final = ("number", "value", "column")
_COUNTS: Final = ("limit", "offset", "width", "open", "bins", "size", "q")
_NEAR: Final = 0.5  # of the costs by which columns are heard
_NUMERAL: Final = re.compile(r"\d+(?:[.,]\d+)*")
_DAY: Final = re.compile(r"[12]\d{3}(?:-\d\d.*)?")
_TOLD_NEAR: Final = 6
_ANY: Final = "*"  # a word of a form that varies
_WORD: Final = re.compile(r"\w+")
_MOMENT: Final = re.compile(r"[12]\d{3}-\d\d")


class ReadQuestion(NamedTuple):
    """A question as rules read it, beside what else its words may rest on."""

    text: str
    language: str
    found: Read
    scope: Scope
    model: TableModel
    today: date
    known: frozenset[str]
    """Numbers and texts of the last query, its answer and what is remembered, as they are
    written."""

    def on(self, table: str) -> "ReadQuestion":
        """Return the question as it is read of another table of the model."""
        if table == self.scope.table.name:
            return self
        held = self.model.table(table)
        scope, found = read_of(self.text, self.language, self.model, held, self.today, packs())
        return self._replace(found=found, scope=scope)

    @property
    def unknown(self) -> list[str]:
        """The words that rules do not know and that may narrow it; of a table whose rows are texts
        no others than names, and those that rows hold."""
        found, texts = self.found, self.scope.table.texts
        units, reading = found.lattice.units, found.reading
        return [
            found.said((start, end)) for start, end in found.narrowing
            if not texts or any(one.text in texts for one in units[start:end])
            or narrows(found.text, units, start, end, self.scope.words, reading)
        ]  # fmt: skip

    @property
    def heard(self) -> list[str]:
        """The words in which rules make out a name, a column, a number or a figure, as written."""
        return list(dict.fromkeys(_dropped(Query(table=self.scope.table.name), self)))


def question(
    text: str,
    language: str,
    model: TableModel,
    today: date,
    *,
    last: Query | None = None,
    answered: Sequence[Sequence[Cell]] = (),
    remembered: Sequence[str] = (),
) -> ReadQuestion:
    """Read a question by rules, after a query and what was answered; blocks for as long as that
    takes."""
    scope, found = read_of(text, language, model, model.asked, today, packs())
    known = frozenset(map(str, _atoms([last, list(answered), list(remembered)])))
    return ReadQuestion(text, language, found, scope, model, today, known)


def objections(proposal: Proposal, asked: ReadQuestion) -> list[str]:
    """Return what is against a proposal, for the model to mend; [] where it stands. What is only
    looked at has to fit the table, and nothing else."""
    if not proposal.understood:
        return []
    query = proposal.query
    if query is None:
        return ["query: is missing, though understood is true"]
    queries = [_of_asked(one, asked.model) for one in (query, *proposal.also)]
    wrong = [one for each in queries for one in problems(each, asked.model)]
    found = [problem_sentence(one, asked.model, "en") for one in wrong]
    if proposal.look or any(one.key == "table" for one in wrong):
        return found
    read_so = [asked.on(one.table) for one in queries]
    if any(is_even(in_own_words(one, asked.model), asked.model.asked) for one in queries):
        found.append(f"half of both sides: group by one of {', '.join(whose(asked.model.asked))}")
    said = {str(one).casefold() for one in _atoms(queries)}
    found += [
        f"read_as: {one.meant!r} is no column, value or aggregate of the query"
        for one in proposal.read_as
        if one.meant.casefold() not in said and not _is_within(one.meant, said)
    ]
    accounted = [*proposal.left_out, *(one.said for one in proposal.read_as)]
    found += [
        f"{one!r} of the question is neither in the query nor in read_as or left_out"
        for one in _dropped_by_all(queries, read_so)
        if not _named(one, accounted)
    ]
    found += [
        f"{one!r} of the question is neither in read_as nor in left_out"
        for one in read_so[0].unknown
        if one.casefold() not in said and not _named(one, accounted)
    ]
    meant = [one.meant for one in proposal.read_as if one.said.casefold() in asked.text.casefold()]
    return found + [
        f"{one!r} is in a condition, and nobody said it"
        for query, as_read in zip(queries, read_so, strict=True)
        for one in _added(query, as_read, meant)
    ]


def _named(words: str, accounted: Sequence[str]) -> bool:
    """Whether words are among those that a proposal accounts for, whole or by one of theirs."""
    sought = words.casefold()
    return any(sought in one.casefold() for one in accounted) or _is_most(sought, accounted)


def unlike(proposal: Proposal, asked: ReadQuestion) -> dict[str, str]:
    """Return the texts that a proposal looks for and that no form of the table's rows holds, each
    with what is against it: the rows may call it otherwise, or there are none."""
    found: dict[str, str] = {}
    if not proposal.understood or proposal.query is None:
        return found
    for query in (proposal.query, *proposal.also):
        table = asked.model.queried(query.table)
        forms = [form for one in table.columns for form in one.forms]
        rows = [text for one in table.columns for text in one.examples] or forms
        held = [value for one in table.columns for value in one.values]
        known = [one.casefold() for one in (*forms, *rows, *held)]
        said = _words("\n".join([asked.text, *asked.known]))
        for sought in _sought(query) if rows else ():
            if not (
                said >= _words(sought) or any(sought.casefold() in one for one in known)
                or any(_fits(sought, form, table.texts) for form in forms)
            ):  # fmt: skip
                near = "\n".join(nearest(rows, sought, _TOLD_NEAR))
                found[sought] = (
                    f"{sought!r} stands in no row that was looked at. Say it again if there may be "
                    f"none, or as rows have it, such as:\n{near}"
                )
    return found


def _fits(sought: str, form: str, texts: Iterable[str]) -> bool:
    """Whether a row of a form may hold a text: its words stand there, or words of rows may."""
    words, tokens = sought.casefold().split(), form.casefold().split()
    held = {one for one in words if all(_is_held(part, texts) for part in _words(one))}
    for start in range(len(tokens) - len(words) + 1):
        pairs = [*zip(words, tokens[start:], strict=False)]
        fixed = [word for word, token in pairs if token != _ANY and word in token]
        free = [word for word, token in pairs if token == _ANY and word in held]
        if len(fixed) + len(free) == len(words) and (fixed or len(words) == 1):
            return True
    return False


def _sought(query: Query) -> Iterator[str]:
    """Yield the texts that a query looks for in rows."""
    for one in parts_of(query):
        if isinstance(one, Test) and one.op in ("contains", "starts", "ends"):
            yield from (text.strip() for text in map(str, one.values))


# What of the question is not in the query


def _dropped_by_all(queries: Sequence[Query], read_so: Sequence[ReadQuestion]) -> list[str]:
    """Return what was read and is in none of the queries, each of them of its own table."""
    dropped = [[*_dropped(one, asked)] for one, asked in zip(queries, read_so, strict=True)]
    if len(queries) == 1:
        return [*dict.fromkeys(dropped[0])]
    heard = [asked.heard for asked in read_so]
    return [
        one for one in dict.fromkeys(said for those in dropped for said in those)
        if all(one in those or one not in known
               for those, known in zip(dropped, heard, strict=True))
    ]  # fmt: skip


def _dropped(query: Query, asked: ReadQuestion) -> Iterator[str]:
    """Yield what was read and is in no part of the query, nor in a text of its conditions."""
    texts = [
        value for one in parts_of(query) if isinstance(one, Test)
        for value in one.values if isinstance(value, str)
    ]  # fmt: skip
    sought = {word for one in texts for word in _words(one)}
    for said in _unheard(query, asked):
        if not sought.issuperset(_words(said)) and not _is_most(said, texts):
            yield said


def _is_most(said: str, texts: Iterable[str]) -> bool:
    """Whether one of some texts is at least half of what was said."""
    folded = [one.casefold().strip() for one in texts]
    return any(one in said.casefold() and 2 * len(one) >= len(said) for one in folded)


def _unheard(query: Query, asked: ReadQuestion) -> Iterator[str]:
    found, scope = asked.found, asked.scope
    figures, days = _figures(query), set(_days(query))
    timed = bool(days) or any(map(_is_of_time, parts_of(query)))
    aggregates = {one.aggregate for one in query.measures}
    for piece in unheard(found.bag, query, scope):
        if piece.type == "number" and _counted(piece, piece, figures, days):
            continue
        if piece.type == "measure" and piece.value.aggregate in aggregates and [*_inside(piece)]:
            continue  # its column is looked at by itself
        if piece.type in ("condition", "bound") and "number" in {
            one.type for one in _inside(piece)
        }:
            continue  # its number is, and its column where it names one
        yield found.said((piece.start, piece.end))
    for piece in found.bag.pieces:
        if piece.type == "time" and not timed:
            yield found.said((piece.start, piece.end))
        for one in _inside(piece):
            if one.type == "column" and piece.rule == "faced":
                continue  # what is said of the other side is of its own column
            heard = (
                _counted(one, piece, figures, days)
                if one.type == "number"
                else not unheard(Bag((_likely(one),)), query, scope)
            )
            if not heard:
                yield found.said((one.start, one.end))


def _is_of_time(part: Any) -> bool:
    """Whether a part of a query says when: a span, a time of the day, or what time is told by."""
    if isinstance(part, Group):
        return bool(part.grain or part.cycle)
    return isinstance(part, Span) or (isinstance(part, Computed) and part.function == "clock")


def _inside(piece: Piece) -> Iterator[Piece]:
    """Yield the numbers, values and columns that a piece is made of, itself if it is a column."""
    if piece.type == "column":
        yield piece
    for part in piece.parts:
        if part.type in _NAMING:
            yield part
        else:
            yield from _inside(part)


def _likely(piece: Piece) -> Piece:
    """Return a piece without columns that are much farther fetched than the likeliest."""
    if piece.type != "column":
        return piece
    least = min(one.cost for one in piece.columns)
    near = tuple(one for one in piece.columns if one.cost <= least + _NEAR)
    return piece._replace(value=near)


def _counted(piece: Piece, whole: Piece, figures: set[float], days: set[str]) -> bool:
    """Whether a number is in a query: itself, as a share, as what it came to (5 minutes), or in
    another unit of time."""
    said: Number = piece.value
    come_to = [str(one) for one in _atoms(whole.value)]
    measured: Number = whole.value if isinstance(whole.value, Number) else said
    numbers = {float(said.value), said.value / 100, *_numbers(come_to), *_in_units(measured)}
    return bool(figures & numbers) or not days.isdisjoint(come_to)


def _in_units(said: Number) -> Iterator[float]:
    """Yield a length of time in every unit that a column may have."""
    if said.unit in SECONDS:
        yield from (said.value * SECONDS[said.unit] / size for size in SECONDS.values())


def _figures(query: Query) -> set[float]:
    """Return the numbers that a query says, those of its days and within its texts too."""
    found = set(_numbers(map(str, _literals(query))))
    for said in _literals(query):
        found |= set(_numbers(_NUMERAL.findall(said))) if isinstance(said, str) else set()
    for day in _days(query):
        found |= {float(part) for part in _NUMERAL.findall(day[:10])}
    for one in parts_of(query):
        if isinstance(one, Span) and one.end and (last := _last_day(one.end)):
            found |= {float(last.month), float(last.day)}
        found |= {float(said) for name in _COUNTS if (said := getattr(one, name, None))}
        if isinstance(one, Computed):
            found |= {float(arg) for arg in one.args if isinstance(arg, int | float)}
    return found


def _last_day(end: str) -> date | None:
    """Return the last day of a span up to, not including, an end; None of no day."""
    try:
        return date.fromisoformat(end[:10]) - timedelta(days=len(end) <= len("2026-11-30"))
    except (ValueError, OverflowError):
        return None


def _days(query: Query) -> Iterator[str]:
    yield from (str(one) for one in _literals(query) if _DAY.fullmatch(str(one)))


# What is in the query and was not in the question


def _added(query: Query, asked: ReadQuestion, meant: Iterable[str]) -> Iterator[str]:
    """Yield numbers and texts of conditions that neither the question nor the table has; words may
    be `meant` by others of the question."""
    read_of_it = [str(one) for piece in asked.found.bag.pieces for one in _atoms(piece.value)]
    told = "\n".join([asked.text, *asked.known])
    texts = [*_NUMERAL.findall(told), *read_of_it, *asked.known]
    numbers = {0.0, 1.0, *_numbers(texts)}
    numbers |= {one / 100 for one in numbers}
    for piece in asked.found.bag.pieces:
        for part in (piece, *piece.parts):
            numbers |= set(_in_units(part.value)) if isinstance(part.value, Number) else set()
    clocks = [end for piece in asked.found.bag.of("time") for end in piece.value.clock or ()]
    numbers |= {end - 1.0 for end in clocks if end is not None}  # up to, not including
    years = {int(one) for one in numbers if one.is_integer()}
    years |= {int(one[:4]) for one in texts if _DAY.fullmatch(one)}
    years |= {asked.today.year, asked.today.year - 1}
    table = asked.model.queried(query.table)
    # "On 9 June" is of a year that the table has.
    ends = [str(one) for column in table.columns for one in (column.low, column.high)]
    years |= {int(one[:4]) for one in ends if _MOMENT.match(one)}
    forms = [form for one in table.columns for form in (*one.forms, *one.examples)]
    said = "\n".join([told, *read_of_it, *forms]).casefold()
    words_said = {*_words(said), *(word for one in meant for word in _words(one))}
    written = {value.casefold() for one in table.columns for value in one.values}
    written |= {text.casefold() for one in table.columns for text in (one.true, one.false) if text}
    for one in _literals(query):
        number = _number(str(one))
        if isinstance(one, bool) or str(one).casefold() in written:
            continue
        if isinstance(one, str) and _DAY.fullmatch(one):
            if not years & {int(one[:4]), int(one[:4]) - 1}:
                yield one
        elif number is not None:
            if number not in numbers:
                yield str(one)
        elif not all(
            word in words_said or _is_held(word, table.texts) for word in _words(str(one))
        ):
            yield str(one)


def _is_held(word: str, texts: Iterable[str]) -> bool:
    """Whether rows hold a word without digits: as a part of one of theirs, or made of several."""
    if _NUMERAL.search(word):
        return False
    return all(any(part in one for one in texts) for part in word.split("_") if part)


def _is_within(meant: str, said: Iterable[str]) -> bool:
    """Whether the words of a text stand in one of others, whatever stands around them there."""
    words = _words(meant)
    return bool(words) and any(words <= _words(one) for one in said)


def _words(text: str) -> set[str]:
    return {*_WORD.findall(text.casefold())}


def _literals(query: Query) -> Iterator[Any]:
    for one in parts_of(query):
        match one:
            case Test():
                yield from one.values
            case Having():
                yield one.value
            case Computed(said=said) if said:
                yield said.strip()
            case Span():
                yield from (end for end in (one.start, one.end) if end is not None)
                yield one.count


def in_own_words(query: Query, model: TableModel) -> Query:
    """Return a query without labels of the proposer's, which would be shown, and one of sides with
    what holds of games."""
    query = _of_asked(query, model)
    if query.table == model.asked.name:
        query = without_sums(settled(weighed(query, model.asked), model.asked), model.asked)
    if query.table == model.tables[0].name:
        query = query.model_copy(update={"table": ""})
    labelled = query.model_copy(
        update={"measures": tuple(_unlabelled(one) for one in query.measures)}
    )
    compare = query.compare
    if compare is None:
        return labelled
    cases = tuple(
        Case(label=_label(one, place), where=one.where)
        for place, one in enumerate(compare.cases, 1)
    )
    return labelled.model_copy(update={"compare": compare.model_copy(update={"cases": cases})})


def _of_asked(query: Query, model: TableModel) -> Query:
    """Return a query with the table it is of: the one that was told first where it names none."""
    return query if query.table else query.model_copy(update={"table": model.asked.name})


def _unlabelled(measure: Measure) -> Measure:
    return measure.model_copy(update={"label": ""})


def _label(case: Case, place: int) -> str:
    values = [
        str(value)
        for test in parts_of(case.where)
        if isinstance(test, Test)
        for value in (*test.values, *([test.span.start] if test.span else []))
        if value is not None
    ]
    return ", ".join(values) or str(place)


# Values as data


def _atoms(value: Any) -> Iterator[str | int | float]:
    """Yield the texts and numbers of which a value is made; moments as ISO 8601."""
    if isinstance(value, BaseModel):
        value = [getattr(value, name) for name in type(value).model_fields]
    if isinstance(value, ColumnOption):
        value = value.column
    elif isinstance(value, ValueOption):
        value = value.values
    if isinstance(value, list | tuple):
        for one in value:
            yield from _atoms(one)
    elif isinstance(value, date):
        yield value.isoformat()
    elif isinstance(value, str | int | float) and not isinstance(value, bool) and value != "":
        yield value


def _numbers(texts: Iterable[str]) -> set[float]:
    return {number for one in texts if (number := _number(one)) is not None}


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None
