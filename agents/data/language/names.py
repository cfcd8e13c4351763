"""The columns and values of a table, heard in a message under what people may call them.

A column is heard under its header, parts of it, what the model says it is called, and the words
that the packs have for the concepts in its header, in any language; a value under its text or
a part of it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from agents.answering.text.trie import Trie
from agents.data.language.concepts import CAMEL, CONTRARY, Concepts, plural
from agents.data.language.lexicon import SMALL, Lexicon, inflection, lexicon
from agents.data.language.packs import phrases
from agents.data.language.units import Stem, Unit, is_hangul, normal, units_of
from agents.data.model.schema import Column, Metric, Table
from agents.data.model.units import is_money
from agents.data.query.query import Scalar
from agents.data.tables.written import strings


class ColumnOption(NamedTuple):
    """A column that a phrase may mean, and how far-fetched that is: 0 is its own header."""

    column: str
    cost: float


class ValueOption(NamedTuple):
    """Values of a column that a phrase may mean; `op` is = or in for whole ones, else contains
    or starts."""

    column: str
    op: str
    values: tuple[Scalar, ...]
    cost: float


class Name(NamedTuple):
    """What a phrase of the index means: a column, or with `op` a value of it; `op` may be "noun",
    what rows are called, "metric", a figure of the model by its name, "not", the contrary of a
    value, or of a column of yes and no, or "says", a phrase for words that rows hold."""

    column: str
    op: str
    value: Scalar
    cost: float
    text: str


_PARENTHESES = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_COUNTED = re.compile(r"([1-9]\d?)(\D+?) (.+)")
_COUNTED_OFF = -0.6  # which is meant before a quarter of a year
_DEED = 0.8  # farther fetched than a column that has it in its name otherwise
_NAMED_WHOLE = ("event", "field", "kind", "between", "length")
"""Roles of columns that no part of a name stands for."""
_HEARD = ("category", "identifier", "yes_no", "text", "other")
_LONGEST_VALUE = 12  # units; longer texts are heard by their parts only
_SHORT_VALUE = 2  # words
_MOST_PARTS = 40_000
ITS_HEADER = 0.1  # what a column costs at most that was named by its header
BARE = 0.02  # what one costs that was named by its header but for what that has in brackets
BY_PART = 0.5  # what one costs at least that was heard by a part of its header, or a concept
_LACKING, _MODIFIER = 0.25, 0.25  # more than that
_CONCEPT, _CONCEPT_PART = 0.3, 0.8
_VALUE_PART = 0.7
_SMALL, _INITIALS, _BARE = 2.0, 0.5, 0.3
_LONGEST_SMALL = 3  # letters of a word that is passed over before it is a value
_SUM = 0.05  # "total" is a sum rather than the row of one, unless its column is named
_SHORT_OF_KIND = 3  # letters, all of them capitals: what clubs and firms have beside their name
_FIGURE = 0.1  # farther fetched than the figure of a column, unless another figure stands before it
_NAME_OF_TABLE, _LONGEST_NAME = 0.2, 3
_SUBJECT = 0.4  # what a table is called after: its rows, unless a column is called so
_AMOUNT = 0.15  # what rows come to, where a table is called after it
_BY_UNIT, _ALIKE = 3.0, 0.05
_TYPE, _OF_KIND = "type", 0.4  # what a header says the type of is what rows are called
_GENERAL, _GENERAL_PHRASE = 0.6, 0.2  # what rows come to, by words that no column is called by
_BEGINNINGS, _BEGUN = 4, 0.8  # words that begin cells, and the part of the cells that they begin
_ORDERING = frozenset(("most", "adj_most", "adj_more", "first", "ask", "many", "not"))
ANY = "*"  # instead of a column, of a noun that many rows are about
_PHRASE = -0.3  # what several words say that are a name for a value
SAID = 0.3  # a word that rows hold, which no column or value is called by
_COMPOUND = 2  # syllables at the end of a compound of Hangul, that may stand for it


def _initials(value: str) -> str:
    """Return what the words of a name begin with, in small letters: csk; "" of fewer than two."""
    words = [word for word in value.split() if word[:1].isupper()]
    return "".join(word[0] for word in words).lower() if 2 <= len(words) <= 5 else ""


def bare_name(value: str) -> str:
    """Return a name without the short words in capitals and the numbers that say what kind of
    thing it is: FC Barcelona, 1. FC Köln, Acme LLC; "" where there is nothing to leave out."""
    words = value.split()
    kept = [word for word in words if not _is_of_kind(word.strip("."))]
    return " ".join(kept) if 0 < len(kept) < len(words) else ""


def _is_of_kind(word: str) -> bool:
    return word.isdigit() or (word.isupper() and len(word) <= _SHORT_OF_KIND)


def _spaced(units: Sequence[Unit]) -> str:
    return " ".join(unit.text for unit in units if unit.kind != "sign")


class Names:
    """Owns the phrases of one table in one language."""

    def __init__(self, table: Table, words: Lexicon, metrics: tuple[Metric, ...] = ()) -> None:
        self.table, self.words, self.metrics = table, words, metrics
        self.trie: Trie[Name] = Trie()
        self.concepts: dict[str, dict[str, float]] = {}  # of each column, with their costs
        self.vocabulary: dict[str, str] = {}  # keys of single words, for mending spelling
        self.amounts: frozenset[str] = frozenset()  # what rows come to, of a table called after it
        self._concepts = Concepts(words.source)
        # How the language says each concept, as the pack has it: `phrases` takes it apart.
        self._said: Mapping[str, str | list[str]] = words.source.read(f"{words.language}/concepts")
        self._about_words = {
            words.stem(phrase)
            for said in self._said.values()
            for phrase in phrases(said) if " " not in phrase
        }  # fmt: skip
        self._heard: set[tuple[str, ...]] = set()
        texts = {column.written for column in table.columns}
        for column in table.columns:
            if column.name in texts:  # what another one was read from: only as it is called
                self._hear(column.name, column.name, "", "", 0.0)
            else:
                self._add_column(column)
        self._add_values()
        self._add_money()
        for metric in metrics:
            own = metric.words.get(words.language) or metric.words.get("")
            called = {metric.name, *((own.label, *own.synonyms) if own else ())}
            for phrase in sorted(called - {""}):
                self._hear(normal(CAMEL.sub(" ", phrase)), metric.name, "metric", phrase, 0.0)
        name = words.units(CAMEL.sub(" ", table.name))
        if len(name) <= _LONGEST_NAME and any(unit.kind in ("word", "hangul") for unit in name):
            self._add_of_rows(name, "noun", table.name, _NAME_OF_TABLE)
        self._add_subject(table.name)
        last = next((unit for unit in reversed(name) if unit.kind == "word"), None)
        if last is not None and plural(last.text) != last.text and not self.amounts:
            self._add_of_rows((last,), "noun", last.text, _SUBJECT)  # readings, of sensor_readings
        for code, noun in table.noun.items():
            for said in (noun.label, *noun.synonyms):
                cost = 0.0 if code in (words.language, "") else 0.3
                self._add_of_rows(words.units(said), "noun", said, cost)
        for phrase, field in table.things.get(words.language, {}).items():
            self._hear(phrase, field or ANY, "noun", phrase, 0.0)
        for phrase, held in table.said.get(words.language, {}).items():
            self._add_of_rows(words.units(phrase), "says", "\n".join(held), SAID)

    @cached_property
    def heard(self) -> tuple[Column, ...]:
        """The columns whose values are heard: numbers are compared with, and what a rival has is
        heard as the own side's, until somebody is said to be faced."""
        rivals = {column.rival for column in self.table.columns}
        return tuple(
            column for column in self.table.meant
            if column.kind in _HEARD and column.stored not in ("number", "boolean")
            and column.name not in rivals
        )  # fmt: skip

    @cached_property
    def worth(self) -> list[ColumnOption]:
        """The columns that may be what a row comes to in money, best first: rather of what the
        table is called after, then by what they are about, then by their unit."""
        scales = self.words.source.read("scales")
        about = [one for one in self._called_after(self.table.name) if one in scales["worth"]]
        found = {one.column: one.cost for one in self.of_concept(*about, *scales["worth"])}
        found |= {one.name: _BY_UNIT for one in self.table.columns
                  if is_money(one.unit) and one.name not in found}  # fmt: skip
        numbers = {one.name for one in self.table.columns
                   if one.kind == "number" and one.adds != "none"}  # fmt: skip
        told = [ColumnOption(*one) for one in found.items() if one[0] in numbers]
        return sorted(told, key=lambda one: one.cost)

    def _add_money(self) -> None:
        """Hear what is said of money in general, which nothing else is called by, as what rows come
        to: revenue, of a total; what is spent is none of what is earned."""
        scales = self.words.source.read("scales")
        best = [one for one in self.worth if one.cost <= self.worth[0].cost + _ALIKE]
        if len(best) != 1:
            return
        column = self.table.column(best[0].column)
        about = {what for what in self.concepts[column.name] if what in scales["worth"]}
        about -= {"payment"}  # which is both
        if about <= {"amount"} and not is_money(column.unit):
            return  # a total of medals
        inflected = inflection(self.words.language, self.words.source)
        for kind in ("earned", "spent"):
            if not about.issubset(scales[kind]):
                continue
            verbs = self.words.source.read(f"{self.words.language}/lexicon").get(kind, "").split()
            said = {form for one in verbs for form in inflected(one.replace("_", " "))}
            said.update(one for what in scales[kind] for one in phrases(self._said.get(what, "")))
            for phrase in sorted(said):
                units = self.words.units(phrase)
                keys = [one.key for one in units]
                speaks = any(one.type != "ordinary" for one in self.words.senses.get(keys))
                if not self.trie.get(keys) and not speaks:
                    cost = _GENERAL_PHRASE if " " in phrase else _GENERAL
                    self._add(units, Name(column.name, "", "", cost, phrase))

    def _called_after(self, name: str) -> list[str]:
        """The concepts that the name of a table has in it."""
        found = self._concepts.within(units_of(CAMEL.sub(" ", name), plural))
        return list(dict.fromkeys(one for one, _, _ in found))

    def held(self, unit: Unit) -> tuple[str, ...]:
        """Return the words of rows that are texts which a word is a form of; () for none."""
        if not self.table.texts or unit.kind != "word":
            return ()
        for own in (unit.text, unit.text.removesuffix("s")):  # GCs
            if own in self.table.texts:
                return (own,)
        return self._forms.get(self._stem(unit.text), ())

    def are_names(self, held: Iterable[str]) -> bool:
        """Whether words of rows are names: words that no language has a phrase for."""
        return not self._common.intersection(held)

    @cached_property
    def _common(self) -> frozenset[str]:
        return frozenset(
            word for said in self.table.said.values() for held in said.values() for word in held
        )

    @cached_property
    def _stem(self) -> Stem:
        """What makes stems of the words of rows, which are English whatever they are asked in."""
        return lexicon("en", self.words.source).stem

    @cached_property
    def _forms(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for word in sorted(self.table.texts):
            stem = self._stem(word)
            found[stem] = (*found.get(stem, ()), word)
        return found

    def of_concept(self, *concepts: str) -> list[ColumnOption]:
        """Return the columns that are about a concept, best first; earlier concepts are better."""
        found: dict[str, float] = {}
        for place, concept in enumerate(concepts):
            for column, about in self.concepts.items():
                if concept in about:
                    cost = about[concept] + 0.2 * place
                    found[column] = min(found.get(column, cost), cost)
        return sorted((ColumnOption(*one) for one in found.items()), key=lambda one: one.cost)

    def _add(self, units: Sequence[Unit], name: Name) -> None:
        keys = tuple(unit.key for unit in units if unit.kind != "sign" or unit.text == "%")
        if not keys:
            return
        self.trie.add(keys, name)
        for unit in units:
            if unit.kind == "word":
                self.vocabulary.setdefault(unit.text, unit.key)

    def _add_of_rows(self, units: Sequence[Unit], op: str, value: str, cost: float) -> None:
        self._add(units, Name("", op, value, cost, " ".join(unit.text for unit in units)))

    def _add_column(self, column: Column) -> None:
        said: dict[str, float] = {}
        scales = self.words.source.read("scales")
        for code in (self.words.language, ""):
            if own := column.words.get(code):
                said.setdefault(own.label, 0.0)
                for synonym in own.synonyms:
                    said.setdefault(synonym, 0.1)
        own_words = column.role in _NAMED_WHOLE
        if not own_words:
            said.setdefault(column.header or column.name, 0.0)
            said.setdefault(column.name, 0.05)
        for code, own in column.words.items():
            if code not in (self.words.language, ""):
                for one in (own.label, *own.synonyms):
                    said.setdefault(one, 0.3)
        about: dict[str, float] = {}
        added: dict[str, float] = {}
        for head in scales["dated"] if column.kind == "moment" else ():
            if column.header.endswith(head) and len(column.header) >= len(head) + _COMPOUND:
                said.setdefault(column.header.removesuffix(head), _DEED)
        for text, cost in said.items():
            for phrase, more in [(text, 0.0)] if own_words else self._variants(text):
                added[phrase] = min(added.get(phrase, 9.0), cost + more)
            self._about(text, about)
        self.concepts[column.name] = about
        if own_words and column.kind != "moment":  # what it measures, and no further words
            told = about if column.kind in ("number", "length") else {}
            self.concepts[column.name] = {k: v for k, v in told.items() if v <= _CONCEPT}
            about = {}
        for phrase in self._kind_of(column.header or column.name) if not own_words else ():
            self._add_of_rows(self.words.units(phrase), "noun", phrase, _OF_KIND)
        figures = self._concepts.figures(self.words.language, [*said])
        for concept, cost in about.items():
            known = phrases(self._said.get(concept, ""))
            for phrase in known:
                counted = column.kind == "identifier" or any(
                    one in phrase and one != phrase for one in known
                )  # 환자수, of 환자; not 선수
                counted &= column.kind not in ("number", "length")
                if counted and self._is_count(self.words.units(phrase)):
                    continue
                added[phrase] = min(added.get(phrase, 9.0), cost)
                for figure in figures:  # temp_max is 최고기온, before it is the most of something
                    for whole in (f"{figure} {phrase}", f"{phrase} {figure}"):
                        added[whole] = min(added.get(whole, 9.0), cost + _FIGURE)
        if column.kind == "yes_no":
            not_so = {phrase: cost for what, cost in about.items()
                      for phrase in phrases(self._said.get(f"{what}{CONTRARY}", ""))}  # fmt: skip
            headers = {column.header or column.name, *column.header.split()[-1:]}
            for header in headers if not own_words else ():
                added = dict.fromkeys(self._translated(header), _CONCEPT) | added
                not_so |= dict.fromkeys(self._translated(header, contrary=True), _CONCEPT)
            for phrase, cost in not_so.items():
                self._hear(phrase, column.name, "not", "", cost)
        best: dict[tuple[str, ...], tuple[float, Sequence[Unit], str]] = {}
        for phrase, cost in added.items():
            units = self.words.units(phrase)
            keys = tuple(unit.key for unit in units)
            if keys not in best or cost < best[keys][0]:
                best[keys] = cost, units, phrase
        for cost, said_units, _ in best.values():
            whole = " ".join(unit.text for unit in said_units)
            self._add(said_units, Name(column.name, "", "", cost, whole))

    def _kind_of(self, header: str) -> set[str]:
        """What a header says the type of, and so what rows are: a type of package."""
        units = units_of(CAMEL.sub(" ", header), plural)
        found = self._concepts.within(units)
        kinds = {at for what, *span in found if what == _TYPE for at in range(*span)}
        others = [what for what, *span in found if kinds.isdisjoint(range(*span))]
        own = "".join(f" {one.text}" if one.apart else one.text for at, one in enumerate(units)
                      if at not in kinds and not self.words.is_a(one, *SMALL))  # fmt: skip
        if not kinds or not own:
            return set()
        said = [one for what in others for one in phrases(self._said.get(what, ""))]
        types = phrases(self._said.get(_TYPE, ""))
        return {own.strip(), *(one for one in said if not any(word in one for word in types))}

    def _variants(self, text: str) -> Iterable[tuple[str, float]]:
        """Yield a header and its parts, each with how far-fetched it is."""
        spaced = CAMEL.sub(" ", text)
        yield spaced, 0.0
        if spaced != text:  # kWh
            yield text, 0.0
        bare = _PARENTHESES.sub(" ", spaced)
        if bare.strip() and bare != spaced:
            yield bare, BARE
        parts = [one for one in re.split(r"[\s/,;:|()\[\]-]+", spaced) if one]
        if len(parts) == 1 and is_hangul(spaced):
            for start in range(1, len(spaced) - _COMPOUND + 1):  # the head of a compound is its end
                if is_hangul(spaced[start]) and is_hangul(spaced[-1]):
                    yield spaced[start:], BY_PART + _LACKING
        if not 1 < len(parts) <= 8:
            return
        small = [
            self.words.is_a(unit, *SMALL) for one in parts for unit in self.words.units(one)[:1]
        ]
        if len(small) != len(parts):
            return
        for start in range(len(parts)):
            for end in range(start + 1, min(len(parts), start + 4) + 1):
                kept = parts[start:end]
                if small[start] or small[end - 1] or end - start == len(parts):
                    continue
                if len(kept) == 1 and (len(kept[0]) < 2 or kept[0].isdigit()):
                    continue
                lacking = sum(not one for one in (*small[:start], *small[end:]))
                head = end == len(parts) or small[end]
                cost = BY_PART + _LACKING * (lacking - 1) + (0 if head else _MODIFIER)
                yield " ".join(kept), cost

    def _add_subject(self, name: str) -> None:
        """Hear rows under what a table is called after, unless a column is about that; of what
        they come to (sales, expenses; a stock, of which there is so much) rather this itself."""
        taken = {what for about in self.concepts.values() for what, cost in about.items()
                 if cost <= _CONCEPT}  # fmt: skip
        found = self._called_after(name)
        others = {
            one for what, told in self._said.items() if what not in found for one in phrases(told)
        }
        proceeds = self.words.source.read("scales")["proceeds"]
        self.amounts = frozenset(
            one.name for one in self.table.columns if one.kind == "number" and one.adds == "sum"
            and any(self.concepts.get(one.name, {}).get(what, 9.0) <= _CONCEPT for what in found)
        )  # fmt: skip
        if not self.amounts and any(one in proceeds for one in found):
            best = [one for one in self.worth if one.cost <= self.worth[0].cost + _ALIKE]
            self.amounts = frozenset(one.column for one in best)
        for concept in found:
            for phrase in phrases(self._said.get(concept, "")):
                units = self.words.units(phrase)
                # What is sold is no row of sales, and how many they are is none.
                if phrase in others or self._is_count(units):
                    continue
                amounts = self.amounts if concept in proceeds or concept in taken else ()
                if concept not in taken or amounts:
                    self._add(units, Name("", "noun", phrase, _SUBJECT, phrase))
                for one in sorted(amounts):
                    self._add(units, Name(one, "", "", _AMOUNT, phrase))
        for one in sorted(self.amounts):
            units = self.words.units(CAMEL.sub(" ", name))
            self._add(units, Name(one, "", "", _AMOUNT, " ".join(unit.text for unit in units)))

    def _is_count(self, units: Sequence[Unit]) -> bool:
        found = (self.words.senses.find(units, start) for start in range(len(units)))
        return any(sense.type == "many" for one in found for _, told in one for sense in told)

    def _about(self, text: str, about: dict[str, float]) -> None:
        units = units_of(CAMEL.sub(" ", text), plural)
        length = len([unit for unit in units if unit.kind != "sign"])
        found = self._concepts.within(units)
        for concept, start, end in found:
            whole = end - start >= length
            last = end == len(units)
            cost = _CONCEPT if whole else _CONCEPT_PART + (0 if last else 0.3)
            about[concept] = min(about.get(concept, 9.0), cost)

    def _hear(self, phrase: str, column: str, op: str, value: Scalar, cost: float) -> None:
        self._add(self.words.units(phrase), Name(column, op, value, cost, phrase))

    def _add_values(self) -> None:
        parts: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        stored: dict[str, str] = {}
        initials: dict[str, list[tuple[str, str]]] = defaultdict(list)
        bare: dict[tuple[str, str], set[str]] = defaultdict(set)
        for column in self.heard:
            self._add_beginnings(column)
            self._add_negations(column)
            for value in column.values:
                units = self.words.units(value)
                if not units or normal(value) == normal(column.header):
                    continue
                for phrase, cost in self._phrases_of(value, column, units).items():
                    self._hear(phrase, column.name, "=", value, cost)
                if len(units) <= _LONGEST_VALUE and column.kind == "category":
                    if short := _initials(value):
                        initials[short].append((column.name, value))
                    if name := bare_name(value):
                        bare[(column.name, normal(name))].add(value)
                if len(units) > 1 and len(parts) < _MOST_PARTS:
                    for phrase, keys in self._parts(value, units):
                        parts[(column.name, keys)][value] = None
                        stored.setdefault(keys, phrase)
        for short, meant in initials.items():
            if len({value for _, value in meant}) == 1:
                for name, value in meant:
                    self._hear(short, name, "=", value, _INITIALS)
        whole: set[tuple[str, str]] = set()
        for (name, said), called in bare.items():
            units = self.words.units(said)
            speaks = len(units) == 1 and self._speaks(units[0])
            if len(called) == 1 and not speaks:
                whole.add((name, " ".join(unit.key for unit in units)))
                self._hear(said, name, "=", next(iter(called)), _BARE)
        for (name, keys), values in parts.items():
            phrase, (value, *more) = stored[keys], values
            if more:
                self._hear(phrase, name, "contains", phrase, _VALUE_PART + 0.1)
            elif (name, keys) not in whole:
                self._hear(phrase, name, "=", value, _VALUE_PART)

    def _phrases_of(self, value: str, column: Column, units: Sequence[Unit]) -> dict[str, float]:
        """What a value is called as a whole, each with how far-fetched it is, the likelier last."""
        said: dict[str, float] = {}
        if len(units) <= _LONGEST_VALUE:
            pair = column.values if column.complete and len(column.values) == 2 else ()
            for other in pair:
                if other != value:
                    said |= dict.fromkeys(self._translated(other, contrary=True), _CONCEPT)
            said |= {one: _SMALL if self._is_function_word(one) else 0.2
                     for one in self._translated(value)}  # fmt: skip
            # "and" is hardly Andorra.
            small = self._is_function_word(value)
            said[_spaced(units)] = _SMALL if small else _SUM * (value in column.totals)
        for phrase in column.called.get(self.words.language, {}).get(value, ()):
            said[_spaced(self.words.units(phrase))] = _PHRASE if " " in phrase else 0.1
        return said | dict.fromkeys(self._counted_off(value), _COUNTED_OFF)

    def _counted_off(self, value: str) -> Iterable[str]:
        """Yield a value that begins with a figure of which one it is, by the word for that: the
        second term, of 2º trimestre."""
        written = _COUNTED.fullmatch(value)
        if written and written[2].casefold() in strings("ordinals"):
            own = self.words.source.read(f"{self.words.language}/lexicon")["senses"]
            sense = "first.+" if written[1] == "1" else f"ord.{written[1]}"
            for word in phrases(own.get(sense, "")):
                yield f"{word} {written[3]}"

    def _add_negations(self, column: Column) -> None:
        """Hear what only says that a value is not so, where no other value says it: unpaid, of
        paid, open and overdue."""
        few = column.values if column.complete and len(column.values) <= _LONGEST_VALUE else ()
        said = {one: value for value in few if len(few) > 2 for one in self.said_by(value)}
        words = self.words.source.read(f"{self.words.language}/values")
        for what, other in self.words.source.read("negations").items() if said else ():
            for phrase in (
                phrases(words.get(what, "")) if other in said and what not in said else ()
            ):
                self._hear(phrase, column.name, "not", said[other], _CONCEPT)

    def _add_beginnings(self, column: Column) -> None:
        """Hear what cells begin with where few words begin nearly all of them: W 28-21, L 13-17."""
        begun = Counter(value.split()[0].strip(",:") for value in column.values if " " in value)
        common = [word for word, count in begun.items() if count > 1 and not word.isdigit()]
        told = sum(begun[word] for word in common)
        if len(common) > _BEGINNINGS or told < max(_BEGUN * len(column.values), 2 * len(common)):
            return
        for word in common:
            for phrase in {normal(word), *self._translated(word)}:
                self._hear(phrase, column.name, "starts", word, 0.2)

    def _parts(self, value: str, units: Sequence[Unit]) -> Iterable[tuple[str, str]]:
        """Yield the words of a value that may stand for it: names, years, and of two words each."""
        short = len([unit for unit in units if unit.kind != "sign"]) <= _SHORT_VALUE
        for unit in units:
            if unit.kind == "number":
                if len(unit.text) == 4:
                    yield unit.text, unit.key
                continue
            telling = (
                unit.kind == "word" and len(unit.text) > 2 and not self.words.is_a(unit, *SMALL)
            )
            if telling and (short or value[unit.start].isupper()) and not self._speaks(unit):
                yield unit.text, unit.key
        for one, two in pairwise(units):
            # The tallest building is asked for.
            if any(self.words.is_a(end, *_ORDERING) for end in (one, two)):
                continue
            if len(units) > 2 and "sign" not in (one.kind, two.kind) and "word" in (
                one.kind, two.kind,
            ):  # fmt: skip
                yield f"{one.text} {two.text}", f"{one.key} {two.key}"

    def _is_function_word(self, phrase: str) -> bool:
        """Whether a word is hardly a value: and, which; unless all it is else is passed over."""
        units = self.words.units(phrase)
        senses = self.words.senses.get([units[0].key]) if len(units) == 1 else ()
        passed = [one.type[0] == "=" or one.type == "ordinary" for one in senses]
        if len(phrase) > _LONGEST_SMALL and all(passed):
            return False
        return any(passed) or any(one.type in (*SMALL, "going_on") for one in senses)

    def _speaks(self, unit: Unit) -> bool:
        """Whether a word of a value says something by itself, or what columns are about."""
        return bool(self.words.senses.get([unit.key])) or unit.key in self._about_words

    def said_by(self, value: str) -> list[str]:
        """Return the concepts that a whole value says, in any language: yes."""
        return self._concepts.of_value(units_of(value, plural))

    def _translated(self, value: str, *, contrary: bool = False) -> list[str]:
        """What the language has for a value, or for what is so where the value is not."""
        found = self.said_by(value)
        if contrary:
            pairs = self.words.source.read("contraries")
            found = [two for pair in pairs.items() for one, two in (pair, pair[::-1])
                     if one in found]  # fmt: skip
        words = self.words.source.read(f"{self.words.language}/values")
        own = normal(value)
        return [
            phrase for one in found for phrase in phrases(words.get(one, "")) if phrase != own
        ]  # fmt: skip
