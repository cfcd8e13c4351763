"""The spans of one message are read: marks are set around operators, and mentions collected."""

from itertools import pairwise

from agents.data.frame import Bound, Comparison, Frame, Measure
from agents.data.lexicon import Lexicon, Term
from agents.data.model import SemanticModel
from agents.data.periods import Period
from agents.data.reading import Mark, Mention, Reading
from agents.data.scan import Span

_TARGETS = ("value", "matchup", "dimension", "grain", "period")
_NOUNS = ("mirror", "condition", "draw")
_COMPARISONS: dict[str, Comparison] = {
    "at_least_before": ">=", "at_least_after": ">=", "over_before": ">", "more_after": ">",
    "fewer_before": "<", "fewer_after": "<", "at_most_after": "<=", "at_most_before": "<=",
}  # fmt: skip
_WINNING = ("이긴", "이기", "이길", "몇 번 이", "얼마나 이")
_AND = frozenset(
    ["and", "or", "&", "y", "o", "e", "the", "los", "las", "el", "la", "de", "del",
     "와", "과", "랑", "이랑", "하고", "및", "도", "을", "를", "은", "는"]
)  # fmt: skip


class Reader:
    """Owns one pass over the spans of a message."""

    def __init__(self, spans: list[Span], text: str, lexicon: Lexicon) -> None:
        self._text = text
        self._model: SemanticModel = lexicon.model
        self._endings = lexicon.stop_endings
        meant = [span for span in spans if span.kind not in ("stop", "particle")]
        self._objects = _objects(spans)
        self._spans = [span for span in meant if not _is_game_noun(span)]
        self._counts_games = len(self._spans) < len(meant)
        self._marks: list[Mark] = ["plain"] * len(self._spans)
        self._out = Reading()

    def read(self) -> Reading:
        """Return what the message says."""
        self._mark()
        for index, span in enumerate(self._spans):
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
                    self._number(index, span)
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
        self._periods()
        self._extreme_length()
        self._won_or_lost()
        out = self._out
        bare = out.measure is None and not out.mentions and out.mirror is None
        if self._counts_games and bare and (out.groups or out.periods):
            out.measure = "games"  # "games per month" counts games
        return out

    def _key(self, index: int) -> str:
        """Return the operator at an index, or ""."""
        if not 0 <= index < len(self._spans):
            return ""
        span = self._spans[index]
        return span.term.key if span.kind == "operator" and span.term is not None else ""

    def _kind(self, index: int) -> str:
        return self._spans[index].kind if 0 <= index < len(self._spans) else ""

    def _mark(self) -> None:
        marks: dict[str, Mark] = {"without": "without", "instead": "instead", "include": "include"}
        for index in range(len(self._spans)):
            name, _, place = self._key(index).rpartition("_")
            if name not in marks:
                continue
            step = 1 if place == "before" else -1
            self._spread(index, step, marks[name])
        for index in range(len(self._spans)):
            key = self._key(index)
            if key in ("versus_between", "lost_to"):
                self._oppose(index + 1)
            elif key == "versus_after":
                self._oppose(index - 1 if self._kind(index - 1) == "value" else index + 1)
            elif key == "toward_after" and self._other_side(index - 1):
                self._oppose(index - 1)
            elif self._spans[index].start in self._objects and self._other_side(index):
                self._oppose(index)

    def _spread(self, index: int, step: int, mark: Mark) -> None:
        """Put a mark on what stands next to an operator, and on what is joined to that by "and"."""
        at = index + step
        first = True
        while 0 <= at < len(self._spans):
            if self._kind(at) not in _TARGETS and self._key(at) not in _NOUNS:
                return
            noun = self._kind(at) == "dimension" or self._key(at) in _NOUNS
            before_noun = self._kind(at - step) == "dimension" or self._key(at - step) in _NOUNS
            if not first and not (noun or before_noun or self._joined(at, at - step)):
                return
            self._marks[at] = mark
            first = False
            at += step

    def _joined(self, one: int, two: int) -> bool:
        left, right = sorted((one, two))
        gap = self._text[self._spans[left].end : self._spans[right].start]
        return bool(set(gap.split()) & _AND)

    def _opposes_before(self, index: int) -> bool:
        key = self._key(index)
        return key == "versus_after" or (key == "toward_after" and self._other_side(index - 1))

    def _other_side(self, index: int) -> bool:
        """Whether another value of the same dimension is named, so that this one is its rival."""
        keys = {t.key for t in self._spans[index].terms} if index >= 0 else set()
        others = (s for i, s in enumerate(self._spans) if i != index and s.kind == "value")
        return any(term.key in keys for span in others for term in span.terms)

    def _oppose(self, target: int) -> None:
        if self._kind(target) != "value" or self._marks[target] != "plain":
            return
        term = self._spans[target].term
        assert term is not None
        if self._model.dimensions[term.key].of_sides:
            self._marks[target] = "opponent"

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
            if self._kind(beside) == "dimension":
                noun = self._spans[beside].term
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
        if self._key(index - 1) == "by_before" or self._key(index + 1) == "by_after":
            return False
        for beside in (index - 1, index + 1):
            if self._kind(beside) in ("value", "matchup"):
                terms = self._spans[beside].terms
                if any(term.kind == "matchup" or term.key == key for term in terms):
                    return True
        return self._kind(index + 1) == "unknown" or (
            self._kind(index - 1) == "unknown" and self._key(index + 1) != "by_after"
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
        if self._key(index - 1) == "by_before" or self._key(index + 1) == "by_after":
            return False
        return "period" in (self._kind(index - 1), self._kind(index + 1))

    def _operator(self, index: int) -> None:
        out = self._out
        match self._key(index):
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
                out.listing = out.listing or self._kind(index + 1) == "dimension"
            case "all":
                if self._kind(index + 1) not in ("dimension", "grain"):
                    out.all = True
            case "all_time":
                out.dropped.append("period")
            case "no_conditions":
                out.fresh = True
            case "condition":
                if self._marks[index] == "without" and self._kind(index - 1) not in _TARGETS:
                    out.fresh = True
            case "mirror":
                self._mirror(index)
            case "fewer_after" | "fewer_before" | "at_most_after" | "more_after" | "over_before":
                beside = (self._kind(index - 1), self._kind(index + 1))
                if "number" not in beside:
                    out.unknown.append(self._spans[index].text)
            case "draw":
                if self._marks[index] == "without":
                    out.draws = "exclude"
                else:
                    out.unknown.append(self._spans[index].text)
            case _:
                pass

    def _mirror(self, index: int) -> None:
        mark = self._marks[index]
        if mark == "without":
            self._out.mirror = "exclude"
        elif mark == "include":
            self._out.mirror = "include"
        elif "only" in (self._key(index - 1), self._key(index + 1)):
            self._out.mirror = "only"
        else:
            counted = any(s.kind == "measure" and s.term and s.term.key != "win_rate"
                          for s in self._spans)  # fmt: skip
            self._out.mirror = "only" if counted else "include"

    def _number(self, index: int, span: Span) -> None:
        before, after = self._key(index - 1), self._key(index + 1)
        compared = _COMPARISONS.get(before) or _COMPARISONS.get(after)
        if self._is_rate(span):
            if compared is None:
                self._out.unknown.append(span.text)
            else:
                value = float(span.text.replace(",", ".")) / 100
                self._out.bounds.append(Bound(comparison=compared, value=value))
        elif compared is not None and span.number is not None:
            if compared in (">", ">="):
                self._out.having = span.number + (compared == ">")
            else:
                self._out.at_most = span.number - (compared == "<")
        elif before in ("top", "bottom", "highest", "lowest") or after in (
            "top", "bottom", "highest", "lowest", "superlative",
        ) or (self._beside_dimension(index) and self._ranked()):  # fmt: skip
            self._out.limit = span.number
        else:
            self._out.unknown.append(span.text)

    def _is_rate(self, span: Span) -> bool:
        """Whether a number is written in per cent."""
        after = self._text[span.end :].lstrip()
        return after.startswith(("%", "퍼센트", "프로", "percent", "por ciento"))

    def _beside_dimension(self, index: int) -> bool:
        return "dimension" in (self._kind(index - 1), self._kind(index + 1))

    def _ranked(self) -> bool:
        keys = {self._key(index) for index in range(len(self._spans))}
        return bool(keys & {"top", "bottom", "highest", "lowest", "superlative"})

    def _order(self) -> None:
        keys = {self._key(index) for index in range(len(self._spans))}
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
        keys = {self._key(index) for index in range(len(self._spans))}
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

    def _won_or_lost(self) -> None:
        """A verb of winning says which games are counted; one of losing turns the count round."""
        keys = [self._key(index) for index in range(len(self._spans))]
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
                self._out.unknown.append(self._spans[verb].text)

    def _periods(self) -> None:
        found: list[Period] = []
        since: Period | None = None
        until: Period | None = None
        ranging = False
        for index, span in enumerate(self._spans):
            if span.period is None:
                continue
            if self._marks[index] in ("without", "instead"):
                self._out.dropped.append("period")
                continue
            before, after = self._key(index - 1), self._key(index + 1)
            if before == "between_before" and not self._out.compare:
                since = Period(start=span.period.start)
                ranging = True
            elif ranging:
                until = Period(end=span.period.end)
                ranging = False
            elif before == "since_before" or after == "since_after":
                since = Period(start=span.period.start)
            elif before == "after_before":
                since = Period(start=span.period.end)
            elif before == "until_before" or after == "until_after":
                until = Period(end=span.period.end)
            elif before == "before_before" or after == "before_after":
                until = Period(end=span.period.start)
            else:
                found.append(span.period)
        if since is not None or until is not None:
            start = since.start if since else None
            end = until.end if until else None
            if start is None or end is None or start < end:
                found.append(Period(start=start, end=end))
        self._out.periods = list(dict.fromkeys(found))


def _objects(spans: list[Span]) -> frozenset[int]:
    """Return where the values stand that a Korean verb of winning has as its object (을, 를)."""
    verbs = [
        span.start for span in spans
        if span.kind == "measure" and span.text.startswith(_WINNING)
    ]  # fmt: skip
    found = [
        one.start for one, particle in pairwise(spans)
        if particle.attached and particle.text in ("을", "를")
        and any(verb > one.start for verb in verbs)
    ]  # fmt: skip
    return frozenset(found)


def _is_game_noun(span: Span) -> bool:
    return span.kind == "operator" and span.term is not None and span.term.key == "game_noun"


def _measure(key: str) -> Measure:
    return Frame.model_validate({"measure": key}).measure
