"""Operators set marks on what stands beside them: without, instead of, against."""

from agents.answering.text.packs import word_set
from agents.data.left_out_words import goes_on_list, is_denied, is_moment
from agents.data.match.compute.frame import LENGTHS
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.model.words import group_words
from agents.data.numbers import COMPARISONS
from agents.data.objects import are_their_games, is_met_alone, is_place, played_with
from agents.data.phrase import Phrase
from agents.data.presented import FORMS, is_left_out
from agents.data.reading import Mark
from agents.data.rival_plays import played_by_rival
from agents.data.set_beside import BESIDE, sets_beside

_TARGETS = ("value", "matchup", "dimension", "quantity", "grain", "period")
_NOUNS = ("mirror", "condition", "draw", "dates", *FORMS)
_MARKS: dict[str, Mark] = {"without": "without", "instead": "instead", "include": "include"}
_ARTICLES = word_set("the el la los las de del of called 은 는 을 를")
_BEATING = word_set(
    "gano gana ganan ganaron ganado vencio vence vencido derroto derrota perdio pierde perdido "
    "batio"
)
_OVER, _DECIDED = ("sobre", "sobre el", "sobre la"), ("won", "lost", "lost_to")
_FACING = ("played against", "play against", "faced", "fought", "played", "play")
_DECIDING = ("진", "몇 번 졌", "몇 패", "패배", "이긴", "이기", "몇 번 이", "몇번 이", "몇 승")
_RESULTS, _LOST = ("승", "패", "승수", "패수"), ("lost", "lost_to", "losses", "loss_rate")


class Marker:
    """Owns the marks of one phrase while they are set.

    `excepted` are the places of what "other than" leaves out, so that the others are asked for;
    `apart` says that two values were set against each other where no game tells who the rival was.
    """

    def __init__(self, phrase: Phrase, model: SemanticModel, objects: frozenset[int]) -> None:
        """`objects` are where the values stand that a Korean verb of winning has as its object."""
        self._phrase = phrase
        self._model = model
        self._objects = objects
        self.apart = False
        self.excepted: set[int] = set()
        self.marks: list[Mark] = ["plain"] * len(phrase)

    def mark(self) -> list[Mark]:
        """Return the mark of each span."""
        phrase = self._phrase
        for index in range(len(phrase)):
            name, _, place = phrase.key(index).rpartition("_")
            if name in _MARKS:
                step, before = 1 if place == "before" else -1, list(self.marks)
                self._spread(index, step, _MARKS[name])
                if phrase[index].text in group_words("excepting"):
                    self.excepted |= {i for i, m in enumerate(self.marks) if m != before[i]}
            elif name == "no" and is_denied(phrase, index + 1, _NOUNS):
                self.marks[index + 1] = "without"  # no mirrors, no March
        for index in filter(self._is_left_out, range(1, len(phrase))):
            self.marks[index] = "without"
        for index, span in enumerate(phrase):
            key = phrase.key(index)
            if sets_beside(phrase, index, self._model):
                continue  # Rakdos vs Gruul against Burn
            if (played := played_by_rival(phrase, index, self._model)) is not None:
                self._oppose(played)  # when the opponent plays Zerg
            if key == "versus_between" and span.text in BESIDE and not self._has_rivals():
                self.apart = True  # variant b vs control: two rates beside each other
            elif span.text == "playing" and self._is_own_pick(index + 1):
                continue  # how does Maru do playing Zerg
            elif key in ("versus_between", "lost_to"):
                noun = self._names_next(index + 1) or self._whose_next(index + 1)
                self._oppose_run(index + 1 + noun)
            elif key == "between_before" and "compare" not in phrase.operators():
                if phrase.kind(index + 1) == "value" and self._other_side(index + 2):
                    self._oppose(index + 2)  # between Terran and Zerg
            elif key == "over_before" and span.text == "over" and self._other_side(index + 1):
                self._oppose(index + 1)  # Ruiz wins over Silva
            elif span.text in _FACING and self._is_faced(index + 1):
                self._oppose(index + 1)  # games that Maru played against Serral
            elif self._follows_joint(index):
                self._oppose(index)  # Real Olmedo - Racing del Valle
            elif key == "versus_after" and phrase.key(index - 1) not in COMPARISONS:
                told = index - 1 - self._whose_next(index - 1, -1)
                self._oppose(told if phrase.kind(told) == "value" else index + 1)
            elif key == "toward_after" and self._rival_said(index - 1):
                continue  # 테란한테 토스전 제일 힘든 맵
            elif key == "toward_after" and (
                self._other_side(index - 1)
                or self._model.of_one_view
                or self._noun_named(index - 1)
                or "who" in phrase.operators()
                or self._sides_named()
                or self._decided_after(index)
                or is_met_alone(phrase, index, self._model)
            ):
                self._oppose(index - 1)
            elif key == "until_before" and span.text == "to" and self._lost_before(index):
                self._oppose(index + 1)  # who lost most to Terran
            elif self._is_met_with(index):
                self._oppose(index)  # Lince가 프로토스랑 몇 판 했어
            elif span.start in self._objects and (
                self._other_side(index)
                or "who" in phrase.operators()
                or self._sides_named()
                or self._another_named(index)  # 마루가 저그를 이긴 경기
            ):
                self._oppose(index)  # 김서율을 제일 많이 이긴 건 누구야?
            elif self._is_beaten(index) and (
                self._named_before(index)
                or self._asks_who_beats(index)
                or (self._model.of_one_view and not self._said_with(index))
                or self._beaten_by_another(index)
            ):
                self._oppose(index)  # cuántas veces ganó Maru a Serral
        return self.marks

    def _is_own_pick(self, index: int) -> bool:
        """Whether what somebody plays is no rival: a deck or race where no other is named."""
        term = self._phrase.term(index)
        if term is None or term.kind != "value":
            return False
        people = (self._model.player, "team", "player")
        return term.key not in people and not self._named_before(index)

    def _is_faced(self, index: int) -> bool:
        """Whether a value right behind a verb of meeting is the rival of one before it."""
        known = self._phrase.kind(index) == "value" and self._phrase.adjoin(index - 1)
        return known and self._named_before(index)

    def _follows_joint(self, index: int) -> bool:
        """Whether a value stands behind another one and a dash, or "into" it: Kestra into Grimm."""
        phrase = self._phrase
        if phrase.kind(index) != "value":
            return False
        gap = phrase.text[phrase[index - 1].end if index else 0 : phrase[index].start].strip()
        into = gap.split()[-1:] == ["into"] or gap in _OVER
        if not self._named_before(index):
            return into and self._model.of_one_view  # my record into that deck
        left = [span.text for span in phrase[index + 1 :]]
        joined = gap in ("-", "–") or (gap == "" and left == ["전적"])  # 한가람 도윤재 전적
        joined = joined or (
            are_their_games(phrase.text, phrase[index].end)
            and self._two_named(index)
            and (gap == "" or phrase.joined(index - 1, index))
        )  # 테란과 저그 경기에서
        return into or (joined and phrase.kind(index - 1) == "value")

    def _two_named(self, index: int) -> bool:
        """Whether just two of a kind are named, that are not compared."""
        keys = {term.key for term in self._phrase[index].terms}
        alike = {
            one.terms[0].detail for one in self._phrase
            if one.kind == "value" and keys & {term.key for term in one.terms}
        }  # fmt: skip
        return len(alike) == 2 and "비교" not in self._phrase.text

    def _is_left_out(self, index: int) -> bool:
        """Whether a value is what "every event but" or "todos los torneos menos" leaves out."""
        phrase = self._phrase
        if phrase.kind(index) != "value" or not {"all", "by_before"} & phrase.operators():
            return False
        if all(phrase.key(i) not in ("all", "by_before") for i in range(index)):
            return False
        before = phrase[index - 1]
        gap = set(phrase.text[before.end : phrase[index].start].split())
        return before.text == "menos" or ("but" in gap and gap <= {"but", *_ARTICLES})

    def _is_beaten(self, index: int) -> bool:
        """Whether a value is what a Spanish verb of winning or losing before it is turned to."""
        phrase = self._phrase
        if phrase.kind(index) != "value" or index == 0:
            return False
        gap = phrase.text[phrase[index - 1].end : phrase[index].start].split()
        said = phrase.text[: phrase[index].start].split()
        if not _BEATING & set(said):
            return False
        if phrase[index - 1].text == "con" and self.marks[index] == "include":
            self.marks[index], gap = "plain", ["con"]
        gap = gap[gap[:1] == ["veces"] :]
        return gap[:1] in (["a"], ["al"], ["con"], ["ante"]) and set(gap[1:]) <= _ARTICLES

    def _said_with(self, index: int) -> bool:
        """Whether one plays with it: gano con Tide Control."""
        return "con" in self._phrase.text[: self._phrase[index].start].split()[-2:]

    def _beaten_by_another(self, index: int) -> bool:
        """Whether a side of another kind beats it: con qué frecuencia le gana Vesper a Zerg."""
        phrase = self._phrase
        gap = phrase.text[phrase[index - 1].end : phrase[index].start].split()
        term = phrase.term(index - 1)
        sided = term is not None and term.kind == "value" and term.key != "side"
        return (
            gap[:1] in (["a"], ["al"])
            and sided
            and term is not None
            and self._model.dimensions[term.key].of_sides
        )

    def left_out_pairs(self) -> dict[int, int]:
        """Return the places of matchups in words that are left out: without Terran vs Zerg."""
        phrase, found = self._phrase, {}
        for index, span in enumerate(phrase):
            if phrase.key(index) != "versus_between" or span.text not in BESIDE:
                continue
            sides = (index - 1, index + 1)
            values = [phrase[i].terms for i in sides if phrase.kind(i) == "value"]
            alike = len(values) == 2 and {t.key for v in values for t in v} == {self._model.entity}
            if alike and "without" in {self.marks[i] for i in sides}:
                found[index - 1] = index + 1
        return found

    def _asks_who_beats(self, index: int) -> bool:
        """Whether it is asked who wins against it: quién gana más a Protoss, but not "con" it."""
        before = self._phrase.text[self._phrase[index - 1].end : self._phrase[index].start].split()
        asked = bool(self._phrase.operators() & {"who", "which"})
        before = before[before[:1] == ["veces"] :]
        return asked and before[:1] in (["a"], ["al"], ["ante"])

    def _has_rivals(self) -> bool:
        return self._model.has_rival(self._model.entity)

    def _spread(self, index: int, step: int, mark: Mark) -> None:
        """Put a mark on what stands next to an operator, and on what is joined to that by "and"."""
        phrase, at, first = self._phrase, index + step, True
        if phrase.key(at) == "too" and phrase.key(index).startswith("include"):
            at += step  # 동족전도 포함해줘
        if is_moment(phrase, at, step):
            at += step  # 5월까지 빼고
        while 0 <= at < len(phrase):
            if not self._is_target(at, step):
                return
            noun = phrase.kind(at) in ("dimension", "quantity", "grain") or phrase.key(at) in _NOUNS
            noun = noun and phrase.key(at - step) not in FORMS  # 맵 표 대신 차트
            before = self._names(at - step, at) and self._next_to(at, at - step)
            listed = mark == "without" and goes_on_list(phrase, at, step, self._model)
            joined = phrase.joined(at, at - step) or listed
            if phrase.key(at) in FORMS and not (
                is_left_out(phrase, index, at) if first else joined
            ):
                return  # without Zerg as a chart
            if not first and not (noun or before or joined):
                return
            if first and step < 0 and is_place(phrase.text[phrase[at].end : phrase[index].start]):
                return  # Modern에서 번 빼고: what is left out stands behind the place
            if not first and step < 0 and self._whose_own(at) and not phrase.joined(at, at - step):
                return  # 5.2 패치에서 Reef 빼고: the patch stays
            self.marks[at] = mark
            if not first and phrase.key(at - step) == "condition" and phrase.kind(at) != "value":
                return  # without the filter of the device, in Chile
            first = False
            at += step

    def _whose_own(self, noun: int) -> bool:
        """Whether a noun says what the value before it is: 5.2 패치."""
        return self._phrase.kind(noun - 1) == "value" and self._names(noun, noun - 1)

    def _next_to(self, one: int, two: int) -> bool:
        """Whether nothing but an article stands between a name and its noun: the map Acropolis."""
        left, right = sorted((one, two))
        gap = self._phrase.text[self._phrase[left].end : self._phrase[right].start]
        return set(gap.split()) <= _ARTICLES

    def _is_target(self, at: int, step: int) -> bool:
        """Whether it can be left out: a value, a noun, or what a condition is about."""
        phrase = self._phrase
        if phrase.kind(at) in _TARGETS or phrase.key(at) in _NOUNS:
            return True
        term = phrase.term(at)
        measure = term is not None and term.kind == "measure"
        return measure and (
            phrase.key(at + step) == "condition" or (term is not None and term.key in LENGTHS)
        )

    def _names_next(self, index: int) -> bool:
        """Whether a noun says what the value after it is: against team Quokka."""
        return self._phrase.kind(index + 1) == "value" and self._names(index, index + 1)

    def _whose_next(self, index: int, step: int = 1) -> bool:
        """Whether a noun of the sides stands between: against bots of Zerg, 저그 봇 상대."""
        term = self._phrase.term(index)
        dimension = self._model.dimensions.get(term.key) if term is not None else None
        noun = self._phrase.kind(index) == "dimension" and dimension is not None
        sided = noun and dimension is not None and dimension.of_sides and not dimension.fixed
        return (
            sided
            and self._phrase.kind(index + step) == "value"
            and self._next_to(index, index + step)
        )

    def _names(self, noun: int, value: int) -> bool:
        """Whether a noun is that of a value: the map of Acropolis, but not of Terran."""
        term = self._phrase.term(noun)
        named = {one.key for one in self._phrase[value].terms} if term is not None else set()
        return self._phrase.kind(noun) == "dimension" and term is not None and term.key in named

    def _oppose_run(self, start: int) -> None:
        """Take the value after "versus", or the one that stands with its side: radiant Axe."""
        second = start + 1
        sided = self._phrase.kind(start) == "value" and any(
            term.key == "side" for term in self._phrase[start].terms
        )
        if sided and self._phrase.kind(second) == "value" and self._named_before(second):
            self._oppose(second)
            if self.marks[second] == "opponent" and self._named_before(start):
                self.marks[start] = "opponent"
            return
        self._oppose(start)

    def _noun_named(self, index: int) -> bool:
        """Whether what the value is one of is named too: which class is weak against it."""
        known = 0 <= index < len(self._phrase)
        keys = {term.key for term in self._phrase[index].terms} if known else set()
        nouns = (span for span in self._phrase if span.kind == "dimension")
        return any(term.key in keys for span in nouns for term in span.terms)

    def _rival_said(self, index: int) -> bool:
        """Whether another value is said to be the rival: "with" whom it is, is no rival then."""
        phrase = self._phrase
        keys = {t.key for t in phrase[index].terms} if 0 <= index < len(phrase) else set()
        return any(
            phrase.key(i + 1) == "versus_after" and keys & {t.key for t in span.terms}
            for i, span in enumerate(phrase)
            if i > index and span.kind == "value"
        )

    def _sides_named(self) -> bool:
        """Whether those who win are asked for, or people: 프로토스에게 가장 많이 이긴 선수."""
        nouns = (span.term for span in self._phrase if span.kind == "dimension")
        keys = {term.key for term in nouns if term is not None}
        if self._model.player in keys:
            return True
        sided = any(d.of_sides for key, d in self._model.dimensions.items() if key in keys)
        return sided and bool(self._phrase.operators() & {"won", "lost"})

    def _decided_after(self, index: int) -> bool:
        """Whether a verb of winning or losing follows: 프로토스한테 진 횟수."""
        phrase = self._phrase
        return any(
            phrase.key(i) in _DECIDED
            or (
                phrase.kind(i) == "measure"
                and (phrase[i].text in _RESULTS or phrase[i].text.startswith(_DECIDING))
            )
            for i in range(index + 1, len(phrase))
        )

    def _lost_before(self, index: int) -> bool:
        """Whether losses are said before a "to": losses on Reef to Terran."""
        terms = [self._phrase.term(i) for i in range(index)]
        said = any(term is not None and term.key in _LOST for term in terms)
        return said and "compare" not in self._phrase.operators()

    def _is_met_with(self, index: int) -> bool:
        """Whether a side is whom another one played with: 프로토스랑 몇 판."""
        phrase = self._phrase
        met = phrase.kind(index) == "value" and played_with(phrase.text, phrase[index].end)
        named = self._other_side(index) or self._another_named(index)
        return met and (named or self._model.of_one_view)

    def _named_before(self, target: int) -> bool:
        """Whether whose rivals these are was said before them."""
        keys = {term.key for term in self._phrase[target].terms}
        return any(
            self.marks[i] == "plain" and self._phrase.kind(i) == "value"
            and keys & {term.key for term in self._phrase[i].terms}
            for i in range(target)
        )  # fmt: skip

    def _another_named(self, target: int) -> bool:
        """Whether somebody of another kind was named, and no more sides: Maru vs Zerg or Terran."""
        keys = {term.key for term in self._phrase[target].terms}
        versus = [i for i in range(len(self._phrase)) if self._phrase.key(i) == "versus_between"]
        named = (term for i in range(target)
                 if self.marks[i] == "plain" and (term := self._phrase.term(i)) is not None
                 and term.kind == "value" and term.key not in (*keys, "side"))  # fmt: skip
        return len(versus) < 2 and any(self._model.dimensions[t.key].of_sides for t in named)

    def _other_side(self, index: int) -> bool:
        """Whether another value of the same dimension is named, so that this one is its rival."""
        known = 0 <= index < len(self._phrase)
        keys = {t.key for t in self._phrase[index].terms} if known else set()
        others = (s for i, s in enumerate(self._phrase) if i != index and s.kind == "value")
        return any(term.key in keys for span in others for term in span.terms)

    def _oppose(self, target: int) -> None:
        if self._phrase.kind(target) != "value" or self.marks[target] != "plain":
            return
        term = self._phrase[target].term
        assert term is not None
        if self._model.dimensions[term.key].of_sides and term.key != "side":
            self.marks[target] = "opponent"
            after = target + 1
            alike = self._phrase.kind(after) == "value" and term.key in {
                one.key for one in self._phrase[after].terms
            }
            whose = self._named_before(target) or self._another_named(target)
            if alike and self._phrase.joined(target, after) and whose:
                self._oppose(after)  # against Zerg and Protoss
