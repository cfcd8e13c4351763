"""From a message to a query, within a dialogue: the one entrance to the reading of words."""

from collections.abc import Iterable
from datetime import date
from itertools import starmap

from agents.answering.text.language import LANGUAGES, language_of
from agents.data.dialogue.changing import changes, freed, included, left_out
from agents.data.dialogue.choices import Lookup, choices, examples, holding
from agents.data.dialogue.derived_figures import related
from agents.data.dialogue.following import goes_on, is_edit, is_whole
from agents.data.dialogue.instead_of import as_part
from agents.data.dialogue.log import DialogueLog, DialogueTurn
from agents.data.dialogue.outcomes import (
    Answerable,
    Asked,
    Declined,
    Outcome,
    QueryChoice,
    Talk,
    TextSpan,
    Understood,
)
from agents.data.dialogue.references import resolved, spoken, those
from agents.data.dialogue.second_half import asks_more, joint, of_halves, of_told, parted
from agents.data.grammar import alternatives
from agents.data.grammar.alternatives import Alternative
from agents.data.grammar.assembly import Draft
from agents.data.grammar.confidence import confidence
from agents.data.grammar.pieces import Number, Piece
from agents.data.grammar.reading import Read, draft, read_of
from agents.data.grammar.row_comparisons import from_to, is_lasting
from agents.data.grammar.scope import Scope
from agents.data.grammar.unused_pieces import unheard
from agents.data.language.packs import Packs, packs
from agents.data.language.units import normal
from agents.data.model.schema import TableModel
from agents.data.query.applying import Refusal, apply
from agents.data.query.carrying import going_on
from agents.data.query.edits import Ask, Edit, Instead, Of, Without
from agents.data.query.kinds import agree, agreeing
from agents.data.query.moments import is_one_day
from agents.data.query.more import of_one_time
from agents.data.query.offered import as_likely, asked_of, of_table
from agents.data.query.query import Measure, Query
from agents.data.query.sides import is_even, of_whom, settled
from agents.data.query.totals import weighed, without_sums

_EMPTY = DialogueLog()
_DOUBTFUL = 0.85  # from this doubt on it is asked whether the reading is meant
_FITTED = ("", "match")  # packs of the tables that doubt was fitted on: no log was among them
_SURE = 0.6  # up to this doubt a noun that is counted may be any
_BESIDE_IT = 1  # units between a figure and an unknown word that it is of
_LATIN = {"en": ("es",), "es": ("en",), "ko": ("en", "es")}  # what is told apart by words alone


def understand(
    text: str,
    *,
    model: TableModel,
    language: str | None = None,
    today: date,
    log: DialogueLog = _EMPTY,
    choice: QueryChoice | None = None,
    lookup: Lookup | None = None,
    source: Packs | None = None,
    instead_of: str = "",
) -> Understood:
    """Return what a message says of a table, after what was said before; pure and synchronous.

    `language` None finds it out, `choice` is what was clicked of what the last turn asked, `lookup`
    finds values of columns that have more than the model holds, and `source` are other packs. What
    is said `instead_of` a part of the query before (`groups`, `measures`) is read as one.
    """
    table = model.read_against(log.table)
    before = log.language if log.language in LANGUAGES else "en"
    spoken = language or language_of(text, before, table.spelt)
    scope, found = read_of(text, spoken, model, table, today, source or packs())
    for other in _LATIN[spoken] if language is None and _is_foreign(found, spoken) else ():
        otherwise = read_of(text, other, model, table, today, source or packs())
        if otherwise[1].reading.cost < found.reading.cost:
            spoken, (scope, found) = other, otherwise
    found = found._replace(bag=as_part(found.bag, instead_of, scope))
    turn = _Turn(spoken, found, scope, model, log, lookup)
    chosen = choice or turn.chosen()
    if chosen is not None:
        query = apply(Query(), chosen.edits, model, ()) if chosen.kind == "table" else None
        if isinstance(query, Query):  # of another table than the words were read against
            return Understood(
                language=spoken, outcome=Answerable(), edits=chosen.edits, query=query,
                chosen=chosen,
            )  # fmt: skip
        told = turn.told(chosen.edits, (), Answerable())
        also = log.last.also if log.last else ()
        return told.model_copy(update={"chosen": chosen, "also": also})
    halves = parted(found, scope)
    if halves is not None:
        first, second = (
            _Turn(spoken, half, scope, model, before, lookup).understood()
            for half, before in zip(halves, (log, _EMPTY), strict=True)
        )
        asked = [one.query for one in (first, second)
                 if one.query is not None and one.outcome.outcome == "answer"]  # fmt: skip
        if len(asked) == len(halves):
            query, *others = of_one_time(asked, scope.table)
            return first.model_copy(update={"query": query, "also": tuple(others)})
        if isinstance(first.outcome, Answerable):  # what is unclear is passed over, and told to be
            left = (*first.ignored, halves[1].words)
            offers = getattr(second.outcome, "choices", ())
            outcome = first.outcome.model_copy(update={"offers": offers})
            return first.model_copy(update={"ignored": left, "outcome": outcome})
        if isinstance(first.outcome, Asked) and asked:  # the other is answered with what is chosen
            return first.model_copy(update={"also": tuple(asked)})
    return turn.understood()


def _is_foreign(found: Read, language: str) -> bool:
    """Whether words of a message are unknown in the language that it was taken to be in, or all
    are written in other letters."""
    kinds = [one.kind for one in found.lattice.units]
    if kinds.count("word") < 2:
        return False
    others = language == "ko" and "hangul" not in kinds
    return others or bool(found.reading.unread or found.lattice.mended)


class _Turn:
    """Owns the reading of one message within its dialogue."""

    def __init__(
        self, language: str, found: Read, scope: Scope, model: TableModel, log: DialogueLog,
        lookup: Lookup | None,
    ) -> None:  # fmt: skip
        self.language, self.found, self.scope = language, found, scope
        self.model, self.log, self.lookup = model, log, lookup
        self.joint = joint(found)
        self.again = of_told(found.bag, scope, log)
        # What points behind it points at what is asked for itself.
        last = -1 if self.again else self.joint[0] if self.joint else len(found.lattice.units)
        told = found.bag.changed(lambda o: None if o.type == "anaphor" and o.start > last else o)
        told = told.changed(lambda one: included(one, log.query, scope))
        self.bag = resolved(told, scope, log).changed(self._known)
        self.made: Draft | None = None
        self.applied: tuple[tuple[Edit, ...], Query | Refusal] | None = None
        self.doubted: tuple[Query, float] | None = None  # how doubtful a query is
        self.narrowing = list(found.narrowing)
        # The year that nobody spoke of; what was not told.
        asks = asks_more(self.bag) and self.bag.has_any("ask", "target")
        lost = [one for one in self.bag.of("anaphor") if one.value == "one" and asks]
        whole = scope.time is not None and is_one_day(scope.time)
        dated = [one for one in self.bag.of("dated") if one.value != "day" or not whole]
        self.narrowing += [one.run for one in (*dated, *lost)]
        who = {place for one in self.bag.of("ask") if one.value == "who"
               for place in (one.start, one.start - 1, one.end)}  # fmt: skip
        # A noun beside it is who is asked for: the person who.
        self.narrowing = [run for run in self.narrowing if not who & {*run}]
        if log.query is None:  # that player, with nobody spoken of; in the place of nothing
            self.narrowing += [one.run for one in found.bag.of("pointed") if scope.flag(
                one.columns[0].column) is None]  # fmt: skip
            self.narrowing += [
                one.run for one in self.bag.of("value")
                if one.rule == "instead" and one.parts[0].type.startswith("=")
            ]  # fmt: skip
        self.words = found.words
        self.standing = ""  # words of the last question, that is open still

    def _known(self, piece: Piece) -> Piece | None:
        """A piece, but no taking off of all where a word that nobody knows says of what."""
        ends = {end for _, end in self.found.narrowing}
        return None if piece.type == "drop" and piece.start in ends else piece

    def chosen(self) -> QueryChoice | None:
        """The choice of the last question that the message names."""
        last = self.log.last
        if last is None or last.outcome == "answer" or not last.choices:
            return None
        said = normal(self.words).strip(" .!?")
        named = [
            one for one in last.choices if said and said in map(normal, (one.what, one.column))
        ]
        if not named and not is_whole(self.bag, self.scope, self.log.query):
            values = {str(one) for piece in self.bag.of("value") for option in piece.values
                      for one in option.values}  # fmt: skip
            named = [one for one in last.choices if one.kind == "value" and one.what in values]
        place = self._place()
        if not named and place is not None and place < len(last.choices):
            named = [last.choices[place]]
        return named[0] if len(named) == 1 else None

    def _place(self) -> int | None:
        """The place that a message names and nothing else: 2, the second one."""
        kept = [one for one in self.bag.pieces if one.type not in ("anaphor", "thing")]
        match kept:
            case [Piece(type="ord", value=place)]:
                return int(place) - 1
            case [Piece(type="number", value=Number(int(place)))] if place > 0:
                return place - 1
            case [Piece(type="first", value="+")]:
                return 0
        return None

    def understood(self) -> Understood:
        """What the message says."""
        for piece in self.bag.of("talk"):
            if len(self.bag.pieces) == 1 and not self.found.narrowing:
                about, _, count = piece.value.partition(":")
                offers = examples(self.scope)
                return self.told((), (), Talk(about=about, count=int(count or 0), offers=offers))
            if piece.value.startswith("summary"):  # of what else is named, nothing is known
                self.narrowing.append(piece.run)
        why = self.bag.has("ask", "why")
        said, carried = self._edits()
        edits = self._of_sides(said)
        if why or self._is_to_come() or self.bag.has("opinion"):
            reason = "cause" if why else "future" if self._is_to_come() else "opinion"
            known = bool(edits) and isinstance(self._applied(edits), Query)
            own = (QueryChoice(kind="query", edits=edits),) if known else ()
            offers = (*own, *examples(self.scope))
            return self.told((), (), Declined(why=reason, offers=offers))  # type: ignore[arg-type]  # one of its values
        if not edits:
            found = self.found
            unread = " ".join(found.said(run) for run in sorted((*self.narrowing, *found.passed)))
            held = holding(unread, Query(rows=True), self.scope)
            return self.told((), (), Asked(why="nothing", words=self.words,
                                           choices=(*held, *examples(self.scope))))  # fmt: skip
        return self.told(edits, carried, self._outcome(edits))

    def _outcome(self, edits: tuple[Edit, ...]) -> Outcome:
        """What comes of edits: an answer, or what has to be asked back."""
        query = self._applied(edits)
        table = self.scope.table
        # Rows are known to be called otherwise, or to stand for many that are.
        called = bool(table.noun or table.metric or any(one.weight for one in table.columns))
        counts = isinstance(query, Query) and query.measures[:1] == (Measure(),)
        if counts and not called and self._unsure(query) <= _SURE:  # type: ignore[arg-type]  # a query
            self._count_rows()
        if (several := self._several()) is not None:
            return several
        if isinstance(query, Query):
            self.narrowing += [one.run for one in unheard(self.bag, query, self.scope)]
            if query.compare is None and not agree(query, table):
                ways = (QueryChoice(kind="query", edits=(Ask(query=one),))
                        for one in agreeing(query, table))  # fmt: skip
                return Asked(why="several", words=self.words, choices=tuple(ways))
        if self.narrowing:
            return self._unknown(edits)
        if not isinstance(query, Query):
            return Answerable()  # which is declined for what is wrong
        if self.standing:
            offered = choices(self.standing, query, edits, self.scope, self.lookup)
            return Asked(why="unknown", words=self.standing, choices=offered)
        if (again := self._which_again(edits)) is not None:
            return again
        if is_even(query, table):
            sides = starmap(Alternative, of_whom(query, table))  # whose, that is the same for both
            return self._between(self.words, sides)
        fitted = table.pack in _FITTED and self.joint is None
        if fitted and self.made and self._unsure(query) > _DOUBTFUL:
            return self._doubted(query, edits)
        worth = self.scope.worth.name if self.made and self.scope.worth else ""
        alike = as_likely(query, worth, counted=alternatives.is_called_after(self.found.bag))
        others = (QueryChoice(kind="query", edits=(Ask(query=one),)) for one in alike)
        return Answerable(whether=self.found.whether, offers=tuple(others))

    def _doubted(self, query: Query, edits: tuple[Edit, ...]) -> Asked:
        """The question whether a doubtful reading is meant, beside the values that the words which
        were passed over are near to."""
        said = " ".join(self.found.said(run) for run in self.found.passed)
        near = choices(said, query, edits, self.scope, self.lookup) if said else ()
        kept = tuple(one for one in near if one.kind == "value")
        as_read = QueryChoice(kind="query", edits=edits)
        return Asked(why="several", words=self.words, choices=(*kept, as_read))

    def _count_rows(self) -> None:
        """Take a noun that nobody knows, right beside a word of counting, for what rows are called;
        it is shown as passed over."""
        ends = {piece.end for kind in ("many", "agg") for piece in self.bag.of(kind)}
        starts = {piece.start for piece in self.bag.of("many")}
        counted = [
            one
            for one in self.bag.of("thing")
            if one.start in ends or starts.intersection((one.end, self._behind(one.end)))
        ]
        runs = {one.run for one in counted}
        self.narrowing = [run for run in self.narrowing if run not in runs]
        if self.made is not None and self.made.missing in counted:
            self.made.missing = None

    def _behind(self, place: int) -> int:
        """Return the unit behind a particle of the topic, if one stands there: 환자는 몇 명."""
        unit = next(iter(self.found.lattice.units[place : place + 1]), None)
        topic = unit is not None and not unit.apart and self.scope.words.is_a(unit, "topic")
        return place + topic

    def _is_to_come(self) -> bool:
        """Whether what will be is asked for: said so, or of days after today."""
        starts = [one.value.start for one in self.bag.of("time") if one.value.start is not None]
        return self.bag.has("future") or any(start > self.scope.today for start in starts)

    def _edits(self) -> tuple[tuple[Edit, ...], tuple[str, ...]]:
        """The edits of the message, and the columns whose conditions stand from before."""
        before = self.log.query
        on = goes_on(self.bag, texts=bool(self.scope.table.texts))
        last = self.log.last
        points = self.bag.has("anaphor", "many")
        unknown = last is not None and last.outcome == "ask" and (
            last.query is None or (last.query.groups and last.query.limit))  # fmt: skip
        if unknown and points:
            return (), ()  # of those that nobody understood
        if self.again is not None:
            return (Ask(query=self.again),), ()
        if edits := () if self.found.passed else related(self.bag, self.scope, self.log):
            self.bag = self.bag.without("limit")
            return edits, ()
        if is_edit(self.bag) or not is_whole(self.bag, self.scope, before):
            edits = changes(self.bag, self.scope, self.log, self._applied)
            if edits:
                self.standing = self._open_words()
                return edits, ()
        if before is None and self.log.turns and self.bag.is_only("how_many"):
            return (), ()  # how many of what was not understood
        self.bag = self.bag.changed(left_out)
        self.narrowing += [one.run for one in self.bag.of("off")]
        made = self._drafted()
        if made is None:  # nothing by itself: the three lowest
            return changes(self.bag, self.scope, self.log, self._applied), ()
        self.narrowing += [piece.run for piece in made.loose]
        if self.narrowing and self.bag.is_only("of_no_table"):
            return (), ()  # the weather in Seoul, of a table that has neither
        self.made = made
        bare = made.query.rows and not self.bag.has_any("rows", "noun")
        listed = self.bag.has_any("ask", "target")
        ordered = made.query.columns and (listed or made.query.order)
        groups = {one.by for one in made.query.groups}
        ends = {one.end for one in self.bag.of("column") if one.columns[0].column in groups}
        told = self.scope.words.agreement
        self.narrowing += [one.run for one in self.bag.of("thing") if one.start in ends
                           and told and self.found.said(one.run).endswith(told)]  # fmt: skip
        if "main" in made.how or (bare and not ordered):
            # A word that nobody knows may be the figure that is meant.
            self.narrowing += [piece.run for piece in self.bag.of("thing")]
        if before is None or not on:
            return (Ask(query=made.query),), ()
        if points:
            rows = those(self.log, before)
        else:  # and in all cities?
            now = self._applied(tuple(freed(self.bag, before, self.scope)[0]))
            rows = now.where if isinstance(now, Query) else before.where
        table = self.scope.table
        query, carried = going_on(made.query, rows, table, of_those=points)
        return (Ask(query=query),), carried

    def _drafted(self) -> Draft | None:
        """The query of the message, or of its halves."""
        if (query := from_to(self.found.lattice, self.bag, self.scope)) is not None:
            self.bag = self.bag.changed(lambda one: None if is_lasting(one) else one)
            return Draft(query)
        if self.joint is not None:
            first, second = self.bag.before(self.joint[0]), self.bag.behind(self.joint[1])
            if (made := of_halves(first, second, self.scope)) is not None:
                return made
            lost = second.pieces if asks_more(second) else ()
            self.narrowing += [one.run for one in lost if one.type in ("target", "share")]
        return draft(spoken(self.bag), self.scope)

    def _open_words(self) -> str:
        """The words that the last question was about, where the message only goes on beside them.

        It is asked once more; for good, of numbers and of all that was to narrow the whole table,
        which no answer can do without.
        """
        turns = [one for one in self.log.turns if one.query is not None] or self.log.turns
        words, query = _asked_words(turns[-1]), turns[-1].query
        if not words or query is None or not self.bag.is_only("beside"):
            return ""
        again = len(turns) > 1 and _asked_words(turns[-2]) == words
        all_of_it = query.where is None and not (query.groups or query.order or query.compare)
        stands = not again or all_of_it or any(map(str.isdigit, words))
        return words if stands else ""

    def _several(self) -> Asked | None:
        """The question which of several meanings is meant."""
        made = self.made
        figure = made.missing if made is not None else None
        if made is None or any(
            figure is None or figure.apart(*run) > _BESIDE_IT for run in self.narrowing
        ):
            return None
        bag = spoken(self.bag)
        word = made.missing or (made.ties[0] if made.ties else None)
        if word is None:
            ways = tuple(Alternative("", "", one) for one in made.ways)
            return self._between(self.words, ways) if ways else self._which_column(made.query)
        of_all = alternatives.of_figures if made.missing else alternatives.of_values
        ways = of_all(bag, self.scope, word)
        counted = made.missing is not None and made.query.measures == (Measure(),)
        if counted:
            ways = tuple(one for one in ways if one.query != made.query)
        if len(ways) + counted < 2:
            if made.missing and word.type == "thing":  # how many officers, of nobody knows what
                self.narrowing.append(word.run)
            return None
        if counted:
            ways = (*ways, Alternative("", "", made.query))
        # What is unknown right beside a figure is what it is of: average of bonuses.
        return self._between(
            self.found.said(self.narrowing[0] if self.narrowing else word.run), ways
        )

    def _which_column(self, query: Query) -> Asked | None:
        """The question which of several columns is meant, that a word is a part of alike."""
        found = alternatives.of_columns(self.bag, query, self.scope)
        if found is None:
            return None
        return self._between(self.found.said((found[0].start, found[0].end)), found[1])

    def _between(self, words: str, ways: Iterable[Alternative]) -> Asked:
        """The question which of several queries is meant."""
        before = self.log.query
        on = before is not None and goes_on(self.bag, texts=False)
        rows = those(self.log, before) if on and before is not None else None
        offered = tuple(
            QueryChoice(
                kind="value" if one.value else "column" if one.column else "query",
                what=one.value or one.column, column=one.column,
                edits=(Ask(query=going_on(one.query, rows, self.scope.table)[0]),),
            )
            for one in ways
        )  # fmt: skip
        return Asked(why="several", words=words, choices=offered)

    def _which_again(self, edits: tuple[Edit, ...]) -> Asked | None:
        """The last question, which of several columns is meant, of a figure or of a value, where
        the message only goes on beside it."""
        last = self.log.last
        asked = last.choices if last is not None and last.outcome == "ask" else ()
        columns = {one.column for one in asked if one.column}
        changed = [one for one in edits if isinstance(one, Instead) and one.column in columns]
        values = bool(asked) and all(one.kind == "value" for one in asked)
        settled = any(isinstance(one, Of) for one in edits)
        if self.made is not None or not columns or settled or (values and not changed):
            return None
        if any(one.kind not in ("value" if values else "column", "query") for one in asked):
            return None
        ways = []
        for one in asked:
            own = tuple(
                Instead(column=one.column, values=edit.values) if edit in changed and values
                else edit for edit in edits
            )  # fmt: skip
            what = str(changed[0].values[0]) if values else one.what
            ways.append(one.model_copy(update={"what": what, "edits": (*one.edits, *own)}))
        return Asked(why="several", words=self.words, choices=tuple(ways))

    def _unknown(self, edits: tuple[Edit, ...]) -> Asked:
        """The question what is meant by words that might narrow."""
        said = " ".join(self.found.said(run) for run in _outermost(self.narrowing))
        query = self._applied(edits)
        if self.made is not None and (which := self._which_column(self.made.query)) is not None:
            return which.model_copy(update={"words": said})
        made = query if isinstance(query, Query) else None
        offered = choices(said, made, edits, self.scope, self.lookup)
        other = examples(self.scope, made)
        return Asked(why="unknown", words=said, choices=offered, offers=other)

    def _applied(self, edits: tuple[Edit, ...]) -> Query | Refusal:
        if self.applied is None or self.applied[0] != edits:
            self.applied = edits, self._made(edits)
        return self.applied[1]

    def _made(self, edits: tuple[Edit, ...]) -> Query | Refusal:
        before = self.log.query or of_table(Query(), self.scope.table, self.model)
        answered = self.log.answered
        if answered and answered[-1] == before:
            answered = answered[:-1]
        made = apply(before, [*map(self.scope.as_computed, edits)], self.model, answered)
        if not isinstance(made, Query):
            return made
        if Without() in edits:  # of all rows, but not of the sums among them
            made = without_sums(made, self.scope.table)
        return settled(weighed(made, self.scope.table), self.scope.table)

    def _of_sides(self, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
        """Edits whose whole queries are of the table that the message was read against."""
        return tuple(
            Ask(query=asked_of(one.query, self.scope.table, self.model))
            if isinstance(one, Ask) else one
            for one in map(self.scope.as_computed, edits)
        )  # fmt: skip

    def _offered(self, outcome: Outcome) -> Outcome:
        """An outcome whose choices are of that table, too."""
        kinds = {kind: tuple(
            one.model_copy(update={"edits": self._of_sides(one.edits)}) for one in offered
        ) for kind in ("choices", "offers") if (offered := getattr(outcome, kind, ()))}  # fmt: skip
        return outcome.model_copy(update=kinds) if kinds else outcome

    def _unsure(self, query: Query | None) -> float:
        if query is None:
            return 1.0
        if self.doubted is None or self.doubted[0] != query:
            table, source = self.scope.table, self.scope.words.source
            self.doubted = query, 1 - confidence(self.found, query, self.made, table, source)
        return self.doubted[1]

    def told(
        self, edits: tuple[Edit, ...], carried: tuple[str, ...], outcome: Outcome
    ) -> Understood:
        """Return what was understood, with the query that edits lead to."""
        query: Query | None = None
        outcome = self._offered(outcome)
        if edits:
            applied = self._applied(edits)
            if isinstance(applied, Query):
                query = applied
            elif not isinstance(outcome, Declined):
                why = "impossible" if applied.problems else "nothing_before"
                outcome = self._offered(Declined(
                    why=why, problems=applied.problems,  # type: ignore[arg-type]  # one of its values
                    offers=examples(self.scope),
                ))  # fmt: skip
        found = self.found
        return Understood(
            language=self.language, outcome=outcome, edits=edits if query else (), query=query,
            spans=_spans(found), carried=carried, doubt=self._unsure(query),
            ignored=tuple(
                found.said(run) for run in (*_outermost(self.narrowing), *found.passed)
            ),
            read_as=tuple(
                (found.said(run), said)
                for run, said in found.lattice.mended.items()
                if any(piece.start <= run[0] and run[1] <= piece.end for piece in found.bag.pieces)
            ),
        )  # fmt: skip


def _outermost(runs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return runs of words in their order, without those that others hold."""
    once = sorted(set(runs))
    return [
        one for one in once
        if not any(other != one and other[0] <= one[0] and one[1] <= other[1] for other in once)
    ]  # fmt: skip


def _asked_words(turn: DialogueTurn) -> str:
    """What a turn asked about, if it could be left aside."""
    return next((one.what for one in turn.choices if one.kind == "without"), "")


def _spans(found: Read) -> tuple[TextSpan, ...]:
    spans = []
    for piece in found.bag.pieces:
        column = value = ""
        if piece.type in ("column", "target"):
            column = piece.columns[0].column
        elif piece.type == "value":
            column, value = piece.values[0].column, str(piece.values[0].values[0])
        units = found.lattice.units
        start, end = units[piece.start].start, units[piece.end - 1].end
        spans.append(TextSpan(start=start, end=end, text=found.text[start:end], type=piece.type,
                              column=column, value=value, rule=piece.rule))  # fmt: skip
    return tuple(spans)
