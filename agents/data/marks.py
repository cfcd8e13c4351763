"""Operators set marks on what stands beside them: without, instead of, against."""

from itertools import pairwise

from agents.data.model import SemanticModel
from agents.data.phrase import Phrase
from agents.data.reading import Mark
from agents.data.scan import Span

_TARGETS = ("value", "matchup", "dimension", "grain", "period")
_NOUNS = ("mirror", "condition", "draw", "dates")
_MARKS: dict[str, Mark] = {"without": "without", "instead": "instead", "include": "include"}
_BESIDE = ("vs", "vs.", "versus", "v", "대")
_WINNING = ("이긴", "이기", "이길", "몇 번 이", "얼마나 이")


class Marker:
    """Owns the marks of one phrase while they are set.

    `apart` says that two values were set against each other where no game tells who the rival was.
    """

    def __init__(self, phrase: Phrase, model: SemanticModel, objects: frozenset[int]) -> None:
        """`objects` are where the values stand that a Korean verb of winning has as its object."""
        self._phrase = phrase
        self._model = model
        self._objects = objects
        self.apart = False
        self.marks: list[Mark] = ["plain"] * len(phrase)

    def mark(self) -> list[Mark]:
        """Return the mark of each span."""
        phrase = self._phrase
        for index in range(len(phrase)):
            name, _, place = phrase.key(index).rpartition("_")
            if name in _MARKS:
                self._spread(index, 1 if place == "before" else -1, _MARKS[name])
        for index, span in enumerate(phrase):
            key = phrase.key(index)
            if key == "versus_between" and span.text in _BESIDE and not self._has_rivals():
                self.apart = True  # variant b vs control: two rates beside each other
            elif key in ("versus_between", "lost_to"):
                self._oppose(index + 1)
            elif key == "versus_after":
                self._oppose(index - 1 if phrase.kind(index - 1) == "value" else index + 1)
            elif key == "toward_after" and self._other_side(index - 1):
                self._oppose(index - 1)
            elif span.start in self._objects and self._other_side(index):
                self._oppose(index)
        return self.marks

    def _has_rivals(self) -> bool:
        return self._model.has_rival(self._model.entity)

    def _spread(self, index: int, step: int, mark: Mark) -> None:
        """Put a mark on what stands next to an operator, and on what is joined to that by "and"."""
        phrase, at, first = self._phrase, index + step, True
        while 0 <= at < len(phrase):
            if phrase.kind(at) not in _TARGETS and phrase.key(at) not in _NOUNS:
                return
            noun = phrase.kind(at) == "dimension" or phrase.key(at) in _NOUNS
            before = phrase.kind(at - step) == "dimension" or phrase.key(at - step) in _NOUNS
            if not first and not (noun or before or phrase.joined(at, at - step)):
                return
            self.marks[at] = mark
            first = False
            at += step

    def _other_side(self, index: int) -> bool:
        """Whether another value of the same dimension is named, so that this one is its rival."""
        keys = {t.key for t in self._phrase[index].terms} if index >= 0 else set()
        others = (s for i, s in enumerate(self._phrase) if i != index and s.kind == "value")
        return any(term.key in keys for span in others for term in span.terms)

    def _oppose(self, target: int) -> None:
        if self._phrase.kind(target) != "value" or self.marks[target] != "plain":
            return
        term = self._phrase[target].term
        assert term is not None
        if self._model.dimensions[term.key].of_sides:
            self.marks[target] = "opponent"


def objects_of(spans: list[Span]) -> frozenset[int]:
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
