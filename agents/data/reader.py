"""The spans of one message are read: marks are set around operators, and mentions collected."""

from typing import get_args

from agents.data.against import take_against
from agents.data.asked_counts import take_count
from agents.data.asked_measure import AskedMeasure
from agents.data.asked_order import as_rival, take_order, take_people
from agents.data.comparing import compare_rows, find_compared
from agents.data.following import take_left_unsaid
from agents.data.header_verbs import without_header_verbs
from agents.data.held import drops_measure
from agents.data.later_versions import left_out
from agents.data.lexicon import Lexicon, Term, quantity_of
from agents.data.marks import Marker
from agents.data.match.compute.frame import LENGTHS, Measure
from agents.data.match.model.rivals import rivals_key
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.meeting import take_meeting
from agents.data.nouns import Nouns
from agents.data.numbers import Numbers
from agents.data.numbers_told import asks_for_number
from agents.data.objects import objects_of
from agents.data.operators import asks_how_often, take_operator
from agents.data.own_log import turn_to_rival
from agents.data.parts_of_names import all_meant
from agents.data.phrase import Phrase
from agents.data.pointing import take_pointed
from agents.data.reading import Mention, Reading
from agents.data.regardless import take_regardless
from agents.data.scan import Span
from agents.data.taken_together import take_together
from agents.data.the_one import take_the_one
from agents.data.timing import take_periods
from agents.data.told_by_verbs import is_counted, without_wins_of_endings
from agents.data.unheard import amounts, unheard
from agents.data.which_of_kind import take_which_of_kind
from agents.data.whom import as_rivals, beside_rival, names_rivals, with_rivals_nouns

_TOGETHER = {"win_rate", "loss_rate", "games", "wins", "losses"}  # all in one row
_MEASURES: dict[str, Measure] = {measure: measure for measure in get_args(Measure)}
_PLURAL = ("rates", "percentages")
_ADDING = ("includ", "incluy", "포함", "넣")


class Reader:
    """Owns one pass over the spans of a message."""

    def __init__(self, spans: list[Span], text: str, lexicon: Lexicon) -> None:
        self._model: SemanticModel = lexicon.model
        spans = without_wins_of_endings(without_header_verbs(spans, self._model), self._model)
        spans = with_rivals_nouns(spans, self._model)
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
                    take_operator(index, self._phrase, self._marks, self._out, self._model)
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
        take_regardless(self._spans, out)
        take_meeting(self._spans, self._phrase, out, self._model)
        take_count(self._spans, self._phrase, out, self._model)
        out.missing += amounts(self._spans)
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
            self._out.add_group("matchup")

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
        elif (
            first == "win_rate" and measure == "pick_share" and asks_how_often(self._phrase, first)
        ):
            self._out.measure = measure  # how often do Terrans get picked
        elif {first, measure} == {"skill_rate", "win_rate"}:
            self._out.measure = "skill_rate"  # 실력보정 흑 승률
        elif {first, measure} & set(LENGTHS) and {first, measure} & {"wins", "losses"}:
            self._out.measure = first if first in LENGTHS else measure
            self._out.ended = "lost" if "losses" in (first, measure) else "won"
        elif first == "draw_rate" and (measure == "games" or asks_how_often(self._phrase, measure)):
            pass  # how many games were drawn, 무승부는 얼마나 자주
        elif first != measure and not {first, measure} <= _TOGETHER:
            self._out.unknown.append(self._of_length(first) or span.text)

    def _of_length(self, first: Measure) -> str:
        """Return the words for a length that stand before another measure: by game length."""
        told = (s.text for s in self._phrase if s.term is not None and s.term.key == first)
        return next(told, "") if first in LENGTHS else ""

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
            self._out.add_group(noun)
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
            case "group" if asks_for_number(self._phrase, index, self._model):
                self._out.unknown.append(span.text)
            case "group":
                self._out.add_group(key)
                if self._nouns.is_each(index):
                    self._out.each.append(key)
            case "rivals":
                self._out.add_group(rivals_key(key, self._model))

    def _quantity(self, index: int, span: Span) -> None:
        """Drop the condition of a quantity; nothing else is known of one that no number is of."""
        assert span.term is not None
        if self._marks[index] == "without":
            self._out.dropped.append(f"measured:{span.term.key}")
        else:
            self._out.unknown.append(span.text)

    def _grain(self, index: int, span: Span) -> None:
        assert span.term is not None
        if self._marks[index] == "without":
            self._out.dropped.append("period")
        elif not (span.term.key == "year" and self._beside_period(index)):
            self._out.add_group(span.term.key)
            if self._nouns.is_each(index):
                self._out.each.append(span.term.key)

    def _beside_period(self, index: int) -> bool:
        """Whether "year" only says what a number is, as in "the year 2020"."""
        if self._phrase.key(index - 1) == "by_before" or self._phrase.key(index + 1) == "by_after":
            return False
        return "period" in (self._phrase.kind(index - 1), self._phrase.kind(index + 1))


def _is_game_noun(span: Span) -> bool:
    return span.kind == "operator" and span.term is not None and span.term.key == "game_noun"
