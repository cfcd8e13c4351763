"""The spans of one message are read: marks are set around operators, and mentions collected."""

from agents.data.frame import Frame, Measure
from agents.data.lexicon import Lexicon, Term
from agents.data.marks import Marker, objects_of
from agents.data.model import SemanticModel
from agents.data.numbers import take_number
from agents.data.phrase import Phrase
from agents.data.reading import Mention, Reading
from agents.data.scan import Span
from agents.data.timing import take_periods

_TARGETS = ("value", "matchup", "dimension", "grain", "period")


class Reader:
    """Owns one pass over the spans of a message."""

    def __init__(self, spans: list[Span], text: str, lexicon: Lexicon) -> None:
        self._model: SemanticModel = lexicon.model
        self._endings = lexicon.stop_endings
        meant = [span for span in spans if span.kind not in ("stop", "particle")]
        self._phrase = Phrase([span for span in meant if not _is_game_noun(span)], text)
        self._counts_games = any(
            _is_game_noun(span) and (place == 0 or meant[place - 1].number is None)
            for place, span in enumerate(meant)
        )  # but not those of a threshold: "at least 50 games"
        marker = Marker(self._phrase, self._model, objects_of(spans))
        self._marks = marker.mark()
        self._out = Reading(apart=marker.apart)

    def read(self) -> Reading:
        """Return what the message says."""
        for index, span in enumerate(self._phrase):
            match span.kind:
                case "measure":
                    assert span.term is not None
                    self._out.measure = self._out.measure or _measure(span.term.key)
                case "value" | "matchup":
                    self._value(index, span)
                case "dimension":
                    self._dimension(index, span)
                case "grain":
                    self._grain(index, span)
                case "operator":
                    self._operator(index)
                case "number":
                    take_number(self._phrase, index, self._out)
                case "act":
                    assert span.term is not None
                    self._out.acts.append(span.term.key)
                case "missing":
                    assert span.term is not None
                    self._out.missing.append(span.term.key)
                case "unknown":
                    if not span.text.endswith(self._endings):
                        self._out.unknown.append(span.text)
                case _:
                    pass
        self._order()
        take_periods(self._phrase, self._marks, self._out)
        self._extreme_length()
        self._won_or_lost()
        self._bounded()
        out = self._out
        bare = out.measure is None and not out.mentions and out.mirror is None
        counted = out.measure is None and out.listing and "which" not in self._phrase.operators()
        if self._counts_games and (counted or (bare and (out.groups or out.periods))):
            out.measure = "games"  # "games per month", "how many blitz games"
        return out

    def _value(self, index: int, span: Span) -> None:
        term = self._settle(index, span)
        if term is None:
            return
        if term.kind == "matchup":
            found = [Mention(self._model.entity, term.key),
                     Mention(self._model.entity, term.detail, opponent=True)]  # fmt: skip
        else:
            found = [Mention(term.key, term.detail, opponent=self._marks[index] == "opponent")]
        match self._marks[index]:
            case "without":
                self._out.excluded += found
            case "instead":
                self._out.replaced += found
            case _:
                self._out.mentions += found

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
        if self._marks[index] == "without":
            if not self._names_value(index, key):
                self._out.dropped.append(key)
        elif not self._names_value(index, key):
            self._group(key)

    def _names_value(self, index: int, key: str) -> bool:
        """Whether a dimension's name only says what the value beside it is."""
        if self._phrase.key(index - 1) == "by_before" or self._phrase.key(index + 1) == "by_after":
            return False
        for beside in (index - 1, index + 1):
            if self._phrase.kind(beside) in ("value", "matchup"):
                terms = self._phrase[beside].terms
                if any(term.kind == "matchup" or term.key == key for term in terms):
                    return True
        return self._phrase.kind(index + 1) == "unknown" or (
            self._phrase.kind(index - 1) == "unknown" and self._phrase.key(index + 1) != "by_after"
        )

    def _group(self, key: str) -> None:
        if key not in self._out.groups:
            self._out.groups.append(key)

    def _grain(self, index: int, span: Span) -> None:
        assert span.term is not None
        if self._marks[index] == "without":
            self._out.dropped.append("period")
        elif not (span.term.key == "year" and self._beside_period(index)):
            self._group(span.term.key)

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
            case "table" | "chart" as shown:
                out.presentation = "table" if shown == "table" else "chart"
            case "prose":
                out.presentation = "text"
            case "too":
                out.too = True
            case "compare":
                out.compare = True
            case "listing":
                out.listing = True
            case "which":
                out.listing = out.listing or self._phrase.kind(index + 1) == "dimension"
            case "all":
                if self._phrase.kind(index + 1) not in ("dimension", "grain"):
                    out.all = True
            case "all_time":
                out.dropped.append("period")
            case "no_conditions":
                out.fresh = True
            case "condition":
                if self._marks[index] == "without" and self._phrase.kind(index - 1) not in _TARGETS:
                    out.fresh = True
            case "mirror":
                self._mirror(index)
            case "fewer_after" | "fewer_before" | "at_most_after" | "more_after" | "over_before":
                beside = (self._phrase.kind(index - 1), self._phrase.kind(index + 1))
                if "number" not in beside:
                    out.unknown.append(self._phrase[index].text)
            case "draw":
                if self._marks[index] == "without":
                    out.draws = "exclude"
                elif self._marks[index] == "plain":
                    out.measure = out.measure if out.measure not in (None, "games") else "draw_rate"
            case "dates":
                if self._marks[index] == "without":
                    out.dropped.append("period")
            case _:
                pass

    def _mirror(self, index: int) -> None:
        mark = self._marks[index]
        if mark == "without":
            self._out.mirror = "exclude"
        elif mark == "include":
            self._out.mirror = "include"
        elif "only" in (self._phrase.key(index - 1), self._phrase.key(index + 1)):
            self._out.mirror = "only"
        else:
            self._out.mirror = "only"

    def _order(self) -> None:
        keys = self._phrase.operators()
        superlative = "superlative" in keys
        if keys & {"highest", "top"} or (superlative and "high" in keys):
            self._out.order = "desc"
        elif keys & {"lowest", "bottom"} or (superlative and "low" in keys):
            self._out.order = "asc"
        if self._out.limit == 0:
            self._out.limit = None
            self._out.unknown.append("0")

    def _extreme_length(self) -> None:
        """ "Longest" is one game's length, or, with rows to rank, the highest average."""
        keys = self._phrase.operators()
        out = self._out
        if not keys & {"longest", "shortest"}:
            return
        if out.measure not in (None, "duration", "games"):
            return
        least = "shortest" in keys
        if out.groups and not keys & {"by_before", "by_after"}:
            out.measure = "duration"
            out.order = "asc" if least else "desc"
        else:
            out.measure = "shortest_game" if least else "longest_game"

    def _bounded(self) -> None:
        """A threshold in per cent is one of a rate, whatever was counted: "won over 50 %"."""
        if self._out.bounds and self._out.measure in (None, "games", "wins"):
            self._out.measure = "win_rate"
        elif self._out.bounds and self._out.measure == "losses":
            self._out.measure = "loss_rate"
        if self._out.measure == "duration" and self._phrase.text.endswith(" last"):
            self._out.acts = [act for act in self._out.acts if act != "recent"]  # the verb

    def _won_or_lost(self) -> None:
        """A verb of winning says which games are counted; one of losing turns the count round."""
        keys = [self._phrase.key(index) for index in range(len(self._phrase))]
        if "won" in keys and self._out.measure == "games":
            self._out.measure = "wins"
        verb = next((i for i, key in enumerate(keys) if key in ("lost", "lost_to")), None)
        if verb is None:
            return
        match self._out.measure:
            case None | "games" | "wins" | "losses":
                self._out.measure = "losses"
            case "win_rate" | "loss_rate":
                self._out.measure = "loss_rate"
            case _:
                self._out.unknown.append(self._phrase[verb].text)


def _is_game_noun(span: Span) -> bool:
    return span.kind == "operator" and span.term is not None and span.term.key == "game_noun"


def _measure(key: str) -> Measure:
    return Frame.model_validate({"measure": key}).measure
