"""The spans of one message are read: marks are set around operators, and mentions collected."""

from typing import get_args

from agents.data.against import take_against
from agents.data.asked_measure import AskedMeasure
from agents.data.asked_order import as_rival, take_order, take_people
from agents.data.comparing import compare_rows, find_compared
from agents.data.following import take_left_unsaid
from agents.data.frame import LENGTHS, Measure
from agents.data.header_verbs import without_header_verbs
from agents.data.held import drops_measure, limited, sets_period, since_value
from agents.data.later_versions import left_out
from agents.data.lexicon import Lexicon, Term, quantity_of
from agents.data.marks import Marker, objects_of
from agents.data.meeting import take_meeting
from agents.data.model import SemanticModel
from agents.data.nouns import Nouns
from agents.data.numbers import Numbers
from agents.data.own_log import turn_to_rival
from agents.data.parts_of_names import all_meant
from agents.data.phrase import Phrase
from agents.data.pointing import take_pointed
from agents.data.reading import Mention, Reading
from agents.data.rivals import rivals_key
from agents.data.scan import Span
from agents.data.taken_together import take_together
from agents.data.the_one import take_the_one
from agents.data.timing import take_periods
from agents.data.told_by_verbs import is_counted
from agents.data.unheard import unheard
from agents.data.which_of_kind import take_which_of_kind
from agents.data.whom import as_rivals, beside_rival, names_rivals

_TOGETHER = {"win_rate", "loss_rate", "games", "wins", "losses"}  # all in one row
_MEASURES: dict[str, Measure] = {measure: measure for measure in get_args(Measure)}
_PLURAL = ("rates", "percentages")
_ADDING = ("includ", "incluy", "포함", "넣")
_AMONG = ("중", "중에")  # of several; of a period they say during, and of one value within it
_EACH = ("each", "every race", "cada")
_HOW_OFTEN = ("how often", "con que frecuencia", "cada cuanto", "얼마나 자주")
_ALL_RACES = (
    "all races", "every race", "each race", "three races", "세 종족", "종족 전체", "모든 종족",
    "todas las razas", "las tres razas",
)  # fmt: skip


class Reader:
    """Owns one pass over the spans of a message."""

    def __init__(self, spans: list[Span], text: str, lexicon: Lexicon) -> None:
        self._model: SemanticModel = lexicon.model
        spans = without_header_verbs(spans, self._model)
        spans = [as_rival(spans, index) for index in range(len(spans))]
        spans = [as_rivals(spans, index) for index in range(len(spans))]
        self._endings = lexicon.stop_endings
        meant = [span for span in spans if span.kind not in ("stop", "particle")]
        self._phrase = Phrase([span for span in meant if not _is_game_noun(span)], text)
        self._counts_games = any(
            _is_game_noun(span) and not is_counted(meant, place) for place, span in enumerate(meant)
        )  # but not those of a threshold: "at least 50 games"
        self._numbers = Numbers(
            self._phrase, [span for span in meant if _is_game_noun(span)], lexicon.model
        )
        self._spans = spans
        self._compared = find_compared(spans, self._phrase, lexicon.model)
        # The places of words that only say what a number counts, or what rows are compared with.
        self._told = self._numbers.units | (self._compared.places if self._compared else set())
        self._versions = left_out(self._phrase, lexicon.model)
        self._told = self._told | self._versions.places
        marker = Marker(self._phrase, self._model, objects_of(spans))
        self._marks = marker.mark()
        self._nouns = Nouns(self._phrase, self._marks, lexicon.model)
        self._excepted = marker.excepted
        self._unmet = marker.left_out_pairs()
        self._pairs: set[tuple[str, str]] = set()
        self._out = Reading(apart=marker.apart)

    def read(self) -> Reading:
        """Return what the message says."""
        for index, span in enumerate(self._phrase):
            if index in self._told or index in self._unmet.values():
                continue
            match span.kind:
                case "measure" if not drops_measure(self._phrase, self._marks, index, self._out):
                    assert span.term is not None
                    self._measure(span, _MEASURES[span.term.key])
                case "value" | "matchup":
                    self._value(index, span)
                case "dimension":
                    self._dimension(index, span)
                case "grain":
                    self._grain(index, span)
                case "operator":
                    self._operator(index)
                case "number" | "length":
                    self._numbers.take(index, self._out)
                case "act":
                    assert span.term is not None
                    if not (span.text.startswith("정리") and self._is_shown()):
                        self._out.acts.append(span.term.key)
                case "missing":
                    assert span.term is not None
                    self._out.missing.append(span.term.key)
                case "quantity":
                    self._quantity(index, span)
                case "unknown":
                    if not span.text.endswith(self._endings):
                        self._out.unknown.append(span.text)
        self._out.excluded += self._versions.versions
        self._several_matchups()
        take_pointed(self._spans, self._phrase, self._out, self._model, self._pairs)
        take_against(self._spans, self._phrase, self._out, self._model)
        take_the_one(self._phrase, self._out)
        take_people(self._spans, self._phrase, self._out)
        take_order(self._phrase, self._marks, self._out)
        take_periods(self._phrase, self._marks, self._out)
        take_together(self._spans, self._out, self._model)
        out = self._out
        asked = AskedMeasure(
            self._phrase, self._spans, self._numbers, self._model, counts_games=self._counts_games
        )
        asked.settle(out)
        take_left_unsaid(self._spans, self._phrase, out)
        out.whom = names_rivals(self._spans)
        turn_to_rival(self._phrase, self._spans, out, self._model)
        if self._compared is not None:
            compare_rows(
                self._compared, self._phrase, out, self._model, counts_games=self._counts_games
            )
        take_which_of_kind(self._phrase, self._spans, out, self._model)
        take_meeting(self._spans, self._phrase, out)
        heard = set(out.unknown)
        found = unheard(self._spans, self._phrase, out, self._model, self._told)
        heard |= {"beat", "beats", "beaten"} if out.of_rival else set()  # beat me
        against = f" {out.against} "
        out.unknown += [w for w in found if w not in heard and f" {w} " not in against]
        return out

    def _is_shown(self) -> bool:
        """Whether the message asks for a table or a chart, so that "정리해줘" is about its form."""
        return bool(self._phrase.operators() & {"table", "chart"})

    def _several_matchups(self) -> None:
        """TvZ and PvT are no product of sides and rivals; all matchups of their sides hold both."""
        own, rivals = {a for a, _ in self._pairs}, {b for _, b in self._pairs}
        if len(self._pairs) < len(own) * len(rivals):
            self._out.mentions = [
                m for m in self._out.mentions if m.dimension != self._model.entity or not m.opponent
            ]
            self._group("matchup")

    def _measure(self, span: Span, measure: Measure) -> None:
        """Take the first measure; another one must go with it, or it is not understood."""
        first = self._out.measure
        if span.text.startswith("least "):
            self._out.order = "asc"  # least picked
        if span.text.startswith("most "):
            self._out.order = "desc"
        if span.text.endswith(_PLURAL) or span.text.startswith("tasas "):
            self._out.plural = True
        if first is None:
            self._out.measure = measure
        elif first == "win_rate" and measure == "pick_share" and self._asks_how_often(first):
            self._out.measure = measure  # how often do Terrans get picked
        elif {first, measure} == {"skill_rate", "win_rate"}:
            self._out.measure = "skill_rate"  # 실력보정 흑 승률
        elif {first, measure} & set(LENGTHS) and {first, measure} & {"wins", "losses"}:
            self._out.measure = first if first in LENGTHS else measure
            self._out.ended = "lost" if "losses" in (first, measure) else "won"
        elif first == "draw_rate" and (measure == "games" or self._asks_how_often(measure)):
            pass  # how many games were drawn, 무승부는 얼마나 자주
        elif first != measure and not {first, measure} <= _TOGETHER:
            self._out.unknown.append(span.text)

    def _asks_how_often(self, measure: Measure) -> bool:
        """Whether only "how often do" was taken for a rate: the verb says of what."""
        rates = [s for s in self._phrase if s.term is not None and s.term.key == measure]
        return bool(rates) and all(span.text.startswith(_HOW_OFTEN) for span in rates)

    def _value(self, index: int, span: Span) -> None:
        parts, mark = all_meant(span), self._marks[index]
        if parts and mark in ("without", "instead"):
            taken = self._out.excluded if mark == "without" else self._out.replaced
            taken += [Mention(t.key, t.detail) for t in parts]
            return
        if parts and mark == "plain":
            alone = sum(s.kind == "value" and s.terms[0].key == parts[0].key for s in self._phrase)
            self._out.mentions += [Mention(t.key, t.detail, together=alone == 1) for t in parts]
            return
        term = self._settle(index, span)
        if term is None:
            return
        if index in self._unmet:
            self._out.unmet.append((term.detail, self._phrase[self._unmet[index]].terms[0].detail))
            return
        if term.kind == "matchup":
            found = [Mention(self._model.entity, term.key),
                     Mention(self._model.entity, term.detail, opponent=True)]  # fmt: skip
        else:
            rival = mark == "opponent" or (mark == "without" and beside_rival(self._phrase, index))
            found = [Mention(term.key, term.detail, opponent=rival)]
        if term.kind == "matchup" and self._marks[index] == "without":
            self._out.unmet.append((term.key, term.detail))
            return
        if term.kind == "matchup" and self._marks[index] == "include":
            self._out.met_again.append((term.key, term.detail))
        if term.kind == "matchup":
            self._pairs.add((term.key, term.detail))
        if (noun := self._nouns.of_place_in(index)) is not None:
            self._group(noun)
        match self._marks[index]:
            case "without":
                self._out.excluded += found
                if index in self._excepted:
                    self._out.excepted += found
            case "instead":
                self._out.replaced += found
            case mark:
                self._out.mentions += found
                if mark == "include":
                    self._out.included += found
                    self._out.adds = self._out.adds or self._adds(index)

    def _adds(self, index: int) -> bool:
        """Whether a word of adding, and no mere "with", stands beside a value: include EU."""
        beside = (
            self._phrase[i].text for i in (index - 1, index + 1) if 0 <= i < len(self._phrase)
        )
        return any(text.startswith(_ADDING) for text in beside)

    def _settle(self, index: int, span: Span) -> Term | None:
        """Choose among the meanings of a value: by the noun beside it, else leave it open."""
        assert span.term is not None
        if len(span.terms) == 1:
            return span.term
        for beside in (index + 1, index - 1):
            if self._phrase.kind(beside) == "dimension":
                noun = self._phrase[beside].term
                assert noun is not None
                chosen = [term for term in span.terms if term.key == noun.key]
                if chosen:
                    return chosen[0]
        self._out.ambiguous.append((span.text, span.terms))
        return None

    def _dimension(self, index: int, span: Span) -> None:
        assert span.term is not None
        key = span.term.key
        match self._nouns.role(index, key):
            case "order":
                self._out.order = "desc"
            case "dropped":
                amount = quantity_of(span.term, self._model)
                self._out.dropped += [key, *([f"measured:{amount}"] if amount else [])]
            case "unknown":
                self._out.unknown.append(span.text)
            case "group":
                self._group(key)
                if self._nouns.is_each(index):
                    self._out.each.append(key)
            case "rivals":
                self._group(rivals_key(key, self._model))

    def _quantity(self, index: int, span: Span) -> None:
        """Drop the condition of a quantity; nothing else is known of one that no number is of."""
        assert span.term is not None
        if self._marks[index] == "without":
            self._out.dropped.append(f"measured:{span.term.key}")
        else:
            self._out.unknown.append(span.text)

    def _group(self, key: str) -> None:
        if key not in self._out.groups:
            self._out.groups.append(key)

    def _grain(self, index: int, span: Span) -> None:
        assert span.term is not None
        if self._marks[index] == "without":
            self._out.dropped.append("period")
        elif not (span.term.key == "year" and self._beside_period(index)):
            self._group(span.term.key)
            if self._nouns.is_each(index):
                self._out.each.append(span.term.key)

    def _beside_period(self, index: int) -> bool:
        """Whether "year" only says what a number is, as in "the year 2020"."""
        if self._phrase.key(index - 1) == "by_before" or self._phrase.key(index + 1) == "by_after":
            return False
        return "period" in (self._phrase.kind(index - 1), self._phrase.kind(index + 1))

    def _operator(self, index: int) -> None:
        out = self._out
        match self._phrase.key(index):
            case "trend":
                out.trend = True
            case "instead_after" if index == 0 and len(self._phrase) > 1:
                out.instead = self._phrase[index].text
            case "table" | "chart" as shown:
                out.presentation = "table" if shown == "table" else "chart"
            case "prose":
                out.presentation = "text"
            case "versus_between" if sets_period(self._phrase, index):
                out.compare = True
            case "too":
                out.too = True
            case "compare":
                among = self._phrase[index].text in _AMONG
                alone = sum(span.kind == "value" for span in self._phrase) == 1
                out.compare = not (among and (alone or self._phrase.kind(index - 1) == "period"))
            case "listing":
                out.listing = True
            case "which":
                out.listing = out.listing or self._phrase.kind(index + 1) == "dimension"
            case "all":
                keys = (self._phrase.key(index - 1), self._phrase.key(index + 1))
                if keys[0] == "versus_between" or keys[1] == "versus_after":
                    self._against_all(index)
                elif "dates" in keys:
                    out.dropped.append("period")
                elif self._phrase[index].text in _ALL_RACES and self._model.entity == "race":
                    out.all = True
                    self._group("race")  # of all races by patch
                elif self._model.of_one_view and self._phrase.kind(index + 1) == "measure":
                    out.total = True  # 내 전체 승률
                elif self._phrase.kind(index + 1) not in ("dimension", "grain"):
                    out.all = True
            case "all_time":
                out.dropped.append("period")
            case "no_conditions":
                out.fresh = True
            case "anew":
                out.anew = True
            case "condition":
                if self._phrase.key(index - 1) == "versus_after":
                    out.dropped.append("opponent")
                elif self._marks[index] == "without" and (about := limited(self._phrase, index)):
                    out.dropped.append(about)
                elif self._marks[index] == "without" and not {
                    self._phrase.kind(index - 1),
                    self._phrase.kind(index + 1),
                } & {"dimension", "quantity", "grain", "value", "period"}:
                    out.fresh = True
            case "mirror":
                self._mirror(index)
            case "no_before":
                if self._phrase.kind(index + 1) == "dimension":
                    out.unknown.append(self._phrase[index].text)
            case "who":
                out.who = True
            case "sort_after" if self._phrase.kind(index - 1) == "measure":
                out.order = out.order or "desc"
            case "sort_before" if self._phrase.kind(index + 1) == "measure":
                out.order = out.order or "desc"
            case "swap":
                out.swap = True
            case (
                "since_before" | "after_before" | "until_before" | "before_before"
                | "since_after" | "until_after" | "before_after" | "around_before" | "around_after"
            ):  # fmt: skip
                since_value(self._phrase, index, self._out)
            case "over_before" | "fewer_before" if self._phrase.kind(index + 1) == "value":
                if self._phrase[index].text != "over":
                    out.compare = True  # is black better than white?
                elif self._marks[index + 1] != "opponent":
                    out.unknown.append("over")  # wins over a rival, but whose?
            case "fewer_after" | "fewer_before" | "at_most_after" | "more_after" | "over_before":
                near = {self._phrase.kind(i) for i in (index - 2, index - 1, index + 1)}
                if not near & {"number", "length"}:
                    out.unknown.append(self._phrase[index].text)
            case "draw":
                if self._marks[index] == "without":
                    out.draws = "exclude"
                elif self._marks[index] == "include":
                    out.draws = "auto"
                elif self._marks[index] == "plain" and (
                    out.measure in (None, "games") or self._asks_how_often(out.measure)
                ):
                    out.measure = "draw_rate"
            case "dates" if self._marks[index] == "without":
                out.dropped.append("period")
            case _:
                pass

    def _against_all(self, index: int) -> None:
        """Against each race shows them one by one, against everyone none of them."""
        if self._phrase[index].text.startswith(_EACH):
            self._group("opponent")
        else:
            self._out.dropped.append("opponent")

    def _mirror(self, index: int) -> None:
        mark = self._marks[index]
        taken = mark if mark == "include" else "only"
        self._out.mirror = "exclude" if mark == "without" else taken


def _is_game_noun(span: Span) -> bool:
    return span.kind == "operator" and span.term is not None and span.term.key == "game_noun"
